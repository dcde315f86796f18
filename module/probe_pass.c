// SPDX-License-Identifier: GPL-2.0
/*
 * kswapd's passes.  The begin of balance_pgdat() is where kswapd makes its own
 * snapshot of the boost; its end is where it takes that much off again.
 *
 * Whether kswapd found any boost is only known to kswapd.  But a pass that did,
 * and no other, calls wakeup_kcompactd() from inside balance_pgdat(), after it
 * has settled the boost.
 */
#include <linux/mmzone.h>
#include <linux/ptrace.h>

#include "compat.h"
#include "node.h"
#include "probe.h"
#include "zone.h"

struct pass_call {
	pg_data_t *pgdat;
};

static int pass_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct pass_call *call = (struct pass_call *)ri->data;

	if (!rwatch_zones_counting())
		return 1;	/* nor is its return */

	rwatch_probe_hit(RWATCH_PROBE_PASS);
	call->pgdat = (pg_data_t *)regs_get_kernel_argument(regs, 0);
	rwatch_pass_begin(call->pgdat, regs_get_kernel_argument(regs, 1),
			  regs_get_kernel_argument(regs, 2));
	return 0;
}
NOKPROBE_SYMBOL(pass_entry);

static int pass_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct pass_call *call = (struct pass_call *)ri->data;

	rwatch_pass_end(call->pgdat);
	return 0;
}
NOKPROBE_SYMBOL(pass_return);

static int boosted_pre(struct kprobe *kp, struct pt_regs *regs)
{
	rwatch_probe_hit(RWATCH_PROBE_BOOSTED);
	rwatch_pass_mark_boosted((pg_data_t *)regs_get_kernel_argument(regs, 0));
	return 0;
}
NOKPROBE_SYMBOL(boosted_pre);

/* One kswapd per node; a few more while one is stopped and another started. */
static unsigned int pass_maxactive(void)
{
	return nr_node_ids + 4;
}

static const char *const pass_symbols[] = { "balance_pgdat", NULL };
static const char *const boosted_symbols[] = { "wakeup_kcompactd", NULL };

const struct rwatch_probe_def rwatch_pass_probe = {
	.kind		= RWATCH_KRETPROBE,
	.symbols	= pass_symbols,
	.entry_handler	= pass_entry,
	.return_handler	= pass_return,
	.data_size	= sizeof(struct pass_call),
	.maxactive	= pass_maxactive,
};

const struct rwatch_probe_def rwatch_boosted_probe = {
	.kind		= RWATCH_KPROBE,
	.symbols	= boosted_symbols,
	.pre_handler	= boosted_pre,
};
