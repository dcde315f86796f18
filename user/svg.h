/* SPDX-License-Identifier: GPL-2.0 */
/* One plot over time as SVG, with what it needs to be read off.  Pure. */
#ifndef RW_SVG_H
#define RW_SVG_H

#include "series.h"

#define RW_SVG_WIDTH 1200
#define RW_SVG_LEFT  70 /* of the plot itself, within that */
#define RW_SVG_RIGHT 15
#define RW_SVG_LINES 16

struct rw_plot_line {
	const char *name;
	int colour; /* from 0 */
	bool dashed, dots;
	struct rw_series *series;
};

struct rw_plot {
	const char *title, *unit; /* of the axis */
	const char *read;	  /* the unit of what is read off: a value times @scale */
	double scale;
	bool log; /* durations by decades, in ns */
	int height;
	size_t nr;
	struct rw_plot_line line[RW_SVG_LINES];
};

void rw_svg_escape(struct rw_buf *to, const char *text);
void rw_svg_plot(struct rw_buf *to, const struct rw_history *h, const struct rw_plot *plot);

#endif /* RW_SVG_H */
