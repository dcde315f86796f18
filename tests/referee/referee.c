// SPDX-License-Identifier: GPL-2.0
/*
 * The referee: counts boosts and passes without any of the module's means, for
 * tests only.  A hardware watchpoint on each zone's watermark_boost reports
 * every write of it, by whomever.
 *
 * All writers hold zone->lock, so what the watchpoint of a zone counts needs no
 * other lock.  Load it before the module under test: of two kprobes on
 * balance_pgdat the one registered first then sees what kswapd sees.
 *
 * x86 has four watchpoint registers: the first four zones that can be boosted
 * are watched.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/hw_breakpoint.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/kthread.h>
#include <linux/mm.h>
#include <linux/mmzone.h>
#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#define MAX_WATCHED 4

struct watched_zone {
	struct zone *zone;
	struct perf_event * __percpu *watchpoint;
	/* Written by the watchpoint, under zone->lock. */
	unsigned long last;
	u64 writes;
	u64 ups;
	u64 up_pages;
	u64 down_kswapd_pages;	/* by balance_pgdat */
	u64 down_other_pages;	/* by anybody else */
	/* Written by the sampler, under zone->lock. */
	u64 samples;
	u64 sampled_max;
};

struct referee_node {
	bool settled_boost;	/* kswapd has written a boost in this pass */
	u64 passes;
	u64 boosted_passes;
};

static struct watched_zone watched[MAX_WATCHED];
static int nr_watched, nr_unwatched;
static bool sampling;	/* not before a test asks for it: it takes zone->lock */
static struct referee_node *nodes;
static struct task_struct *sampler;
static struct dentry *root;

static unsigned long balance_pgdat_begin, balance_pgdat_end;

static bool in_balance_pgdat(unsigned long ip)
{
	return ip >= balance_pgdat_begin && ip < balance_pgdat_end;
}

static void boost_written(struct perf_event *event, struct perf_sample_data *data,
			  struct pt_regs *regs)
{
	struct watched_zone *w = event->overflow_handler_context;
	unsigned long now = READ_ONCE(w->zone->watermark_boost);
	bool by_kswapd = in_balance_pgdat(instruction_pointer(regs));

	w->writes++;
	if (now > w->last) {
		w->ups++;
		w->up_pages += now - w->last;
	} else if (by_kswapd) {
		w->down_kswapd_pages += w->last - now;
	} else {
		w->down_other_pages += w->last - now;
	}
	w->last = now;
	if (by_kswapd)
		WRITE_ONCE(nodes[zone_to_nid(w->zone)].settled_boost, true);
}

struct pass_call {
	struct referee_node *node;
};

static int pass_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct pass_call *call = (struct pass_call *)ri->data;
	pg_data_t *pgdat = (pg_data_t *)regs_get_kernel_argument(regs, 0);

	call->node = &nodes[pgdat->node_id];
	WRITE_ONCE(call->node->settled_boost, false);
	return 0;
}
NOKPROBE_SYMBOL(pass_entry);

static int pass_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct pass_call *call = (struct pass_call *)ri->data;

	if (READ_ONCE(call->node->settled_boost))
		WRITE_ONCE(call->node->boosted_passes, call->node->boosted_passes + 1);
	WRITE_ONCE(call->node->passes, call->node->passes + 1);
	return 0;
}
NOKPROBE_SYMBOL(pass_return);

static struct kretprobe pass_probe = {
	.kp.symbol_name	= "balance_pgdat",
	.entry_handler	= pass_entry,
	.handler	= pass_return,
	.data_size	= sizeof(struct pass_call),
	.maxactive	= 64,
};

static void sample(struct watched_zone *w)
{
	unsigned long flags;
	u64 boost;

	spin_lock_irqsave(&w->zone->lock, flags);
	boost = READ_ONCE(w->zone->watermark_boost);
	w->samples++;
	if (boost > w->sampled_max)
		w->sampled_max = boost;
	spin_unlock_irqrestore(&w->zone->lock, flags);
}

static int sampler_thread(void *unused)
{
	int i;

	while (!kthread_should_stop()) {
		for (i = 0; READ_ONCE(sampling) && i < nr_watched; i++)
			sample(&watched[i]);
		usleep_range(200, 400);
	}
	return 0;
}

