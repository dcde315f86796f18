// SPDX-License-Identifier: GPL-2.0
#include <time.h>

/* Tables of rows, histograms, events. */
#include "parsing.h"
#include "unit.h"

static const struct rw_hist *hist(const struct rw_snapshot *s, const char *of, const char *name)
{
	size_t i;

	for (i = 0; i < s->nr_hists; i++)
		if (!strcmp(s->hists[i].of, of) && !strcmp(s->hists[i].name, name))
			return &s->hists[i];
	FAIL("no histogram %s %s", of, name);
}

static void good_kinds(void)
{
	struct rw_snapshot s;

	load("story", RW_NR_FILES, &s);
	CHECK_VAL(s.nodes[0].run[RWATCH_MEMCG][RWATCH_RUN_PRIORITY], 0);
	CHECK_VAL(s.nodes[0].run[RWATCH_DIRECT][RWATCH_RUN_RECLAIMED_FILE], 832);
	CHECK_VAL(s.nodes[0].pass[RWATCH_BOOSTED][RWATCH_PASS_ENTRY], 221184);
	CHECK_VAL(s.nodes[0].pass[RWATCH_BOOSTED][RWATCH_PASS_CONSUMED], 199687);
	CHECK_VAL(s.nodes[0].v[RWATCH_NODE_WAKES_ORDER0], 9);
	CHECK_VAL(s.probes[RWATCH_PROBE_LRU].v[RW_PROBE_SINCE], 12000000000);
	CHECK_STR(s.probes[RWATCH_PROBE_DENTRIES].state, "off");
	CHECK_VAL(s.groups[RWATCH_GROUP_OBJECTS].on, 0);
	CHECK_VAL(s.groups[RWATCH_GROUP_BLAME].on, 1);
	rw_snapshot_free(&s);
}

static void good_rows(void)
{
	struct rw_snapshot s;

	load("story", RW_NR_FILES, &s);
	CHECK_INT(s.nr_shrinkers, 7);
	CHECK_STR(s.shrinkers[0].name, "ext4:vda1");
	CHECK_VAL(s.shrinkers[0].v[RWATCH_SHRINKER_ROTATED], 371600);
	CHECK_INT(s.shrinkers[0].v[RWATCH_SHRINKER_INODES_FREED].state, RW_UNKNOWN);
	CHECK_STR(s.shrinkers[3].name, "fuse.my\\x20fs:\\xc3\\xa9t\\xe9");
	CHECK_INT(s.shrinkers[6].row, 511);
	CHECK_INT(s.shrinkers[6].nid, RW_NO_NODE);
	CHECK_STR(s.shrinkers[6].name, "other");
	CHECK_INT(s.nr_tasks, 3);
	CHECK_STR(s.tasks[0].name, "fs_mark");
	CHECK_VAL(s.tasks[0].v[RWATCH_RECLAIMER_PID], 4021);
	CHECK_INT(s.nr_cgroups, 3);
	CHECK_INT(s.cgroups[0].kind, RW_BY_DIRECT);
	CHECK_VAL(s.cgroups[0].cgroup_id, 1);
	CHECK_INT(s.cgroups[1].kind, RW_BY_MEMCG);
	CHECK_VAL(s.cgroups[1].cgroup_id, 4242);
	CHECK(!rw_known(s.cgroups[2].cgroup_id));
	CHECK_INT(s.nr_compaction, 5);
	CHECK_STR(s.compaction[1].zone, "DMA32");
	CHECK_STR(s.compaction[1].caller, "direct");
	CHECK_STR(s.compaction[1].context, "nofs");
	CHECK_VAL(s.compaction[1].order, 3);
	CHECK_VAL(s.compaction[1].v[RWATCH_COMPACTION_COMPLETE], 36);
	CHECK(!rw_known(s.compaction[3].order));
	CHECK_INT(s.compaction[4].nid, RW_NO_NODE);
	rw_snapshot_free(&s);
}

