// SPDX-License-Identifier: GPL-2.0
#include "parsing.h"
#include "unit.h"

static void good(void)
{
	struct rw_snapshot s;

	load("story", RW_NR_FILES, &s);
	CHECK_STR(s.version, "0.1.0");
	CHECK_STR(s.clamp_scope, "all");
	CHECK_STR(s.clamp_by, "");
	CHECK_VAL(s.global[RWATCH_GLOBAL_SINCE], 12000000000);
	CHECK_VAL(s.global[RWATCH_GLOBAL_PASSES_SEEN], 197);
	CHECK_INT(s.nr_zones, 2);
	CHECK_STR(s.zones[0].name, "DMA");
	CHECK_STR(s.zones[1].name, "DMA32");
	CHECK_INT(s.zones[1].nid, 0);
	CHECK_VAL(s.zones[1].v[RWATCH_ZONE_BOOST], 1024);
	CHECK_VAL(s.zones[1].v[RWATCH_ZONE_EXTFRAG], 719);
	CHECK_INT(s.zones[0].v[RWATCH_ZONE_LAST_RAISE].state, RW_UNKNOWN);
	CHECK_INT(s.nr_nodes, 1);
	CHECK_VAL(s.nodes[0].v[RWATCH_NODE_RUNNING], 1);
	CHECK_VAL(s.nodes[0].run[RWATCH_BOOSTED][RWATCH_RUN_COUNT], 191);
	CHECK_VAL(s.nodes[0].run[RWATCH_NORMAL][RWATCH_RUN_COUNT], 6);
	CHECK_VAL(s.nodes[0].run[RWATCH_NORMAL][RWATCH_RUN_SLAB_CALLS], 41);
	CHECK_STR(s.probes[RWATCH_PROBE_BOOST].symbol, "steal_suitable_fallback");
	CHECK_STR(s.probes[RWATCH_PROBE_BOOST].state, "attached");
	CHECK_VAL(s.probes[RWATCH_PROBE_EXTFRAG].v[RW_PROBE_HITS], 719);
	CHECK_INT(s.probes[RWATCH_PROBE_EXTFRAG].v[RW_PROBE_REENTRY].state, RW_UNKNOWN);
	rw_snapshot_free(&s);
}

/* What a newer module adds is ignored; what it leaves out is absent, not 0. */
static void newer_module(void)
{
	struct rw_snapshot s;

	load("broken", RW_FILE_GROUPS, &s);
	CHECK_INT(s.nr_zones, 2);
	CHECK_VAL(s.zones[0].v[RWATCH_ZONE_UNACCOUNTED], -512);
	CHECK_VAL(s.probes[RWATCH_PROBE_RESET].v[RW_PROBE_ERROR], -2);
	CHECK_STR(s.probes[RWATCH_PROBE_RESET].symbol, "");
	CHECK(!s.probes[RWATCH_PROBE_EXTFRAG].present);
	CHECK_INT(s.probes[RWATCH_PROBE_EXTFRAG].v[RW_PROBE_HITS].state, RW_ABSENT);
	rw_snapshot_free(&s);
}

static void truncated(void)
{
	size_t len, cut;
	int i;

	for (i = 0; i < RW_NR_FILES; i++) {
		char name[256], *text;

		snprintf(name, sizeof(name), "story/" DEBUGFS "%s", rw_files[i].name);
		text = unit_data(name, &len);
		for (cut = 0; cut < len; cut++) {
			struct rw_snapshot s = { 0 };
			struct rw_err err;

			if (parse(rw_files[i].parse, text, cut, &s, &err) != RW_ERR_TRUNCATED)
				FAIL("%s cut at %zu: %d %s", name, cut, err.kind, err.text);
			CHECK_HAS(err.text, "FILE is truncated");
			rw_snapshot_free(&s);
		}
		free(text);
	}
}

#define ZONE "schema 1\nzone 0 DMA\n"

