/* SPDX-License-Identifier: GPL-2.0 */
/* Two recordings by the same quantities.  Pure. */
#ifndef RW_COMPARE_H
#define RW_COMPARE_H

#include "history.h"

enum rw_quantity {
	RW_Q_MINUTES,
	RW_Q_CLAMPED_SHARE,
	RW_Q_BOOSTED,
	RW_Q_NORMAL,
	RW_Q_IDLE,
	RW_Q_RECLAIMED,
	RW_Q_SLAB_FREED,
	RW_Q_AWAKE,
	RW_Q_RAISES,
	RW_Q_RAISED,
	RW_Q_CONSUMED,
	RW_Q_CLAMPED,
	RW_Q_DIRECT,
	RW_Q_STALLED,
	RW_Q_LATENCY,
	RW_Q_CACHE_MEAN,
	RW_Q_CACHE_LEAST,
	RW_Q_SLAB_MEAN,
	RW_Q_SLAB_MOST,
	RW_Q_FREE_MEAN,
	RW_Q_FREE_LEAST,
	RW_NR_QUANTITIES
};

struct rw_quantity_def {
	const char *name; /* in JSON */
	const char *text, *unit;
};

extern const struct rw_quantity_def rw_quantity_defs[RW_NR_QUANTITIES];

/* NAN where it is not known.  Summed over all nodes and zones, counters by the minute. */
void rw_quantities(const struct rw_history *h, double q[RW_NR_QUANTITIES]);
/* By how many percent @b is more than @a; NAN if that says nothing. */
double rw_quantity_change(double a, double b);

#endif /* RW_COMPARE_H */
