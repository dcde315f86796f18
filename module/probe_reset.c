// SPDX-License-Identifier: GPL-2.0
/*
 * setup_per_zone_wmarks() sets every zone's boost to 0: on a write to
 * vm.min_free_kbytes or vm.watermark_scale_factor, on memory hotplug, and when
 * khugepaged starts or stops.
 */
#include "probe.h"
#include "zone.h"

static int reset_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	if (!rwatch_zones_counting())
		return 1;	/* nor is its return */

	rwatch_probe_hit(RWATCH_PROBE_RESET);
	rwatch_zones_begin_reset();
	return 0;
}
NOKPROBE_SYMBOL(reset_entry);

static int reset_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	rwatch_zones_end_reset();
	return 0;
}
NOKPROBE_SYMBOL(reset_return);

/* Callers serialise inside it; each may sleep there on PREEMPT_RT. */
static unsigned int reset_maxactive(void)
{
	return 16;
}

static const char *const reset_symbols[] = { "setup_per_zone_wmarks", NULL };

const struct rwatch_probe_def rwatch_reset_probe = {
	.kind		= RWATCH_KRETPROBE,
	.symbols	= reset_symbols,
	.entry_handler	= reset_entry,
	.return_handler	= reset_return,
	.maxactive	= reset_maxactive,
};
