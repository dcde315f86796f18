// SPDX-License-Identifier: GPL-2.0
#include "json.h"
#include "out.h"
#include "stat.h"
#include "text.h"
#include "unit.h"

static struct rw_zone zones[2][3];
static struct rw_node nodes[2][2];
static struct rw_mem mem[2][2];
static struct rw_report reports[2];

/* Two readings of two nodes, node 1 with two zones. */
static void start(void)
{
	int i;

	memset(zones, 0, sizeof(zones));
	memset(nodes, 0, sizeof(nodes));
	memset(mem, 0, sizeof(mem));
	for (i = 0; i < 2; i++) {
		reports[i] = (struct rw_report){ .have_snap = true };
		reports[i].snap.zones = zones[i];
		reports[i].snap.nr_zones = 3;
		zones[i][1].nid = zones[i][2].nid = 1;
		reports[i].snap.nodes = nodes[i];
		reports[i].snap.nr_nodes = 2;
		nodes[i][1].nid = 1;
		reports[i].facts.mem = mem[i];
		reports[i].facts.nr_mem = 2;
		mem[i][1].nid = 1;
		reports[i].snap.global[RWATCH_GLOBAL_SINCE] = rw_some(100);
		reports[i].snap.global[RWATCH_GLOBAL_NOW] = rw_some(1100 + 5000 * i);
		reports[i].age_ns = rw_some(1000 + 5000 * i);
	}
}

static void set3(int i, int id, int64_t a, int64_t b, int64_t c)
{
	zones[i][0].v[id] = rw_some(a);
	zones[i][1].v[id] = rw_some(b);
	zones[i][2].v[id] = rw_some(c);
}

static struct rw_columns columns;

static void parse(const char *list)
{
	struct rw_err err;

	if (rw_columns_parse(list, &columns, &err))
		FAIL("%s: %s", list, err.text);
}

/* The value of the one column @name on the second line, of node @nid. */
static struct rw_val second(const char *name, int nid)
{
	struct rw_stat_line line;

	parse(name);
	rw_stat_line(&columns, &reports[0], &reports[1], nid, &line);
	CHECK(!line.first);
	CHECK_VAL(line.interval_ns, 5000);
	return line.val[0];
}

static void lines(void)
{
	struct rw_stat_line line;

	start();
	set3(0, RWATCH_ZONE_RAISES, 1, 2, 3);
	set3(1, RWATCH_ZONE_RAISES, 2, 4, 9);
	set3(1, RWATCH_ZONE_BOOST, 512, 0, 1024);
	parse("raises,boost,boost_pages");
	rw_stat_line(&columns, NULL, &reports[1], RW_NO_NODE, &line);
	CHECK(line.first);
	CHECK_VAL(line.interval_ns, 6000);
	CHECK_VAL(line.val[0], 15);
	CHECK_VAL(line.val[1], 1536);
	CHECK_VAL(line.val[2], 1536);
	CHECK_VAL(second("raises", RW_NO_NODE), 9);
	CHECK_VAL(second("raises", 0), 1);
	CHECK_VAL(second("raises", 1), 8);
	CHECK_VAL(second("boost", 1), 1024);
	CHECK(!rw_known(second("raises", 7)));
	/* Of the machine as a whole; of one node it is not known. */
	reports[0].snap.global[RWATCH_GLOBAL_PAGEOUTRUN] = rw_some(5);
	reports[1].snap.global[RWATCH_GLOBAL_PAGEOUTRUN] = rw_some(7);
	CHECK_VAL(second("pageoutrun", RW_NO_NODE), 2);
	CHECK(!rw_known(second("pageoutrun", 0)));
}

static void not_known(void)
{
	struct rw_stat_line line;

	start();
	set3(0, RWATCH_ZONE_RAISES, 1, 2, 3);
	set3(1, RWATCH_ZONE_RAISES, 2, 4, 9);
	zones[1][2].v[RWATCH_ZONE_RAISES] = rw_none();
	CHECK(!rw_known(second("raises", RW_NO_NODE)));
	CHECK_VAL(second("raises", 0), 1);
	/* Not known before, as while its group was off. */
	zones[0][0].v[RWATCH_ZONE_RAISES] = rw_none();
	CHECK(!rw_known(second("raises", 0)));
	/* A counter that fell is no counter. */
	zones[0][0].v[RWATCH_ZONE_RAISES] = rw_some(3);
	CHECK(!rw_known(second("raises", 0)));
	/* The module was loaded anew: all over again. */
	reports[1].snap.global[RWATCH_GLOBAL_SINCE] = rw_some(5000);
	parse("raises");
	rw_stat_line(&columns, &reports[0], &reports[1], 0, &line);
	CHECK(line.first);
	CHECK_VAL(line.val[0], 2);
}

