// SPDX-License-Identifier: GPL-2.0
/*
 * Reclaim of a memory cgroup: its limit was hit, or somebody wrote to memory.reclaim,
 * memory.high or memory.force_empty.  All of them come through here, with the
 * cgroup as the first argument, which the tracepoints do not have before 7.1.
 */
#include <linux/ptrace.h>
#include <linux/topology.h>

#include "compat.h"
#include "probe.h"
#include "reclaim.h"
#include "trace.h"

struct memcg_call {
	u64 cgroup;
};

static int memcg_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct memcg_call *call = (struct memcg_call *)ri->data;

	rwatch_probe_hit(RWATCH_PROBE_MEMCG);
	call->cgroup = rwatch_memcg_cgroup_id((void *)regs_get_kernel_argument(regs, 0));
	return !rwatch_run_begin(RWATCH_MEMCG, numa_mem_id());
}
NOKPROBE_SYMBOL(memcg_entry);

static int memcg_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct memcg_call *call = (struct memcg_call *)ri->data;
	struct rwatch_run *run = rwatch_run_current();
	unsigned long reclaimed = regs_return_value(regs);
	u64 ns;

	if (!run || run->kind != RWATCH_MEMCG)
		return 0;
	ns = rwatch_run_time(run);
	rwatch_run_book_cgroup(run, call->cgroup, ns, reclaimed);
	trace_memcg_end(run, call->cgroup, reclaimed, ns);
	rwatch_run_end(run, ns);
	return 0;
}
NOKPROBE_SYMBOL(memcg_return);

/* One per task inside; they sleep there, and a storm can have hundreds. */
static unsigned int memcg_maxactive(void)
{
	return 256;
}

static void open(void)
{
	rwatch_activity_open(RWATCH_IN_MEMCG);
}

static void close(void)
{
	rwatch_activity_close(RWATCH_IN_MEMCG);
}

static const char *const memcg_symbols[] = { "try_to_free_mem_cgroup_pages", NULL };

const struct rwatch_probe_def rwatch_memcg_probe = {
	.kind		= RWATCH_KRETPROBE,
	.symbols	= memcg_symbols,
	.entry_handler	= memcg_entry,
	.return_handler	= memcg_return,
	.data_size	= sizeof(struct memcg_call),
	.maxactive	= memcg_maxactive,
	.open		= open,
	.close		= close,
};
