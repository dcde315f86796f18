// SPDX-License-Identifier: GPL-2.0
/* Rules about who reclaims, what from, and what comes of it. */
#include <inttypes.h>
#include <string.h>

#include "calc.h"
#include "judge.h"
#include "name.h"
#include "text.h"

#define HOPELESS       16 /* failures in a row at which kswapd gives up, MAX_RECLAIM_RETRIES */
#define MANY_FAILURES  8
#define FEW_RUNS       10 /* below this a share says nothing */
#define MANY_PERCENT   50
#define KEPT_PERCENT   80 /* scanned and kept: the shrinker mostly turns them round */
#define MANY_OBJECTS   10000
#define BLAMED_PERCENT 10
#define BLAMED_MIB     16
#define STALL_NS       100000000LL /* one of these in direct reclaim is felt */
#define LONG_MEMCG_NS  1000000000LL
#define BUSY_PERCENT   50

static bool was_parked(const struct rw_val *v)
{
	return rw_above(v[RWATCH_NODE_PARKED], 0) ||
	       rw_above(v[RWATCH_NODE_FAILURES], HOPELESS - 1);
}

static bool parked(const struct rw_case *c, struct rw_finding *f)
{
	const struct rw_val *v = c->node->v;
	struct rw_val times = v[RWATCH_NODE_PARKED], now = v[RWATCH_NODE_FAILURES];

	if (!was_parked(v))
		return false;
	rw_evidence(f, rw_node_desc[RWATCH_NODE_PARKED].name, times);
	rw_evidence(f, rw_node_desc[RWATCH_NODE_FAILURES].name, now);
	rw_evidence(f, rw_node_desc[RWATCH_NODE_FAILURES_PEAK].name, v[RWATCH_NODE_FAILURES_PEAK]);
	if (rw_above(now, HOPELESS - 1))
		return rw_say(f,
			      "Node %d: kswapd has given up: its last %" PRId64
			      " passes reclaimed nothing.",
			      c->node->nid, now.v);
	return rw_say(f,
		      "Node %d: kswapd gave up %" PRId64 " times, after %d passes in a row that "
		      "reclaimed nothing.",
		      c->node->nid, times.v, HOPELESS);
}

static bool failures(const struct rw_case *c, struct rw_finding *f)
{
	struct rw_val peak = c->node->v[RWATCH_NODE_FAILURES_PEAK];

	if (!rw_above(peak, MANY_FAILURES - 1) || was_parked(c->node->v))
		return false;
	rw_evidence(f, rw_node_desc[RWATCH_NODE_FAILURES_PEAK].name, peak);
	rw_evidence(f, rw_node_desc[RWATCH_NODE_FAILURES].name, c->node->v[RWATCH_NODE_FAILURES]);
	return rw_say(f,
		      "Node %d: up to %" PRId64 " passes of kswapd in a row reclaimed nothing; at "
		      "%d it gives up.",
		      c->node->nid, peak.v, HOPELESS);
}

static bool blamed(const struct rw_case *c, struct rw_finding *f)
{
	struct rw_val pages = c->zone->v[RWATCH_ZONE_BLAMED];
	struct rw_val percent = rw_percent(pages, c->zone->v[RWATCH_ZONE_FREED]);
	struct rw_val size = c->rep->snap.global[RWATCH_GLOBAL_PAGE_SIZE];
	int64_t mib;

	if (!rw_above(percent, BLAMED_PERCENT - 1) || !rw_known(size))
		return false;
	mib = (int64_t)((double)pages.v * (double)size.v / (1 << 20));
	if (mib < BLAMED_MIB)
		return false;
	rw_evidence_zone(f, c->zone, RWATCH_ZONE_BLAMED);
	rw_evidence_zone(f, c->zone, RWATCH_ZONE_FREED);
	return rw_say(f,
		      "Node %d %s paid %" PRId64 " pages (%" PRId64
		      " MiB) for boosts of lower zones: %" PRId64 "%% of what kswapd freed there.",
		      c->zone->nid, c->zone->name, pages.v, mib, percent.v);
}

