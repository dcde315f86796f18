/* SPDX-License-Identifier: GPL-2.0 */
/* One boost ledger per zone, the walks over zones, and the book lock. */
#ifndef RECLAIMWATCH_ZONE_H
#define RECLAIMWATCH_ZONE_H

#include <linux/mmzone.h>

#include "ledger.h"

int rwatch_zones_init(void);
void rwatch_zones_exit(void);

/* Start counting in every zone; the probes must be attached by then. */
void rwatch_zones_begin(void);
u64 rwatch_zones_since_ns(void);	/* when that was, CLOCK_BOOTTIME */

/*
 * False until every zone knows the boost it began with.  A pass or reset that
 * begins before that is none of ours, like one in flight when we were loaded.
 */
bool rwatch_zones_counting(void);

/* Handlers may call this anywhere; never NULL for a zone of this machine. */
struct rwatch_ledger *rwatch_zone_ledger(struct zone *zone);

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
