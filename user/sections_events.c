// SPDX-License-Identifier: GPL-2.0
/* events: the flight recorder, oldest first per node. */
#include <string.h>

#include "parse.h"
#include "parser.h"

#define MAX_EVENTS (256 * RW_MAX_NODES)

/* What kind of event the word says it is, -1: one of a newer module. */
static int kind_of(const char *word)
{
	int i;

	for (i = 0; i < RW_NR_EVENT_KINDS; i++)
		if (!strcmp(word, rw_event_kind[i]))
			return i;
	return -1;
}

static void fill_event(struct parser *ps, struct rw_event *event)
{
	switch (event->what) {
	case RW_EVENT_PASS:
		fill_from(ps, rw_event_pass_desc, RWATCH_NR_EVENT_PASS, event->pass);
		break;
	case RW_EVENT_RAISE:
		fill_from(ps, rw_event_raise_desc, RWATCH_NR_EVENT_RAISE, event->raise);
		break;
	default:
		fill_from(ps, rw_event_guard_desc, RWATCH_NR_EVENT_GUARD, event->guard);
		break;
	}
}

static int event_open(struct parser *ps, struct rw_line *line)
{
	struct rw_snapshot *snap = ps->snap;
	const struct rw_event *last = snap->nr_events ? &snap->events[snap->nr_events - 1] : NULL;
	struct rw_event *event;
	int64_t seq = 0;
	int nid = 0, what;

	if (take_nid(ps, line->word[1], &nid) || take_number(ps, line->word[2], &seq))
		return -1;
	what = kind_of(line->word[3]);
	if (what < 0) {
		skip_section(ps);
		return 0;
	}
	if (last && last->nid == nid && last->seq >= seq)
		return rw_lex_garbled(&ps->lx, "event %d %.20s does not come after the one before",
				      nid, line->word[2]);
	event = add_element(ps, &snap->events, &snap->nr_events, sizeof(*event), MAX_EVENTS,
			    "events");
	if (!event)
		return -1;
	event->nid = nid;
	event->seq = seq;
	event->what = (enum rw_event_what)what;
	fill_event(ps, event);
	return 0;
}

int rw_parse_events(const char *path, const char *text, size_t len, struct rw_snapshot *snap,
		    struct rw_err *err)
{
	static const struct section sections[] = { { "event", 4, event_open, table_value }, { 0 } };
	static const struct format fmt = { .sections = sections };

	return rw_parse(&fmt, path, text, len, snap, err);
}
