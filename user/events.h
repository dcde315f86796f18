/* SPDX-License-Identifier: GPL-2.0 */
/* The flight recorder: which events, in which order.  Pure. */
#ifndef RW_EVENTS_H
#define RW_EVENTS_H

#include "err.h"
#include "snapshot.h"

/* When it happened, of a pass when it ended. */
struct rw_val rw_event_time(const struct rw_event *event);

struct rw_selected {
	const struct rw_event *event;
	int64_t when;
};

struct rw_selection {
	struct rw_selected *event; /* from @first to @nr, oldest first */
	size_t first, nr;
	int64_t missing; /* overwritten while they were read */
};

/*
 * Those of @node, or of all if that is RW_NO_NODE; the last @last of them, or all if that
 * is negative.  0 and a selection whose event is to be freed, or -1 with @err set.
 */
int rw_events_select(const struct rw_snapshot *snap, int node, int64_t last,
		     struct rw_selection *sel, struct rw_err *err);

#endif /* RW_EVENTS_H */
