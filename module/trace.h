/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The module's own trace events, in tracefs under events/reclaimwatch.  They say what was
 * counted, at the moment it was counted; they cost a NOP while nobody listens.
 *
 * Listeners, "reclaimwatch trace" among them, know the fields by their names, sizes and
 * signs in the files "format" there.  Wherever a value can be unknown its field is signed,
 * and -1 says so.  BPF programs do not see the common fields, so pid is a field here.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM reclaimwatch

#if !defined(RECLAIMWATCH_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define RECLAIMWATCH_TRACE_H

#include <linux/mmzone.h>
#include <linux/tracepoint.h>

#include <reclaimwatch/schema.h>

#include "probe.h"
#include "reclaim.h"
#include "shrinkers.h"
#include "slot.h"

/*
 * Boost of a zone was raised by an allocation of current; values as in the flight recorder
 * (RWATCH_EVENT_RAISE).  In an interrupt, which allocates for nobody, pid is -1.
 */
TRACE_EVENT(boost_raised,
	TP_PROTO(int nid, const s64 *values),
	TP_ARGS(nid, values),
	TP_STRUCT__entry(
		__field(int, nid)
		__field(int, zid)
		__field(int, order)
		__field(int, migratetype)
		__field(s64, before_pages)
		__field(s64, after_pages)
		__field(s64, cgroup_id)
		__field(int, pid)
	),
	TP_fast_assign(
		__entry->nid = nid;
		__entry->zid = values[RWATCH_EVENT_RAISE_ZONE];
		__entry->order = values[RWATCH_EVENT_RAISE_ORDER];
		__entry->migratetype = values[RWATCH_EVENT_RAISE_WANTED];
		__entry->before_pages = values[RWATCH_EVENT_RAISE_BEFORE];
		__entry->after_pages = values[RWATCH_EVENT_RAISE_AFTER];
		__entry->cgroup_id = values[RWATCH_EVENT_RAISE_CGROUP];
		__entry->pid = values[RWATCH_EVENT_RAISE_PID];
	),
	TP_printk("nid=%d zid=%d order=%d migratetype=%d before_pages=%lld after_pages=%lld cgroup_id=%lld pid=%d",
		  __entry->nid, __entry->zid, __entry->order, __entry->migratetype,
		  __entry->before_pages, __entry->after_pages, __entry->cgroup_id, __entry->pid)
);

/* The clamp took this much off a zone's boost, zone->lock held. */
TRACE_EVENT(boost_trimmed,
	TP_PROTO(struct zone *zone, unsigned long trimmed),
	TP_ARGS(zone, trimmed),
	TP_STRUCT__entry(
		__field(int, nid)
		__field(int, zid)
		__field(s64, trimmed_pages)
	),
	TP_fast_assign(
		__entry->nid = zone_to_nid(zone);
		__entry->zid = zone_idx(zone);
		__entry->trimmed_pages = trimmed;
	),
	TP_printk("nid=%d zid=%d trimmed_pages=%lld",
		  __entry->nid, __entry->zid, __entry->trimmed_pages)
);

/* The kernel set the watermarks anew and dropped this much of a zone's boost. */
TRACE_EVENT(boost_reset,
	TP_PROTO(struct zone *zone, unsigned long dropped),
	TP_ARGS(zone, dropped),
	TP_STRUCT__entry(
		__field(int, nid)
		__field(int, zid)
		__field(s64, dropped_pages)
	),
	TP_fast_assign(
		__entry->nid = zone_to_nid(zone);
		__entry->zid = zone_idx(zone);
		__entry->dropped_pages = dropped;
	),
	TP_printk("nid=%d zid=%d dropped_pages=%lld",
		  __entry->nid, __entry->zid, __entry->dropped_pages)
);

