// SPDX-License-Identifier: GPL-2.0
/* A recording on one screen. */
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include <reclaimwatch/version.h>

#include "calc.h"
#include "facts.h"
#include "out_recording.h"
#include "text.h"

#define SECOND_NS 1000000000LL
#define MAX_MARKS 12

void rw_recording_time(char to[RW_TIME], const struct rw_history *h, int64_t ns)
{
	time_t s = (time_t)(ns / SECOND_NS);
	int64_t after = h->nr ? (ns - h->ns[0]) / SECOND_NS : 0;
	struct tm tm;

	if (!h->wall || !localtime_r(&s, &tm))
		snprintf(to, RW_TIME, "+%" PRId64 ":%02d:%02d", after / 3600,
			 (int)(after / 60 % 60), (int)(after % 60));
	else
		strftime(to, RW_TIME, "%m-%d %H:%M:%S", &tm);
}

void rw_recording_date(char to[RW_TIME], const struct rw_history *h, int64_t ns)
{
	time_t s = (time_t)(ns / SECOND_NS);
	struct tm tm;

	if (h->wall && localtime_r(&s, &tm))
		strftime(to, RW_TIME, "%Y-%m-%d %H:%M:%S", &tm);
	else
		rw_recording_time(to, h, ns);
}

/* A figure of a track in its unit. */
static void cell(char to[RW_CELL], const struct rw_history *h, enum rw_track_unit unit, int width,
		 struct rw_val val)
{
	if (unit == RW_TRACK_KB)
		rw_text_kb(to, val);
	else if (unit == RW_TRACK_PAGES && h->page_bytes)
		rw_text_pages(to, val, rw_some(h->page_bytes));
	else if (unit == RW_TRACK_NS)
		rw_text_ns(to, val);
	else
		rw_text_count(to, width, val);
}

static void put(FILE *out, const struct rw_history *h, enum rw_track_unit unit, int width,
		struct rw_val val)
{
	char text[RW_CELL];

	cell(text, h, unit, width - 1, val);
	fprintf(out, "%*s", width, text);
}

static void label(FILE *out, int width, int nid, const char *what)
{
	char text[64];

	if (nid == RW_WHOLE_MACHINE)
		snprintf(text, sizeof(text), "all %s", what);
	else
		snprintf(text, sizeof(text), "n%d %s", nid, what);
	fprintf(out, "%-*.*s", width, width, text);
}

static void head(FILE *out, const struct rw_history *h)
{
	char from[RW_TIME], to[RW_TIME], span[RW_CELL], every[RW_CELL], text[512];

	rw_recording_date(from, h, h->ns[0]);
	rw_recording_date(to, h, h->ns[h->nr - 1]);
	rw_text_ns(span, rw_some(h->ns[h->nr - 1] - h->ns[0]));
	rw_text_ns(every, h->interval_ns ? rw_some(h->interval_ns) : rw_none());
	snprintf(text, sizeof(text),
		 "recording of %s%s%s, %s to %s: %zu samples in %s, one every %s",
		 *h->host ? h->host : "a host without a name", *h->osrelease ? ", Linux " : "",
		 h->osrelease, from, to, h->nr, span, every);
	rw_text_wrap(out, NULL, "reclaimwatch " RWATCH_VERSION ": ", text);
}

/* What is missing of it, before what is there. */
static void losses(FILE *out, bool colour, const struct rw_history *h)
{
	const char *tint = colour ? "\033[1;33m" : NULL;
	char text[256];

	if (h->damaged_bytes) {
		snprintf(text, sizeof(text),
			 "the file is damaged in %zu %s: %zu bytes could not be used%s; at least "
			 "%" PRIu64 " samples are missing.",
			 h->damages, h->damages == 1 ? "place" : "places", h->damaged_bytes,
			 h->torn_bytes ? ", those at its end" : "", h->lost);
		rw_text_wrap(out, tint, "LOST  ", text);
	}
	if (!h->ended)
		rw_text_wrap(out, tint, "note  ",
			     "the recording breaks off without an end: it goes on, or it was "
			     "killed, or the disk was full, or the host went down.");
}

