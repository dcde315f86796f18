/* SPDX-License-Identifier: GPL-2.0 */
/* Arithmetic on values that may be unknown: unknown in, unknown out. */
#ifndef RW_CALC_H
#define RW_CALC_H

#include "snapshot.h"
#include "value.h"

struct rw_val rw_add(struct rw_val a, struct rw_val b);
struct rw_val rw_mul(struct rw_val a, int64_t factor);
struct rw_val rw_sub(struct rw_val a, struct rw_val b);
/* The sum of those that are known; unknown only if none is. */
struct rw_val rw_add_known(struct rw_val a, struct rw_val b);
/* The larger of those that are known. */
struct rw_val rw_max(struct rw_val a, struct rw_val b);
/* @sum over @nr, rounded down. */
struct rw_val rw_mean(struct rw_val sum, struct rw_val nr);
/* @by in @interval_ns, as so many a second; and in thousandths of that. */
struct rw_val rw_per_second(struct rw_val by, struct rw_val interval_ns);
struct rw_val rw_milli_per_second(struct rw_val by, struct rw_val interval_ns);
/* How much a counter grew; unknown if it fell. */
struct rw_val rw_grown(struct rw_val before, struct rw_val now);
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
/* @state: one of RWATCH_WORD_*. */
bool rw_probe_is(const struct rw_probe *probe, const char *state);
/* It fires, though it may not see everything. */
bool rw_probe_attached(const struct rw_probe *probe);

struct rw_val rw_node_passes(const struct rw_node *node);

#endif /* RW_CALC_H */
