/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Runs of reclaim, by kswapd, by a task for its own allocation, of a cgroup: counted while
 * they go on in the task's slot (slot.h), and added up per node, kind, task and cgroup when
 * they end.
 */
#ifndef RECLAIMWATCH_RECLAIM_H
#define RECLAIMWATCH_RECLAIM_H

#include <linux/types.h>

#include <reclaimwatch/schema.h>

#include "slot.h"
#include "table.h"

int rwatch_reclaim_init(void);
void rwatch_reclaim_exit(void);
size_t rwatch_reclaim_bytes(void);

/* A run of the current task begins; NULL if it cannot be followed, or is not to be. */
struct rwatch_run *rwatch_run_begin(enum rwatch_run_kind kind, int nid);

/* The current task's run, or NULL. */
static __always_inline struct rwatch_run *rwatch_run_current(void)
{
	struct rwatch_slot *slot = rwatch_slot_find();

	return slot && rwatch_run_on(&slot->run) ? &slot->run : NULL;
}

/* How long it has taken; and its end: add it up and forget it. */
u64 rwatch_run_time(const struct rwatch_run *run);
void rwatch_run_end(struct rwatch_run *run, u64 ns);

/* Who ran: the current task, for its own cgroup or for the given one. */
void rwatch_run_book_task(const struct rwatch_run *run, u64 ns, u64 reclaimed);
void rwatch_run_book_cgroup(const struct rwatch_run *run, u64 cgroup, u64 ns, u64 reclaimed);

/*
 * Priorities go down, from 12 to 0.  A run keeps its lowest as a depth that goes up, 1
 * to 13, so that 0 can mean that none was seen and the lowest is a maximum like others.
 */
#define RWATCH_GENTLEST	12	/* DEF_PRIORITY, which is in no public header of old kernels */

static __always_inline void rwatch_run_note_priority(struct rwatch_run *run, int priority)
{
	int depth = RWATCH_GENTLEST + 1 - priority;

	if (depth > run->depth && priority >= 0)
		run->depth = depth;
}

/* Pages taken off the LRU lists. */
static __always_inline u64 rwatch_run_reclaimed(const struct rwatch_run *run)
{
	return run->v[RWATCH_RUN_RECLAIMED_ANON] + run->v[RWATCH_RUN_RECLAIMED_FILE];
}

static __always_inline u64 rwatch_run_scanned(const struct rwatch_run *run)
{
	return run->v[RWATCH_RUN_SCANNED_ANON] + run->v[RWATCH_RUN_SCANNED_FILE];
}

/* The lowest it reached, -1 if none was seen. */
static __always_inline int rwatch_run_priority(const struct rwatch_run *run)
{
	return run->depth ? RWATCH_GENTLEST + 1 - run->depth : -1;
}

/* For readers. */
void rwatch_run_values(int nid, enum rwatch_run_kind kind, s64 *values);
u64 rwatch_run_hist(int nid, enum rwatch_run_kind kind, enum rwatch_hist_run_id id,
		    unsigned int bucket);
/* A depth as kept in tables back into a priority, or RWATCH_VALUE_UNKNOWN. */
s64 rwatch_depth_priority(s64 depth);

extern struct rwatch_table rwatch_tasks;			/* by name */
extern struct rwatch_table rwatch_direct_cgroups;	/* by cgroup id: who reclaims */
extern struct rwatch_table rwatch_memcgs;		/* by cgroup id: who is reclaimed */

#endif /* RECLAIMWATCH_RECLAIM_H */
