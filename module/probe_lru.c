// SPDX-License-Identifier: GPL-2.0
/*
 * One batch of pages taken off an inactive list: what was scanned, what was reclaimed,
 * and at which priority.
 *
 * With MGLRU this fires from 6.12 on; on 6.1 it does not.  No kernel says so, but
 * the kernel counts what kswapd reclaims, and so do we.
 */
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <trace/events/vmscan.h>

#include "compat.h"
#include "lru.h"
#include "probe.h"
#include "reclaim.h"

/* A difference below this is what is counted at this moment, or a matter of batches. */
#define SLACK_PAGES	4096
#define SLACK_SHARE	8	/* and below an eighth of it all */

static DEFINE_PER_CPU(u64, lru_seen);	/* pages reclaimed by kswapd */
static u64 kernel_before, seen_before;	/* when the group was switched on */

u64 rwatch_lru_seen(void)
{
	u64 sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += READ_ONCE(per_cpu(lru_seen, cpu));
	return sum;
}

static void lru_open(void)
{
	WRITE_ONCE(kernel_before, rwatch_kswapd_reclaimed_pages());
	WRITE_ONCE(seen_before, rwatch_lru_seen());
}

static bool lru_sees_all(void)
{
	u64 seen = rwatch_lru_seen() - READ_ONCE(seen_before);
	u64 there = rwatch_kswapd_reclaimed_pages() - READ_ONCE(kernel_before);

	return there <= seen + SLACK_PAGES + there / SLACK_SHARE;
}

static void lru_handler(void *data, int nid, unsigned long nr_scanned, unsigned long nr_reclaimed,
			struct reclaim_stat *stat, int priority, int file)
{
	struct rwatch_run *run = rwatch_run_current();

	rwatch_probe_hit(RWATCH_PROBE_LRU);
	if (current->flags & PF_KSWAPD)
		this_cpu_add(lru_seen, nr_reclaimed);
	if (!run)
		return;
	run->v[file ? RWATCH_RUN_SCANNED_FILE : RWATCH_RUN_SCANNED_ANON] += nr_scanned;
	run->v[file ? RWATCH_RUN_RECLAIMED_FILE : RWATCH_RUN_RECLAIMED_ANON] += nr_reclaimed;
	rwatch_run_note_priority(run, priority);
}
NOKPROBE_SYMBOL(lru_handler);

/* Never called: fails the build if the kernel's prototype is another one. */
static void __maybe_unused check_prototype(void)
{
	check_trace_callback_type_mm_vmscan_lru_shrink_inactive(lru_handler);
}

static const char *const lru_symbols[] = { "mm_vmscan_lru_shrink_inactive", NULL };

const struct rwatch_probe_def rwatch_lru_probe = {
	.kind		= RWATCH_TRACEPOINT,
	.symbols	= lru_symbols,
	.handler	= lru_handler,
	.open		= lru_open,
	.sees_all	= lru_sees_all,
};