static void folds(void)
{
	start();
	nodes[1][0].run[RWATCH_DIRECT][RWATCH_RUN_PRIORITY] = rw_some(9);
	nodes[1][1].run[RWATCH_DIRECT][RWATCH_RUN_PRIORITY] = rw_some(4);
	CHECK_VAL(second("direct_lowest_priority", RW_NO_NODE), 4);
	nodes[1][1].run[RWATCH_DIRECT][RWATCH_RUN_PRIORITY] = rw_none();
	CHECK_VAL(second("direct_lowest_priority", RW_NO_NODE), 9);
	nodes[1][0].run[RWATCH_MEMCG][RWATCH_RUN_LONGEST] = rw_some(9);
	nodes[1][1].run[RWATCH_MEMCG][RWATCH_RUN_LONGEST] = rw_some(4);
	CHECK_VAL(second("memcg_longest_ns", RW_NO_NODE), 9);
	set3(1, RWATCH_ZONE_LAST_RAISE, 70, 90, 80);
	CHECK_VAL(second("last_raise_ns", RW_NO_NODE), 90);
	nodes[0][0].pass[RWATCH_BOOSTED][RWATCH_PASS_ENTRY] = rw_some(1);
	nodes[1][0].pass[RWATCH_BOOSTED][RWATCH_PASS_ENTRY] = rw_some(4);
	CHECK_VAL(second("boosted_entry_boost_pages", 0), 3);
	/* A short name that sums four values. */
	nodes[0][0].run[RWATCH_BOOSTED][RWATCH_RUN_RECLAIMED_ANON] = rw_some(0);
	nodes[0][0].run[RWATCH_BOOSTED][RWATCH_RUN_RECLAIMED_FILE] = rw_some(0);
	nodes[0][0].run[RWATCH_NORMAL][RWATCH_RUN_RECLAIMED_ANON] = rw_some(0);
	nodes[0][0].run[RWATCH_NORMAL][RWATCH_RUN_RECLAIMED_FILE] = rw_some(0);
	nodes[1][0].run[RWATCH_BOOSTED][RWATCH_RUN_RECLAIMED_ANON] = rw_some(1);
	nodes[1][0].run[RWATCH_BOOSTED][RWATCH_RUN_RECLAIMED_FILE] = rw_some(20);
	nodes[1][0].run[RWATCH_NORMAL][RWATCH_RUN_RECLAIMED_ANON] = rw_some(300);
	nodes[1][0].run[RWATCH_NORMAL][RWATCH_RUN_RECLAIMED_FILE] = rw_some(4000);
	CHECK_VAL(second("ksteal", 0), 4321);
	nodes[1][0].run[RWATCH_NORMAL][RWATCH_RUN_RECLAIMED_ANON] = rw_none();
	CHECK(!rw_known(second("ksteal", 0)));
}

static void memory(void)
{
	start();
	mem[1][0].kb[RW_MEM_ACTIVE_FILE] = rw_some(1000);
	mem[1][0].kb[RW_MEM_INACTIVE_FILE] = rw_some(200);
	mem[1][1].kb[RW_MEM_ACTIVE_FILE] = rw_some(30);
	mem[1][1].kb[RW_MEM_INACTIVE_FILE] = rw_some(4);
	mem[1][1].kb[RW_MEM_FREE] = rw_some(7);
	CHECK_VAL(second("cache", RW_NO_NODE), 1234);
	CHECK_VAL(second("page_cache_kb", 1), 34);
	CHECK_VAL(second("free_kb", 1), 7);
	CHECK(!rw_known(second("free", RW_NO_NODE)));
	/* Where there is one row for the machine, nothing is known of a node. */
	reports[1].facts.nr_mem = 1;
	mem[1][0].nid = RW_WHOLE_MACHINE;
	CHECK_VAL(second("cache", RW_NO_NODE), 1200);
	CHECK(!rw_known(second("cache", 0)));
}

