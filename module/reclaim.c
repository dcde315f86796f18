// SPDX-License-Identifier: GPL-2.0
#include <linux/kprobes.h>
#include <linux/nodemask.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/topology.h>

#include <asm/word-at-a-time.h>

#include "hist.h"
#include "probe.h"
#include "reclaim.h"

/* 152 bytes each. */
#define TASK_ROWS	64
#define DIRECT_ROWS	64
#define MEMCG_ROWS	128

struct run_stats {
	atomic64_t v[RWATCH_NR_RUN_KINDS][RWATCH_NR_RUN];
	atomic64_t hist[RWATCH_NR_RUN_KINDS][RWATCH_NR_HIST_RUN][RWATCH_NR_LOG2];
};

static struct run_stats *stats;		/* nr_node_ids of them */

/* What a row for tasks is found by, and named: the bytes of comm. */
struct task_name {
	u64 begin;
	u64 end;
};

static __always_inline u64 word_at(const char *bytes)
{
	u64 word;

	memcpy(&word, bytes, sizeof(word));
	return word;
}

/* Old kernels leave what was there before behind the end of a name: it is not in this. */
static __always_inline struct task_name name_of(const char *comm)
{
	const struct word_at_a_time constants = WORD_AT_A_TIME_CONSTANTS;
	struct task_name name = {
		.begin = word_at(comm),
		.end = word_at(comm + sizeof(u64)),
	};
	unsigned long nul;

	BUILD_BUG_ON(sizeof(name) != TASK_COMM_LEN);
	if (has_zero(name.begin, &nul, &constants)) {
		nul = prep_zero_mask(name.begin, nul, &constants);
		name.begin &= zero_bytemask(create_zero_mask(nul));
		name.end = 0;
	} else if (has_zero(name.end, &nul, &constants)) {
		nul = prep_zero_mask(name.end, nul, &constants);
		name.end &= zero_bytemask(create_zero_mask(nul));
	}
	return name;
}

/* Kernel workers come and go under many numbers, kworker/u8:3; the pool is enough. */
static noinline struct task_name name_of_pool(void)
{
	char comm[TASK_COMM_LEN] = {};
	size_t len = 0;

	while (len < sizeof(comm) - 1 && current->comm[len] && current->comm[len] != ':')
		len++;
	memcpy(comm, current->comm, len);
	return name_of(comm);
}
NOKPROBE_SYMBOL(name_of_pool);

static __always_inline struct task_name name_of_current(void)
{
	struct task_name name = likely(!(current->flags & PF_WQ_WORKER)) ?
					name_of(current->comm) : name_of_pool();

	if (unlikely(!name.begin))
		name.begin = ' ';	/* a key is not 0 */
	return name;
}

static void describe_task(struct rwatch_row *row, const u64 *key)
{
	memcpy(row->name, key, TASK_COMM_LEN);
}
NOKPROBE_SYMBOL(describe_task);

struct rwatch_table rwatch_tasks = {
	.nr_values	= RWATCH_NR_RECLAIMER,
	.describe	= describe_task,
};

struct rwatch_table rwatch_direct_cgroups = {
	.nr_values	= RWATCH_NR_RECLAIMER,
};

struct rwatch_table rwatch_memcgs = {
	.nr_values	= RWATCH_NR_RECLAIMER,
};

int __init rwatch_reclaim_init(void)
{
	int err;

	stats = kvcalloc(nr_node_ids, sizeof(*stats), GFP_KERNEL);
	if (!stats)
		return -ENOMEM;
	err = rwatch_table_init(&rwatch_tasks, TASK_ROWS);
	if (err)
		goto free_stats;
	err = rwatch_table_init(&rwatch_direct_cgroups, DIRECT_ROWS);
	if (err)
		goto free_tasks;
	err = rwatch_table_init(&rwatch_memcgs, MEMCG_ROWS);
	if (err)
		goto free_direct;
	return 0;

free_direct:
	rwatch_table_exit(&rwatch_direct_cgroups);
free_tasks:
	rwatch_table_exit(&rwatch_tasks);
free_stats:
	kvfree(stats);
	return err;
}

void rwatch_reclaim_exit(void)
{
	rwatch_table_exit(&rwatch_memcgs);
	rwatch_table_exit(&rwatch_direct_cgroups);
	rwatch_table_exit(&rwatch_tasks);
	kvfree(stats);
}

size_t rwatch_reclaim_bytes(void)
{
	return nr_node_ids * sizeof(*stats) + rwatch_table_bytes(&rwatch_tasks) +
	       rwatch_table_bytes(&rwatch_direct_cgroups) + rwatch_table_bytes(&rwatch_memcgs);
}

static enum rwatch_activity activity_of(enum rwatch_run_kind kind)
{
	switch (kind) {
	case RWATCH_DIRECT:
		return RWATCH_IN_DIRECT;
	case RWATCH_MEMCG:
		return RWATCH_IN_MEMCG;
	default:
		return RWATCH_IN_PASS;
	}
}
NOKPROBE_SYMBOL(activity_of);

struct rwatch_run *rwatch_run_begin(enum rwatch_run_kind kind, int nid)
{
	enum rwatch_activity activity = activity_of(kind);
	unsigned int epoch = rwatch_epoch(activity);
	struct rwatch_slot *slot;
	struct rwatch_run *run;

