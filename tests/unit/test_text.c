// SPDX-License-Identifier: GPL-2.0
#include "judge.h"
#include "out.h"
#include "text.h"
#include "unit.h"

static const char *count(int width, int64_t v)
{
	static char cell[RW_CELL];

	rw_text_count(cell, width, rw_some(v));
	CHECK((int)strlen(cell) <= width);
	return cell;
}

static void counts(void)
{
	char cell[RW_CELL];
	int width;

	CHECK_STR(count(6, 0), "0");
	CHECK_STR(count(6, 999999), "999999");
	CHECK_STR(count(6, 1000000), "1000k");
	CHECK_STR(count(6, -99999), "-99999");
	CHECK_STR(count(6, -1000000), "-1000k");
	CHECK_STR(count(4, 12345), "12k");
	for (width = 5; width < 20; width++) {
		count(width, INT64_MAX);
		count(width, INT64_MIN);
	}
	rw_text_count(cell, 6, rw_none());
	CHECK_STR(cell, "n/a");
}

static const char *ns(int64_t v)
{
	static char cell[RW_CELL];

	rw_text_ns(cell, rw_some(v));
	CHECK(strlen(cell) <= 7);
	return cell;
}

static void times(void)
{
	CHECK_STR(ns(0), "0 us");
	CHECK_STR(ns(999999), "999 us");
	CHECK_STR(ns(1000000), "1 ms");
	CHECK_STR(ns(999999999), "999 ms");
	CHECK_STR(ns(1000000000), "1.0 s");
	CHECK_STR(ns(59990000000), "59.9 s");
	CHECK_STR(ns(60000000000), "1m 0s");
	CHECK_STR(ns(3599000000000), "59m 59s");
	CHECK_STR(ns(3600000000000), "1h 0m");
	CHECK_STR(ns(90000000000000), "1d 1h");
	CHECK_STR(ns(8639999000000000), "99d 23h");
	CHECK_STR(ns(INT64_MAX), "106751d");
	CHECK_STR(ns(-1), "n/a");
}

static void sizes(void)
{
	char cell[RW_CELL];

	rw_text_pages(cell, rw_some(1024), rw_some(4096));
	CHECK_STR(cell, "4.00");
	rw_text_pages(cell, rw_some(2901), rw_some(4096));
	CHECK_STR(cell, "11.3");
	rw_text_pages(cell, rw_some(2621440), rw_some(4096));
	CHECK_STR(cell, "10240");
	rw_text_pages(cell, rw_some(1), rw_none());
	CHECK_STR(cell, "n/a");
	rw_text_pages(cell, rw_some(INT64_MAX), rw_some(INT64_MAX));
	CHECK_STR(cell, "huge");
	rw_text_kb(cell, rw_some(333824));
	CHECK_STR(cell, "326.0");
	rw_text_kb(cell, rw_none());
	CHECK_STR(cell, "n/a");
}

/* Runs @print into a string; free() it. */
static char *printed(void (*print)(FILE *out, const void *data), const void *data)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	CHECK(out);
	print(out, data);
	fclose(out);
	return text;
}

static void check_width(const char *text)
{
	while (*text) {
		size_t len = strcspn(text, "\n");

		if (len > RW_COLUMNS)
			FAIL("%zu columns: %.*s", len, (int)len, text);
		if (len && text[len - 1] == ' ')
			FAIL("a blank at the end: %.*s", (int)len, text);
		text += len + (text[len] == '\n');
	}
}

static void print_wrapped(FILE *out, const void *text)
{
	rw_text_wrap(out, NULL, "BAD   ", text);
}

static void wrap(void)
{
	char longer[200], *text;

	text = printed(print_wrapped, "short");
	CHECK_STR(text, "BAD   short\n");
	free(text);

	memset(longer, 'x', sizeof(longer));
	longer[199] = '\0';
	longer[73] = ' ';
	text = printed(print_wrapped, longer);
	check_width(text);
	CHECK_HAS(text, "x\n      x");
	free(text);

	text = printed(print_wrapped, "");
	CHECK_HAS(text, "BAD");
	free(text);
}