static void good_histograms_and_events(void)
{
	const struct rw_hist *h;
	struct rw_snapshot s;

	load("story", RW_NR_FILES, &s);
	h = hist(&s, "node", "boosted_time_ns");
	CHECK_INT(h->kind, RWATCH_BOOSTED);
	CHECK_INT(h->nr, RWATCH_NR_LOG2);
	CHECK_INT(h->bucket[0].bound, 4096);
	CHECK_INT(h->bucket[RWATCH_NR_LOG2 - 1].bound, RW_BUCKET_INF);
	CHECK_VAL(h->bucket[22 - RWATCH_LOG2_FIRST].count, 20);
	h = hist(&s, "DMA32", "extfrag_by_order");
	CHECK_INT(h->kind, -1);
	CHECK_INT(h->nr, RWATCH_NR_LINEAR);
	CHECK_VAL(h->bucket[3].count, 49);
	h = hist(&s, "node", "compaction_direct_time_ns");
	CHECK(h->desc == &rw_hist_node_desc[RWATCH_HIST_NODE_COMPACT_DIRECT]);
	CHECK_INT(s.nr_events, 5);
	CHECK_INT(s.events[0].what, RW_EVENT_RAISE);
	CHECK_INT(s.events[0].seq, 1201);
	CHECK_VAL(s.events[0].raise[RWATCH_EVENT_RAISE_AFTER], 512);
	CHECK_INT(s.events[4].what, RW_EVENT_PASS);
	CHECK_VAL(s.events[4].pass[RWATCH_EVENT_PASS_ORDER], 3);
	CHECK(!rw_known(s.events[4].pass[RWATCH_EVENT_PASS_PRIORITY]));
	rw_snapshot_free(&s);
}

/* A group that is off or a feature that is not there: a file without a section. */
static void empty(void)
{
	static const char text[] = "schema 1\nend\n";
	struct rw_snapshot s = { 0 };
	struct rw_err err;
	int i;

	for (i = RW_FILE_GROUPS; i < RW_NR_FILES; i++)
		CHECK_INT(parse(rw_files[i].parse, text, sizeof(text) - 1, &s, &err), RW_ERR_NONE);
	CHECK_INT(s.nr_shrinkers + s.nr_tasks + s.nr_cgroups + s.nr_compaction + s.nr_hists +
			  s.nr_events,
		  0);
	rw_snapshot_free(&s);
}

/* Whole sections that only a newer module has, in files of which the rest is known. */
static void newer_sections(void)
{
	static const struct {
		rw_parse_fn *parse;
		const char *text;
	} cases[] = {
		{ rw_parse_shrinkers, "schema 1\nshrinkers_gone 7\n  calls 1\nend\n" },
		{ rw_parse_cgroups, "schema 1\npressure 0 x y z\n  some 1\nend\n" },
		{ rw_parse_groups, "schema 1\ngroup swap\n  on 7\nend\n" },
		{ rw_parse_histograms,
		  "schema 1\nhistogram 0 node boosted_colour\n  le_red 1\nend\n" },
		{ rw_parse_histograms, "schema 1\nhistogram 0 DMA time_ns\n  le_1 1\nend\n" },
		{ rw_parse_events, "schema 1\nevent 0 9 clamp\n  at_ns x\nend\n" },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct rw_snapshot s = { 0 };
		struct rw_err err;

		if (parse(cases[i].parse, cases[i].text, strlen(cases[i].text), &s, &err))
			FAIL("case %zu: %s", i, err.text);
		CHECK_INT(s.nr_shrinkers + s.nr_cgroups + s.nr_hists + s.nr_events, 0);
		rw_snapshot_free(&s);
	}
}

#define ROW(file, text, says)                                                          \
	{                                                                              \
		rw_parse_##file, TEXT("schema 1\n" text "end\n"), RW_ERR_GARBLED, says \
	}

