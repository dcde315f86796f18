// SPDX-License-Identifier: GPL-2.0
#include "events.h"
#include "facts.h"
#include "json.h"
#include "out.h"
#include "text.h"
#include "unit.h"

static struct rw_event events[8];
static struct rw_snapshot snap;
static struct rw_selection sel;

static void add(int nid, int64_t seq, enum rw_event_what what, struct rw_val time)
{
	struct rw_event *event = &events[snap.nr_events++];

	*event = (struct rw_event){ .nid = nid, .seq = seq, .what = what };
	if (what == RW_EVENT_PASS)
		event->pass[RWATCH_EVENT_PASS_END] = time;
	else
		event->raise[RWATCH_EVENT_RAISE_AT] = time;
	snap.events = events;
}

/* What is selected as "n<node>#<sequence> ...". */
static const char *selected(int node, int64_t last)
{
	static char text[256];
	struct rw_err err;
	size_t i, len = 0;

	free(sel.event);
	CHECK(!rw_events_select(&snap, node, last, &sel, &err));
	*text = '\0';
	for (i = sel.first; i < sel.nr; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%sn%d#%" PRId64,
					len ? " " : "", sel.event[i].event->nid,
					sel.event[i].event->seq);
	return text;
}

static void order(void)
{
	add(0, 7, RW_EVENT_RAISE, rw_some(100));
	add(0, 8, RW_EVENT_PASS, rw_some(300));
	add(0, 9, RW_EVENT_RAISE, rw_some(250)); /* the module's order counts */
	add(0, 10, RW_EVENT_RAISE, rw_none());
	add(1, 1, RW_EVENT_PASS, rw_some(50));
	add(1, 2, RW_EVENT_PASS, rw_some(200));
	add(1, 3, RW_EVENT_PASS, rw_some(300));
	CHECK_STR(selected(RW_NO_NODE, -1), "n1#1 n0#7 n1#2 n0#8 n0#9 n0#10 n1#3");
	CHECK_INT(sel.missing, 0);
	CHECK_STR(selected(RW_NO_NODE, 2), "n0#10 n1#3");
	CHECK_STR(selected(RW_NO_NODE, 0), "");
	CHECK_STR(selected(RW_NO_NODE, 7), "n1#1 n0#7 n1#2 n0#8 n0#9 n0#10 n1#3");
	CHECK_STR(selected(1, 2), "n1#2 n1#3");
	CHECK_STR(selected(5, -1), "");
	free(sel.event);
}

static void missing(void)
{
	add(0, 7, RW_EVENT_RAISE, rw_some(1));
	add(0, 9, RW_EVENT_RAISE, rw_some(2));
	add(0, 12, RW_EVENT_RAISE, rw_some(3));
	add(1, 1000, RW_EVENT_RAISE, rw_some(4)); /* another node's numbers */
	CHECK_STR(selected(RW_NO_NODE, -1), "n0#7 n0#9 n0#12 n1#1000");
	CHECK_INT(sel.missing, 3);
	selected(1, -1);
	CHECK_INT(sel.missing, 0);
	snap.nr_events = 0;
	add(0, 0, RW_EVENT_RAISE, rw_some(1));
	add(0, INT64_MAX, RW_EVENT_RAISE, rw_some(1));
	add(1, 0, RW_EVENT_RAISE, rw_some(1));
	add(1, INT64_MAX, RW_EVENT_RAISE, rw_some(1));
	selected(RW_NO_NODE, -1);
	CHECK_INT(sel.missing, INT64_MAX);
	free(sel.event);
}

static void fill(struct rw_val *vals, size_t nr, struct rw_val val)
{
	size_t i;

	for (i = 0; i < nr; i++)
		vals[i] = val;
}

static char *line(const struct rw_event *event, const struct rw_facts *facts, struct rw_val now)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	rw_out_event(out, event, facts, now);
	fclose(out);
	CHECK(len && text[len - 1] == '\n' && strcspn(text, "\n") == len - 1);
	if (len - 1 > RW_COLUMNS || text[len - 2] == ' ')
		FAIL("%zu columns: %s", len - 1, text);
	return text;
}

