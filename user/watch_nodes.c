// SPDX-License-Identifier: GPL-2.0
/* Zones, nodes and their memory in "watch". */
#include <string.h>

#include "calc.h"
#include "watch_view.h"

/* Both readings are of the same machine: the same place, unless memory was plugged. */
static const struct rw_val *zone_before(const struct rw_view *view, size_t i)
{
	const struct rw_zone *zone = &view->now->snap.zones[i], *was;
	size_t j;

	if (!view->before)
		return NULL;
	was = view->before->snap.zones;
	if (i < view->before->snap.nr_zones && was[i].nid == zone->nid &&
	    !strcmp(was[i].name, zone->name))
		return was[i].v;
	for (j = 0; j < view->before->snap.nr_zones; j++)
		if (was[j].nid == zone->nid && !strcmp(was[j].name, zone->name))
			return was[j].v;
	return NULL;
}

static const struct rw_node *node_before(const struct rw_view *view, size_t i)
{
	const struct rw_snapshot *was = view->before ? &view->before->snap : NULL;
	int nid = view->now->snap.nodes[i].nid;
	size_t j;

	if (!was)
		return NULL;
	if (i < was->nr_nodes && was->nodes[i].nid == nid)
		return &was->nodes[i];
	for (j = 0; j < was->nr_nodes; j++)
		if (was->nodes[j].nid == nid)
			return &was->nodes[j];
	return NULL;
}

static int64_t weight(struct rw_val val)
{
	return rw_known(val) ? val.v : 0;
}

static size_t nr_zones(const struct rw_view *view)
{
	return view->now->snap.nr_zones;
}

/* The fuller of its cap the worse; then the more often boosted. */
static void weigh_zone(const struct rw_view *view, size_t i, struct rw_view_weight *to)
{
	const struct rw_val *v = view->now->snap.zones[i].v;

	to->weight = weight(rw_percent(v[RWATCH_ZONE_BOOST], view->now->cap[i]));
	to->tie = weight(v[RWATCH_ZONE_RAISES]);
}

static void fill_zone(const struct rw_view *view, size_t i, struct rw_view_row *row)
{
	const struct rw_zone *zone = &view->now->snap.zones[i];
	const struct rw_val *v = zone->v, *was = zone_before(view, i);
	struct rw_val share = rw_percent(v[RWATCH_ZONE_BOOST], view->now->cap[i]);

	snprintf(row->label, sizeof(row->label), "node %d %s", zone->nid, zone->name);
	rw_view_pages(view, row, v[RWATCH_ZONE_BOOST]);
	rw_view_pages(view, row, view->now->cap[i]);
	rw_view_pages(view, row, v[RWATCH_ZONE_FREE]);
	rw_view_rate(view, row, 9, rw_view_grown(view, was, v, RWATCH_ZONE_RAISES));
	rw_view_pages_rate(view, row, rw_view_grown(view, was, v, RWATCH_ZONE_RAISED));
	rw_view_pages_rate(view, row, rw_view_grown(view, was, v, RWATCH_ZONE_BLAMED));
	rw_view_pages(view, row, v[RWATCH_ZONE_PEAK]);
	rw_view_pages(view, row, v[RWATCH_ZONE_HIGH]);
	rw_view_pages_rate(view, row, rw_view_grown(view, was, v, RWATCH_ZONE_CONSUMED));
	rw_view_pages_rate(view, row, rw_view_grown(view, was, v, RWATCH_ZONE_CLAMPED));
	rw_view_rate(view, row, 11, rw_view_grown(view, was, v, RWATCH_ZONE_EXTFRAG));
	row->whole = view->now->cap[i];
	/* A zone that cannot be boosted has an empty bar, unless it is boosted. */
	row->part[0].val = v[RWATCH_ZONE_BOOST];
	row->part[0].c = '|';
	row->part[0].style = rw_above(share, 74) ? RW_STYLE_BAD : RW_STYLE_WARN;
}

