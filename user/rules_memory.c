// SPDX-License-Identifier: GPL-2.0
/* Rules about what reclaim does to the machine's memory. */
#include <inttypes.h>

#include "calc.h"
#include "judge.h"

#define FEW_PASSES    10 /* below this a share says nothing */
#define MANY_PERCENT  50
#define LONG_PASS_NS  1000000000LL
#define MANY_DENTRIES 1000000 /* some hundred MiB */
#define SLAB_PERCENT  10      /* of memory; less slab is nobody's problem */

static bool boosted_share(const struct rw_case *c, struct rw_finding *f)
{
	struct rw_val boosted = c->node->run[RWATCH_BOOSTED][RWATCH_RUN_COUNT];
	struct rw_val passes = rw_node_passes(c->node);
	struct rw_val percent = rw_percent(boosted, passes);

	if (!rw_above(passes, FEW_PASSES - 1) || !rw_above(percent, MANY_PERCENT - 1))
		return false;
	rw_evidence_run(f, c->node, RWATCH_BOOSTED, RWATCH_RUN_COUNT);
	rw_evidence_run(f, c->node, RWATCH_NORMAL, RWATCH_RUN_COUNT);
	rw_evidence_run(f, c->node, RWATCH_BOOSTED, RWATCH_RUN_TIME);
	rw_evidence_pass(f, c->node, RWATCH_BOOSTED, RWATCH_PASS_CONSUMED);
	return rw_say(f,
		      "Node %d: %" PRId64 " of %" PRId64 " kswapd passes were boosted (%" PRId64
		      "%%).",
		      c->node->nid, boosted.v, passes.v, percent.v);
}

/* What the lru probe says of passes, unless it is known not to see everything. */
static struct rw_val idle_passes(const struct rw_case *c)
{
	if (rw_probe_is(&c->rep->snap.probes[RWATCH_PROBE_LRU], RWATCH_WORD_PARTIAL))
		return rw_none();
	return c->node->run[RWATCH_BOOSTED][RWATCH_RUN_NOTHING];
}

static bool boosted_idle(const struct rw_case *c, struct rw_finding *f)
{
	struct rw_val boosted = c->node->run[RWATCH_BOOSTED][RWATCH_RUN_COUNT];
	struct rw_val idle = idle_passes(c), percent = rw_percent(idle, boosted);

	if (!rw_above(boosted, FEW_PASSES - 1) || !rw_above(percent, MANY_PERCENT - 1))
		return false;
	rw_evidence_run(f, c->node, RWATCH_BOOSTED, RWATCH_RUN_NOTHING);
	rw_evidence_run(f, c->node, RWATCH_BOOSTED, RWATCH_RUN_COUNT);
	rw_evidence_pass(f, c->node, RWATCH_BOOSTED, RWATCH_PASS_CONSUMED);
	return rw_say(f,
		      "Node %d: %" PRId64 " of %" PRId64
		      " boosted passes reclaimed nothing (%" PRId64
		      "%%) and dropped the boost all the same%s.",
		      c->node->nid, idle.v, boosted.v, percent.v,
		      c->rep->facts.mglru == RW_MGLRU_ON ? ", as they do with MGLRU" : "");
}

/*
 * The same where the lru probe cannot tell.  With MGLRU a boosted pass skips both LRU and slab.  One that turns normal half
 * way still calls shrink_slab, so a few calls do not speak against it; classic
 * LRU makes several calls per pass.
 */
static bool mglru_idle(const struct rw_case *c, struct rw_finding *f)
{
	struct rw_val boosted = c->node->run[RWATCH_BOOSTED][RWATCH_RUN_COUNT];
	struct rw_val calls = c->node->run[RWATCH_BOOSTED][RWATCH_RUN_SLAB_CALLS];

	if (c->rep->facts.mglru != RW_MGLRU_ON || rw_known(idle_passes(c)) ||
	    !rw_above(boosted, FEW_PASSES - 1))
		return false;
	if (!rw_known(calls) || calls.v >= boosted.v)
		return false;
	rw_evidence_run(f, c->node, RWATCH_BOOSTED, RWATCH_RUN_COUNT);
	rw_evidence_run(f, c->node, RWATCH_BOOSTED, RWATCH_RUN_SLAB_CALLS);
	return rw_say(f,
		      "Node %d: MGLRU is on and %" PRId64 " boosted passes made %" PRId64
		      " shrink_slab calls: they reclaim little or nothing.",
		      c->node->nid, boosted.v, calls.v);
}

