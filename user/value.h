/* SPDX-License-Identifier: GPL-2.0 */
/* A number that may be unknown.  Unknown is never shown as 0. */
#ifndef RW_VALUE_H
#define RW_VALUE_H

#include <stdbool.h>
#include <stdint.h>

enum rw_val_state {
	RW_ABSENT,  /* never mentioned */
	RW_UNKNOWN, /* mentioned as n/a */
	RW_KNOWN,
};

struct rw_val {
	int64_t v;
	enum rw_val_state state;
};

static inline bool rw_known(struct rw_val v)
{
	return v.state == RW_KNOWN;
}

static inline struct rw_val rw_some(int64_t v)
{
	return (struct rw_val){ .v = v, .state = RW_KNOWN };
}

static inline struct rw_val rw_none(void)
{
	return (struct rw_val){ .state = RW_UNKNOWN };
}

/* Known and above @limit: the usual question of a rule. */
static inline bool rw_above(struct rw_val v, int64_t limit)
{
	return rw_known(v) && v.v > limit;
}

#endif /* RW_VALUE_H */
