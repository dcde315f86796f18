// SPDX-License-Identifier: GPL-2.0
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/nodemask.h>

#include "compaction.h"
#include "reclaim.h"
#include "show.h"
#include "zone.h"

enum shape { LOG2, LINEAR };

struct hist_row {
	const char *name;
	enum shape shape;
	int probe;
};

static const struct hist_row run_hists[] = {
#define RWATCH_HIST_RUN(id, name, unit, shape, probe, help) { name, shape, RWATCH_PROBE_##probe },
#include <reclaimwatch/counters.def>
};

static const struct hist_row node_hists[] = {
#define RWATCH_HIST_NODE(id, name, unit, shape, probe, help) { name, shape, RWATCH_PROBE_##probe },
#include <reclaimwatch/counters.def>
};

static const struct hist_row zone_hists[] = {
#define RWATCH_HIST_ZONE(id, name, unit, shape, probe, help) { name, shape, RWATCH_PROBE_##probe },
#include <reclaimwatch/counters.def>
};

static const char *const kind_names[] = RWATCH_RUN_KIND_NAMES;
static const int kind_probes[] = RWATCH_RUN_KIND_PROBES;

static unsigned int nr_buckets(enum shape shape)
{
	return shape == LOG2 ? RWATCH_NR_LOG2 : RWATCH_NR_LINEAR;
}

static void show_hist(struct seq_file *m, enum shape shape, const s64 *buckets)
{
	unsigned int i;
	char name[32];

	for (i = 0; i < nr_buckets(shape); i++) {
		if (shape == LINEAR)
			snprintf(name, sizeof(name), "le_%u", i);
		else if (i == RWATCH_NR_LOG2 - 1)
			snprintf(name, sizeof(name), "le_inf");
		else
			snprintf(name, sizeof(name), "le_%llu", 1ULL << (RWATCH_LOG2_FIRST + i));
		rwatch_show_value(m, "  ", "", name, buckets[i]);
	}
}

static bool known(int probe)
{
	return probe == RWATCH_PROBE_NONE || rwatch_probe_knows(probe);
}

/* What is not known has no section: a histogram of n/a says no more than that. */
static void show_run_hists(struct seq_file *m, int nid)
{
	s64 buckets[RWATCH_NR_LOG2];
	int kind, id, i;

	for (kind = 0; kind < RWATCH_NR_RUN_KINDS; kind++) {
		for (id = 0; id < RWATCH_NR_HIST_RUN; id++) {
			if (!known(kind_probes[kind]) || !known(run_hists[id].probe))
				continue;
			for (i = 0; i < RWATCH_NR_LOG2; i++)
				buckets[i] = rwatch_run_hist(nid, kind, id, i);
			seq_printf(m, "histogram %d node %s_%s\n", nid, kind_names[kind],
				   run_hists[id].name);
			show_hist(m, run_hists[id].shape, buckets);
		}
	}
}

static void show_node_hists(struct seq_file *m, int nid)
{
	s64 buckets[RWATCH_NR_LOG2];
	int id, i;

	for (id = 0; id < RWATCH_NR_HIST_NODE; id++) {
		if (!known(node_hists[id].probe))
			continue;
		for (i = 0; i < RWATCH_NR_LOG2; i++)
			buckets[i] = rwatch_compaction_hist(nid, id, i);
		seq_printf(m, "histogram %d node %s\n", nid, node_hists[id].name);
		show_hist(m, node_hists[id].shape, buckets);
	}
}

static void show_zone_hists(struct zone *zone, void *data)
{
	const struct rwatch_frag *frag = rwatch_zone_frag(zone);
	const u64 *counts[RWATCH_NR_HIST_ZONE] = {
		[RWATCH_HIST_ZONE_RAISE_ORDER]		= frag->raises_by_order,
		[RWATCH_HIST_ZONE_EXTFRAG_ORDER]	= frag->by_order,
	};
	s64 buckets[RWATCH_NR_LINEAR];
	struct seq_file *m = data;
	int id, i;

	if (!populated_zone(zone))
		return;
	for (id = 0; id < RWATCH_NR_HIST_ZONE; id++) {
		if (!known(zone_hists[id].probe))
			continue;
		for (i = 0; i < RWATCH_NR_LINEAR; i++)
			buckets[i] = READ_ONCE(counts[id][i]);
		seq_printf(m, "histogram %d %s %s\n", zone_to_nid(zone), zone->name,
			   zone_hists[id].name);
		show_hist(m, zone_hists[id].shape, buckets);
	}
}

static int histograms_show(struct seq_file *m, void *unused)
{
	int nid;

	rwatch_show_head(m);
	for_each_online_node(nid) {
		if (!node_present_pages(nid))
			continue;
		show_run_hists(m, nid);
		show_node_hists(m, nid);
	}
	rwatch_zones_walk(show_zone_hists, m);
	rwatch_show_end(m);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(histograms);

void rwatch_show_histograms(struct dentry *root)
{
	debugfs_create_file("histograms", 0444, root, NULL, &histograms_fops);
}
