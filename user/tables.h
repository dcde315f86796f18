/* SPDX-License-Identifier: GPL-2.0 */
/* The tables of include/reclaimwatch as data. */
#ifndef RW_TABLES_H
#define RW_TABLES_H

#include <stdbool.h>
#include <stddef.h>

#include <reclaimwatch/schema.h>

enum rw_unit { RW_PAGES, RW_BYTES, RW_NS, RW_EVENTS, RW_OBJECTS, RW_STATE, RW_NUMBER };

/* The last two are shapes of histograms. */
enum rw_kind { RW_COUNTER, RW_GAUGE, RW_PEAK, RW_LOW, RW_SIGNED, RW_LOG2, RW_LINEAR };

struct rw_desc {
	const char *name;
	enum rw_unit unit;
	enum rw_kind kind;
	int probe; /* rwatch_probe_id, or RWATCH_PROBE_NONE */
	const char *help;
};

struct rw_group_desc {
	const char *name;
	bool on; /* unless told otherwise */
	const char *help;
};

struct rw_probe_desc {
	const char *name;
	enum rwatch_group_id group;
	bool required;
	int after; /* rwatch_probe_id without whose hits its own say nothing, or RWATCH_PROBE_NONE */
	const char *without;
};

extern const struct rw_desc rw_global_desc[RWATCH_NR_GLOBAL];
extern const struct rw_desc rw_zone_desc[RWATCH_NR_ZONE];
extern const struct rw_desc rw_node_desc[RWATCH_NR_NODE];
extern const struct rw_desc rw_run_desc[RWATCH_NR_RUN];
extern const struct rw_desc rw_pass_desc[RWATCH_NR_PASS];
extern const struct rw_desc rw_shrinker_desc[RWATCH_NR_SHRINKER];
extern const struct rw_desc rw_reclaimer_desc[RWATCH_NR_RECLAIMER];
extern const struct rw_desc rw_compaction_desc[RWATCH_NR_COMPACTION];
extern const struct rw_desc rw_hist_run_desc[RWATCH_NR_HIST_RUN];
extern const struct rw_desc rw_hist_node_desc[RWATCH_NR_HIST_NODE];
extern const struct rw_desc rw_hist_zone_desc[RWATCH_NR_HIST_ZONE];
extern const struct rw_desc rw_event_pass_desc[RWATCH_NR_EVENT_PASS];
extern const struct rw_desc rw_event_raise_desc[RWATCH_NR_EVENT_RAISE];
extern const struct rw_desc rw_event_guard_desc[RWATCH_NR_EVENT_GUARD];

/* What events are called, by enum rw_event_what. */
extern const char *const rw_event_kind[];

extern const struct rw_group_desc rw_group_desc[RWATCH_NR_GROUPS];
extern const struct rw_probe_desc rw_probe_desc[RWATCH_NR_PROBES];

extern const char *const rw_run_kind[RWATCH_NR_RUN_KINDS];
extern const int rw_run_kind_probe[RWATCH_NR_RUN_KINDS];

/* All of them, as the manual and "values" list them; ends with a NULL scope. */
struct rw_table {
	const char *scope;
	const struct rw_desc *desc;
	size_t nr;
	int kinds; /* the name comes once per kind of reclaim below this; 0: once, bare */
};

extern const struct rw_table rw_tables[];

const char *rw_unit_name(enum rw_unit unit);
const char *rw_kind_name(enum rw_kind kind);

/* The index of @name in @table, or -1. */
int rw_desc_find(const struct rw_desc *table, size_t nr, const char *name);

#define RW_NAME_MAX 64
/* The full name of a value of a kind of reclaim, as in "boosted_time_ns". */
void rw_kind_value_name(char name[RW_NAME_MAX], int kind, const struct rw_desc *desc);

/* Splits such a name: the kind, or -1; *@rest is what follows its underscore. */
int rw_kind_of_name(const char *name, const char **rest);

#endif /* RW_TABLES_H */
