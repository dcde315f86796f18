// SPDX-License-Identifier: GPL-2.0
/*
 * 7.1 added the memcg.
 *
 * question: prototype of mm_shrink_slab_end
 * answers: PLAIN MEMCG
 */
#include <linux/mm.h>
#include <trace/events/vmscan.h>

#ifdef RWATCH_ASK_PLAIN
static void handler(void *data, struct shrinker *shr, int nid, int shrinker_retval,
		    long unused_scan_cnt, long new_scan_cnt, long total_scan)
#else
static void handler(void *data, struct shrinker *shr, int nid, int shrinker_retval,
		    long unused_scan_cnt, long new_scan_cnt, long total_scan,
		    struct mem_cgroup *memcg)
#endif
{
}

static void __maybe_unused ask(void)
{
	check_trace_callback_type_mm_shrink_slab_end(handler);
}
