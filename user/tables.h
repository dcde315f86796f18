/* SPDX-License-Identifier: GPL-2.0 */
/* The tables of include/reclaimwatch as data. */
#ifndef RW_TABLES_H
#define RW_TABLES_H

#include <stdbool.h>
#include <stddef.h>

#include <reclaimwatch/schema.h>

enum rw_unit { RW_PAGES, RW_BYTES, RW_NS, RW_EVENTS, RW_STATE };
enum rw_kind { RW_COUNTER, RW_GAUGE, RW_PEAK, RW_SIGNED };

#define RWATCH_PROBE_NONE (-1)

struct rw_desc {
	const char *name;
	enum rw_unit unit;
	enum rw_kind kind;
	int probe; /* rwatch_probe_id, or RWATCH_PROBE_NONE */
	const char *help;
};

struct rw_probe_desc {
	const char *name;
	bool required;
	const char *without;
};

extern const struct rw_desc rw_global_desc[RWATCH_NR_GLOBAL];
extern const struct rw_desc rw_zone_desc[RWATCH_NR_ZONE];
extern const struct rw_desc rw_node_desc[RWATCH_NR_NODE];
extern const struct rw_desc rw_pass_desc[RWATCH_NR_PASS];
extern const struct rw_probe_desc rw_probe_desc[RWATCH_NR_PROBES];
extern const char *const rw_pass_kind[RWATCH_NR_PASS_KINDS];

const char *rw_unit_name(enum rw_unit unit);
const char *rw_kind_name(enum rw_kind kind);

/* The index of @name in @table, or -1. */
int rw_desc_find(const struct rw_desc *table, size_t nr, const char *name);

#define RW_NAME_MAX 64
/* The full name of a value of a pass, as in "boosted_time_ns". */
void rw_pass_name(char name[RW_NAME_MAX], int kind, int id);

#endif /* RW_TABLES_H */