/* A pass of kswapd ended; values as in the flight recorder (RWATCH_EVENT_PASS). */
TRACE_EVENT(pass_end,
	TP_PROTO(int nid, const s64 *values),
	TP_ARGS(nid, values),
	TP_STRUCT__entry(
		__field(int, nid)
		__field(int, boosted)
		__field(int, order)
		__field(int, priority)
		__field(int, failures)
		__field(s64, time_ns)
		__field(s64, entry_boost_pages)
		__field(s64, consumed_pages)
		__field(s64, lru_scanned_pages)
		__field(s64, lru_reclaimed_pages)
		__field(s64, slab_scanned_objects)
		__field(s64, slab_freed_objects)
	),
	TP_fast_assign(
		__entry->nid = nid;
		__entry->boosted = values[RWATCH_EVENT_PASS_BOOSTED];
		__entry->order = values[RWATCH_EVENT_PASS_ORDER];
		__entry->priority = values[RWATCH_EVENT_PASS_PRIORITY];
		__entry->failures = values[RWATCH_EVENT_PASS_FAILURES];
		__entry->time_ns = values[RWATCH_EVENT_PASS_TIME];
		__entry->entry_boost_pages = values[RWATCH_EVENT_PASS_ENTRY];
		__entry->consumed_pages = values[RWATCH_EVENT_PASS_CONSUMED];
		__entry->lru_scanned_pages = values[RWATCH_EVENT_PASS_SCANNED];
		__entry->lru_reclaimed_pages = values[RWATCH_EVENT_PASS_RECLAIMED];
		__entry->slab_scanned_objects = values[RWATCH_EVENT_PASS_SLAB_SCANNED];
		__entry->slab_freed_objects = values[RWATCH_EVENT_PASS_SLAB_FREED];
	),
	TP_printk("nid=%d boosted=%d order=%d priority=%d failures=%d time_ns=%lld entry_boost_pages=%lld consumed_pages=%lld lru_scanned_pages=%lld lru_reclaimed_pages=%lld slab_scanned_objects=%lld slab_freed_objects=%lld",
		  __entry->nid, __entry->boosted, __entry->order, __entry->priority,
		  __entry->failures, __entry->time_ns, __entry->entry_boost_pages,
		  __entry->consumed_pages, __entry->lru_scanned_pages,
		  __entry->lru_reclaimed_pages, __entry->slab_scanned_objects,
		  __entry->slab_freed_objects)
);

/*
 * A call of a shrinker ended; what was asked and scanned, and the time, are -1 if its begin
 * was not seen.  The row is the one in debugfs; a name is a superblock's, others have
 * their function.
 */
TRACE_EVENT(shrinker_call,
	TP_PROTO(const void *shrinker, const struct rwatch_row *row, int nid, s64 asked,
		 s64 scanned, s64 freed, s64 time_ns),
	TP_ARGS(shrinker, row, nid, asked, scanned, freed, time_ns),
	TP_STRUCT__entry(
		__field(const void *, shrinker)
		__field(const void *, scan_objects)
		__array(char, name, RWATCH_ROW_NAME)
		__field(int, nid)
		__field(int, row)
		__field(int, pid)
		__field(s64, asked_objects)
		__field(s64, scanned_objects)
		__field(s64, freed_objects)
		__field(s64, time_ns)
	),
	TP_fast_assign(
		__entry->shrinker = shrinker;
		__entry->scan_objects = row->symbol;
		memcpy(__entry->name, row->name, RWATCH_ROW_NAME);
		__entry->nid = nid;
		__entry->row = rwatch_table_index(&rwatch_shrinkers, row);
		__entry->pid = task_tgid_nr(current);
		__entry->asked_objects = asked;
		__entry->scanned_objects = scanned;
		__entry->freed_objects = freed;
		__entry->time_ns = time_ns;
	),
	TP_printk("shrinker=%p scan_objects=%ps name=%s nid=%d row=%d pid=%d asked_objects=%lld scanned_objects=%lld freed_objects=%lld time_ns=%lld",
		  __entry->shrinker, __entry->scan_objects, __entry->name, __entry->nid,
		  __entry->row, __entry->pid, __entry->asked_objects,
		  __entry->scanned_objects, __entry->freed_objects, __entry->time_ns)
);

