/* SPDX-License-Identifier: GPL-2.0 */
/* What the module said at one moment: the four debugfs files, parsed. */
#ifndef RW_SNAPSHOT_H
#define RW_SNAPSHOT_H

#include <stddef.h>

#include <reclaimwatch/schema.h>

#include "value.h"

#define RW_MAX_NODES 1024 /* MAX_NUMNODES at NODES_SHIFT=10, the largest in use */
#define RW_MAX_ZONES (6 * RW_MAX_NODES)
#define RW_ZONE_NAME 16
#define RW_WORD	     128

struct rw_zone {
	int nid;
	char name[RW_ZONE_NAME];
	struct rw_val v[RWATCH_NR_ZONE];
};

struct rw_node {
	int nid;
	struct rw_val v[RWATCH_NR_NODE];
	struct rw_val pass[RWATCH_NR_PASS_KINDS][RWATCH_NR_PASS];
};

enum rw_probe_field {
	RW_PROBE_ERROR,
	RW_PROBE_HITS,
	RW_PROBE_NOINSTANCE,
	RW_PROBE_REENTRY,
	RW_NR_PROBE_FIELDS
};

struct rw_probe {
	bool present;	      /* the file has a section for it */
	char state[RW_WORD];  /* "" if not said */
	char symbol[RW_WORD]; /* "" if n/a or not said */
	bool symbol_seen;
	struct rw_val v[RW_NR_PROBE_FIELDS];
};

extern const char *const rw_probe_field_name[RW_NR_PROBE_FIELDS];

struct rw_snapshot {
	char version[RW_WORD]; /* of the module, "" if not said */
	struct rw_val global[RWATCH_NR_GLOBAL];
	struct rw_zone *zones;
	size_t nr_zones;
	struct rw_node *nodes;
	size_t nr_nodes;
	struct rw_probe probes[RWATCH_NR_PROBES];
};

void rw_snapshot_free(struct rw_snapshot *snap);

#endif /* RW_SNAPSHOT_H */