static bool awake(const struct rw_case *c, struct rw_finding *f)
{
	const struct rw_val *v = c->node->v;
	struct rw_val all = rw_add(v[RWATCH_NODE_AWAKE], v[RWATCH_NODE_ASLEEP]);
	struct rw_val percent = rw_percent(v[RWATCH_NODE_AWAKE], all);

	if (!rw_above(percent, BUSY_PERCENT - 1))
		return false;
	rw_evidence(f, rw_node_desc[RWATCH_NODE_AWAKE].name, v[RWATCH_NODE_AWAKE]);
	rw_evidence(f, rw_node_desc[RWATCH_NODE_ASLEEP].name, v[RWATCH_NODE_ASLEEP]);
	rw_evidence(f, rw_node_desc[RWATCH_NODE_SLEEPS].name, v[RWATCH_NODE_SLEEPS]);
	return rw_say(f, "Node %d: kswapd was awake %" PRId64 "%% of the time.", c->node->nid,
		      percent.v);
}

static bool turns_round(const struct rw_shrinker *row)
{
	struct rw_val scanned = row->v[RWATCH_SHRINKER_SCANNED];
	struct rw_val kept = rw_percent(row->v[RWATCH_SHRINKER_ROTATED], scanned);

	/* A superblock: of other shrinkers it is not known what "kept" means. */
	return strchr(row->name, ':') && rw_above(scanned, MANY_OBJECTS - 1) &&
	       rw_above(kept, KEPT_PERCENT - 1);
}

/* The worst file system; inodes that are used once take two rounds to go. */
static bool one_use(const struct rw_case *c, struct rw_finding *f)
{
	static const int evidence[] = {
		RWATCH_SHRINKER_SCANNED,      RWATCH_SHRINKER_FREED,
		RWATCH_SHRINKER_ROTATED,      RWATCH_SHRINKER_LEFT,
		RWATCH_SHRINKER_INODES_FREED, RWATCH_SHRINKER_DENTRIES_FREED,
	};
	const struct rw_snapshot *snap = &c->rep->snap;
	const struct rw_shrinker *worst = NULL;
	struct rw_val scanned, kept;
	char name[RW_WORD];
	size_t i;

	for (i = 0; i < snap->nr_shrinkers; i++) {
		const struct rw_shrinker *row = &snap->shrinkers[i];

		if (turns_round(row) && (!worst || row->v[RWATCH_SHRINKER_ROTATED].v >
							   worst->v[RWATCH_SHRINKER_ROTATED].v))
			worst = row;
	}
	if (!worst)
		return false;
	for (i = 0; i < sizeof(evidence) / sizeof(*evidence); i++)
		if (rw_known(worst->v[evidence[i]]))
			rw_evidence(f, rw_shrinker_desc[evidence[i]].name, worst->v[evidence[i]]);
	rw_name_text(name, sizeof(name), worst->name);
	f->nid = worst->nid;
	scanned = worst->v[RWATCH_SHRINKER_SCANNED];
	kept = worst->v[RWATCH_SHRINKER_ROTATED];
	return rw_say(f,
		      "Node %d: %s kept %" PRId64 " of %" PRId64
		      " scanned dentries and inodes for another round (%" PRId64 "%%).",
		      worst->nid, name, kept.v, scanned.v, rw_percent(kept, scanned).v);
}

struct attempts {
	struct rw_val runs, success, time, longest;
};

/* All of direct compaction in one context, over zones and orders. */
static struct attempts attempts(const struct rw_snapshot *snap, const char *context)
{
	struct attempts sum = { rw_some(0), rw_some(0), rw_some(0), rw_some(0) };
	size_t i;