/* Every value of the tables that belong to a place can be a column. */
static void names(void)
{
	const struct rw_table *table;
	const char *help, *name;
	char list[RW_NAME_MAX];
	struct rw_err err;
	size_t i, kind;

	for (table = rw_tables; strcmp(table->scope, "shrinker"); table++) {
		for (i = 0; i < table->nr; i++) {
			for (kind = 0; (int)kind < table->kinds; kind++) {
				rw_kind_value_name(list, (int)kind, &table->desc[i]);
				parse(list);
				CHECK(columns.column[0].part[0].desc == &table->desc[i]);
			}
			if (table->kinds)
				continue;
			parse(table->desc[i].name);
			/* A short name comes first, but means the same. */
			CHECK(columns.column[0].part[0].desc == &table->desc[i]);
		}
	}
	for (i = 0; (name = rw_column_short(i, &help)); i++) {
		parse(name);
		CHECK(columns.column[0].nr && *help);
		CHECK((int)strlen(columns.column[0].head) < columns.column[0].width);
	}
	CHECK(i > 10);
	parse(NULL);
	CHECK(columns.nr > 8);
	CHECK(rw_columns_parse("raises,", &columns, &err) == -1);
	CHECK_STR(err.text, "there is no column \"\"; run: reclaimwatch stat --help");
	CHECK(rw_columns_parse("direct_entry_boost_pages", &columns, &err) == -1);
	CHECK_HAS(err.text, "there is no column \"direct_entry_boost_pages\"");
	CHECK(rw_columns_parse("boosted_", &columns, &err) == -1);
	CHECK(rw_columns_parse("scanned_objects", &columns, &err) == -1);
}

static void too_many(void)
{
	char list[1024] = "raises";
	struct rw_err err;
	int i;

	for (i = 1; i < RW_MAX_COLUMNS; i++)
		strcat(list, ",raises");
	parse(list);
	CHECK_INT(columns.nr, RW_MAX_COLUMNS);
	strcat(list, ",raises");
	CHECK(rw_columns_parse(list, &columns, &err) == -1);
	CHECK_STR(err.text, "more than 64 columns; name fewer");
	memset(list, 'x', 200);
	list[200] = '\0';
	CHECK(rw_columns_parse(list, &columns, &err) == -1);
	CHECK_HAS(err.text, "there is no column \"xxx");
}

static char *printed(const struct rw_stat_line *line)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	rw_out_stat_head(out, false, &columns, true);
	rw_out_stat(out, &columns, line, true);
	fclose(out);
	return text;
}

/* The default columns fit a screen, a blank between any two, whatever the figures. */
static void width(void)
{
	static const int64_t figures[] = { 0, 1, 999999999, INT64_MAX };
	struct rw_stat_line line = { .nid = 1023 };
	size_t i, j;

	parse(NULL);
	for (i = 0; i <= sizeof(figures) / sizeof(*figures); i++) {
		char *text;

		for (j = 0; j < columns.nr; j++)
			line.val[j] = i < 4 ? rw_some(figures[i]) : rw_none();
		text = printed(&line);
		CHECK_INT(strcspn(text, "\n"), strlen(text) / 2 - 1);
		CHECK(strlen(text) / 2 - 1 <= RW_COLUMNS);
		free(text);
	}
}

static void json(void)
{
	struct rw_stat_line line = { .nid = 1, .interval_ns = rw_some(5), .first = true };
	json_t *json;

	parse("dtime,cache,raises");
	line.val[0] = rw_some(7);
	line.val[1] = rw_none();
	line.val[2] = rw_some(9);
	json = rw_json_stat(&columns, &line, rw_some(99));
	CHECK_INT(json_integer_value(json_object_get(json, "direct_time_ns")), 7);
	CHECK(json_is_null(json_object_get(json, "page_cache_kb")));
	CHECK_INT(json_integer_value(json_object_get(json, "raises")), 9);
	CHECK_INT(json_integer_value(json_object_get(json, "node")), 1);
	CHECK_INT(json_integer_value(json_object_get(json, "now_ns")), 99);
	CHECK_INT(json_integer_value(json_object_get(json, "interval_ns")), 5);
	CHECK(json_is_true(json_object_get(json, "since_counting_began")));
	json_decref(json);
}

const struct unit_test stat_tests[] = {
	{ "stat: lines", lines },
	{ "stat: what is not known", not_known },
	{ "stat: of several places", folds },
	{ "stat: memory", memory },
	{ "stat: names of columns", names },
	{ "stat: too many columns", too_many },
	{ "stat: 80 columns whatever the figures", width },
	{ "stat: JSON", json },
	{ NULL, NULL },
};
