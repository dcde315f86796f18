// SPDX-License-Identifier: GPL-2.0
/* The one screen.  Every line fits RW_COLUMNS. */
#include <inttypes.h>

#include <reclaimwatch/version.h>

#include "calc.h"
#include "out.h"
#include "text.h"

static void head(FILE *out, const struct rw_report *rep)
{
	fprintf(out, "reclaimwatch %s: ", RWATCH_VERSION);
	rw_text_coverage(out, rep);
	fputc('\n', out);
}

/* The first column of a table, 14 wide; the next one begins with a blank. */
static void label(FILE *out, int nid, const char *what)
{
	char text[RW_WORD];

	if (snprintf(text, sizeof(text), "node %d %s", nid, what) > 14)
		snprintf(text, sizeof(text), "n%d %s", nid, what);
	fprintf(out, "%-14.14s", text);
}

/* Files are read one after the other: a raise may be younger than "now". */
static struct rw_val time_since(struct rw_val now, struct rw_val then)
{
	struct rw_val since = rw_sub(now, then);

	return rw_known(since) && since.v < 0 ? rw_some(0) : since;
}

static void watermarks(FILE *out, bool colour, const struct rw_report *rep)
{
	static const int columns[] = {
		RWATCH_ZONE_PEAK, RWATCH_ZONE_MIN,  RWATCH_ZONE_LOW,
		RWATCH_ZONE_HIGH, RWATCH_ZONE_FREE,
	};
	struct rw_val page = rep->snap.global[RWATCH_GLOBAL_PAGE_SIZE];
	struct rw_val now = rep->snap.global[RWATCH_GLOBAL_NOW];
	char cell[RW_CELL];
	size_t i, j;

	rw_text_heading(out, colour, "Boost and base watermarks, MiB; time since the last raise");
	fprintf(out, "%-14s%8s%8s%8s%8s%8s%8s%8s%10s\n", "", "boost", "cap", "peak", "min", "low",
		"high", "free", "last");
	for (i = 0; i < rep->snap.nr_zones; i++) {
		const struct rw_zone *zone = &rep->snap.zones[i];
		struct rw_val last = zone->v[RWATCH_ZONE_LAST_RAISE];

		label(out, zone->nid, zone->name);
		rw_text_pages(cell, zone->v[RWATCH_ZONE_BOOST], page);
		fprintf(out, "%8s", cell);
		rw_text_pages(cell, rep->cap[i], page);
		fprintf(out, "%8s", cell);
		for (j = 0; j < sizeof(columns) / sizeof(*columns); j++) {
			rw_text_pages(cell, zone->v[columns[j]], page);
			fprintf(out, "%8s", cell);
		}
		rw_text_ns(cell, time_since(now, last));
		fprintf(out, "%10s\n", cell);
	}
}

static void ledger(FILE *out, bool colour, const struct rw_report *rep)
{
	static const struct {
		const char *head;
		int width, id;
	} columns[] = {
		{ "raises", 7, RWATCH_ZONE_RAISES },  { "carried", 8, RWATCH_ZONE_CARRIED },
		{ "+raised", 9, RWATCH_ZONE_RAISED }, { "=consumed", 10, RWATCH_ZONE_CONSUMED },
		{ "+reset", 8, RWATCH_ZONE_RESET },   { "+clamped", 9, RWATCH_ZONE_CLAMPED },
		{ "+now", 7, RWATCH_ZONE_BOOST },     { "+lost", 7, RWATCH_ZONE_UNACCOUNTED },
	};
	char cell[RW_CELL];
	size_t i, j;

	rw_text_heading(out, colour, "Boost ledger, pages");
	fprintf(out, "%-14s", "");
	for (j = 0; j < sizeof(columns) / sizeof(*columns); j++)
		fprintf(out, "%*s", columns[j].width, columns[j].head);
	fputc('\n', out);
	for (i = 0; i < rep->snap.nr_zones; i++) {
		label(out, rep->snap.zones[i].nid, rep->snap.zones[i].name);
		for (j = 0; j < sizeof(columns) / sizeof(*columns); j++) {
			rw_text_count(cell, columns[j].width - 1,
				      rep->snap.zones[i].v[columns[j].id]);
			fprintf(out, "%*s", columns[j].width, cell);
		}
		fputc('\n', out);
	}
}

static void pass_row(FILE *out, const struct rw_node *node, int kind)
{
	static const struct {
		int width, id;
	} columns[] = {
		{ 10, RWATCH_PASS_ENTRY },
		{ 10, RWATCH_PASS_CONSUMED },
		{ 8, RWATCH_PASS_RETURN },
		{ 13, RWATCH_PASS_SLAB },
	};
	const struct rw_val *v = node->pass[kind];
	char cell[RW_CELL];
	size_t i;

	label(out, node->nid, rw_pass_kind[kind]);
	rw_text_count(cell, 7, v[RWATCH_PASS_COUNT]);
	fprintf(out, "%8s", cell);
	rw_text_ns(cell, v[RWATCH_PASS_TIME]);
	fprintf(out, "%9s", cell);
	rw_text_ns(cell, v[RWATCH_PASS_LONGEST]);
	fprintf(out, "%8s", cell);
	for (i = 0; i < sizeof(columns) / sizeof(*columns); i++) {
		rw_text_count(cell, columns[i].width - 1, v[columns[i].id]);
		fprintf(out, "%*s", columns[i].width, cell);
	}
	fputc('\n', out);
}

