// SPDX-License-Identifier: GPL-2.0
#include <linux/cpu.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>
#include <linux/vmstat.h>

#include "clamp.h"
#include "node.h"
#include "probe.h"
#include "zone.h"

/* The pass in flight.  Written only by the kswapd that is inside it. */
struct rwatch_pass {
	struct task_struct *task;	/* NULL between passes */
	u64 begin_ns;
	u64 boost_found;
	u64 slab_calls;
	int highest_zoneidx;
	bool boosted;			/* kswapd said so at its end */
	bool clamp_forbids;		/* no boost was allowed when it began */
};

struct rwatch_node {
	struct rwatch_pass pass;
	/* Written by this node's kswapd only, one whole value at a time. */
	u64 passes[RWATCH_NR_PASS_KINDS][RWATCH_NR_PASS];
	u64 steps_in_flight;
} ____cacheline_aligned_in_smp;

static struct rwatch_node *nodes;	/* nr_node_ids of them */
static u64 __percpu *slab_other;	/* nr_node_ids of them on each CPU */

static u64 pageoutrun_before;

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

int __init rwatch_nodes_init(void)
{
	nodes = kvcalloc(nr_node_ids, sizeof(*nodes), GFP_KERNEL);
	if (!nodes)
		return -ENOMEM;
	slab_other = __alloc_percpu(nr_node_ids * sizeof(u64), __alignof__(u64));
	if (!slab_other) {
		kvfree(nodes);
		return -ENOMEM;
	}
	return 0;
}

void rwatch_nodes_exit(void)
{
	free_percpu(slab_other);
	kvfree(nodes);
}

void __init rwatch_nodes_begin(void)
{
	pageoutrun_before = sum_pageoutrun();
}

void rwatch_pass_begin(pg_data_t *pgdat, int highest_zoneidx)
{
	struct rwatch_pass *pass = &nodes[pgdat->node_id].pass;
	int i;

	pass->begin_ns = ktime_get_mono_fast_ns();
	pass->boost_found = 0;
	pass->slab_calls = 0;
	pass->boosted = false;
	pass->clamp_forbids = rwatch_clamp_forbids_boost();
	pass->highest_zoneidx = min(highest_zoneidx, MAX_NR_ZONES - 1);
	for (i = 0; i <= pass->highest_zoneidx; i++)
		pass->boost_found += rwatch_zone_begin_pass(&pgdat->node_zones[i]);
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
static u64 end_pass_in_zones(pg_data_t *pgdat, const struct rwatch_pass *pass)
{
	u64 took = 0;
	int i;

	for (i = 0; i <= pass->highest_zoneidx; i++)
		took += rwatch_zone_end_pass(&pgdat->node_zones[i], pass->boosted);
	return took;
}
NOKPROBE_SYMBOL(end_pass_in_zones);

static void add(u64 *counter, u64 amount)
{
	WRITE_ONCE(*counter, *counter + amount);
}
NOKPROBE_SYMBOL(add);

void rwatch_pass_end(pg_data_t *pgdat)
{
	struct rwatch_node *node = &nodes[pgdat->node_id];
	struct rwatch_pass *pass = &node->pass;
	u64 ns = ktime_get_mono_fast_ns() - pass->begin_ns;
	u64 took, *count;

	/* If kswapd cannot tell us, the boost it began with has to. */
	if (pass->boost_found && !rwatch_probe_works(RWATCH_PROBE_BOOSTED))
		pass->boosted = true;
	took = end_pass_in_zones(pgdat, pass);

	count = node->passes[pass->boosted ? RWATCH_BOOSTED : RWATCH_NORMAL];
	add(&count[RWATCH_PASS_COUNT], 1);
	add(&count[RWATCH_PASS_TIME], ns);
	if (ns > count[RWATCH_PASS_LONGEST])
		WRITE_ONCE(count[RWATCH_PASS_LONGEST], ns);
	add(&count[RWATCH_PASS_ENTRY], pass->boost_found);
	add(&count[RWATCH_PASS_RETURN], boost_left(pgdat, pass));
	add(&count[RWATCH_PASS_CONSUMED], took);
	add(&count[RWATCH_PASS_SLAB], pass->slab_calls);
	if (pass->boosted && pass->clamp_forbids)
		add(&node->steps_in_flight, 1);

	smp_store_release(&pass->task, NULL);	/* who sees no pass sees it booked */
}
NOKPROBE_SYMBOL(rwatch_pass_end);

void rwatch_node_count_shrink_slab(int nid)
{
	/* What comes out of a register is not trusted as an index. */
	if (nid < 0 || nid >= nr_node_ids)
		return;
	if (READ_ONCE(nodes[nid].pass.task) == current)
		nodes[nid].pass.slab_calls++;
	else
		this_cpu_inc(slab_other[nid]);
}
NOKPROBE_SYMBOL(rwatch_node_count_shrink_slab);

bool rwatch_node_pass_running(int nid)
{
	return smp_load_acquire(&nodes[nid].pass.task);	/* pairs with rwatch_pass_end() */
}

void rwatch_node_values(int nid, s64 *values)
{
	u64 other = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		other += READ_ONCE(*per_cpu_ptr(&slab_other[nid], cpu));

	values[RWATCH_NODE_RUNNING] = rwatch_node_pass_running(nid);
	values[RWATCH_NODE_STEPS] = READ_ONCE(nodes[nid].steps_in_flight);
	values[RWATCH_NODE_SLAB_OTHER] = other;
}

void rwatch_node_pass_values(int nid, enum rwatch_pass_kind kind, s64 *values)
{
	int i;

	for (i = 0; i < RWATCH_NR_PASS; i++)
		values[i] = READ_ONCE(nodes[nid].passes[kind][i]);
}