static void print_status(FILE *out, const void *rep)
{
	rw_out_status(out, false, false, rep);
}

static void print_all(FILE *out, const void *rep)
{
	rw_out_status(out, false, true, rep);
}

static void print_doctor(FILE *out, const void *rep)
{
	rw_out_doctor(out, false, rep);
}

static void fill(struct rw_val *vals, size_t nr, struct rw_val val)
{
	size_t i;

	for (i = 0; i < nr; i++)
		vals[i] = val;
}

#define FILL(array, val) fill((struct rw_val *)(array), sizeof(array) / sizeof(struct rw_val), val)

/* A report with the same value everywhere and the longest names there can be. */
static void check_both(struct rw_val val)
{
	struct rw_report rep = { .have_snap = true, .have_btf = true };
	struct rw_zone zone = { .nid = 1023, .name = "fifteen_letters" };
	struct rw_node node = { .nid = 1023 };
	struct rw_mem mem = { .nid = 1023 };
	struct rw_shrinker shrinker = { .nid = 1023 };
	struct rw_reclaimer task = { .kind = RW_BY_TASK }, cgroup = { .kind = RW_BY_MEMCG };
	struct rw_compaction compaction = { .nid = 1023, .zone = "fifteen_letters" };
	struct rw_hist hist = { .nid = 1023, .of = "fifteen_letters", .nr = RW_MAX_BUCKETS };
	struct rw_err err;
	char *text;
	int i;

	FILL(zone.v, val);
	FILL(node.v, val);
	FILL(node.run, val);
	FILL(node.pass, val);
	FILL(mem.kb, val);
	FILL(rep.snap.global, val);
	rep.snap.zones = &zone;
	rep.snap.nodes = &node;
	rep.facts.mem = &mem;
	rep.snap.nr_zones = rep.snap.nr_nodes = rep.facts.nr_mem = 1;
	memset(shrinker.name, 'n', RW_ROW_NAME - 1);
	shrinker.name[3] = ':';
	memset(task.name, 'n', RW_ROW_NAME - 1);
	memset(cgroup.name, '9', RW_ROW_NAME - 1);
	memset(compaction.caller, 'c', RW_WORD - 1);
	strcpy(compaction.context, "any");
	compaction.order = val;
	memset(hist.name, 'h', 45); /* the longest there is has 39 */
	hist.desc = &rw_hist_run_desc[RWATCH_HIST_RUN_TIME];
	for (i = 0; i < RW_MAX_BUCKETS; i++) {
		hist.bucket[i].bound = i == RW_MAX_BUCKETS - 1 ? RW_BUCKET_INF : (int64_t)1 << i;
		hist.bucket[i].count = val;
	}
	FILL(shrinker.v, val);
	FILL(task.v, val);
	FILL(cgroup.v, val);
	FILL(compaction.v, val);
	rep.snap.files = RW_FILES_STATUS;
	rep.snap.shrinkers = &shrinker;
	rep.snap.tasks = &task;
	rep.snap.cgroups = &cgroup;
	rep.snap.compaction = &compaction;
	rep.snap.hists = &hist;
	rep.snap.nr_shrinkers = rep.snap.nr_tasks = rep.snap.nr_cgroups = 1;
	rep.snap.nr_compaction = rep.snap.nr_hists = 1;
	FILL(rep.facts.dentries, val);
	for (i = 0; i < RWATCH_NR_GROUPS; i++)
		rep.snap.groups[i].on = val;
	rep.facts.boost_factor = val;
	memset(rep.snap.version, 'v', RW_WORD - 1);
	memset(rep.facts.osrelease, 'r', RW_WORD - 1);
	for (i = 0; i < RWATCH_NR_PROBES; i++) {
		rep.snap.probes[i].present = true;
		memset(rep.snap.probes[i].state, 's', RW_WORD - 1);
		memset(rep.snap.probes[i].symbol, 'y', RW_WORD - 1);
		FILL(rep.snap.probes[i].v, val);
	}
	rep.btf.available = true;
	for (i = 0; i < RW_NR_BTF; i++) {
		rep.btf.entry[i] = (struct rw_btf_entry){ .verdict = RW_BTF_DIFFERS,
							  .function = "steal_suitable_fallback" };
		memset(rep.btf.entry[i].detail, 'd', sizeof(rep.btf.entry[i].detail) - 1);
	}
	CHECK(!rw_report_derive(&rep, &err));
	CHECK(!rw_judge(&rep, RW_TRUST | RW_MEMORY, &err));
	text = printed(print_status, &rep);
	check_width(text);
	free(text);
	text = printed(print_all, &rep);
	check_width(text);
	free(text);
	text = printed(print_doctor, &rep);
	check_width(text);
	free(text);
	free(rep.cap);
	free(rep.findings);
}

