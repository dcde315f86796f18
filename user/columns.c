// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "calc.h"
#include "columns.h"

enum mem { MEM_CACHE, MEM_SLAB, MEM_RECLAIMABLE, MEM_FREE, NR_MEM };

/* What the kernel says of memory, as values; in kB, which no unit of the tables is. */
static const struct rw_desc mem_desc[NR_MEM] = {
	[MEM_CACHE] = { "page_cache_kb", RW_NUMBER, RW_GAUGE, RWATCH_PROBE_NONE, "" },
	[MEM_SLAB] = { "slab_kb", RW_NUMBER, RW_GAUGE, RWATCH_PROBE_NONE, "" },
	[MEM_RECLAIMABLE] = { "slab_reclaimable_kb", RW_NUMBER, RW_GAUGE, RWATCH_PROBE_NONE, "" },
	[MEM_FREE] = { "free_kb", RW_NUMBER, RW_GAUGE, RWATCH_PROBE_NONE, "" },
};

/* Short names: what they sum, and whether they are shown by default. */
static const struct {
	const char *head, *name;
	int width;
	bool shown;
	const char *part[RW_MAX_PARTS];
	const char *help;
} shorts[] = {
	{ "raises", "raises", 7, true, { "raises" }, "raises of the boost" },
	{ "raised", "raised_pages", 8, false, { "raised_pages" }, "pages of boost added" },
	{ "boost", "boost_pages", 7, true, { "boost_pages" }, "pages of boost now" },
	{ "boosted", "boosted_passes", 8, true, { "boosted_passes" }, "boosted kswapd passes" },
	{ "normal", "normal_passes", 7, true, { "normal_passes" }, "normal kswapd passes" },
	{ "idle",
	  "kswapd_nothing_reclaimed_passes",
	  5,
	  true,
	  { "boosted_nothing_reclaimed_passes", "normal_nothing_reclaimed_passes" },
	  "passes that reclaimed no page" },
	{ "kscan",
	  "kswapd_lru_scanned_pages",
	  8,
	  false,
	  { "boosted_lru_scanned_anon_pages", "boosted_lru_scanned_file_pages",
	    "normal_lru_scanned_anon_pages", "normal_lru_scanned_file_pages" },
	  "LRU pages that kswapd scanned" },
	{ "ksteal",
	  "kswapd_lru_reclaimed_pages",
	  7,
	  true,
	  { "boosted_lru_reclaimed_anon_pages", "boosted_lru_reclaimed_file_pages",
	    "normal_lru_reclaimed_anon_pages", "normal_lru_reclaimed_file_pages" },
	  "LRU pages that kswapd reclaimed" },
	{ "kslab",
	  "kswapd_slab_freed_objects",
	  6,
	  true,
	  { "boosted_slab_freed_objects", "normal_slab_freed_objects" },
	  "slab objects that kswapd freed" },
	{ "direct", "direct_passes", 7, true, { "direct_passes" }, "direct reclaims" },
	{ "dtime", "direct_time_ns", 8, true, { "direct_time_ns" }, "time in direct reclaim" },
	{ "memcg", "memcg_passes", 7, false, { "memcg_passes" }, "reclaims of memory cgroups" },
	{ "awake", "awake_ns", 8, false, { "awake_ns" }, "time that kswapd was awake" },
	{ "cache", "page_cache_kb", 7, true, { "page_cache_kb" }, "page cache now, MiB" },
	{ "slab", "slab_kb", 6, true, { "slab_kb" }, "slab now, MiB" },
	{ "free", "free_kb", 7, false, { "free_kb" }, "free memory now, MiB" },
};

#define NR_SHORTS (sizeof(shorts) / sizeof(*shorts))

const char *rw_column_short(size_t i, const char **help)
{
	if (i >= NR_SHORTS)
		return NULL;
	*help = shorts[i].help;
	return shorts[i].head;
}

int rw_ref_find(const char *name, struct rw_ref *ref)
{
	const char *rest;
	const struct {
		const struct rw_desc *desc;
		size_t nr;
		int scope;
	} tables[] = {
		{ rw_global_desc, RWATCH_NR_GLOBAL, RW_REF_GLOBAL },
		{ rw_zone_desc, RWATCH_NR_ZONE, RW_REF_ZONE },
		{ rw_node_desc, RWATCH_NR_NODE, RW_REF_NODE },
		{ mem_desc, NR_MEM, RW_REF_MEM },
	};
	size_t i;

	*ref = (struct rw_ref){ .kind = rw_kind_of_name(name, &rest) };
	if (ref->kind >= 0) {
		ref->scope = RW_REF_RUN;
		ref->id = rw_desc_find(rw_run_desc, RWATCH_NR_RUN, rest);
		ref->desc = &rw_run_desc[ref->id < 0 ? 0 : ref->id];
		if (ref->id >= 0)
			return 0;
		ref->scope = RW_REF_PASS;
		ref->id = rw_desc_find(rw_pass_desc, RWATCH_NR_PASS, rest);
		ref->desc = &rw_pass_desc[ref->id < 0 ? 0 : ref->id];
		return ref->id >= 0 && ref->kind < RWATCH_NR_PASS_KINDS ? 0 : -1;
	}
	for (i = 0; i < sizeof(tables) / sizeof(*tables); i++) {
		ref->scope = tables[i].scope;
		ref->id = rw_desc_find(tables[i].desc, tables[i].nr, name);
		if (ref->id < 0)
			continue;
		ref->desc = &tables[i].desc[ref->id];
		return 0;
	}
	return -1;
}

