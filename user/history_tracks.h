/* SPDX-License-Identifier: GPL-2.0 */
/* Takes the figures of a history's tracks out of samples.  Pure. */
#ifndef RW_HISTORY_TRACKS_H
#define RW_HISTORY_TRACKS_H

#include "history.h"

/* The histogram of one node's direct reclaims. */
struct rw_sampler_hist {
	int nid;
	size_t nr;
	long index[RW_MAX_BUCKETS];
	int64_t bound[RW_MAX_BUCKETS];
	int64_t before[RW_MAX_BUCKETS];
	bool any;
};

struct rw_sampler_zone {
	long managed, high;
};

struct rw_sampler {
	/* of the layout */
	long now, since_index, wall_index, clamp_index, pct_index, page_index, block_index,
		factor_index, release_index;
	struct rw_sampler_hist *hist; /* by node */
	size_t nr_hists;
	struct rw_sampler_zone *zone; /* by track, those of a cap */
	size_t nr_zones;
	/* of the last sample */
	struct rw_val wall;
	int64_t since, clamp, clamp_pct;
};

/* Another layout: finds where the figures are, adds tracks for what is new.  -1: memory. */
int rw_sampler_layout(struct rw_sampler *s, const struct rw_layout *layout, struct rw_history *h,
		      size_t room);
/* The figures of sample h->nr. */
void rw_sampler_take(struct rw_sampler *s, const struct rw_rec_value *values, struct rw_history *h);
void rw_sampler_free(struct rw_sampler *s);

#endif /* RW_HISTORY_TRACKS_H */