static bool slab_over_cache(const struct rw_case *c, struct rw_finding *f)
{
	const struct rw_val *kb = c->mem->kb;
	struct rw_val cache = rw_add(kb[RW_MEM_ACTIVE_FILE], kb[RW_MEM_INACTIVE_FILE]);
	struct rw_val slab = kb[RW_MEM_SLAB];
	struct rw_val percent = rw_percent(slab, kb[RW_MEM_TOTAL]);

	if (!rw_known(cache) || !rw_above(percent, SLAB_PERCENT - 1) || slab.v / 2 < cache.v)
		return false;
	rw_evidence(f, "page_cache_kb", cache);
	rw_evidence(f, "slab_kb", slab);
	rw_evidence(f, "slab_reclaimable_kb", kb[RW_MEM_SLAB_RECLAIMABLE]);
	rw_evidence(f, "total_kb", kb[RW_MEM_TOTAL]);
	if (c->mem->nid == RW_WHOLE_MACHINE)
		return rw_say(f, "Page cache %" PRId64 " MiB against slab %" PRId64 " MiB.",
			      cache.v / 1024, slab.v / 1024);
	return rw_say(f, "Node %d: page cache %" PRId64 " MiB against slab %" PRId64 " MiB.",
		      c->mem->nid, cache.v / 1024, slab.v / 1024);
}

static bool long_pass(const struct rw_case *c, struct rw_finding *f)
{
	int kind, worst = 0;
	int64_t ns;

	for (kind = 1; kind < RWATCH_NR_PASS_KINDS; kind++)
		if (rw_above(c->node->run[kind][RWATCH_RUN_LONGEST],
			     c->node->run[worst][RWATCH_RUN_LONGEST].v))
			worst = kind;
	if (!rw_above(c->node->run[worst][RWATCH_RUN_LONGEST], LONG_PASS_NS - 1))
		return false;
	ns = c->node->run[worst][RWATCH_RUN_LONGEST].v;
	rw_evidence_run(f, c->node, worst, RWATCH_RUN_LONGEST);
	return rw_say(f, "Node %d: one %s kswapd pass took %" PRId64 ".%" PRId64 " s.",
		      c->node->nid, rw_run_kind[worst], ns / 1000000000, ns / 100000000 % 10);
}

static bool boost_at_cap(const struct rw_case *c, struct rw_finding *f)
{
	struct rw_val boost = c->zone->v[RWATCH_ZONE_BOOST];

	if (!rw_above(c->cap, 0) || !rw_above(boost, c->cap.v - 1))
		return false;
	rw_evidence_zone(f, c->zone, RWATCH_ZONE_BOOST);
	rw_evidence(f, "boost_cap_pages", c->cap);
	return rw_say(f,
		      "Node %d %s: the boost is at its cap now, %" PRId64 " of %" PRId64 " pages.",
		      c->zone->nid, c->zone->name, boost.v, c->cap.v);
}

static bool step_in_flight(const struct rw_case *c, struct rw_finding *f)
{
	struct rw_val steps = c->node->v[RWATCH_NODE_STEPS];

	if (!rw_above(steps, 0))
		return false;
	rw_evidence(f, rw_node_desc[RWATCH_NODE_STEPS].name, steps);
	return rw_say(f,
		      "Node %d: %" PRId64 " passes were boosted although the clamp was on "
		      "(a step in flight).",
		      c->node->nid, steps.v);
}

static bool clamp_on(const struct rw_case *c, struct rw_finding *f)
{
	const struct rw_snapshot *snap = &c->rep->snap;
	struct rw_val clamp = snap->global[RWATCH_GLOBAL_CLAMP];
	struct rw_val pages = rw_none(), times = rw_none();
	size_t i;

	if (!rw_above(clamp, 0))
		return false;
	for (i = 0; i < snap->nr_zones; i++) {
		pages = rw_add_known(pages, snap->zones[i].v[RWATCH_ZONE_CLAMPED]);
		times = rw_add_known(times, snap->zones[i].v[RWATCH_ZONE_CLAMPS]);
	}
	rw_evidence(f, rw_global_desc[RWATCH_GLOBAL_CLAMP].name, clamp);
	rw_evidence(f, rw_zone_desc[RWATCH_ZONE_CLAMPED].name, pages);
	rw_evidence(f, rw_zone_desc[RWATCH_ZONE_CLAMPS].name, times);
	if (!rw_known(pages) || !rw_known(times))
		return rw_say(f, "The boost clamp is on; what it trimmed is not known.");
	return rw_say(f,
		      "The boost clamp is on; it has trimmed %" PRId64 " pages in %" PRId64
		      " cuts.",
		      pages.v, times.v);
}

