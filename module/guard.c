// SPDX-License-Identifier: GPL-2.0
/*
 * Evidence is taken down by kswapd at the end of its passes; decisions are made by a work,
 * because to trim what boost there is takes zone->lock, which sleeps on PREEMPT_RT.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/bitops.h>
#include <linux/jiffies.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/moduleparam.h>
#include <linux/seqlock.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/timekeeping.h>
#include <linux/workqueue.h>

#include <reclaimwatch/schema.h>

#include "clamp.h"
#include "compat.h"
#include "guard.h"
#include "recorder.h"

#define MIN_PASSES	2
#define MAX_PASSES	1000
#define MAX_HOLD	3600

static unsigned int guard_passes = 8;
module_param(guard_passes, uint, 0444);
MODULE_PARM_DESC(guard_passes,
		 "boost_clamp=auto: harmful boosted passes in a row until a zone is held (default: 8, 2 to 1000)");

static unsigned int guard_hold = 60;
module_param(guard_hold, uint, 0444);
MODULE_PARM_DESC(guard_hold,
		 "boost_clamp=auto: seconds that a zone is held at first (default: 60, 1 to 3600)");

static struct rwatch_guard_rule rule;

/* Protects guards and on.  Taken by kswapd, never in an interrupt. */
static DEFINE_RAW_SPINLOCK(guard_lock);
static struct rwatch_guard *guards;	/* nr_node_ids rows of MAX_NR_ZONES */
static bool on;
/* For readers, who take no lock that kswapd does. */
static seqcount_raw_spinlock_t guard_seq = SEQCNT_RAW_SPINLOCK_ZERO(guard_seq, &guard_lock);

/* Runs also when nothing else does: memory may be what is short. */
static struct workqueue_struct *queue;
static void decide_all(struct work_struct *work);
static DECLARE_DELAYED_WORK(decision, decide_all);

static struct rwatch_guard *guard_of(struct zone *zone)
{
	return &guards[zone_to_nid(zone) * MAX_NR_ZONES + zone_idx(zone)];
}
NOKPROBE_SYMBOL(guard_of);

void rwatch_guard_pass_end(pg_data_t *pgdat, unsigned long zones,
			   const struct rwatch_guard_pass *pass)
{
	unsigned int harm = rwatch_guard_harm(pass);
	unsigned long flags;
	bool due = false;
	int i;

	raw_spin_lock_irqsave(&guard_lock, flags);
	write_seqcount_begin(&guard_seq);
	for_each_set_bit(i, &zones, MAX_NR_ZONES)
		due |= rwatch_guard_note(guard_of(&pgdat->node_zones[i]), &rule, harm);
	write_seqcount_end(&guard_seq);
	if (due && on)
		mod_delayed_work(queue, &decision, 0);
	raw_spin_unlock_irqrestore(&guard_lock, flags);
}
NOKPROBE_SYMBOL(rwatch_guard_pass_end);

static void record(struct zone *zone, const struct rwatch_guard *g, u64 failures)
{
	const s64 values[RWATCH_NR_EVENT_GUARD] = {
		[RWATCH_EVENT_GUARD_AT]		= g->changed_ns,
		[RWATCH_EVENT_GUARD_ZONE]	= zone_idx(zone),
		[RWATCH_EVENT_GUARD_HELD]	= g->held,
		[RWATCH_EVENT_GUARD_HOLD]	= g->hold_ns,
		[RWATCH_EVENT_GUARD_HOURLY]	= rwatch_guard_hourly(g, g->changed_ns),
		[RWATCH_EVENT_GUARD_ROW]	= g->row,
		[RWATCH_EVENT_GUARD_NOTHING]	= g->nothing,
		[RWATCH_EVENT_GUARD_FAILED]	= g->failed,
		[RWATCH_EVENT_GUARD_FLOOR]	= g->floor,
		[RWATCH_EVENT_GUARD_FAILURES]	= failures,
	};

	rwatch_recorder_add(zone_to_nid(zone), RWATCH_RECORD_GUARD, values, RWATCH_NR_EVENT_GUARD);
}

static void tell(struct zone *zone, const struct rwatch_guard *g)
{
	if (g->held)
		pr_info("guard holds node %d %s for %llu s: %u boosted passes in a row harmed (%u reclaimed nothing, %u failed, %u at the lowest priorities)\n",
			zone_to_nid(zone), zone->name, div_u64(g->hold_ns, NSEC_PER_SEC), g->row,
			g->nothing, g->failed, g->floor);
	else
		pr_info("guard lets node %d %s go\n", zone_to_nid(zone), zone->name);
}

