// SPDX-License-Identifier: GPL-2.0
/* A table of "watch": the columns that fit, the rows that weigh most, a bar. */
#include <stdlib.h>
#include <string.h>

#include "watch_view.h"

#define BAR_MOST 100

/* Where things go. */
struct place {
	int label;
	int at[RW_VIEW_CELLS]; /* -1: there is no room for it */
	int bar, bar_width;    /* 0: no bar */
};

static void place(const struct rw_view_section *section, int columns, struct place *p)
{
	int used = section->label, bar = section->bar ? section->bar_least : 0, left;
	size_t i;

	*p = (struct place){ .label = section->label };
	for (i = 0; i < RW_VIEW_CELLS; i++) {
		int width = section->column[i].width;
		int least = i < section->nr_always ? 0 : bar;

		p->at[i] = width && used + width + least <= columns ? used : -1;
		if (p->at[i] >= 0)
			used += width;
	}
	left = columns - used;
	if (bar && left >= bar) {
		p->bar = used;
		p->bar_width = left < BAR_MOST ? left : BAR_MOST;
	} else if (!bar && left > 0) {
		int wider = left < section->most - section->label ? left :
								    section->most - section->label;

		for (i = 0; i < RW_VIEW_CELLS; i++)
			p->at[i] += p->at[i] < 0 ? 0 : wider;
		p->label += wider;
	}
}

static void head(const struct rw_view *view, const struct rw_view_section *section,
		 const struct place *p, int row, size_t nr, size_t shown, struct rw_canvas *canvas)
{
	char text[RW_LINE];
	size_t i;

	rw_canvas_fill(canvas, row, 0, RW_STYLE_HEAD, ' ', canvas->columns);
	if (shown < nr)
		snprintf(text, sizeof(text), "%s %zu/%zu", section->title, shown, nr);
	else
		snprintf(text, sizeof(text), "%s", section->title);
	if (!nr) {
		rw_canvas_put(canvas, row, 0, RW_STYLE_HEAD, "%s: %s", text, section->none);
		return;
	}
	rw_canvas_put(canvas, row, 0, RW_STYLE_HEAD, "%.*s", p->label, text);
	for (i = 0; i < RW_VIEW_CELLS; i++) {
		const struct rw_view_column *column = &section->column[i];

		if (p->at[i] < 0)
			continue;
		snprintf(text, sizeof(text), "%s%s", column->head,
			 column->rate && view->before ? "/s" : "");
		rw_canvas_put(canvas, row, p->at[i], RW_STYLE_HEAD, "%*s", column->width, text);
	}
	if (p->bar_width)
		rw_canvas_put(canvas, row, p->bar + 2, RW_STYLE_HEAD, "%s", section->bar);
}

/* Rounded down, but what is there is seen. */
static int cells(struct rw_val part, struct rw_val whole, int width)
{
	long double n = whole.v > 0 ? (long double)width * part.v / whole.v : 0;

	if (part.v <= 0)
		return 0;
	return n < 1 ? 1 : n > width ? width : (int)n;
}

static void bar(const struct rw_view_row *from, const struct place *p, int row,
		struct rw_canvas *canvas)
{
	int width = p->bar_width - 3, column = p->bar + 2, i, used = 0;

	for (i = 0; i < RW_VIEW_PARTS; i++) {
		if ((from->part[i].c && !rw_known(from->part[i].val)) || !rw_known(from->whole)) {
			rw_canvas_put(canvas, row, column, RW_STYLE_DIM, RWATCH_UNKNOWN);
			return;
		}
	}
	rw_canvas_put(canvas, row, p->bar + 1, RW_STYLE_DIM, "[");
	rw_canvas_put(canvas, row, p->bar + p->bar_width - 1, RW_STYLE_DIM, "]");
	for (i = 0; i < RW_VIEW_PARTS && from->part[i].c; i++) {
		int n = cells(from->part[i].val, from->whole, width);

		if (n > width - used)
			n = width - used;
		column = rw_canvas_fill(canvas, row, column, from->part[i].style, from->part[i].c,
					n);
		used += n;
	}
}

static void one(const struct rw_view *view, const struct rw_view_section *section, size_t i,
		const struct place *p, int row, struct rw_canvas *canvas)
{
	struct rw_view_row from = { 0 };
	int n;

	section->fill(view, i, &from);
	rw_canvas_put(canvas, row, 0, RW_STYLE_PLAIN, "%.*s", p->label, from.label);
	for (n = 0; n < from.nr; n++)
		if (p->at[n] >= 0)
			rw_canvas_put(canvas, row, p->at[n], from.cell[n].style, "%*s",
				      section->column[n].width, from.cell[n].text);
	if (p->bar_width)
		bar(&from, p, row, canvas);
}

struct weighed {
	struct rw_view_weight by;
	size_t i;
};

static int heavier(const void *a, const void *b)
{
	const struct weighed *left = a, *right = b;

	if (left->by.weight != right->by.weight)
		return left->by.weight < right->by.weight ? 1 : -1;
	if (left->by.tie != right->by.tie)
		return left->by.tie < right->by.tie ? 1 : -1;
	return left->i < right->i ? -1 : left->i > right->i;
}

static int earlier(const void *a, const void *b)
{
	const struct weighed *left = a, *right = b;

	return left->i < right->i ? -1 : left->i > right->i;
}

int rw_view_draw(const struct rw_view *view, const struct rw_view_section *section, int row,
		 int rows, struct rw_canvas *canvas)
{
	size_t i, nr = section->nr(view), shown = rows < 1 ? 0 : (size_t)rows - 1;
	struct weighed *w = calloc(nr + 1, sizeof(*w));
	struct place p;

	if (!w)
		return -1;
	for (i = 0; i < nr; i++) {
		w[i].i = i;
		section->weigh(view, i, &w[i].by);
	}
	qsort(w, nr, sizeof(*w), heavier);
	if (shown > nr)
		shown = nr;
	if (section->in_order)
		qsort(w, shown, sizeof(*w), earlier);
	place(section, canvas->columns, &p);
	head(view, section, &p, row, nr, shown, canvas);
	for (i = 0; i < shown; i++)
		one(view, section, w[i].i, &p, row + 1 + (int)i, canvas);
	free(w);
	return 0;
}
