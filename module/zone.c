// SPDX-License-Identifier: GPL-2.0
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/nodemask.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/timekeeping.h>

#include "zone.h"

struct rwatch_zone {
	struct rwatch_ledger ledger;
} ____cacheline_aligned_in_smp;

/* nr_node_ids rows of MAX_NR_ZONES, so that hotplug needs no reallocation. */
static struct rwatch_zone *zones;

/* The book lock: protects nr_resets and what ledger.h says it does. */
static DEFINE_RAW_SPINLOCK(book_lock);
static unsigned int nr_resets;

static bool counting;	/* set once, by rwatch_zones_begin() */
static u64 since_ns;

struct rwatch_ledger *rwatch_zone_ledger(struct zone *zone)
{
	return &zones[zone_to_nid(zone) * MAX_NR_ZONES + zone_idx(zone)].ledger;
}
NOKPROBE_SYMBOL(rwatch_zone_ledger);

int __init rwatch_zones_init(void)
{
	zones = kvcalloc(nr_node_ids * MAX_NR_ZONES, sizeof(*zones), GFP_KERNEL);
	return zones ? 0 : -ENOMEM;
}

void rwatch_zones_exit(void)
{
	kvfree(zones);
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
	rwatch_ledger_end_reset(rwatch_zone_ledger(zone), &zone->watermark_boost);
}
NOKPROBE_SYMBOL(end_reset);

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
}
NOKPROBE_SYMBOL(rwatch_zones_end_reset);

bool rwatch_zones_resetting(void)
{
	return smp_load_acquire(&nr_resets);	/* pairs with rwatch_zones_end_reset() */
}
