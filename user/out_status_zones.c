// SPDX-License-Identifier: GPL-2.0
/* Zones: boost, watermarks, the ledger, fragmentation. */
#include "calc.h"
#include "status.h"
#include "text.h"

/* Files are read one after the other: a raise may be younger than "now". */
static struct rw_val time_since(const struct rw_report *rep, struct rw_val then)
{
	struct rw_val since = rw_sub(rep->snap.global[RWATCH_GLOBAL_NOW], then);

	return rw_known(since) && since.v < 0 ? rw_some(0) : since;
}

static void mib(const struct rw_screen *s, int width, struct rw_val pages)
{
	char cell[RW_CELL];

	rw_text_pages(cell, pages, s->rep->snap.global[RWATCH_GLOBAL_PAGE_SIZE]);
	fprintf(s->out, "%*s", width, cell);
}

/* A zone that was never boosted is of no interest, one that nothing is known of is. */
static bool quiet(const struct rw_zone *zone)
{
	static const int ids[] = { RWATCH_ZONE_RAISES, RWATCH_ZONE_CARRIED, RWATCH_ZONE_BOOST,
				   RWATCH_ZONE_UNACCOUNTED, RWATCH_ZONE_BLAMED };
	size_t i;

	for (i = 0; i < sizeof(ids) / sizeof(*ids); i++) {
		struct rw_val val = zone->v[ids[i]];

		if (ids[i] == RWATCH_ZONE_BLAMED ? rw_above(val, 0) : !rw_known(val) || val.v)
			return false;
	}
	return true;
}

static void one_table(const struct rw_screen *s)
{
	const struct rw_snapshot *snap = &s->rep->snap;
	size_t i, nr = 0;

	for (i = 0; i < snap->nr_zones; i++) {
		const struct rw_zone *zone = &snap->zones[i];

		if (quiet(zone))
			continue;
		if (!nr++)
			rw_text_columns(s->out, s->colour, "%-14s%7s%7s%7s%7s%8s%7s%9s%5s%9s",
					"Boost, MiB", "now", "cap", "peak", "high", "free",
					"raises", "pages", "lost", "last");
		status_label(s, zone->nid, zone->name);
		mib(s, 7, zone->v[RWATCH_ZONE_BOOST]);
		mib(s, 7, s->rep->cap[i]);
		mib(s, 7, zone->v[RWATCH_ZONE_PEAK]);
		mib(s, 7, zone->v[RWATCH_ZONE_HIGH]);
		mib(s, 8, zone->v[RWATCH_ZONE_FREE]);
		status_count(s, 7, zone->v[RWATCH_ZONE_RAISES]);
		status_count(s, 9, zone->v[RWATCH_ZONE_RAISED]);
		status_count(s, 5, zone->v[RWATCH_ZONE_UNACCOUNTED]);
		status_ns(s, 9, time_since(s->rep, zone->v[RWATCH_ZONE_LAST_RAISE]));
		fputc('\n', s->out);
	}
	if (!nr)
		fprintf(s->out, "\nNo zone was boosted.\n");
}

static void watermarks(const struct rw_screen *s)
{
	static const int columns[] = {
		RWATCH_ZONE_PEAK, RWATCH_ZONE_MIN,  RWATCH_ZONE_LOW,
		RWATCH_ZONE_HIGH, RWATCH_ZONE_FREE,
	};
	const struct rw_snapshot *snap = &s->rep->snap;
	size_t i, j;

	rw_text_heading(s->out, s->colour,
			"Boost and base watermarks, MiB; time since the last raise");
	fprintf(s->out, "%-14s%8s%8s%8s%8s%8s%8s%8s%10s\n", "", "boost", "cap", "peak", "min",
		"low", "high", "free", "last");
	for (i = 0; i < snap->nr_zones; i++) {
		const struct rw_zone *zone = &snap->zones[i];

		status_label(s, zone->nid, zone->name);
		mib(s, 8, zone->v[RWATCH_ZONE_BOOST]);
		mib(s, 8, s->rep->cap[i]);
		for (j = 0; j < sizeof(columns) / sizeof(*columns); j++)
			mib(s, 8, zone->v[columns[j]]);
		status_ns(s, 10, time_since(s->rep, zone->v[RWATCH_ZONE_LAST_RAISE]));
		fputc('\n', s->out);
	}
}

struct column {
	const char *head;
	int width, id;
};

static void counts(const struct rw_screen *s, const char *heading, const struct column *columns,
		   size_t nr)
{
	const struct rw_snapshot *snap = &s->rep->snap;
	size_t i, j;

	rw_text_heading(s->out, s->colour, heading);
	fprintf(s->out, "%-14s", "");
	for (j = 0; j < nr; j++)
		fprintf(s->out, "%*s", columns[j].width, columns[j].head);
	fputc('\n', s->out);
	for (i = 0; i < snap->nr_zones; i++) {
		status_label(s, snap->zones[i].nid, snap->zones[i].name);
		for (j = 0; j < nr; j++)
			status_count(s, columns[j].width, snap->zones[i].v[columns[j].id]);
		fputc('\n', s->out);
	}
}

void status_zones(const struct rw_screen *s)
{
	static const struct column ledger[] = {
		{ "raises", 7, RWATCH_ZONE_RAISES },  { "carried", 8, RWATCH_ZONE_CARRIED },
		{ "+raised", 9, RWATCH_ZONE_RAISED }, { "=consumed", 10, RWATCH_ZONE_CONSUMED },
		{ "+reset", 8, RWATCH_ZONE_RESET },   { "+clamped", 9, RWATCH_ZONE_CLAMPED },
		{ "+now", 7, RWATCH_ZONE_BOOST },     { "+lost", 7, RWATCH_ZONE_UNACCOUNTED },
	};
	static const struct column extfrag[] = {
		{ "all", 9, RWATCH_ZONE_EXTFRAG },
		{ "U<M", 7, RWATCH_ZONE_UNMOVABLE_MOVABLE },
		{ "U<R", 7, RWATCH_ZONE_UNMOVABLE_RECLAIMABLE },
		{ "R<M", 7, RWATCH_ZONE_RECLAIMABLE_MOVABLE },
		{ "R<U", 7, RWATCH_ZONE_RECLAIMABLE_UNMOVABLE },
		{ "M<U", 7, RWATCH_ZONE_MOVABLE_UNMOVABLE },
		{ "M<R", 7, RWATCH_ZONE_MOVABLE_RECLAIMABLE },
		{ "freed", 7, RWATCH_ZONE_FREED },
		{ "blamed", 8, RWATCH_ZONE_BLAMED },
	};

	if (!s->all) {
		one_table(s);
		return;
	}
	watermarks(s);
	counts(s, "Boost ledger, pages", ledger, sizeof(ledger) / sizeof(*ledger));
	counts(s,
	       "Fragmentation events, by who took from whom: Unmovable, Reclaimable, Movable;\n"
	       "pages that kswapd freed, and of these for a boost of lower zones only",
	       extfrag, sizeof(extfrag) / sizeof(*extfrag));
}
