// SPDX-License-Identifier: GPL-2.0
/* The flight recorder: a line an event. */
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "calc.h"
#include "events.h"
#include "json.h"
#include "name.h"
#include "out.h"
#include "text.h"

#define SECOND_NS 1000000000LL
#define DAY_NS	  (86400 * SECOND_NS)
#define TIME_CELL 32

void rw_out_events_head(FILE *out, bool colour)
{
	fprintf(out, "%s%-12s %-5s%-8s%7s%4s%7s%6s%8s%8s%6s%4s%4s%s\n", colour ? "\033[1m" : "",
		"time", "node", "what", "zone/in", "ord", "boost", "taken", "scan", "reclaim",
		"slab", "pri", "bad", colour ? "\033[0m" : "");
}

/* The time of day within the last one, the day before that; seconds ago if no clock fits. */
static void when(char to[TIME_CELL], struct rw_val then, const struct rw_facts *facts,
		 struct rw_val now)
{
	struct rw_val wall = rw_add(then, facts->wall_ns), ago = rw_sub(now, then);
	char cell[RW_CELL];
	struct tm tm;
	time_t s;

	if (!rw_known(wall)) {
		rw_text_ns(cell, ago);
		snprintf(to, TIME_CELL, rw_known(ago) ? "%s ago" : "%s", cell);
		return;
	}
	s = (time_t)(wall.v / SECOND_NS);
	if (!localtime_r(&s, &tm))
		snprintf(to, TIME_CELL, RWATCH_UNKNOWN);
	else if (rw_known(ago) && ago.v < DAY_NS)
		rw_text_clock(to, wall);
	else
		snprintf(to, TIME_CELL, "%02d-%02d %02d:%02d", tm.tm_mon + 1, tm.tm_mday,
			 tm.tm_hour, tm.tm_min);
}

static void count(FILE *out, int width, struct rw_val val)
{
	char cell[RW_CELL];

	rw_text_count(cell, width - 1, val);
	fprintf(out, "%*s", width, cell);
}

static void pass(FILE *out, const struct rw_val *v)
{
	struct rw_val boosted = v[RWATCH_EVENT_PASS_BOOSTED];
	char cell[RW_CELL];

	rw_text_ns(cell, v[RWATCH_EVENT_PASS_TIME]);
	fprintf(out, "%-8s%7s",
		!rw_known(boosted) ? "pass" :
				     rw_run_kind[boosted.v ? RWATCH_BOOSTED : RWATCH_NORMAL],
		cell);
	count(out, 4, v[RWATCH_EVENT_PASS_ORDER]);
	count(out, 7, v[RWATCH_EVENT_PASS_ENTRY]);
	count(out, 6, v[RWATCH_EVENT_PASS_CONSUMED]);
	count(out, 8, v[RWATCH_EVENT_PASS_SCANNED]);
	count(out, 8, v[RWATCH_EVENT_PASS_RECLAIMED]);
	count(out, 6, v[RWATCH_EVENT_PASS_SLAB_FREED]);
	count(out, 4, v[RWATCH_EVENT_PASS_PRIORITY]);
	count(out, 4, v[RWATCH_EVENT_PASS_FAILURES]);
}

static const char *migratetype(struct rw_val val)
{
	static const char *const names[] = { "unmovable", "movable", "reclaimable" };

	return rw_known(val) && val.v >= 0 && val.v < 3 ? names[val.v] : RWATCH_UNKNOWN;
}

/* What it is and the zone's name, or its number. */
static void zone_cell(FILE *out, const char *what, const struct rw_event *event,
		      struct rw_val index, const struct rw_facts *facts)
{
	const char *zone = rw_zone_name(facts, event->nid, index);
	char cell[RW_CELL];

	if (zone)
		snprintf(cell, sizeof(cell), "%s", zone);
	else
		rw_text_count(cell, 7, index);
	fprintf(out, "%-8s%7.7s", what, cell);
}

