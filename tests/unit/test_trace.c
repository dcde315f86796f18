// SPDX-License-Identifier: GPL-2.0
/* Trace events: their formats, what is asked for, records, lines. */
#include "facts.h"
#include "lex.h"
#include "options.h"
#include "out_trace.h"
#include "text.h"
#include "trace_format.h"
#include "tracing.h"
#include "unit.h"

static struct rw_trace_format format;
static struct rw_err err;

static enum rw_error parse(enum rw_trace_event_id event, const char *text)
{
	err = (struct rw_err){ 0 };
	if (!rw_trace_format_parse("FILE", text, strlen(text), event, &format, &err))
		CHECK(err.kind == RW_ERR_NONE);
	return err.kind;
}

#define TRIMMED_HEAD                                                           \
	"name: boost_trimmed\nID: 1593\nformat:\n"                             \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
#define NID    "\tfield:int nid;\toffset:8;\tsize:4;\tsigned:1;\n"
#define ZID    "\tfield:int zid;\toffset:12;\tsize:4;\tsigned:1;\n"
#define PAGES  "\tfield:s64 trimmed_pages;\toffset:16;\tsize:8;\tsigned:1;\n"
#define PRINTK "\nprint fmt: \"nid=%d\", REC->nid\n"

static void formats(void)
{
	CHECK_INT(parse(RW_TRACE_EVENT_TRIMMED, TRIMMED_HEAD NID ZID PAGES PRINTK), RW_ERR_NONE);
	CHECK_INT(format.id, 1593);
	CHECK_INT(format.field[RW_TRACE_F_ZID].offset, 12);
	CHECK_INT(format.field[RW_TRACE_F_ZID].size, 4);
	CHECK(format.field[RW_TRACE_F_ZID].is_signed);
	CHECK_INT(format.field[RW_TRACE_F_TRIMMED].offset, 16);
	CHECK_INT(format.field[RW_TRACE_F_TRIMMED].size, 8);
	CHECK_INT(format.field[RW_TRACE_F_BEFORE].size, 0);
	/* A field moves, another comes: nothing to us. */
	CHECK_INT(parse(RW_TRACE_EVENT_TRIMMED, TRIMMED_HEAD PAGES
			"\tfield:char more[3];\toffset:24;\tsize:3;\tsigned:0;\n" NID ZID),
		  RW_ERR_NONE);
}

static void bad_formats(void)
{
	static const struct {
		const char *text;
		enum rw_error kind;
		const char *says;
	} cases[] = {
		{ "", RW_ERR_SCHEMA, "FILE has no nid that this tool knows" },
		{ TRIMMED_HEAD NID ZID, RW_ERR_SCHEMA, "has no trimmed_pages that" },
		{ "name: x\nformat:\n" NID ZID PAGES, RW_ERR_SCHEMA, "has no ID that" },
		{ "ID: 12x\n" NID, RW_ERR_GARBLED, "\"ID: 12x\" is not a field" },
		{ TRIMMED_HEAD "\tfield:int nid;\toffset:8;\tsize:4;\n", RW_ERR_GARBLED, "nid" },
		{ TRIMMED_HEAD "\tfield:;\toffset:8;\tsize:4;\tsigned:1;\n", RW_ERR_GARBLED,
		  "field" },
		{ TRIMMED_HEAD "\tfield:[3];\toffset:8;\tsize:4;\tsigned:1;\n", RW_ERR_GARBLED,
		  "" },
		{ TRIMMED_HEAD "\tfield:int nid;\toffset:-8;\tsize:4;\tsigned:1;\n", RW_ERR_GARBLED,
		  "nid" },
		/* What a load cannot fetch: of no size of a register, not aligned, in the common
		 * fields, beyond what an event can be. */
		{ TRIMMED_HEAD "\tfield:int nid;\toffset:8;\tsize:3;\tsigned:1;\n" ZID PAGES,
		  RW_ERR_SCHEMA, "has no nid" },
		{ TRIMMED_HEAD "\tfield:int nid;\toffset:9;\tsize:4;\tsigned:1;\n" ZID PAGES,
		  RW_ERR_SCHEMA, "has no nid" },
		{ TRIMMED_HEAD "\tfield:int nid;\toffset:4;\tsize:4;\tsigned:1;\n" ZID PAGES,
		  RW_ERR_SCHEMA, "has no nid" },
		{ TRIMMED_HEAD "\tfield:int nid;\toffset:2048;\tsize:4;\tsigned:1;\n" ZID PAGES,
		  RW_ERR_SCHEMA, "has no nid" },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		if (parse(RW_TRACE_EVENT_TRIMMED, cases[i].text) != cases[i].kind)
			FAIL("case %zu: kind %d, %s", i, err.kind, err.text);
		CHECK_HAS(err.text, cases[i].says);
	}
}