	if (!epoch)
		return NULL;
	slot = rwatch_slot_get();
	if (!slot) {
		rwatch_slot_count_lost();
		return NULL;
	}
	run = &slot->run;
	/* Reclaim does not nest (PF_MEMALLOC): one that is there was never ended. */
	memset(&run->v[RWATCH_RUN_FIRST], 0, RWATCH_RUN_SUMS * sizeof(run->v[0]));
	memset(run->freed, 0, sizeof(run->freed));
	run->depth = 0;
	run->activity = activity;
	run->kind = kind;
	run->nid = nid;
	run->begin_ns = ktime_get_mono_fast_ns();
	WRITE_ONCE(run->epoch, epoch);
	return run;
}
NOKPROBE_SYMBOL(rwatch_run_begin);

s64 rwatch_depth_priority(s64 depth)
{
	return depth ? RWATCH_GENTLEST + 1 - depth : RWATCH_VALUE_UNKNOWN;
}

static __always_inline void add_up(const struct rwatch_run *run, u64 ns)
{
	struct run_stats *s = &stats[run->nid];
	atomic64_t *v = s->v[run->kind];
	int i;

	atomic64_inc(&v[RWATCH_RUN_COUNT]);
	atomic64_add(ns, &v[RWATCH_RUN_TIME]);
	rwatch_max(&v[RWATCH_RUN_LONGEST], ns);
	for (i = RWATCH_RUN_FIRST; i < RWATCH_RUN_FIRST + RWATCH_RUN_SUMS; i++) {
		if (run->v[i])
			atomic64_add(run->v[i], &v[i]);
	}
	if (rwatch_probe_knows(RWATCH_PROBE_LRU) && !rwatch_run_reclaimed(run))
		atomic64_inc(&v[RWATCH_RUN_NOTHING]);
	rwatch_max(&v[RWATCH_RUN_PRIORITY], run->depth);

	atomic64_inc(&s->hist[run->kind][RWATCH_HIST_RUN_TIME][rwatch_log2_bucket(ns)]);
	if (run->depth)
		atomic64_inc(&s->hist[run->kind][RWATCH_HIST_RUN_PRIORITY]
				     [rwatch_linear_bucket(rwatch_run_priority(run))]);
}

u64 rwatch_run_time(const struct rwatch_run *run)
{
	return ktime_get_mono_fast_ns() - run->begin_ns;
}
NOKPROBE_SYMBOL(rwatch_run_time);

void rwatch_run_end(struct rwatch_run *run, u64 ns)
{
	add_up(run, ns);
	WRITE_ONCE(run->epoch, 0);
	rwatch_slot_put(container_of(run, struct rwatch_slot, run));
}
NOKPROBE_SYMBOL(rwatch_run_end);

static __always_inline void book(struct rwatch_row *row, const struct rwatch_run *run, u64 ns,
				 u64 reclaimed)
{
	atomic64_inc(&row->v[RWATCH_RECLAIMER_COUNT]);
	atomic64_add(ns, &row->v[RWATCH_RECLAIMER_TIME]);
	rwatch_max(&row->v[RWATCH_RECLAIMER_LONGEST], ns);
	atomic64_add(reclaimed, &row->v[RWATCH_RECLAIMER_PAGES]);
	if (run->v[RWATCH_RUN_SLAB_FREED])
		atomic64_add(run->v[RWATCH_RUN_SLAB_FREED], &row->v[RWATCH_RECLAIMER_SLAB_FREED]);
	rwatch_max(&row->v[RWATCH_RECLAIMER_PRIORITY], run->depth);
	atomic64_set(&row->v[RWATCH_RECLAIMER_PID], task_tgid_nr(current));
}

void rwatch_run_book_task(const struct rwatch_run *run, u64 ns, u64 reclaimed)
{
	struct task_name name = name_of_current();

	book(rwatch_table_get(&rwatch_tasks, name.begin, name.end), run, ns, reclaimed);
}
NOKPROBE_SYMBOL(rwatch_run_book_task);

void rwatch_run_book_cgroup(const struct rwatch_run *run, u64 cgroup, u64 ns, u64 reclaimed)
{
	struct rwatch_table *table =
		run->kind == RWATCH_DIRECT ? &rwatch_direct_cgroups : &rwatch_memcgs;

	if (cgroup)
		book(rwatch_table_get(table, cgroup, 0), run, ns, reclaimed);
}
NOKPROBE_SYMBOL(rwatch_run_book_cgroup);

void rwatch_run_values(int nid, enum rwatch_run_kind kind, s64 *values)
{
	int i;

	for (i = 0; i < RWATCH_NR_RUN; i++)
		values[i] = atomic64_read(&stats[nid].v[kind][i]);
	values[RWATCH_RUN_PRIORITY] = rwatch_depth_priority(values[RWATCH_RUN_PRIORITY]);
}

u64 rwatch_run_hist(int nid, enum rwatch_run_kind kind, enum rwatch_hist_run_id id,
		    unsigned int bucket)
{
	return atomic64_read(&stats[nid].hist[kind][id][bucket]);
}
