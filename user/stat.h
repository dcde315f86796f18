/* SPDX-License-Identifier: GPL-2.0 */
/* The lines of "stat": what two readings differ by.  Pure. */
#ifndef RW_STAT_H
#define RW_STAT_H

#include "columns.h"

/* The module was not loaded anew in between. */
bool rw_same_load(const struct rw_report *before, const struct rw_report *now);

struct rw_stat_line {
	int nid; /* RW_NO_NODE: all together */
	bool first;
	struct rw_val interval_ns; /* what the line covers */
	struct rw_val val[RW_MAX_COLUMNS];
};

/*
 * From @before, or since counting began if that is NULL or of another load of the module.
 * Counters by how much they grew, n/a if that is not known; the rest as it is in @now.
 */
void rw_stat_line(const struct rw_columns *columns, const struct rw_report *before,
		  const struct rw_report *now, int nid, struct rw_stat_line *line);

#endif /* RW_STAT_H */
