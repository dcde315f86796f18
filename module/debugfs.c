// SPDX-License-Identifier: GPL-2.0
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/mm.h>
#include <linux/mmzone.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/timekeeping.h>
#include <linux/vmstat.h>

#include <reclaimwatch/schema.h>
#include <reclaimwatch/version.h>

#include "clamp.h"
#include "compaction.h"
#include "debugfs.h"
#include "guard.h"
#include "limit.h"
#include "lru.h"
#include "node.h"
#include "probe.h"
#include "reclaim.h"
#include "recorder.h"
#include "show.h"
#include "shrinkers.h"
#include "slot.h"
#include "zone.h"

/* How long a zone is waited for: 0.1 to 0.2 s and what the timers add. */
#define SETTLE_STEP_US		100
#define SETTLE_STEPS		1000

static const struct rwatch_value_row global_rows[] = {
#define RWATCH_GLOBAL(id, name, unit, kind, probe, help) RWATCH_VALUE_ROW(name, probe)
#include <reclaimwatch/counters.def>
};

static const struct rwatch_value_row zone_rows[] = {
#define RWATCH_ZONE(id, name, unit, kind, probe, help) RWATCH_VALUE_ROW(name, probe)
#include <reclaimwatch/counters.def>
};

static const struct rwatch_value_row node_rows[] = {
#define RWATCH_NODE(id, name, unit, kind, probe, help) RWATCH_VALUE_ROW(name, probe)
#include <reclaimwatch/counters.def>
};

static const struct rwatch_value_row run_rows[] = {
#define RWATCH_RUN(id, name, unit, kind, probe, help) RWATCH_VALUE_ROW(name, probe)
#include <reclaimwatch/counters.def>
};

static const struct rwatch_value_row pass_rows[] = {
#define RWATCH_PASS(id, name, unit, kind, probe, help) RWATCH_VALUE_ROW(name, probe)
#include <reclaimwatch/counters.def>
};

static const char *const kind_names[] = RWATCH_RUN_KIND_NAMES;
static const int kind_probes[] = RWATCH_RUN_KIND_PROBES;

static const char *const probe_state_names[] = {
	[RWATCH_PROBE_OFF]	= RWATCH_WORD_OFF,
	[RWATCH_PROBE_ABSENT]	= RWATCH_WORD_ABSENT,
	[RWATCH_PROBE_FAILED]	= RWATCH_WORD_FAILED,
	[RWATCH_PROBE_SILENT]	= RWATCH_WORD_SILENT,
	[RWATCH_PROBE_PARTIAL]	= RWATCH_WORD_PARTIAL,
	[RWATCH_PROBE_ATTACHED]	= RWATCH_WORD_ATTACHED,
};

static struct dentry *root;

/* What the module has allocated, without what kretprobes and trace events take. */
static size_t memory_bytes(void)
{
	return rwatch_zones_bytes() + rwatch_nodes_bytes() + rwatch_slots_bytes() +
	       rwatch_reclaim_bytes() + rwatch_table_bytes(&rwatch_shrinkers) +
	       rwatch_compaction_bytes() + rwatch_recorder_bytes() + rwatch_clamp_bytes() +
	       rwatch_guard_bytes();
}

/* The time from now to then, unknown if there is no then. */
static s64 time_left(u64 then)
{
	return then ? max_t(s64, then - ktime_get_boottime_ns(), 0) : RWATCH_VALUE_UNKNOWN;
}

static void show_clamp_words(struct seq_file *m, const unsigned int *clamp,
			     const struct rwatch_clamp_change *last)
{
	seq_printf(m, "boost_clamp_scope %s\nboost_clamp_by ",
		   rwatch_clamp_scopes[clamp[RWATCH_CLAMP_SCOPE]]);
	if (last->at_ns)
		rwatch_show_name(m, last->comm);
	else
		seq_puts(m, RWATCH_UNKNOWN);
	seq_putc(m, '\n');
}

