// SPDX-License-Identifier: GPL-2.0
/* Axes, points and plots. */
#include <math.h>

#include "axis.h"
#include "compare.h"
#include "out_recording.h"
#include "recordings.h"
#include "svg.h"
#include "unit.h"

#define MINUTE (60 * MADE_STEP_NS)

static void steps(void)
{
	static const struct {
		double span;
		int most;
		double step;
	} cases[] = { { 10, 5, 2 },   { 1, 5, 0.2 },	 { 0.0005, 5, 0.0001 }, { 99, 5, 20 },
		      { 101, 5, 50 }, { 1e15, 4, 5e14 }, { 0, 5, 1 },		{ NAN, 5, 1 } };
	static const struct {
		int64_t span;
		int64_t step;
	} times[] = { { 12 * MADE_STEP_NS, MADE_STEP_NS },
		      { 10 * MINUTE, MINUTE },
		      { 61 * MINUTE, 10 * MINUTE },
		      { 24 * 60 * MINUTE, 120 * MINUTE },
		      { 365 * 24 * 60 * MINUTE, 5 * 7 * 24 * 60 * MINUTE } };
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		double step = rw_axis_step(cases[i].span, cases[i].most);

		if (fabs(step - cases[i].step) > cases[i].step * 1e-9)
			FAIL("case %zu: %g", i, step);
	}
	for (i = 0; i < sizeof(times) / sizeof(*times); i++)
		CHECK_INT(rw_axis_time_step(times[i].span, 12), times[i].step);
	CHECK(rw_axis_time_step(INT64_MAX, 12) >= INT64_MAX / 12);
}

static void labels(void)
{
	char text[RW_AXIS_LABEL];

	rw_axis_label(text, 0.4, 0.2);
	CHECK_STR(text, "0.4");
	rw_axis_label(text, 1500, 500);
	CHECK_STR(text, "1500");
	rw_axis_label(text, 0.05, 0.05);
	CHECK_STR(text, "0.05");
	rw_axis_decade(text, 1e3);
	CHECK_STR(text, "1 us");
	rw_axis_decade(text, 1e8);
	CHECK_STR(text, "100 ms");
	rw_axis_decade(text, 1e10);
	CHECK_STR(text, "10 s");
}

static void history(struct made *m, int nr, struct rw_history *h)
{
	struct rw_err err;
	int i;

	made_begin(m);
	for (i = 0; i < nr; i++) {
		m->boosted += 2;
		if (i == nr / 2)
			m->now_ns += 2000 * MADE_STEP_NS;
		made_sample(m, rw_rec_full_next(&m->writer));
	}
	if (rw_history_read(m->file.p, m->file.len, "FILE", h, &err))
		FAIL("%s", err.text);
}

/* However many samples, no more points than fit, and none of what happened is left out. */
static void points(void)
{
	struct rw_series *s = malloc(sizeof(*s));
	const struct rw_track *t;
	struct rw_track_range range;
	struct rw_history h;
	struct made m;
	double low = 1e18, high = 0;
	size_t i, nr = 0, apart = 0;

	history(&m, 5000, &h);
	t = rw_history_track(&h, RW_TRACK_FREE, 0, "");
	rw_series_gauge(&h, t, s);
	CHECK_INT(s->nr, RW_MAX_POINTS);
	for (i = 0; i < s->nr; i++) {
		const struct rw_point *p = &s->point[i];

		nr += p->nr;
		apart += p->apart;
		if (!p->nr)
			continue;
		CHECK(p->low <= p->mean && p->mean <= p->high);
		low = p->low < low ? p->low : low;
		high = p->high > high ? p->high : high;
	}
	CHECK_INT(nr, 5000);
	CHECK_INT(apart, 1);
	rw_track_range(&h, t, &range);
	CHECK(low == (double)range.min.v && high == (double)range.max.v);
	CHECK(rw_series_top(s) == high && rw_series_bottom(s) == low);

	t = rw_history_track(&h, RW_TRACK_BOOSTED, 0, "");
	rw_series_rate(&h, t, MINUTE, s);
	for (i = 0; i < s->nr; i++)
		CHECK(!s->point[i].nr || fabs(s->point[i].mean - 120) < 1e-6 || s->point[i].apart ||
		      s->point[i].mean < 120);
	rw_series_ratio(&h, rw_history_track(&h, RW_TRACK_DIRECT_TIME, 0, ""),
			rw_history_track(&h, RW_TRACK_DIRECT, 0, ""), s);
	for (i = 0; i < s->nr; i++)
		CHECK(!s->point[i].nr || fabs(s->point[i].mean - 2e6) < 1e-3);
	/* What is not known has no points. */
	rw_series_gauge(&h, rw_history_track(&h, RW_TRACK_RECLAIMABLE, 0, ""), s);
	CHECK(rw_series_top(s) == 0 && !rw_series_any(s));
	for (i = 0; i < s->nr; i++)
		CHECK(!s->point[i].nr);
	free(s);
	rw_history_free(&h);
	made_free(&m);
}