	for (i = 0; i < snap->nr_compaction; i++) {
		const struct rw_compaction *row = &snap->compaction[i];

		if (strcmp(row->caller, "direct") || strcmp(row->context, context))
			continue;
		sum.runs = rw_add(sum.runs, row->v[RWATCH_COMPACTION_COUNT]);
		sum.success = rw_add(sum.success, row->v[RWATCH_COMPACTION_SUCCESS]);
		sum.time = rw_add(sum.time, row->v[RWATCH_COMPACTION_TIME]);
		sum.longest = rw_max(sum.longest, row->v[RWATCH_COMPACTION_LONGEST]);
	}
	return sum;
}

/* ", longest 41 ms"; nothing if it is not known, as of a part of a recording. */
static void and_longest(char *to, size_t size, struct rw_val longest)
{
	char text[RW_CELL];

	*to = '\0';
	if (!rw_known(longest))
		return;
	rw_text_ns(text, longest);
	snprintf(to, size, ", longest %s", text);
}

static void describe(char *to, size_t size, const struct attempts *a)
{
	char each[RW_CELL], longest[RW_CELL + 16];

	rw_text_ns(each, rw_mean(a->time, a->runs));
	and_longest(longest, sizeof(longest), a->longest);
	snprintf(to, size, "%" PRId64 " of %" PRId64 " times (%" PRId64 "%%), %s each%s",
		 a->success.v, a->runs.v, rw_percent(a->success, a->runs).v, each, longest);
}

static bool compaction_fails(const struct rw_case *c, struct rw_finding *f)
{
	struct attempts a = attempts(&c->rep->snap, c->context);
	struct attempts any = attempts(&c->rep->snap, "any");
	bool narrow = strcmp(c->context, "any");
	char text[160], others[200] = "";

	if (!rw_above(a.runs, FEW_RUNS - 1) || !rw_known(a.success) ||
	    rw_percent(a.success, a.runs).v >= MANY_PERCENT)
		return false;
	rw_evidence(f, "direct_runs", a.runs);
	rw_evidence(f, "direct_success", a.success);
	rw_evidence(f, "direct_time_ns", a.time);
	rw_evidence(f, "direct_longest_ns", a.longest);
	describe(text, sizeof(text), &a);
	if (narrow && rw_above(any.runs, 0) && rw_known(any.success)) {
		char unrestricted[160];

		describe(unrestricted, sizeof(unrestricted), &any);
		snprintf(others, sizeof(others), "; without that %s", unrestricted);
	}
	return rw_say(f, "Direct compaction%s%s succeeded %s%s.", narrow ? " under GFP_" : "",
		      !narrow			  ? "" :
		      !strcmp(c->context, "nofs") ? "NOFS" :
						    "NOIO",
		      text, others);
}

static const struct rw_reclaimer *longest_of(const struct rw_reclaimer *rows, size_t nr,
					     enum rw_reclaimer_kind kind, int by)
{
	const struct rw_reclaimer *worst = NULL;
	size_t i;

	for (i = 0; i < nr; i++)
		if (rows[i].kind == kind && rw_known(rows[i].v[by]) &&
		    (!worst || rows[i].v[by].v > worst->v[by].v))
			worst = &rows[i];
	return worst;
}