/* The files of a real kernel, with the module of this version. */
static void real_formats(void)
{
	int event;

	for (event = 0; event < RW_NR_TRACE_EVENTS; event++) {
		char name[128], *text;
		size_t len;

		snprintf(name, sizeof(name), "story/" TRACING "%s/format",
			 rw_trace_event[event].name);
		text = unit_data(name, &len);
		if (rw_trace_format_parse(name, text, len, event, &format, &err))
			FAIL("%s", err.text);
		CHECK(format.id > 0);
		free(text);
	}
}

static unsigned int kinds(const char *list)
{
	unsigned int bits = 0;

	err = (struct rw_err){ 0 };
	rw_trace_parse_kinds(list, &bits, &err);
	return bits;
}

static void wishes(void)
{
	struct rw_trace_filter filter = { .nid = RW_UNSET, .zid = RW_UNSET };
	const unsigned int all = (1u << RW_NR_TRACE_KINDS) - 1;

	CHECK_INT(kinds(NULL), all);
	CHECK_INT(kinds("raise"), 1u << RW_TRACE_RAISE);
	CHECK_INT(kinds("boosted,raise,boosted"), 1u << RW_TRACE_RAISE | 1u << RW_TRACE_BOOSTED);
	CHECK(!rw_trace_parse_kinds("memcg", &filter.kinds, &err));
	kinds("raise,");
	CHECK_HAS(err.text, "there is no kind of event \"\"");
	kinds("raise,raised");
	CHECK_HAS(err.text, "there is no kind of event \"raised\"");
	kinds("");
	CHECK_HAS(err.text, "there is no kind of event \"\"");

	filter.kinds = all;
	CHECK(!rw_trace_filter_kinds(&filter, &err));
	CHECK_INT(filter.kinds, all);
	filter.zid = 1;
	CHECK(!rw_trace_filter_kinds(&filter, &err));
	CHECK_INT(filter.kinds, kinds("raise,trim,reset,compaction"));
	filter.min_ns = 1;
	CHECK(!rw_trace_filter_kinds(&filter, &err));
	CHECK_INT(filter.kinds, kinds("compaction"));
	filter.kinds = kinds("raise");
	CHECK(rw_trace_filter_kinds(&filter, &err));
	CHECK_HAS(err.text, "has a zone and a duration");
	filter = (struct rw_trace_filter){ .nid = 0, .zid = RW_UNSET, .hist = true, .kinds = all };
	CHECK(!rw_trace_filter_kinds(&filter, &err));
	CHECK_INT(filter.kinds, kinds("normal,boosted,shrinker,direct,memcg,compaction"));
	filter.kinds = kinds("trim,reset");
	CHECK(rw_trace_filter_kinds(&filter, &err));
	CHECK_HAS(err.text, "has a duration");
}

static void sizes(void)
{
	static const char *const bad[] = { "",
					   "k",
					   "1x",
					   "1 k",
					   "-1",
					   "1.5k",
					   "01",
					   "1kB",
					   "1T",
					   "9223372036854775807G",
					   "111111111111111111111111111111" };
	int64_t v;
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		if (rw_lex_size(bad[i], &v))
			FAIL("\"%s\" is taken", bad[i]);
	CHECK(rw_lex_size("4096", &v) && v == 4096);
	CHECK(rw_lex_size("64k", &v) && v == 65536);
	CHECK(rw_lex_size("3M", &v) && v == 3 << 20);
	CHECK(rw_lex_size("1G", &v) && v == 1 << 30);
}

static void records(void)
{
	struct test_record record = { .head = { .event = RW_TRACE_EVENT_PASS, .boot_ns = 77 } };
	struct rw_trace_seen seen;
	size_t size = rw_trace_record_size(RW_TRACE_EVENT_PASS), i;

	CHECK_INT(size, sizeof(record.head) + 12 * 8);
	for (i = 0; i < 12; i++)
		record.v[i] = (int64_t)(100 + i);
	record.v[3] = -1; /* priority */
	CHECK(!rw_trace_decode(&record, size, &seen));
	CHECK_INT(seen.kind, RW_TRACE_BOOSTED);
	CHECK_INT(seen.boot_ns, 77);
	CHECK_VAL(seen.v[RW_TRACE_F_NID], 100);
	CHECK(!rw_known(seen.v[RW_TRACE_F_PRIORITY]));
	CHECK_VAL(seen.v[RW_TRACE_F_SLAB_FREED], 111);
	CHECK_INT(seen.v[RW_TRACE_F_ZID].state, RW_ABSENT);
	record.v[1] = 0;
	CHECK(!rw_trace_decode(&record, size, &seen));
	CHECK_INT(seen.kind, RW_TRACE_NORMAL);

	CHECK(rw_trace_decode(&record, size - 1, &seen));
	CHECK(rw_trace_decode(&record, 0, &seen));
	record.head.event = RW_NR_TRACE_EVENTS;
	CHECK(rw_trace_decode(&record, sizeof(record), &seen));
}

