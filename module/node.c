// SPDX-License-Identifier: GPL-2.0
#include <linux/cpu.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>
#include <linux/vmstat.h>

#include "clamp.h"
#include "compat.h"
#include "guard.h"
#include "limit.h"
#include "node.h"
#include "probe.h"
#include "reclaim.h"
#include "recorder.h"
#include "trace.h"
#include "zone.h"

/* kswapd gives up after this many passes in a row that reclaimed nothing. */
#define MAX_FAILURES	16	/* MAX_RECLAIM_RETRIES, which is in no public header */

/* The pass in flight.  Written only by the kswapd that is inside it. */
struct rwatch_pass {
	struct task_struct *task;	/* NULL between passes */
	struct rwatch_run *run;		/* NULL if it cannot be followed */
	u64 boost_found;
	u64 failures;			/* kswapd_failures when it began */
	unsigned long boosted_zones;	/* with boost when it began: bits by index */
	int order;
	int highest_zoneidx;
	bool boosted;			/* kswapd said so at its end */
	unsigned long limit[MAX_NR_ZONES];	/* the clamp's, when it began */
	unsigned long allowed;		/* the sum of it */
	bool step;			/* more boost than that was there */
};

struct rwatch_node {
	struct rwatch_pass pass;
	/* Written by this node's kswapd only, one whole value at a time. */
	u64 passes[RWATCH_NR_PASS_KINDS][RWATCH_NR_PASS];
	u64 steps_in_flight;
	u64 failures_peak;
	u64 parked;
	u64 awake_ns;
	u64 asleep_ns;
	u64 sleeps;
	u64 wake_ns;			/* when it woke, 0 while it sleeps */
	u64 sleep_ns;			/* when it went to sleep, 0 while it is awake */
	unsigned int times_seq;		/* odd while the times change */
} ____cacheline_aligned_in_smp;

/* Counted by anybody, in any context. */
struct rwatch_node_counts {
	u64 other_slab;
	u64 wakes[3];			/* in the order of their rows */
};

static struct rwatch_node *nodes;	/* nr_node_ids of them */
static struct rwatch_node_counts __percpu *counts;	/* nr_node_ids of them on each CPU */

static u64 pageoutrun_before, pgsteal_before;

static u64 sum_pageoutrun(void)
{
	u64 sum = 0;
	int cpu;

	cpus_read_lock();	/* a CPU that goes offline hands its counts over */
	for_each_possible_cpu(cpu)
		sum += READ_ONCE(per_cpu(vm_event_states, cpu).event[PAGEOUTRUN]);
	cpus_read_unlock();
	return sum;
}

u64 rwatch_nodes_pageoutrun(void)
{
	return sum_pageoutrun() - pageoutrun_before;
}

u64 rwatch_nodes_pgsteal(void)
{
	return rwatch_kswapd_reclaimed_pages() - pgsteal_before;
}

int __init rwatch_nodes_init(void)
{
	nodes = kvcalloc(nr_node_ids, sizeof(*nodes), GFP_KERNEL);
	if (!nodes)
		return -ENOMEM;
	counts = __alloc_percpu(nr_node_ids * sizeof(*counts), __alignof__(*counts));
	if (!counts) {
		kvfree(nodes);
		return -ENOMEM;
	}
	return 0;
}

void rwatch_nodes_exit(void)
{
	free_percpu(counts);
	kvfree(nodes);
}

void __init rwatch_nodes_begin(void)
{
	pageoutrun_before = sum_pageoutrun();
	pgsteal_before = rwatch_kswapd_reclaimed_pages();
}

static void note_limit(struct rwatch_pass *pass, int zone, unsigned long limit, u64 found)
{
	pass->limit[zone] = limit;
	if (check_add_overflow(pass->allowed, limit, &pass->allowed))
		pass->allowed = RWATCH_NO_LIMIT;
	if (found > limit)
		pass->step = true;
}
NOKPROBE_SYMBOL(note_limit);

