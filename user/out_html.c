// SPDX-License-Identifier: GPL-2.0
/* A recording as a page. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <reclaimwatch/version.h>

#include "facts.h"
#include "html_page.h"
#include "out_recording.h"
#include "svg.h"
#include "text.h"

#define MINUTE_NS 60000000000LL
#define HEIGHT	  210

struct page {
	struct rw_buf *to;
	const struct rw_history *h;
	const char *tag;	  /* which recording of two, or "" */
	struct rw_series *series; /* RW_SVG_LINES of them, for one plot at a time */
	struct rw_plot plot;
};

static void begin(struct page *p, const char *title, const char *unit, const char *read,
		  double scale)
{
	p->plot = (struct rw_plot){ .title = title,
				    .unit = unit,
				    .read = read,
				    .scale = scale,
				    .height = HEIGHT };
}

/* Room for one more line; NULL if there is none left. */
static struct rw_plot_line *line(struct page *p, const char *name, int colour)
{
	struct rw_plot_line *l = &p->plot.line[p->plot.nr];

	if (p->plot.nr == RW_SVG_LINES)
		return NULL;
	*l = (struct rw_plot_line){ .name = name,
				    .colour = colour,
				    .series = &p->series[p->plot.nr++] };
	return l;
}

static void gauge(struct page *p, enum rw_track_id id, int nid, const char *zone, const char *name,
		  int colour, bool dashed)
{
	const struct rw_track *t = rw_history_track(p->h, id, nid, zone);
	struct rw_plot_line *l = t ? line(p, name, colour) : NULL;

	if (!l)
		return;
	l->dashed = dashed;
	rw_series_gauge(p->h, t, l->series);
}

/* The unit in which the highest figure has a few digits. */
static bool in_gib(const struct page *p, enum rw_track_id id, int nid)
{
	struct rw_val most = rw_history_most(p->h, id, nid, "");

	return rw_above(most, 10 << 20);
}

static void where(const struct page *p, char *to, size_t size, const char *what, int nid)
{
	if (nid == RW_WHOLE_MACHINE)
		snprintf(to, size, "%s%s", p->tag, what);
	else
		snprintf(to, size, "%s%s, node %d", p->tag, what, nid);
}

static void cache_plots(struct page *p)
{
	size_t i;

	for (i = 0; i < p->h->nr_tracks; i++) {
		const struct rw_track *t = &p->h->track[i];
		bool gib = t->id == RW_TRACK_CACHE &&
			   (in_gib(p, RW_TRACK_CACHE, t->nid) || in_gib(p, RW_TRACK_SLAB, t->nid));
		char title[64];

		if (t->id != RW_TRACK_CACHE)
			continue;
		where(p, title, sizeof(title), "Page cache against slab", t->nid);
		begin(p, title, gib ? "GiB" : "MiB", gib ? "GiB" : "MiB",
		      gib ? 1.0 / (1 << 20) : 1.0 / 1024);
		gauge(p, RW_TRACK_CACHE, t->nid, "", "page cache", 0, false);
		gauge(p, RW_TRACK_SLAB, t->nid, "", "slab", 1, false);
		gauge(p, RW_TRACK_RECLAIMABLE, t->nid, "", "of that, reclaimable", 2, true);
		rw_svg_plot(p->to, p->h, &p->plot);
	}
}

static void free_plot(struct page *p)
{
	char name[RW_SVG_LINES][24], title[64];
	bool gib = false;
	size_t i, nr = 0;

	for (i = 0; i < p->h->nr_tracks; i++)
		gib |= p->h->track[i].id == RW_TRACK_FREE &&
		       in_gib(p, RW_TRACK_FREE, p->h->track[i].nid);
	where(p, title, sizeof(title), "Free memory", RW_WHOLE_MACHINE);
	begin(p, title, gib ? "GiB" : "MiB", gib ? "GiB" : "MiB",
	      gib ? 1.0 / (1 << 20) : 1.0 / 1024);
	for (i = 0; i < p->h->nr_tracks && nr < RW_SVG_LINES; i++) {
		const struct rw_track *t = &p->h->track[i];

		if (t->id != RW_TRACK_FREE)
			continue;
		if (t->nid == RW_WHOLE_MACHINE)
			snprintf(name[nr], sizeof(name[nr]), "all nodes");
		else
			snprintf(name[nr], sizeof(name[nr]), "node %d", t->nid);
		gauge(p, RW_TRACK_FREE, t->nid, "", name[nr], (int)nr, nr >= 4);
		nr++;
	}
	rw_svg_plot(p->to, p->h, &p->plot);
}