/* Whatever the figures: one line of 80 columns. */
static void width(void)
{
	static const int64_t extremes[] = { 0, 1, 4194304, 999999999, INT64_MAX, INT64_MIN };
	struct rw_zone_index zone = { .nid = 1023, .name = "fifteen_letters" };
	struct rw_cgroup cgroup = { .path = "/a/very/long\\x20path/of/a/cgroup/that/does/not/end" };
	struct rw_facts facts = { .zones = &zone,
				  .nr_zones = 1,
				  .cgroups = &cgroup,
				  .nr_cgroups = 1 };
	size_t i;

	for (i = 0; i <= sizeof(extremes) / sizeof(*extremes); i++) {
		bool known = i < sizeof(extremes) / sizeof(*extremes);
		struct rw_val val = known ? rw_some(extremes[i]) : rw_none();
		struct rw_event event = { .nid = 1023, .what = RW_EVENT_PASS };

		cgroup.id = val.v;
		fill(event.pass, RWATCH_NR_EVENT_PASS, val);
		free(line(&event, &facts, val));
		event.what = RW_EVENT_RAISE;
		fill(event.raise, RWATCH_NR_EVENT_RAISE, val);
		free(line(&event, &facts, val));
		event.what = RW_EVENT_GUARD;
		fill(event.guard, RWATCH_NR_EVENT_GUARD, val);
		free(line(&event, &facts, val));
	}
}

static void times(void)
{
	const int64_t day = 86400000000000, at = 5 * day + 3723004000000;
	struct rw_event event = { .what = RW_EVENT_RAISE };
	struct rw_facts facts = { 0 };
	json_t *json;
	char *text;

	setenv("TZ", "UTC", 1);
	event.raise[RWATCH_EVENT_RAISE_AT] = rw_some(at);
	text = line(&event, &facts, rw_some(at + 1500000000));
	CHECK(!strncmp(text, "1.5 s ago    n0", 15));
	free(text);
	text = line(&event, &facts, rw_none());
	CHECK(!strncmp(text, "n/a          n0", 15));
	free(text);
	facts.wall_ns = rw_some(300 * day);
	text = line(&event, &facts, rw_some(at + day - 1));
	CHECK(!strncmp(text, "01:02:03.004 n0", 15));
	free(text);
	text = line(&event, &facts, rw_some(at + day));
	CHECK(!strncmp(text, "11-02 01:02  n0", 15));
	free(text);
	json = rw_json_event(&event, &facts);
	CHECK_STR(json_string_value(json_object_get(json, "time")), "1970-11-02T01:02:03.004000Z");
	json_decref(json);
}

/* Every name of the tables, and its own figure. */
static void json_lines(void)
{
	struct rw_zone_index zone = { .nid = 1, .index = 2, .name = "Normal" };
	struct rw_cgroup cgroup = { .id = 42, .path = "/a\\x20b" };
	struct rw_facts facts = { .zones = &zone,
				  .nr_zones = 1,
				  .cgroups = &cgroup,
				  .nr_cgroups = 1 };
	struct rw_event event = { .nid = 1, .seq = 99, .what = RW_EVENT_PASS };
	json_t *json;
	int i;

	for (i = 0; i < RWATCH_NR_EVENT_PASS; i++)
		event.pass[i] = rw_some(100 + i);
	event.pass[RWATCH_EVENT_PASS_PRIORITY] = rw_none();
	json = rw_json_event(&event, &facts);
	CHECK_STR(json_string_value(json_object_get(json, "event")), "pass");
	CHECK_INT(json_integer_value(json_object_get(json, "sequence")), 99);
	CHECK(json_is_null(json_object_get(json, "time")));
	for (i = 0; i < RWATCH_NR_EVENT_PASS; i++)
		CHECK_INT(json_integer_value(json_object_get(json, rw_event_pass_desc[i].name)),
			  i == RWATCH_EVENT_PASS_PRIORITY ? 0 : 100 + i);
	CHECK(json_is_null(json_object_get(json, "lowest_priority")));
	json_decref(json);

	event.what = RW_EVENT_RAISE;
	for (i = 0; i < RWATCH_NR_EVENT_RAISE; i++)
		event.raise[i] = rw_some(200 + i);
	event.raise[RWATCH_EVENT_RAISE_ZONE] = rw_some(2);
	event.raise[RWATCH_EVENT_RAISE_CGROUP] = rw_some(42);
	json = rw_json_event(&event, &facts);
	CHECK_STR(json_string_value(json_object_get(json, "event")), "raise");
	CHECK_STR(json_string_value(json_object_get(json, "zone")), "Normal");
	CHECK_STR(json_string_value(json_object_get(json, "cgroup")), "/a b");
	CHECK_INT(json_integer_value(json_object_get(json, "after_pages")),
		  200 + RWATCH_EVENT_RAISE_AFTER);
	json_decref(json);

	event.what = RW_EVENT_GUARD;
	for (i = 0; i < RWATCH_NR_EVENT_GUARD; i++)
		event.guard[i] = rw_some(300 + i);
	event.guard[RWATCH_EVENT_GUARD_ZONE] = rw_some(2);
	json = rw_json_event(&event, &facts);
	CHECK_STR(json_string_value(json_object_get(json, "event")), "guard");
	CHECK_STR(json_string_value(json_object_get(json, "zone")), "Normal");
	CHECK_INT(json_integer_value(json_object_get(json, "harmful_row")),
		  300 + RWATCH_EVENT_GUARD_ROW);
	json_decref(json);
}

