/* SPDX-License-Identifier: GPL-2.0 */
/* What the files that draw the screen of "watch" share. */
#ifndef RW_WATCH_VIEW_H
#define RW_WATCH_VIEW_H

#include "text.h"
#include "watch.h"

#define RW_VIEW_CELLS 14
#define RW_VIEW_LABEL 64
#define RW_VIEW_PARTS 3

struct rw_view {
	const struct rw_watch *watch;
	const struct rw_report *before, *now; /* before is NULL if totals are shown */
	struct rw_val interval_ns;	      /* between the two */
};

struct rw_view_column {
	const char *head;
	int width;
	bool rate; /* a second, unless totals are shown */
};

/* One row of a table, as text. */
struct rw_view_row {
	char label[RW_VIEW_LABEL + 1];
	int nr;
	struct {
		char text[RW_CELL];
		enum rw_style style;
	} cell[RW_VIEW_CELLS];
	/* The bar: parts of a whole; it is n/a if one of them is not known. */
	struct rw_val whole;
	struct {
		struct rw_val val;
		char c;
		enum rw_style style;
	} part[RW_VIEW_PARTS];
};

/* What a row weighs decides which are shown where there is no room for all. */
struct rw_view_weight {
	int64_t weight, tie;
};

struct rw_view_section {
	const char *title, *none; /* none: said in place of rows */
	int label, most;	  /* the width of the first column, and of it where there is room */
	const char *bar;	  /* its head, NULL: no bar */
	int bar_least;		  /* its width, with a blank and brackets */
	bool in_order;		  /* rows are shown as they come, not by weight */
	size_t nr_always;	  /* columns that are shown wherever they fit */
	struct rw_view_column column[RW_VIEW_CELLS];
	size_t (*nr)(const struct rw_view *view);
	void (*weigh)(const struct rw_view *view, size_t i, struct rw_view_weight *weight);
	/* The label and a cell for each column, in turn. */
	void (*fill)(const struct rw_view *view, size_t i, struct rw_view_row *row);
};

/* watch_nodes.c */
extern const struct rw_view_section rw_view_zones, rw_view_reclaim, rw_view_memory;
/* watch_rows.c */
extern const struct rw_view_section rw_view_shrinkers, rw_view_tasks, rw_view_compaction;

/* What is shown of a counter that was @before: its growth, or all of it. */
struct rw_val rw_view_grown(const struct rw_view *view, const struct rw_val *before,
			    const struct rw_val *now, int id);

/* Cells, each the next of @row.  By how much a counter grew: */
void rw_view_rate(const struct rw_view *view, struct rw_view_row *row, int width,
		  struct rw_val grown);
void rw_view_time(const struct rw_view *view, struct rw_view_row *row, struct rw_val grown);
/* As it is: */
void rw_view_count(struct rw_view_row *row, int width, struct rw_val val);
void rw_view_ns(struct rw_view_row *row, struct rw_val ns);
void rw_view_percent(struct rw_view_row *row, struct rw_val part, struct rw_val whole);
void rw_view_pages(const struct rw_view *view, struct rw_view_row *row, struct rw_val pages);
void rw_view_kb(struct rw_view_row *row, struct rw_val kb);
/* @grown pages, a second. */
void rw_view_pages_rate(const struct rw_view *view, struct rw_view_row *row, struct rw_val grown);

/* watch_table.c: draws @section in @rows rows; its rows are @order, of @nr. */
int rw_view_draw(const struct rw_view *view, const struct rw_view_section *section, int row,
		 int rows, struct rw_canvas *canvas);

#endif /* RW_WATCH_VIEW_H */
