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
 * are watched.  A zone that is about to get memory is named in "watch".
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
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
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#define MAX_WATCHED 4

struct watched_zone {
	struct zone *zone;
	struct perf_event * __percpu *watchpoint;	/* NULL where a CPU is offline */
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

/* Both grow with CPU hotplug held off. */
static struct watched_zone watched[MAX_WATCHED];
static int nr_watched;

static int nr_unwatched;
static enum cpuhp_state cpu_state;

/*
 * A CPU that comes or goes runs kernel threads for a moment without watchpoints.
 * What may have written a boost there is counted: then no comparison is exact.
 */
static DEFINE_PER_CPU(bool, armed);
static atomic_long_t blind = ATOMIC_LONG_INIT(0);

static void note_if_blind(void)
{
	if (!this_cpu_read(armed))
		atomic_long_inc(&blind);
}
NOKPROBE_SYMBOL(note_if_blind);
static bool sampling;	/* not before a test asks for it: it takes zone->lock */
static u32 sample_us = 200;	/* between two samples of a zone, at least */
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

	note_if_blind();
	call->node = &nodes[pgdat->node_id];
	WRITE_ONCE(call->node->settled_boost, false);
	return 0;
}
NOKPROBE_SYMBOL(pass_entry);

static int pass_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct pass_call *call = (struct pass_call *)ri->data;

	note_if_blind();
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

static int boost_pre(struct kprobe *kp, struct pt_regs *regs)
{
	note_if_blind();
	return 0;
}
NOKPROBE_SYMBOL(boost_pre);

static struct kprobe boost_probe;

/* Where boosts are raised; the names are those of three generations of kernels. */
static int probe_boost(void)
{
	static const char *const names[] = {
		"try_to_claim_block", "try_to_steal_block", "steal_suitable_fallback",
	};
	int i, err = -ENOENT;

	for (i = 0; err == -ENOENT && i < ARRAY_SIZE(names); i++) {
		boost_probe = (struct kprobe) {
			.symbol_name = names[i],
			.pre_handler = boost_pre,
		};
		err = register_kprobe(&boost_probe);
	}
	return err;
}

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
	while (!kthread_should_stop()) {
		u32 us = READ_ONCE(sample_us);
		int i;

		for (i = 0; READ_ONCE(sampling) && i < nr_watched; i++)
			sample(&watched[i]);
		usleep_range(us, 2 * us);
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
	seq_printf(m, "blind %ld\n", atomic_long_read(&blind));
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

static int arm(struct watched_zone *w, unsigned int cpu)
{
	struct perf_event_attr attr;
	struct perf_event *event;

	hw_breakpoint_init(&attr);
	attr.bp_addr = (unsigned long)&w->zone->watermark_boost;
	attr.bp_len = HW_BREAKPOINT_LEN_8;
	attr.bp_type = HW_BREAKPOINT_W;
	event = perf_event_create_kernel_counter(&attr, cpu, NULL, boost_written, w);
	if (IS_ERR(event))
		return PTR_ERR(event);
	*per_cpu_ptr(w->watchpoint, cpu) = event;
	return 0;
}

static void disarm(struct watched_zone *w, unsigned int cpu)
{
	struct perf_event **event = per_cpu_ptr(w->watchpoint, cpu);

	if (*event)
		perf_event_release_kernel(*event);
	*event = NULL;
}

/* A CPU's watchpoints go with it, and tasks run there only after this and before. */
static int cpu_comes(unsigned int cpu)
{
	int i, err;

	for (i = 0; i < nr_watched; i++) {
		err = arm(&watched[i], cpu);
		if (err)
			return err;
	}
	per_cpu(armed, cpu) = true;
	return 0;
}

static int cpu_goes(unsigned int cpu)
{
	int i;

	per_cpu(armed, cpu) = false;
	for (i = 0; i < nr_watched; i++)
		disarm(&watched[i], cpu);
	return 0;
}

/* The zone's first watchpoint is armed by cpu_comes() or watch_write(). */
static int watch(struct zone *zone)
{
	struct watched_zone *w = &watched[nr_watched];
	unsigned long flags;

	w->watchpoint = alloc_percpu(struct perf_event *);
	if (!w->watchpoint)
		return -ENOMEM;
	w->zone = zone;
	spin_lock_irqsave(&zone->lock, flags);
	w->last = zone->watermark_boost;
	spin_unlock_irqrestore(&zone->lock, flags);
	nr_watched++;
	return 0;
}

static void unwatch_all(void)
{
	while (nr_watched)
		free_percpu(watched[--nr_watched].watchpoint);
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

static struct zone *find_zone(int nid, const char *name)
{
	int i;

	if (nid < 0 || nid >= nr_node_ids || !node_online(nid))
		return NULL;
	for (i = 0; i < MAX_NR_ZONES; i++) {
		struct zone *zone = &NODE_DATA(nid)->node_zones[i];

		if (!strcmp(zone->name, name))
			return zone;
	}
	return NULL;
}

static int watch_now(struct zone *zone)
{
	int cpu, err;

	if (nr_watched == MAX_WATCHED)
		return -ENOSPC;
	err = watch(zone);
	for_each_online_cpu(cpu) {
		if (!err)
			err = arm(&watched[nr_watched - 1], cpu);
	}
	return err;
}

/* "NID NAME": one zone more, which need not have memory yet. */
static ssize_t watch_write(struct file *file, const char __user *from, size_t len, loff_t *pos)
{
	char text[32] = "", name[16];
	struct zone *zone;
	int nid, err;

	if (len >= sizeof(text) || copy_from_user(text, from, len))
		return -EINVAL;
	if (sscanf(text, "%d %15s", &nid, name) != 2)
		return -EINVAL;
	zone = find_zone(nid, name);
	if (!zone)
		return -ENOENT;
	cpus_read_lock();
	err = watch_now(zone);
	cpus_read_unlock();
	return err ? err : len;
}

static const struct file_operations watch_fops = {
	.owner	= THIS_MODULE,
	.open	= simple_open,
	.write	= watch_write,
};

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
	err = cpuhp_setup_state(CPUHP_AP_ONLINE_DYN, "reclaimwatch:referee", cpu_comes, cpu_goes);
	if (err < 0)
		goto unwatch;
	cpu_state = err;
	err = probe_boost();
	if (err)
		goto remove_state;

	sampler = kthread_run(sampler_thread, NULL, "referee");
	if (IS_ERR(sampler)) {
		err = PTR_ERR(sampler);
		goto unregister_boost;
	}

	root = debugfs_create_dir("reclaimwatch_referee", NULL);
	debugfs_create_file("counts", 0444, root, NULL, &counts_fops);
	debugfs_create_u32("sample_us", 0644, root, &sample_us);
	debugfs_create_file("resample", 0200, root, NULL, &resample_fops);
	debugfs_create_file("watch", 0200, root, NULL, &watch_fops);
	return 0;

unregister_boost:
	unregister_kprobe(&boost_probe);
remove_state:
	cpuhp_remove_state(cpu_state);
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
	unregister_kprobe(&boost_probe);
	cpuhp_remove_state(cpu_state);
	unwatch_all();
	unregister_kretprobe(&pass_probe);
	kfree(nodes);
}

module_init(referee_init);
module_exit(referee_exit);

MODULE_DESCRIPTION("Watchpoints on watermark_boost, to check reclaimwatch against");
MODULE_LICENSE("GPL");