static void show_about(struct seq_file *m, const unsigned int *clamp,
		       const struct rwatch_clamp_change *last)
{
	const s64 values[RWATCH_NR_GLOBAL] = {
		[RWATCH_GLOBAL_SINCE]		= rwatch_zones_since_ns(),
		[RWATCH_GLOBAL_NOW]		= ktime_get_boottime_ns(),
		[RWATCH_GLOBAL_PAGE_SIZE]	= PAGE_SIZE,
		[RWATCH_GLOBAL_PAGEBLOCK]	= pageblock_nr_pages,
		[RWATCH_GLOBAL_CLAMP]		= clamp[RWATCH_CLAMP_ON] == RWATCH_MODE_ON,
		[RWATCH_GLOBAL_CLAMP_AUTO]	= clamp[RWATCH_CLAMP_ON] == RWATCH_MODE_AUTO,
		[RWATCH_GLOBAL_CLAMP_PCT]	= clamp[RWATCH_CLAMP_PCT],
		[RWATCH_GLOBAL_CLAMP_TIMEOUT]	= clamp[RWATCH_CLAMP_TIMEOUT],
		[RWATCH_GLOBAL_CLAMP_LEFT]	= time_left(last->off_ns),
		[RWATCH_GLOBAL_CLAMP_CHANGED]	= last->at_ns ?: RWATCH_VALUE_UNKNOWN,
		[RWATCH_GLOBAL_CLAMP_CHANGES]	= last->changes,
		[RWATCH_GLOBAL_CLAMP_PID]	= last->at_ns ? last->pid : RWATCH_VALUE_UNKNOWN,
		[RWATCH_GLOBAL_PAGEOUTRUN]	= rwatch_nodes_pageoutrun(),
		[RWATCH_GLOBAL_PASSES_SEEN]	= rwatch_probe_sum_hits(RWATCH_PROBE_PASS),
		[RWATCH_GLOBAL_PGSTEAL]		= rwatch_nodes_pgsteal(),
		[RWATCH_GLOBAL_STEAL_SEEN]	= rwatch_lru_seen(),
		[RWATCH_GLOBAL_RUNS_LOST]	= rwatch_slots_lost(),
		[RWATCH_GLOBAL_MEMORY]		= memory_bytes(),
	};

	rwatch_show_head(m);
	seq_puts(m, "version " RWATCH_VERSION "\n");
	show_clamp_words(m, clamp, last);
	rwatch_show_rows(m, "", "", global_rows, values, RWATCH_NR_GLOBAL);
	rwatch_show_end(m);
}

