// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>

#include "calc.h"
#include "trial.h"

const char *const rw_phase_name[RW_NR_PHASES] = {
	[RW_BEFORE] = "before",
	[RW_CLAMPED] = "clamped",
	[RW_AFTER] = "after",
};

const char *const rw_trial_name[RW_NR_TRIAL] = {
#define X(id, name, title) [RW_TRIAL_##id] = name,
	RW_TRIAL_COUNTS(X)
#undef X
};

const char *const rw_trial_title[RW_NR_TRIAL] = {
#define X(id, name, title) [RW_TRIAL_##id] = title,
	RW_TRIAL_COUNTS(X)
#undef X
};

static struct rw_mem *mem_of(const struct rw_phase *phase, int nid)
{
	size_t i;

	for (i = 0; i < phase->nr_mem; i++)
		if (phase->mem[i].nid == nid)
			return &phase->mem[i];
	return NULL;
}

int rw_phase_sample(struct rw_phase *phase, const struct rw_facts *facts)
{
	size_t i;
	int id;

	if (!phase->samples) {
		phase->mem = calloc(facts->nr_mem + 1, sizeof(*phase->mem));
		if (!phase->mem)
			return -1;
		for (; phase->nr_mem < facts->nr_mem; phase->nr_mem++) {
			phase->mem[phase->nr_mem].nid = facts->mem[phase->nr_mem].nid;
			for (id = 0; id < RW_NR_MEM; id++)
				phase->mem[phase->nr_mem].kb[id] = rw_some(0);
		}
	}
	phase->samples++;
	/* A node that comes in between is not in it; one that goes is unknown from then on. */
	for (i = 0; i < phase->nr_mem; i++) {
		struct rw_mem *sum = &phase->mem[i];
		const struct rw_mem *now = NULL;
		size_t j;

		for (j = 0; j < facts->nr_mem && !now; j++)
			if (facts->mem[j].nid == sum->nid)
				now = &facts->mem[j];
		for (id = 0; id < RW_NR_MEM; id++)
			sum->kb[id] = now ? rw_add(sum->kb[id], now->kb[id]) : rw_none();
	}
	return 0;
}

void rw_phase_free(struct rw_phase *phase)
{
	free(phase->mem);
	*phase = (struct rw_phase){ 0 };
}

struct rw_val rw_phase_kb(const struct rw_phase *phase, int nid, enum rw_mem_id id)
{
	struct rw_val sum = rw_none();
	const struct rw_mem *mem;
	size_t i;

	if (nid != RW_WHOLE_MACHINE) {
		mem = mem_of(phase, nid);
		return rw_mean(mem ? mem->kb[id] : rw_none(), rw_some(phase->samples));
	}
	for (i = 0; i < phase->nr_mem; i++)
		sum = i ? rw_add(sum, phase->mem[i].kb[id]) : phase->mem[i].kb[id];
	return rw_mean(sum, rw_some(phase->samples));
}

struct rw_val rw_phase_page_cache_kb(const struct rw_phase *phase, int nid)
{
	return rw_add(rw_phase_kb(phase, nid, RW_MEM_ACTIVE_FILE),
		      rw_phase_kb(phase, nid, RW_MEM_INACTIVE_FILE));
}

static struct rw_val zones(const struct rw_snapshot *snap, int id)
{
	struct rw_val sum = snap->nr_zones ? rw_some(0) : rw_none();
	size_t i;

	for (i = 0; i < snap->nr_zones; i++)
		sum = rw_add(sum, snap->zones[i].v[id]);
	return sum;
}

static struct rw_val nodes(const struct rw_snapshot *snap, int kind, int id)
{
	struct rw_val sum = snap->nr_nodes ? rw_some(0) : rw_none();
	size_t i;

	for (i = 0; i < snap->nr_nodes; i++)
		sum = rw_add(sum, snap->nodes[i].run[kind][id]);
	return sum;
}

/* No rows are no compactions, if the probe is there. */
static struct rw_val compaction(const struct rw_snapshot *snap, int id)
{
	struct rw_val sum = rw_some(0);
	size_t i;

	if (!rw_have_file(snap, RW_FILE_COMPACTION) ||
	    !rw_probe_attached(&snap->probes[RWATCH_PROBE_COMPACT_END]))
		return rw_none();
	for (i = 0; i < snap->nr_compaction; i++)
		sum = rw_add(sum, snap->compaction[i].v[id]);
	return sum;
}

static struct rw_val count(const struct rw_snapshot *snap, enum rw_trial_count id)
{
	switch (id) {
	case RW_TRIAL_RAISES:
		return zones(snap, RWATCH_ZONE_RAISES);
	case RW_TRIAL_TRIMMED:
		return zones(snap, RWATCH_ZONE_CLAMPED);
	case RW_TRIAL_BOOSTED:
		return nodes(snap, RWATCH_BOOSTED, RWATCH_RUN_COUNT);
	case RW_TRIAL_BOOSTED_TIME:
		return nodes(snap, RWATCH_BOOSTED, RWATCH_RUN_TIME);
	case RW_TRIAL_NORMAL:
		return nodes(snap, RWATCH_NORMAL, RWATCH_RUN_COUNT);
	case RW_TRIAL_DIRECT:
		return nodes(snap, RWATCH_DIRECT, RWATCH_RUN_COUNT);
	case RW_TRIAL_DIRECT_TIME:
		return nodes(snap, RWATCH_DIRECT, RWATCH_RUN_TIME);
	case RW_TRIAL_EXTFRAG:
		return zones(snap, RWATCH_ZONE_EXTFRAG);
	case RW_TRIAL_COMPACTED:
		return compaction(snap, RWATCH_COMPACTION_COUNT);
	case RW_TRIAL_COMPACTED_WELL:
		return compaction(snap, RWATCH_COMPACTION_SUCCESS);
	case RW_NR_TRIAL:
		break;
	}
	return rw_none();
}

void rw_phase_count(struct rw_phase *phase, const struct rw_report *from,
		    const struct rw_report *to)
{
	int id;

	phase->ns =
		rw_sub(to->snap.global[RWATCH_GLOBAL_NOW], from->snap.global[RWATCH_GLOBAL_NOW]);
	for (id = 0; id < RW_NR_TRIAL; id++) {
		phase->v[id] = rw_sub(count(&to->snap, id), count(&from->snap, id));
		/* Its group was switched off and on. */
		if (rw_known(phase->v[id]) && phase->v[id].v < 0)
			phase->v[id] = rw_none();
	}
}

bool rw_phase_same_load(const struct rw_report *from, const struct rw_report *to)
{
	struct rw_val a = from->snap.global[RWATCH_GLOBAL_SINCE];
	struct rw_val b = to->snap.global[RWATCH_GLOBAL_SINCE];

	return rw_known(a) && rw_known(b) && a.v == b.v;
}

bool rw_phase_rate(const struct rw_phase *phase, enum rw_trial_count id, double *rate)
{
	if (!rw_known(phase->v[id]) || !rw_above(phase->ns, 0))
		return false;
	*rate = (double)phase->v[id].v * 60e9 / (double)phase->ns.v;
	return true;
}
