// SPDX-License-Identifier: GPL-2.0
#include "facts.h"
#include "json.h"
#include "out_recording.h"

static json_t *when(const struct rw_history *h, int64_t ns)
{
	json_t *object = json_pack("{sI}", "after_ns", (json_int_t)(ns - h->ns[0]));

	json_object_set_new(object, "unix_ns", h->wall ? json_integer(ns) : json_null());
	return object;
}

static json_t *track(const struct rw_history *h, const struct rw_track *t)
{
	const struct rw_track_def *def = &rw_track_defs[t->id];
	json_t *object = json_pack("{ss}", "name", def->name);
	struct rw_track_range range;
	struct rw_worst worst;

	if (def->scope != RW_TRACK_MACHINE)
		json_object_set_new(object, "node",
				    t->nid == RW_WHOLE_MACHINE ? json_null() :
								 json_integer(t->nid));
	if (def->scope == RW_TRACK_ZONE)
		json_object_set_new(object, "zone", json_string(t->zone));
	if (def->counter) {
		rw_json_put(object, "grown", rw_track_grown(h, t, 0, h->nr - 1));
		rw_track_worst(h, t, rw_recording_window(h), &worst);
		rw_json_put(object, "most_in_window", worst.by);
		if (rw_known(worst.by))
			json_object_set_new(object, "most_at", when(h, h->ns[worst.from]));
		return object;
	}
	rw_track_range(h, t, &range);
	rw_json_put(object, "first", range.first);
	rw_json_put(object, "min", range.min);
	rw_json_put(object, "max", range.max);
	rw_json_put(object, "last", range.last);
	if (rw_known(range.min)) {
		json_object_set_new(object, "min_at", when(h, h->ns[range.min_at]));
		json_object_set_new(object, "max_at", when(h, h->ns[range.max_at]));
	}
	return object;
}

static json_t *mark(const struct rw_history *h, const struct rw_mark *m)
{
	static const char *const words[] = {
		[RW_MARK_SEGMENT] = "segment", [RW_MARK_RELOAD] = "reload", [RW_MARK_GAP] = "gap",
		[RW_MARK_LOST] = "lost",       [RW_MARK_CLAMP] = "clamp",   [RW_MARK_NOTE] = "note",
		[RW_MARK_END] = "end",
	};
	json_t *object = when(h, m->ns);
	char text[256];

	rw_recording_mark(text, sizeof(text), m);
	json_object_set_new(object, "what", json_string(words[m->what]));
	json_object_set_new(object, "text", json_string(text));
	if (m->what == RW_MARK_GAP || m->what == RW_MARK_LOST)
		json_object_set_new(object, "for_ns", json_integer(m->for_ns));
	if (m->what == RW_MARK_LOST)
		json_object_set_new(object, "samples", json_integer((json_int_t)m->lost));
	if (m->what == RW_MARK_CLAMP)
		json_object_set_new(object, "on", json_boolean(m->on));
	return object;
}

json_t *rw_json_recording(const struct rw_history *h, const struct rw_report *rep)
{
	json_t *tracks = json_array(), *marks = json_array();
	json_t *object = json_pack("{so so sI so so sb so}", "host", rw_json_text(h->host),
				   "kernel", rw_json_text(h->osrelease), "samples",
				   (json_int_t)h->nr, "begin", when(h, h->ns[0]), "end",
				   when(h, h->ns[h->nr - 1]), "ended", h->ended, "interval_ns",
				   h->interval_ns ? json_integer(h->interval_ns) : json_null());
	size_t i;

	json_object_set_new(object, "lost",
			    json_pack("{sI sI sI sI}", "samples", (json_int_t)h->lost, "places",
				      (json_int_t)h->damages, "bytes", (json_int_t)h->damaged_bytes,
				      "bytes_at_end", (json_int_t)h->torn_bytes));
	json_object_set_new(object, "window_ns", json_integer(rw_recording_window(h)));
	for (i = 0; i < h->nr_tracks; i++)
		json_array_append_new(tracks, track(h, &h->track[i]));
	for (i = 0; i < h->nr_marks; i++)
		json_array_append_new(marks, mark(h, &h->mark[i]));
	json_object_set_new(object, "values", tracks);
	json_object_set_new(object, "marks", marks);
	json_object_set_new(object, "findings", rw_json_findings(rep));
	return object;
}