static void garbled(void)
{
	static const struct bad cases[] = {
		{ rw_parse_about, TEXT("end\n"), RW_ERR_GARBLED, "begin with \"schema\"" },
		{ rw_parse_about, TEXT("schema x\nend\n"), RW_ERR_GARBLED, "begin with" },
		{ rw_parse_about, TEXT("  schema 1\nend\n"), RW_ERR_GARBLED, "begin with" },
		{ rw_parse_about, TEXT("schema 1 1\nend\n"), RW_ERR_GARBLED, "begin with" },
		{ rw_parse_about, TEXT("schema 2\nend\n"), RW_ERR_SCHEMA,
		  "written in schema 2 and this tool knows schema 1" },
		{ rw_parse_about, TEXT("schema 0\nend\n"), RW_ERR_SCHEMA, "schema 0" },
		{ rw_parse_about, TEXT("schema 1\nnow_ns 12x\nend\n"), RW_ERR_GARBLED,
		  "line 2: now_ns is \"12x\"" },
		{ rw_parse_about, TEXT("schema 1\nnow_ns -1\nend\n"), RW_ERR_GARBLED, "\"-1\"" },
		{ rw_parse_about, TEXT("schema 1\nnow_ns +1\nend\n"), RW_ERR_GARBLED, "\"+1\"" },
		{ rw_parse_about, TEXT("schema 1\nnow_ns 01\nend\n"), RW_ERR_GARBLED, "\"01\"" },
		{ rw_parse_about, TEXT("schema 1\nnow_ns 9223372036854775808\nend\n"),
		  RW_ERR_GARBLED, "\"9223372036854775808\"" },
		{ rw_parse_about, TEXT("schema 1\nnow_ns 18446744073709551617\nend\n"),
		  RW_ERR_GARBLED, "\"18446744073709551617\"" },
		{ rw_parse_about, TEXT("schema 1\nnow_ns\nend\n"), RW_ERR_GARBLED, "one value" },
		{ rw_parse_about, TEXT("schema 1\nnow_ns 1 2\nend\n"), RW_ERR_GARBLED,
		  "one value" },
		{ rw_parse_about, TEXT("schema 1\nnew_name\nend\n"), RW_ERR_GARBLED, "one value" },
		{ rw_parse_about, TEXT("schema 1\n  now_ns 1\nend\n"), RW_ERR_GARBLED, "neither" },
		{ rw_parse_about, TEXT("schema 1\nnow_ns 1\nnow_ns 1\nend\n"), RW_ERR_GARBLED,
		  "now_ns appears twice" },
		{ rw_parse_about, TEXT("schema 1\nnow_ns n/a\nnow_ns 1\nend\n"), RW_ERR_GARBLED,
		  "now_ns appears twice" },
		{ rw_parse_about, TEXT("schema 1\nversion 1\nversion 1\nend\n"), RW_ERR_GARBLED,
		  "version appears twice" },
		{ rw_parse_about, TEXT("schema 1\nnow_ns  1\nend\n"), RW_ERR_GARBLED,
		  "stray space" },
		{ rw_parse_about, TEXT("schema 1\nnow_ns 1 \nend\n"), RW_ERR_GARBLED,
		  "stray space" },
		{ rw_parse_about, TEXT("schema 1\n\nend\n"), RW_ERR_GARBLED, "empty line" },
		{ rw_parse_about, TEXT("schema 1\na b c d e f g h i\nend\n"), RW_ERR_GARBLED,
		  "too many" },
		{ rw_parse_about, TEXT("schema 1\nNow 1\nend\n"), RW_ERR_GARBLED, "not a name" },
		{ rw_parse_about, TEXT("schema 1\r\nend\r\n"), RW_ERR_GARBLED, "byte 0x0d" },
		{ rw_parse_about, TEXT("schema 1\nnow_ns\t1\nend\n"), RW_ERR_GARBLED, "byte 0x09" },
		{ rw_parse_about, TEXT("schema 1\nnow_ns \0\nend\n"), RW_ERR_GARBLED, "byte 0x00" },
		{ rw_parse_about, TEXT("schema 1\nversion \033[2J\nend\n"), RW_ERR_GARBLED,
		  "byte 0x1b" },
		{ rw_parse_about, TEXT("schema 1\nversion \xff\nend\n"), RW_ERR_GARBLED,
		  "byte 0xff" },
		{ rw_parse_about, TEXT("schema 1\nboost_clamp_by a\\x1\nend\n"), RW_ERR_GARBLED,
		  "not a name" },
		{ rw_parse_about, TEXT("schema 1\nend\nend\n"), RW_ERR_GARBLED, "text after" },
		{ rw_parse_about, TEXT("schema 1\nend\n\0"), RW_ERR_GARBLED, "text after" },
		{ rw_parse_zones, TEXT("schema 1\nend\n"), RW_ERR_GARBLED, "no zone" },
		{ rw_parse_zones, TEXT("schema 1\n  boost_pages 1\nend\n"), RW_ERR_GARBLED,
		  "outside a section" },
		{ rw_parse_zones, TEXT("schema 1\nzone 1024 DMA\nend\n"), RW_ERR_GARBLED,
		  "\"1024\" is not a node" },
		{ rw_parse_zones, TEXT("schema 1\nzone -1 DMA\nend\n"), RW_ERR_GARBLED,
		  "not a node" },
		{ rw_parse_zones, TEXT("schema 1\nzone 99999999999999999999 DMA\nend\n"),
		  RW_ERR_GARBLED, "not a node" },
		{ rw_parse_zones, TEXT("schema 1\nzone 0\nend\n"), RW_ERR_GARBLED, "2 words" },
		{ rw_parse_zones, TEXT("schema 1\nzone\nend\n"), RW_ERR_GARBLED, "neither" },
		{ rw_parse_zones, TEXT("schema 1\nzone 0 sixteen_letters_\nend\n"), RW_ERR_GARBLED,
		  "zone's name" },
		{ rw_parse_zones, TEXT(ZONE "zone 0 DMA\nend\n"), RW_ERR_GARBLED, "twice" },
		{ rw_parse_zones, TEXT(ZONE "  boost_pages 1\n  boost_pages 1\nend\n"),
		  RW_ERR_GARBLED, "boost_pages appears twice" },
		{ rw_parse_zones, TEXT(ZONE "  boost_pages -1\nend\n"), RW_ERR_GARBLED, "\"-1\"" },
		{ rw_parse_zones, TEXT(ZONE "  unaccounted_pages -0\nend\n"), RW_ERR_GARBLED,
		  "\"-0\"" },
		{ rw_parse_zones, TEXT(ZONE "  unaccounted_pages -9223372036854775809\nend\n"),
		  RW_ERR_GARBLED, "-9223372036854775809" },
		{ rw_parse_zones, TEXT(ZONE "   boost_pages 1\nend\n"), RW_ERR_GARBLED, "stray" },
		{ rw_parse_zones, TEXT(ZONE " boost_pages 1\nend\n"), RW_ERR_GARBLED, "stray" },
		{ rw_parse_zones, TEXT(ZONE "  end\n"), RW_ERR_GARBLED, "one value" },
		{ rw_parse_nodes, TEXT("schema 1\nnode 0\nnode 0\nend\n"), RW_ERR_GARBLED,
		  "twice" },
		{ rw_parse_nodes, TEXT("schema 1\nnode 0 x\nend\n"), RW_ERR_GARBLED, "3 words" },
		{ rw_parse_nodes, TEXT("schema 1\nnode 0\n  boosted_passes x\nend\n"),
		  RW_ERR_GARBLED, "\"x\"" },
		{ rw_parse_nodes, TEXT("schema 1\nend\n"), RW_ERR_GARBLED, "no node" },
		{ rw_parse_probes, TEXT("schema 1\nprobe boost\nprobe boost\nend\n"),
		  RW_ERR_GARBLED, "twice" },
		{ rw_parse_probes, TEXT("schema 1\nprobe boost\n  symbol n/a\n  symbol x\nend\n"),
		  RW_ERR_GARBLED, "symbol appears twice" },
		{ rw_parse_probes, TEXT("schema 1\nprobe boost\n  state a\n  state b\nend\n"),
		  RW_ERR_GARBLED, "state appears twice" },
		{ rw_parse_probes, TEXT("schema 1\nprobe boost\n  hits -3\nend\n"), RW_ERR_GARBLED,
		  "\"-3\"" },
	};

	check_bad(cases, sizeof(cases) / sizeof(*cases));
}