static void reclaim(FILE *out, bool colour, const struct rw_history *h)
{
	size_t i;

	rw_text_columns(out, colour, "%-12s%8s%7s%7s%11s%10s%8s%9s%8s", "kswapd", "boosted",
			"normal", "idle", "reclaimed", "slab obj", "direct", "stalled", "worst");
	for (i = 0; i < h->nr_tracks; i++) {
		int nid = h->track[i].nid;

		if (h->track[i].id != RW_TRACK_BOOSTED)
			continue;
		label(out, 12, nid, "");
		put(out, h, RW_TRACK_TIMES, 8, rw_history_total(h, RW_TRACK_BOOSTED, nid, ""));
		put(out, h, RW_TRACK_TIMES, 7, rw_history_total(h, RW_TRACK_NORMAL, nid, ""));
		put(out, h, RW_TRACK_TIMES, 7, rw_history_total(h, RW_TRACK_IDLE, nid, ""));
		put(out, h, RW_TRACK_TIMES, 11, rw_history_total(h, RW_TRACK_RECLAIMED, nid, ""));
		put(out, h, RW_TRACK_TIMES, 10, rw_history_total(h, RW_TRACK_SLAB_FREED, nid, ""));
		put(out, h, RW_TRACK_TIMES, 8, rw_history_total(h, RW_TRACK_DIRECT, nid, ""));
		put(out, h, RW_TRACK_NS, 9, rw_history_total(h, RW_TRACK_DIRECT_TIME, nid, ""));
		put(out, h, RW_TRACK_NS, 8, rw_history_most(h, RW_TRACK_DIRECT_WORST, nid, ""));
		fputc('\n', out);
	}
}

static void boost(FILE *out, bool colour, const struct rw_history *h)
{
	size_t i;

	rw_text_columns(out, colour, "%-15s%8s%9s%10s%9s%9s%9s%9s", "Boost, pages", "raises",
			"raised", "consumed", "reset", "clamped", "most", "cap");
	for (i = 0; i < h->nr_tracks; i++) {
		const struct rw_track *t = &h->track[i];

		if (t->id != RW_TRACK_BOOST)
			continue;
		label(out, 15, t->nid, t->zone);
		put(out, h, RW_TRACK_TIMES, 8,
		    rw_history_total(h, RW_TRACK_RAISES, t->nid, t->zone));
		put(out, h, RW_TRACK_TIMES, 9,
		    rw_history_total(h, RW_TRACK_RAISED, t->nid, t->zone));
		put(out, h, RW_TRACK_TIMES, 10,
		    rw_history_total(h, RW_TRACK_CONSUMED, t->nid, t->zone));
		put(out, h, RW_TRACK_TIMES, 9,
		    rw_history_total(h, RW_TRACK_RESET, t->nid, t->zone));
		put(out, h, RW_TRACK_TIMES, 9,
		    rw_history_total(h, RW_TRACK_CLAMPED, t->nid, t->zone));
		put(out, h, RW_TRACK_TIMES, 9, rw_history_most(h, RW_TRACK_BOOST, t->nid, t->zone));
		put(out, h, RW_TRACK_TIMES, 9, rw_history_most(h, RW_TRACK_CAP, t->nid, t->zone));
		fputc('\n', out);
	}
}

static void memory(FILE *out, bool colour, const struct rw_history *h)
{
	size_t i;

	rw_text_columns(out, colour, "%-16s%8s%8s  %-14s%8s  %-14s%8s", "Memory, MiB", "start",
			"least", "at", "most", "at", "end");
	for (i = 0; i < h->nr_tracks; i++) {
		const struct rw_track *t = &h->track[i];
		char least[RW_TIME], top[RW_TIME];
		struct rw_track_range range;

		if (rw_track_defs[t->id].scope != RW_TRACK_MEM || t->id == RW_TRACK_RECLAIMABLE)
			continue;
		rw_track_range(h, t, &range);
		if (!rw_known(range.first))
			continue;
		rw_recording_time(least, h, h->ns[range.min_at]);
		rw_recording_time(top, h, h->ns[range.max_at]);
		label(out, 16, t->nid, rw_track_defs[t->id].text);
		put(out, h, RW_TRACK_KB, 8, range.first);
		put(out, h, RW_TRACK_KB, 8, range.min);
		fprintf(out, "  %-14s", least);
		put(out, h, RW_TRACK_KB, 8, range.max);
		fprintf(out, "  %-14s", top);
		put(out, h, RW_TRACK_KB, 8, range.last);
		fputc('\n', out);
	}
}

