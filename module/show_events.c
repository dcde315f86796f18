// SPDX-License-Identifier: GPL-2.0
/* The flight recorder, read while it is written. */
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/nodemask.h>

#include "recorder.h"
#include "show.h"

/* What was known is known of the event itself, whatever is attached now. */
static const struct rwatch_value_row pass_rows[] = {
#define RWATCH_EVENT_PASS(id, name, unit, kind, probe, help) RWATCH_VALUE_ROW(name, NONE)
#include <reclaimwatch/counters.def>
};

static const struct rwatch_value_row raise_rows[] = {
#define RWATCH_EVENT_RAISE(id, name, unit, kind, probe, help) RWATCH_VALUE_ROW(name, NONE)
#include <reclaimwatch/counters.def>
};

static const struct rwatch_value_row guard_rows[] = {
#define RWATCH_EVENT_GUARD(id, name, unit, kind, probe, help) RWATCH_VALUE_ROW(name, NONE)
#include <reclaimwatch/counters.def>
};

static const struct {
	const char *name;
	const struct rwatch_value_row *rows;
	int nr;
} kinds[] = {
	[RWATCH_RECORD_PASS]	= { "pass", pass_rows, RWATCH_NR_EVENT_PASS },
	[RWATCH_RECORD_RAISE]	= { "raise", raise_rows, RWATCH_NR_EVENT_RAISE },
	[RWATCH_RECORD_GUARD]	= { "guard", guard_rows, RWATCH_NR_EVENT_GUARD },
};

/*
 * A position is a node and a sequence number, so that events which come or go between two
 * reads do not shift it.  0 is the head, END_POSITION the end.
 */
#define NODE_SHIFT	48
#define END_POSITION	((loff_t)MAX_NUMNODES << NODE_SHIFT)

static loff_t position(int nid, u64 sequence)
{
	return ((loff_t)nid << NODE_SHIFT) + sequence + 1;
}

static int nid_at(loff_t pos)
{
	return (pos - 1) >> NODE_SHIFT;
}

static u64 sequence_at(loff_t pos)
{
	return (pos - 1) & ((1ULL << NODE_SHIFT) - 1);
}

/* The first position from here on where there is an event, or the end. */
static loff_t settle(loff_t pos)
{
	u64 first, next, sequence = sequence_at(pos);
	int nid = nid_at(pos);

	while (nid < nr_node_ids) {
		if (node_possible(nid)) {
			rwatch_recorder_range(nid, &first, &next);
			sequence = max(sequence, first);
			if (sequence < next)
				return position(nid, sequence);
		}
		nid++;
		sequence = 0;
	}
	return END_POSITION;
}

static void *events_start(struct seq_file *m, loff_t *pos)
{
	if (*pos > END_POSITION)
		return NULL;
	if (*pos && *pos != END_POSITION)
		*pos = settle(*pos);
	return pos;
}

static void *events_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return events_start(m, pos);
}

static void events_stop(struct seq_file *m, void *v)
{
}

static void show_event(struct seq_file *m, int nid, u64 sequence)
{
	struct rwatch_event event;
	int i;

	if (!rwatch_recorder_read(nid, sequence, &event))
		return;		/* the gap in the numbers says so */
	/* None is negative: -1 is what the handler did not know. */
	for (i = 0; i < RWATCH_EVENT_VALUES; i++) {
		if (event.v[i] < 0)
			event.v[i] = RWATCH_VALUE_UNKNOWN;
	}
	seq_printf(m, "event %d %llu %s\n", nid, sequence, kinds[event.kind].name);
	rwatch_show_rows(m, "  ", "", kinds[event.kind].rows, event.v, kinds[event.kind].nr);
}

static int events_show(struct seq_file *m, void *v)
{
	loff_t pos = *(loff_t *)v;

	if (!pos)
		rwatch_show_head(m);
	else if (pos == END_POSITION)
		rwatch_show_end(m);
	else
		show_event(m, nid_at(pos), sequence_at(pos));
	return 0;
}

static const struct seq_operations events_sops = {
	.start	= events_start,
	.next	= events_next,
	.stop	= events_stop,
	.show	= events_show,
};
DEFINE_SEQ_ATTRIBUTE(events);

void rwatch_show_events(struct dentry *root)
{
	debugfs_create_file("events", 0444, root, NULL, &events_fops);
}