static void garbled_rows(void)
{
	static const struct bad cases[] = {
		ROW(groups, "group slab\ngroup slab\n", "group slab appears twice"),
		ROW(groups, "group slab\n  on yes\n", "on is \"yes\""),
		ROW(groups, "group slab\n  on 1\n  on 1\n", "on appears twice"),
		ROW(shrinkers, "shrinker x 0 a\n", "\"x\" is not a number"),
		ROW(shrinkers, "shrinker 0 1024 a\n", "not a node number"),
		ROW(shrinkers, "shrinker 0 0\n", "3 words"),
		ROW(shrinkers, "shrinker 0 0 a b\n", "5 words"),
		ROW(shrinkers, "shrinker 0 0 a\\\n", "not a name"),
		ROW(shrinkers, "shrinker 0 0 a\\x0\n", "not a name"),
		ROW(shrinkers, "shrinker 0 0 a\\x00b\n", "not a name"),
		ROW(shrinkers, "shrinker 0 0 a\\xg0\n", "not a name"),
		ROW(shrinkers, "shrinker 0 0 a\nshrinker 0 0 b\n", "shrinker 0 appears twice"),
		ROW(shrinkers, "shrinker 0 0 a\n  calls -1\n", "calls is \"-1\""),
		ROW(shrinkers, "shrinker 0 0 a\n  calls 1\n  calls 1\n", "calls appears twice"),
		ROW(shrinkers, "shrinker 1 0 a\nshrinker 0 0 b\n", "shrinker 0 is out of order"),
		ROW(shrinkers, "shrinker 0 1 a\nshrinker 0 0 a\n", "shrinker 0 is out of order"),
		ROW(tasks, "task 2 a\ntask 1 b\n", "task 1 is out of order"),
		ROW(cgroups, "memcg 0 1\ndirect 0 1\n", "direct 0 is out of order"),
		ROW(compaction, "compaction 1 0 A b c 1\ncompaction 0 0 A b c 1\n", "out of order"),
		ROW(tasks, "task -1 a\n", "\"-1\" is not a number"),
		ROW(tasks, "task 0 a\ntask 0 a\n", "task 0 appears twice"),
		ROW(tasks, "task 0 a\\n\n", "not a name"),
		ROW(cgroups, "direct 0 x\n", "\"x\" is not a number"),
		ROW(cgroups, "memcg 0 9223372036854775808\n", "is not a number"),
		ROW(cgroups, "memcg 0 1\nmemcg 0 2\n", "memcg 0 appears twice"),
		ROW(compaction, "compaction 0 0 DMA direct any\n", "6 words"),
		ROW(compaction, "compaction 0 0 DMA direct any x\n", "\"x\" is not a number"),
		ROW(compaction, "compaction 0 0 sixteen_letters_ direct any 1\n", "zone's name"),
		ROW(compaction, "compaction 0 0 A b c 1\ncompaction 0 0 A b c 1\n", "twice"),
		ROW(compaction, "compaction 0 0 DMA direct any 1 2 3\n", "too many words"),
		ROW(histograms, "histogram n/a node boosted_time_ns\n", "not a node number"),
		ROW(histograms,
		    "histogram 0 node boosted_time_ns\nhistogram 0 node boosted_time_ns\n",
		    "boosted_time_ns appears twice"),
		ROW(histograms, "histogram 0 node boosted_time_ns\n  le_x 1\n",
		    "\"le_x\" is not the name of a bucket"),
		ROW(histograms, "histogram 0 node boosted_time_ns\n  le_4 1\n  le_4 1\n",
		    "does not come after"),
		ROW(histograms, "histogram 0 node boosted_time_ns\n  le_inf 1\n  le_4 1\n",
		    "does not come after"),
		ROW(histograms, "histogram 0 node boosted_time_ns\n  le_4 x\n", "le_4 is \"x\""),
		ROW(events, "event 0 1\n", "3 words"),
		ROW(events, "event 0 x pass\n", "\"x\" is not a number"),
		ROW(events, "event 0 7 pass\nevent 0 7 raise\n", "does not come after"),
		ROW(events, "event 0 7 raise\n  pid -7\n", "pid is \"-7\""),
	};

	check_bad(cases, sizeof(cases) / sizeof(*cases));
}