static void passes(FILE *out, bool colour, const struct rw_report *rep)
{
	size_t i;

	rw_text_heading(out, colour, "Passes of kswapd; boost in pages, summed");
	fprintf(out, "%-14s%8s%9s%8s%10s%10s%8s%13s\n", "", "passes", "time", "longest", "found",
		"consumed", "left", "shrink_slab");
	for (i = 0; i < rep->snap.nr_nodes; i++) {
		const struct rw_node *node = &rep->snap.nodes[i];
		struct rw_val running = node->v[RWATCH_NODE_RUNNING];
		char other[RW_CELL], steps[RW_CELL];
		int kind;

		for (kind = RWATCH_NR_PASS_KINDS - 1; kind >= 0; kind--)
			pass_row(out, node, kind);
		rw_text_count(other, 9, node->v[RWATCH_NODE_SLAB_OTHER]);
		rw_text_count(steps, 5, node->v[RWATCH_NODE_STEPS]);
		fprintf(out,
			"  in a pass now: %s; shrink_slab elsewhere: %s; steps in flight: %s\n",
			!rw_known(running) ? RWATCH_UNKNOWN :
			running.v	   ? "yes" :
					     "no",
			other, steps);
	}
}

static void memory(FILE *out, bool colour, const struct rw_report *rep)
{
	size_t i;

	rw_text_heading(out, colour, "Memory, MiB");
	fprintf(out, "%-14s%12s%10s%14s%10s%10s\n", "", "page cache", "slab", "reclaimable", "free",
		"total");
	for (i = 0; i < rep->facts.nr_mem; i++) {
		const struct rw_mem *mem = &rep->facts.mem[i];
		char label[32] = "all nodes", cell[RW_CELL];

		if (mem->nid != RW_WHOLE_MACHINE)
			snprintf(label, sizeof(label), "node %d", mem->nid);
		rw_text_kb(cell,
			   rw_add(mem->kb[RW_MEM_ACTIVE_FILE], mem->kb[RW_MEM_INACTIVE_FILE]));
		fprintf(out, "%-14s%12s", label, cell);
		rw_text_kb(cell, mem->kb[RW_MEM_SLAB]);
		fprintf(out, "%10s", cell);
		rw_text_kb(cell, mem->kb[RW_MEM_SLAB_RECLAIMABLE]);
		fprintf(out, "%14s", cell);
		rw_text_kb(cell, mem->kb[RW_MEM_FREE]);
		fprintf(out, "%10s", cell);
		rw_text_kb(cell, mem->kb[RW_MEM_TOTAL]);
		fprintf(out, "%10s\n", cell);
	}
	if (!rep->facts.nr_mem)
		fprintf(out, "%-14s%12s\n", "all nodes", RWATCH_UNKNOWN);
}

static void settings(FILE *out, bool colour, const struct rw_report *rep)
{
	static const char *const mglru[] = {
		[RW_MGLRU_UNKNOWN] = RWATCH_UNKNOWN,
		[RW_MGLRU_ABSENT] = "not in this kernel, so classic LRU",
		[RW_MGLRU_OFF] = "off, so classic LRU",
		[RW_MGLRU_ON] = "on",
	};
	struct rw_val factor = rep->facts.boost_factor;
	struct rw_val clamp = rep->snap.global[RWATCH_GLOBAL_CLAMP];
	char text[128];

	rw_text_heading(out, colour, "Settings");
	if (!rw_known(factor))
		snprintf(text, sizeof(text), RWATCH_UNKNOWN);
	else if (!factor.v)
		snprintf(text, sizeof(text), "0: no boost");
	else
		snprintf(text, sizeof(text),
			 factor.v % 100 ?
				 "%" PRId64 ": boost up to %.2f%% of a zone's high watermark" :
				 "%" PRId64 ": boost up to %.0f%% of a zone's high watermark",
			 factor.v, (double)factor.v / 100);
	rw_text_wrap(out, NULL, "vm.watermark_boost_factor  ", text);
	fprintf(out, "boost clamp                %s\n",
		!rw_known(clamp) ? RWATCH_UNKNOWN :
		clamp.v		 ? "on: no boost" :
				   "off");
	fprintf(out, "MGLRU                      %s\n", mglru[rep->facts.mglru]);
}

void rw_out_status(FILE *out, bool colour, const struct rw_report *rep)
{
	head(out, rep);
	rw_text_findings(out, colour, rep);
	watermarks(out, colour, rep);
	ledger(out, colour, rep);
	passes(out, colour, rep);
	memory(out, colour, rep);
	settings(out, colour, rep);
}
