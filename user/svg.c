// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "axis.h"
#include "facts.h"
#include "svg.h"

#define LEFT	RW_SVG_LEFT
#define RIGHT	RW_SVG_RIGHT
#define TOP	18
#define BOTTOM	22
#define SECOND	1000000000LL
#define COLOURS 4

/* One plot being drawn: from figures to places. */
struct frame {
	struct rw_buf *to;
	const struct rw_history *h;
	const struct rw_plot *plot;
	double low, high; /* of the axis; decades if it is one of those */
	int inner;	  /* height of the plot itself */
};

void rw_svg_escape(struct rw_buf *to, const char *text)
{
	for (; *text; text++) {
		if (*text == '<')
			rw_buf_printf(to, "&lt;");
		else if (*text == '>')
			rw_buf_printf(to, "&gt;");
		else if (*text == '&')
			rw_buf_printf(to, "&amp;");
		else if (*text == '"')
			rw_buf_printf(to, "&quot;");
		else
			rw_buf_byte(to, (unsigned char)*text);
	}
}

static double x_of(const struct frame *f, int64_t ns)
{
	int64_t from = f->h->ns[0], to = f->h->ns[f->h->nr - 1];

	return LEFT + (to > from ? (double)(ns - from) / (double)(to - from) : 0.5) *
			      (RW_SVG_WIDTH - LEFT - RIGHT);
}

static double y_of(const struct frame *f, double v)
{
	v = f->plot->log ? log10(v > 1 ? v : 1) : v * f->plot->scale;
	if (v < f->low)
		v = f->low;
	return TOP + f->inner * (1 - (v - f->low) / (f->high - f->low));
}

/* An axis from 0, or by decades around what there is. */
static void fit(struct frame *f)
{
	double top = 0, bottom = 0;
	size_t i;

	for (i = 0; i < f->plot->nr; i++) {
		double t = rw_series_top(f->plot->line[i].series);
		double b = rw_series_bottom(f->plot->line[i].series);

		top = t > top ? t : top;
		bottom = b > 0 && (bottom <= 0 || b < bottom) ? b : bottom;
	}
	if (f->plot->log) {
		f->low = bottom > 1 ? floor(log10(bottom)) : 3;
		f->high = top > 1 ? ceil(log10(top)) : 6;
		if (f->high <= f->low)
			f->high = f->low + 1;
		return;
	}
	top *= f->plot->scale;
	if (!(top > 0))
		top = 1;
	f->low = 0;
	f->high = ceil(top / rw_axis_step(top, 5)) * rw_axis_step(top, 5);
}

static void y_axis(const struct frame *f)
{
	double step = f->plot->log ? 1 : rw_axis_step(f->high, 5), at;
	char label[RW_AXIS_LABEL];

	for (at = f->low; at <= f->high + step / 2; at += step) {
		double y = TOP + f->inner * (1 - (at - f->low) / (f->high - f->low));

		if (f->plot->log)
			rw_axis_decade(label, pow(10, at));
		else
			rw_axis_label(label, at, step);
		rw_buf_printf(f->to,
			      "<path class=\"g\" d=\"M%d %.1fH%d\"/>"
			      "<text class=\"y\" x=\"%d\" y=\"%.1f\">%s</text>",
			      LEFT, y, RW_SVG_WIDTH - RIGHT, LEFT - 6, y + 4, label);
	}
}

/* Local midnight is a tick, whatever the step. */
static int64_t first_tick(const struct frame *f, int64_t step)
{
	int64_t from = f->h->ns[0], zero = from;
	time_t s = (time_t)(from / SECOND);
	struct tm tm;

	if (f->h->wall && localtime_r(&s, &tm))
		zero = from - (from % SECOND) -
		       (tm.tm_hour * 3600LL + tm.tm_min * 60LL + tm.tm_sec) * SECOND;
	if (from > zero)
		zero += (from - zero + step - 1) / step * step;
	return zero;
}

static void time_label(const struct frame *f, int64_t ns, int64_t step, char to[RW_AXIS_LABEL])
{
	int64_t after = (ns - f->h->ns[0]) / SECOND;
	time_t s = (time_t)(ns / SECOND);
	struct tm tm;

	if (f->h->wall && localtime_r(&s, &tm)) {
		if (step >= 86400 * SECOND || (!tm.tm_hour && !tm.tm_min && step >= 60 * SECOND))
			strftime(to, RW_AXIS_LABEL, "%b %d", &tm);
		else
			strftime(to, RW_AXIS_LABEL, step < 60 * SECOND ? "%H:%M:%S" : "%H:%M", &tm);
		return;
	}
	if (step < SECOND)
		snprintf(to, RW_AXIS_LABEL, "+%.1f s", (double)(ns - f->h->ns[0]) / 1e9);
	else if (step < 60 * SECOND)
		snprintf(to, RW_AXIS_LABEL, "+%d:%02d:%02d", (int)(after / 3600),
			 (int)(after / 60 % 60), (int)(after % 60));
	else
		snprintf(to, RW_AXIS_LABEL, "+%d:%02d", (int)(after / 3600),
			 (int)(after / 60 % 60));
}

