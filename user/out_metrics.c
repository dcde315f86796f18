// SPDX-License-Identifier: GPL-2.0
/*
 * Everything as OpenMetrics, from the tables.  A value that is not known has no
 * sample, a family without a sample is not there.
 */
#include <string.h>

#include <reclaimwatch/version.h>

#include "calc.h"
#include "metrics.h"
#include "out.h"

/* The values of one table: how many things have them, and those of the nth. */
struct scope {
	const char *prefix;
	const struct rw_desc *desc;
	size_t nr_desc;
	size_t (*nr)(const struct rw_report *rep);
	const struct rw_val *(*item)(const struct rw_report *rep, size_t i,
				     struct rw_labels *labels);
};

static struct rw_val node_label(int nid)
{
	return nid == RW_NO_NODE ? rw_none() : rw_some(nid);
}

static size_t one(const struct rw_report *rep)
{
	(void)rep;
	return 1;
}

static const struct rw_val *about(const struct rw_report *rep, size_t i, struct rw_labels *labels)
{
	(void)i;
	(void)labels;
	return rep->snap.global;
}

static size_t nr_zones(const struct rw_report *rep)
{
	return rep->snap.nr_zones;
}

static const struct rw_val *zone(const struct rw_report *rep, size_t i, struct rw_labels *labels)
{
	const struct rw_zone *zone = &rep->snap.zones[i];

	rw_label_number(labels, "node", rw_some(zone->nid));
	rw_label_name(labels, "zone", zone->name);
	return zone->v;
}

static size_t nr_nodes(const struct rw_report *rep)
{
	return rep->snap.nr_nodes;
}

static const struct rw_val *node(const struct rw_report *rep, size_t i, struct rw_labels *labels)
{
	rw_label_number(labels, "node", rw_some(rep->snap.nodes[i].nid));
	return rep->snap.nodes[i].v;
}

static size_t nr_runs(const struct rw_report *rep)
{
	return rep->snap.nr_nodes * RWATCH_NR_RUN_KINDS;
}

static const struct rw_val *run(const struct rw_report *rep, size_t i, struct rw_labels *labels)
{
	const struct rw_node *node = &rep->snap.nodes[i / RWATCH_NR_RUN_KINDS];
	size_t kind = i % RWATCH_NR_RUN_KINDS;

	rw_label_number(labels, "node", rw_some(node->nid));
	rw_label_name(labels, "kind", rw_run_kind[kind]);
	return node->run[kind];
}

static size_t nr_passes(const struct rw_report *rep)
{
	return rep->snap.nr_nodes * RWATCH_NR_PASS_KINDS;
}

static const struct rw_val *pass(const struct rw_report *rep, size_t i, struct rw_labels *labels)
{
	const struct rw_node *node = &rep->snap.nodes[i / RWATCH_NR_PASS_KINDS];
	size_t kind = i % RWATCH_NR_PASS_KINDS;

	rw_label_number(labels, "node", rw_some(node->nid));
	rw_label_name(labels, "kind", rw_run_kind[kind]);
	return node->pass[kind];
}

static size_t nr_shrinkers(const struct rw_report *rep)
{
	return rep->snap.nr_shrinkers;
}

static const struct rw_val *shrinker(const struct rw_report *rep, size_t i,
				     struct rw_labels *labels)
{
	const struct rw_shrinker *row = &rep->snap.shrinkers[i];

	rw_label_number(labels, "row", rw_some(row->row));
	rw_label_number(labels, "node", node_label(row->nid));
	rw_label_name(labels, "shrinker", row->name);
	return row->v;
}

static size_t nr_tasks(const struct rw_report *rep)
{
	return rep->snap.nr_tasks;
}

static const struct rw_val *task(const struct rw_report *rep, size_t i, struct rw_labels *labels)
{
	const struct rw_reclaimer *row = &rep->snap.tasks[i];

	rw_label_number(labels, "row", rw_some(row->row));
	rw_label_name(labels, "task", row->name);
	return row->v;
}

