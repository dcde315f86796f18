/* SPDX-License-Identifier: GPL-2.0 */
/* The boost clamp: while on, no boost that the boost probe sees outlives zone->lock. */
#ifndef RECLAIMWATCH_CLAMP_H
#define RECLAIMWATCH_CLAMP_H

#include <linux/mmzone.h>

#include "ledger.h"

/* Apply the module parameter; needs the boost probe and the ledgers. */
void rwatch_clamp_init(void);
void rwatch_clamp_exit(void);

/* Returns 0, or -EOPNOTSUPP if there is no working boost probe to clamp from. */
int rwatch_clamp_set(bool on);
bool rwatch_clamp_on(void);

/* True once the clamp is on and all boost from before it has been trimmed. */
bool rwatch_clamp_forbids_boost(void);

/*
 * Trim the zone's boost if it is over the limit, and book it.
 * Caller: zone->lock, preemption off, between ledger book_begin() and book_end().
 */
void rwatch_clamp_trim(struct zone *zone, struct rwatch_ledger *ledger);

#endif /* RECLAIMWATCH_CLAMP_H */