/* Adds the column @word, which is a short name or a value's. */
static int add(struct rw_columns *columns, const char *word, struct rw_err *err)
{
	struct rw_column *column = &columns->column[columns->nr];
	size_t i, width = strlen(word);

	if (columns->nr == RW_MAX_COLUMNS)
		return rw_fail(err, RW_ERR_USAGE, "more than %d columns; name fewer",
			       RW_MAX_COLUMNS);
	*column = (struct rw_column){ 0 };
	columns->nr++;
	for (i = 0; i < NR_SHORTS; i++) {
		if (strcmp(word, shorts[i].head))
			continue;
		column->head = shorts[i].head;
		column->width = shorts[i].width;
		snprintf(column->name, sizeof(column->name), "%s", shorts[i].name);
		while (column->nr < RW_MAX_PARTS && shorts[i].part[column->nr] &&
		       !rw_ref_find(shorts[i].part[column->nr], &column->part[column->nr]))
			column->nr++;
		return 0;
	}
	if (!*word || width >= sizeof(column->name) || rw_ref_find(word, &column->part[0]))
		return rw_fail(err, RW_ERR_USAGE,
			       "there is no column \"%.80s\"; run: reclaimwatch stat --help", word);
	strcpy(column->name, word);
	column->head = column->name;
	column->width = width < 9 ? 10 : (int)width + 1;
	column->nr = 1;
	return 0;
}

int rw_columns_parse(const char *list, struct rw_columns *columns, struct rw_err *err)
{
	size_t i;

	columns->nr = 0;
	for (i = 0; !list && i < NR_SHORTS; i++)
		if (shorts[i].shown && add(columns, shorts[i].head, err))
			return -1;
	while (list) {
		size_t len = strcspn(list, ",");
		char word[RW_NAME_MAX + 1];

		snprintf(word, sizeof(word), "%.*s", len < sizeof(word) ? (int)len : RW_NAME_MAX,
			 list);
		if (add(columns, word, err))
			return -1;
		list = list[len] ? list + len + 1 : NULL;
	}
	return 0;
}

/* Two places' figures as one. */
static struct rw_val fold(const struct rw_desc *desc, struct rw_val a, struct rw_val b)
{
	if (desc->kind == RW_PEAK || (desc->kind == RW_GAUGE && desc->unit == RW_NS))
		return rw_max(a, b);
	if (desc->kind == RW_LOW)
		return rw_known(a) && (!rw_known(b) || a.v < b.v) ? a : b;
	return rw_add(a, b);
}

static struct rw_val mem_value(const struct rw_mem *mem, int id)
{
	static const enum rw_mem_id ids[NR_MEM] = {
		[MEM_CACHE] = RW_MEM_ACTIVE_FILE,
		[MEM_SLAB] = RW_MEM_SLAB,
		[MEM_RECLAIMABLE] = RW_MEM_SLAB_RECLAIMABLE,
		[MEM_FREE] = RW_MEM_FREE,
	};

	if (id == MEM_CACHE)
		return rw_add(mem->kb[RW_MEM_ACTIVE_FILE], mem->kb[RW_MEM_INACTIVE_FILE]);
	return mem->kb[ids[id]];
}

/* How many places have such a value, and that of the @i'th, which is on node *@nid. */
static size_t places(const struct rw_ref *ref, const struct rw_report *rep)
{
	switch (ref->scope) {
	case RW_REF_GLOBAL:
		return 1;
	case RW_REF_ZONE:
		return rep->snap.nr_zones;
	case RW_REF_MEM:
		return rep->facts.nr_mem;
	default:
		return rep->snap.nr_nodes;
	}
}

static struct rw_val value_at(const struct rw_ref *ref, const struct rw_report *rep, size_t i,
			      int *nid)
{
	switch (ref->scope) {
	case RW_REF_GLOBAL:
		*nid = RW_NO_NODE;
		return rep->snap.global[ref->id];
	case RW_REF_ZONE:
		*nid = rep->snap.zones[i].nid;
		return rep->snap.zones[i].v[ref->id];
	case RW_REF_MEM:
		*nid = rep->facts.mem[i].nid;
		return mem_value(&rep->facts.mem[i], ref->id);
	case RW_REF_NODE:
		*nid = rep->snap.nodes[i].nid;
		return rep->snap.nodes[i].v[ref->id];
	case RW_REF_RUN:
		*nid = rep->snap.nodes[i].nid;
		return rep->snap.nodes[i].run[ref->kind][ref->id];
	case RW_REF_PASS:
		*nid = rep->snap.nodes[i].nid;
		return rep->snap.nodes[i].pass[ref->kind][ref->id];
	}
	return rw_none();
}

static struct rw_val ref_get(const struct rw_ref *ref, const struct rw_report *rep, int nid)
{
	struct rw_val sum = rw_none();
	size_t i, nr = places(ref, rep), found = 0;

	for (i = 0; i < nr; i++) {
		int at = RW_NO_NODE;
		struct rw_val val = value_at(ref, rep, i, &at);

		if (nid != RW_NO_NODE && at != nid)
			continue;
		sum = found++ ? fold(ref->desc, sum, val) : val;
	}
	return rw_known(sum) ? sum : rw_none();
}

struct rw_val rw_column_get(const struct rw_column *column, const struct rw_report *rep, int nid)
{
	struct rw_val sum = ref_get(&column->part[0], rep, nid);
	size_t i;

	for (i = 1; i < column->nr; i++)
		sum = fold(column->part[i].desc, sum, ref_get(&column->part[i], rep, nid));
	return sum;
}

bool rw_column_counts(const struct rw_column *column)
{
	return column->part[0].desc->kind == RW_COUNTER;
}
