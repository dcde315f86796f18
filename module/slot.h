/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a task is doing right now, from a begin that one handler sees to an end that
 * another one does.  There is nowhere in task_struct to keep that, so it is kept here,
 * in a fixed number of slots.  A task's address hashes to its home; if another task is in
 * there, its slot is one of the next ones, and it is away.
 *
 * What is inline here is the way that nearly every hit takes; the rest is in slot.c.
 *
 * Only its own task reads and writes a slot, never from an interrupt.
 */
#ifndef RECLAIMWATCH_SLOT_H
#define RECLAIMWATCH_SLOT_H

#include <asm/current.h>
#include <linux/atomic.h>
#include <linux/compiler.h>
#include <linux/hash.h>
#include <linux/mmzone.h>
#include <linux/types.h>

#include <reclaimwatch/schema.h>

struct shrinker;
struct task_struct;

/*
 * What can be going on in a slot.  Each can be closed, when its end will not be seen any
 * more: nothing of it begins from then on, and what is still there when it is opened
 * again is from another epoch, and is not going on any more.
 */
enum rwatch_activity {
	RWATCH_IN_PASS,		/* never closed */
	RWATCH_IN_DIRECT,
	RWATCH_IN_MEMCG,
	RWATCH_IN_SHRINK,
	RWATCH_IN_COMPACT,
	RWATCH_NR_ACTIVITIES
};

/* The values that are sums of what is seen while a run goes on. */
#define RWATCH_RUN_FIRST	RWATCH_RUN_SLAB_CALLS
#define RWATCH_RUN_SUMS		(RWATCH_RUN_SLAB_FREED + 1 - RWATCH_RUN_FIRST)

/* One reclaim from begin to end. */
struct rwatch_run {
	unsigned int epoch;		/* 0: none is going on */
	enum rwatch_activity activity;
	enum rwatch_run_kind kind;	/* of a kswapd pass only known at its end */
	int nid;
	u64 begin_ns;
	u64 v[RWATCH_NR_RUN];		/* its sums so far */
	int depth;			/* see rwatch_run_note_priority() */
	u32 freed[MAX_NR_ZONES];	/* pages freed in batches, per zone */
};

/* One call of a shrinker. */
struct rwatch_shrink {
	unsigned int epoch;		/* 0: none is going on */
	unsigned int nesting;		/* a shrinker that allocates can lead to another */
	int nid;
	const struct shrinker *shrinker;
	u64 begin_ns;
	s64 objects;
	s64 wanted;			/* what the kernel means to scan */
};

/* One try_to_compact_pages(), and the zone it is compacting. */
struct rwatch_compact {
	unsigned int epoch;		/* 0: none is going on */
	bool direct;			/* inside try_to_compact_pages() */
	int context;
	bool in_zone;
	struct zone *zone;		/* NULL until it is known */
	int order;
	u64 begin_ns;
};

struct rwatch_slot {
	struct task_struct *owner;	/* NULL: free */
	atomic_t away;			/* tasks whose home this is, and who are elsewhere */
	bool far;			/* from its owner's home; only for its owner */
	struct rwatch_run run;
	struct rwatch_shrink shrink;
	struct rwatch_compact compact;
} ____cacheline_aligned_in_smp;

int rwatch_slots_init(void);
void rwatch_slots_exit(void);
size_t rwatch_slots_bytes(void);

extern struct rwatch_slot *rwatch_slots;
extern unsigned int rwatch_slots_bits;	/* there are 1 << bits */

static __always_inline struct rwatch_slot *rwatch_slot_home(void)
{
	return &rwatch_slots[hash_ptr(current, rwatch_slots_bits)];
}

/* Not at home: somewhere else, or nowhere. */
struct rwatch_slot *rwatch_slot_find_away(void);
struct rwatch_slot *rwatch_slot_get_away(void);

/* The current task's slot, or NULL if it has none. */
static __always_inline struct rwatch_slot *rwatch_slot_find(void)
{
	struct rwatch_slot *home = rwatch_slot_home();

	if (likely(READ_ONCE(home->owner) == current))
		return home;
	return unlikely(atomic_read(&home->away)) ? rwatch_slot_find_away() : NULL;
}

/* The same, but take one if it has none; NULL if none is left. */
static __always_inline struct rwatch_slot *rwatch_slot_get(void)
{
	struct rwatch_slot *home = rwatch_slot_home();

	if (READ_ONCE(home->owner) == current)
		return home;
	/* Current may be among those that are away, and must not have two. */
	if (unlikely(atomic_read(&home->away) || cmpxchg(&home->owner, NULL, current)))
		return rwatch_slot_get_away();
	return home;
}

/* Give the slot back if nothing is going on in it any more. */
void rwatch_slot_put(struct rwatch_slot *slot);

/* Something could not be followed for want of a slot. */
void rwatch_slot_count_lost(void);
u64 rwatch_slots_lost(void);

/* Written by open() and close(), which their callers serialise. */
struct rwatch_epoch {
	unsigned int now;	/* never 0 once it was open, and then never the same again */
	unsigned int begin;	/* the same, 0 while it is closed */
};

extern struct rwatch_epoch rwatch_epochs[RWATCH_NR_ACTIVITIES];

/* The epoch to begin an activity in, 0 if it is closed; and whether one is still on. */
static __always_inline unsigned int rwatch_epoch(enum rwatch_activity activity)
{
	return READ_ONCE(rwatch_epochs[activity].begin);
}

static __always_inline bool rwatch_epoch_on(enum rwatch_activity activity, unsigned int epoch)
{
	return epoch && epoch == READ_ONCE(rwatch_epochs[activity].now);
}

/* close() waits for what is going on to end, but not for ever.  Process context. */
void rwatch_activity_open(enum rwatch_activity activity);
void rwatch_activity_close(enum rwatch_activity activity);

static __always_inline bool rwatch_run_on(const struct rwatch_run *run)
{
	return rwatch_epoch_on(run->activity, run->epoch);
}

static __always_inline bool rwatch_shrink_on(const struct rwatch_shrink *shrink)
{
	return rwatch_epoch_on(RWATCH_IN_SHRINK, shrink->epoch);
}

static __always_inline bool rwatch_compact_on(const struct rwatch_compact *compact)
{
	return rwatch_epoch_on(RWATCH_IN_COMPACT, compact->epoch);
}

#endif /* RECLAIMWATCH_SLOT_H */