/* 256 bytes are a line, 257 are not; a symbol may have 127. */
static void long_lines(void)
{
	char text[1024];
	struct rw_snapshot s = { 0 };
	struct rw_err err;
	int len;

	len = snprintf(text, sizeof(text), "schema 1\nnew_name %0*d\nend\n", 256 - 9, 7);
	CHECK_INT(parse(rw_parse_about, text, (size_t)len, &s, &err), RW_ERR_NONE);
	len = snprintf(text, sizeof(text), "schema 1\nnew_name %0*d\nend\n", 257 - 9, 7);
	CHECK_INT(parse(rw_parse_about, text, (size_t)len, &s, &err), RW_ERR_GARBLED);
	CHECK_HAS(err.text, "longer than 256");
	len = snprintf(text, sizeof(text), "schema 1\nnew_name %0*d", 256 - 9, 7);
	CHECK_INT(parse(rw_parse_about, text, (size_t)len, &s, &err), RW_ERR_TRUNCATED);
	len = snprintf(text, sizeof(text), "schema 1\nnew_name %0*d", 400, 7);
	CHECK_INT(parse(rw_parse_about, text, (size_t)len, &s, &err), RW_ERR_GARBLED);
	len = snprintf(text, sizeof(text), "schema 1\nversion %0*d\nend\n", 127, 7);
	CHECK_INT(parse(rw_parse_about, text, (size_t)len, &s, &err), RW_ERR_NONE);
	rw_snapshot_free(&s);
	len = snprintf(text, sizeof(text), "schema 1\nversion %0*d\nend\n", 128, 7);
	CHECK_INT(parse(rw_parse_about, text, (size_t)len, &s, &err), RW_ERR_GARBLED);
	CHECK_HAS(err.text, "too long");
	rw_snapshot_free(&s);
}