static bool direct_stalls(const struct rw_case *c, struct rw_finding *f)
{
	struct rw_val runs = rw_none(), time = rw_none(), longest = rw_none();
	const struct rw_snapshot *snap = &c->rep->snap;
	const struct rw_reclaimer *task;
	char all[RW_CELL], most[RW_CELL + 16], of_it[RW_CELL], name[RW_WORD];
	char who[RW_WORD + 64] = "";
	size_t i;

	for (i = 0; i < snap->nr_nodes; i++) {
		const struct rw_val *v = snap->nodes[i].run[RWATCH_DIRECT];

		runs = rw_add_known(runs, v[RWATCH_RUN_COUNT]);
		time = rw_add_known(time, v[RWATCH_RUN_TIME]);
		longest = rw_max(longest, v[RWATCH_RUN_LONGEST]);
	}
	if (!rw_above(runs, FEW_RUNS - 1))
		return false;
	if (!rw_above(longest, STALL_NS - 1))
		f->severity = RW_NOTE;
	rw_evidence(f, "direct_passes", runs);
	rw_evidence(f, "direct_time_ns", time);
	rw_evidence(f, "direct_longest_ns", longest);
	rw_text_ns(all, time);
	and_longest(most, sizeof(most), longest);
	task = longest_of(snap->tasks, snap->nr_tasks, RW_BY_TASK, RWATCH_RECLAIMER_TIME);
	if (task) {
		rw_name_text(name, sizeof(name), task->name);
		rw_text_ns(of_it, task->v[RWATCH_RECLAIMER_TIME]);
		snprintf(who, sizeof(who), "; most of it %s, %s", name, of_it);
	}
	return rw_say(f, "Tasks had to reclaim for themselves %" PRId64 " times, %s in all%s%s.",
		      runs.v, all, most, who);
}

static bool memcg_hard(const struct rw_case *c, struct rw_finding *f)
{
	const struct rw_snapshot *snap = &c->rep->snap;
	const struct rw_reclaimer *worst =
		longest_of(snap->cgroups, snap->nr_cgroups, RW_BY_MEMCG, RWATCH_RECLAIMER_LONGEST);
	static const int evidence[] = {
		RWATCH_RECLAIMER_COUNT, RWATCH_RECLAIMER_TIME,	     RWATCH_RECLAIMER_LONGEST,
		RWATCH_RECLAIMER_PAGES, RWATCH_RECLAIMER_SLAB_FREED, RWATCH_RECLAIMER_PRIORITY,
	};
	char name[RW_WORD], longest[RW_CELL];
	const struct rw_val *v;
	size_t i;

	if (!worst)
		return false;
	v = worst->v;
	if (!rw_above(v[RWATCH_RECLAIMER_LONGEST], LONG_MEMCG_NS - 1) ||
	    !rw_known(v[RWATCH_RECLAIMER_PRIORITY]) || v[RWATCH_RECLAIMER_PRIORITY].v)
		return false;
	for (i = 0; i < sizeof(evidence) / sizeof(*evidence); i++)
		rw_evidence(f, rw_reclaimer_desc[evidence[i]].name, v[evidence[i]]);
	rw_text_cgroup(name, sizeof(name), worst, &c->rep->facts);
	rw_text_ns(longest, v[RWATCH_RECLAIMER_LONGEST]);
	return rw_say(f,
		      "Reclaim of cgroup %s took up to %s and went down to priority 0, the "
		      "hardest.",
		      name, longest);
}

const struct rw_rule rw_reclaim_rules[] = {
	{ "kswapd_parked", RW_PER_NODE, RW_BAD, parked,
	  "tasks then reclaim for themselves; if boosted passes reclaim nothing: reclaimwatch "
	  "clamp on" },
	{ "direct_stalls", RW_PER_HOST, RW_WARN, direct_stalls,
	  "see who and for which cgroup: reclaimwatch status --all" },
	{ "blamed", RW_PER_ZONE, RW_WARN, blamed,
	  "if it hurts: reclaimwatch clamp on, or sysctl vm.watermark_boost_factor=0" },
	{ "kswapd_failures", RW_PER_NODE, RW_WARN, failures, NULL },
	{ "kswapd_awake", RW_PER_NODE, RW_WARN, awake, NULL },
	{ "memcg_hard", RW_PER_HOST, RW_WARN, memcg_hard,
	  "raise the cgroup's limit, or ask for less at once from memory.reclaim" },
	{ "compaction_fails", RW_PER_CONTEXT, RW_WARN, compaction_fails, NULL },
	{ "one_use", RW_PER_HOST, RW_WARN, one_use,
	  "look for what walks many files once: a backup, find, rsync" },
	{ NULL, 0, 0, NULL, NULL },
};
