// SPDX-License-Identifier: GPL-2.0
/* Nodes: reclaim by kind, and what kswapd does. */
#include "calc.h"
#include "status.h"
#include "text.h"

/* In the order of interest. */
static const int kinds[] = { RWATCH_BOOSTED, RWATCH_NORMAL, RWATCH_DIRECT, RWATCH_MEMCG };

#define NR_KINDS (sizeof(kinds) / sizeof(*kinds))

/* kswapd's are shown even if nothing is known of them. */
static bool shown(const struct rw_screen *s, const struct rw_node *node, int kind)
{
	struct rw_val count = node->run[kind][RWATCH_RUN_COUNT];

	return s->all || rw_above(count, 0) || (!rw_known(count) && kind < RWATCH_NR_PASS_KINDS);
}

static void reclaim_row(const struct rw_screen *s, const struct rw_node *node, int kind)
{
	const struct rw_val *v = node->run[kind];

	status_label(s, node->nid, rw_run_kind[kind]);
	status_count(s, 8, v[RWATCH_RUN_COUNT]);
	status_ns(s, 9, v[RWATCH_RUN_TIME]);
	status_ns(s, 8, v[RWATCH_RUN_LONGEST]);
	status_count(s, 10, rw_add(v[RWATCH_RUN_SCANNED_ANON], v[RWATCH_RUN_SCANNED_FILE]));
	status_count(s, 10, rw_add(v[RWATCH_RUN_RECLAIMED_ANON], v[RWATCH_RUN_RECLAIMED_FILE]));
	status_count(s, 10, v[RWATCH_RUN_SLAB_FREED]);
	status_count(s, 6, v[RWATCH_RUN_NOTHING]);
	status_count(s, 5, v[RWATCH_RUN_PRIORITY]);
	fputc('\n', s->out);
}

static void reclaim(const struct rw_screen *s)
{
	const struct rw_snapshot *snap = &s->rep->snap;
	size_t i, k, nr = 0;

	for (i = 0; i < snap->nr_nodes; i++) {
		for (k = 0; k < NR_KINDS; k++) {
			if (!shown(s, &snap->nodes[i], kinds[k]))
				continue;
			if (!nr++)
				rw_text_columns(s->out, s->colour,
						"%-14s%8s%9s%8s%10s%10s%10s%6s%5s", "Reclaim",
						"runs", "time", "longest", "scanned", "reclaimed",
						"slab", "idle", "prio");
			reclaim_row(s, &snap->nodes[i], kinds[k]);
		}
	}
	if (!nr)
		fprintf(s->out, "\nNothing was reclaimed.\n");
}

static void split(const struct rw_screen *s)
{
	static const struct {
		const char *head;
		int width, id;
	} columns[] = {
		{ "anon scan", 11, RWATCH_RUN_SCANNED_ANON },
		{ "anon recl", 11, RWATCH_RUN_RECLAIMED_ANON },
		{ "file scan", 11, RWATCH_RUN_SCANNED_FILE },
		{ "file recl", 11, RWATCH_RUN_RECLAIMED_FILE },
		{ "slab scan", 11, RWATCH_RUN_SLAB_SCANNED },
		{ "slab calls", 11, RWATCH_RUN_SLAB_CALLS },
	};
	const struct rw_snapshot *snap = &s->rep->snap;
	size_t i, j, k;

	rw_text_heading(s->out, s->colour,
			"LRU pages scanned and reclaimed, slab objects scanned, shrink_slab calls");
	fprintf(s->out, "%-14s", "");
	for (j = 0; j < sizeof(columns) / sizeof(*columns); j++)
		fprintf(s->out, "%*s", columns[j].width, columns[j].head);
	fputc('\n', s->out);
	for (i = 0; i < snap->nr_nodes; i++) {
		for (k = 0; k < NR_KINDS; k++) {
			status_label(s, snap->nodes[i].nid, rw_run_kind[kinds[k]]);
			for (j = 0; j < sizeof(columns) / sizeof(*columns); j++)
				status_count(s, columns[j].width,
					     snap->nodes[i].run[kinds[k]][columns[j].id]);
			fputc('\n', s->out);
		}
	}
}

static void boost_of_passes(const struct rw_screen *s)
{
	const struct rw_snapshot *snap = &s->rep->snap;
	size_t i;
	int kind;

	rw_text_heading(s->out, s->colour, "Boost in passes of kswapd, pages, summed");
	fprintf(s->out, "%-14s%12s%12s%12s\n", "", "found", "consumed", "left");
	for (i = 0; i < snap->nr_nodes; i++) {
		for (kind = RWATCH_NR_PASS_KINDS - 1; kind >= 0; kind--) {
			const struct rw_val *v = snap->nodes[i].pass[kind];

			status_label(s, snap->nodes[i].nid, rw_run_kind[kind]);
			status_count(s, 12, v[RWATCH_PASS_ENTRY]);
			status_count(s, 12, v[RWATCH_PASS_CONSUMED]);
			status_count(s, 12, v[RWATCH_PASS_RETURN]);
			fputc('\n', s->out);
		}
	}
}

void status_reclaim(const struct rw_screen *s)
{
	reclaim(s);
	if (!s->all)
		return;
	split(s);
	boost_of_passes(s);
}

static void failures(const struct rw_screen *s, const struct rw_val *v)
{
	char now[RW_CELL], most[RW_CELL], cell[2 * RW_CELL];

	rw_text_count(now, 3, v[RWATCH_NODE_FAILURES]);
	rw_text_count(most, 3, v[RWATCH_NODE_FAILURES_PEAK]);
	snprintf(cell, sizeof(cell), "%s/%s", now, most);
	fprintf(s->out, "%8s", cell);
}

void status_kswapd(const struct rw_screen *s)
{
	const struct rw_snapshot *snap = &s->rep->snap;
	size_t i;

	rw_text_columns(s->out, s->colour, "%-14s%8s%6s%8s%9s%8s%8s%8s%9s", "kswapd", "in pass",
			"awake", "sleeps", "wk boost", "wk ord0", "wk high", "failed", "gave up");
	for (i = 0; i < snap->nr_nodes; i++) {
		const struct rw_val *v = snap->nodes[i].v;
		struct rw_val running = v[RWATCH_NODE_RUNNING];

		status_label(s, snap->nodes[i].nid, "");
		fprintf(s->out, "%8s",
			!rw_known(running) ? RWATCH_UNKNOWN :
			running.v	   ? "yes" :
					     "no");
		status_percent(s, 6, v[RWATCH_NODE_AWAKE],
			       rw_add(v[RWATCH_NODE_AWAKE], v[RWATCH_NODE_ASLEEP]));
		status_count(s, 8, v[RWATCH_NODE_SLEEPS]);
		status_count(s, 9, v[RWATCH_NODE_WAKES_BOOST]);
		status_count(s, 8, v[RWATCH_NODE_WAKES_ORDER0]);
		status_count(s, 8, v[RWATCH_NODE_WAKES_HIGH]);
		failures(s, v);
		status_count(s, 9, v[RWATCH_NODE_PARKED]);
		fputc('\n', s->out);
		if (s->all) {
			fprintf(s->out, "  shrink_slab elsewhere");
			status_count(s, 12, v[RWATCH_NODE_SLAB_OTHER]);
			fprintf(s->out, "; steps in flight");
			status_count(s, 12, v[RWATCH_NODE_STEPS]);
			fputc('\n', s->out);
		}
	}
}
