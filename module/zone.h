/* SPDX-License-Identifier: GPL-2.0 */
/* One boost ledger per zone, and the walks over zones. */
#ifndef RECLAIMWATCH_ZONE_H
#define RECLAIMWATCH_ZONE_H

#include <linux/mmzone.h>

#include "ledger.h"

int rwatch_zones_init(void);
void rwatch_zones_exit(void);

/* Start counting in every zone; the probes must be attached by then. */
void rwatch_zones_begin(void);
u64 rwatch_zones_since_ns(void);	/* when that was, CLOCK_BOOTTIME */

/* Handlers may call this anywhere; never NULL for a zone of this machine. */
struct rwatch_ledger *rwatch_zone_ledger(struct zone *zone);

/* Call fn for every zone that has pages.  May sleep if fn may. */
void rwatch_zones_walk(void (*fn)(struct zone *zone, void *data), void *data);

/*
 * Passes and resets book what the boost lost after the kernel has released
 * zone->lock.  begin() reads a zone, book_*() reads it again and books the
 * difference, all under the book lock, so that no page is booked twice.
 * Any context but NMI.
 */
void rwatch_zone_pass_begin(struct zone *zone, struct rwatch_reading *begin);
u64 rwatch_zone_book_pass(struct zone *zone, const struct rwatch_reading *begin,
			  u64 *boost_left);
void rwatch_zones_reset_begin(void);
void rwatch_zones_book_reset(void);

/*
 * A settled reading: waits (sleeping, a tenth of a second at most) while a pass
 * or a reset is between lowering the boost and booking it.
 */
void rwatch_zone_read_settled(struct zone *zone, struct rwatch_reading *r);

#endif /* RECLAIMWATCH_ZONE_H */
