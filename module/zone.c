// SPDX-License-Identifier: GPL-2.0
#include <linux/delay.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/nodemask.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/timekeeping.h>

#include "node.h"
#include "zone.h"

#define SETTLE_STEP_US	100
#define SETTLE_STEPS	1000

struct rwatch_zone {
	struct rwatch_ledger ledger;
	/* Reading at the begin of the reset in flight; protected by book_lock. */
	struct rwatch_reading reset_begin;
} ____cacheline_aligned_in_smp;

/* nr_node_ids rows of MAX_NR_ZONES, so that hotplug needs no reallocation. */
static struct rwatch_zone *zones;

/* Protects consumed and reset of every ledger, reset_begin and nr_resets. */
static DEFINE_RAW_SPINLOCK(book_lock);
static unsigned int nr_resets;

static u64 since_ns;

static struct rwatch_zone *zone_slot(struct zone *zone)
{
	return &zones[zone_to_nid(zone) * MAX_NR_ZONES + zone_idx(zone)];
}
NOKPROBE_SYMBOL(zone_slot);

struct rwatch_ledger *rwatch_zone_ledger(struct zone *zone)
{
	return &zone_slot(zone)->ledger;
}
NOKPROBE_SYMBOL(rwatch_zone_ledger);

int rwatch_zones_init(void)
{
	zones = kvcalloc(nr_node_ids * MAX_NR_ZONES, sizeof(*zones), GFP_KERNEL);
	return zones ? 0 : -ENOMEM;
}

void rwatch_zones_exit(void)
{
	kvfree(zones);
}

void rwatch_zones_walk(void (*fn)(struct zone *zone, void *data), void *data)
{
	int nid, i;

	for_each_online_node(nid) {
		for (i = 0; i < MAX_NR_ZONES; i++) {
			struct zone *zone = &NODE_DATA(nid)->node_zones[i];

			if (populated_zone(zone))
				fn(zone, data);
		}
	}
}
NOKPROBE_SYMBOL(rwatch_zones_walk);

static void zone_begin(struct zone *zone, void *data)
{
	unsigned long flags;

	spin_lock_irqsave(&zone->lock, flags);
	rwatch_ledger_activate(rwatch_zone_ledger(zone), zone->watermark_boost);
	spin_unlock_irqrestore(&zone->lock, flags);
}

void rwatch_zones_begin(void)
{
	since_ns = ktime_get_boottime_ns();
	rwatch_zones_walk(zone_begin, NULL);
}

u64 rwatch_zones_since_ns(void)
{
	return since_ns;
}

static void zone_read(struct zone *zone, struct rwatch_reading *r)
{
	const struct rwatch_ledger *l = rwatch_zone_ledger(zone);

	rwatch_ledger_read(l, &zone->watermark_boost, r);
	if (!READ_ONCE(l->opened))
		rwatch_reading_settle_carried(r);
}
NOKPROBE_SYMBOL(zone_read);

/*
 * No pass of this node is in flight here, so the ledger has to add up, unless a
 * reset is.  This is where a lost raise is found out.
 */
static void zone_check(struct rwatch_ledger *l, const struct rwatch_reading *r)
{
	s64 off = rwatch_reading_unexplained(r);

	if (!l->opened) {
		WRITE_ONCE(l->carried, r->carried);
		WRITE_ONCE(l->opened, true);
	}
	if (off == l->unexplained || nr_resets)
		return;
	WRITE_ONCE(l->unexplained, off);
	WRITE_ONCE(l->mismatches, l->mismatches + 1);
}
NOKPROBE_SYMBOL(zone_check);

void rwatch_zone_pass_begin(struct zone *zone, struct rwatch_reading *begin)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&book_lock, flags);
	zone_read(zone, begin);
	zone_check(rwatch_zone_ledger(zone), begin);
	raw_spin_unlock_irqrestore(&book_lock, flags);
}
NOKPROBE_SYMBOL(rwatch_zone_pass_begin);

u64 rwatch_zone_book_pass(struct zone *zone, const struct rwatch_reading *begin,
			  u64 *boost_left)
{
	struct rwatch_ledger *l = rwatch_zone_ledger(zone);
	struct rwatch_reading end;
	unsigned long flags;
	u64 took;

	raw_spin_lock_irqsave(&book_lock, flags);
	zone_read(zone, &end);
	took = rwatch_pass_took(begin, &end);
	WRITE_ONCE(l->consumed, l->consumed + took);
	raw_spin_unlock_irqrestore(&book_lock, flags);

	*boost_left = end.boost;
	return took;
}
NOKPROBE_SYMBOL(rwatch_zone_book_pass);

static void zone_reset_begin(struct zone *zone, void *data)
{
	zone_read(zone, &zone_slot(zone)->reset_begin);
}
NOKPROBE_SYMBOL(zone_reset_begin);

static void zone_book_reset(struct zone *zone, void *data)
{
	struct rwatch_zone *slot = zone_slot(zone);
	struct rwatch_reading end;
	u64 dropped;

	zone_read(zone, &end);
	dropped = rwatch_reset_dropped(&slot->reset_begin, &end);
	WRITE_ONCE(slot->ledger.reset, slot->ledger.reset + dropped);
}
NOKPROBE_SYMBOL(zone_book_reset);

/* Resets that overlap are booked as one. */
void rwatch_zones_reset_begin(void)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&book_lock, flags);
	if (!nr_resets)
		rwatch_zones_walk(zone_reset_begin, NULL);
	WRITE_ONCE(nr_resets, nr_resets + 1);
	raw_spin_unlock_irqrestore(&book_lock, flags);
}
NOKPROBE_SYMBOL(rwatch_zones_reset_begin);

void rwatch_zones_book_reset(void)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&book_lock, flags);
	WRITE_ONCE(nr_resets, nr_resets - 1);
	if (!nr_resets)
		rwatch_zones_walk(zone_book_reset, NULL);
	raw_spin_unlock_irqrestore(&book_lock, flags);
}
NOKPROBE_SYMBOL(rwatch_zones_book_reset);

void rwatch_zone_read_settled(struct zone *zone, struct rwatch_reading *r)
{
	const struct rwatch_ledger *l = rwatch_zone_ledger(zone);
	bool busy, quiet = false;
	int i;

	for (i = 0; i < SETTLE_STEPS; i++) {
		busy = rwatch_node_pass_running(zone_to_nid(zone)) || READ_ONCE(nr_resets);
		smp_rmb();	/* a pass that ended before this has booked */
		zone_read(zone, r);
		if (rwatch_reading_unexplained(r) == READ_ONCE(l->unexplained))
			return;
		/* Off with nobody at work, twice in a row: it is not in flight. */
		if (!busy && quiet)
			return;
		quiet = !busy;
		usleep_range(SETTLE_STEP_US, 2 * SETTLE_STEP_US);
	}
}
