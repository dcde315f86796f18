// SPDX-License-Identifier: GPL-2.0
/*
 * Compaction.  The tracepoints at its begin and end do not say which zone and order it
 * is for; mm_compaction_finished, which fires at least once in between, does.  Whether
 * the caller is an allocation, and with which gfp flags, is known to
 * try_to_compact_pages(gfp_mask, order, ...) around them.
 */
#include <linux/mm.h>
#include <linux/ptrace.h>

#include "compaction.h"
#include "compat.h"
#include "probe.h"
#include "slot.h"

#include <trace/events/compaction.h>

static int direct_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	rwatch_probe_hit(RWATCH_PROBE_COMPACT_DIRECT);
	return !rwatch_compact_direct_begin((__force gfp_t)regs_get_kernel_argument(regs, 0));
}
NOKPROBE_SYMBOL(direct_entry);

static int direct_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	rwatch_compact_direct_end();
	return 0;
}
NOKPROBE_SYMBOL(direct_return);

/* One per task inside; they sleep there. */
static unsigned int direct_maxactive(void)
{
	return 128;
}

static void begin_handler(RWATCH_COMPACTION_BEGIN_PARAMS)
{
	rwatch_probe_hit(RWATCH_PROBE_COMPACT_BEGIN);
	rwatch_compact_zone_begin();
}
NOKPROBE_SYMBOL(begin_handler);

static void finished_handler(void *data, struct zone *zone, int order, int ret)
{
	rwatch_probe_hit(RWATCH_PROBE_COMPACT_FINISHED);
	rwatch_compact_zone_is(zone, order);
}
NOKPROBE_SYMBOL(finished_handler);

static void end_handler(RWATCH_COMPACTION_END_PARAMS)
{
	rwatch_probe_hit(RWATCH_PROBE_COMPACT_END);
	rwatch_compact_zone_end(status);
}
NOKPROBE_SYMBOL(end_handler);

static void deferred_handler(void *data, struct zone *zone, int order)
{
	rwatch_probe_hit(RWATCH_PROBE_COMPACT_DEFERRED);
	rwatch_compact_deferred(zone, order);
}
NOKPROBE_SYMBOL(deferred_handler);

/* Never called: fails the build if the kernel's prototype is another one. */
static void __maybe_unused check_prototypes(void)
{
	check_trace_callback_type_mm_compaction_begin(begin_handler);
	check_trace_callback_type_mm_compaction_finished(finished_handler);
	check_trace_callback_type_mm_compaction_end(end_handler);
	check_trace_callback_type_mm_compaction_deferred(deferred_handler);
}

static const char *const direct_symbols[] = { "try_to_compact_pages", NULL };
static const char *const begin_symbols[] = { "mm_compaction_begin", NULL };
static const char *const finished_symbols[] = { "mm_compaction_finished", NULL };
static const char *const end_symbols[] = { "mm_compaction_end", NULL };
static const char *const deferred_symbols[] = { "mm_compaction_deferred", NULL };

const struct rwatch_probe_def rwatch_compact_direct_probe = {
	.kind		= RWATCH_KRETPROBE,
	.symbols	= direct_symbols,
	.entry_handler	= direct_entry,
	.return_handler	= direct_return,
	.maxactive	= direct_maxactive,
};

const struct rwatch_probe_def rwatch_compact_begin_probe = {
	.kind		= RWATCH_TRACEPOINT,
	.symbols	= begin_symbols,
	.handler	= begin_handler,
	.open		= rwatch_compaction_open,
	.close		= rwatch_compaction_close,
};

const struct rwatch_probe_def rwatch_compact_finished_probe = {
	.kind		= RWATCH_TRACEPOINT,
	.symbols	= finished_symbols,
	.handler	= finished_handler,
};

const struct rwatch_probe_def rwatch_compact_end_probe = {
	.kind		= RWATCH_TRACEPOINT,
	.symbols	= end_symbols,
	.handler	= end_handler,
};

const struct rwatch_probe_def rwatch_compact_deferred_probe = {
	.kind		= RWATCH_TRACEPOINT,
	.symbols	= deferred_symbols,
	.handler	= deferred_handler,
};
