// SPDX-License-Identifier: GPL-2.0
/* Collects a recording's samples. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calc.h"
#include "facts.h"
#include "history.h"
#include "history_tracks.h"
#include "host.h"
#include "lex.h"

#define SECOND_NS 1000000000LL
#define AXIS_MAX  (1LL << 61)

struct collector {
	struct rw_history *h;
	struct rw_err *err;
	const struct rw_layout *layout; /* that the indexes are of */
	struct rw_sampler sampler;
	size_t room;
	bool any;
	uint64_t segment, seq;
	int64_t now_ns, axis_ns; /* of the last sample */
	int64_t shift_ns;	 /* what the axis is ahead of the clock it follows */
	int64_t since_ns, clamp, pct;
	uint32_t loads, segments;
	bool lost;
};

static int grow(struct collector *c)
{
	struct rw_history *h = c->h;
	size_t room = c->room ? 2 * c->room : 1024, i;
	void *ns, *load, *segment;

	if (h->nr < c->room)
		return 0;
	ns = realloc(h->ns, room * sizeof(*h->ns));
	h->ns = ns ? ns : h->ns;
	load = realloc(h->load, room * sizeof(*h->load));
	h->load = load ? load : h->load;
	segment = realloc(h->segment, room * sizeof(*h->segment));
	h->segment = segment ? segment : h->segment;
	if (!ns || !load || !segment)
		return rw_fail_memory(c->err);
	for (i = 0; i < h->nr_tracks; i++) {
		void *v = realloc(h->track[i].v, room * sizeof(*h->track[i].v));

		if (!v)
			return rw_fail_memory(c->err);
		h->track[i].v = v;
	}
	c->room = room;
	return 0;
}

static struct rw_mark *add_mark(struct collector *c, enum rw_mark_what what, int64_t ns)
{
	struct rw_history *h = c->h;
	struct rw_mark *mark;

	if (!(h->nr_marks & (h->nr_marks - 1))) {
		void *more = realloc(h->mark, (h->nr_marks ? 2 * h->nr_marks : 1) * sizeof(*mark));

		if (!more) {
			rw_fail_memory(c->err);
			return NULL;
		}
		h->mark = more;
	}
	mark = &h->mark[h->nr_marks++];
	*mark = (struct rw_mark){ .what = what, .sample = h->nr, .ns = ns };
	return mark;
}

/* The wall clock; without one, or where it jumps back, on from the last sample. */
static int64_t axis(struct collector *c, const struct rw_rec_event *e, struct rw_val wall)
{
	const int64_t step = c->h->interval_ns ? c->h->interval_ns : SECOND_NS;
	struct rw_val ns = rw_some(e->now_ns);

	if (!c->any)
		c->h->wall = rw_known(wall);
	if (c->h->wall && rw_known(wall))
		ns = rw_add(ns, wall);
	ns = rw_add(ns, rw_some(c->shift_ns));
	if (!c->any)
		return rw_known(ns) && ns.v > 0 && ns.v < AXIS_MAX ? ns.v : 0;
	if (!rw_known(ns) || ns.v > AXIS_MAX || ns.v < -AXIS_MAX)
		return c->axis_ns + step;
	if (ns.v <= c->axis_ns) {
		c->shift_ns += c->axis_ns - ns.v + step;
		return c->axis_ns + step;
	}
	return ns.v;
}

static int mark_gap(struct collector *c, const struct rw_rec_event *e, int64_t ns)
{
	struct rw_history *h = c->h;
	int64_t usual = h->interval_ns ? h->interval_ns : SECOND_NS, gap = ns - c->axis_ns;
	uint64_t lost = e->segment == c->segment ? e->seq - c->seq - 1 : 0;
	struct rw_mark *mark;

	/* A sequence that goes back is a segment whose beginning was lost. */
	if (e->segment == c->segment && e->seq <= c->seq)
		lost = 0;
	if (!lost && !c->lost && (gap <= 2 * usual + usual / 2))
		return 0;
	mark = add_mark(c, lost || c->lost ? RW_MARK_LOST : RW_MARK_GAP, c->axis_ns);
	if (!mark)
		return -1;
	mark->for_ns = gap;
	mark->lost = lost;
	h->lost += lost;
	c->lost = false;
	return 0;
}

static int mark_load(struct collector *c, int64_t since, int64_t ns)
{
	if (c->any && (since == RW_TRACK_UNKNOWN || since == c->since_ns))
		return 0;
	if (c->any) {
		if (!add_mark(c, RW_MARK_RELOAD, ns))
			return -1;
		c->loads++;
	}
	c->since_ns = since;
	return 0;
}

