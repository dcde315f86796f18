// SPDX-License-Identifier: GPL-2.0
/*
 * A kretprobe on a function of our own.  Kprobes can be registered and yet never
 * fire (switched off in debugfs, ftrace off), which would look like a quiet
 * machine; this one is known to have been hit.
 */
#include <linux/compiler.h>
#include <linux/mutex.h>

#include "probe.h"

static DEFINE_MUTEX(canary_mutex);	/* protects canary_heard */
static bool canary_heard;

static noinline __noclone int rwatch_canary_target(int note)
{
	barrier();	/* not to be evaluated away */
	return note;
}

static int canary_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	rwatch_probe_hit(RWATCH_PROBE_CANARY);
	WRITE_ONCE(canary_heard, true);
	return 0;
}
NOKPROBE_SYMBOL(canary_return);

static unsigned int canary_maxactive(void)
{
	return num_possible_cpus();
}

static const char *const canary_symbols[] = { "rwatch_canary_target", NULL };

const struct rwatch_probe_def rwatch_canary_probe = {
	.kind		= RWATCH_KRETPROBE,
	.symbols	= canary_symbols,
	.address	= rwatch_canary_target,
	.return_handler	= canary_return,
	.maxactive	= canary_maxactive,
};

bool rwatch_canary_sings(void)
{
	bool heard;

	mutex_lock(&canary_mutex);
	WRITE_ONCE(canary_heard, false);
	rwatch_canary_target(1);
	heard = READ_ONCE(canary_heard);
	mutex_unlock(&canary_mutex);
	return heard;
}