static void eighty_columns(void)
{
	check_both(rw_some(0));
	check_both(rw_some(1));
	check_both(rw_some(999999999));
	check_both(rw_some(INT64_MAX));
	check_both(rw_some(INT64_MIN));
	check_both(rw_none());
}

/* Unknown everywhere: not a single figure may be shown. */
static void unknown_is_not_zero(void)
{
	struct rw_report rep = { .have_snap = true };
	struct rw_zone zone = { .nid = 7, .name = "Normal" };
	struct rw_node node = { .nid = 7 };
	struct rw_err err;
	char *text, *row;

	rep.snap.zones = &zone;
	rep.snap.nodes = &node;
	rep.snap.nr_zones = rep.snap.nr_nodes = 1;
	CHECK(!rw_report_derive(&rep, &err));
	text = printed(print_status, &rep);
	CHECK_HAS(text, "counting for n/a; missed n/a hits, saw n/a");
	CHECK_HAS(text, "vm.watermark_boost_factor n/a; boost clamp n/a; MGLRU n/a\n");
	CHECK_HAS(text, "dentries      all n/a, unused n/a, negative n/a\n");
	for (row = strstr(text, "node 7"); row; row = strstr(row + 6, "node 7"))
		CHECK(strcspn(row + 6, "0123456789") >= strcspn(row + 6, "\n"));
	free(text);
	free(rep.cap);
}

/* What is 0 is not worth a line, unless all is asked for. */
static void only_what_is_not_zero(void)
{
	struct rw_report rep = { .have_snap = true };
	struct rw_shrinker rows[7] = { 0 };
	struct rw_zone zone = { .nid = 0, .name = "Normal" };
	struct rw_node node = { .nid = 0 };
	struct rw_err err;
	char *text;
	int i;

	FILL(zone.v, rw_some(0));
	FILL(node.v, rw_some(0));
	FILL(node.run, rw_some(0));
	FILL(node.pass, rw_some(0));
	for (i = 0; i < 7; i++) {
		snprintf(rows[i].name, sizeof(rows[i].name), "shrinker%d", i);
		rows[i].v[RWATCH_SHRINKER_SCANNED] = rw_some(i);
	}
	rep.snap.zones = &zone;
	rep.snap.nodes = &node;
	rep.snap.shrinkers = rows;
	rep.snap.nr_zones = rep.snap.nr_nodes = 1;
	rep.snap.nr_shrinkers = 7;
	CHECK(!rw_report_derive(&rep, &err));
	text = printed(print_status, &rep);
	CHECK_HAS(text, "\nNo zone was boosted.\n");
	CHECK_HAS(text, "\nNothing was reclaimed.\n");
	CHECK_HAS(text, "n0 shrinker6");
	CHECK_HAS(text, "n0 shrinker2");
	CHECK(!strstr(text, "shrinker1"));
	CHECK_HAS(text, "\n... and 1 more, with --all\n");
	free(text);
	rows[6].v[RWATCH_SHRINKER_SCANNED] = rw_none();
	text = printed(print_all, &rep);
	CHECK_HAS(text, "node 0 Normal");
	CHECK_HAS(text, "node 0 memcg");
	CHECK_HAS(text, "n0 shrinker0");
	CHECK_HAS(text, "n0 shrinker6");
	CHECK(!strstr(text, "more"));
	free(text);
	free(rep.cap);
}

