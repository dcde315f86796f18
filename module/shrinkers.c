// SPDX-License-Identifier: GPL-2.0
#include <linux/fs.h>
#include <linux/fs_struct.h>
#include <linux/kprobes.h>
#include <linux/moduleparam.h>
#include <linux/nodemask.h>
#include <linux/path.h>
#include <linux/sched.h>
#include <linux/shrinker.h>
#include <linux/string.h>
#include <linux/timekeeping.h>

#include <reclaimwatch/schema.h>

#include "compat.h"
#include "reclaim.h"
#include "shrinkers.h"
#include "trace.h"

static unsigned int shrinker_rows = 2048;
module_param(shrinker_rows, uint, 0444);
MODULE_PARM_DESC(shrinker_rows,
		 "how many shrinkers can have a row on each node (default: 2048, 64 to 65536)");

/*
 * What all superblocks scan their dentries and inodes with.  Its name is not exported; any
 * superblock shows it.
 */
static const void *super_scan;

/* Filesystem and device, such as ext4:vda1. */
static void name_superblock(struct rwatch_row *row, const struct super_block *sb)
{
	size_t len = strnlen(sb->s_type->name, sizeof(row->name) / 2);

	memcpy(row->name, sb->s_type->name, len);
	row->name[len] = ':';
	strscpy(row->name + len + 1, sb->s_id, sizeof(row->name) - len - 1);
}
NOKPROBE_SYMBOL(name_superblock);

/* In a call of the shrinker, so it and its superblock are there. */
static void describe(struct rwatch_row *row, const u64 *key)
{
	struct shrinker *shrinker = (struct shrinker *)key[0];

	row->nid = key[1];
	row->symbol = shrinker->scan_objects;
	if (super_scan && row->symbol == super_scan)
		name_superblock(row, rwatch_sb_of_shrinker(shrinker));
}
NOKPROBE_SYMBOL(describe);

static void fold(struct rwatch_row *other, struct rwatch_row *row)
{
	int i;

	for (i = 0; i < RWATCH_NR_SHRINKER; i++) {
		s64 value = atomic64_read(&row->v[i]);

		if (i == RWATCH_SHRINKER_LONGEST)
			rwatch_max(&other->v[i], value);
		else if (i != RWATCH_SHRINKER_LEFT)
			atomic64_add(value, &other->v[i]);
	}
}
NOKPROBE_SYMBOL(fold);

struct rwatch_table rwatch_shrinkers = {
	.nr_values	= RWATCH_NR_SHRINKER,
	.describe	= describe,
	.fold		= fold,
};

int __init rwatch_shrinkers_init(void)
{
	struct path root;

	BUILD_BUG_ON(RWATCH_NR_SHRINKER > RWATCH_ROW_VALUES);
	BUILD_BUG_ON(sizeof(union rwatch_row_copy) > 256);

	get_fs_root(current->fs, &root);
	super_scan = rwatch_shrinker_of_sb(root.dentry->d_sb)->scan_objects;
	path_put(&root);

	shrinker_rows = clamp(shrinker_rows, 64U, 65536U);
	return rwatch_table_init(&rwatch_shrinkers, shrinker_rows * num_online_nodes());
}

void rwatch_shrinkers_exit(void)
{
	rwatch_table_exit(&rwatch_shrinkers);
}

static __always_inline struct rwatch_row *row_of(const struct shrinker *shrinker, int nid)
{
	return rwatch_table_get(&rwatch_shrinkers, (unsigned long)shrinker, nid);
}

/* SHRINK_BATCH, which is in no public header. */
#define DEFAULT_BATCH	128

/* The kernel asks for whole batches, or for all there is; less is put off. */
static __always_inline bool is_asked(const struct shrinker *shrinker, s64 objects, s64 wanted)
{
	return wanted >= (shrinker->batch ?: DEFAULT_BATCH) || wanted >= objects;
}

void rwatch_shrink_begin(struct shrinker *shrinker, int nid, s64 objects, s64 wanted,
			 int priority)
{
	unsigned int epoch = rwatch_epoch(RWATCH_IN_SHRINK);
	struct rwatch_slot *slot = epoch ? rwatch_slot_get() : NULL;
	struct rwatch_shrink *shrink;

	if (!slot)
		return;		/* its end will be counted as untimed */
	if (rwatch_run_on(&slot->run))
		rwatch_run_note_priority(&slot->run, priority);

	shrink = &slot->shrink;
	shrink->nesting = rwatch_shrink_on(shrink) ? shrink->nesting + 1 : 1;
	/* The outer call loses its begin; its end will know by the pointer. */
	shrink->shrinker = shrinker;
	shrink->nid = nid;
	shrink->objects = objects;
	shrink->wanted = wanted;
	shrink->begin_ns = ktime_get_mono_fast_ns();
	WRITE_ONCE(shrink->epoch, epoch);
}
NOKPROBE_SYMBOL(rwatch_shrink_begin);

