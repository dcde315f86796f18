/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The module's trace events, as the tool sees them: their fields by the names that tracefs
 * and that JSON have for them.  Which event has which fields is in trace_events.c.
 */
#ifndef RW_TRACE_H
#define RW_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "err.h"
#include "value.h"

/* In tracefs under events/reclaimwatch. */
#define RW_TRACE_EVENTS(X)           \
	X(RAISED, "boost_raised")    \
	X(TRIMMED, "boost_trimmed")  \
	X(RESET, "boost_reset")      \
	X(PASS, "pass_end")          \
	X(SHRINKER, "shrinker_call") \
	X(DIRECT, "direct_end")      \
	X(MEMCG, "memcg_end")        \
	X(COMPACTION, "compaction_end")

enum rw_trace_event_id {
#define X(id, name) RW_TRACE_EVENT_##id,
	RW_TRACE_EVENTS(X)
#undef X
		RW_NR_TRACE_EVENTS
};

/* What the user asks for and sees: an event each, but for passes. */
#define RW_TRACE_KINDS(X)                                                             \
	X(RAISE, "raise", RAISED, "the boost of a zone was raised")                   \
	X(TRIM, "trim", TRIMMED, "the clamp took boost off a zone")                   \
	X(RESET, "reset", RESET, "the kernel set the watermarks anew, without boost") \
	X(NORMAL, "normal", PASS, "a pass of kswapd that found no boost ended")       \
	X(BOOSTED, "boosted", PASS, "a pass of kswapd that found boost ended")        \
	X(SHRINKER, "shrinker", SHRINKER, "a call of a shrinker ended")               \
	X(DIRECT, "direct", DIRECT, "a task ended to reclaim for its own allocation") \
	X(MEMCG, "memcg", MEMCG, "reclaim of a memory cgroup ended")                  \
	X(COMPACTION, "compaction", COMPACTION, "compaction of a zone ended")

enum rw_trace_kind {
#define X(id, name, event, help) RW_TRACE_##id,
	RW_TRACE_KINDS(X)
#undef X
		RW_NR_TRACE_KINDS
};

/* The name in tracefs, the name in JSON or NULL. */
#define RW_TRACE_FIELDS(X)                                              \
	X(NID, "nid", "node")                                           \
	X(ZID, "zid", "zone_index")                                     \
	X(ORDER, "order", "order")                                      \
	X(MIGRATETYPE, "migratetype", "wanted_migratetype")             \
	X(BEFORE, "before_pages", "before_pages")                       \
	X(AFTER, "after_pages", "after_pages")                          \
	X(TRIMMED, "trimmed_pages", "trimmed_pages")                    \
	X(DROPPED, "dropped_pages", "dropped_pages")                    \
	X(CGROUP, "cgroup_id", "cgroup_id")                             \
	X(PID, "pid", "pid")                                            \
	X(BOOSTED, "boosted", "boosted")                                \
	X(PRIORITY, "priority", "lowest_priority")                      \
	X(FAILURES, "failures", "kswapd_failures")                      \
	X(TIME, "time_ns", "time_ns")                                   \
	X(ENTRY, "entry_boost_pages", "entry_boost_pages")              \
	X(CONSUMED, "consumed_pages", "consumed_pages")                 \
	X(LRU_SCANNED, "lru_scanned_pages", "lru_scanned_pages")        \
	X(LRU_RECLAIMED, "lru_reclaimed_pages", "lru_reclaimed_pages")  \
	X(RECLAIMED, "reclaimed_pages", "reclaimed_pages")              \
	X(SLAB_SCANNED, "slab_scanned_objects", "slab_scanned_objects") \
	X(SLAB_FREED, "slab_freed_objects", "slab_freed_objects")       \
	X(ROW, "row", "row")                                            \
	X(FUNCTION, "scan_objects", NULL)                               \
	X(ASKED, "asked_objects", "asked_objects")                      \
	X(SCANNED, "scanned_objects", "scanned_objects")                \
	X(FREED, "freed_objects", "freed_objects")                      \
	X(CALLER, "caller", "caller")                                   \
	X(CONTEXT, "context", "context")                                \
	X(OUTCOME, "outcome", "outcome")

enum rw_trace_field {
#define X(id, name, json) RW_TRACE_F_##id,
	RW_TRACE_FIELDS(X)
#undef X
		RW_NR_TRACE_FIELDS
};

#define RW_TRACE_MAX_FIELDS 16
#define RW_TRACE_COMM	    16 /* TASK_COMM_LEN */
#define RW_TRACE_NAME	    64 /* room for the module's name of a superblock */

struct rw_trace_event_def {
	const char *name;
	size_t nr;
	enum rw_trace_field field[RW_TRACE_MAX_FIELDS]; /* in the order of a record */
	bool has_name;
};

struct rw_trace_kind_def {
	const char *name;
	enum rw_trace_event_id event;
	const char *help;
};

/* trace_events.c */
extern const struct rw_trace_event_def rw_trace_event[RW_NR_TRACE_EVENTS];
extern const struct rw_trace_kind_def rw_trace_kind[RW_NR_TRACE_KINDS];
extern const char *const rw_trace_field_name[RW_NR_TRACE_FIELDS]; /* in tracefs */
extern const char *const rw_trace_json_name[RW_NR_TRACE_FIELDS];

bool rw_trace_event_has(enum rw_trace_event_id event, enum rw_trace_field field);
bool rw_trace_kind_has(enum rw_trace_kind kind, enum rw_trace_field field);

/* What was asked for; checked in the kernel, before anything is copied. */
struct rw_trace_filter {
	unsigned int kinds; /* bits of enum rw_trace_kind */
	int nid;	    /* RW_UNSET: any */
	int zid;	    /* RW_UNSET: any; then only events of a zone */
	int64_t min_ns;	    /* 0: any; then only events with a duration that is known */
	bool hist;	    /* durations are counted, and no event is passed on */
};

/* "a,b,c" into bits, NULL into all. */
int rw_trace_parse_kinds(const char *list, unsigned int *kinds, struct rw_err *err);

/* Narrows the kinds to those that can pass the filter; 0, or -1 if there is none. */
int rw_trace_filter_kinds(struct rw_trace_filter *filter, struct rw_err *err);

/* What the programs write and the tool reads: in one map, mapped into both. */
#define RW_TRACE_BUCKETS 64 /* by how many bits it takes to write ns - 1 */

struct rw_trace_counts {
	uint64_t passed[RW_NR_TRACE_KINDS];  /* the filter, and were passed on or counted */
	uint64_t dropped[RW_NR_TRACE_KINDS]; /* passed it, but the buffer was full */
	struct {
		uint64_t nr, ns;
	} hist[RW_NR_TRACE_KINDS][RW_TRACE_BUCKETS];
};

/* An event in the buffer; its fields follow, then its name. */
struct rw_trace_record {
	uint32_t event;
	uint32_t pad;
	uint64_t boot_ns;
	char comm[RW_TRACE_COMM];
	int64_t v[];
};

size_t rw_trace_record_size(enum rw_trace_event_id event);

/* The same, taken apart. */
struct rw_trace_seen {
	enum rw_trace_kind kind;
	int64_t boot_ns;
	char comm[4 * RW_TRACE_COMM + 1]; /* as in name.h; "" if nobody in particular */
	char name[4 * RW_TRACE_NAME + 1]; /* as in name.h; "" if it has none */
	struct rw_val v[RW_NR_TRACE_FIELDS];
};

/* 0, or -1 if it is no record. */
int rw_trace_decode(const void *data, size_t size, struct rw_trace_seen *seen);

#endif /* RW_TRACE_H */
