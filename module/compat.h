/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The only place that knows how kernels differ; 5.10 is the oldest supported.
 * conf.h has what the compiler answered to the questions in conf/.
 */
#ifndef RECLAIMWATCH_COMPAT_H
#define RECLAIMWATCH_COMPAT_H

#include <asm/bitsperlong.h>
#include <linux/atomic.h>
#include <linux/cgroup.h>
#include <linux/cpu.h>
#include <linux/fs.h>
#include <linux/kconfig.h>
#include <linux/memcontrol.h>
#include <linux/mm.h>
#include <linux/mmzone.h>
#include <linux/shrinker.h>
#include <linux/vmstat.h>

#include "conf.h"

/* Counters are single 64-bit loads and stores; readers rely on that. */
#if BITS_PER_LONG != 64
#error "reclaimwatch needs a 64-bit kernel"
#endif

#if !IS_ENABLED(CONFIG_KRETPROBES) || !IS_ENABLED(CONFIG_TRACEPOINTS) || \
	!IS_ENABLED(CONFIG_VM_EVENT_COUNTERS)
#error "reclaimwatch needs KRETPROBES, TRACEPOINTS and VM_EVENT_COUNTERS"
#endif

/*
 * Parameters of tracepoint handlers, where kernels differ.  The handler's body
 * may use those that all kernels have, under these names:
 *
 *	static void begin_handler(RWATCH_DIRECT_RECLAIM_BEGIN_PARAMS)
 *	{
 *		... order, gfp_flags ...
 */

/* order, gfp_flags */
#ifdef RWATCH_CONF_DIRECT_RECLAIM_BEGIN_GFP_ORDER_MEMCG
#define RWATCH_DIRECT_RECLAIM_BEGIN_PARAMS \
	void *data, gfp_t gfp_flags, int order, struct mem_cgroup *memcg
#else
#define RWATCH_DIRECT_RECLAIM_BEGIN_PARAMS \
	void *data, int order, gfp_t gfp_flags
#endif

/* nr_reclaimed */
#ifdef RWATCH_CONF_DIRECT_RECLAIM_END_MEMCG
#define RWATCH_DIRECT_RECLAIM_END_PARAMS \
	void *data, unsigned long nr_reclaimed, struct mem_cgroup *memcg
#else
#define RWATCH_DIRECT_RECLAIM_END_PARAMS \
	void *data, unsigned long nr_reclaimed
#endif

/* shr, sc, nr_objects_to_shrink, cache_items, delta, total_scan, priority */
#ifdef RWATCH_CONF_SHRINK_SLAB_START_MEMCG
#define RWATCH_SHRINK_SLAB_START_PARAMS \
	void *data, struct shrinker *shr, struct shrink_control *sc, long nr_objects_to_shrink, \
	unsigned long cache_items, unsigned long long delta, unsigned long total_scan, \
	int priority, struct mem_cgroup *memcg
#else
#define RWATCH_SHRINK_SLAB_START_PARAMS \
	void *data, struct shrinker *shr, struct shrink_control *sc, long nr_objects_to_shrink, \
	unsigned long cache_items, unsigned long long delta, unsigned long total_scan, \
	int priority
#endif

/* shr, nid, shrinker_retval, unused_scan_cnt, new_scan_cnt, total_scan */
#ifdef RWATCH_CONF_SHRINK_SLAB_END_MEMCG
#define RWATCH_SHRINK_SLAB_END_PARAMS \
	void *data, struct shrinker *shr, int nid, int shrinker_retval, long unused_scan_cnt, \
	long new_scan_cnt, long total_scan, struct mem_cgroup *memcg
#else
#define RWATCH_SHRINK_SLAB_END_PARAMS \
	void *data, struct shrinker *shr, int nid, int shrinker_retval, long unused_scan_cnt, \
	long new_scan_cnt, long total_scan
#endif

/* trace/events/compaction.h names it and does not declare it. */
struct compact_control;

/* zone_start, zone_end (both page frame numbers), sync */
#ifdef RWATCH_CONF_COMPACTION_BEGIN_CONTROL
#define RWATCH_COMPACTION_BEGIN_PARAMS \
	void *data, struct compact_control *cc, unsigned long zone_start, \
	unsigned long zone_end, bool sync
