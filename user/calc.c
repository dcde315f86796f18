// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "calc.h"

struct rw_val rw_add(struct rw_val a, struct rw_val b)
{
	int64_t sum;

	if (!rw_known(a) || !rw_known(b) || __builtin_add_overflow(a.v, b.v, &sum))
		return rw_none();
	return rw_some(sum);
}

struct rw_val rw_sub(struct rw_val a, struct rw_val b)
{
	int64_t rest;

	if (!rw_known(a) || !rw_known(b) || __builtin_sub_overflow(a.v, b.v, &rest))
		return rw_none();
	return rw_some(rest);
}

struct rw_val rw_mul(struct rw_val a, int64_t factor)
{
	int64_t product;

	if (!rw_known(a) || __builtin_mul_overflow(a.v, factor, &product))
		return rw_none();
	return rw_some(product);
}

struct rw_val rw_add_known(struct rw_val a, struct rw_val b)
{
	if (!rw_known(a))
		return b;
	return rw_known(b) ? rw_add(a, b) : a;
}

struct rw_val rw_max(struct rw_val a, struct rw_val b)
{
	if (!rw_known(a))
		return b;
	return rw_known(b) && b.v > a.v ? b : a;
}

struct rw_val rw_mean(struct rw_val sum, struct rw_val nr)
{
	if (!rw_known(sum) || !rw_known(nr) || nr.v <= 0)
		return rw_none();
	return rw_some(sum.v / nr.v);
}

static struct rw_val per(struct rw_val by, struct rw_val interval_ns, long double times)
{
	long double rate;

	if (!rw_known(by) || !rw_known(interval_ns) || interval_ns.v <= 0)
		return rw_none();
	rate = (long double)by.v * times / (long double)interval_ns.v;
	if (rate > (long double)(INT64_MAX / 2) || rate < 0)
		return rw_none();
	return rw_some((int64_t)(rate + 0.5L));
}

struct rw_val rw_per_second(struct rw_val by, struct rw_val interval_ns)
{
	return per(by, interval_ns, 1e9L);
}

struct rw_val rw_milli_per_second(struct rw_val by, struct rw_val interval_ns)
{
	return per(by, interval_ns, 1e12L);
}

struct rw_val rw_grown(struct rw_val before, struct rw_val now)
{
	struct rw_val by = rw_sub(now, before);

	return rw_known(by) && by.v < 0 ? rw_none() : by;
}

struct rw_val rw_percent(struct rw_val part, struct rw_val whole)
{
	int64_t percent;

	if (!rw_known(part) || !rw_known(whole) || whole.v <= 0 || part.v < 0)
		return rw_none();
	percent = (int64_t)(100.0L * (long double)part.v / (long double)whole.v + 0.5L);
	if (percent == 0 && part.v)
		percent = 1;
	if (percent == 100 && part.v < whole.v)
		percent = 99;
	return rw_some(percent);
}

struct rw_val rw_boost_cap(struct rw_val factor, struct rw_val pageblock, struct rw_val managed,
			   struct rw_val high)
{
	int64_t most;

	if (rw_known(factor) && !factor.v)
		return rw_some(0);
	if (!rw_known(factor) || !rw_known(pageblock) || !rw_known(managed) || !rw_known(high))
		return rw_none();
	if (factor.v < 0 || pageblock.v <= 0)
		return rw_none();
	if (pageblock.v > managed.v / 4)
		return rw_some(0);
	if (__builtin_mul_overflow(high.v, factor.v, &most))
		return rw_none();
	most /= 10000;
	if (!most)
		return rw_some(0);
	return rw_some(most > pageblock.v ? most : pageblock.v);
}

struct rw_val rw_ledger_rest(const struct rw_zone *zone)
{
	const struct rw_val *v = zone->v;
	struct rw_val in = rw_add(v[RWATCH_ZONE_CARRIED], v[RWATCH_ZONE_RAISED]);
	struct rw_val out = rw_add(v[RWATCH_ZONE_CONSUMED], v[RWATCH_ZONE_RESET]);

	out = rw_add(out, v[RWATCH_ZONE_CLAMPED]);
	out = rw_add(out, v[RWATCH_ZONE_BOOST]);
	return rw_sub(in, out);
}

struct rw_val rw_probe_missed(const struct rw_probe *probe)
{
	return rw_add_known(probe->v[RW_PROBE_NOINSTANCE], probe->v[RW_PROBE_REENTRY]);
}

bool rw_probe_is(const struct rw_probe *probe, const char *state)
{
	return !strcmp(probe->state, state);
}

bool rw_probe_attached(const struct rw_probe *probe)
{
	return rw_probe_is(probe, RWATCH_WORD_ATTACHED) || rw_probe_is(probe, RWATCH_WORD_PARTIAL);
}

struct rw_val rw_node_passes(const struct rw_node *node)
{
	return rw_add(node->run[RWATCH_NORMAL][RWATCH_RUN_COUNT],
		      node->run[RWATCH_BOOSTED][RWATCH_RUN_COUNT]);
}