static void many_buckets(void)
{
	char text[4096];
	struct rw_snapshot s = { 0 };
	struct rw_err err;
	size_t len;
	int i;

	len = (size_t)sprintf(text, "schema 1\nhistogram 0 node direct_time_ns\n");
	for (i = 0; i < RW_MAX_BUCKETS; i++)
		len += (size_t)sprintf(text + len, "  le_%d %d\n", i, i);
	sprintf(text + len, "end\n");
	CHECK_INT(parse(rw_parse_histograms, text, len + 4, &s, &err), RW_ERR_NONE);
	CHECK_INT(s.hists[0].nr, RW_MAX_BUCKETS);
	rw_snapshot_free(&s);
	len += (size_t)sprintf(text + len, "  le_inf 1\nend\n");
	CHECK_INT(parse(rw_parse_histograms, text, len, &s, &err), RW_ERR_GARBLED);
	CHECK_HAS(err.text, "more than 64 buckets");
	rw_snapshot_free(&s);
}

static void many_rows(void)
{
	char *text = malloc(1 << 20);
	struct rw_snapshot s = { 0 };
	struct rw_err err;
	size_t len;
	int i;

	len = (size_t)sprintf(text, "schema 1\n");
	for (i = 0; i < RW_MAX_ROWS; i++)
		len += (size_t)sprintf(text + len, "task %d t\n", i);
	sprintf(text + len, "end\n");
	CHECK_INT(parse(rw_parse_tasks, text, len + 4, &s, &err), RW_ERR_NONE);
	CHECK_INT(s.nr_tasks, RW_MAX_ROWS);
	rw_snapshot_free(&s);
	len += (size_t)sprintf(text + len, "task %d t\nend\n", i);
	CHECK_INT(parse(rw_parse_tasks, text, len, &s, &err), RW_ERR_GARBLED);
	CHECK_HAS(err.text, "more than");
	rw_snapshot_free(&s);
	free(text);
}

/* Processor time to read a table of @nr rows, the least of three. */
static int64_t time_of(rw_parse_fn *parse, const char *head, const char *tail, int nr)
{
	size_t size = (size_t)nr * 64 + 64, len;
	char *text = malloc(size);
	int64_t least = INT64_MAX;
	int i;

	CHECK(text);
	len = (size_t)snprintf(text, size, "schema 1\n");
	for (i = 0; i < nr; i++)
		len += (size_t)snprintf(text + len, size - len, "%s %d %s\n", head, i, tail);
	len += (size_t)snprintf(text + len, size - len, "end\n");
	for (i = 0; i < 3; i++) {
		struct timespec from, to;
		struct rw_snapshot s = { 0 };
		struct rw_err err;
		int64_t ns;

		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
		CHECK(!parse("file", text, len, &s, &err));
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
		rw_snapshot_free(&s);
		ns = (to.tv_sec - from.tv_sec) * 1000000000LL + to.tv_nsec - from.tv_nsec;
		least = ns < least ? ns : least;
	}
	free(text);
	return least;
}

/* Four times the rows take four times as long, not sixteen times. */
static void time_of_rows(void)
{
	static const struct {
		rw_parse_fn *parse;
		const char *head, *tail;
	} tables[] = {
		{ rw_parse_shrinkers, "shrinker", "0 a" },
		{ rw_parse_tasks, "task", "a" },
		{ rw_parse_cgroups, "memcg", "7" },
		{ rw_parse_compaction, "compaction", "0 DMA direct any 1" },
	};
	size_t i;

	for (i = 0; i < sizeof(tables) / sizeof(*tables); i++) {
		int64_t some = time_of(tables[i].parse, tables[i].head, tables[i].tail, 4000);
		int64_t more = time_of(tables[i].parse, tables[i].head, tables[i].tail, 16000);

		if (more > 8 * some)
			FAIL("%s: %" PRId64 " ns for 4000 rows, %" PRId64 " for 16000",
			     tables[i].head, some, more);
	}
}

const struct unit_test parse_rows_tests[] = {
	{ "parse: the time of a table grows with its rows", time_of_rows },
	{ "parse: kinds of reclaim, groups", good_kinds },
	{ "parse: rows", good_rows },
	{ "parse: histograms and events", good_histograms_and_events },
	{ "parse: files without a section", empty },
	{ "parse: sections of a newer module", newer_sections },
	{ "parse: every error of a row", garbled_rows },
	{ "parse: as many buckets as there can be", many_buckets },
	{ "parse: as many rows as there can be", many_rows },
	{ NULL, NULL },
};
