// SPDX-License-Identifier: GPL-2.0
/*
 * 7.1 added the memcg.
 *
 * question: prototype of mm_vmscan_direct_reclaim_end
 * answers: PLAIN MEMCG
 */
#include <linux/mm.h>
#include <trace/events/vmscan.h>

#ifdef RWATCH_ASK_PLAIN
static void handler(void *data, unsigned long nr_reclaimed)
#else
static void handler(void *data, unsigned long nr_reclaimed, struct mem_cgroup *memcg)
#endif
{
}

static void __maybe_unused ask(void)
{
	check_trace_callback_type_mm_vmscan_direct_reclaim_end(handler);
#ifdef CONFIG_MEMCG
	check_trace_callback_type_mm_vmscan_memcg_reclaim_end(handler);
#endif
}
