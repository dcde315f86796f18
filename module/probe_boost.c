// SPDX-License-Identifier: GPL-2.0
/*
 * The boost site.  boost_watermark() is inlined into its only caller, which has
 * had three names and is entered and left with zone->lock held in all of them:
 * that makes this the one place where a raise can be counted to the page, and
 * where the boost may be lowered again.
 *
 * It runs in any context, NMI included (6.15+, alloc_pages_nolock()).
 */
#include <linux/mm.h>
#include <linux/mmzone.h>
#include <linux/ptrace.h>
#include <linux/timekeeping.h>

#include "clamp.h"
#include "compat.h"
#include "hist.h"
#include "probe.h"
#include "recorder.h"
#include "trace.h"
#include "zone.h"

struct boost_call {
	struct zone *zone;
	int order;
	int migratetype;
};

#define NO_ARGUMENT	-1

static const char *const boost_symbols[] = {
	"try_to_claim_block",		/* 6.15+ */
	"try_to_steal_block",		/* its backport to 6.12 */
	"steal_suitable_fallback",	/* before */
	NULL
};

/* Which argument of each is what; before 6.12 it is not told the order. */
static const struct boost_arguments {
	int order;
	int migratetype;
} boost_arguments[] = {
	{ 3, 4 },
	{ 3, 4 },
	{ NO_ARGUMENT, 3 },
};

static struct boost_arguments arguments;

static void boost_try(int candidate)
{
	arguments = boost_arguments[candidate];
}

static int argument(struct pt_regs *regs, int nr)
{
	return nr == NO_ARGUMENT ? -1 : (int)regs_get_kernel_argument(regs, nr);
}
NOKPROBE_SYMBOL(argument);

static int boost_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct boost_call *call = (struct boost_call *)ri->data;

	rwatch_probe_hit(RWATCH_PROBE_BOOST);
	call->zone = (struct zone *)regs_get_kernel_argument(regs, 0);
	call->order = argument(regs, arguments.order);
	call->migratetype = argument(regs, arguments.migratetype);
	rwatch_ledger_open(rwatch_zone_ledger(call->zone), READ_ONCE(call->zone->watermark_boost));
	return 0;
}
NOKPROBE_SYMBOL(boost_entry);

/* The boost has just been raised, and zone->lock is still held. */
static void note_raise(const struct boost_call *call, struct rwatch_ledger *ledger,
		       unsigned long boost)
{
	struct rwatch_frag *frag = rwatch_zone_frag(call->zone);
	u64 now = ktime_get_boot_fast_ns();
	/* An interrupt allocates for nobody in particular. */
	bool task = in_task();
	const s64 values[RWATCH_NR_EVENT_RAISE] = {
		[RWATCH_EVENT_RAISE_AT]		= now,
		[RWATCH_EVENT_RAISE_ZONE]	= zone_idx(call->zone),
		[RWATCH_EVENT_RAISE_BEFORE]	= ledger->from,
		[RWATCH_EVENT_RAISE_AFTER]	= boost,
		[RWATCH_EVENT_RAISE_ORDER]	= call->order,
		[RWATCH_EVENT_RAISE_WANTED]	= call->migratetype,
		[RWATCH_EVENT_RAISE_PID]	= task ? task_tgid_nr(current) : -1,
		[RWATCH_EVENT_RAISE_CGROUP]	= task ? (s64)rwatch_current_cgroup_id() : -1,
	};

	WRITE_ONCE(ledger->last_raise_ns, now);
	if (call->order >= 0) {
		u64 *count = &frag->raises_by_order[rwatch_linear_bucket(call->order)];

		WRITE_ONCE(*count, *count + 1);
	}
	rwatch_recorder_add(zone_to_nid(call->zone), RWATCH_RECORD_RAISE, values,
			    RWATCH_NR_EVENT_RAISE);
	trace_boost_raised(zone_to_nid(call->zone), values);
}
NOKPROBE_SYMBOL(note_raise);

static int boost_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct boost_call *call = (struct boost_call *)ri->data;
	struct rwatch_ledger *ledger = rwatch_zone_ledger(call->zone);
	unsigned long boost = READ_ONCE(call->zone->watermark_boost), trimmed;
	bool raised;

	rwatch_ledger_book_begin(ledger);
	raised = rwatch_ledger_book_site(ledger, boost);
	trimmed = rwatch_clamp_trim(call->zone, ledger);
	rwatch_ledger_book_end(ledger);
	/* Readers wait for the booking, so all else comes after it. */
	if (raised)
		note_raise(call, ledger, boost);
	if (trimmed)
		trace_boost_trimmed(call->zone, trimmed);
	return 0;
}
NOKPROBE_SYMBOL(boost_return);

/*
 * One call per zone whose lock is held.  On PREEMPT_RT the holder can be
 * preempted, so that is one per zone and not one per CPU.
 */
static unsigned int boost_maxactive(void)
{
	return nr_node_ids * MAX_NR_ZONES + 2 * num_possible_cpus();
}

const struct rwatch_probe_def rwatch_boost_probe = {
	.kind		= RWATCH_KRETPROBE,
	.symbols	= boost_symbols,
	.try		= boost_try,
	.entry_handler	= boost_entry,
	.return_handler	= boost_return,
	.data_size	= sizeof(struct boost_call),
	.maxactive	= boost_maxactive,
};