static int mark_clamp(struct collector *c, const struct rw_sampler *s, int64_t ns)
{
	int64_t on = s->clamp, pct = s->clamp_pct;
	struct rw_mark *mark;
	bool same = on == c->clamp && (on != 1 || pct == c->pct);

	c->pct = pct;
	if (on == RW_TRACK_UNKNOWN || (c->any && same) || (!c->any && !on)) {
		if (!c->any)
			c->clamp = on;
		return 0;
	}
	c->clamp = on;
	mark = add_mark(c, RW_MARK_CLAMP, ns);
	if (!mark)
		return -1;
	mark->on = on;
	if (!on)
		snprintf(mark->text, sizeof(mark->text), "clamp off");
	else if (pct == RW_TRACK_UNKNOWN || !pct)
		snprintf(mark->text, sizeof(mark->text), "clamp on");
	else
		snprintf(mark->text, sizeof(mark->text), "clamp on, %" PRId64 "%%", pct);
	return 0;
}

static int on_sample(struct collector *c, const struct rw_rec_event *e)
{
	struct rw_history *h = c->h;
	int64_t ns;

	if (e->stream != RW_REC_OFTEN)
		return 0;
	if (e->layout != c->layout) {
		if (rw_sampler_layout(&c->sampler, e->layout, h, c->room))
			return rw_fail_memory(c->err);
		c->layout = e->layout;
	}
	if (grow(c))
		return -1;
	rw_sampler_take(&c->sampler, e->values, h);
	ns = axis(c, e, c->sampler.wall);
	if (c->any && mark_gap(c, e, ns))
		return -1;
	if (mark_load(c, c->sampler.since, ns) || mark_clamp(c, &c->sampler, ns))
		return -1;
	h->ns[h->nr] = ns;
	h->load[h->nr] = c->loads;
	h->segment[h->nr] = c->segments;
	h->nr++;
	c->segment = e->segment;
	c->seq = e->seq;
	c->now_ns = e->now_ns;
	c->axis_ns = ns;
	c->any = true;
	h->ended = false;
	return 0;
}

/* Lines of a name and a value. */
static void segment_text(struct rw_history *h, const char *text)
{
	while (*text) {
		size_t len = strcspn(text, "\n"), name = strcspn(text, " \n");
		char word[RW_WORD];

		if (name < len && len - name - 1 < sizeof(word)) {
			snprintf(word, sizeof(word), "%.*s", (int)(len - name - 1),
				 text + name + 1);
			rw_plain(word);
			if (name == 11 && !strncmp(text, "interval_ns", name) &&
			    (!rw_lex_int(word, false, &h->interval_ns) ||
			     h->interval_ns > 1000000 * SECOND_NS))
				h->interval_ns = 0;
			if (name == 4 && !strncmp(text, "host", name) &&
			    strcmp(word, RWATCH_UNKNOWN))
				strcpy(h->host, word);
		}
		text += len + (text[len] == '\n');
	}
}

static int on_segment(struct collector *c, const struct rw_rec_event *e)
{
	segment_text(c->h, e->text);
	if (c->any) {
		c->segments++;
		if (!add_mark(c, RW_MARK_SEGMENT, c->axis_ns))
			return -1;
	}
	return 0;
}

static int on_text(struct collector *c, const struct rw_rec_event *e, enum rw_mark_what what)
{
	struct rw_mark *mark = add_mark(c, what, c->axis_ns);

	if (!mark)
		return -1;
	snprintf(mark->text, sizeof(mark->text), "%s", e->text);
	rw_plain(mark->text);
	if (what == RW_MARK_END)
		c->h->ended = true;
	return 0;
}

static int on_event(const struct rw_rec_event *e, void *data)
{
	struct collector *c = data;

	switch (e->what) {
	case RW_REC_ON_SEGMENT:
		return on_segment(c, e);
	case RW_REC_ON_SAMPLE:
		return on_sample(c, e);
	case RW_REC_ON_NOTE:
		return on_text(c, e, RW_MARK_NOTE);
	case RW_REC_ON_END:
		return on_text(c, e, RW_MARK_END);
	case RW_REC_ON_DAMAGE:
		c->h->damaged_bytes += e->bytes;
		c->h->damages++;
		if (e->torn)
			c->h->torn_bytes = e->bytes;
		c->lost = true;
		return 0;
	}
	return 0;
}

int rw_history_read(const unsigned char *data, size_t len, const char *path, struct rw_history *h,
		    struct rw_err *err)
{
	struct collector c = { .h = h,
			       .err = err,
			       .since_ns = RW_TRACK_UNKNOWN,
			       .clamp = RW_TRACK_UNKNOWN,
			       .pct = RW_TRACK_UNKNOWN };
	int ret;

	*h = (struct rw_history){ 0 };
	ret = rw_rec_read(data, len, path, on_event, &c, err);
	rw_sampler_free(&c.sampler);
	if (!ret && !h->nr)
		ret = rw_fail(
			err, RW_ERR_TRUNCATED,
			"%s holds no whole sample; record into it with: reclaimwatch record %s",
			path, path);
	return ret;
}

void rw_history_free(struct rw_history *h)
{
	size_t i;

	for (i = 0; i < h->nr_tracks; i++)
		free(h->track[i].v);
	free(h->track);
	free(h->mark);
	free(h->ns);
	free(h->load);
	free(h->segment);
	*h = (struct rw_history){ 0 };
}
