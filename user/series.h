/* SPDX-License-Identifier: GPL-2.0 */
/* A track of a history in as many points as a plot has room for.  Pure. */
#ifndef RW_SERIES_H
#define RW_SERIES_H

#include "history.h"

#define RW_MAX_POINTS 1000

struct rw_point {
	int64_t ns; /* the last sample's */
	size_t nr;  /* samples; 0: nothing is known */
	double low, mean, high;
	bool apart; /* from the point before it: something is missing between them */
};

struct rw_series {
	size_t nr; /* the same for all series of a history */
	struct rw_point point[RW_MAX_POINTS];
};

size_t rw_series_size(const struct rw_history *h);
/* Of a gauge: the lowest, the mean, the highest in each stretch of time. */
void rw_series_gauge(const struct rw_history *h, const struct rw_track *t, struct rw_series *s);
/* Of a counter: by how much it grew in @per_ns, on the average of each stretch. */
void rw_series_rate(const struct rw_history *h, const struct rw_track *t, int64_t per_ns,
		    struct rw_series *s);
/* Of two counters: by how much one grew each time that the other grew by one. */
void rw_series_ratio(const struct rw_history *h, const struct rw_track *sum,
		     const struct rw_track *nr, struct rw_series *s);
/* Is anything known? */
bool rw_series_any(const struct rw_series *s);
/* The highest of all, 0 if none is known. */
double rw_series_top(const struct rw_series *s);
/* The lowest above 0. */
double rw_series_bottom(const struct rw_series *s);

#endif /* RW_SERIES_H */
