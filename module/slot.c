// SPDX-License-Identifier: GPL-2.0
#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/kprobes.h>
#include <linux/log2.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "slot.h"

/* A task's slot is its home or one of the next, of so many. */
#define WINDOW		16
#define MIN_SLOTS	128

/* How long close() waits: reclaim can take its time, but whoever switches must not. */
#define DRAIN_STEP_MS	10
#define DRAIN_STEPS	200

struct rwatch_slot *rwatch_slots __read_mostly;
unsigned int rwatch_slots_bits __read_mostly;
struct rwatch_epoch rwatch_epochs[RWATCH_NR_ACTIVITIES] __read_mostly;

static atomic64_t slots_lost = ATOMIC64_INIT(0);

int __init rwatch_slots_init(void)
{
	unsigned int nr = max_t(unsigned int, MIN_SLOTS, 2 * num_possible_cpus());

	rwatch_slots_bits = order_base_2(nr);
	rwatch_slots = kvcalloc(1 << rwatch_slots_bits, sizeof(*rwatch_slots), GFP_KERNEL);
	if (!rwatch_slots)
		return -ENOMEM;
	rwatch_activity_open(RWATCH_IN_PASS);
	return 0;
}

void rwatch_slots_exit(void)
{
	kvfree(rwatch_slots);
}

size_t rwatch_slots_bytes(void)
{
	return sizeof(*rwatch_slots) << rwatch_slots_bits;
}

void rwatch_slot_count_lost(void)
{
	atomic64_inc(&slots_lost);
}
NOKPROBE_SYMBOL(rwatch_slot_count_lost);

u64 rwatch_slots_lost(void)
{
	return atomic64_read(&slots_lost);
}

/* The i-th from a home; the 0th is the home itself. */
static struct rwatch_slot *slot_at(struct rwatch_slot *home, unsigned int i)
{
	unsigned int nr = home - rwatch_slots + i;

	return &rwatch_slots[nr & ((1 << rwatch_slots_bits) - 1)];
}
NOKPROBE_SYMBOL(slot_at);

struct rwatch_slot *rwatch_slot_find_away(void)
{
	struct rwatch_slot *home = rwatch_slot_home();
	unsigned int i;

	for (i = 0; i < WINDOW; i++) {
		struct rwatch_slot *slot = slot_at(home, i);

		if (READ_ONCE(slot->owner) == current)
			return slot;
	}
	return NULL;
}
NOKPROBE_SYMBOL(rwatch_slot_find_away);

struct rwatch_slot *rwatch_slot_get_away(void)
{
	struct rwatch_slot *slot = rwatch_slot_find_away();
	struct rwatch_slot *home = rwatch_slot_home();
	unsigned int i;

	if (slot)
		return slot;
	for (i = 0; i < WINDOW; i++) {
		slot = slot_at(home, i);
		if (READ_ONCE(slot->owner) || cmpxchg(&slot->owner, NULL, current))
			continue;
		slot->far = slot != home;
		if (slot->far)
			atomic_inc(&home->away);
		return slot;
	}
	return NULL;
}
NOKPROBE_SYMBOL(rwatch_slot_get_away);

/* kswapd keeps its slot: it must not be without one when everybody else reclaims too. */
void rwatch_slot_put(struct rwatch_slot *slot)
{
	if (current->flags & PF_KSWAPD)
		return;
	if (rwatch_run_on(&slot->run) || rwatch_shrink_on(&slot->shrink) ||
	    rwatch_compact_on(&slot->compact))
		return;
	if (slot->far) {
		slot->far = false;
		atomic_dec(&rwatch_slot_home()->away);
	}
	smp_store_release(&slot->owner, NULL);	/* all of it is ours until here */
}
NOKPROBE_SYMBOL(rwatch_slot_put);

void rwatch_activity_open(enum rwatch_activity activity)
{
	unsigned int epoch = rwatch_epochs[activity].now + 1;

	WRITE_ONCE(rwatch_epochs[activity].now, epoch ?: 1);
	WRITE_ONCE(rwatch_epochs[activity].begin, rwatch_epochs[activity].now);
}

/* A look from outside, while the slot's owner may be writing to it. */
static bool going_on(const struct rwatch_slot *slot, enum rwatch_activity activity)
{
	switch (activity) {
	case RWATCH_IN_SHRINK:
		return rwatch_epoch_on(activity, READ_ONCE(slot->shrink.epoch));
	case RWATCH_IN_COMPACT:
		return rwatch_epoch_on(activity, READ_ONCE(slot->compact.epoch));
	default:
		return READ_ONCE(slot->run.activity) == activity &&
		       rwatch_epoch_on(activity, READ_ONCE(slot->run.epoch));
	}
}

static bool anybody(enum rwatch_activity activity)
{
	unsigned int i;

	for (i = 0; i < 1U << rwatch_slots_bits; i++) {
		const struct rwatch_slot *slot = &rwatch_slots[i];

		if (READ_ONCE(slot->owner) && going_on(slot, activity))
			return true;
	}
	return false;
}

/*
 * What has not ended by then keeps its slot until the same task uses it again, or for
 * good if that task is gone; what it was doing is forgotten with the epoch.
 */
void rwatch_activity_close(enum rwatch_activity activity)
{
	int i;

	WRITE_ONCE(rwatch_epochs[activity].begin, 0);
	for (i = 0; i < DRAIN_STEPS && anybody(activity); i++)
		msleep(DRAIN_STEP_MS);
}
