// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "calc.h"
#include "history.h"

const struct rw_track *rw_history_track(const struct rw_history *h, enum rw_track_id id, int nid,
					const char *zone)
{
	size_t i;

	for (i = 0; i < h->nr_tracks; i++)
		if (h->track[i].id == id && h->track[i].nid == nid &&
		    !strcmp(h->track[i].zone, zone))
			return &h->track[i];
	return NULL;
}

/* Between two samples that follow each other; false if it is not known. */
static bool step(const struct rw_history *h, const struct rw_track *t, size_t i, int64_t *by)
{
	if (t->v[i] == RW_TRACK_UNKNOWN || t->v[i - 1] == RW_TRACK_UNKNOWN ||
	    h->load[i] != h->load[i - 1] || __builtin_sub_overflow(t->v[i], t->v[i - 1], by))
		return false;
	return *by >= 0 || !rw_track_defs[t->id].counter;
}

struct rw_val rw_track_grown(const struct rw_history *h, const struct rw_track *t, size_t from,
			     size_t to)
{
	struct rw_val sum = rw_none();
	int64_t by;
	size_t i;

	for (i = from + 1; i <= to; i++)
		if (step(h, t, i, &by))
			sum = rw_known(sum) ? rw_add(sum, rw_some(by)) : rw_some(by);
	return sum;
}

void rw_track_range(const struct rw_history *h, const struct rw_track *t,
		    struct rw_track_range *range)
{
	size_t i;

	*range = (struct rw_track_range){ 0 };
	for (i = 0; i < h->nr; i++) {
		int64_t v = t->v[i];

		if (v == RW_TRACK_UNKNOWN)
			continue;
		if (!rw_known(range->first))
			range->first = rw_some(v);
		if (!rw_known(range->min) || v < range->min.v) {
			range->min = rw_some(v);
			range->min_at = i;
		}
		if (!rw_known(range->max) || v > range->max.v) {
			range->max = rw_some(v);
			range->max_at = i;
		}
		range->last = rw_some(v);
	}
}

/* A window that slides: what comes in at its end and goes out at its begin. */
void rw_track_worst(const struct rw_history *h, const struct rw_track *t, int64_t span_ns,
		    struct rw_worst *worst)
{
	const bool counter = rw_track_defs[t->id].counter;
	uint64_t sum = 0; /* modulo 2^64: what goes in comes out again */
	int64_t by, most = 0, here;
	size_t from = 0, to;

	*worst = (struct rw_worst){ .by = rw_none() };
	for (to = 1; to < h->nr; to++) {
		if (step(h, t, to, &by))
			sum += (uint64_t)by;
		while (from + 1 < to && h->ns[to] - h->ns[from] > span_ns) {
			from++;
			if (step(h, t, from, &by))
				sum -= (uint64_t)by;
		}
		here = (int64_t)(counter ? sum : -sum);
		if (here > most) {
			most = here;
			*worst = (struct rw_worst){ from, to, rw_some(here) };
		}
	}
}

struct rw_val rw_history_total(const struct rw_history *h, enum rw_track_id id, int nid,
			       const char *zone)
{
	const struct rw_track *t = rw_history_track(h, id, nid, zone);

	return t ? rw_track_grown(h, t, 0, h->nr - 1) : rw_none();
}

struct rw_val rw_history_most(const struct rw_history *h, enum rw_track_id id, int nid,
			      const char *zone)
{
	const struct rw_track *t = rw_history_track(h, id, nid, zone);
	struct rw_track_range range;

	if (!t)
		return rw_none();
	rw_track_range(h, t, &range);
	return range.max;
}
