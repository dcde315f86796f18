// SPDX-License-Identifier: GPL-2.0
/*
 * Fragmentation events.  Not a measure of boosts: since 6.12 a boost can come
 * without one, and on every kernel one can come without a boost.
 */
#include <linux/mm.h>
#include <trace/events/kmem.h>

#include "probe.h"
#include "zone.h"

/* Every caller holds zone->lock, which protects the ledger's counters too. */
static void extfrag_handler(void *data, struct page *page, int alloc_order, int fallback_order,
			    int alloc_migratetype, int fallback_migratetype)
{
	struct rwatch_ledger *ledger = rwatch_zone_ledger(page_zone(page));

	rwatch_probe_hit(RWATCH_PROBE_EXTFRAG);
	WRITE_ONCE(ledger->extfrag, ledger->extfrag + 1);
}
NOKPROBE_SYMBOL(extfrag_handler);

/* Never called: fails the build if the kernel's prototype is another one. */
static void __maybe_unused check_prototype(void)
{
	check_trace_callback_type_mm_page_alloc_extfrag(extfrag_handler);
}

static const char *const extfrag_symbols[] = { "mm_page_alloc_extfrag", NULL };

const struct rwatch_probe_def rwatch_extfrag_probe = {
	.kind		= RWATCH_TRACEPOINT,
	.symbols	= extfrag_symbols,
	.handler	= extfrag_handler,
};