static void boost_plots(struct page *p)
{
	double scale = (double)p->h->page_bytes / (1 << 20);
	bool any = false;
	size_t i;

	for (i = 0; i < p->h->nr_tracks; i++) {
		const struct rw_track *t = &p->h->track[i];
		char title[96];

		if (t->id != RW_TRACK_BOOST ||
		    (!rw_above(rw_history_most(p->h, t->id, t->nid, t->zone), 0) &&
		     !rw_above(rw_history_total(p->h, RW_TRACK_RAISES, t->nid, t->zone), 0)))
			continue;
		any = true;
		snprintf(title, sizeof(title), "%sBoost against its cap, node %d %s", p->tag,
			 t->nid, t->zone);
		begin(p, title, p->h->page_bytes ? "MiB" : "pages",
		      p->h->page_bytes ? "MiB" : "pages", p->h->page_bytes ? scale : 1);
		gauge(p, RW_TRACK_BOOST, t->nid, t->zone, "boost", 0, false);
		gauge(p, RW_TRACK_CAP, t->nid, t->zone, "cap", 1, true);
		rw_svg_plot(p->to, p->h, &p->plot);
	}
	if (!any)
		rw_buf_printf(p->to, "<p class=\"dim\">%sNo zone was boosted.</p>\n", p->tag);
}

static void rate(struct page *p, enum rw_track_id id, int nid, const char *name, int colour)
{
	const struct rw_track *t = rw_history_track(p->h, id, nid, "");
	struct rw_plot_line *l = t ? line(p, name, colour) : NULL;

	if (l)
		rw_series_rate(p->h, t, MINUTE_NS, l->series);
}

static void pass_plots(struct page *p)
{
	size_t i;

	for (i = 0; i < p->h->nr_tracks; i++) {
		int nid = p->h->track[i].nid;
		char title[64];

		if (p->h->track[i].id != RW_TRACK_BOOSTED)
			continue;
		where(p, title, sizeof(title), "Passes of kswapd", nid);
		begin(p, title, "per minute", "/min", 1);
		rate(p, RW_TRACK_BOOSTED, nid, "boosted", 1);
		rate(p, RW_TRACK_NORMAL, nid, "normal", 0);
		rw_svg_plot(p->to, p->h, &p->plot);
	}
}

static void latency_plots(struct page *p)
{
	size_t i;

	for (i = 0; i < p->h->nr_tracks; i++) {
		const struct rw_track *nr = &p->h->track[i], *sum, *worst;
		struct rw_plot_line *l;
		char title[64];

		if (nr->id != RW_TRACK_DIRECT)
			continue;
		where(p, title, sizeof(title), "Direct-reclaim latency", nr->nid);
		if (!rw_above(rw_track_grown(p->h, nr, 0, p->h->nr - 1), 0)) {
			rw_buf_printf(p->to, "<p class=\"dim\">%s: %s.</p>\n", title,
				      rw_known(rw_track_grown(p->h, nr, 0, p->h->nr - 1)) ?
					      "no direct reclaim" :
					      "not known");
			continue;
		}
		begin(p, title, "logarithmic", "ms", 1e-6);
		p->plot.log = true;
		sum = rw_history_track(p->h, RW_TRACK_DIRECT_TIME, nr->nid, "");
		worst = rw_history_track(p->h, RW_TRACK_DIRECT_WORST, nr->nid, "");
		l = sum ? line(p, "mean", 0) : NULL;
		if (l) {
			l->dots = true;
			rw_series_ratio(p->h, sum, nr, l->series);
		}
		l = worst ? line(p, "longest, at most", 1) : NULL;
		if (l) {
			l->dots = true;
			rw_series_gauge(p->h, worst, l->series);
		}
		rw_svg_plot(p->to, p->h, &p->plot);
	}
}

