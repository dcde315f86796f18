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
	rw_out_status(out, false, rep);
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
	struct rw_err err;
	char *text;
	int i;

	FILL(zone.v, val);
	FILL(node.v, val);
	FILL(node.pass, val);
	FILL(mem.kb, val);
	FILL(rep.snap.global, val);
	rep.snap.zones = &zone;
	rep.snap.nodes = &node;
	rep.facts.mem = &mem;
	rep.snap.nr_zones = rep.snap.nr_nodes = rep.facts.nr_mem = 1;
	rep.facts.boost_factor = val;
	memset(rep.snap.version, 'v', RW_WORD - 1);
	memset(rep.facts.osrelease, 'r', RW_WORD - 1);
	for (i = 0; i < RWATCH_NR_PROBES; i++) {
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
	CHECK_HAS(text, "in a pass now: n/a; shrink_slab elsewhere: n/a; steps in flight: n/a");
	for (row = strstr(text, "node 7"); row; row = strstr(row + 6, "node 7"))
		CHECK(strcspn(row + 6, "0123456789") >= strcspn(row + 6, "\n"));
	free(text);
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
			"canary    fits     f\n"
			"canary    missing  detail\n"
			"canary    differs  f: detail\n"
			"canary    fits     f\n");
	free(text);
}

static void print_colour(FILE *out, const void *rep)
{
	rw_out_status(out, true, rep);
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
	CHECK_HAS(text, "\033[1mSettings\033[0m");
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
	{ "text: BTF", btf },
	{ "text: colour", colour },
	{ NULL, NULL },
};