/*
 * Is the zone to be held from now on?  Called by the clamp, under its mutex; one that the
 * clamp is not for is let go.
 */
static bool decide(struct zone *zone, bool in_scope)
{
	struct rwatch_guard *g = guard_of(zone), decided;
	u64 now = ktime_get_boottime_ns();
	unsigned long flags;
	bool was;

	raw_spin_lock_irqsave(&guard_lock, flags);
	write_seqcount_begin(&guard_seq);
	was = g->held;
	if (in_scope)
		rwatch_guard_decide(g, &rule, now);
	else
		rwatch_guard_release(g, now);
	decided = *g;
	write_seqcount_end(&guard_seq);
	raw_spin_unlock_irqrestore(&guard_lock, flags);

	if (decided.held != was) {
		record(zone, &decided, rwatch_kswapd_failures(zone->zone_pgdat));
		tell(zone, &decided);
	}
	return decided.held;
}

/* When the first of the holds ends, 0: there is none.  Caller: guard_lock. */
static u64 first_end_ns(void)
{
	u64 first = 0;
	int i;

	for (i = 0; i < nr_node_ids * MAX_NR_ZONES; i++) {
		u64 end = guards[i].held ? rwatch_guard_end_ns(&guards[i]) : 0;

		if (end && (!first || end < first))
			first = end;
	}
	return first;
}

static void decide_all(struct work_struct *work)
{
	u64 end, now;

	rwatch_clamp_reconsider(decide);
	now = ktime_get_boottime_ns();

	raw_spin_lock_irq(&guard_lock);
	end = on ? first_end_ns() : 0;
	/*
	 * Not mod_delayed_work(): evidence may have come in that does not wait so long.
	 * What is over and still held was not asked for: its node is offline.
	 */
	if (end)
		queue_delayed_work(queue, &decision,
				   end > now ? nsecs_to_jiffies(end - now) + 1 : HZ);
	raw_spin_unlock_irq(&guard_lock);
}

void rwatch_guard_switch(bool to)
{
	u64 now = ktime_get_boottime_ns();
	int i;

	raw_spin_lock_irq(&guard_lock);
	write_seqcount_begin(&guard_seq);
	on = to;
	for (i = 0; i < nr_node_ids * MAX_NR_ZONES; i++)
		rwatch_guard_restart(&guards[i], now);
	write_seqcount_end(&guard_seq);
	raw_spin_unlock_irq(&guard_lock);
}

void rwatch_guard_look_again(void)
{
	raw_spin_lock_irq(&guard_lock);
	if (on)
		mod_delayed_work(queue, &decision, 0);
	raw_spin_unlock_irq(&guard_lock);
}

void rwatch_guard_stop(void)
{
	cancel_delayed_work_sync(&decision);
}

void rwatch_guard_look(struct zone *zone, struct rwatch_guard *guard)
{
	unsigned int seq;

	do {
		seq = read_seqcount_begin(&guard_seq);
		*guard = *guard_of(zone);
	} while (read_seqcount_retry(&guard_seq, seq));
}

size_t rwatch_guard_bytes(void)
{
	return nr_node_ids * MAX_NR_ZONES * sizeof(*guards);
}

int __init rwatch_guard_init(void)
{
	if (guard_passes < MIN_PASSES || guard_passes > MAX_PASSES || !guard_hold ||
	    guard_hold > MAX_HOLD) {
		pr_err("guard_passes is %d to %d, guard_hold 1 to %d\n", MIN_PASSES, MAX_PASSES,
		       MAX_HOLD);
		return -EINVAL;
	}
	rule.passes = guard_passes;
	rule.hold_ns = guard_hold * (u64)NSEC_PER_SEC;
	guards = kcalloc(nr_node_ids * MAX_NR_ZONES, sizeof(*guards), GFP_KERNEL);
	if (!guards)
		return -ENOMEM;
	queue = alloc_workqueue(KBUILD_MODNAME, WQ_MEM_RECLAIM | WQ_UNBOUND, 1);
	if (!queue) {
		kfree(guards);
		return -ENOMEM;
	}
	return 0;
}

void rwatch_guard_exit(void)
{
	destroy_workqueue(queue);
	kfree(guards);
}