int64_t rw_recording_window(const struct rw_history *h)
{
	int64_t span = h->ns[h->nr - 1] - h->ns[0];

	/* A tenth, but a whole minute of what is longer. */
	return span >= 600 * SECOND_NS ? 60 * SECOND_NS : span / 10;
}

const enum rw_track_id rw_recording_worst[RW_NR_WORST] = {
	RW_TRACK_DIRECT_TIME, RW_TRACK_DIRECT, RW_TRACK_BOOSTED, RW_TRACK_RAISED, RW_TRACK_CACHE,
};

static void worst(FILE *out, bool colour, const struct rw_history *h)
{
	const int64_t window = rw_recording_window(h);
	char title[64], span[RW_CELL];
	size_t i, k;

	rw_text_ns(span, rw_some(window));
	snprintf(title, sizeof(title), "Worst %s", span);
	rw_text_columns(out, colour, "%-18s%s", title, "what");
	for (k = 0; k < RW_NR_WORST; k++) {
		const struct rw_track *which = NULL;
		struct rw_worst top = { .by = rw_none() }, here;
		char from[RW_TIME], text[RW_CELL];

		for (i = 0; i < h->nr_tracks; i++) {
			if (h->track[i].id != rw_recording_worst[k])
				continue;
			rw_track_worst(h, &h->track[i], window, &here);
			if (rw_known(here.by) && (!rw_known(top.by) || here.by.v > top.by.v)) {
				top = here;
				which = &h->track[i];
			}
		}
		if (!which)
			continue;
		rw_recording_time(from, h, h->ns[top.from]);
		cell(text, h, rw_track_defs[which->id].unit, 12, top.by);
		fprintf(out, "%-18s", from);
		if (which->nid != RW_WHOLE_MACHINE)
			fprintf(out, "n%d %s%s", which->nid, which->zone, *which->zone ? " " : "");
		if (which->id == RW_TRACK_CACHE)
			fprintf(out, "page cache fell by %s MiB\n", text);
		else if (rw_track_defs[which->id].unit == RW_TRACK_PAGES)
			fprintf(out, "%s: %s MiB\n", rw_track_defs[which->id].text, text);
		else
			fprintf(out, "%s: %s\n", rw_track_defs[which->id].text, text);
	}
}

void rw_recording_mark(char *to, size_t size, const struct rw_mark *mark)
{
	char span[RW_CELL];

	rw_text_ns(span, rw_some(mark->for_ns));
	switch (mark->what) {
	case RW_MARK_SEGMENT:
		snprintf(to, size, "recording began again");
		break;
	case RW_MARK_RELOAD:
		snprintf(to, size, "the module was loaded anew, or the host booted");
		break;
	case RW_MARK_GAP:
		snprintf(to, size, "nothing was sampled for %s", span);
		break;
	case RW_MARK_LOST:
		snprintf(to, size, "%" PRIu64 " samples are lost, %s of time", mark->lost, span);
		break;
	case RW_MARK_CLAMP:
		snprintf(to, size, "%s", mark->text);
		break;
	case RW_MARK_NOTE:
		snprintf(to, size, "record said: %s", mark->text);
		break;
	case RW_MARK_END:
		snprintf(to, size, "recording ended: %s", mark->text);
		break;
	}
}

static void marks(FILE *out, bool colour, bool all, const struct rw_history *h)
{
	size_t i;

	if (!h->nr_marks)
		return;
	rw_text_columns(out, colour, "%-18s%s", "When", "what else");
	for (i = 0; i < h->nr_marks && (all || i < MAX_MARKS); i++) {
		char at[RW_TIME], headed[RW_TIME + 24], text[256];

		rw_recording_time(at, h, h->mark[i].ns);
		snprintf(headed, sizeof(headed), "%-18s", at);
		rw_recording_mark(text, sizeof(text), &h->mark[i]);
		rw_text_wrap(out, NULL, headed, text);
	}
	if (i < h->nr_marks)
		fprintf(out, "%-18sand %zu more, with --all\n", "...", h->nr_marks - i);
}

void rw_out_recording(FILE *out, bool colour, bool all, const struct rw_history *h,
		      const struct rw_report *rep)
{
	head(out, h);
	losses(out, colour, h);
	fputc('\n', out);
	rw_text_findings(out, colour, all, rep);
	reclaim(out, colour, h);
	boost(out, colour, h);
	memory(out, colour, h);
	worst(out, colour, h);
	marks(out, colour, all, h);
}