void rwatch_pass_begin(pg_data_t *pgdat, int order, int highest_zoneidx)
{
	struct rwatch_pass *pass = &nodes[pgdat->node_id].pass;
	int i;

	pass->run = rwatch_run_begin(RWATCH_NORMAL, pgdat->node_id);
	pass->boost_found = 0;
	pass->failures = rwatch_kswapd_failures(pgdat);
	pass->boosted_zones = 0;
	pass->boosted = false;
	pass->allowed = 0;
	pass->step = false;
	pass->order = order;
	pass->highest_zoneidx = min(highest_zoneidx, MAX_NR_ZONES - 1);
	for (i = 0; i <= pass->highest_zoneidx; i++) {
		u64 found = rwatch_zone_begin_pass(&pgdat->node_zones[i]);

		pass->boost_found += found;
		if (found)
			pass->boosted_zones |= BIT(i);
		note_limit(pass, i, rwatch_clamp_limit(&pgdat->node_zones[i]), found);
	}
	WRITE_ONCE(pass->task, current);
}
NOKPROBE_SYMBOL(rwatch_pass_begin);

void rwatch_pass_mark_boosted(pg_data_t *pgdat)
{
	struct rwatch_pass *pass = &nodes[pgdat->node_id].pass;

	/* kswapd also comes by here on its way to sleep, between passes. */
	if (READ_ONCE(pass->task) == current)
		pass->boosted = true;
}
NOKPROBE_SYMBOL(rwatch_pass_mark_boosted);

static u64 boost_left(pg_data_t *pgdat, const struct rwatch_pass *pass)
{
	u64 left = 0;
	int i;

	for (i = 0; i <= pass->highest_zoneidx; i++)
		left += READ_ONCE(pgdat->node_zones[i].watermark_boost);
	return left;
}
NOKPROBE_SYMBOL(boost_left);

/* Returns the boost the pass took off its zones. */
static u64 end_pass_in_zones(pg_data_t *pgdat, struct rwatch_pass *pass)
{
	u64 sum = 0;
	int i;

	for (i = 0; i <= pass->highest_zoneidx; i++) {
		u64 took = rwatch_zone_end_pass(&pgdat->node_zones[i], pass->boosted);

		sum += took;
		if (took > pass->limit[i])
			pass->step = true;
	}
	/* Where none is allowed, kswapd has seen one if it says that there was boost. */
	if (pass->boosted && !pass->allowed)
		pass->step = true;
	return sum;
}
NOKPROBE_SYMBOL(end_pass_in_zones);

/* A zone pays for another one's boost if it is above all those that were boosted. */
static void book_freed(pg_data_t *pgdat, const struct rwatch_pass *pass)
{
	bool pays;
	int i;

	for (i = 0; i < MAX_NR_ZONES; i++) {
		pays = pass->boosted && pass->boosted_zones && i > __fls(pass->boosted_zones);
		if (pass->run->freed[i])
			rwatch_zone_book_freed(&pgdat->node_zones[i], pass->run->freed[i], pays);
	}
}
NOKPROBE_SYMBOL(book_freed);

static void add(u64 *counter, u64 amount)
{
	WRITE_ONCE(*counter, *counter + amount);
}
NOKPROBE_SYMBOL(add);

static void book_failures(struct rwatch_node *node, u64 failures)
{
	if (failures > node->failures_peak)
		WRITE_ONCE(node->failures_peak, failures);
	if (failures >= MAX_FAILURES)
		add(&node->parked, 1);
}
NOKPROBE_SYMBOL(book_failures);

/* What is not known is -1. */
static s64 if_known(enum rwatch_probe_id probe, s64 value)
{
	return rwatch_probe_knows(probe) ? value : -1;
}
NOKPROBE_SYMBOL(if_known);

static void record(int nid, const struct rwatch_pass *pass, u64 took, u64 failures, u64 ns)
{
	const struct rwatch_run *run = pass->run;
	const s64 values[RWATCH_NR_EVENT_PASS] = {
		[RWATCH_EVENT_PASS_END]		= ktime_get_boot_fast_ns(),
		[RWATCH_EVENT_PASS_TIME]	= ns,
		[RWATCH_EVENT_PASS_BOOSTED]	= pass->boosted,
		[RWATCH_EVENT_PASS_ORDER]	= pass->order,
		[RWATCH_EVENT_PASS_ENTRY]	= pass->boost_found,
		[RWATCH_EVENT_PASS_CONSUMED]	= took,
		[RWATCH_EVENT_PASS_SCANNED]	= if_known(RWATCH_PROBE_LRU,
							   rwatch_run_scanned(run)),
		[RWATCH_EVENT_PASS_RECLAIMED]	= if_known(RWATCH_PROBE_LRU,
							   rwatch_run_reclaimed(run)),
		[RWATCH_EVENT_PASS_SLAB_SCANNED] = if_known(RWATCH_PROBE_SHRINK_END,
							    run->v[RWATCH_RUN_SLAB_SCANNED]),
		[RWATCH_EVENT_PASS_SLAB_FREED]	= if_known(RWATCH_PROBE_SHRINK_END,
							   run->v[RWATCH_RUN_SLAB_FREED]),
		[RWATCH_EVENT_PASS_PRIORITY]	= rwatch_run_priority(run),
		[RWATCH_EVENT_PASS_FAILURES]	= failures,
	};

	rwatch_recorder_add(nid, RWATCH_RECORD_PASS, values, RWATCH_NR_EVENT_PASS);
	trace_pass_end(nid, values);
}
NOKPROBE_SYMBOL(record);

