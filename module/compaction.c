// SPDX-License-Identifier: GPL-2.0
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/nodemask.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
/* Needs <linux/mm.h> before it. */
#include <linux/compaction.h>

#include "compaction.h"
#include "hist.h"
#include "slot.h"
#include "trace.h"

#define ROWS_PER_NODE	64	/* of 160 bytes */

/* Known to those who listen to our trace events by their numbers; see trace.h. */
enum caller { DIRECT, KCOMPACTD, OTHER };
enum context { ANY, NOFS, NOIO };

static const char *const caller_names[] = { "direct", "kcompactd", "other" };
static const char *const context_names[] = { "any", "nofs", "noio" };

struct node_hist {
	atomic64_t v[RWATCH_NR_HIST_NODE][RWATCH_NR_LOG2];
};

static struct node_hist *hists;		/* nr_node_ids of them */

struct rwatch_table rwatch_compactions = {
	.nr_values	= RWATCH_NR_COMPACTION,
};

int __init rwatch_compaction_init(void)
{
	int err;

	hists = kvcalloc(nr_node_ids, sizeof(*hists), GFP_KERNEL);
	if (!hists)
		return -ENOMEM;
	err = rwatch_table_init(&rwatch_compactions, ROWS_PER_NODE * num_possible_nodes());
	if (err)
		kvfree(hists);
	return err;
}

void rwatch_compaction_exit(void)
{
	rwatch_table_exit(&rwatch_compactions);
	kvfree(hists);
}

size_t rwatch_compaction_bytes(void)
{
	return nr_node_ids * sizeof(*hists) + rwatch_table_bytes(&rwatch_compactions);
}

static enum context context_of(gfp_t gfp)
{
	if (!(gfp & __GFP_IO))
		return NOIO;
	return gfp & __GFP_FS ? ANY : NOFS;
}
NOKPROBE_SYMBOL(context_of);

/* There is no flag that all kernels have, but a name that all have. */
static enum caller caller_of(const struct rwatch_slot *slot)
{
	if (slot && slot->compact.direct)
		return DIRECT;
	if (current->flags & PF_KTHREAD && !strncmp(current->comm, "kcompactd", 9))
		return KCOMPACTD;
	return OTHER;
}
NOKPROBE_SYMBOL(caller_of);

/* The key is never 0: a zone's number and one more, then caller, context and order + 1. */
static struct rwatch_row *row_of(struct zone *zone, enum caller caller, enum context context,
				 int order)
{
	u64 key0 = zone_to_nid(zone) * MAX_NR_ZONES + zone_idx(zone) + 1;
	u64 key1 = caller | context << 8 | (u64)(order + 1) << 16;

	return rwatch_table_get(&rwatch_compactions, key0, key1);
}
NOKPROBE_SYMBOL(row_of);

void rwatch_compaction_decode(const struct rwatch_row *row, struct rwatch_compaction_key *key)
{
	*key = (struct rwatch_compaction_key) {
		.nid = (row->key[0] - 1) / MAX_NR_ZONES,
		.zid = (row->key[0] - 1) % MAX_NR_ZONES,
		.caller = caller_names[row->key[1] & 0xff],
		.context = context_names[row->key[1] >> 8 & 0xff],
		.order = (int)(row->key[1] >> 16) - 1,
	};
}

/* The current task's slot, with a compaction going on in it; NULL if that is not to be. */
static struct rwatch_slot *begin(void)
{
	unsigned int epoch = rwatch_epoch(RWATCH_IN_COMPACT);
	struct rwatch_slot *slot;

	if (!epoch)
		return NULL;
	slot = rwatch_slot_get();
	if (!slot) {
		rwatch_slot_count_lost();
		return NULL;
	}
	if (!rwatch_compact_on(&slot->compact)) {
		slot->compact.direct = false;
		slot->compact.in_zone = false;
		WRITE_ONCE(slot->compact.epoch, epoch);
	}
	return slot;
}
NOKPROBE_SYMBOL(begin);

static struct rwatch_slot *current_compaction(void)
{
	struct rwatch_slot *slot = rwatch_slot_find();

	return slot && rwatch_compact_on(&slot->compact) ? slot : NULL;
}
NOKPROBE_SYMBOL(current_compaction);

static void end_if_done(struct rwatch_slot *slot)
{
	if (slot->compact.direct || slot->compact.in_zone)
		return;
	WRITE_ONCE(slot->compact.epoch, 0);
	rwatch_slot_put(slot);
}
NOKPROBE_SYMBOL(end_if_done);

