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
#include "probe.h"
#include "zone.h"

struct boost_call {
	struct zone *zone;
};

static int boost_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct boost_call *call = (struct boost_call *)ri->data;

	rwatch_probe_hit(RWATCH_PROBE_BOOST);
	call->zone = (struct zone *)regs_get_kernel_argument(regs, 0);
	rwatch_ledger_open(rwatch_zone_ledger(call->zone), READ_ONCE(call->zone->watermark_boost));
	return 0;
}
NOKPROBE_SYMBOL(boost_entry);

static int boost_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct boost_call *call = (struct boost_call *)ri->data;
	struct rwatch_ledger *ledger = rwatch_zone_ledger(call->zone);
	unsigned long boost = READ_ONCE(call->zone->watermark_boost);

	rwatch_ledger_book_begin(ledger);
	if (rwatch_ledger_book_site(ledger, boost))
		WRITE_ONCE(ledger->last_raise_ns, ktime_get_boot_fast_ns());
	rwatch_clamp_trim(call->zone, ledger);
	rwatch_ledger_book_end(ledger);
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

static const char *const boost_symbols[] = {
	"try_to_claim_block",		/* 6.15+ */
	"try_to_steal_block",		/* its backport to 6.12 */
	"steal_suitable_fallback",	/* before */
	NULL
};

const struct rwatch_probe_def rwatch_boost_probe = {
	.kind		= RWATCH_KRETPROBE,
	.symbols	= boost_symbols,
	.entry_handler	= boost_entry,
	.return_handler	= boost_return,
	.data_size	= sizeof(struct boost_call),
	.maxactive	= boost_maxactive,
};