#else
#define RWATCH_COMPACTION_BEGIN_PARAMS \
	void *data, unsigned long zone_start, unsigned long migrate_pfn, \
	unsigned long free_pfn, unsigned long zone_end, bool sync
#endif

/* zone_start, zone_end (both page frame numbers), sync, status */
#ifdef RWATCH_CONF_COMPACTION_END_CONTROL
#define RWATCH_COMPACTION_END_PARAMS \
	void *data, struct compact_control *cc, unsigned long zone_start, \
	unsigned long zone_end, bool sync, int status
#else
#define RWATCH_COMPACTION_END_PARAMS \
	void *data, unsigned long zone_start, unsigned long migrate_pfn, \
	unsigned long free_pfn, unsigned long zone_end, bool sync, int status
#endif

/* Passes of kswapd that reclaimed nothing, in a row. */
static inline int rwatch_kswapd_failures(pg_data_t *pgdat)
{
#ifdef RWATCH_CONF_KSWAPD_FAILURES_ATOMIC
	return atomic_read(&pgdat->kswapd_failures);
#else
	return READ_ONCE(pgdat->kswapd_failures);
#endif
}

/* Only for the shrinker of a super_block, which its scan_objects() tells. */
static inline struct super_block *rwatch_sb_of_shrinker(struct shrinker *shrinker)
{
#ifdef RWATCH_CONF_SB_SHRINKER_PRIVATE_DATA
	return shrinker->private_data;
#else
	return container_of(shrinker, struct super_block, s_shrink);
#endif
}

static inline const struct shrinker *rwatch_shrinker_of_sb(struct super_block *sb)
{
#ifdef RWATCH_CONF_SB_SHRINKER_PRIVATE_DATA
	return sb->s_shrink;
#else
	return &sb->s_shrink;
#endif
}

/*
 * The id of a memory cgroup's directory, as user space sees it, 0 if there is none.  The
 * memory controller's own id is another one before 7.0.
 */
static __always_inline u64 rwatch_memcg_cgroup_id(const struct mem_cgroup *memcg)
{
#ifdef CONFIG_MEMCG
	return memcg ? cgroup_id(memcg->css.cgroup) : 0;
#else
	return 0;
#endif
}

static __always_inline u64 rwatch_current_cgroup_id(void)
{
	u64 id = 0;

#ifdef CONFIG_MEMCG
	rcu_read_lock();
	id = rwatch_memcg_cgroup_id(mem_cgroup_from_task(current));
	rcu_read_unlock();
#endif
	return id;
}

/*
 * Pages that kswapd has reclaimed since boot, on all nodes.  May sleep.
 * What CPUs have not yet handed over to a node's count is in it.
 */
#ifdef RWATCH_CONF_KSWAPD_SCAN_NODE_STAT
static inline u64 rwatch_sum_kswapd_item(enum node_stat_item item)
{
	s64 sum = 0;
	int nid, cpu;

	cpus_read_lock();	/* a CPU that goes offline hands its counts over */
	for_each_online_node(nid) {
		pg_data_t *pgdat = NODE_DATA(nid);

		sum += atomic_long_read(&pgdat->vm_stat[item]);
		for_each_online_cpu(cpu)
			sum += READ_ONCE(per_cpu_ptr(pgdat->per_cpu_nodestats,
						     cpu)->vm_node_stat_diff[item]);
	}
	cpus_read_unlock();
	return sum;
}
#else
static inline u64 rwatch_sum_kswapd_item(enum vm_event_item item)
{
	u64 sum = 0;
	int cpu;

	cpus_read_lock();
	for_each_possible_cpu(cpu)
		sum += READ_ONCE(per_cpu(vm_event_states, cpu).event[item]);
	cpus_read_unlock();
	return sum;
}
#endif

static inline u64 rwatch_kswapd_reclaimed_pages(void)
{
	return rwatch_sum_kswapd_item(PGSTEAL_KSWAPD);
}

#endif /* RECLAIMWATCH_COMPAT_H */