static void findings(struct rw_buf *to, const struct rw_report *rep)
{
	static const char *const words[][2] = { [RW_BAD] = { "bad", "BAD" },
						[RW_WARN] = { "warn", "WARN" },
						[RW_NOTE] = { "note", "note" } };
	size_t i, k;

	rw_buf_printf(to, "<h2>Findings</h2>\n<ul>");
	for (i = 0; i < rep->nr_findings; i++) {
		const struct rw_finding *f = &rep->findings[i];

		rw_buf_printf(to, "<li class=\"%s\"><b>%s</b>", words[f->severity][0],
			      words[f->severity][1]);
		rw_svg_escape(to, f->text);
		if (f->advice) {
			rw_buf_printf(to, " &rarr; ");
			rw_svg_escape(to, f->advice);
		}
		rw_buf_printf(to, "<small>");
		for (k = 0; k < f->nr_evidence; k++) {
			char cell[RW_CELL];

			rw_text_count(cell, 20, f->evidence[k].val);
			rw_buf_printf(to, "%s%s %s", k ? ", " : "", f->evidence[k].name, cell);
		}
		rw_buf_printf(to, "</small></li>\n");
	}
	rw_buf_printf(to, "</ul>\n");
	if (!rep->nr_findings)
		rw_buf_printf(to, "<p>Nothing stands out.</p>\n");
}

static void cell(struct rw_buf *to, bool ns, struct rw_val val)
{
	char text[RW_CELL];

	if (ns)
		rw_text_ns(text, val);
	else
		rw_text_count(text, 20, val);
	rw_buf_printf(to, "<td>%s</td>", text);
}

static void reclaim_table(struct rw_buf *to, const struct rw_history *h)
{
	size_t i;

	rw_buf_printf(to,
		      "<div class=\"wide\"><table><tr><th>kswapd</th><th>boosted passes</th>"
		      "<th>normal passes</th><th>that reclaimed nothing</th>"
		      "<th>pages reclaimed</th><th>slab objects freed</th>"
		      "<th>direct reclaims</th><th>stalled</th><th>longest, at most</th></tr>\n");
	for (i = 0; i < h->nr_tracks; i++) {
		int nid = h->track[i].nid;

		if (h->track[i].id != RW_TRACK_BOOSTED)
			continue;
		rw_buf_printf(to, "<tr><td>node %d</td>", nid);
		cell(to, false, rw_history_total(h, RW_TRACK_BOOSTED, nid, ""));
		cell(to, false, rw_history_total(h, RW_TRACK_NORMAL, nid, ""));
		cell(to, false, rw_history_total(h, RW_TRACK_IDLE, nid, ""));
		cell(to, false, rw_history_total(h, RW_TRACK_RECLAIMED, nid, ""));
		cell(to, false, rw_history_total(h, RW_TRACK_SLAB_FREED, nid, ""));
		cell(to, false, rw_history_total(h, RW_TRACK_DIRECT, nid, ""));
		cell(to, true, rw_history_total(h, RW_TRACK_DIRECT_TIME, nid, ""));
		cell(to, true, rw_history_most(h, RW_TRACK_DIRECT_WORST, nid, ""));
		rw_buf_printf(to, "</tr>\n");
	}
	rw_buf_printf(to, "</table></div>\n");
}

static void boost_table(struct rw_buf *to, const struct rw_history *h)
{
	static const enum rw_track_id ids[] = { RW_TRACK_RAISES, RW_TRACK_RAISED, RW_TRACK_CONSUMED,
						RW_TRACK_RESET, RW_TRACK_CLAMPED };
	size_t i, k;

	rw_buf_printf(to, "<div class=\"wide\"><table><tr><th>boost, pages</th><th>raises</th>"
			  "<th>raised</th><th>consumed</th><th>reset</th><th>clamped</th>"
			  "<th>most</th><th>cap</th></tr>\n");
	for (i = 0; i < h->nr_tracks; i++) {
		const struct rw_track *t = &h->track[i];

		if (t->id != RW_TRACK_BOOST)
			continue;
		rw_buf_printf(to, "<tr><td>node %d ", t->nid);
		rw_svg_escape(to, t->zone);
		rw_buf_printf(to, "</td>");
		for (k = 0; k < sizeof(ids) / sizeof(*ids); k++)
			cell(to, false, rw_history_total(h, ids[k], t->nid, t->zone));
		cell(to, false, rw_history_most(h, RW_TRACK_BOOST, t->nid, t->zone));
		cell(to, false, rw_history_most(h, RW_TRACK_CAP, t->nid, t->zone));
		rw_buf_printf(to, "</tr>\n");
	}
	rw_buf_printf(to, "</table></div>\n");
}

static void mark_table(struct rw_buf *to, const struct rw_history *h)
{
	size_t i;

	if (!h->nr_marks)
		return;
	rw_buf_printf(to, "<h2>What else happened</h2>\n<table class=\"t\">");
	for (i = 0; i < h->nr_marks; i++) {
		char at[RW_TIME], text[256];

		rw_recording_time(at, h, h->mark[i].ns);
		rw_recording_mark(text, sizeof(text), &h->mark[i]);
		rw_buf_printf(to, "<tr><td>%s</td><td>", at);
		rw_svg_escape(to, text);
		rw_buf_printf(to, "</td></tr>\n");
	}
	rw_buf_printf(to, "</table>\n");
}

