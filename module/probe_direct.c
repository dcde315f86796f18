// SPDX-License-Identifier: GPL-2.0
/* Direct reclaim: a task that has to reclaim before its own allocation can go on. */
#include <linux/mm.h>
#include <linux/topology.h>
#include <trace/events/vmscan.h>

#include "compat.h"
#include "probe.h"
#include "reclaim.h"
#include "trace.h"

static void begin_handler(RWATCH_DIRECT_RECLAIM_BEGIN_PARAMS)
{
	rwatch_probe_hit(RWATCH_PROBE_DIRECT_BEGIN);
	rwatch_run_begin(RWATCH_DIRECT, numa_mem_id());
}
NOKPROBE_SYMBOL(begin_handler);

static void end_handler(RWATCH_DIRECT_RECLAIM_END_PARAMS)
{
	struct rwatch_run *run = rwatch_run_current();
	u64 cgroup, ns;

	rwatch_probe_hit(RWATCH_PROBE_DIRECT_END);
	if (!run || run->kind != RWATCH_DIRECT)
		return;		/* begun before we were attached */
	ns = rwatch_run_time(run);
	cgroup = rwatch_current_cgroup_id();
	rwatch_run_book_task(run, ns, nr_reclaimed);
	rwatch_run_book_cgroup(run, cgroup, ns, nr_reclaimed);
	trace_direct_end(run, cgroup, nr_reclaimed, ns);
	rwatch_run_end(run, ns);
}
NOKPROBE_SYMBOL(end_handler);

static void open(void)
{
	rwatch_activity_open(RWATCH_IN_DIRECT);
}

static void close(void)
{
	rwatch_activity_close(RWATCH_IN_DIRECT);
}

/* Never called: fails the build if the kernel's prototype is another one. */
static void __maybe_unused check_prototypes(void)
{
	check_trace_callback_type_mm_vmscan_direct_reclaim_begin(begin_handler);
	check_trace_callback_type_mm_vmscan_direct_reclaim_end(end_handler);
}

static const char *const begin_symbols[] = { "mm_vmscan_direct_reclaim_begin", NULL };
static const char *const end_symbols[] = { "mm_vmscan_direct_reclaim_end", NULL };

const struct rwatch_probe_def rwatch_direct_begin_probe = {
	.kind		= RWATCH_TRACEPOINT,
	.symbols	= begin_symbols,
	.handler	= begin_handler,
	.open		= open,
	.close		= close,
};

const struct rwatch_probe_def rwatch_direct_end_probe = {
	.kind		= RWATCH_TRACEPOINT,
	.symbols	= end_symbols,
	.handler	= end_handler,
};
