// SPDX-License-Identifier: GPL-2.0
/*
 * Calls of shrinkers.  The tracepoints fire if the shrinker has any object at all, in
 * whatever context it is called; they are a third of the price of a kretprobe.
 *
 * A shrinker's memory can become another shrinker's, so its end has to be seen too.  When
 * the function that unregisters it returns, no call of it is running.  (Its memory may be
 * somebody else's by then, if that function was preempted in its last instructions; the new
 * shrinker's counts then begin anew in another row.)
 */
#include <linux/mm.h>
#include <linux/ptrace.h>
#include <linux/shrinker.h>
#include <trace/events/vmscan.h>

#include "compat.h"
#include "probe.h"
#include "shrinkers.h"

static void start_handler(RWATCH_SHRINK_SLAB_START_PARAMS)
{
	rwatch_probe_hit(RWATCH_PROBE_SHRINK_START);
	rwatch_shrink_begin(shr, sc->nid, cache_items, total_scan, priority);
}
NOKPROBE_SYMBOL(start_handler);

static void end_handler(RWATCH_SHRINK_SLAB_END_PARAMS)
{
	rwatch_probe_hit(RWATCH_PROBE_SHRINK_END);
	rwatch_shrink_end(shr, nid, shrinker_retval, total_scan);
}
NOKPROBE_SYMBOL(end_handler);

struct free_call {
	const struct shrinker *shrinker;
};

static int free_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct free_call *call = (struct free_call *)ri->data;

	rwatch_probe_hit(RWATCH_PROBE_SHRINKER_FREE);
	call->shrinker = (const struct shrinker *)regs_get_kernel_argument(regs, 0);
	return 0;
}
NOKPROBE_SYMBOL(free_entry);

static int free_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct free_call *call = (struct free_call *)ri->data;

	if (call->shrinker)
		rwatch_shrinker_gone(call->shrinker);
	return 0;
}
NOKPROBE_SYMBOL(free_return);

/* Many filesystems can be unmounted at once; each waits for calls to end. */
static unsigned int free_maxactive(void)
{
	return 128;
}

/* Never called: fails the build if the kernel's prototype is another one. */
static void __maybe_unused check_prototypes(void)
{
	check_trace_callback_type_mm_shrink_slab_start(start_handler);
	check_trace_callback_type_mm_shrink_slab_end(end_handler);
}

static const char *const start_symbols[] = { "mm_shrink_slab_start", NULL };
static const char *const end_symbols[] = { "mm_shrink_slab_end", NULL };

static const char *const free_symbols[] = {
	"shrinker_free",		/* 6.7+ */
	"unregister_shrinker",		/* before */
	NULL
};

const struct rwatch_probe_def rwatch_shrink_start_probe = {
	.kind		= RWATCH_TRACEPOINT,
	.symbols	= start_symbols,
	.handler	= start_handler,
	.open		= rwatch_shrinkers_open,
	.close		= rwatch_shrinkers_close,
};

const struct rwatch_probe_def rwatch_shrink_end_probe = {
	.kind		= RWATCH_TRACEPOINT,
	.symbols	= end_symbols,
	.handler	= end_handler,
};

const struct rwatch_probe_def rwatch_shrinker_free_probe = {
	.kind		= RWATCH_KRETPROBE,
	.symbols	= free_symbols,
	.entry_handler	= free_entry,
	.return_handler	= free_return,
	.data_size	= sizeof(struct free_call),
	.maxactive	= free_maxactive,
};