static size_t nr_cgroups(const struct rw_report *rep)
{
	return rep->snap.nr_cgroups;
}

static const struct rw_val *cgroup(const struct rw_report *rep, size_t i, struct rw_labels *labels)
{
	const struct rw_reclaimer *row = &rep->snap.cgroups[i];
	const char *path = rw_cgroup_path(&rep->facts, row->cgroup_id);

	rw_label_number(labels, "row", rw_some(row->row));
	rw_label_name(labels, "kind", row->kind == RW_BY_DIRECT ? "direct" : "memcg");
	rw_label_name(labels, "id", row->name);
	rw_label_name(labels, "path", path ? path : "");
	return row->v;
}

static size_t nr_compaction(const struct rw_report *rep)
{
	return rep->snap.nr_compaction;
}

static const struct rw_val *compaction(const struct rw_report *rep, size_t i,
				       struct rw_labels *labels)
{
	const struct rw_compaction *row = &rep->snap.compaction[i];

	rw_label_number(labels, "row", rw_some(row->row));
	rw_label_number(labels, "node", node_label(row->nid));
	rw_label_name(labels, "zone", row->zone);
	rw_label_name(labels, "caller", row->caller);
	rw_label_name(labels, "context", row->context);
	rw_label_number(labels, "order", row->order);
	return row->v;
}

/* What sets a probe apart in the file, as values. */
static const struct rw_desc probe_desc[] = {
	{ "hits", RW_EVENTS, RW_COUNTER, RWATCH_PROBE_NONE, "times the probe's handler ran" },
	{ "missed_noinstance", RW_EVENTS, RW_COUNTER, RWATCH_PROBE_NONE,
	  "calls that a probe lost because no kretprobe instance was free" },
	{ "missed_reentry", RW_EVENTS, RW_COUNTER, RWATCH_PROBE_NONE,
	  "hits that a probe lost inside another probe's handler" },
};

static size_t nr_probes(const struct rw_report *rep)
{
	(void)rep;
	return RWATCH_NR_PROBES;
}

static const struct rw_val *probe(const struct rw_report *rep, size_t i, struct rw_labels *labels)
{
	rw_label_name(labels, "probe", rw_probe_desc[i].name);
	return &rep->snap.probes[i].v[RW_PROBE_HITS];
}

_Static_assert(RW_PROBE_NOINSTANCE == RW_PROBE_HITS + 1 && RW_PROBE_REENTRY == RW_PROBE_HITS + 2,
	       "probe_desc[] is in the order of enum rw_probe_field");

#define DESC(desc) desc, sizeof(desc) / sizeof(*(desc))

static const struct scope scopes[] = {
	{ "", DESC(rw_global_desc), one, about },
	{ "zone_", DESC(rw_zone_desc), nr_zones, zone },
	{ "node_", DESC(rw_node_desc), nr_nodes, node },
	{ "reclaim_", DESC(rw_run_desc), nr_runs, run },
	{ "pass_", DESC(rw_pass_desc), nr_passes, pass },
	{ "shrinker_", DESC(rw_shrinker_desc), nr_shrinkers, shrinker },
	{ "task_", DESC(rw_reclaimer_desc), nr_tasks, task },
	{ "cgroup_", DESC(rw_reclaimer_desc), nr_cgroups, cgroup },
	{ "compaction_", DESC(rw_compaction_desc), nr_compaction, compaction },
	{ "probe_", DESC(probe_desc), nr_probes, probe },
};

static void print_scope(FILE *out, const struct rw_report *rep, const struct scope *scope)
{
	static struct rw_labels labels;
	size_t id, i, nr = scope->nr(rep);

	for (id = 0; id < scope->nr_desc; id++) {
		struct rw_family family;

		rw_family_start(&family, out, scope->prefix, &scope->desc[id]);
		for (i = 0; i < nr; i++) {
			const struct rw_val *v;

			rw_labels_start(&labels);
			v = scope->item(rep, i, &labels);
			rw_family_sample(&family, &labels, v[id]);
		}
	}
}

