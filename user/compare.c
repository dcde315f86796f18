// SPDX-License-Identifier: GPL-2.0
#include <math.h>

#include "compare.h"

const struct rw_quantity_def rw_quantity_defs[RW_NR_QUANTITIES] = {
	[RW_Q_MINUTES] = { "minutes", "time that is known", "min" },
	[RW_Q_CLAMPED_SHARE] = { "clamp_on_percent", "clamp was on", "%" },
	[RW_Q_BOOSTED] = { "boosted_passes_per_minute", "boosted passes", "/min" },
	[RW_Q_NORMAL] = { "normal_passes_per_minute", "normal passes", "/min" },
	[RW_Q_IDLE] = { "kswapd_nothing_reclaimed_passes_per_minute", "that reclaimed nothing",
			"/min" },
	[RW_Q_RECLAIMED] = { "kswapd_lru_reclaimed_pages_per_minute", "pages that kswapd reclaimed",
			     "/min" },
	[RW_Q_SLAB_FREED] = { "kswapd_slab_freed_objects_per_minute", "slab objects it freed",
			      "/min" },
	[RW_Q_AWAKE] = { "awake_ms_per_minute", "kswapd awake", "ms/min" },
	[RW_Q_RAISES] = { "raises_per_minute", "raises of the boost", "/min" },
	[RW_Q_RAISED] = { "raised_pages_per_minute", "pages raised", "/min" },
	[RW_Q_CONSUMED] = { "consumed_pages_per_minute", "pages consumed", "/min" },
	[RW_Q_CLAMPED] = { "clamped_pages_per_minute", "pages clamped", "/min" },
	[RW_Q_DIRECT] = { "direct_passes_per_minute", "direct reclaims", "/min" },
	[RW_Q_STALLED] = { "direct_ms_per_minute", "stalled in them", "ms/min" },
	[RW_Q_LATENCY] = { "direct_mean_ms", "each on the average", "ms" },
	[RW_Q_CACHE_MEAN] = { "page_cache_mean_mib", "page cache, mean", "MiB" },
	[RW_Q_CACHE_LEAST] = { "page_cache_least_mib", "page cache, least", "MiB" },
	[RW_Q_SLAB_MEAN] = { "slab_mean_mib", "slab, mean", "MiB" },
	[RW_Q_SLAB_MOST] = { "slab_most_mib", "slab, most", "MiB" },
	[RW_Q_FREE_MEAN] = { "free_mean_mib", "free, mean", "MiB" },
	[RW_Q_FREE_LEAST] = { "free_least_mib", "free, least", "MiB" },
};

/* The time over which counters are known to have grown. */
static double minutes(const struct rw_history *h)
{
	double ns = 0;
	size_t i;

	for (i = 1; i < h->nr; i++)
		if (h->load[i] == h->load[i - 1])
			ns += (double)(h->ns[i] - h->ns[i - 1]);
	return ns / 6e10;
}

/* Over all places; what is known of one only would be less than all. */
static double grown(const struct rw_history *h, enum rw_track_id id)
{
	double sum = 0;
	bool any = false;
	size_t i;

	for (i = 0; i < h->nr_tracks; i++) {
		struct rw_val by;

		if (h->track[i].id != id)
			continue;
		by = rw_track_grown(h, &h->track[i], 0, h->nr - 1);
		if (!rw_known(by))
			return NAN;
		sum += (double)by.v;
		any = true;
	}
	return any ? sum : NAN;
}

struct levels {
	double mean, least, most;
};

/* Of the sum over all nodes at each sample. */
static struct levels levels(const struct rw_history *h, enum rw_track_id id)
{
	struct levels l = { NAN, NAN, NAN };
	double all = 0;
	size_t i, k, nr = 0;

	for (i = 0; i < h->nr; i++) {
		double sum = 0;
		bool known = false;

		for (k = 0; k < h->nr_tracks; k++) {
			if (h->track[k].id != id)
				continue;
			known = h->track[k].v[i] != RW_TRACK_UNKNOWN;
			if (!known)
				break;
			sum += (double)h->track[k].v[i];
		}
		if (!known)
			continue;
		all += sum;
		nr++;
		l.least = nr == 1 || sum < l.least ? sum : l.least;
		l.most = nr == 1 || sum > l.most ? sum : l.most;
	}
	if (nr)
		l.mean = all / (double)nr;
	return l;
}

void rw_quantities(const struct rw_history *h, double q[RW_NR_QUANTITIES])
{
	static const struct {
		enum rw_quantity q;
		enum rw_track_id id;
		double unit;
	} rates[] = {
		{ RW_Q_BOOSTED, RW_TRACK_BOOSTED, 1 },
		{ RW_Q_NORMAL, RW_TRACK_NORMAL, 1 },
		{ RW_Q_IDLE, RW_TRACK_IDLE, 1 },
		{ RW_Q_RECLAIMED, RW_TRACK_RECLAIMED, 1 },
		{ RW_Q_SLAB_FREED, RW_TRACK_SLAB_FREED, 1 },
		{ RW_Q_AWAKE, RW_TRACK_AWAKE, 1e6 },
		{ RW_Q_RAISES, RW_TRACK_RAISES, 1 },
		{ RW_Q_RAISED, RW_TRACK_RAISED, 1 },
		{ RW_Q_CONSUMED, RW_TRACK_CONSUMED, 1 },
		{ RW_Q_CLAMPED, RW_TRACK_CLAMPED, 1 },
		{ RW_Q_DIRECT, RW_TRACK_DIRECT, 1 },
		{ RW_Q_STALLED, RW_TRACK_DIRECT_TIME, 1e6 },
	};
	const double time = minutes(h), direct = grown(h, RW_TRACK_DIRECT);
	struct levels l;
	size_t i;

	q[RW_Q_MINUTES] = time;
	for (i = 0; i < sizeof(rates) / sizeof(*rates); i++)
		q[rates[i].q] = time > 0 ? grown(h, rates[i].id) / rates[i].unit / time : NAN;
	q[RW_Q_LATENCY] = direct > 0 ? grown(h, RW_TRACK_DIRECT_TIME) / 1e6 / direct : NAN;
	l = levels(h, RW_TRACK_CLAMP);
	q[RW_Q_CLAMPED_SHARE] = 100 * l.mean;
	l = levels(h, RW_TRACK_CACHE);
	q[RW_Q_CACHE_MEAN] = l.mean / 1024;
	q[RW_Q_CACHE_LEAST] = l.least / 1024;
	l = levels(h, RW_TRACK_SLAB);
	q[RW_Q_SLAB_MEAN] = l.mean / 1024;
	q[RW_Q_SLAB_MOST] = l.most / 1024;
	l = levels(h, RW_TRACK_FREE);
	q[RW_Q_FREE_MEAN] = l.mean / 1024;
	q[RW_Q_FREE_LEAST] = l.least / 1024;
}

double rw_quantity_change(double a, double b)
{
	if (isnan(a) || isnan(b) || !(a > 0))
		return NAN;
	return 100 * (b - a) / a;
}