static __always_inline void book_run(struct rwatch_run *run, s64 scanned, s64 freed)
{
	if (!rwatch_run_on(run))
		return;
	run->v[RWATCH_RUN_SLAB_SCANNED] += scanned;
	run->v[RWATCH_RUN_SLAB_FREED] += freed;
}

/* Rows are shared by all CPUs: what is nothing is not added. */
static __always_inline void add(atomic64_t *v, s64 n)
{
	if (n)
		atomic64_add(n, v);
}

/* The begin of the call was not seen, or a call inside it took its place. */
static noinline void end_untimed(struct shrinker *shrinker, int nid, s64 freed,
				 struct rwatch_slot *slot)
{
	struct rwatch_row *row = row_of(shrinker, nid);
	atomic64_t *v = row->v;

	atomic64_inc(&v[RWATCH_SHRINKER_CALLS]);
	atomic64_inc(&v[RWATCH_SHRINKER_UNTIMED]);
	add(&v[RWATCH_SHRINKER_FREED], freed);
	if (slot)
		book_run(&slot->run, 0, freed);
	trace_shrinker_call(shrinker, row, nid, -1, -1, freed, -1);
}
NOKPROBE_SYMBOL(end_untimed);

/* The whole call was seen. */
static __always_inline void end_timed(struct shrinker *shrinker, int nid, s64 freed,
				      s64 unscanned, struct rwatch_slot *slot)
{
	const struct rwatch_shrink *shrink = &slot->shrink;
	u64 ns = ktime_get_mono_fast_ns() - shrink->begin_ns;
	s64 scanned = shrink->wanted - unscanned;
	s64 asked = is_asked(shrinker, shrink->objects, shrink->wanted) ? shrink->wanted : 0;
	struct rwatch_row *row = row_of(shrinker, nid);
	atomic64_t *v = row->v;

	atomic64_inc(&v[RWATCH_SHRINKER_CALLS]);
	atomic64_add(ns, &v[RWATCH_SHRINKER_TIME]);
	rwatch_max(&v[RWATCH_SHRINKER_LONGEST], ns);
	add(&v[RWATCH_SHRINKER_ASKED], asked);
	add(&v[RWATCH_SHRINKER_SCANNED], scanned);
	add(&v[RWATCH_SHRINKER_FREED], freed);
	add(&v[RWATCH_SHRINKER_ROTATED], max_t(s64, scanned - freed, 0));
	if (asked && !freed)
		atomic64_inc(&v[RWATCH_SHRINKER_NOTHING]);
	atomic64_set(&v[RWATCH_SHRINKER_LEFT], max_t(s64, shrink->objects - freed, 0));
	book_run(&slot->run, scanned, freed);
	trace_shrinker_call(shrinker, row, nid, asked, scanned, freed, ns);
}

void rwatch_shrink_end(struct shrinker *shrinker, int nid, s64 freed, s64 unscanned)
{
	struct rwatch_slot *slot = rwatch_slot_find();
	bool on = slot && rwatch_shrink_on(&slot->shrink);

	if (likely(on && slot->shrink.shrinker == shrinker)) {
		end_timed(shrinker, nid, freed, unscanned, slot);
		slot->shrink.shrinker = NULL;
	} else {
		end_untimed(shrinker, nid, freed, slot);
	}
	if (on && !--slot->shrink.nesting) {
		WRITE_ONCE(slot->shrink.epoch, 0);
		rwatch_slot_put(slot);
	}
}
NOKPROBE_SYMBOL(rwatch_shrink_end);

struct rwatch_row *rwatch_shrink_row(void)
{
	struct rwatch_slot *slot = rwatch_slot_find();

	if (!slot || !rwatch_shrink_on(&slot->shrink) || slot->shrink.nesting != 1 ||
	    !slot->shrink.shrinker)
		return NULL;
	return row_of(slot->shrink.shrinker, slot->shrink.nid);
}
NOKPROBE_SYMBOL(rwatch_shrink_row);

void rwatch_shrinker_gone(const struct shrinker *shrinker)
{
	struct rwatch_row *row;
	int nid;

	for_each_online_node(nid) {
		row = rwatch_table_find(&rwatch_shrinkers, (unsigned long)shrinker, nid);
		if (row)
			rwatch_table_retire(&rwatch_shrinkers, row);
	}
}
NOKPROBE_SYMBOL(rwatch_shrinker_gone);

void rwatch_shrinkers_open(void)
{
	rwatch_activity_open(RWATCH_IN_SHRINK);
}

/* From now on nobody sees a shrinker go, so all may be others when it is opened again. */
void rwatch_shrinkers_close(void)
{
	rwatch_activity_close(RWATCH_IN_SHRINK);
	rwatch_table_retire_all(&rwatch_shrinkers);
}