static void guard_lines(void)
{
	struct rw_zone_index zone = { .nid = 0, .index = 1, .name = "DMA32" };
	struct rw_facts facts = { .zones = &zone, .nr_zones = 1 };
	struct rw_event event = { .what = RW_EVENT_GUARD };
	char *text;

	fill(event.guard, RWATCH_NR_EVENT_GUARD, rw_some(1));
	event.guard[RWATCH_EVENT_GUARD_HOLD] = rw_some(60000000000);
	event.guard[RWATCH_EVENT_GUARD_ROW] = rw_some(8);
	event.guard[RWATCH_EVENT_GUARD_NOTHING] = rw_some(7);
	event.guard[RWATCH_EVENT_GUARD_FLOOR] = rw_some(0);
	text = line(&event, &facts, rw_none());
	CHECK_STR(strstr(text, "guard"), "guard     DMA32  holds it 1m 0s: 8 bad passes (7/1/0)\n");
	free(text);
	event.guard[RWATCH_EVENT_GUARD_HELD] = rw_some(0);
	text = line(&event, &facts, rw_none());
	CHECK_STR(strstr(text, "guard"), "guard     DMA32  lets it go\n");
	free(text);
}

static void zoneinfo(void)
{
	static const struct rw_zone_index none;
	struct rw_zone_index zone = none, next;

	CHECK(rw_zoneinfo_line("Node 0, zone      DMA\n", NULL, &zone));
	CHECK_INT(zone.nid, 0);
	CHECK_INT(zone.index, 0);
	CHECK_STR(zone.name, "DMA");
	CHECK(rw_zoneinfo_line("Node 0, zone    DMA32", &zone, &next));
	CHECK_INT(next.index, 1);
	CHECK(rw_zoneinfo_line("Node 1, zone      DMA\n", &next, &zone));
	CHECK_INT(zone.nid, 1);
	CHECK_INT(zone.index, 0);
	CHECK(!rw_zoneinfo_line("  pages free     3840\n", NULL, &zone));
	CHECK(!rw_zoneinfo_line("Node x, zone DMA\n", NULL, &zone));
	CHECK(!rw_zoneinfo_line("Node -1, zone DMA\n", NULL, &zone));
	CHECK(!rw_zoneinfo_line("Node 9999, zone DMA\n", NULL, &zone));
	CHECK(!rw_zoneinfo_line("Node 0, zone DMA and more\n", NULL, &zone));
	CHECK(!rw_zoneinfo_line("Node 0, zone sixteen_letters_\n", NULL, &zone));
	CHECK(!rw_zoneinfo_line("", NULL, &zone));
}

const struct unit_test events_tests[] = {
	{ "events: which, and in which order", order },
	{ "events: those that are missing", missing },
	{ "events: 80 columns whatever the figures", width },
	{ "events: times", times },
	{ "events: JSON", json_lines },
	{ "events: what the guard decides", guard_lines },
	{ "events: /proc/zoneinfo", zoneinfo },
	{ NULL, NULL },
};
