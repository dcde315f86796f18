// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "tables.h"

#define DESC(scope, id, name, unit, kind, probe, help) \
	[RWATCH_##scope##_##id] = { name, RW_##unit, RW_##kind, RWATCH_PROBE_##probe, help },

const struct rw_desc rw_global_desc[RWATCH_NR_GLOBAL] = {
#define RWATCH_GLOBAL(...) DESC(GLOBAL, __VA_ARGS__)
#include <reclaimwatch/counters.def>
};

const struct rw_desc rw_zone_desc[RWATCH_NR_ZONE] = {
#define RWATCH_ZONE(...) DESC(ZONE, __VA_ARGS__)
#include <reclaimwatch/counters.def>
};

const struct rw_desc rw_node_desc[RWATCH_NR_NODE] = {
#define RWATCH_NODE(...) DESC(NODE, __VA_ARGS__)
#include <reclaimwatch/counters.def>
};

const struct rw_desc rw_run_desc[RWATCH_NR_RUN] = {
#define RWATCH_RUN(...) DESC(RUN, __VA_ARGS__)
#include <reclaimwatch/counters.def>
};

const struct rw_desc rw_pass_desc[RWATCH_NR_PASS] = {
#define RWATCH_PASS(...) DESC(PASS, __VA_ARGS__)
#include <reclaimwatch/counters.def>
};

const struct rw_desc rw_shrinker_desc[RWATCH_NR_SHRINKER] = {
#define RWATCH_SHRINKER(...) DESC(SHRINKER, __VA_ARGS__)
#include <reclaimwatch/counters.def>
};

const struct rw_desc rw_reclaimer_desc[RWATCH_NR_RECLAIMER] = {
#define RWATCH_RECLAIMER(...) DESC(RECLAIMER, __VA_ARGS__)
#include <reclaimwatch/counters.def>
};

const struct rw_desc rw_compaction_desc[RWATCH_NR_COMPACTION] = {
#define RWATCH_COMPACTION(...) DESC(COMPACTION, __VA_ARGS__)
#include <reclaimwatch/counters.def>
};

const struct rw_desc rw_hist_run_desc[RWATCH_NR_HIST_RUN] = {
#define RWATCH_HIST_RUN(...) DESC(HIST_RUN, __VA_ARGS__)
#include <reclaimwatch/counters.def>
};

const struct rw_desc rw_hist_node_desc[RWATCH_NR_HIST_NODE] = {
#define RWATCH_HIST_NODE(...) DESC(HIST_NODE, __VA_ARGS__)
#include <reclaimwatch/counters.def>
};

const struct rw_desc rw_hist_zone_desc[RWATCH_NR_HIST_ZONE] = {
#define RWATCH_HIST_ZONE(...) DESC(HIST_ZONE, __VA_ARGS__)
#include <reclaimwatch/counters.def>
};

const struct rw_desc rw_event_pass_desc[RWATCH_NR_EVENT_PASS] = {
#define RWATCH_EVENT_PASS(...) DESC(EVENT_PASS, __VA_ARGS__)
#include <reclaimwatch/counters.def>
};

const struct rw_desc rw_event_raise_desc[RWATCH_NR_EVENT_RAISE] = {
#define RWATCH_EVENT_RAISE(...) DESC(EVENT_RAISE, __VA_ARGS__)
#include <reclaimwatch/counters.def>
};

const struct rw_desc rw_event_guard_desc[RWATCH_NR_EVENT_GUARD] = {
#define RWATCH_EVENT_GUARD(...) DESC(EVENT_GUARD, __VA_ARGS__)
#include <reclaimwatch/counters.def>
};

const struct rw_group_desc rw_group_desc[RWATCH_NR_GROUPS] = {
#define RWATCH_GROUP(id, name, on, help) [RWATCH_GROUP_##id] = { name, on, help },
#include <reclaimwatch/probes.def>
};

enum { OPTIONAL, REQUIRED };

const struct rw_probe_desc rw_probe_desc[RWATCH_NR_PROBES] = {
#define RWATCH_PROBE(id, name, group, need, after, without)                   \
	[RWATCH_PROBE_##id] = { name, RWATCH_GROUP_##group, need == REQUIRED, \
				RWATCH_PROBE_##after, without },
#include <reclaimwatch/probes.def>
};

const char *const rw_event_kind[] = { "pass", "raise", "guard" };

const char *const rw_run_kind[RWATCH_NR_RUN_KINDS] = RWATCH_RUN_KIND_NAMES;
const int rw_run_kind_probe[RWATCH_NR_RUN_KINDS] = RWATCH_RUN_KIND_PROBES;

#define TABLE(scope, desc, kinds)                                  \
	{                                                          \
		scope, desc, sizeof(desc) / sizeof(*(desc)), kinds \
	}

const struct rw_table rw_tables[] = {
	TABLE("about", rw_global_desc, 0),
	TABLE("zone", rw_zone_desc, 0),
	TABLE("node", rw_node_desc, 0),
	TABLE("run", rw_run_desc, RWATCH_NR_RUN_KINDS),
	TABLE("pass", rw_pass_desc, RWATCH_NR_PASS_KINDS),
	TABLE("shrinker", rw_shrinker_desc, 0),
	TABLE("reclaimer", rw_reclaimer_desc, 0),
	TABLE("compaction", rw_compaction_desc, 0),
	TABLE("histogram of a run", rw_hist_run_desc, RWATCH_NR_RUN_KINDS),
	TABLE("histogram of a node", rw_hist_node_desc, 0),
	TABLE("histogram of a zone", rw_hist_zone_desc, 0),
	TABLE("event pass", rw_event_pass_desc, 0),
	TABLE("event raise", rw_event_raise_desc, 0),
	TABLE("event guard", rw_event_guard_desc, 0),
	{ NULL, NULL, 0, 0 },
};

const char *rw_unit_name(enum rw_unit unit)
{
	static const char *const names[] = {
		[RW_PAGES] = "pages",	  [RW_BYTES] = "bytes", [RW_NS] = "ns",
		[RW_EVENTS] = "events",	  [RW_STATE] = "state", [RW_NUMBER] = "number",
		[RW_OBJECTS] = "objects",
	};

	return names[unit];
}

const char *rw_kind_name(enum rw_kind kind)
{
	static const char *const names[] = {
		[RW_COUNTER] = "counter", [RW_GAUGE] = "gauge", [RW_PEAK] = "peak",
		[RW_LOW] = "low",	  [RW_LOG2] = "log2",	[RW_LINEAR] = "linear",
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

void rw_kind_value_name(char name[RW_NAME_MAX], int kind, const struct rw_desc *desc)
{
	snprintf(name, RW_NAME_MAX, "%s_%s", rw_run_kind[kind], desc->name);
}

int rw_kind_of_name(const char *name, const char **rest)
{
	int kind;

	for (kind = 0; kind < RWATCH_NR_RUN_KINDS; kind++) {
		size_t len = strlen(rw_run_kind[kind]);

		if (!strncmp(name, rw_run_kind[kind], len) && name[len] == '_') {
			*rest = name + len + 1;
			return kind;
		}
	}
	return -1;
}