/* A page of any history: whole, with no number that is none, and nothing from elsewhere. */
static void page(void)
{
	static const int sizes[] = { 1, 2, 3, 70, 3000 };
	size_t i;

	for (i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		struct rw_report rep = { 0 };
		struct rw_buf html = { 0 };
		struct rw_history h;
		struct made m;
		char *p;

		history(&m, sizes[i], &h);
		strcpy(h.host, "<b>&\"");
		CHECK(!rw_html_recording(&html, &h, &rep));
		rw_buf_byte(&html, 0);
		CHECK_HAS((char *)html.p, "<h1>&lt;b&gt;&amp;&quot;</h1>");
		CHECK_HAS((char *)html.p, "</html>\n");
		CHECK(!strstr((char *)html.p, "<b>&\""));
		for (p = (char *)html.p; (p = strstr(p, "nan")); p++)
			FAIL("%.20s", p);
		CHECK(!strstr((char *)html.p, "inf,") && !strstr((char *)html.p, " inf"));
		CHECK(!strstr((char *)html.p, "http") && !strstr((char *)html.p, "src="));
		CHECK(html.len < 400000);
		rw_buf_free(&html);
		rw_history_free(&h);
		made_free(&m);
	}
}

static void compared(void)
{
	double a[RW_NR_QUANTITIES], b[RW_NR_QUANTITIES];
	struct rw_history h[2];
	struct rw_buf html = { 0 };
	struct made m[2];
	int i;

	history(&m[0], 100, &h[0]);
	history(&m[1], 200, &h[1]);
	rw_quantities(&h[0], a);
	rw_quantities(&h[1], b);
	CHECK(fabs(a[RW_Q_MINUTES] - 2099 / 60.0) < 1e-9);
	CHECK(fabs(a[RW_Q_BOOSTED] - 198 / (2099 / 60.0)) < 1e-9);
	CHECK(fabs(a[RW_Q_LATENCY] - 2) < 1e-9);
	CHECK(fabs(a[RW_Q_SLAB_MOST] - 20000 / 1024.0) < 1e-9);
	CHECK(fabs(b[RW_Q_CACHE_LEAST] - (101000 - 400) / 1024.0) < 1e-9);
	CHECK(a[RW_Q_CLAMPED_SHARE] == 0);
	/* What is not in the recording is not known. */
	CHECK(isnan(a[RW_Q_CONSUMED]) && isnan(a[RW_Q_IDLE]));
	for (i = 0; i < RW_NR_QUANTITIES; i++)
		CHECK(rw_quantity_defs[i].text);
	CHECK(fabs(rw_quantity_change(50, 75) - 50) < 1e-9);
	CHECK(isnan(rw_quantity_change(0, 5)) && isnan(rw_quantity_change(5, NAN)));
	CHECK(!rw_html_compare(&html, h));
	rw_buf_byte(&html, 0);
	CHECK_HAS((char *)html.p, "<b>A: Page cache against slab, node 0</b>");
	CHECK_HAS((char *)html.p, "<b>B: Page cache against slab, node 0</b>");
	CHECK_HAS((char *)html.p, "<tr><td>each on the average</td><td>ms</td><td>2.00</td>");
	CHECK(!strstr((char *)html.p, "nan"));
	rw_buf_free(&html);
	for (i = 0; i < 2; i++) {
		rw_history_free(&h[i]);
		made_free(&m[i]);
	}
}

const struct unit_test plot_tests[] = {
	{ "plot: steps of an axis", steps },
	{ "plot: labels of an axis", labels },
	{ "plot: many samples in few points", points },
	{ "plot: pages of all sizes", page },
	{ "plot: two recordings by the same quantities", compared },
	{ NULL, NULL },
};
