// SPDX-License-Identifier: GPL-2.0
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/tracepoint.h>

#include "compat.h"
#include "probe.h"

struct rwatch_probe {
	const struct rwatch_probe_def *def;
	const char *symbol;	/* NULL: not attached */
	int error;		/* why not, 0 if nobody tried or its group is off */
	u64 since_ns;		/* when it was attached */
	bool partial;		/* did not see all when last asked */
	union {
		struct kprobe kp;
		struct kretprobe rp;
		struct tracepoint *tp;
	};
};

/* Protects attaching and detaching, groups_on and what struct rwatch_probe says of it. */
static DEFINE_MUTEX(probes_mutex);

static struct rwatch_probe probes[RWATCH_NR_PROBES] = {
	[RWATCH_PROBE_CANARY]		= { .def = &rwatch_canary_probe },
	[RWATCH_PROBE_BOOST]		= { .def = &rwatch_boost_probe },
	[RWATCH_PROBE_PASS]		= { .def = &rwatch_pass_probe },
	[RWATCH_PROBE_BOOSTED]		= { .def = &rwatch_boosted_probe },
	[RWATCH_PROBE_RESET]		= { .def = &rwatch_reset_probe },
	[RWATCH_PROBE_SLAB]		= { .def = &rwatch_slab_probe },
	[RWATCH_PROBE_EXTFRAG]		= { .def = &rwatch_extfrag_probe },
	[RWATCH_PROBE_WAKEUP]		= { .def = &rwatch_wakeup_probe },
	[RWATCH_PROBE_WAKE]		= { .def = &rwatch_wake_probe },
	[RWATCH_PROBE_SLEEP]		= { .def = &rwatch_sleep_probe },
	[RWATCH_PROBE_LRU]		= { .def = &rwatch_lru_probe },
	[RWATCH_PROBE_SHRINK_START]	= { .def = &rwatch_shrink_start_probe },
	[RWATCH_PROBE_SHRINK_END]	= { .def = &rwatch_shrink_end_probe },
	[RWATCH_PROBE_SHRINKER_FREE]	= { .def = &rwatch_shrinker_free_probe },
	[RWATCH_PROBE_DIRECT_BEGIN]	= { .def = &rwatch_direct_begin_probe },
	[RWATCH_PROBE_DIRECT_END]	= { .def = &rwatch_direct_end_probe },
	[RWATCH_PROBE_MEMCG]		= { .def = &rwatch_memcg_probe },
	[RWATCH_PROBE_COMPACT_DIRECT]	= { .def = &rwatch_compact_direct_probe },
	[RWATCH_PROBE_COMPACT_BEGIN]	= { .def = &rwatch_compact_begin_probe },
	[RWATCH_PROBE_COMPACT_FINISHED]	= { .def = &rwatch_compact_finished_probe },
	[RWATCH_PROBE_COMPACT_END]	= { .def = &rwatch_compact_end_probe },
	[RWATCH_PROBE_COMPACT_DEFERRED]	= { .def = &rwatch_compact_deferred_probe },
	[RWATCH_PROBE_DENTRIES]		= { .def = &rwatch_dentries_probe },
	[RWATCH_PROBE_INODES]		= { .def = &rwatch_inodes_probe },
	[RWATCH_PROBE_BLAME]		= { .def = &rwatch_blame_probe },
};