static void page_head(struct rw_buf *to, const char *title)
{
	rw_buf_printf(to,
		      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
		      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
		      "<link rel=\"icon\" href=\"data:,\">\n<title>reclaimwatch: ");
	rw_svg_escape(to, title);
	rw_buf_printf(to, "</title>\n<style>");
	rw_buf_add(to, rw_html_style, strlen(rw_html_style));
	rw_buf_printf(to, "</style></head>\n<body>\n");
}

/* How to read the plots that follow. */
static void plots_head(struct rw_buf *to)
{
	rw_buf_printf(to,
		      "<h2>Over time</h2>\n<p class=\"dim\">Shaded: the boost clamp was on. Grey: "
		      "nothing was recorded. Pale strokes go from the lowest to the highest "
		      "sample.</p>\n<p class=\"read\">Point at a plot to read it off.</p>\n");
}

static void page_foot(struct rw_buf *to)
{
	rw_buf_printf(to, "<script>");
	rw_buf_add(to, rw_html_script, strlen(rw_html_script));
	rw_buf_printf(to, "</script>\n</body></html>\n");
}

/* What it is a recording of. */
static void about(struct rw_buf *to, const char *tag, const struct rw_history *h)
{
	char begin[RW_TIME], until[RW_TIME], span[RW_CELL];

	rw_recording_date(begin, h, h->ns[0]);
	rw_recording_date(until, h, h->ns[h->nr - 1]);
	rw_text_ns(span, rw_some(h->ns[h->nr - 1] - h->ns[0]));
	rw_buf_printf(to, "<h1>%s", tag);
	rw_svg_escape(to, *h->host ? h->host : "A recording");
	rw_buf_printf(to, "</h1>\n<p class=\"dim\">%s to %s: %zu samples in %s", begin, until,
		      h->nr, span);
	if (*h->osrelease) {
		rw_buf_printf(to, "; Linux ");
		rw_svg_escape(to, h->osrelease);
	}
	rw_buf_printf(to, "; reclaimwatch " RWATCH_VERSION "</p>\n");
	if (h->damaged_bytes)
		rw_buf_printf(to,
			      "<p><b>The file is damaged in %zu places: %zu bytes could not be "
			      "used, and at least %" PRIu64 " samples are missing.</b></p>\n",
			      h->damages, h->damaged_bytes, h->lost);
}

int rw_html_recording(struct rw_buf *to, const struct rw_history *h, const struct rw_report *rep)
{
	struct page p = { .to = to, .h = h, .tag = "" };

	p.series = malloc(RW_SVG_LINES * sizeof(*p.series));
	if (!p.series)
		return -1;
	page_head(to, *h->host ? h->host : "a recording");
	about(to, "", h);
	findings(to, rep);
	rw_buf_printf(to, "<h2>In all</h2>\n");
	reclaim_table(to, h);
	boost_table(to, h);
	mark_table(to, h);
	plots_head(to);
	cache_plots(&p);
	boost_plots(&p);
	pass_plots(&p);
	free_plot(&p);
	latency_plots(&p);
	page_foot(to);
	free(p.series);
	return to->failed ? -1 : 0;
}

int rw_html_compare(struct rw_buf *to, const struct rw_history h[2])
{
	static void (*const plots[])(struct page *) = { cache_plots, boost_plots, pass_plots,
							free_plot, latency_plots };
	static const char *const tags[] = { "A: ", "B: " };
	struct page p = { .to = to };
	size_t i, k;

	p.series = malloc(RW_SVG_LINES * sizeof(*p.series));
	if (!p.series)
		return -1;
	page_head(to, "two recordings");
	for (k = 0; k < 2; k++)
		about(to, tags[k], &h[k]);
	rw_buf_printf(to, "<h2>Side by side</h2>\n");
	rw_html_compare_table(to, h);
	plots_head(to);
	for (i = 0; i < sizeof(plots) / sizeof(*plots); i++) {
		for (k = 0; k < 2; k++) {
			p.h = &h[k];
			p.tag = tags[k];
			plots[i](&p);
		}
	}
	page_foot(to);
	free(p.series);
	return to->failed ? -1 : 0;
}
