// SPDX-License-Identifier: GPL-2.0
/*
 * 5.19 passes the compact_control, which is private to mm/, instead of the two
 * scanners' positions (abd4349ff9b8 "mm: compaction: cleanup the compaction trace
 * events").
 *
 * question: prototype of mm_compaction_end
 * answers: PFNS CONTROL
 */
#include <linux/mm.h>

struct compact_control;	/* the header names it and does not declare it */
#include <trace/events/compaction.h>

#ifdef RWATCH_ASK_PFNS
static void handler(void *data, unsigned long zone_start, unsigned long migrate_pfn,
		    unsigned long free_pfn, unsigned long zone_end, bool sync,
		    int status)
#else
static void handler(void *data, struct compact_control *cc, unsigned long zone_start,
		    unsigned long zone_end, bool sync, int status)
#endif
{
}

static void __maybe_unused ask(void)
{
	check_trace_callback_type_mm_compaction_end(handler);
}