/* Of single numbers it can be told from the buckets, unless one has no upper end. */
static struct rw_val linear_sum(const struct rw_hist *hist)
{
	struct rw_val sum = rw_some(0);
	size_t i;

	for (i = 0; i < hist->nr; i++) {
		if (hist->bucket[i].bound == RW_BUCKET_INF) {
			if (hist->bucket[i].count.v)
				return rw_none();
			continue;
		}
		sum = rw_add(sum, rw_mul(hist->bucket[i].count, hist->bucket[i].bound));
	}
	return sum;
}

/* The time of a kind's runs is also a counter: that is the sum of the histogram. */
static struct rw_val sum_of(const struct rw_report *rep, const struct rw_hist *hist)
{
	size_t i;

	if (hist->desc->kind == RW_LINEAR)
		return linear_sum(hist);
	if (hist->desc != &rw_hist_run_desc[RWATCH_HIST_RUN_TIME])
		return rw_none();
	for (i = 0; i < rep->snap.nr_nodes; i++)
		if (rep->snap.nodes[i].nid == hist->nid)
			return rep->snap.nodes[i].run[hist->kind][RWATCH_RUN_TIME];
	return rw_none();
}

/* "distribution_", because a histogram must not have the name of the counter it sums to. */
static void print_histograms(FILE *out, const struct rw_report *rep, const char *prefix,
			     const struct rw_desc *desc, size_t nr)
{
	static struct rw_labels labels;
	size_t id, i;

	for (id = 0; id < nr; id++) {
		struct rw_family family;

		rw_family_start(&family, out, prefix, &desc[id]);
		for (i = 0; i < rep->snap.nr_hists; i++) {
			const struct rw_hist *hist = &rep->snap.hists[i];

			if (hist->desc != &desc[id])
				continue;
			rw_labels_start(&labels);
			rw_label_number(&labels, "node", rw_some(hist->nid));
			if (hist->kind >= 0)
				rw_label_name(&labels, "kind", rw_run_kind[hist->kind]);
			if (strcmp(hist->of, "node"))
				rw_label_name(&labels, "zone", hist->of);
			rw_family_histogram(&family, &labels, hist, sum_of(rep, hist));
		}
	}
}

/* One sample per thing and state, 1 for the state it is in. */
static void print_states(FILE *out, const struct rw_report *rep)
{
	static const char *const states[] = { RWATCH_WORD_ATTACHED, RWATCH_WORD_SILENT,
					      RWATCH_WORD_PARTIAL,  RWATCH_WORD_OFF,
					      RWATCH_WORD_ABSENT,   RWATCH_WORD_FAILED };
	static const struct rw_desc state = { "probe_state", RW_STATE, RW_GAUGE, RWATCH_PROBE_NONE,
					      "1 for the state that a probe is in, else 0" };
	static const struct rw_desc on = { "group_on", RW_STATE, RW_GAUGE, RWATCH_PROBE_NONE,
					   "1 if the group of probes is switched on" };
	static struct rw_labels labels;
	struct rw_family family;
	size_t i, j;

	rw_family_start(&family, out, "", &state);
	for (i = 0; i < RWATCH_NR_PROBES; i++) {
		const struct rw_probe *probe = &rep->snap.probes[i];

		for (j = 0; *probe->state && j < sizeof(states) / sizeof(*states); j++) {
			rw_labels_start(&labels);
			rw_label_name(&labels, "probe", rw_probe_desc[i].name);
			rw_label_name(&labels, "group", rw_group_desc[rw_probe_desc[i].group].name);
			rw_label_name(&labels, "state", states[j]);
			rw_family_sample(&family, &labels, rw_some(rw_probe_is(probe, states[j])));
		}
	}
	rw_family_start(&family, out, "", &on);
	for (i = 0; i < RWATCH_NR_GROUPS; i++) {
		rw_labels_start(&labels);
		rw_label_name(&labels, "group", rw_group_desc[i].name);
		rw_family_sample(&family, &labels, rep->snap.groups[i].on);
	}
}

