/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the clamp is set to, what is wanted, and which writes lead from one to the other.
 * Pure.
 */
#ifndef RW_CLAMP_H
#define RW_CLAMP_H

#include "err.h"
#include "snapshot.h"

#define RW_UNSET (-1)

/* The first settings, in this order; then the own share of each zone. */
enum rw_clamp_setting { RW_SET_ON, RW_SET_PCT, RW_SET_SCOPE, RW_SET_TIMEOUT, RW_NR_SET };

#define RW_CLAMP_MAX_PCT     1000	       /* the module's, too */
#define RW_CLAMP_MAX_SECONDS (366 * 24 * 3600) /* the module's, too */
#define RW_CLAMP_WORD	     24
#define RW_CLAMP_AUTO	     "auto" /* boost_clamp: the guard decides */

/* One file in the module's directory in sysfs, and the word in it. */
struct rw_setting {
	int nid; /* RW_NO_NODE: not of a zone */
	char zone[RW_ZONE_NAME];
	char value[RW_CLAMP_WORD];
};

struct rw_clamp {
	struct rw_setting *set;
	size_t nr;
};

/* What somebody wants of it; what is not said is as the module has it at first. */
struct rw_clamp_wish {
	int64_t pct;	   /* RW_UNSET: 0 */
	const char *scope; /* NULL: all */
	int nid;	   /* RW_UNSET: of all nodes */
	const char *zone;  /* NULL: all */
	int64_t seconds;   /* RW_UNSET: until it is switched off */
	bool guarded;	   /* by the guard, when boosting harms; not at once */
};

/* The name of its file, below the module's directory. */
#define RW_CLAMP_NAME (RW_ZONE_NAME + 40)
void rw_clamp_name(char name[RW_CLAMP_NAME], const struct rw_clamp *clamp, size_t i);

/* Can the module have written @value there? */
bool rw_clamp_known(size_t i, const char *value);

/* One more; 0, or -1 if memory ran out. */
int rw_clamp_add(struct rw_clamp *clamp, const struct rw_setting *setting);
int rw_clamp_copy(struct rw_clamp *to, const struct rw_clamp *from);
void rw_clamp_free(struct rw_clamp *clamp);

/* On, or switched by the guard; and the latter. */
bool rw_clamp_is_on(const struct rw_clamp *clamp);
bool rw_clamp_is_auto(const struct rw_clamp *clamp);
bool rw_clamp_same(const struct rw_clamp *a, const struct rw_clamp *b);

/*
 * Is @now what those leave who change from @was, which was off, to @want, or back; whether
 * they get to the end of it or not, or somebody switches it off?
 */
bool rw_clamp_between(const struct rw_clamp *now, const struct rw_clamp *was,
		      const struct rw_clamp *want);

/*
 * Changes @clamp to what is wished.  -1 with @err set if there is no such zone; nothing is
 * changed then.
 */
int rw_clamp_wish(struct rw_clamp *clamp, const struct rw_clamp_wish *wish, struct rw_err *err);

struct rw_clamp_write {
	size_t i;	   /* which setting */
	const char *value; /* of @want, or a constant */
};

/*
 * The writes that lead from @was to @want, which are of the same zones: at most
 * @want->nr + 1.  At no moment is more clamped than before or than wanted: a clamp that is
 * on with other settings goes off first, and on comes last.  A time begins anew.
 */
size_t rw_clamp_writes(const struct rw_clamp *was, const struct rw_clamp *want,
		       struct rw_clamp_write *writes);

/* What it leaves: "no boost in lower zones". */
void rw_clamp_leaves(char *to, size_t size, const struct rw_clamp *clamp);

/* The same, and for how long: "no boost in lower zones, for 10m 0s"; or "for another 9m 1s", if what is left is known. */
void rw_clamp_text(char *to, size_t size, const struct rw_clamp *clamp, struct rw_val left_ns);

#endif /* RW_CLAMP_H */
