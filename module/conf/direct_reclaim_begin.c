// SPDX-License-Identifier: GPL-2.0
/*
 * 7.1 put gfp_flags first and added the memcg.
 *
 * question: prototype of mm_vmscan_direct_reclaim_begin
 * answers: ORDER_GFP GFP_ORDER_MEMCG
 */
#include <linux/mm.h>
#include <trace/events/vmscan.h>

#ifdef RWATCH_ASK_ORDER_GFP
static void handler(void *data, int order, gfp_t gfp_flags)
#else
static void handler(void *data, gfp_t gfp_flags, int order, struct mem_cgroup *memcg)
#endif
{
}

static void __maybe_unused ask(void)
{
	check_trace_callback_type_mm_vmscan_direct_reclaim_begin(handler);
#ifdef CONFIG_MEMCG
	check_trace_callback_type_mm_vmscan_memcg_reclaim_begin(handler);
#endif
}
