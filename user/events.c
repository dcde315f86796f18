// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>

#include "events.h"

struct rw_val rw_event_time(const struct rw_event *event)
{
	switch (event->what) {
	case RW_EVENT_PASS:
		return event->pass[RWATCH_EVENT_PASS_END];
	case RW_EVENT_RAISE:
		return event->raise[RWATCH_EVENT_RAISE_AT];
	default:
		return event->guard[RWATCH_EVENT_GUARD_AT];
	}
}

static int compare(const void *a, const void *b)
{
	const struct rw_selected *left = a, *right = b;

	if (left->when != right->when)
		return left->when < right->when ? -1 : 1;
	if (left->event->nid != right->event->nid)
		return left->event->nid < right->event->nid ? -1 : 1;
	return left->event->seq < right->event->seq ? -1 : left->event->seq > right->event->seq;
}

/*
 * Adds @event.  Its place is its time, but never before the one ahead of it on the
 * same node: there the module's order counts, also where a time is not known.
 */
static void add(struct rw_selection *sel, const struct rw_event *event)
{
	const struct rw_selected *before = sel->nr ? &sel->event[sel->nr - 1] : NULL;
	struct rw_val when = rw_event_time(event);
	struct rw_selected *this = &sel->event[sel->nr++];

	this->event = event;
	this->when = rw_known(when) ? when.v : 0;
	if (!before || before->event->nid != event->nid)
		return;
	if (this->when < before->when)
		this->when = before->when;
	if (__builtin_add_overflow(sel->missing, event->seq - before->event->seq - 1,
				   &sel->missing))
		sel->missing = INT64_MAX;
}

int rw_events_select(const struct rw_snapshot *snap, int node, int64_t last,
		     struct rw_selection *sel, struct rw_err *err)
{
	size_t i;

	*sel = (struct rw_selection){ .event = calloc(snap->nr_events + 1, sizeof(*sel->event)) };
	if (!sel->event)
		return rw_fail_memory(err);
	for (i = 0; i < snap->nr_events; i++)
		if (node == RW_NO_NODE || snap->events[i].nid == node)
			add(sel, &snap->events[i]);
	qsort(sel->event, sel->nr, sizeof(*sel->event), compare);
	sel->first = last >= 0 && (uint64_t)last < sel->nr ? sel->nr - (size_t)last : 0;
	return 0;
}