/* Names fill their arrays, and are not printable. */
static void record_names(void)
{
	struct test_record record = { .head = { .event = RW_TRACE_EVENT_SHRINKER } };
	struct rw_trace_seen seen;
	size_t size = rw_trace_record_size(RW_TRACE_EVENT_SHRINKER);

	memset(record.head.comm, '\n', sizeof(record.head.comm));
	memset(&record.v[8], 'x', RW_TRACE_NAME);
	CHECK(!rw_trace_decode(&record, size, &seen));
	CHECK_INT(strlen(seen.comm), 4 * RW_TRACE_COMM);
	CHECK(!strncmp(seen.comm, "\\x0a", 4));
	CHECK_INT(strlen(seen.name), RW_TRACE_NAME);
	record.v[7] = -1; /* the pid, of an interrupt: then it is nobody's */
	CHECK(!rw_trace_decode(&record, size, &seen));
	CHECK_STR(seen.comm, "");
}

static char *line(const struct rw_trace_line *what)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	rw_out_trace(out, what);
	fclose(out);
	CHECK(len > 1 && text[len - 1] == '\n' && strcspn(text, "\n") == len - 1);
	if (len - 1 > RW_COLUMNS || text[len - 2] == ' ')
		FAIL("%zu columns: %s", len - 1, text);
	return text;
}

static void lines(void)
{
	static const int64_t extremes[] = { 0, 3, 1000000, 999999999, INT64_MAX };
	struct rw_trace_seen seen = { .boot_ns = 1 };
	struct rw_trace_line what = { .seen = &seen, .wall_ns = rw_some(1) };
	size_t i;
	int f, kind;

	for (i = 0; i <= sizeof(extremes) / sizeof(*extremes); i++) {
		bool known = i < sizeof(extremes) / sizeof(*extremes);

		for (f = 0; f < RW_NR_TRACE_FIELDS; f++)
			seen.v[f] = known ? rw_some(extremes[i]) : rw_none();
		for (kind = 0; kind < RW_NR_TRACE_KINDS; kind++) {
			seen.kind = kind;
			*seen.comm = '\0';
			what.zone = what.cgroup = what.shrinker = NULL;
			free(line(&what));
			strcpy(seen.comm, "a\\x20name\\x20of\\x2015");
			what.zone = "Movable";
			what.cgroup = "/a/very/long/path/of/a/cgroup/that/goes/on/and/on";
			what.shrinker = "a_shrinker_with_a_name_too_long_for_a_line[module]";
			free(line(&what));
		}
	}
}

static void line_texts(void)
{
	struct rw_trace_seen seen = { .kind = RW_TRACE_RAISE, .comm = "fs_mark" };
	struct rw_trace_line what = { .seen = &seen, .zone = "DMA32" };
	char *text;

	setenv("TZ", "UTC", 1);
	what.wall_ns = rw_some(3723004000000);
	seen.v[RW_TRACE_F_NID] = rw_some(1);
	seen.v[RW_TRACE_F_BEFORE] = rw_some(512);
	seen.v[RW_TRACE_F_AFTER] = rw_some(1024);
	seen.v[RW_TRACE_F_ORDER] = rw_none();
	seen.v[RW_TRACE_F_MIGRATETYPE] = rw_some(1);
	text = line(&what);
	CHECK_STR(text,
		  "01:02:03.004 n1   raise      DMA32 +512 to 1024 order n/a movable fs_mark\n");
	free(text);
	seen.kind = RW_TRACE_COMPACTION;
	seen.v[RW_TRACE_F_TIME] = rw_some(23000000);
	seen.v[RW_TRACE_F_ORDER] = rw_some(9);
	seen.v[RW_TRACE_F_CALLER] = rw_some(0);
	seen.v[RW_TRACE_F_CONTEXT] = rw_some(1);
	seen.v[RW_TRACE_F_OUTCOME] = rw_some(3);
	text = line(&what);
	CHECK_STR(text, "01:02:03.004 n1   compaction   23 ms DMA32 order 9 stopped direct nofs "
			"fs_mark\n");
	free(text);
	seen.kind = RW_TRACE_SHRINKER;
	seen.v[RW_TRACE_F_FREED] = rw_some(120);
	seen.v[RW_TRACE_F_SCANNED] = rw_some(128);
	what.shrinker = "ext4:vda";
	text = line(&what);
	CHECK_STR(text, "01:02:03.004 n1   shrinker     23 ms freed 120/128 ext4:vda\n");
	free(text);
}

static const char *string(const json_t *json, const char *key)
{
	const char *text = json_string_value(json_object_get(json, key));

	return text ? text : "(none)";
}