static bool guard_holds(const struct rw_case *c, struct rw_finding *f)
{
	const struct rw_val *v = c->zone->v;
	struct rw_val harmful = v[RWATCH_ZONE_HARMFUL], left = v[RWATCH_ZONE_GUARD_LEFT];

	if (!rw_above(v[RWATCH_ZONE_GUARD_HELD], 0))
		return false;
	rw_evidence(f, rw_zone_desc[RWATCH_ZONE_HARMFUL].name, harmful);
	rw_evidence(f, rw_zone_desc[RWATCH_ZONE_GUARD_HOLDS].name, v[RWATCH_ZONE_GUARD_HOLDS]);
	rw_evidence(f, rw_zone_desc[RWATCH_ZONE_GUARD_LEFT].name, left);
	if (!rw_known(harmful) || !rw_known(left))
		return rw_say(f, "Node %d %s: the guard has the clamp on here.", c->zone->nid,
			      c->zone->name);
	return rw_say(f,
		      "Node %d %s: the guard has the clamp on here for another %" PRId64
		      " s; %" PRId64 " boosted passes did harm.",
		      c->zone->nid, c->zone->name, left.v / 1000000000, harmful.v);
}

static bool negative_dentries(const struct rw_case *c, struct rw_finding *f)
{
	const struct rw_val *d = c->rep->facts.dentries;
	struct rw_val percent = rw_percent(d[RW_DENTRIES_NEGATIVE], d[RW_DENTRIES_ALL]);

	if (!rw_above(d[RW_DENTRIES_NEGATIVE], MANY_DENTRIES - 1) ||
	    !rw_above(percent, MANY_PERCENT - 1))
		return false;
	rw_evidence(f, "negative_dentries", d[RW_DENTRIES_NEGATIVE]);
	rw_evidence(f, "dentries", d[RW_DENTRIES_ALL]);
	return rw_say(f,
		      "%" PRId64 " of %" PRId64 " dentries are negative (%" PRId64
		      "%%): names that were looked for and not there.",
		      d[RW_DENTRIES_NEGATIVE].v, d[RW_DENTRIES_ALL].v, percent.v);
}

static bool factor_zero(const struct rw_case *c, struct rw_finding *f)
{
	struct rw_val factor = c->rep->facts.boost_factor;

	if (!rw_known(factor) || factor.v)
		return false;
	rw_evidence(f, "watermark_boost_factor", factor);
	return rw_say(f, "vm.watermark_boost_factor is 0: the kernel raises no boost.");
}

/* What dominates comes first, what only explains last. */
const struct rw_rule rw_memory_rules[] = {
	{ "slab_over_cache", RW_PER_MEM, RW_WARN, slab_over_cache, "see which slab: slabtop -s c" },
	{ "boosted_share", RW_PER_NODE, RW_WARN, boosted_share,
	  "if it hurts: reclaimwatch clamp on, or sysctl vm.watermark_boost_factor=0" },
	{ "boosted_idle", RW_PER_NODE, RW_WARN, boosted_idle,
	  "if it hurts: reclaimwatch clamp on, or sysctl vm.watermark_boost_factor=0" },
	{ "mglru_idle", RW_PER_NODE, RW_WARN, mglru_idle,
	  "if it hurts: reclaimwatch clamp on, or sysctl vm.watermark_boost_factor=0" },
	{ NULL, 0, 0, NULL, NULL },
};

const struct rw_rule rw_minor_rules[] = {
	{ "long_pass", RW_PER_NODE, RW_WARN, long_pass, NULL },
	{ "negative_dentries", RW_PER_HOST, RW_WARN, negative_dentries,
	  "look for what asks for files that do not exist; they go when slab is reclaimed" },
	{ "boost_at_cap", RW_PER_ZONE, RW_NOTE, boost_at_cap, NULL },
	{ "step_in_flight", RW_PER_NODE, RW_NOTE, step_in_flight, NULL },
	{ "clamp_on", RW_PER_HOST, RW_NOTE, clamp_on, NULL },
	{ "guard_holds", RW_PER_ZONE, RW_NOTE, guard_holds, "see why: reclaimwatch events" },
	{ "factor_zero", RW_PER_HOST, RW_NOTE, factor_zero, NULL },
	{ NULL, 0, 0, NULL, NULL },
};