static void guard_line(FILE *out, const struct rw_event *event, const struct rw_facts *facts)
{
	const struct rw_val *v = event->guard;
	char hold[RW_CELL], row[RW_CELL], cell[3][RW_CELL];
	int i;

	zone_cell(out, "guard", event, v[RWATCH_EVENT_GUARD_ZONE], facts);
	if (!rw_known(v[RWATCH_EVENT_GUARD_HELD]) || !v[RWATCH_EVENT_GUARD_HELD].v) {
		fputs("  lets it go", out);
		return;
	}
	rw_text_ns(hold, v[RWATCH_EVENT_GUARD_HOLD]);
	rw_text_count(row, 4, v[RWATCH_EVENT_GUARD_ROW]);
	for (i = 0; i < 3; i++)
		rw_text_count(cell[i], 4, v[RWATCH_EVENT_GUARD_NOTHING + i]);
	fprintf(out, "  holds it %s: %s bad passes (%s/%s/%s)", hold, row, cell[0], cell[1],
		cell[2]);
}

static void raise_line(FILE *out, const struct rw_event *event, const struct rw_facts *facts)
{
	const struct rw_val *v = event->raise;
	const char *path = rw_cgroup_path(facts, v[RWATCH_EVENT_RAISE_CGROUP]);
	char cell[RW_CELL], added[RW_CELL + 1], pid[RW_CELL], id[RW_CELL], name[RW_PATH_NAME],
		tail[32];
	char who[64];

	zone_cell(out, "raise", event, v[RWATCH_EVENT_RAISE_ZONE], facts);
	count(out, 4, v[RWATCH_EVENT_RAISE_ORDER]);
	count(out, 7, v[RWATCH_EVENT_RAISE_AFTER]);
	rw_text_count(cell, 4, rw_sub(v[RWATCH_EVENT_RAISE_AFTER], v[RWATCH_EVENT_RAISE_BEFORE]));
	snprintf(added, sizeof(added), "+%s", cell);
	rw_text_count(pid, 7, v[RWATCH_EVENT_RAISE_PID]);
	rw_text_count(id, 20, v[RWATCH_EVENT_RAISE_CGROUP]);
	if (path)
		rw_name_text(name, sizeof(name), path);
	else
		snprintf(name, sizeof(name), "%s", id);
	snprintf(who, sizeof(who), "%s %s ", migratetype(v[RWATCH_EVENT_RAISE_WANTED]), pid);
	rw_text_tail(tail, sizeof(tail), 28 - (int)strlen(who), name);
	fprintf(out, "%6s  %s%s", added, who, tail);
}

void rw_out_event(FILE *out, const struct rw_event *event, const struct rw_facts *facts,
		  struct rw_val now_ns)
{
	char time[TIME_CELL], node[16];

	when(time, rw_event_time(event), facts, now_ns);
	snprintf(node, sizeof(node), "n%d", event->nid);
	fprintf(out, "%-12s %-5s", time, node);
	switch (event->what) {
	case RW_EVENT_PASS:
		pass(out, event->pass);
		break;
	case RW_EVENT_RAISE:
		raise_line(out, event, facts);
		break;
	default:
		guard_line(out, event, facts);
		break;
	}
	fputc('\n', out);
}

static void put_zone(json_t *object, const struct rw_event *event, struct rw_val index,
		     const struct rw_facts *facts)
{
	json_object_set_new(object, "zone", rw_json_text(rw_zone_name(facts, event->nid, index)));
}

json_t *rw_json_event(const struct rw_event *event, const struct rw_facts *facts)
{
	json_t *object = json_pack("{si sI ss so}", "node", event->nid, "sequence",
				   (json_int_t)event->seq, "event", rw_event_kind[event->what],
				   "time",
				   rw_json_time(rw_add(rw_event_time(event), facts->wall_ns)));
	const char *path;

	switch (event->what) {
	case RW_EVENT_PASS:
		rw_json_put_all(object, rw_event_pass_desc, event->pass, RWATCH_NR_EVENT_PASS);
		break;
	case RW_EVENT_RAISE:
		rw_json_put_all(object, rw_event_raise_desc, event->raise, RWATCH_NR_EVENT_RAISE);
		put_zone(object, event, event->raise[RWATCH_EVENT_RAISE_ZONE], facts);
		path = rw_cgroup_path(facts, event->raise[RWATCH_EVENT_RAISE_CGROUP]);
		json_object_set_new(object, "cgroup", path ? rw_json_name(path) : json_null());
		break;
	default:
		rw_json_put_all(object, rw_event_guard_desc, event->guard, RWATCH_NR_EVENT_GUARD);
		put_zone(object, event, event->guard[RWATCH_EVENT_GUARD_ZONE], facts);
		break;
	}
	return object;
}