static void x_axis(const struct frame *f)
{
	int64_t to = f->h->ns[f->h->nr - 1], step, ns;
	char label[RW_AXIS_LABEL];

	step = rw_axis_time_step(to - f->h->ns[0], 12);
	if (step < 1)
		return;
	for (ns = first_tick(f, step); ns <= to; ns += step) {
		double x = x_of(f, ns);

		time_label(f, ns, step, label);
		rw_buf_printf(f->to, "<path class=\"g\" d=\"M%.1f %dv%d\"/>", x, TOP, f->inner + 4);
		/* Not over the edge. */
		if (x > RW_SVG_WIDTH - 30)
			continue;
		rw_buf_printf(f->to, "<text class=\"x\" x=\"%.1f\" y=\"%d\">%s</text>", x,
			      TOP + f->inner + 17, label);
	}
}

/* A word above a line, unless the last word is in its way. */
static void flag(const struct frame *f, double x, const char *text, double *used)
{
	double width = 7.0 * (double)strlen(text);

	rw_buf_printf(f->to, "<path class=\"m\" d=\"M%.1f %dv%d\"><title>", x, TOP, f->inner);
	rw_svg_escape(f->to, text);
	rw_buf_printf(f->to, "</title></path>");
	if (x < *used || x + width > RW_SVG_WIDTH)
		return;
	rw_buf_printf(f->to, "<text class=\"m\" x=\"%.1f\" y=\"%d\">", x, TOP - 5);
	rw_svg_escape(f->to, text);
	rw_buf_printf(f->to, "</text>");
	*used = x + width + 6;
}

static void band(const struct frame *f, const char *class, int64_t from, int64_t to)
{
	double x = x_of(f, from), width = x_of(f, to) - x;

	rw_buf_printf(f->to,
		      "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>",
		      class, x, TOP, width > 1 ? width : 1, f->inner);
}

/* While the clamp is on; what is missing; and when that changed. */
static void marks(const struct frame *f)
{
	const struct rw_history *h = f->h;
	int64_t on = -1, end = h->ns[h->nr - 1];
	double used = 0;
	size_t i;

	for (i = 0; i < h->nr_marks; i++) {
		const struct rw_mark *m = &h->mark[i];

		if (m->what == RW_MARK_GAP || m->what == RW_MARK_LOST)
			band(f, "gap", m->ns, m->ns + m->for_ns < end ? m->ns + m->for_ns : end);
		if (m->what != RW_MARK_CLAMP)
			continue;
		if (on >= 0)
			band(f, "on", on, m->ns);
		on = m->on ? m->ns : -1;
	}
	if (on >= 0)
		band(f, "on", on, end);
	for (i = 0; i < h->nr_marks; i++) {
		if (h->mark[i].what == RW_MARK_CLAMP)
			flag(f, x_of(f, h->mark[i].ns), h->mark[i].text, &used);
		if (h->mark[i].what == RW_MARK_RELOAD)
			flag(f, x_of(f, h->mark[i].ns), "module loaded anew", &used);
	}
}

/* From the lowest to the highest of each point, as far as that is more than a line. */
static void envelope(const struct frame *f, const struct rw_plot_line *line)
{
	const struct rw_series *s = line->series;
	size_t i;

	rw_buf_printf(f->to, "<path class=\"e c%d\" d=\"", line->colour % COLOURS);
	for (i = 0; i < s->nr; i++) {
		const struct rw_point *p = &s->point[i];

		if (p->nr && y_of(f, p->low) - y_of(f, p->high) > 1)
			rw_buf_printf(f->to, "M%.1f %.1fV%.1f", x_of(f, p->ns), y_of(f, p->low),
				      y_of(f, p->high));
	}
	rw_buf_printf(f->to, "\"/>");
}

static void dots(const struct frame *f, const struct rw_plot_line *line)
{
	const struct rw_series *s = line->series;
	size_t i;

	/* A line of no length with round ends. */
	rw_buf_printf(f->to, "<path class=\"d c%d\" d=\"", line->colour % COLOURS);
	for (i = 0; i < s->nr; i++)
		if (s->point[i].nr)
			rw_buf_printf(f->to, "M%.1f %.1fh0", x_of(f, s->point[i].ns),
				      y_of(f, s->point[i].high));
	rw_buf_printf(f->to, "\"/>");
}