/* The run is there still, if there was one. */
static void tell_guard(pg_data_t *pgdat, const struct rwatch_pass *pass, u64 failures)
{
	const struct rwatch_run *run = pass->run;
	const struct rwatch_guard_pass told = {
		.reclaimed_pages = run ? if_known(RWATCH_PROBE_LRU, rwatch_run_reclaimed(run)) : -1,
		.freed_objects	 = run ? if_known(RWATCH_PROBE_SHRINK_END,
						  run->v[RWATCH_RUN_SLAB_FREED]) : -1,
		.priority	 = run ? rwatch_run_priority(run) : -1,
		.found_pages	 = pass->boost_found,
		.failures_before = pass->failures,
		.failures_after	 = failures,
	};

	if (pass->boosted)
		rwatch_guard_pass_end(pgdat, pass->boosted_zones, &told);
}
NOKPROBE_SYMBOL(tell_guard);

static void end_run(pg_data_t *pgdat, const struct rwatch_pass *pass, u64 took, u64 failures)
{
	struct rwatch_run *run = pass->run;
	u64 ns = rwatch_run_time(run);

	run->kind = pass->boosted ? RWATCH_BOOSTED : RWATCH_NORMAL;
	book_freed(pgdat, pass);
	record(pgdat->node_id, pass, took, failures, ns);
	rwatch_run_end(run, ns);
}
NOKPROBE_SYMBOL(end_run);

void rwatch_pass_end(pg_data_t *pgdat)
{
	struct rwatch_node *node = &nodes[pgdat->node_id];
	struct rwatch_pass *pass = &node->pass;
	u64 failures = rwatch_kswapd_failures(pgdat);
	u64 took, *count;

	/* If kswapd cannot tell us, the boost it began with has to. */
	if (pass->boost_found && !rwatch_probe_works(RWATCH_PROBE_BOOSTED))
		pass->boosted = true;
	took = end_pass_in_zones(pgdat, pass);

	count = node->passes[pass->boosted ? RWATCH_BOOSTED : RWATCH_NORMAL];
	add(&count[RWATCH_PASS_ENTRY], pass->boost_found);
	add(&count[RWATCH_PASS_RETURN], boost_left(pgdat, pass));
	add(&count[RWATCH_PASS_CONSUMED], took);
	/* What we saw at its begin kswapd need not have seen a moment later. */
	if (pass->boosted && pass->step)
		add(&node->steps_in_flight, 1);
	book_failures(node, failures);

	tell_guard(pgdat, pass, failures);
	if (pass->run)
		end_run(pgdat, pass, took, failures);

	smp_store_release(&pass->task, NULL);	/* who sees no pass sees it booked */
}
NOKPROBE_SYMBOL(rwatch_pass_end);

void rwatch_node_count_other_slab(int nid)
{
	/* What comes out of a register is not trusted as an index. */
	if (nid >= 0 && nid < nr_node_ids)
		this_cpu_inc(counts[nid].other_slab);
}
NOKPROBE_SYMBOL(rwatch_node_count_other_slab);

void rwatch_kswapd_woken(int nid, enum rwatch_node_id cause)
{
	this_cpu_inc(counts[nid].wakes[cause - RWATCH_NODE_WAKES_BOOST]);
}
NOKPROBE_SYMBOL(rwatch_kswapd_woken);

/* The only writer is kswapd, so this needs no lock; readers see a time once, not twice. */
static void change_times(struct rwatch_node *node)
{
	WRITE_ONCE(node->times_seq, node->times_seq + 1);
	smp_wmb();	/* odd is seen before anything changes ... */
}
NOKPROBE_SYMBOL(change_times);

static void times_changed(struct rwatch_node *node)
{
	smp_wmb();	/* ... and all of it before even */
	WRITE_ONCE(node->times_seq, node->times_seq + 1);
}
NOKPROBE_SYMBOL(times_changed);

