/* SPDX-License-Identifier: GPL-2.0 */
/* What the module said at one moment: its debugfs files, parsed. */
#ifndef RW_SNAPSHOT_H
#define RW_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>

#include "tables.h"
#include "value.h"

#define RW_MAX_NODES 1024 /* MAX_NUMNODES at NODES_SHIFT=10, the largest in use */
#define RW_MAX_ZONES (6 * RW_MAX_NODES)
#define RW_MAX_ROWS  16384 /* of one table; the module has some hundreds */
#define RW_MAX_HISTS (32 * RW_MAX_NODES)
#define RW_ZONE_NAME 16
#define RW_WORD	     128
#define RW_ROW_NAME  256 /* no line is longer */

#define RW_NO_NODE (-1) /* where a section says n/a */

/* The files, as bits of rw_snapshot.files and of what is asked for. */
enum rw_file {
	RW_FILE_ABOUT,
	RW_FILE_ZONES,
	RW_FILE_NODES,
	RW_FILE_PROBES,
	RW_FILE_GROUPS,
	RW_FILE_SHRINKERS,
	RW_FILE_TASKS,
	RW_FILE_CGROUPS,
	RW_FILE_COMPACTION,
	RW_FILE_HISTOGRAMS,
	RW_FILE_EVENTS,
	RW_NR_FILES
};

#define RW_FILES_ALL	((1u << RW_NR_FILES) - 1)
#define RW_FILES_STATUS (RW_FILES_ALL & ~(1u << RW_FILE_EVENTS))

struct rw_zone {
	int nid;
	char name[RW_ZONE_NAME];
	struct rw_val v[RWATCH_NR_ZONE];
};

struct rw_node {
	int nid;
	struct rw_val v[RWATCH_NR_NODE];
	struct rw_val run[RWATCH_NR_RUN_KINDS][RWATCH_NR_RUN];
	struct rw_val pass[RWATCH_NR_PASS_KINDS][RWATCH_NR_PASS];
};

enum rw_probe_field {
	RW_PROBE_SINCE,
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

struct rw_group {
	bool present;
	struct rw_val on;
};

/* Names of rows are as the module wrote them, with \xHH: see name.h. */

struct rw_shrinker {
	int64_t row;
	int nid; /* RW_NO_NODE for the overflow row */
	char name[RW_ROW_NAME];
	struct rw_val v[RWATCH_NR_SHRINKER];
};

enum rw_reclaimer_kind { RW_BY_TASK, RW_BY_DIRECT, RW_BY_MEMCG };

struct rw_reclaimer {
	enum rw_reclaimer_kind kind;
	int64_t row;
	char name[RW_ROW_NAME];	 /* a task's; else the cgroup as it was written */
	struct rw_val cgroup_id; /* n/a for the overflow row */
	struct rw_val v[RWATCH_NR_RECLAIMER];
};

struct rw_compaction {
	int64_t row;
	int nid;		 /* RW_NO_NODE for the overflow row */
	char zone[RW_ZONE_NAME]; /* "other" for the overflow row */
	char caller[RW_WORD];
	char context[RW_WORD];
	struct rw_val order;
	struct rw_val v[RWATCH_NR_COMPACTION];
};

#define RW_MAX_BUCKETS 64
#define RW_BUCKET_INF  INT64_MAX

struct rw_hist {
	int nid;
	char of[RW_ZONE_NAME]; /* a zone's name, or "node" */
	char name[RW_NAME_MAX];
	const struct rw_desc *desc;
	int kind; /* of reclaim, or -1 */
	size_t nr;
	struct {
		int64_t bound; /* the highest number in it, or RW_BUCKET_INF */
		struct rw_val count;
	} bucket[RW_MAX_BUCKETS];
};

enum rw_event_what { RW_EVENT_PASS, RW_EVENT_RAISE, RW_EVENT_GUARD, RW_NR_EVENT_KINDS };

struct rw_event {
	int nid;
	int64_t seq;
	enum rw_event_what what;
	union {
		struct rw_val pass[RWATCH_NR_EVENT_PASS];
		struct rw_val raise[RWATCH_NR_EVENT_RAISE];
		struct rw_val guard[RWATCH_NR_EVENT_GUARD];
	};
};

struct rw_snapshot {
	unsigned int files;	   /* that were there */
	char version[RW_WORD];	   /* of the module, "" if not said */
	char clamp_scope[RW_WORD]; /* "" if not said */
	char clamp_by[RW_WORD];	   /* a name as in name.h, "" if n/a or not said */
	struct rw_val global[RWATCH_NR_GLOBAL];
	struct rw_zone *zones;
	size_t nr_zones;
	struct rw_node *nodes;
	size_t nr_nodes;
	struct rw_probe probes[RWATCH_NR_PROBES];
	struct rw_group groups[RWATCH_NR_GROUPS];
	struct rw_shrinker *shrinkers;
	size_t nr_shrinkers;
	struct rw_reclaimer *tasks, *cgroups;
	size_t nr_tasks, nr_cgroups;
	struct rw_compaction *compaction;
	size_t nr_compaction;
	struct rw_hist *hists;
	size_t nr_hists;
	struct rw_event *events; /* oldest first per node */
	size_t nr_events;
};

static inline bool rw_have_file(const struct rw_snapshot *snap, enum rw_file file)
{
	return snap->files & (1u << file);
}

void rw_snapshot_free(struct rw_snapshot *snap);

#endif /* RW_SNAPSHOT_H */