static void check_clamp(const struct rw_report *rep, const char *want)
{
	char *text = printed(print_status, rep), *nl;

	for (nl = strstr(text, "Settings"); nl && *nl; nl++)
		if (!strncmp(nl, "\n              ", 15))
			memmove(nl + 1, nl + 15, strlen(nl + 15) + 1), *nl = ' ';
	CHECK_HAS(text, want);
	free(text);
}

static void clamp(void)
{
	struct rw_report rep = { .have_snap = true };
	struct rw_val *g = rep.snap.global;
	struct rw_err err;

	CHECK(!rw_report_derive(&rep, &err));
	check_clamp(&rep, "; boost clamp n/a;");
	g[RWATCH_GLOBAL_CLAMP] = rw_some(0);
	g[RWATCH_GLOBAL_CLAMP_PCT] = rw_some(50);
	check_clamp(&rep, "; boost clamp off;");
	g[RWATCH_GLOBAL_CLAMP] = rw_some(1);
	check_clamp(&rep, "; boost clamp on (boost up to 50%);");
	strcpy(rep.snap.clamp_scope, "all");
	g[RWATCH_GLOBAL_CLAMP_PCT] = rw_some(0);
	check_clamp(&rep, "; boost clamp on (no boost);");
	strcpy(rep.snap.clamp_scope, "lower");
	g[RWATCH_GLOBAL_CLAMP_LEFT] = rw_some(61000000000);
	check_clamp(&rep, "; boost clamp on (no boost, lower zones only, for another 1m 1s);");
	strcpy(rep.snap.clamp_scope, "named");
	check_clamp(&rep, "; boost clamp on (no boost, named zones only, for another 1m 1s);");
	g[RWATCH_GLOBAL_CLAMP] = rw_some(0);
	g[RWATCH_GLOBAL_CLAMP_AUTO] = rw_some(1);
	strcpy(rep.snap.clamp_scope, "all");
	check_clamp(&rep, "; boost clamp auto (no boost where it harms, for another 1m 1s);");
	free(rep.cap);
}

static void btf(void)
{
	struct rw_report rep = { .have_btf = true, .btf.available = true };
	char *text;
	int i;

	for (i = 0; i < RW_NR_BTF; i++)
		rep.btf.entry[i] = (struct rw_btf_entry){ .function = "f", .detail = "detail" };
	rep.btf.entry[1].verdict = RW_BTF_MISSING;
	rep.btf.entry[2].verdict = RW_BTF_DIFFERS;
	text = printed(print_doctor, &rep);
	CHECK_HAS(text, "BTF\n"
			"canary         fits     f\n"
			"canary         missing  detail\n"
			"canary         differs  f: detail\n"
			"canary         fits     f\n");
	free(text);
}

static void print_colour(FILE *out, const void *rep)
{
	rw_out_status(out, true, false, rep);
}

static void colour(void)
{
	struct rw_report rep = { .have_snap = true };
	struct rw_err err;
	char *text;

	CHECK(!rw_report_derive(&rep, &err));
	text = printed(print_status, &rep);
	CHECK(!strchr(text, '\033'));
	free(text);
	text = printed(print_colour, &rep);
	CHECK_HAS(text, "\033[1mSettings      \033[0m");
	free(text);
	free(rep.cap);
}

const struct unit_test text_tests[] = {
	{ "text: counts that fit their column", counts },
	{ "text: times", times },
	{ "text: sizes", sizes },
	{ "text: wrapped lines", wrap },
	{ "text: 80 columns whatever the figures", eighty_columns },
	{ "text: unknown is never a figure", unknown_is_not_zero },
	{ "text: only what is not 0", only_what_is_not_zero },
	{ "text: the clamp's settings", clamp },
	{ "text: BTF", btf },
	{ "text: colour", colour },
	{ NULL, NULL },
};