static void print_memory(FILE *out, const struct rw_report *rep)
{
	static const struct {
		struct rw_desc desc;
		enum rw_mem_id id, plus; /* RW_NR_MEM: nothing */
	} kinds[] = {
		{ { "memory_page_cache", RW_BYTES, RW_GAUGE, RWATCH_PROBE_NONE,
		    "Active(file) + Inactive(file) of /proc/meminfo or its like per node" },
		  RW_MEM_ACTIVE_FILE,
		  RW_MEM_INACTIVE_FILE },
		{ { "memory_slab", RW_BYTES, RW_GAUGE, RWATCH_PROBE_NONE, "Slab, of the same" },
		  RW_MEM_SLAB,
		  RW_NR_MEM },
		{ { "memory_slab_reclaimable", RW_BYTES, RW_GAUGE, RWATCH_PROBE_NONE,
		    "SReclaimable, of the same" },
		  RW_MEM_SLAB_RECLAIMABLE,
		  RW_NR_MEM },
		{ { "memory_free", RW_BYTES, RW_GAUGE, RWATCH_PROBE_NONE, "MemFree, of the same" },
		  RW_MEM_FREE,
		  RW_NR_MEM },
		{ { "memory_total", RW_BYTES, RW_GAUGE, RWATCH_PROBE_NONE,
		    "MemTotal, of the same" },
		  RW_MEM_TOTAL,
		  RW_NR_MEM },
	};
	static struct rw_labels labels;
	size_t i, j;

	for (i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		struct rw_family family;

		rw_family_start(&family, out, "", &kinds[i].desc);
		for (j = 0; j < rep->facts.nr_mem; j++) {
			const struct rw_mem *mem = &rep->facts.mem[j];
			struct rw_val kb = mem->kb[kinds[i].id];

			if (kinds[i].plus != RW_NR_MEM)
				kb = rw_add(kb, mem->kb[kinds[i].plus]);
			rw_labels_start(&labels);
			if (mem->nid != RW_WHOLE_MACHINE)
				rw_label_number(&labels, "node", rw_some(mem->nid));
			rw_family_sample(&family, &labels, rw_mul(kb, 1024));
		}
	}
}

static void print_dentries(FILE *out, const struct rw_report *rep)
{
	static const char *const which[] = { "all", "unused", "negative" };
	static const struct rw_desc desc = { "dentries", RW_EVENTS, RW_GAUGE, RWATCH_PROBE_NONE,
					     "dentries, of /proc/sys/fs/dentry-state" };
	static struct rw_labels labels;
	struct rw_family family;
	int i;

	rw_family_start(&family, out, "", &desc);
	for (i = 0; i < RW_NR_DENTRIES; i++) {
		rw_labels_start(&labels);
		rw_label_name(&labels, "which", which[i]);
		rw_family_sample(&family, &labels, rep->facts.dentries[i]);
	}
}

static void print_build(FILE *out, const struct rw_report *rep)
{
	static const struct rw_desc desc = { "build_info", RW_STATE, RW_GAUGE, RWATCH_PROBE_NONE,
					     "1; the versions of the module and of the tool" };
	static struct rw_labels labels;
	struct rw_family family;

	rw_family_start(&family, out, "", &desc);
	rw_labels_start(&labels);
	rw_label_name(&labels, "module_version", rep->snap.version);
	rw_label_name(&labels, "tool_version", RWATCH_VERSION);
	rw_family_sample(&family, &labels, rw_some(1));
}

void rw_out_metrics(FILE *out, const struct rw_report *rep)
{
	size_t i;

	print_build(out, rep);
	for (i = 0; i < sizeof(scopes) / sizeof(*scopes); i++)
		print_scope(out, rep, &scopes[i]);
	print_states(out, rep);
	print_histograms(out, rep, "distribution_reclaim_", DESC(rw_hist_run_desc));
	print_histograms(out, rep, "distribution_", DESC(rw_hist_node_desc));
	print_histograms(out, rep, "distribution_zone_", DESC(rw_hist_zone_desc));
	print_memory(out, rep);
	print_dentries(out, rep);
	fprintf(out, "# EOF\n");
}