static void json(void)
{
	struct rw_trace_seen seen = { .kind = RW_TRACE_COMPACTION, .boot_ns = 5 };
	struct rw_trace_line what = { .seen = &seen, .wall_ns = rw_some(3723004000000) };
	json_t *object;
	int f;

	for (f = 0; f < RW_NR_TRACE_FIELDS; f++)
		seen.v[f] = rw_some(f);
	seen.v[RW_TRACE_F_CALLER] = rw_some(1);
	seen.v[RW_TRACE_F_CONTEXT] = rw_some(99);
	seen.v[RW_TRACE_F_OUTCOME] = rw_some(0);
	object = rw_json_trace(&what);
	CHECK_STR(string(object, "event"), "compaction");
	CHECK_STR(string(object, "time"), "1970-01-01T01:02:03.004000Z");
	CHECK_INT(json_integer_value(json_object_get(object, "at_ns")), 5);
	CHECK_STR(string(object, "caller"), "kcompactd");
	CHECK(json_is_null(json_object_get(object, "context")));
	CHECK_STR(string(object, "outcome"), "success");
	CHECK(json_is_null(json_object_get(object, "zone")));
	CHECK(json_is_null(json_object_get(object, "task")));
	CHECK(!json_object_get(object, "cgroup") && !json_object_get(object, "shrinker"));
	json_decref(object);
	seen.kind = RW_TRACE_SHRINKER;
	what.shrinker = "ext4:a\\x20b";
	strcpy(seen.comm, "fs_mark");
	object = rw_json_trace(&what);
	CHECK_STR(string(object, "shrinker"), "ext4:a b");
	CHECK_STR(string(object, "task"), "fs_mark");
	CHECK(!json_object_get(object, "scan_objects") && !json_object_get(object, "zone"));
	CHECK_INT(json_integer_value(json_object_get(object, "freed_objects")), RW_TRACE_F_FREED);
	json_decref(object);
}

/* Counts since the last time; a bar for all that is not 0. */
static void histograms(void)
{
	struct rw_trace_counts before = { 0 }, now = { 0 };
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);
	json_t *object;

	before.hist[RW_TRACE_DIRECT][10].nr = 5;
	now.hist[RW_TRACE_DIRECT][10].nr = 5;
	now.hist[RW_TRACE_DIRECT][12].nr = 1000;
	now.hist[RW_TRACE_DIRECT][12].ns = 4000000;
	now.hist[RW_TRACE_DIRECT][14].nr = 1;
	now.hist[RW_TRACE_DIRECT][14].ns = 16000;
	rw_out_trace_hists(out, false, kinds(NULL), &before, &now);
	rw_out_trace_hists(out, false, kinds(NULL), &now, &now);
	fclose(out);
	CHECK_STR(text,
		  "\ndirect: 1001, 4 ms in all\n"
		  "  up to    4 us     1000 |################################################\n"
		  "  up to    8 us        0 |\n"
		  "  up to   16 us        1 |#\n"
		  "\nNothing happened.\n");
	free(text);
	object = rw_json_trace_hist(RW_TRACE_DIRECT, &before, &now, rw_some(1));
	CHECK_INT(json_integer_value(json_object_get(object, "count")), 1001);
	CHECK_INT(json_integer_value(json_object_get(object, "time_ns")), 4016000);
	CHECK_INT(json_array_size(json_object_get(object, "buckets")), 2);
	CHECK_INT(json_integer_value(json_object_get(
			  json_array_get(json_object_get(object, "buckets"), 1), "le_ns")),
		  16384);
	json_decref(object);
}

static void ends(void)
{
	struct rw_trace_counts counts = { 0 };
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	rw_out_trace_end(out, &counts, 1);
	counts.dropped[RW_TRACE_RAISE] = 2;
	counts.dropped[RW_TRACE_DIRECT] = 40;
	rw_out_trace_end(out, &counts, 12);
	fclose(out);
	CHECK_STR(text, "-- 1 event shown, 0 dropped\n"
			"-- 12 events shown, 42 dropped (raise 2, direct 40)\n"
			"-- to drop fewer: a filter, or a larger --buffer-size\n");
	free(text);
}

const struct unit_test trace_tests[] = {
	{ "trace: where the fields are", formats },
	{ "trace: formats that do not fit", bad_formats },
	{ "trace: formats of a kernel", real_formats },
	{ "trace: what can be asked for", wishes },
	{ "trace: sizes of buffers", sizes },
	{ "trace: records", records },
	{ "trace: names in records", record_names },
	{ "trace: 80 columns whatever the figures", lines },
	{ "trace: lines", line_texts },
	{ "trace: JSON", json },
	{ "trace: histograms", histograms },
	{ "trace: the end", ends },
	{ NULL, NULL },
};
