/* SPDX-License-Identifier: GPL-2.0 */
/* The parts of the screen that "status" prints.  Every line fits RW_COLUMNS. */
#ifndef RW_STATUS_H
#define RW_STATUS_H

#include <stdio.h>

#include "report.h"

#define RW_LABEL 14

struct rw_screen {
	FILE *out;
	bool colour;
	bool all; /* also what is 0, and all rows */
	const struct rw_report *rep;
};

/* The first column of a table, RW_LABEL wide; the next one begins with a blank. */
void status_label(const struct rw_screen *s, int nid, const char *what);
/* One cell, right-aligned: a count, a time. */
void status_count(const struct rw_screen *s, int width, struct rw_val val);
void status_ns(const struct rw_screen *s, int width, struct rw_val ns);
void status_percent(const struct rw_screen *s, int width, struct rw_val part, struct rw_val whole);

/* out_status_zones.c */
void status_zones(const struct rw_screen *s);
/* out_status_nodes.c */
void status_reclaim(const struct rw_screen *s);
void status_kswapd(const struct rw_screen *s);
/* out_status_rows.c */
void status_shrinkers(const struct rw_screen *s);
void status_reclaimers(const struct rw_screen *s);
void status_compaction(const struct rw_screen *s);
void status_histograms(const struct rw_screen *s);

#endif /* RW_STATUS_H */
