// SPDX-License-Identifier: GPL-2.0
/*
 * When kswapd sleeps, when it wakes, and what woke it.
 *
 * A boost wakes kswapd with order 0 and no gfp flags at all.  The one other caller that
 * does so, migration to a node that is full, names ZONE_MOVABLE.
 */
#include <linux/mm.h>
#include <trace/events/vmscan.h>

#include "node.h"
#include "probe.h"

static void wakeup_handler(void *data, int nid, int zid, int order, gfp_t gfp_flags)
{
	enum rwatch_node_id cause = RWATCH_NODE_WAKES_ORDER0;

	rwatch_probe_hit(RWATCH_PROBE_WAKEUP);
	if (order > 0)
		cause = RWATCH_NODE_WAKES_HIGH;
	else if (!gfp_flags && zid != ZONE_MOVABLE)
		cause = RWATCH_NODE_WAKES_BOOST;
	rwatch_kswapd_woken(nid, cause);
}
NOKPROBE_SYMBOL(wakeup_handler);

static void wake_handler(void *data, int nid, int zid, int order)
{
	rwatch_probe_hit(RWATCH_PROBE_WAKE);
	rwatch_kswapd_wake(nid);
}
NOKPROBE_SYMBOL(wake_handler);

static void sleep_handler(void *data, int nid)
{
	rwatch_probe_hit(RWATCH_PROBE_SLEEP);
	rwatch_kswapd_sleep(nid);
}
NOKPROBE_SYMBOL(sleep_handler);

/* Never called: fails the build if the kernel's prototype is another one. */
static void __maybe_unused check_prototypes(void)
{
	check_trace_callback_type_mm_vmscan_wakeup_kswapd(wakeup_handler);
	check_trace_callback_type_mm_vmscan_kswapd_wake(wake_handler);
	check_trace_callback_type_mm_vmscan_kswapd_sleep(sleep_handler);
}

static const char *const wakeup_symbols[] = { "mm_vmscan_wakeup_kswapd", NULL };
static const char *const wake_symbols[] = { "mm_vmscan_kswapd_wake", NULL };
static const char *const sleep_symbols[] = { "mm_vmscan_kswapd_sleep", NULL };

const struct rwatch_probe_def rwatch_wakeup_probe = {
	.kind		= RWATCH_TRACEPOINT,
	.symbols	= wakeup_symbols,
	.handler	= wakeup_handler,
};

const struct rwatch_probe_def rwatch_wake_probe = {
	.kind		= RWATCH_TRACEPOINT,
	.symbols	= wake_symbols,
	.handler	= wake_handler,
	.open		= rwatch_kswapd_forget,
};

const struct rwatch_probe_def rwatch_sleep_probe = {
	.kind		= RWATCH_TRACEPOINT,
	.symbols	= sleep_symbols,
	.handler	= sleep_handler,
};
