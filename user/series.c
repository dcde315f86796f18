// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "series.h"

size_t rw_series_size(const struct rw_history *h)
{
	size_t steps = h->nr > 1 ? h->nr - 1 : 1;

	return steps < RW_MAX_POINTS ? steps : RW_MAX_POINTS;
}

static size_t place(const struct rw_history *h, size_t nr, size_t sample)
{
	double span = (double)(h->ns[h->nr - 1] - h->ns[0]);
	double at = (double)(h->ns[sample] - h->ns[0]);
	size_t i = span > 0 ? (size_t)(at / span * (double)nr) : 0;

	return i < nr ? i : nr - 1;
}

static void clear(const struct rw_history *h, struct rw_series *s)
{
	memset(s, 0, sizeof(*s));
	s->nr = rw_series_size(h);
}

/* Where nothing was sampled for long there is no line. */
static bool far(const struct rw_history *h, int64_t from, int64_t to, size_t nr)
{
	int64_t usual = h->interval_ns ? h->interval_ns : 1000000000;
	int64_t width = (h->ns[h->nr - 1] - h->ns[0]) / (int64_t)nr;

	return to - from > 2 * usual + usual / 2 + 2 * width;
}

static void set_apart(const struct rw_history *h, struct rw_series *s)
{
	int64_t last = h->ns[0];
	size_t i;

	for (i = 0; i < s->nr; i++) {
		if (!s->point[i].nr)
			continue;
		s->point[i].apart = far(h, last, s->point[i].ns, s->nr);
		last = s->point[i].ns;
	}
}

static void add(struct rw_point *p, int64_t ns, double v)
{
	if (!p->nr || v < p->low)
		p->low = v;
	if (!p->nr || v > p->high)
		p->high = v;
	p->mean += v;
	p->nr++;
	p->ns = ns;
}

void rw_series_gauge(const struct rw_history *h, const struct rw_track *t, struct rw_series *s)
{
	size_t i;

	clear(h, s);
	for (i = 0; i < h->nr; i++)
		if (t->v[i] != RW_TRACK_UNKNOWN)
			add(&s->point[place(h, s->nr, i)], h->ns[i], (double)t->v[i]);
	for (i = 0; i < s->nr; i++)
		if (s->point[i].nr)
			s->point[i].mean /= (double)s->point[i].nr;
	set_apart(h, s);
}

static bool grown(const struct rw_history *h, const struct rw_track *t, size_t i, double *by)
{
	if (h->load[i] != h->load[i - 1] || t->v[i] == RW_TRACK_UNKNOWN ||
	    t->v[i - 1] == RW_TRACK_UNKNOWN || t->v[i] < t->v[i - 1])
		return false;
	*by = (double)t->v[i] - (double)t->v[i - 1];
	return true;
}

/* In each point first the sums of both, which @low and @high are free for. */
static void ratio(const struct rw_history *h, const struct rw_track *sum, const struct rw_track *nr,
		  double per, struct rw_series *s)
{
	double by, times;
	size_t i;

	clear(h, s);
	for (i = 1; i < h->nr; i++) {
		struct rw_point *p = &s->point[place(h, s->nr, i)];

		times = (double)(h->ns[i] - h->ns[i - 1]);
		if (!grown(h, sum, i, &by) || (nr && !grown(h, nr, i, &times)))
			continue;
		p->low += by;
		p->high += times;
		p->ns = h->ns[i];
		p->nr++;
	}
	for (i = 0; i < s->nr; i++) {
		struct rw_point *p = &s->point[i];

		if (p->nr && p->high > 0)
			p->low = p->mean = p->high = p->low / p->high * per;
		else
			p->nr = 0;
	}
	set_apart(h, s);
}

void rw_series_rate(const struct rw_history *h, const struct rw_track *t, int64_t per_ns,
		    struct rw_series *s)
{
	ratio(h, t, NULL, (double)per_ns, s);
}

void rw_series_ratio(const struct rw_history *h, const struct rw_track *sum,
		     const struct rw_track *nr, struct rw_series *s)
{
	ratio(h, sum, nr, 1, s);
}

bool rw_series_any(const struct rw_series *s)
{
	size_t i;

	for (i = 0; i < s->nr; i++)
		if (s->point[i].nr)
			return true;
	return false;
}

double rw_series_top(const struct rw_series *s)
{
	double top = 0;
	size_t i;

	for (i = 0; i < s->nr; i++)
		if (s->point[i].nr && s->point[i].high > top)
			top = s->point[i].high;
	return top;
}

double rw_series_bottom(const struct rw_series *s)
{
	double bottom = 0;
	size_t i;

	for (i = 0; i < s->nr; i++)
		if (s->point[i].nr && s->point[i].low > 0 && (!bottom || s->point[i].low < bottom))
			bottom = s->point[i].low;
	return bottom;
}
