/* SPDX-License-Identifier: GPL-2.0 */
/* One boost ledger per zone, the walks over zones, and the book lock. */
#ifndef RECLAIMWATCH_ZONE_H
#define RECLAIMWATCH_ZONE_H

#include <linux/mm.h>
#include <linux/mmzone.h>

#include <reclaimwatch/schema.h>

#include "ledger.h"

#define RWATCH_NR_PAIRS \
	(RWATCH_ZONE_RECLAIMABLE_MOVABLE - RWATCH_ZONE_UNMOVABLE_MOVABLE + 1)

/* Fragmentation events of one zone.  Written under zone->lock, one value at a time. */
struct rwatch_frag {
	u64 events;
	u64 pairs[RWATCH_NR_PAIRS];		/* by migratetypes, in the order of their rows */
	u64 by_order[RWATCH_NR_LINEAR];
	u64 raises_by_order[RWATCH_NR_LINEAR];
};

struct rwatch_zone {
	struct rwatch_ledger ledger;
	struct rwatch_frag frag;
	/* Written by the node's kswapd only. */
	u64 freed;
	u64 blamed;
	u64 dropped;		/* by resets that trace_boost_reset() has not told of yet */
} ____cacheline_aligned_in_smp;

int rwatch_zones_init(void);
void rwatch_zones_exit(void);
size_t rwatch_zones_bytes(void);

/* Start counting in every zone; the probes must be attached by then. */
void rwatch_zones_begin(void);
u64 rwatch_zones_since_ns(void);	/* when that was, CLOCK_BOOTTIME */

/*
 * False until every zone knows the boost it began with.  A pass or reset that
 * begins before that is none of ours, like one in flight when we were loaded.
 */
bool rwatch_zones_counting(void);

extern struct rwatch_zone *rwatch_zones;	/* MAX_NR_ZONES of each node */

/* Handlers may call these anywhere; never NULL for a zone of this machine. */
static __always_inline struct rwatch_zone *rwatch_zone_of(struct zone *zone)
{
	return &rwatch_zones[zone_to_nid(zone) * MAX_NR_ZONES + zone_idx(zone)];
}

static __always_inline struct rwatch_ledger *rwatch_zone_ledger(struct zone *zone)
{
	return &rwatch_zone_of(zone)->ledger;
}

static __always_inline struct rwatch_frag *rwatch_zone_frag(struct zone *zone)
{
	return &rwatch_zone_of(zone)->frag;
}

/* Of the page's zone.  A page knows where that is without a look at the zone. */
static __always_inline struct rwatch_frag *rwatch_page_frag(const struct page *page)
{
	return &rwatch_zones[page_to_nid(page) * MAX_NR_ZONES + page_zonenum(page)].frag;
}

/* The node's kswapd has freed pages of the zone, maybe for another zone's boost. */
void rwatch_zone_book_freed(struct zone *zone, u64 pages, bool blamed);
u64 rwatch_zone_freed(struct zone *zone);
u64 rwatch_zone_blamed(struct zone *zone);

/* Call fn for every zone of every online node, also those without pages. */
void rwatch_zones_walk(void (*fn)(struct zone *zone, void *data), void *data);

/* A reading of the zone's ledger.  Any context but NMI; takes no lock. */
void rwatch_zone_look(struct zone *zone, struct rwatch_reading *r);

/*
 * Passes and resets book what the boost lost after the kernel has released
 * zone->lock.  Each reads and books under the book lock, so that no page is booked
 * twice.  begin_pass() returns the boost found, end_pass() what the pass took.
 * Any context but NMI.
 */
u64 rwatch_zone_begin_pass(struct zone *zone);
u64 rwatch_zone_end_pass(struct zone *zone, bool boosted);
void rwatch_zones_begin_reset(void);
void rwatch_zones_end_reset(void);
bool rwatch_zones_resetting(void);

#endif /* RECLAIMWATCH_ZONE_H */
