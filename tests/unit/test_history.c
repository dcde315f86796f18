// SPDX-License-Identifier: GPL-2.0
#include "history.h"
#include "recordings.h"
#include "span.h"
#include "unit.h"

static void history(const struct made *m, struct rw_history *h)
{
	struct rw_err err = { 0 };

	if (rw_history_read(m->file.p, m->file.len, "FILE", h, &err))
		FAIL("%s", err.text);
}

static const struct rw_mark *find(const struct rw_history *h, enum rw_mark_what what, int nth)
{
	size_t i;

	for (i = 0; i < h->nr_marks; i++)
		if (h->mark[i].what == what && !nth--)
			return &h->mark[i];
	return NULL;
}

static void gap_and_clamp(void)
{
	struct rw_history h;
	struct made m;
	int i;

	made_begin(&m);
	m.wall_ns = 1700000000 * MADE_STEP_NS;
	for (i = 0; i < 10; i++) {
		m.clamp = i == 4 || i == 5;
		if (i == 8)
			m.now_ns += 60 * MADE_STEP_NS;
		made_sample(&m, i == 0);
	}
	history(&m, &h);
	CHECK(h.wall);
	CHECK_INT(h.ns[0], 1700005000 * MADE_STEP_NS);
	CHECK(!h.ended);
	CHECK_INT(h.nr_marks, 3);
	CHECK(find(&h, RW_MARK_CLAMP, 0)->on);
	CHECK_INT(find(&h, RW_MARK_CLAMP, 0)->sample, 4);
	CHECK(!find(&h, RW_MARK_CLAMP, 1)->on);
	CHECK_INT(find(&h, RW_MARK_CLAMP, 1)->sample, 6);
	CHECK_INT(find(&h, RW_MARK_GAP, 0)->for_ns, 61 * MADE_STEP_NS);
	CHECK_INT(find(&h, RW_MARK_GAP, 0)->sample, 8);
	rw_history_free(&h);
	made_free(&m);
}

/* Counters that begin anew do not count backwards; the axis goes on. */
static void reload(void)
{
	const struct rw_track *t;
	struct rw_history h;
	struct made m;
	size_t from, to;
	int i;

	made_begin(&m);
	for (i = 0; i < 4; i++) {
		m.boosted += 10;
		made_sample(&m, i == 0);
	}
	made_end(&m);
	made_again(&m);
	m.since_ns = 7;
	m.now_ns = 20 * MADE_STEP_NS; /* the host has booted */
	m.boosted = 0;
	for (i = 0; i < 6; i++) {
		m.boosted += 1;
		made_sample(&m, i == 0);
	}
	history(&m, &h);
	t = rw_history_track(&h, RW_TRACK_BOOSTED, 0, "");
	CHECK_VAL(rw_track_grown(&h, t, 0, h.nr - 1), 30 + 5);
	CHECK(find(&h, RW_MARK_RELOAD, 0));
	CHECK(find(&h, RW_MARK_SEGMENT, 0));
	for (i = 1; i < (int)h.nr; i++)
		CHECK(h.ns[i] > h.ns[i - 1]);
	rw_span_longest(&h, &from, &to);
	CHECK_INT(from, 4);
	CHECK_INT(to, 9);
	rw_history_free(&h);
	made_free(&m);
}

static void ranges(void)
{
	const struct rw_track *t;
	struct rw_track_range range;
	struct rw_worst worst;
	struct rw_history h;
	struct made m;
	int i;

	made_begin(&m);
	for (i = 0; i < 100; i++) {
		m.boosted += i >= 50 && i < 60 ? 100 : 1;
		made_sample(&m, i == 0);
	}
	history(&m, &h);
	t = rw_history_track(&h, RW_TRACK_BOOSTED, 0, "");
	rw_track_worst(&h, t, 10 * MADE_STEP_NS, &worst);
	CHECK_VAL(worst.by, 1000);
	CHECK_INT(worst.from, 49);
	CHECK_INT(worst.to, 59);
	t = rw_history_track(&h, RW_TRACK_CACHE, 0, "");
	rw_track_worst(&h, t, 5 * MADE_STEP_NS, &worst);
	CHECK_VAL(worst.by, 500);
	rw_track_range(&h, t, &range);
	CHECK_VAL(range.first, 100999);
	CHECK_VAL(range.max, 100999);
	CHECK_VAL(range.min, 101000 - 1090);
	CHECK_INT(range.min_at, 99);
	CHECK_VAL(range.last, 101000 - 1090);
	/* The cap is the kernel's: 150% of the high watermark. */
	t = rw_history_track(&h, RW_TRACK_CAP, 0, "Normal");
	CHECK_INT(t->v[0], 1500);
	/* Direct reclaims of at most 4096 ns are all that was added. */
	t = rw_history_track(&h, RW_TRACK_DIRECT_WORST, 0, "");
	CHECK(t->v[0] == RW_TRACK_UNKNOWN);
	CHECK_INT(t->v[55], 4096);
	t = rw_history_track(&h, RW_TRACK_CONSUMED, 0, "Normal");
	CHECK(!rw_known(rw_track_grown(&h, t, 0, 99)));
	rw_history_free(&h);
	made_free(&m);
}

/* As if counting had begun with the first sample. */
static void span(void)
{
	struct rw_report rep;
	struct rw_history h;
	struct rw_err err;
	struct made m;
	int i;

	made_begin(&m);
	m.boosted = 1000;
	for (i = 0; i < 150; i++) {
		m.boosted += 2;
		made_sample(&m, rw_rec_full_next(&m.writer) || i == 149);
	}
	history(&m, &h);
	CHECK(!rw_span_report(m.file.p, m.file.len, "FILE", 0, 149, &rep, &err));
	CHECK_VAL(rep.snap.nodes[0].run[RWATCH_BOOSTED][RWATCH_RUN_COUNT], 298);
	CHECK_VAL(rep.snap.nodes[0].run[RWATCH_NORMAL][RWATCH_RUN_COUNT], 0);
	CHECK_VAL(rep.snap.zones[0].v[RWATCH_ZONE_RAISED], 298 * 512);
	CHECK_VAL(rep.age_ns, 149 * MADE_STEP_NS);
	CHECK_INT(rep.snap.nr_tasks, 2);
	CHECK_VAL(rep.snap.tasks[1].v[RWATCH_RECLAIMER_COUNT], 298);
	CHECK_VAL(rep.facts.boost_factor, 15000);
	CHECK_INT(rep.facts.nr_mem, 1);
	CHECK_VAL(rep.facts.mem[0].kb[RW_MEM_SLAB], 20000);
	rw_report_free(&rep);
	rw_history_free(&h);
	made_free(&m);
}

const struct unit_test history_tests[] = {
	{ "history: gaps, and changes of the clamp", gap_and_clamp },
	{ "history: the module loaded anew", reload },
	{ "history: ranges, and the worst stretch", ranges },
	{ "history: a span as a report", span },
	{ NULL, NULL },
};
