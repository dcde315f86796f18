// SPDX-License-Identifier: GPL-2.0
/*
 * Fires a tracepoint as the kernel does, without the work around it, to tell what its
 * handlers cost.  Where nobody listens the kernel has a nop, and here is nothing.  A single
 * handler is called directly, through a static call, and several are by the kernel's own
 * iterator over them; preemption is off meanwhile.
 *
 * Arguments that kernels put in different places are all 0.
 */
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/gfp.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/mmzone.h>
#include <linux/preempt.h>
#include <linux/smp.h>
#include <linux/spinlock.h>
#include <linux/static_call.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/tracepoint.h>
#include <linux/vmstat.h>

#include "provoke.h"

#define BATCH	1000	/* between two looks at interrupts */
#define PAGES	32	/* of a batch of the LRU */

enum { LRU, DIRECT_BEGIN, DIRECT_END, EXTFRAG, NR_TRACEPOINTS };

static const char *const names[NR_TRACEPOINTS] = {
	[LRU]		= "mm_vmscan_lru_shrink_inactive",
	[DIRECT_BEGIN]	= "mm_vmscan_direct_reclaim_begin",
	[DIRECT_END]	= "mm_vmscan_direct_reclaim_end",
	[EXTFRAG]	= "mm_page_alloc_extfrag",
};

static struct tracepoint *tracepoints[NR_TRACEPOINTS];
static struct page *page;	/* for those that want one, while a command runs */

static void match(struct tracepoint *tp, void *unused)
{
	int i;

	for (i = 0; i < NR_TRACEPOINTS; i++) {
		if (!strcmp(tp->name, names[i]))
			tracepoints[i] = tp;
	}
}

int __init provoke_fire_init(void)
{
	int i;

	for_each_kernel_tracepoint(match, NULL);
	for (i = 0; i < NR_TRACEPOINTS; i++) {
		if (!tracepoints[i])
			return -ENOENT;
	}
	return 0;
}

/* The prototypes that kernels agree about; data is the handler's own, or the iterator's. */
typedef void lru_t(void *data, int nid, unsigned long scanned, unsigned long reclaimed,
		   struct reclaim_stat *stat, int priority, int file);
typedef void words_t(void *data, unsigned long, unsigned long, unsigned long);
typedef void extfrag_t(void *data, struct page *page, int order, int fallback_order,
		       int migratetype, int fallback_migratetype);

DEFINE_STATIC_CALL_NULL(call_lru, lru_t);
DEFINE_STATIC_CALL_NULL(call_begin, words_t);
DEFINE_STATIC_CALL_NULL(call_end, words_t);
DEFINE_STATIC_CALL_NULL(call_extfrag, extfrag_t);

/* What the kernel calls when the tracepoint fires.  Handlers do not change meanwhile. */
static void *target_of(const struct tracepoint *tp)
{
	const struct tracepoint_func *funcs = rcu_dereference_raw(tp->funcs);

	return funcs && !funcs[1].func ? funcs[0].func : tp->iterator;
}

static void aim(void)
{
	static_call_update(call_lru, (lru_t *)target_of(tracepoints[LRU]));
	static_call_update(call_begin, (words_t *)target_of(tracepoints[DIRECT_BEGIN]));
	static_call_update(call_end, (words_t *)target_of(tracepoints[DIRECT_END]));
	static_call_update(call_extfrag, (extfrag_t *)target_of(tracepoints[EXTFRAG]));
}

#define fire(nr, call, ...) do {						\
	const struct tracepoint *tp = tracepoints[nr];				\
	const struct tracepoint_func *func;					\
										\
	if (!rcu_access_pointer(tp->funcs) ||					\
	    !cpu_online(raw_smp_processor_id()))				\
		break;								\
	preempt_disable_notrace();						\
	func = rcu_dereference_raw(tp->funcs);					\
	if (func)								\
		static_call_cond(call)(func->data, __VA_ARGS__);		\
	preempt_enable_notrace();						\
} while (0)

static void fire_lru(void)
{
	struct reclaim_stat stat = {};

	fire(LRU, call_lru, 0, PAGES, PAGES, &stat, 12, 1);
}

static void fire_direct(void)
{
	fire(DIRECT_BEGIN, call_begin, 0, 0, 0);
	fire(DIRECT_END, call_end, 0, 0, 0);
}

static void fire_extfrag(void)
{
	fire(EXTFRAG, call_extfrag, page, 0, 3, MIGRATE_UNMOVABLE, MIGRATE_MOVABLE);
}

static u64 batch(void (*one)(void), unsigned int count)
{
	unsigned long flags;
	u64 begun, ns;

	/* Whose lock is held where a fragmentation event is traced. */
	spin_lock_irqsave(&page_zone(page)->lock, flags);
	begun = ktime_get_ns();
	for (; count; count--)
		one();
	ns = ktime_get_ns() - begun;
	spin_unlock_irqrestore(&page_zone(page)->lock, flags);
	return ns;
}

static const struct {
	const char *name;
	void (*one)(void);
	bool in_reclaim;	/* is traced inside a direct reclaim */
} fires[] = {
	{ "lru", fire_lru, true },
	{ "direct", fire_direct, false },
	{ "extfrag", fire_extfrag, false },
};

int provoke_fire(u64 *values, const char *arguments)
{
	unsigned int count;
	char name[16];
	int i;

	if (sscanf(arguments, "%15s %u", name, &count) != 2)
		return -EINVAL;
	for (i = 0; i < ARRAY_SIZE(fires); i++) {
		if (!strcmp(name, fires[i].name))
			break;
	}
	if (i == ARRAY_SIZE(fires))
		return -EINVAL;
	page = alloc_page(GFP_KERNEL);
	if (!page)
		return -ENOMEM;

	aim();
	if (fires[i].in_reclaim)
		fire(DIRECT_BEGIN, call_begin, 0, 0, 0);
	while (values[PROVOKE_DONE] < count) {
		values[PROVOKE_NS] += batch(fires[i].one, BATCH);
		values[PROVOKE_DONE] += BATCH;
	}
	if (fires[i].in_reclaim)
		fire(DIRECT_END, call_end, 0, 0, 0);
	__free_page(page);
	return 0;
}
