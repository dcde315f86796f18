// SPDX-License-Identifier: GPL-2.0
/*
 * Which zones kswapd frees pages of.  Reclaim hands its pages back in batches, and this
 * fires for each page of a batch, whoever frees it: dear, so its group is off unless
 * somebody asks who pays for a boost.
 */
#include <linux/mm.h>
#include <linux/sched.h>
#include <trace/events/kmem.h>

#include "probe.h"
#include "reclaim.h"

static void blame_handler(void *data, struct page *page)
{
	struct rwatch_run *run;

	if (!(current->flags & PF_KSWAPD))
		return;		/* not even counted as a hit */
	rwatch_probe_hit(RWATCH_PROBE_BLAME);
	run = rwatch_run_current();
	if (run)
		run->freed[page_zonenum(page)]++;
}
NOKPROBE_SYMBOL(blame_handler);

/* Never called: fails the build if the kernel's prototype is another one. */
static void __maybe_unused check_prototype(void)
{
	check_trace_callback_type_mm_page_free_batched(blame_handler);
}

static const char *const blame_symbols[] = { "mm_page_free_batched", NULL };

const struct rwatch_probe_def rwatch_blame_probe = {
	.kind		= RWATCH_TRACEPOINT,
	.symbols	= blame_symbols,
	.handler	= blame_handler,
};
