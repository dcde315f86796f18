// SPDX-License-Identifier: GPL-2.0
#include <linux/atomic.h>
#include <linux/kprobes.h>
#include <linux/log2.h>
#include <linux/moduleparam.h>
#include <linux/nodemask.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "recorder.h"

/* Of 112 bytes each.  By default less where there are very many nodes. */
#define MIN_EVENTS	16
#define MAX_EVENTS	65536
#define DEFAULT_EVENTS	1024
#define DEFAULT_TOTAL	(32 * DEFAULT_EVENTS)

static unsigned int events;
module_param(events, uint, 0444);
MODULE_PARM_DESC(events, "how many passes and raises are kept per node (default: 1024, 16 to 65536)");

struct ring {
	atomic64_t next;	/* sequence number of the next event */
	struct rwatch_event *events;
};

static struct ring *rings;	/* nr_node_ids of them; those of possible nodes have events */

int __init rwatch_recorder_init(void)
{
	int nid;

	BUILD_BUG_ON(RWATCH_NR_EVENT_PASS > RWATCH_EVENT_VALUES);
	BUILD_BUG_ON(RWATCH_NR_EVENT_RAISE > RWATCH_EVENT_VALUES);
	BUILD_BUG_ON(RWATCH_NR_EVENT_GUARD > RWATCH_EVENT_VALUES);

	if (!events)
		events = min_t(unsigned int, DEFAULT_EVENTS, DEFAULT_TOTAL / num_possible_nodes());
	events = roundup_pow_of_two(clamp_t(unsigned int, events, MIN_EVENTS, MAX_EVENTS));
	rings = kcalloc(nr_node_ids, sizeof(*rings), GFP_KERNEL);
	if (!rings)
		return -ENOMEM;
	for_each_node(nid) {
		/* A node that is offline may have no pg_data_t to allocate from (before 5.18). */
		int near = node_online(nid) ? nid : NUMA_NO_NODE;

		rings[nid].events = kvzalloc_node(events * sizeof(*rings[nid].events),
						  GFP_KERNEL, near);
		if (!rings[nid].events) {
			rwatch_recorder_exit();
			return -ENOMEM;
		}
	}
	return 0;
}

void rwatch_recorder_exit(void)
{
	int nid;

	for_each_node(nid)
		kvfree(rings[nid].events);
	kfree(rings);
}

size_t rwatch_recorder_bytes(void)
{
	return num_possible_nodes() * events * sizeof(struct rwatch_event);
}

void rwatch_recorder_add(int nid, enum rwatch_record_kind kind, const s64 *values, int nr)
{
	struct ring *ring = &rings[nid];
	u64 sequence = atomic64_fetch_inc(&ring->next);
	struct rwatch_event *event = &ring->events[sequence & (events - 1)];
	int i;

	WRITE_ONCE(event->stamp, 2 * sequence + 1);
	smp_wmb();	/* readers see that it is being written before it changes ... */
	event->kind = kind;
	for (i = 0; i < nr; i++)
		event->v[i] = values[i];
	smp_wmb();	/* ... and all of it before they see it whole */
	WRITE_ONCE(event->stamp, 2 * sequence + 2);
}
NOKPROBE_SYMBOL(rwatch_recorder_add);

void rwatch_recorder_range(int nid, u64 *first, u64 *next)
{
	*next = atomic64_read(&rings[nid].next);
	*first = *next > events ? *next - events : 0;
}

bool rwatch_recorder_read(int nid, u64 sequence, struct rwatch_event *event)
{
	const struct rwatch_event *from = &rings[nid].events[sequence & (events - 1)];
	u64 whole = 2 * sequence + 2;

	if (READ_ONCE(from->stamp) != whole)
		return false;
	smp_rmb();	/* pairs with rwatch_recorder_add(): whole is seen first */
	memcpy(event, from, sizeof(*event));
	smp_rmb();	/* all of it is read before the stamp is looked at again */
	return READ_ONCE(from->stamp) == whole;
}
