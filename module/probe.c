// SPDX-License-Identifier: GPL-2.0
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/errno.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "compat.h"
#include "probe.h"

struct rwatch_probe {
	const struct rwatch_probe_def *def;
	const char *symbol;
	int error;		/* 0: registered */
	union {
		struct kprobe kp;
		struct kretprobe rp;
		struct tracepoint *tp;
	};
};

static struct rwatch_probe probes[RWATCH_NR_PROBES] = {
	[RWATCH_PROBE_CANARY]	= { .def = &rwatch_canary_probe },
	[RWATCH_PROBE_BOOST]	= { .def = &rwatch_boost_probe },
	[RWATCH_PROBE_PASS]	= { .def = &rwatch_pass_probe },
	[RWATCH_PROBE_BOOSTED]	= { .def = &rwatch_boosted_probe },
	[RWATCH_PROBE_RESET]	= { .def = &rwatch_reset_probe },
	[RWATCH_PROBE_SLAB]	= { .def = &rwatch_slab_probe },
	[RWATCH_PROBE_EXTFRAG]	= { .def = &rwatch_extfrag_probe },
};

static const struct {
	const char *name;
	const char *without;
} probe_texts[RWATCH_NR_PROBES] = {
#define RWATCH_PROBE(id, name, need, without) { name, without },
#include <reclaimwatch/probes.def>
};

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
	const char *const *symbol;

	for (symbol = probe->def->symbols; *symbol; symbol++) {
		probe->error = register_probe(probe, *symbol);
		if (!probe->error) {
			probe->symbol = *symbol;
			return;
		}
		if (probe->error != -ENOENT)
			return;
	}
}

static void detach(struct rwatch_probe *probe)
{
	if (!probe->symbol)
		return;

	switch (probe->def->kind) {
	case RWATCH_KPROBE:
		unregister_kprobe(&probe->kp);
		break;
	case RWATCH_KRETPROBE:
		unregister_kretprobe(&probe->rp);
		break;
	case RWATCH_TRACEPOINT:
		tracepoint_probe_unregister(probe->tp, probe->def->handler, NULL);
		break;
	}
	probe->symbol = NULL;
}

void rwatch_probes_prove(void)
{
	bool sings = probes[RWATCH_PROBE_CANARY].symbol && rwatch_canary_sings();

	WRITE_ONCE(canary_sang, sings);
}

void __init rwatch_probes_attach(void)
{
	int i;

	for (i = 0; i < RWATCH_NR_PROBES; i++) {
		attach(&probes[i]);
		if (probes[i].error)
			pr_warn("probe %s is not attached (%d): %s\n", probe_texts[i].name,
				probes[i].error, probe_texts[i].without);
	}

	rwatch_probes_prove();
	if (!canary_sang)
		pr_warn("kprobes do not fire (is debugfs kprobes/enabled 0, or kernel.ftrace_enabled?)\n");
}

/* In the reverse order; after this no handler runs and none will. */
void rwatch_probes_detach(void)
{
	int i;

	for (i = RWATCH_NR_PROBES - 1; i >= 0; i--)
		detach(&probes[i]);
	tracepoint_synchronize_unregister();
}

u64 rwatch_probe_sum_hits(enum rwatch_probe_id id)
{
	u64 hits = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		hits += READ_ONCE(per_cpu(rwatch_probe_hits.count[id], cpu));
	return hits;
}

static enum rwatch_probe_state probe_state(const struct rwatch_probe *probe)
{
	if (probe->error == -ENOENT)
		return RWATCH_PROBE_ABSENT;
	if (probe->error)
		return RWATCH_PROBE_FAILED;
	if (probe->def->kind != RWATCH_TRACEPOINT && !READ_ONCE(canary_sang))
		return RWATCH_PROBE_SILENT;
	return RWATCH_PROBE_ATTACHED;
}
NOKPROBE_SYMBOL(probe_state);

bool rwatch_probe_works(enum rwatch_probe_id id)
{
	return probe_state(&probes[id]) == RWATCH_PROBE_ATTACHED;
}
NOKPROBE_SYMBOL(rwatch_probe_works);

void rwatch_probe_status(enum rwatch_probe_id id, struct rwatch_probe_status *status)
{
	const struct rwatch_probe *probe = &probes[id];

	*status = (struct rwatch_probe_status) {
		.name = probe_texts[id].name,
		.symbol = probe->symbol,
		.state = probe_state(probe),
		.error = probe->error,
		.hits = probe->error ? RWATCH_VALUE_UNKNOWN : (s64)rwatch_probe_sum_hits(id),
		.missed_noinstance = RWATCH_VALUE_UNKNOWN,
		.missed_reentry = RWATCH_VALUE_UNKNOWN,
	};
	if (probe->error)
		return;

	if (probe->def->kind == RWATCH_KPROBE) {
		status->missed_reentry = READ_ONCE(probe->kp.nmissed);
	} else if (probe->def->kind == RWATCH_KRETPROBE) {
		status->missed_reentry = READ_ONCE(probe->rp.kp.nmissed);
		status->missed_noinstance = READ_ONCE(probe->rp.nmissed);
	}
}
