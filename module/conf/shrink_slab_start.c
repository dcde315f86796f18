// SPDX-License-Identifier: GPL-2.0
/*
 * 7.1 added the memcg.
 *
 * question: prototype of mm_shrink_slab_start
 * answers: PLAIN MEMCG
 */
#include <linux/mm.h>
#include <trace/events/vmscan.h>

#ifdef RWATCH_ASK_PLAIN
static void handler(void *data, struct shrinker *shr, struct shrink_control *sc,
		    long nr_objects_to_shrink, unsigned long cache_items,
		    unsigned long long delta, unsigned long total_scan, int priority)
#else
static void handler(void *data, struct shrinker *shr, struct shrink_control *sc,
		    long nr_objects_to_shrink, unsigned long cache_items,
		    unsigned long long delta, unsigned long total_scan, int priority,
		    struct mem_cgroup *memcg)
#endif
{
}

static void __maybe_unused ask(void)
{
	check_trace_callback_type_mm_shrink_slab_start(handler);
}