const struct rw_view_section rw_view_zones = {
	.title = "Boost MiB",
	.none = "no zones",
	.label = 15,
	.bar = "of its cap",
	.bar_least = 14,
	.in_order = true,
	.nr_always = 6,
	.column = { { "now", 7, false },
		    { "cap", 7, false },
		    { "free", 7, false },
		    { "raises", 9, true },
		    { "raised", 9, true },
		    { "blamed", 9, true },
		    { "peak", 7, false },
		    { "high", 7, false },
		    { "taken", 9, true },
		    { "clamped", 10, true },
		    { "extfrag", 11, true } },
	.nr = nr_zones,
	.weigh = weigh_zone,
	.fill = fill_zone,
};

static size_t nr_nodes(const struct rw_view *view)
{
	return view->now->snap.nr_nodes;
}

static void weigh_node(const struct rw_view *view, size_t i, struct rw_view_weight *to)
{
	const struct rw_node *node = &view->now->snap.nodes[i], *was = node_before(view, i);

	to->weight = weight(rw_view_grown(view, was ? was->run[RWATCH_BOOSTED] : NULL,
					  node->run[RWATCH_BOOSTED], RWATCH_RUN_COUNT));
	to->tie = weight(node->run[RWATCH_BOOSTED][RWATCH_RUN_COUNT]);
}

/* By how much runs of @kind grew. */
static struct rw_val runs(const struct rw_view *view, const struct rw_node *was,
			  const struct rw_node *now, int kind, int id)
{
	return rw_view_grown(view, was ? was->run[kind] : NULL, now->run[kind], id);
}

/* The same of both kinds of kswapd's passes. */
static struct rw_val kswapd(const struct rw_view *view, const struct rw_node *was,
			    const struct rw_node *now, int id)
{
	return rw_add(runs(view, was, now, RWATCH_BOOSTED, id),
		      runs(view, was, now, RWATCH_NORMAL, id));
}

static void fill_node(const struct rw_view *view, size_t i, struct rw_view_row *row)
{
	const struct rw_node *n = &view->now->snap.nodes[i], *was = node_before(view, i);
	const struct rw_val *v = was ? was->v : NULL;
	struct rw_val awake = rw_view_grown(view, v, n->v, RWATCH_NODE_AWAKE);
	struct rw_val asleep = rw_view_grown(view, v, n->v, RWATCH_NODE_ASLEEP);
	struct rw_val boosted = runs(view, was, n, RWATCH_BOOSTED, RWATCH_RUN_COUNT);

	snprintf(row->label, sizeof(row->label), "node %d", n->nid);
	rw_view_rate(view, row, 10, boosted);
	if (rw_above(boosted, 0))
		row->cell[0].style = RW_STYLE_WARN;
	rw_view_rate(view, row, 9, runs(view, was, n, RWATCH_NORMAL, RWATCH_RUN_COUNT));
	rw_view_rate(view, row, 7, kswapd(view, was, n, RWATCH_RUN_NOTHING));
	rw_view_rate(view, row, 9, runs(view, was, n, RWATCH_DIRECT, RWATCH_RUN_COUNT));
	rw_view_percent(row, awake, rw_add(awake, asleep));
	rw_view_rate(view, row, 10,
		     rw_add(kswapd(view, was, n, RWATCH_RUN_SCANNED_ANON),
			    kswapd(view, was, n, RWATCH_RUN_SCANNED_FILE)));
	rw_view_rate(view, row, 8,
		     rw_add(kswapd(view, was, n, RWATCH_RUN_RECLAIMED_ANON),
			    kswapd(view, was, n, RWATCH_RUN_RECLAIMED_FILE)));
	rw_view_rate(view, row, 8, kswapd(view, was, n, RWATCH_RUN_SLAB_FREED));
	rw_view_time(view, row, runs(view, was, n, RWATCH_DIRECT, RWATCH_RUN_TIME));
	rw_view_rate(view, row, 9, runs(view, was, n, RWATCH_MEMCG, RWATCH_RUN_COUNT));
	rw_view_rate(view, row, 11, rw_view_grown(view, v, n->v, RWATCH_NODE_WAKES_BOOST));
	rw_view_rate(view, row, 10, rw_view_grown(view, v, n->v, RWATCH_NODE_WAKES_ORDER0));
	rw_view_rate(view, row, 10, rw_view_grown(view, v, n->v, RWATCH_NODE_WAKES_HIGH));
	rw_view_count(row, 8, n->v[RWATCH_NODE_FAILURES]);
}

