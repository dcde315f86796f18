// SPDX-License-Identifier: GPL-2.0
/* shrink_slab(gfp_mask, nid, memcg, priority): once per memcg and node reclaimed. */
#include <linux/ptrace.h>

#include "node.h"
#include "probe.h"
#include "reclaim.h"

static int slab_pre(struct kprobe *kp, struct pt_regs *regs)
{
	struct rwatch_run *run = rwatch_run_current();

	rwatch_probe_hit(RWATCH_PROBE_SLAB);
	if (run) {
		run->v[RWATCH_RUN_SLAB_CALLS]++;
		rwatch_run_note_priority(run, regs_get_kernel_argument(regs, 3));
	} else {
		rwatch_node_count_other_slab(regs_get_kernel_argument(regs, 1));
	}
	return 0;
}
NOKPROBE_SYMBOL(slab_pre);

static const char *const slab_symbols[] = { "shrink_slab", NULL };

const struct rwatch_probe_def rwatch_slab_probe = {
	.kind		= RWATCH_KPROBE,
	.symbols	= slab_symbols,
	.pre_handler	= slab_pre,
};