static void extremes(void)
{
	static const char text[] = ZONE "  boost_pages 9223372036854775807\n"
					"  unaccounted_pages -9223372036854775808\nend\n";
	struct rw_snapshot s = { 0 };
	struct rw_err err;

	CHECK_INT(parse(rw_parse_zones, text, sizeof(text) - 1, &s, &err), RW_ERR_NONE);
	CHECK_VAL(s.zones[0].v[RWATCH_ZONE_BOOST], INT64_MAX);
	CHECK_VAL(s.zones[0].v[RWATCH_ZONE_UNACCOUNTED], INT64_MIN);
	rw_snapshot_free(&s);
}

static void many_zones(void)
{
	char *text = malloc(1 << 20);
	struct rw_snapshot s = { 0 };
	struct rw_err err;
	size_t len;
	int i;

	len = (size_t)sprintf(text, "schema 1\n");
	for (i = 0; i < RW_MAX_ZONES; i++)
		len += (size_t)sprintf(text + len, "zone %d Z%d\n  boost_pages %d\n", i % 1024, i,
				       i);
	sprintf(text + len, "end\n");
	CHECK_INT(parse(rw_parse_zones, text, len + 4, &s, &err), RW_ERR_NONE);
	CHECK_INT(s.nr_zones, RW_MAX_ZONES);
	CHECK_VAL(s.zones[RW_MAX_ZONES - 1].v[RWATCH_ZONE_BOOST], RW_MAX_ZONES - 1);
	rw_snapshot_free(&s);
	len += (size_t)sprintf(text + len, "zone 0 more\nend\n");
	CHECK_INT(parse(rw_parse_zones, text, len, &s, &err), RW_ERR_GARBLED);
	CHECK_HAS(err.text, "more than");
	rw_snapshot_free(&s);
	free(text);
}

const struct unit_test parse_tests[] = {
	{ "parse: good files", good },
	{ "parse: names of a newer module", newer_module },
	{ "parse: truncated at every byte", truncated },
	{ "parse: every error", garbled },
	{ "parse: long lines", long_lines },
	{ "parse: smallest and largest numbers", extremes },
	{ "parse: as many zones as there can be", many_zones },
	{ NULL, NULL },
};
