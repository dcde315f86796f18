// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "tables.h"

#define DESC(scope, id, name, unit, kind, probe, help) \
	[RWATCH_##scope##_##id] = { name, RW_##unit, RW_##kind, RWATCH_PROBE_##probe, help },

const struct rw_desc rw_global_desc[RWATCH_NR_GLOBAL] = {
#define RWATCH_GLOBAL(id, name, unit, kind, probe, help) \
	DESC(GLOBAL, id, name, unit, kind, probe, help)
#include <reclaimwatch/counters.def>
};

const struct rw_desc rw_zone_desc[RWATCH_NR_ZONE] = {
#define RWATCH_ZONE(id, name, unit, kind, probe, help) DESC(ZONE, id, name, unit, kind, probe, help)
#include <reclaimwatch/counters.def>
};

const struct rw_desc rw_node_desc[RWATCH_NR_NODE] = {
#define RWATCH_NODE(id, name, unit, kind, probe, help) DESC(NODE, id, name, unit, kind, probe, help)
#include <reclaimwatch/counters.def>
};

const struct rw_desc rw_pass_desc[RWATCH_NR_PASS] = {
#define RWATCH_PASS(id, name, unit, kind, probe, help) DESC(PASS, id, name, unit, kind, probe, help)
#include <reclaimwatch/counters.def>
};

enum { OPTIONAL, REQUIRED };

const struct rw_probe_desc rw_probe_desc[RWATCH_NR_PROBES] = {
#define RWATCH_PROBE(id, name, need, without) \
	[RWATCH_PROBE_##id] = { name, need == REQUIRED, without },
#include <reclaimwatch/probes.def>
};

const char *const rw_pass_kind[RWATCH_NR_PASS_KINDS] = RWATCH_PASS_KIND_NAMES;

const char *rw_unit_name(enum rw_unit unit)
{
	static const char *const names[] = {
		[RW_PAGES] = "pages",	[RW_BYTES] = "bytes", [RW_NS] = "ns",
		[RW_EVENTS] = "events", [RW_STATE] = "state",
	};

	return names[unit];
}

const char *rw_kind_name(enum rw_kind kind)
{
	static const char *const names[] = {
		[RW_COUNTER] = "counter",
		[RW_GAUGE] = "gauge",
		[RW_PEAK] = "peak",
		[RW_SIGNED] = "signed",
	};

	return names[kind];
}

int rw_desc_find(const struct rw_desc *table, size_t nr, const char *name)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (!strcmp(table[i].name, name))
			return (int)i;
	return -1;
}

void rw_pass_name(char name[RW_NAME_MAX], int kind, int id)
{
	snprintf(name, RW_NAME_MAX, "%s_%s", rw_pass_kind[kind], rw_pass_desc[id].name);
}