static void draw(const struct frame *f, const struct rw_plot_line *line)
{
	const struct rw_series *s = line->series;
	bool any = false;
	size_t i;

	if (line->dots) {
		dots(f, line);
		return;
	}
	envelope(f, line);
	rw_buf_printf(f->to, "<path class=\"l c%d%s\" d=\"", line->colour % COLOURS,
		      line->dashed ? " dash" : "");
	for (i = 0; i < s->nr; i++) {
		const struct rw_point *p = &s->point[i];

		if (!p->nr)
			continue;
		rw_buf_printf(f->to, "%c%.1f %.1f", any && !p->apart ? 'L' : 'M', x_of(f, p->ns),
			      y_of(f, p->mean));
		any = true;
	}
	rw_buf_printf(f->to, "\"/>");
}

static void legend(struct rw_buf *to, const struct rw_plot *plot)
{
	size_t i;

	rw_buf_printf(to, "<figcaption><b>");
	rw_svg_escape(to, plot->title);
	rw_buf_printf(to, "</b> <span class=\"u\">%s</span>", plot->unit);
	for (i = 0; i < plot->nr; i++) {
		const struct rw_plot_line *line = &plot->line[i];

		rw_buf_printf(
			to,
			"<span class=\"k\"><svg width=\"22\" height=\"10\" aria-hidden=\"true\">"
			"<path class=\"%s c%d%s\" d=\"%s\"/></svg>",
			line->dots ? "d" : "l", line->colour % COLOURS, line->dashed ? " dash" : "",
			line->dots ? "M11 5h0" : "M1 5h20");
		rw_svg_escape(to, line->name);
		rw_buf_printf(to, "%s <output></output></span>",
			      rw_series_any(line->series) ? "" : " (n/a)");
	}
	rw_buf_printf(to, "</figcaption>");
}

/* The figures, for the script that reads them off: null where nothing is known. */
static void figures(struct rw_buf *to, const struct rw_plot *plot)
{
	size_t i, k;

	rw_buf_printf(to, "<script type=\"application/json\">[");
	for (i = 0; i < plot->nr; i++) {
		const struct rw_series *s = plot->line[i].series;

		rw_buf_printf(to, "%s[", i ? "," : "");
		for (k = 0; k < s->nr; k++) {
			const struct rw_point *p = &s->point[k];
			double v = (plot->line[i].dots ? p->high : p->mean) * plot->scale;

			if (!p->nr)
				rw_buf_printf(to, "%snull", k ? "," : "");
			else
				rw_buf_printf(to, "%s%.*g", k ? "," : "", 4, v);
		}
		rw_buf_printf(to, "]");
	}
	rw_buf_printf(to, "]</script>");
}

/* With what the script has to know of it. */
static void begin_figure(struct rw_buf *to, const struct rw_history *h, const struct rw_plot *plot)
{
	time_t s = (time_t)(h->ns[0] / SECOND);
	struct tm tm = { 0 };

	localtime_r(&s, &tm);
	rw_buf_printf(to,
		      "<figure data-u=\"%s\" data-n=\"%zu\" data-from=\"%.0f\" data-to=\"%.0f\" "
		      "data-off=\"%ld\"%s>",
		      plot->read, rw_series_size(h), (double)h->ns[0] / 1e6,
		      (double)h->ns[h->nr - 1] / 1e6, tm.tm_gmtoff,
		      h->wall ? " data-wall=\"1\"" : "");
}

void rw_svg_plot(struct rw_buf *to, const struct rw_history *h, const struct rw_plot *plot)
{
	struct frame f = { .to = to, .h = h, .plot = plot, .inner = plot->height - TOP - BOTTOM };
	size_t i;

	fit(&f);
	begin_figure(to, h, plot);
	legend(to, plot);
	rw_buf_printf(
		to,
		"<svg class=\"p\" viewBox=\"0 0 %d %d\" tabindex=\"0\" role=\"img\" aria-label=\"",
		RW_SVG_WIDTH, plot->height);
	rw_svg_escape(to, plot->title);
	rw_buf_printf(to, "\">");
	marks(&f);
	y_axis(&f);
	x_axis(&f);
	for (i = 0; i < plot->nr; i++)
		draw(&f, &plot->line[i]);
	rw_buf_printf(to, "<path class=\"cur\" d=\"M0 %dv%d\"/></svg>", TOP, f.inner);
	figures(to, plot);
	rw_buf_printf(to, "</figure>\n");
}
