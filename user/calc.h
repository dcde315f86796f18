/* SPDX-License-Identifier: GPL-2.0 */
/* Arithmetic on values that may be unknown: unknown in, unknown out. */
#ifndef RW_CALC_H
#define RW_CALC_H

#include "snapshot.h"
#include "value.h"

struct rw_val rw_add(struct rw_val a, struct rw_val b);
struct rw_val rw_sub(struct rw_val a, struct rw_val b);
/* The sum of those that are known; unknown only if none is. */
struct rw_val rw_add_known(struct rw_val a, struct rw_val b);
/* @part of @whole in percent, rounded, but to 0 and 100 only if it is that. */
struct rw_val rw_percent(struct rw_val part, struct rw_val whole);

/*
 * The most that the kernel lets a zone's boost grow to: nothing for a zone of
 * less than four pageblocks, else @factor / 10000 of the high watermark, but at
 * least one pageblock.
 */
struct rw_val rw_boost_cap(struct rw_val factor, struct rw_val pageblock, struct rw_val managed,
			   struct rw_val high);

/* What the ledger of a zone leaves over, by its own printed terms. */
struct rw_val rw_ledger_rest(const struct rw_zone *zone);

/* Hits lost by one probe, of both kinds. */
struct rw_val rw_probe_missed(const struct rw_probe *probe);
bool rw_probe_attached(const struct rw_probe *probe);

struct rw_val rw_node_passes(const struct rw_node *node);

#endif /* RW_CALC_H */
