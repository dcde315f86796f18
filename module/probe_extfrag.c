// SPDX-License-Identifier: GPL-2.0
/*
 * Fragmentation events.  Not a measure of boosts: since 6.12 a boost can come
 * without one, and on every kernel one can come without a boost.
 */
#include <linux/mm.h>
#include <trace/events/kmem.h>

#include "hist.h"
#include "probe.h"
#include "zone.h"

static __always_inline void inc(u64 *counter)
{
	WRITE_ONCE(*counter, *counter + 1);
}

static __always_inline bool is_pair(int wanted, int fallback)
{
	return wanted >= 0 && wanted <= MIGRATE_RECLAIMABLE && fallback >= 0 &&
	       fallback <= MIGRATE_RECLAIMABLE && wanted != fallback;
}

/* Rows are in the order wanted, fallback; without those where both are the same. */
static __always_inline unsigned int pair_of(int wanted, int fallback)
{
	return 2 * wanted + fallback - (fallback > wanted);
}

/* Every caller holds zone->lock. */
static void extfrag_handler(void *data, struct page *page, int alloc_order, int fallback_order,
			    int alloc_migratetype, int fallback_migratetype)
{
	struct rwatch_frag *frag = rwatch_page_frag(page);

	rwatch_probe_hit(RWATCH_PROBE_EXTFRAG);
	inc(&frag->events);
	inc(&frag->by_order[rwatch_linear_bucket(alloc_order)]);
	if (is_pair(alloc_migratetype, fallback_migratetype))
		inc(&frag->pairs[pair_of(alloc_migratetype, fallback_migratetype)]);
}
NOKPROBE_SYMBOL(extfrag_handler);

/* Never called: fails the build if the kernel's prototype is another one. */
static void __maybe_unused check_prototype(void)
{
	BUILD_BUG_ON(MIGRATE_UNMOVABLE != 0 || MIGRATE_MOVABLE != 1 || MIGRATE_RECLAIMABLE != 2);
	check_trace_callback_type_mm_page_alloc_extfrag(extfrag_handler);
}

static const char *const extfrag_symbols[] = { "mm_page_alloc_extfrag", NULL };

const struct rwatch_probe_def rwatch_extfrag_probe = {
	.kind		= RWATCH_TRACEPOINT,
	.symbols	= extfrag_symbols,
	.handler	= extfrag_handler,
};
