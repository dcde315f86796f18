// SPDX-License-Identifier: GPL-2.0
/* The cells of the tables of "watch". */
#include <inttypes.h>
#include <string.h>

#include "calc.h"
#include "watch_view.h"

struct rw_val rw_view_grown(const struct rw_view *view, const struct rw_val *before,
			    const struct rw_val *now, int id)
{
	/* What was not there before has grown from nothing. */
	return view->before && before ? rw_grown(before[id], now[id]) : now[id];
}

/* Zero is dim: what happens stands out. */
static void add(struct rw_view_row *row, const char *text, struct rw_val val)
{
	if (row->nr == RW_VIEW_CELLS)
		return;
	snprintf(row->cell[row->nr].text, RW_CELL, "%s", text);
	row->cell[row->nr++].style = rw_known(val) && val.v ? RW_STYLE_PLAIN : RW_STYLE_DIM;
}

void rw_view_rate(const struct rw_view *view, struct rw_view_row *row, int width,
		  struct rw_val grown)
{
	char cell[RW_CELL];

	if (!view->before) {
		rw_view_count(row, width, grown);
		return;
	}
	rw_text_rate(cell, width - 1, rw_milli_per_second(grown, view->interval_ns));
	add(row, cell, grown);
}

void rw_view_time(const struct rw_view *view, struct rw_view_row *row, struct rw_val grown)
{
	rw_view_ns(row, view->before ? rw_per_second(grown, view->interval_ns) : grown);
}

void rw_view_count(struct rw_view_row *row, int width, struct rw_val val)
{
	char cell[RW_CELL];

	rw_text_count(cell, width - 1, val);
	add(row, cell, val);
}

void rw_view_ns(struct rw_view_row *row, struct rw_val ns)
{
	char cell[RW_CELL];

	rw_text_ns(cell, ns);
	add(row, cell, ns);
}

void rw_view_percent(struct rw_view_row *row, struct rw_val part, struct rw_val whole)
{
	struct rw_val percent = rw_percent(part, whole);
	char cell[RW_CELL];

	if (rw_known(percent) && percent.v < 1000)
		snprintf(cell, sizeof(cell), "%" PRId64 "%%", percent.v);
	else
		snprintf(cell, sizeof(cell), RWATCH_UNKNOWN);
	add(row, cell, percent);
}

void rw_view_pages(const struct rw_view *view, struct rw_view_row *row, struct rw_val pages)
{
	char cell[RW_CELL];

	rw_text_pages(cell, pages, view->now->snap.global[RWATCH_GLOBAL_PAGE_SIZE]);
	add(row, cell, pages);
}

void rw_view_kb(struct rw_view_row *row, struct rw_val kb)
{
	char cell[RW_CELL];

	rw_text_kb(cell, kb);
	add(row, cell, kb);
}

void rw_view_pages_rate(const struct rw_view *view, struct rw_view_row *row, struct rw_val grown)
{
	rw_view_pages(view, row, view->before ? rw_per_second(grown, view->interval_ns) : grown);
}