/* Any write begins the sampling anew. */
static int resample_set(void *unused, u64 value)
{
	unsigned long flags;
	int i;

	for (i = 0; i < nr_watched; i++) {
		spin_lock_irqsave(&watched[i].zone->lock, flags);
		watched[i].samples = 0;
		watched[i].sampled_max = 0;
		spin_unlock_irqrestore(&watched[i].zone->lock, flags);
	}
	WRITE_ONCE(sampling, true);
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(resample_fops, NULL, resample_set, "%llu\n");

static void show_watched(struct seq_file *m, struct watched_zone *w)
{
	struct watched_zone now;
	unsigned long flags;

	spin_lock_irqsave(&w->zone->lock, flags);
	now = *w;
	spin_unlock_irqrestore(&w->zone->lock, flags);

	seq_printf(m, "zone %d %s\n", zone_to_nid(w->zone), w->zone->name);
	seq_printf(m, "  boost_pages %lu\n", now.last);
	seq_printf(m, "  writes %llu\n", now.writes);
	seq_printf(m, "  ups %llu\n", now.ups);
	seq_printf(m, "  up_pages %llu\n", now.up_pages);
	seq_printf(m, "  down_kswapd_pages %llu\n", now.down_kswapd_pages);
	seq_printf(m, "  down_other_pages %llu\n", now.down_other_pages);
	seq_printf(m, "  samples %llu\n", now.samples);
	seq_printf(m, "  sampled_max_pages %llu\n", now.sampled_max);
}

static int counts_show(struct seq_file *m, void *unused)
{
	int i, nid;

	seq_printf(m, "unwatched_zones %d\n", nr_unwatched);
	for (i = 0; i < nr_watched; i++)
		show_watched(m, &watched[i]);
	for_each_online_node(nid) {
		seq_printf(m, "node %d\n", nid);
		seq_printf(m, "  passes %llu\n", READ_ONCE(nodes[nid].passes));
		seq_printf(m, "  boosted_passes %llu\n", READ_ONCE(nodes[nid].boosted_passes));
	}
	seq_puts(m, "end\n");
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(counts);

static int watch(struct zone *zone)
{
	struct watched_zone *w = &watched[nr_watched];
	struct perf_event_attr attr;
	unsigned long flags;

	w->zone = zone;
	spin_lock_irqsave(&zone->lock, flags);
	w->last = zone->watermark_boost;
	spin_unlock_irqrestore(&zone->lock, flags);

	hw_breakpoint_init(&attr);
	attr.bp_addr = (unsigned long)&zone->watermark_boost;
	attr.bp_len = HW_BREAKPOINT_LEN_8;
	attr.bp_type = HW_BREAKPOINT_W;
	w->watchpoint = register_wide_hw_breakpoint(&attr, boost_written, w);
	if (IS_ERR_VALUE((__force unsigned long)w->watchpoint))
		return (__force long)w->watchpoint;
	nr_watched++;
	return 0;
}

static void unwatch_all(void)
{
	while (nr_watched)
		unregister_wide_hw_breakpoint(watched[--nr_watched].watchpoint);
}

/* The kernel never boosts a zone smaller than this. */
static bool can_be_boosted(struct zone *zone)
{
	return zone_managed_pages(zone) >= pageblock_nr_pages * 4;
}

static int watch_all(void)
{
	int nid, i, err;

	for_each_online_node(nid) {
		for (i = 0; i < MAX_NR_ZONES; i++) {
			struct zone *zone = &NODE_DATA(nid)->node_zones[i];

			if (!can_be_boosted(zone))
				continue;
			if (nr_watched == MAX_WATCHED) {
				nr_unwatched++;
				continue;
			}
			err = watch(zone);
			if (err) {
				unwatch_all();
				return err;
			}
		}
	}
	return 0;
}

static int find_balance_pgdat(void)
{
	char symbol[KSYM_SYMBOL_LEN];
	unsigned long size;
	char *slash;
	int err;

	sprint_symbol(symbol, (unsigned long)pass_probe.kp.addr);
	slash = strchr(symbol, '/');
	if (!slash)
		return -ENOENT;
	err = kstrtoul(slash + 1, 0, &size);
	if (err)
		return err;
	balance_pgdat_begin = (unsigned long)pass_probe.kp.addr;
	balance_pgdat_end = balance_pgdat_begin + size;
	return 0;
}

static int __init referee_init(void)
{
	int err;

	nodes = kcalloc(nr_node_ids, sizeof(*nodes), GFP_KERNEL);
	if (!nodes)
		return -ENOMEM;
	err = register_kretprobe(&pass_probe);
	if (err)
		goto free_nodes;
	err = find_balance_pgdat();
	if (err)
		goto unregister_probe;
	err = watch_all();
	if (err)
		goto unregister_probe;

	sampler = kthread_run(sampler_thread, NULL, "referee");
	if (IS_ERR(sampler)) {
		err = PTR_ERR(sampler);
		goto unwatch;
	}

	root = debugfs_create_dir("reclaimwatch_referee", NULL);
	debugfs_create_file("counts", 0444, root, NULL, &counts_fops);
	debugfs_create_file("resample", 0200, root, NULL, &resample_fops);
	return 0;

unwatch:
	unwatch_all();
unregister_probe:
	unregister_kretprobe(&pass_probe);
free_nodes:
	kfree(nodes);
	return err;
}

static void __exit referee_exit(void)
{
	debugfs_remove_recursive(root);
	kthread_stop(sampler);
	unwatch_all();
	unregister_kretprobe(&pass_probe);
	kfree(nodes);
}

module_init(referee_init);
module_exit(referee_exit);

MODULE_DESCRIPTION("Watchpoints on watermark_boost, to check reclaimwatch against");
MODULE_LICENSE("GPL");
