// SPDX-License-Identifier: GPL-2.0
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/nodemask.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/timekeeping.h>

#include "trace.h"
#include "zone.h"

/* nr_node_ids rows of MAX_NR_ZONES, so that hotplug needs no reallocation. */
struct rwatch_zone *rwatch_zones __read_mostly;

/* The book lock: protects nr_resets and what ledger.h says it does. */
static DEFINE_RAW_SPINLOCK(book_lock);
static unsigned int nr_resets;

static bool counting;	/* set once, by rwatch_zones_begin() */
static u64 since_ns;

void rwatch_zone_book_freed(struct zone *zone, u64 pages, bool blamed)
{
	struct rwatch_zone *z = rwatch_zone_of(zone);

	WRITE_ONCE(z->freed, z->freed + pages);
	if (blamed)
		WRITE_ONCE(z->blamed, z->blamed + pages);
}
NOKPROBE_SYMBOL(rwatch_zone_book_freed);

u64 rwatch_zone_freed(struct zone *zone)
{
	return READ_ONCE(rwatch_zone_of(zone)->freed);
}

u64 rwatch_zone_blamed(struct zone *zone)
{
	return READ_ONCE(rwatch_zone_of(zone)->blamed);
}

size_t rwatch_zones_bytes(void)
{
	return nr_node_ids * MAX_NR_ZONES * sizeof(*rwatch_zones);
}

int __init rwatch_zones_init(void)
{
	rwatch_zones = kvcalloc(nr_node_ids * MAX_NR_ZONES, sizeof(*rwatch_zones), GFP_KERNEL);
	return rwatch_zones ? 0 : -ENOMEM;
}

void rwatch_zones_exit(void)
{
	kvfree(rwatch_zones);
}

/*
 * Zones without pages too: when memory goes offline the kernel resets the boost of
 * a zone after taking its last page.
 */
void rwatch_zones_walk(void (*fn)(struct zone *zone, void *data), void *data)
{
	int nid, i;

	for_each_online_node(nid) {
		for (i = 0; i < MAX_NR_ZONES; i++)
			fn(&NODE_DATA(nid)->node_zones[i], data);
	}
}
NOKPROBE_SYMBOL(rwatch_zones_walk);

static void begin_zone(struct zone *zone, void *data)
{
	unsigned long flags;

	spin_lock_irqsave(&zone->lock, flags);
	rwatch_ledger_activate(rwatch_zone_ledger(zone), zone->watermark_boost);
	spin_unlock_irqrestore(&zone->lock, flags);
}

void __init rwatch_zones_begin(void)
{
	since_ns = ktime_get_boottime_ns();
	rwatch_zones_walk(begin_zone, NULL);
	smp_store_release(&counting, true);	/* every ledger is active before */
}

u64 rwatch_zones_since_ns(void)
{
	return since_ns;
}

bool rwatch_zones_counting(void)
{
	return smp_load_acquire(&counting);	/* pairs with rwatch_zones_begin() */
}
NOKPROBE_SYMBOL(rwatch_zones_counting);

void rwatch_zone_look(struct zone *zone, struct rwatch_reading *r)
{
	rwatch_ledger_look(rwatch_zone_ledger(zone), &zone->watermark_boost, r);
}
NOKPROBE_SYMBOL(rwatch_zone_look);

u64 rwatch_zone_begin_pass(struct zone *zone)
{
	unsigned long flags;
	u64 found;

	raw_spin_lock_irqsave(&book_lock, flags);
	found = rwatch_ledger_begin_pass(rwatch_zone_ledger(zone), &zone->watermark_boost,
					 nr_resets);
	raw_spin_unlock_irqrestore(&book_lock, flags);
	return found;
}
NOKPROBE_SYMBOL(rwatch_zone_begin_pass);

u64 rwatch_zone_end_pass(struct zone *zone, bool boosted)
{
	unsigned long flags;
	u64 took;

	raw_spin_lock_irqsave(&book_lock, flags);
	took = rwatch_ledger_end_pass(rwatch_zone_ledger(zone), &zone->watermark_boost,
				      nr_resets, boosted);
	raw_spin_unlock_irqrestore(&book_lock, flags);
	return took;
}
NOKPROBE_SYMBOL(rwatch_zone_end_pass);

static void begin_reset(struct zone *zone, void *data)
{
	rwatch_ledger_begin_reset(rwatch_zone_ledger(zone), &zone->watermark_boost);
}
NOKPROBE_SYMBOL(begin_reset);

static void end_reset(struct zone *zone, void *data)
{
	struct rwatch_zone *z = rwatch_zone_of(zone);

	WRITE_ONCE(z->dropped,
		   z->dropped + rwatch_ledger_end_reset(&z->ledger, &zone->watermark_boost));
}
NOKPROBE_SYMBOL(end_reset);

/* Without the book lock: whoever listens may take long. */
static void tell_reset(struct zone *zone, void *data)
{
	struct rwatch_zone *z = rwatch_zone_of(zone);
	u64 dropped = READ_ONCE(z->dropped) ? xchg(&z->dropped, 0) : 0;

	if (dropped)
		trace_boost_reset(zone, dropped);
}
NOKPROBE_SYMBOL(tell_reset);

/* Resets that overlap are booked as one. */
void rwatch_zones_begin_reset(void)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&book_lock, flags);
	if (!nr_resets)
		rwatch_zones_walk(begin_reset, NULL);
	WRITE_ONCE(nr_resets, nr_resets + 1);
	raw_spin_unlock_irqrestore(&book_lock, flags);
}
NOKPROBE_SYMBOL(rwatch_zones_begin_reset);

void rwatch_zones_end_reset(void)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&book_lock, flags);
	if (nr_resets == 1)
		rwatch_zones_walk(end_reset, NULL);
	smp_store_release(&nr_resets, nr_resets - 1);	/* who sees 0 sees it booked */
	raw_spin_unlock_irqrestore(&book_lock, flags);
	rwatch_zones_walk(tell_reset, NULL);
}
NOKPROBE_SYMBOL(rwatch_zones_end_reset);

bool rwatch_zones_resetting(void)
{
	return smp_load_acquire(&nr_resets);	/* pairs with rwatch_zones_end_reset() */
}