void rwatch_kswapd_wake(int nid)
{
	struct rwatch_node *node = &nodes[nid];
	u64 now = ktime_get_mono_fast_ns();

	if (node->wake_ns)	/* awake, and begins another pass */
		return;
	change_times(node);
	if (node->sleep_ns)
		add(&node->asleep_ns, now - node->sleep_ns);
	WRITE_ONCE(node->sleep_ns, 0);
	WRITE_ONCE(node->wake_ns, now);
	times_changed(node);
}
NOKPROBE_SYMBOL(rwatch_kswapd_wake);

void rwatch_kswapd_sleep(int nid)
{
	struct rwatch_node *node = &nodes[nid];
	u64 now = ktime_get_mono_fast_ns();

	change_times(node);
	if (node->wake_ns)
		add(&node->awake_ns, now - node->wake_ns);
	WRITE_ONCE(node->wake_ns, 0);
	WRITE_ONCE(node->sleep_ns, now);
	times_changed(node);
	add(&node->sleeps, 1);
}
NOKPROBE_SYMBOL(rwatch_kswapd_sleep);

/* Switched off and on again: nobody knows what it did meanwhile. */
void rwatch_kswapd_forget(void)
{
	int nid;

	for (nid = 0; nid < nr_node_ids; nid++) {
		WRITE_ONCE(nodes[nid].wake_ns, 0);
		WRITE_ONCE(nodes[nid].sleep_ns, 0);
	}
}

bool rwatch_node_pass_running(int nid)
{
	return smp_load_acquire(&nodes[nid].pass.task);	/* pairs with rwatch_pass_end() */
}

/* Time so far in a state that was entered at begin_ns, unless that is 0. */
static u64 since(u64 begin_ns)
{
	return begin_ns ? ktime_get_mono_fast_ns() - begin_ns : 0;
}

/* Up to now. */
static void read_times(const struct rwatch_node *node, s64 *awake, s64 *asleep)
{
	unsigned int seq;

	do {
		seq = READ_ONCE(node->times_seq);
		smp_rmb();	/* pairs with change_times() ... */
		*awake = READ_ONCE(node->awake_ns) + since(READ_ONCE(node->wake_ns));
		*asleep = READ_ONCE(node->asleep_ns) + since(READ_ONCE(node->sleep_ns));
		smp_rmb();	/* ... and times_changed() */
	} while (seq & 1 || READ_ONCE(node->times_seq) != seq);
}

void rwatch_node_values(int nid, s64 *values)
{
	const struct rwatch_node *node = &nodes[nid];
	struct rwatch_node_counts sum = {};
	int cpu, i;

	for_each_possible_cpu(cpu) {
		const struct rwatch_node_counts *c = per_cpu_ptr(&counts[nid], cpu);

		sum.other_slab += READ_ONCE(c->other_slab);
		for (i = 0; i < ARRAY_SIZE(sum.wakes); i++)
			sum.wakes[i] += READ_ONCE(c->wakes[i]);
	}

	values[RWATCH_NODE_RUNNING] = rwatch_node_pass_running(nid);
	values[RWATCH_NODE_STEPS] = READ_ONCE(node->steps_in_flight);
	values[RWATCH_NODE_SLAB_OTHER] = sum.other_slab;
	values[RWATCH_NODE_FAILURES] = rwatch_kswapd_failures(NODE_DATA(nid));
	values[RWATCH_NODE_FAILURES_PEAK] = READ_ONCE(node->failures_peak);
	values[RWATCH_NODE_PARKED] = READ_ONCE(node->parked);
	for (i = 0; i < ARRAY_SIZE(sum.wakes); i++)
		values[RWATCH_NODE_WAKES_BOOST + i] = sum.wakes[i];
	read_times(node, &values[RWATCH_NODE_AWAKE], &values[RWATCH_NODE_ASLEEP]);
	values[RWATCH_NODE_SLEEPS] = READ_ONCE(node->sleeps);
}

void rwatch_node_pass_values(int nid, enum rwatch_run_kind kind, s64 *values)
{
	int i;

	for (i = 0; i < RWATCH_NR_PASS; i++)
		values[i] = READ_ONCE(nodes[nid].passes[kind][i]);
}

size_t rwatch_nodes_bytes(void)
{
	return nr_node_ids * (sizeof(*nodes) + num_possible_cpus() * sizeof(*counts));
}