bool rwatch_compact_direct_begin(gfp_t gfp)
{
	struct rwatch_slot *slot = begin();

	if (!slot)
		return false;
	slot->compact.direct = true;
	slot->compact.context = context_of(gfp);
	return true;
}
NOKPROBE_SYMBOL(rwatch_compact_direct_begin);

void rwatch_compact_direct_end(void)
{
	struct rwatch_slot *slot = current_compaction();

	if (!slot)
		return;
	slot->compact.direct = false;
	slot->compact.in_zone = false;
	end_if_done(slot);
}
NOKPROBE_SYMBOL(rwatch_compact_direct_end);

void rwatch_compact_zone_begin(void)
{
	struct rwatch_slot *slot = begin();

	if (!slot)
		return;
	slot->compact.in_zone = true;
	slot->compact.zone = NULL;
	slot->compact.begin_ns = ktime_get_mono_fast_ns();
}
NOKPROBE_SYMBOL(rwatch_compact_zone_begin);

void rwatch_compact_zone_is(struct zone *zone, int order)
{
	struct rwatch_slot *slot = current_compaction();

	if (!slot || !slot->compact.in_zone)
		return;
	slot->compact.zone = zone;
	slot->compact.order = max(order, -1);
}
NOKPROBE_SYMBOL(rwatch_compact_zone_is);

static enum rwatch_compaction_id outcome(int status)
{
	switch (status) {
	case COMPACT_SUCCESS:
		return RWATCH_COMPACTION_SUCCESS;
	case COMPACT_PARTIAL_SKIPPED:
		return RWATCH_COMPACTION_PARTIAL;
	case COMPACT_COMPLETE:
		return RWATCH_COMPACTION_COMPLETE;
	default:
		return RWATCH_COMPACTION_OTHER;
	}
}
NOKPROBE_SYMBOL(outcome);

static void book_hist(int nid, enum caller caller, u64 ns)
{
	unsigned int bucket = rwatch_log2_bucket(ns);

	if (caller == DIRECT)
		atomic64_inc(&hists[nid].v[RWATCH_HIST_NODE_COMPACT_DIRECT][bucket]);
	else if (caller == KCOMPACTD)
		atomic64_inc(&hists[nid].v[RWATCH_HIST_NODE_COMPACT_KCOMPACTD][bucket]);
}
NOKPROBE_SYMBOL(book_hist);

static void book(const struct rwatch_slot *slot, int status)
{
	const struct rwatch_compact *compact = &slot->compact;
	u64 ns = ktime_get_mono_fast_ns() - compact->begin_ns;
	enum caller caller = caller_of(slot);
	enum context context = caller == DIRECT ? compact->context : ANY;
	struct rwatch_row *row = row_of(compact->zone, caller, context, compact->order);
	enum rwatch_compaction_id result = outcome(status);

	BUILD_BUG_ON(RWATCH_COMPACTION_SUCCESS + 3 != RWATCH_COMPACTION_OTHER);
	atomic64_inc(&row->v[RWATCH_COMPACTION_COUNT]);
	atomic64_inc(&row->v[result]);
	atomic64_add(ns, &row->v[RWATCH_COMPACTION_TIME]);
	rwatch_max(&row->v[RWATCH_COMPACTION_LONGEST], ns);
	book_hist(zone_to_nid(compact->zone), caller, ns);
	trace_compaction_end(compact->zone, caller, context, compact->order, status,
			     result - RWATCH_COMPACTION_SUCCESS, ns);
}
NOKPROBE_SYMBOL(book);

void rwatch_compact_zone_end(int status)
{
	struct rwatch_slot *slot = current_compaction();

	if (!slot || !slot->compact.in_zone)
		return;		/* begun before we were attached */
	if (slot->compact.zone)
		book(slot, status);
	slot->compact.in_zone = false;
	end_if_done(slot);
}
NOKPROBE_SYMBOL(rwatch_compact_zone_end);

void rwatch_compact_deferred(struct zone *zone, int order)
{
	struct rwatch_slot *slot = current_compaction();
	enum caller caller = caller_of(slot);
	enum context context = caller == DIRECT ? slot->compact.context : ANY;
	struct rwatch_row *row = row_of(zone, caller, context, max(order, -1));

	atomic64_inc(&row->v[RWATCH_COMPACTION_DEFERRED]);
}
NOKPROBE_SYMBOL(rwatch_compact_deferred);

void rwatch_compaction_open(void)
{
	rwatch_activity_open(RWATCH_IN_COMPACT);
}

void rwatch_compaction_close(void)
{
	rwatch_activity_close(RWATCH_IN_COMPACT);
}

u64 rwatch_compaction_hist(int nid, enum rwatch_hist_node_id id, unsigned int bucket)
{
	return atomic64_read(&hists[nid].v[id][bucket]);
}