static const struct {
	const char *name;
	enum rwatch_group_id group;
	int after;
	const char *without;
} probe_table[RWATCH_NR_PROBES] = {
#define RWATCH_PROBE(id, name, group, need, after, without) \
	{ name, RWATCH_GROUP_##group, RWATCH_PROBE_##after, without },
#include <reclaimwatch/probes.def>
};

static const char *const group_names[RWATCH_NR_GROUPS] = {
#define RWATCH_GROUP(id, name, on, help) name,
#include <reclaimwatch/probes.def>
};

static bool groups_on[RWATCH_NR_GROUPS] = {
#define RWATCH_GROUP(id, name, on, help) on,
#include <reclaimwatch/probes.def>
};

static char *groups;
module_param(groups, charp, 0444);
MODULE_PARM_DESC(groups, "groups to switch on, or with a - before it off: groups=blame,-lru");

DEFINE_PER_CPU(struct rwatch_probe_hits, rwatch_probe_hits);

static bool canary_sang;

/*
 * Registering changes the struct, also when it fails: each attempt starts from a
 * clean one.
 */
static int register_kp(struct rwatch_probe *probe, const char *symbol)
{
	memset(&probe->kp, 0, sizeof(probe->kp));
	probe->kp.symbol_name = symbol;
	probe->kp.pre_handler = probe->def->pre_handler;
	return register_kprobe(&probe->kp);
}

static int register_rp(struct rwatch_probe *probe, const char *symbol)
{
	const struct rwatch_probe_def *def = probe->def;

	memset(&probe->rp, 0, sizeof(probe->rp));
	if (def->address)
		probe->rp.kp.addr = def->address;
	else
		probe->rp.kp.symbol_name = symbol;
	probe->rp.entry_handler = def->entry_handler;
	probe->rp.handler = def->return_handler;
	probe->rp.data_size = def->data_size;
	probe->rp.maxactive = def->maxactive();
	return register_kretprobe(&probe->rp);
}

struct tracepoint_search {
	const char *name;
	struct tracepoint *found;
};

static void match_tracepoint(struct tracepoint *tp, void *data)
{
	struct tracepoint_search *search = data;

	if (!strcmp(tp->name, search->name))
		search->found = tp;
}

/* The mm tracepoints are not exported, so they are found by name. */
static int register_tp(struct rwatch_probe *probe, const char *symbol)
{
	struct tracepoint_search search = { .name = symbol };

	for_each_kernel_tracepoint(match_tracepoint, &search);
	probe->tp = search.found;
	if (!probe->tp)
		return -ENOENT;
	return tracepoint_probe_register(probe->tp, probe->def->handler, NULL);
}

static int register_probe(struct rwatch_probe *probe, const char *symbol)
{
	switch (probe->def->kind) {
	case RWATCH_KPROBE:
		return register_kp(probe, symbol);
	case RWATCH_KRETPROBE:
		return register_rp(probe, symbol);
	case RWATCH_TRACEPOINT:
		return register_tp(probe, symbol);
	}
	return -EINVAL;
}

static void attach(struct rwatch_probe *probe)
{
	const struct rwatch_probe_def *def = probe->def;
	int i;

	for (i = 0; def->symbols[i]; i++) {
		if (def->try)
			def->try(i);
		probe->error = register_probe(probe, def->symbols[i]);
		if (!probe->error) {
			probe->since_ns = ktime_get_boottime_ns();
			WRITE_ONCE(probe->symbol, def->symbols[i]);
			return;
		}
		if (probe->error != -ENOENT)
			return;
	}
}

void rwatch_probes_prove(void)
{
	bool sings = probes[RWATCH_PROBE_CANARY].symbol && rwatch_canary_sings();
	int i;

	WRITE_ONCE(canary_sang, sings);
	for (i = 0; i < RWATCH_NR_PROBES; i++) {
		if (probes[i].def->sees_all)
			WRITE_ONCE(probes[i].partial, !probes[i].def->sees_all());
	}
}

/* Caller: probes_mutex. */
static void attach_group(enum rwatch_group_id id)
{
	int i;

	for (i = 0; i < RWATCH_NR_PROBES; i++) {
		if (probe_table[i].group != id || probes[i].symbol)
			continue;
		attach(&probes[i]);
		if (probes[i].error)
			pr_warn("probe %s is not attached (%d): %s\n", probe_table[i].name,
				probes[i].error, probe_table[i].without);
	}
	/* Only now: what begins must not end before its end can be seen. */
	for (i = 0; i < RWATCH_NR_PROBES; i++) {
		if (probe_table[i].group == id && probes[i].def->open)
			probes[i].def->open();
	}
}

/*
 * Detach the probes of these groups (a bit for each).  After this no handler of theirs runs
 * and none will.  One wait for all of a kind: a wait for each would take seconds.
 * Caller: probes_mutex.
 */
static void detach_groups(unsigned long which)
{
	struct kretprobe *rps[RWATCH_NR_PROBES];
	struct kprobe *kps[RWATCH_NR_PROBES];
	int i, nr_rps = 0, nr_kps = 0;

	for (i = RWATCH_NR_PROBES - 1; i >= 0; i--) {
		struct rwatch_probe *probe = &probes[i];

		if (!(which & BIT(probe_table[i].group)) || !probe->symbol)
			continue;
		WRITE_ONCE(probe->symbol, NULL);
		switch (probe->def->kind) {
		case RWATCH_KPROBE:
			kps[nr_kps++] = &probe->kp;
			break;
		case RWATCH_KRETPROBE:
			rps[nr_rps++] = &probe->rp;
			break;
		case RWATCH_TRACEPOINT:
			tracepoint_probe_unregister(probe->tp, probe->def->handler, NULL);
			break;
		}
	}
	unregister_kretprobes(rps, nr_rps);
	unregister_kprobes(kps, nr_kps);
	tracepoint_synchronize_unregister();
}

static void close_group(enum rwatch_group_id id)
{
	int i;

	for (i = 0; i < RWATCH_NR_PROBES; i++) {
		if (probe_table[i].group == id && probes[i].def->close)
			probes[i].def->close();
	}
}

/* Caller: probes_mutex. */
static void switch_group_off(enum rwatch_group_id id)
{
	int i;

	close_group(id);
	detach_groups(BIT(id));
	for (i = 0; i < RWATCH_NR_PROBES; i++) {
		if (probe_table[i].group == id)
			probes[i].error = 0;
	}
}

int rwatch_group_set(enum rwatch_group_id id, bool on)
{
	if (id == RWATCH_GROUP_CORE)
		return on ? 0 : -EPERM;

	mutex_lock(&probes_mutex);
	if (on != groups_on[id]) {
		WRITE_ONCE(groups_on[id], on);
		if (on)
			attach_group(id);
		else
			switch_group_off(id);
	}
	mutex_unlock(&probes_mutex);
	return 0;
}

bool rwatch_group_on(enum rwatch_group_id id)
{
	return READ_ONCE(groups_on[id]);
}

const char *rwatch_group_name(enum rwatch_group_id id)
{
	return group_names[id];
}

/* One word of the module parameter. */
static int __init choose_group(const char *word)
{
	bool on = *word != '-';
	int id = match_string(group_names, RWATCH_NR_GROUPS, on ? word : word + 1);

	if (id < 0 || (id == RWATCH_GROUP_CORE && !on)) {
		pr_err("groups=%s: there is no such group to switch; modinfo and the manual name them\n",
		       word);
		return -EINVAL;
	}
	groups_on[id] = on;
	return 0;
}

static int __init choose_groups(void)
{
	char *copy, *rest, *word;
	int err = 0;

	if (!groups)
		return 0;
	copy = kstrdup(groups, GFP_KERNEL);
	if (!copy)
		return -ENOMEM;
	rest = copy;
	while (!err && (word = strsep(&rest, ",")))
		err = *word ? choose_group(word) : 0;
	kfree(copy);
	return err;
}

int __init rwatch_probes_attach(void)
{
	int id, err = choose_groups();

	if (err)
		return err;

	mutex_lock(&probes_mutex);
	for (id = 0; id < RWATCH_NR_GROUPS; id++) {
		if (groups_on[id])
			attach_group(id);
	}
	mutex_unlock(&probes_mutex);

	rwatch_probes_prove();
	if (!canary_sang)
		pr_warn("kprobes do not fire (is debugfs kprobes/enabled 0, or kernel.ftrace_enabled?)\n");
	return 0;
}

void rwatch_probes_detach(void)
{
	mutex_lock(&probes_mutex);
	detach_groups(GENMASK(RWATCH_NR_GROUPS - 1, 0));
	mutex_unlock(&probes_mutex);
}

u64 rwatch_probe_sum_hits(enum rwatch_probe_id id)
{
	u64 hits = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		hits += READ_ONCE(per_cpu(rwatch_probe_hits.count[id], cpu));
	return hits;
}

static bool sings(const struct rwatch_probe *probe)
{
	return probe->def->kind == RWATCH_TRACEPOINT || READ_ONCE(canary_sang);
}
NOKPROBE_SYMBOL(sings);

/* What a probe comes after may come after another one, but not in a circle. */
bool rwatch_probe_works(enum rwatch_probe_id id)
{
	int i;

	for (i = id; i != RWATCH_PROBE_NONE; i = probe_table[i].after) {
		const struct rwatch_probe *probe = &probes[i];

		if (!READ_ONCE(probe->symbol) || !sings(probe))
			return false;
	}
	return true;
}
NOKPROBE_SYMBOL(rwatch_probe_works);

bool rwatch_probe_knows(enum rwatch_probe_id id)
{
	return rwatch_probe_works(id) && !READ_ONCE(probes[id].partial);
}
NOKPROBE_SYMBOL(rwatch_probe_knows);

static enum rwatch_probe_state probe_state(enum rwatch_probe_id id)
{
	const struct rwatch_probe *probe = &probes[id];

	if (!groups_on[probe_table[id].group])
		return RWATCH_PROBE_OFF;
	if (probe->error == -ENOENT)
		return RWATCH_PROBE_ABSENT;
	if (probe->error)
		return RWATCH_PROBE_FAILED;
	if (!sings(probe))
		return RWATCH_PROBE_SILENT;
	if (READ_ONCE(probe->partial))
		return RWATCH_PROBE_PARTIAL;
	return RWATCH_PROBE_ATTACHED;
}

void rwatch_probe_status(enum rwatch_probe_id id, struct rwatch_probe_status *status)
{
	const struct rwatch_probe *probe = &probes[id];

	mutex_lock(&probes_mutex);
	*status = (struct rwatch_probe_status) {
		.name = probe_table[id].name,
		.group = group_names[probe_table[id].group],
		.symbol = probe->symbol,
		.state = probe_state(id),
		.error = probe->error,
		.since_ns = RWATCH_VALUE_UNKNOWN,
		.hits = RWATCH_VALUE_UNKNOWN,
		.missed_noinstance = RWATCH_VALUE_UNKNOWN,
		.missed_reentry = RWATCH_VALUE_UNKNOWN,
	};
	if (!probe->symbol)
		goto unlock;

	status->since_ns = probe->since_ns;
	status->hits = rwatch_probe_sum_hits(id);
	if (probe->def->kind == RWATCH_KPROBE) {
		status->missed_reentry = READ_ONCE(probe->kp.nmissed);
	} else if (probe->def->kind == RWATCH_KRETPROBE) {
		status->missed_reentry = READ_ONCE(probe->rp.kp.nmissed);
		status->missed_noinstance = READ_ONCE(probe->rp.nmissed);
	}
unlock:
	mutex_unlock(&probes_mutex);
}
