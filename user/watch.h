/* SPDX-License-Identifier: GPL-2.0 */
/* The screen of "watch": two readings and a size on a canvas.  Pure. */
#ifndef RW_WATCH_H
#define RW_WATCH_H

#include "canvas.h"
#include "report.h"

enum rw_sort { RW_SORT_TIME, RW_SORT_WORK, RW_SORT_LONGEST, RW_SORT_NAME, RW_NR_SORTS };

/* What the keys have set. */
struct rw_watch {
	int64_t interval_ns;
	bool paused, help;
	bool totals; /* since counting began, not a second */
	enum rw_sort sort;
};

/* False if it was the key to quit. */
bool rw_watch_key(struct rw_watch *watch, int key);

/*
 * Of any size.  @before may be NULL, or of another load of the module: then totals are
 * shown.  0, or -1 if memory ran out; rw_canvas_free() in either case.
 */
int rw_watch_draw(const struct rw_watch *watch, const struct rw_report *before,
		  const struct rw_report *now, int rows, int columns, struct rw_canvas *canvas);

#endif /* RW_WATCH_H */
