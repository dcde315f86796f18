// SPDX-License-Identifier: GPL-2.0
/*
 * What has been the same since 5.10.  The handlers check their prototypes as
 * well; this one says at once that the kernel is a new one.
 *
 * question: prototype of a tracepoint that never changed before
 * answers: KNOWN
 */
#include <linux/mm.h>
#include <linux/vmstat.h>
#include <trace/events/kmem.h>
#include <trace/events/vmscan.h>

struct compact_control;	/* the header names it and does not declare it */
#include <trace/events/compaction.h>

static void on_kswapd_wake(void *data, int nid, int zid, int order)
{
}

static void on_kswapd_sleep(void *data, int nid)
{
}

static void on_wakeup_kswapd(void *data, int nid, int zid, int order, gfp_t gfp_flags)
{
}

static void on_shrink_inactive(void *data, int nid, unsigned long nr_scanned,
			       unsigned long nr_reclaimed, struct reclaim_stat *stat,
			       int priority, int file)
{
}

static void on_free_batched(void *data, struct page *page)
{
}

static void on_extfrag(void *data, struct page *page, int alloc_order, int fallback_order,
		       int alloc_migratetype, int fallback_migratetype)
{
}

static void __maybe_unused ask(void)
{
	check_trace_callback_type_mm_vmscan_kswapd_wake(on_kswapd_wake);
	check_trace_callback_type_mm_vmscan_kswapd_sleep(on_kswapd_sleep);
	check_trace_callback_type_mm_vmscan_wakeup_kswapd(on_wakeup_kswapd);
	check_trace_callback_type_mm_vmscan_lru_shrink_inactive(on_shrink_inactive);
	check_trace_callback_type_mm_page_free_batched(on_free_batched);
	check_trace_callback_type_mm_page_alloc_extfrag(on_extfrag);
}

#ifdef CONFIG_COMPACTION
static void on_compaction_result(void *data, struct zone *zone, int order, int ret)
{
}

static void on_compaction_deferred(void *data, struct zone *zone, int order)
{
}

static void __maybe_unused ask_compaction(void)
{
	check_trace_callback_type_mm_compaction_finished(on_compaction_result);
	check_trace_callback_type_mm_compaction_suitable(on_compaction_result);
	check_trace_callback_type_mm_compaction_deferred(on_compaction_deferred);
}
#endif