static int about_show(struct seq_file *m, void *unused)
{
	unsigned int clamp[RWATCH_NR_CLAMP];
	struct rwatch_clamp_change last;

	rwatch_clamp_get(clamp, &last);
	show_about(m, clamp, &last);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(about);

/*
 * A pass and a reset book a moment after they have lowered the boost: wait that
 * long.  False if the ledger is off and may still be found to be in that moment.
 */
static bool look_settled(struct zone *zone, struct rwatch_reading *r)
{
	const struct rwatch_ledger *l = rwatch_zone_ledger(zone);
	int nid = zone_to_nid(zone), quiet = 0, i;
	bool busy;

	for (i = 0; i < SETTLE_STEPS; i++) {
		busy = rwatch_node_pass_running(nid) || rwatch_zones_resetting();
		rwatch_zone_look(zone, r);
		if (rwatch_reading_unaccounted(r) == READ_ONCE(l->unaccounted))
			return true;
		busy |= rwatch_node_pass_running(nid) || rwatch_zones_resetting();
		/* Off with nobody at work, twice in a row: it is not in flight. */
		quiet = busy ? 0 : quiet + 1;
		if (quiet == 2)
			return true;
		usleep_range(SETTLE_STEP_US, 2 * SETTLE_STEP_US);
	}
	return false;
}

static void frag_values(struct zone *zone, s64 *values)
{
	const struct rwatch_frag *frag = rwatch_zone_frag(zone);
	int i;

	values[RWATCH_ZONE_EXTFRAG] = READ_ONCE(frag->events);
	for (i = 0; i < RWATCH_NR_PAIRS; i++)
		values[RWATCH_ZONE_UNMOVABLE_MOVABLE + i] = READ_ONCE(frag->pairs[i]);
}

static void guard_values(struct zone *zone, s64 *values)
{
	u64 now = ktime_get_boottime_ns();
	struct rwatch_guard g;

	rwatch_guard_look(zone, &g);
	values[RWATCH_ZONE_HARMFUL] = g.harmful;
	values[RWATCH_ZONE_GUARD_ROW] = g.row;
	values[RWATCH_ZONE_GUARD_HELD] = g.held;
	values[RWATCH_ZONE_GUARD_LEFT] = g.held ? time_left(rwatch_guard_end_ns(&g)) :
						  RWATCH_VALUE_UNKNOWN;
	values[RWATCH_ZONE_GUARD_HOLDS] = g.holds;
	values[RWATCH_ZONE_GUARD_HELD_NS] = g.held_ns + (g.held ? now - g.changed_ns : 0);
	values[RWATCH_ZONE_GUARD_REFUSED] = g.refused;
}

static void zone_values(struct zone *zone, s64 *values)
{
	const struct rwatch_ledger *l = rwatch_zone_ledger(zone);
	u64 last_raise_ns = READ_ONCE(l->last_raise_ns);
	unsigned long limit = rwatch_clamp_limit(zone);
	bool settled, whole;
	struct rwatch_reading r;

	settled = look_settled(zone, &r);
	/* Both sides of the ledger have to be known before it can be off. */
	whole = rwatch_probe_works(RWATCH_PROBE_BOOST) && rwatch_probe_works(RWATCH_PROBE_PASS);

	values[RWATCH_ZONE_BOOST] = r.boost;
	values[RWATCH_ZONE_PEAK] = r.peak;
	values[RWATCH_ZONE_MIN] = READ_ONCE(zone->_watermark[WMARK_MIN]);
	values[RWATCH_ZONE_LOW] = READ_ONCE(zone->_watermark[WMARK_LOW]);
	values[RWATCH_ZONE_HIGH] = READ_ONCE(zone->_watermark[WMARK_HIGH]);
	values[RWATCH_ZONE_FREE] = zone_page_state(zone, NR_FREE_PAGES);
	values[RWATCH_ZONE_MANAGED] = zone_managed_pages(zone);
	values[RWATCH_ZONE_CARRIED] = r.carried;
	values[RWATCH_ZONE_RAISES] = r.raises;
	values[RWATCH_ZONE_RAISED] = r.raised;
	values[RWATCH_ZONE_CONSUMED] = r.consumed;
	values[RWATCH_ZONE_RESET] = r.reset + r.capped;
	values[RWATCH_ZONE_CLAMPED] = r.clamped;
	values[RWATCH_ZONE_CLAMPS] = r.clamps;
	values[RWATCH_ZONE_WAKES_AVOIDED] = READ_ONCE(l->wakes_avoided);
	values[RWATCH_ZONE_LIMIT] = limit == RWATCH_NO_LIMIT ? RWATCH_VALUE_UNKNOWN : (s64)limit;
	values[RWATCH_ZONE_UNACCOUNTED] = settled && whole ? rwatch_reading_unaccounted(&r) :
							     RWATCH_VALUE_UNKNOWN;
	values[RWATCH_ZONE_MISMATCHES] = whole ? (s64)READ_ONCE(l->mismatches) :
						 RWATCH_VALUE_UNKNOWN;
	values[RWATCH_ZONE_LAST_RAISE] = last_raise_ns ? (s64)last_raise_ns : RWATCH_VALUE_UNKNOWN;
	frag_values(zone, values);
	guard_values(zone, values);
	values[RWATCH_ZONE_FREED] = rwatch_zone_freed(zone);
	values[RWATCH_ZONE_BLAMED] = rwatch_zone_blamed(zone);
}

static void show_zone(struct zone *zone, void *data)
{
	s64 values[RWATCH_NR_ZONE];
	struct seq_file *m = data;

	if (!populated_zone(zone))
		return;
	zone_values(zone, values);
	seq_printf(m, "zone %d %s\n", zone_to_nid(zone), zone->name);
	rwatch_show_rows(m, "  ", "", zone_rows, values, RWATCH_NR_ZONE);
}

static int zones_show(struct seq_file *m, void *unused)
{
	rwatch_show_head(m);
	rwatch_zones_walk(show_zone, m);
	rwatch_show_end(m);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(zones);

static void show_kind(struct seq_file *m, int nid, enum rwatch_run_kind kind)
{
	bool known = rwatch_probe_knows(kind_probes[kind]);
	s64 pass_values[RWATCH_NR_PASS];
	s64 values[RWATCH_NR_RUN];
	char prefix[16];
	int i;

	snprintf(prefix, sizeof(prefix), "%s_", kind_names[kind]);
	rwatch_run_values(nid, kind, values);
	for (i = 0; i < RWATCH_NR_RUN; i++) {
		if (!known)
			values[i] = RWATCH_VALUE_UNKNOWN;
	}
	rwatch_show_rows(m, "  ", prefix, run_rows, values, RWATCH_NR_RUN);
	if (kind >= RWATCH_NR_PASS_KINDS)
		return;
	rwatch_node_pass_values(nid, kind, pass_values);
	rwatch_show_rows(m, "  ", prefix, pass_rows, pass_values, RWATCH_NR_PASS);
}

static void show_node(struct seq_file *m, int nid)
{
	s64 values[RWATCH_NR_NODE];
	int kind;

	seq_printf(m, "node %d\n", nid);
	rwatch_node_values(nid, values);
	rwatch_show_rows(m, "  ", "", node_rows, values, RWATCH_NR_NODE);
	for (kind = 0; kind < RWATCH_NR_RUN_KINDS; kind++)
		show_kind(m, nid, kind);
}

static int nodes_show(struct seq_file *m, void *unused)
{
	int nid;

	rwatch_show_head(m);
	for_each_online_node(nid) {
		if (node_present_pages(nid))
			show_node(m, nid);
	}
	rwatch_show_end(m);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(nodes);

static int probes_show(struct seq_file *m, void *unused)
{
	struct rwatch_probe_status s;
	int i;

	rwatch_show_head(m);
	for (i = 0; i < RWATCH_NR_PROBES; i++) {
		rwatch_probe_status(i, &s);
		seq_printf(m, "probe %s\n", s.name);
		seq_printf(m, "  state %s\n", probe_state_names[s.state]);
		seq_printf(m, "  group %s\n", s.group);
		rwatch_show_value(m, "  ", "", "since_ns", s.since_ns);
		seq_printf(m, "  symbol %s\n", s.symbol ? s.symbol : RWATCH_UNKNOWN);
		rwatch_show_value(m, "  ", "", "error", s.error);
		rwatch_show_value(m, "  ", "", "hits", s.hits);
		rwatch_show_value(m, "  ", "", "missed_noinstance", s.missed_noinstance);
		rwatch_show_value(m, "  ", "", "missed_reentry", s.missed_reentry);
	}
	rwatch_show_end(m);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(probes);

static int groups_show(struct seq_file *m, void *unused)
{
	int i;

	rwatch_show_head(m);
	for (i = 0; i < RWATCH_NR_GROUPS; i++) {
		seq_printf(m, "group %s\n", rwatch_group_name(i));
		rwatch_show_value(m, "  ", "", "on", rwatch_group_on(i));
	}
	rwatch_show_end(m);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(groups);

/* Files that cannot be made are not an error: debugfs can be off. */
void rwatch_debugfs_init(void)
{
	root = debugfs_create_dir(RWATCH_DEBUGFS_DIR, NULL);
	if (IS_ERR(root)) {
		pr_warn("no files in debugfs (%ld): nothing can be read\n", PTR_ERR(root));
		return;
	}
	debugfs_create_file("about", 0444, root, NULL, &about_fops);
	debugfs_create_file("zones", 0444, root, NULL, &zones_fops);
	debugfs_create_file("nodes", 0444, root, NULL, &nodes_fops);
	debugfs_create_file("probes", 0444, root, NULL, &probes_fops);
	debugfs_create_file("groups", 0444, root, NULL, &groups_fops);
	rwatch_show_tables(root);
	rwatch_show_histograms(root);
	rwatch_show_events(root);
}

void rwatch_debugfs_exit(void)
{
	debugfs_remove_recursive(root);
}