DECLARE_EVENT_CLASS(reclaim_end,
	TP_PROTO(const struct rwatch_run *run, u64 cgroup, u64 reclaimed, u64 time_ns),
	TP_ARGS(run, cgroup, reclaimed, time_ns),
	TP_STRUCT__entry(
		__field(int, nid)
		__field(int, priority)
		__field(s64, cgroup_id)
		__field(s64, lru_scanned_pages)
		__field(s64, reclaimed_pages)
		__field(s64, slab_scanned_objects)
		__field(s64, slab_freed_objects)
		__field(s64, time_ns)
		__field(int, pid)
	),
	TP_fast_assign(
		bool lru = rwatch_probe_knows(RWATCH_PROBE_LRU);
		bool slab = rwatch_probe_knows(RWATCH_PROBE_SHRINK_END);

		__entry->nid = run->nid;
		__entry->priority = rwatch_run_priority(run);
		__entry->cgroup_id = cgroup;
		__entry->lru_scanned_pages = lru ? (s64)rwatch_run_scanned(run) : -1;
		__entry->reclaimed_pages = reclaimed;
		__entry->slab_scanned_objects = slab ? (s64)run->v[RWATCH_RUN_SLAB_SCANNED] : -1;
		__entry->slab_freed_objects = slab ? (s64)run->v[RWATCH_RUN_SLAB_FREED] : -1;
		__entry->time_ns = time_ns;
		__entry->pid = task_tgid_nr(current);
	),
	TP_printk("nid=%d priority=%d cgroup_id=%lld lru_scanned_pages=%lld reclaimed_pages=%lld slab_scanned_objects=%lld slab_freed_objects=%lld time_ns=%lld pid=%d",
		  __entry->nid, __entry->priority, __entry->cgroup_id,
		  __entry->lru_scanned_pages, __entry->reclaimed_pages,
		  __entry->slab_scanned_objects, __entry->slab_freed_objects,
		  __entry->time_ns, __entry->pid)
);

/* Direct reclaim by current ended; the cgroup is its own. */
DEFINE_EVENT(reclaim_end, direct_end,
	TP_PROTO(const struct rwatch_run *run, u64 cgroup, u64 reclaimed, u64 time_ns),
	TP_ARGS(run, cgroup, reclaimed, time_ns)
);

/* Reclaim of a memory cgroup ended; the cgroup is the one that was reclaimed. */
DEFINE_EVENT(reclaim_end, memcg_end,
	TP_PROTO(const struct rwatch_run *run, u64 cgroup, u64 reclaimed, u64 time_ns),
	TP_ARGS(run, cgroup, reclaimed, time_ns)
);

/*
 * Compaction of a zone ended.  status is an enum compact_result of this kernel; outcome says
 * the same in the order and the words of the counters, whatever the kernel.
 */
TRACE_EVENT(compaction_end,
	TP_PROTO(struct zone *zone, int caller, int context, int order, int status, int outcome,
		 u64 time_ns),
	TP_ARGS(zone, caller, context, order, status, outcome, time_ns),
	TP_STRUCT__entry(
		__field(int, nid)
		__field(int, zid)
		__field(int, caller)
		__field(int, context)
		__field(int, order)
		__field(int, status)
		__field(int, outcome)
		__field(int, pid)
		__field(s64, time_ns)
	),
	TP_fast_assign(
		__entry->nid = zone_to_nid(zone);
		__entry->zid = zone_idx(zone);
		__entry->caller = caller;
		__entry->context = context;
		__entry->order = order;
		__entry->status = status;
		__entry->outcome = outcome;
		__entry->pid = task_tgid_nr(current);
		__entry->time_ns = time_ns;
	),
	TP_printk("nid=%d zid=%d caller=%s context=%s order=%d status=%d outcome=%s pid=%d time_ns=%lld",
		  __entry->nid, __entry->zid,
		  __print_symbolic(__entry->caller, { 0, "direct" }, { 1, "kcompactd" },
				   { 2, "other" }),
		  __print_symbolic(__entry->context, { 0, "any" }, { 1, "nofs" }, { 2, "noio" }),
		  __entry->order, __entry->status,
		  __print_symbolic(__entry->outcome, { 0, "success" }, { 1, "partial" },
				   { 2, "complete" }, { 3, "stopped" }),
		  __entry->pid, __entry->time_ns)
);

#endif /* RECLAIMWATCH_TRACE_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
