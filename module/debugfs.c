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
#include "debugfs.h"
#include "node.h"
#include "probe.h"
#include "zone.h"

#define RWATCH_PROBE_NONE	-1

/* How long a zone is waited for: 0.1 to 0.2 s and what the timers add. */
#define SETTLE_STEP_US		100
#define SETTLE_STEPS		1000

struct value_row {
	const char *name;
	int probe;	/* enum rwatch_probe_id without which it is unknown */
};

static const struct value_row global_rows[] = {
#define RWATCH_GLOBAL(id, name, unit, kind, probe, help) { name, RWATCH_PROBE_##probe },
#include <reclaimwatch/counters.def>
};

static const struct value_row zone_rows[] = {
#define RWATCH_ZONE(id, name, unit, kind, probe, help) { name, RWATCH_PROBE_##probe },
#include <reclaimwatch/counters.def>
};

static const struct value_row node_rows[] = {
#define RWATCH_NODE(id, name, unit, kind, probe, help) { name, RWATCH_PROBE_##probe },
#include <reclaimwatch/counters.def>
};

static const struct value_row pass_rows[] = {
#define RWATCH_PASS(id, name, unit, kind, probe, help) { name, RWATCH_PROBE_##probe },
#include <reclaimwatch/counters.def>
};

static const char *const pass_kind_names[] = RWATCH_PASS_KIND_NAMES;

static const char *const probe_state_names[] = {
	[RWATCH_PROBE_ABSENT]	= RWATCH_WORD_ABSENT,
	[RWATCH_PROBE_FAILED]	= RWATCH_WORD_FAILED,
	[RWATCH_PROBE_SILENT]	= RWATCH_WORD_SILENT,
	[RWATCH_PROBE_ATTACHED]	= RWATCH_WORD_ATTACHED,
};

static struct dentry *root;

static void show_head(struct seq_file *m)
{
	/* Whether kprobes fire right now decides what is known right now. */
	rwatch_probes_prove();
	seq_printf(m, "schema %d\n", RWATCH_SCHEMA);
}

static void show_end(struct seq_file *m)
{
	seq_puts(m, RWATCH_END "\n");
}

static void show_value(struct seq_file *m, const char *indent, const char *prefix,
		       const char *name, s64 value)
{
	if (value == RWATCH_VALUE_UNKNOWN)
		seq_printf(m, "%s%s%s " RWATCH_UNKNOWN "\n", indent, prefix, name);
	else
		seq_printf(m, "%s%s%s %lld\n", indent, prefix, name, value);
}

static void show_rows(struct seq_file *m, const char *indent, const char *prefix,
		      const struct value_row *rows, const s64 *values, int nr)
{
	int i;

	for (i = 0; i < nr; i++) {
		int probe = rows[i].probe;
		s64 value = values[i];

		if (probe != RWATCH_PROBE_NONE && !rwatch_probe_works(probe))
			value = RWATCH_VALUE_UNKNOWN;
		show_value(m, indent, prefix, rows[i].name, value);
	}
}

static int about_show(struct seq_file *m, void *unused)
{
	const s64 values[RWATCH_NR_GLOBAL] = {
		[RWATCH_GLOBAL_SINCE]		= rwatch_zones_since_ns(),
		[RWATCH_GLOBAL_NOW]		= ktime_get_boottime_ns(),
		[RWATCH_GLOBAL_PAGE_SIZE]	= PAGE_SIZE,
		[RWATCH_GLOBAL_PAGEBLOCK]	= pageblock_nr_pages,
		[RWATCH_GLOBAL_CLAMP]		= rwatch_clamp_on(),
		[RWATCH_GLOBAL_PAGEOUTRUN]	= rwatch_nodes_pageoutrun(),
		[RWATCH_GLOBAL_PASSES_SEEN]	= rwatch_probe_sum_hits(RWATCH_PROBE_PASS),
	};

	show_head(m);
	seq_puts(m, "version " RWATCH_VERSION "\n");
	show_rows(m, "", "", global_rows, values, RWATCH_NR_GLOBAL);
	show_end(m);
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

static void zone_values(struct zone *zone, s64 *values)
{
	const struct rwatch_ledger *l = rwatch_zone_ledger(zone);
	u64 last_raise_ns = READ_ONCE(l->last_raise_ns);
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
	values[RWATCH_ZONE_UNACCOUNTED] = settled && whole ? rwatch_reading_unaccounted(&r) :
							     RWATCH_VALUE_UNKNOWN;
	values[RWATCH_ZONE_MISMATCHES] = whole ? (s64)READ_ONCE(l->mismatches) :
						 RWATCH_VALUE_UNKNOWN;
	values[RWATCH_ZONE_LAST_RAISE] = last_raise_ns ? (s64)last_raise_ns : RWATCH_VALUE_UNKNOWN;
	values[RWATCH_ZONE_EXTFRAG] = READ_ONCE(l->extfrag);
}

static void show_zone(struct zone *zone, void *data)
{
	s64 values[RWATCH_NR_ZONE];
	struct seq_file *m = data;

	if (!populated_zone(zone))
		return;
	zone_values(zone, values);
	seq_printf(m, "zone %d %s\n", zone_to_nid(zone), zone->name);
	show_rows(m, "  ", "", zone_rows, values, RWATCH_NR_ZONE);
}

static int zones_show(struct seq_file *m, void *unused)
{
	show_head(m);
	rwatch_zones_walk(show_zone, m);
	show_end(m);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(zones);

static void show_node(struct seq_file *m, int nid)
{
	s64 values[RWATCH_NR_NODE];
	s64 pass_values[RWATCH_NR_PASS];
	char prefix[16];
	int kind;

	seq_printf(m, "node %d\n", nid);
	rwatch_node_values(nid, values);
	show_rows(m, "  ", "", node_rows, values, RWATCH_NR_NODE);
	for (kind = 0; kind < RWATCH_NR_PASS_KINDS; kind++) {
		snprintf(prefix, sizeof(prefix), "%s_", pass_kind_names[kind]);
		rwatch_node_pass_values(nid, kind, pass_values);
		show_rows(m, "  ", prefix, pass_rows, pass_values, RWATCH_NR_PASS);
	}
}

static int nodes_show(struct seq_file *m, void *unused)
{
	int nid;

	show_head(m);
	for_each_online_node(nid) {
		if (node_present_pages(nid))
			show_node(m, nid);
	}
	show_end(m);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(nodes);

static int probes_show(struct seq_file *m, void *unused)
{
	struct rwatch_probe_status s;
	int i;

	show_head(m);
	for (i = 0; i < RWATCH_NR_PROBES; i++) {
		rwatch_probe_status(i, &s);
		seq_printf(m, "probe %s\n", s.name);
		seq_printf(m, "  state %s\n", probe_state_names[s.state]);
		seq_printf(m, "  symbol %s\n", s.symbol ? s.symbol : RWATCH_UNKNOWN);
		show_value(m, "  ", "", "error", s.error);
		show_value(m, "  ", "", "hits", s.hits);
		show_value(m, "  ", "", "missed_noinstance", s.missed_noinstance);
		show_value(m, "  ", "", "missed_reentry", s.missed_reentry);
	}
	show_end(m);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(probes);

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
}

void rwatch_debugfs_exit(void)
{
	debugfs_remove_recursive(root);
}