const struct rw_view_section rw_view_reclaim = {
	.title = "Passes",
	.none = "no nodes",
	.label = 13,
	.most = 13,
	.in_order = true,
	.nr_always = RW_VIEW_CELLS,
	.column = { { "boosted", 10, true },
		    { "normal", 9, true },
		    { "idle", 7, true },
		    { "direct", 9, true },
		    { "awake", 6, false },
		    { "scanned", 10, true },
		    { "freed", 8, true },
		    { "slab", 8, true },
		    { "dtime", 9, true },
		    { "memcg", 9, true },
		    { "wkboost", 11, true },
		    { "wkord0", 10, true },
		    { "wkhigh", 10, true },
		    { "failed", 8, false } },
	.nr = nr_nodes,
	.weigh = weigh_node,
	.fill = fill_node,
};

static size_t nr_mem(const struct rw_view *view)
{
	return view->now->facts.nr_mem;
}

static struct rw_val page_cache(const struct rw_mem *mem)
{
	return rw_add(mem->kb[RW_MEM_ACTIVE_FILE], mem->kb[RW_MEM_INACTIVE_FILE]);
}

/* The more slab for its page cache the worse. */
static void weigh_mem(const struct rw_view *view, size_t i, struct rw_view_weight *to)
{
	const struct rw_mem *mem = &view->now->facts.mem[i];

	to->weight = weight(rw_sub(mem->kb[RW_MEM_SLAB], page_cache(mem)));
	to->tie = 0;
}

static void fill_mem(const struct rw_view *view, size_t i, struct rw_view_row *row)
{
	const struct rw_mem *mem = &view->now->facts.mem[i];
	struct rw_val cache = page_cache(mem), rest;

	if (mem->nid == RW_WHOLE_MACHINE)
		snprintf(row->label, sizeof(row->label), "all nodes");
	else
		snprintf(row->label, sizeof(row->label), "node %d", mem->nid);
	rw_view_kb(row, cache);
	rw_view_kb(row, mem->kb[RW_MEM_SLAB]);
	rw_view_kb(row, mem->kb[RW_MEM_FREE]);
	rw_view_kb(row, mem->kb[RW_MEM_TOTAL]);
	rw_view_kb(row, mem->kb[RW_MEM_SLAB_RECLAIMABLE]);
	rest = rw_sub(mem->kb[RW_MEM_TOTAL], mem->kb[RW_MEM_FREE]);
	rest = rw_sub(rest, rw_add(cache, mem->kb[RW_MEM_SLAB]));
	row->whole = mem->kb[RW_MEM_TOTAL];
	row->part[0].val = cache;
	row->part[0].c = '|';
	row->part[0].style = RW_STYLE_CACHE;
	row->part[1].val = mem->kb[RW_MEM_SLAB];
	row->part[1].c = '#';
	row->part[1].style = RW_STYLE_SLAB;
	row->part[2].val = rest;
	row->part[2].c = ':';
	row->part[2].style = RW_STYLE_DIM;
}

const struct rw_view_section rw_view_memory = {
	.title = "Memory MiB",
	.none = "n/a",
	.label = 15,
	.bar = "|page cache #slab :other",
	.bar_least = 32,
	.in_order = true,
	.nr_always = 3,
	.column = { { "page cache", 11, false },
		    { "slab", 8, false },
		    { "free", 8, false },
		    { "total", 9, false },
		    { "reclaimable", 12, false } },
	.nr = nr_mem,
	.weigh = weigh_mem,
	.fill = fill_mem,
};
