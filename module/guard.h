/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The guard: watches what boosted passes achieve and, while boost_clamp is "auto", has the
 * clamp hold the zones that boosting harms.  The rule is guard_rule.h's.
 */
#ifndef RECLAIMWATCH_GUARD_H
#define RECLAIMWATCH_GUARD_H

#include <linux/mmzone.h>

#include "guard_rule.h"

int rwatch_guard_init(void);
void rwatch_guard_exit(void);
size_t rwatch_guard_bytes(void);

/*
 * A boosted pass of this node has ended, which found boost in these zones: bits by zone
 * index.  From kswapd.
 */
void rwatch_guard_pass_end(pg_data_t *pgdat, unsigned long zones,
			   const struct rwatch_guard_pass *pass);

/* Switched on or off, by clamp.c; off: nothing is decided once it has returned. */
void rwatch_guard_switch(bool on);

/* What the clamp is for has changed: look again at what is held. */
void rwatch_guard_look_again(void);

/* No decision is under way any more.  It has been switched off; process context. */
void rwatch_guard_stop(void);

/* What is known of the zone now; times are CLOCK_BOOTTIME.  Process context. */
void rwatch_guard_look(struct zone *zone, struct rwatch_guard *guard);

#endif /* RECLAIMWATCH_GUARD_H */
