// SPDX-License-Identifier: GPL-2.0
/*
 * A superblock's shrinker frees dentries first and inodes after that.  It does so through
 * these two, from inside its call: long prune_*_sb(struct super_block *, struct
 * shrink_control *), which return how many they freed.
 */
#include <linux/ptrace.h>
#include <linux/shrinker.h>

#include "probe.h"
#include "shrinkers.h"

struct prune_call {
	struct rwatch_row *row;
};

static int prune_entry(struct kretprobe_instance *ri, struct pt_regs *regs,
		       enum rwatch_shrinker_id scanned)
{
	const struct shrink_control *sc = (void *)regs_get_kernel_argument(regs, 1);
	struct prune_call *call = (struct prune_call *)ri->data;

	call->row = rwatch_shrink_row();
	if (!call->row)
		return 1;	/* the begin of its shrinker's call was not seen */
	atomic64_add(sc->nr_to_scan, &call->row->v[scanned]);
	return 0;
}
NOKPROBE_SYMBOL(prune_entry);

static int prune_return(struct kretprobe_instance *ri, struct pt_regs *regs,
			enum rwatch_shrinker_id freed)
{
	struct prune_call *call = (struct prune_call *)ri->data;

	atomic64_add(regs_return_value(regs), &call->row->v[freed]);
	return 0;
}
NOKPROBE_SYMBOL(prune_return);

static int dentries_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	rwatch_probe_hit(RWATCH_PROBE_DENTRIES);
	return prune_entry(ri, regs, RWATCH_SHRINKER_DENTRIES_SCANNED);
}
NOKPROBE_SYMBOL(dentries_entry);

static int dentries_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return prune_return(ri, regs, RWATCH_SHRINKER_DENTRIES_FREED);
}
NOKPROBE_SYMBOL(dentries_return);

static int inodes_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	rwatch_probe_hit(RWATCH_PROBE_INODES);
	return prune_entry(ri, regs, RWATCH_SHRINKER_INODES_SCANNED);
}
NOKPROBE_SYMBOL(inodes_entry);

static int inodes_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return prune_return(ri, regs, RWATCH_SHRINKER_INODES_FREED);
}
NOKPROBE_SYMBOL(inodes_return);

/* One per task inside; inodes may sleep there. */
static unsigned int prune_maxactive(void)
{
	return 128;
}

static const char *const dentries_symbols[] = { "prune_dcache_sb", NULL };
static const char *const inodes_symbols[] = { "prune_icache_sb", NULL };

const struct rwatch_probe_def rwatch_dentries_probe = {
	.kind		= RWATCH_KRETPROBE,
	.symbols	= dentries_symbols,
	.entry_handler	= dentries_entry,
	.return_handler	= dentries_return,
	.data_size	= sizeof(struct prune_call),
	.maxactive	= prune_maxactive,
};

const struct rwatch_probe_def rwatch_inodes_probe = {
	.kind		= RWATCH_KRETPROBE,
	.symbols	= inodes_symbols,
	.entry_handler	= inodes_entry,
	.return_handler	= inodes_return,
	.data_size	= sizeof(struct prune_call),
	.maxactive	= prune_maxactive,
};
