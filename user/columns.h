/* SPDX-License-Identifier: GPL-2.0 */
/* The columns of "stat": values by their names, or sums of some by a short one.  Pure. */
#ifndef RW_COLUMNS_H
#define RW_COLUMNS_H

#include "err.h"
#include "report.h"

/* One value, wherever it is counted. */
struct rw_ref {
	enum { RW_REF_GLOBAL, RW_REF_ZONE, RW_REF_NODE, RW_REF_RUN, RW_REF_PASS, RW_REF_MEM } scope;
	int kind; /* of reclaim, with RUN and PASS */
	int id;
	const struct rw_desc *desc;
};

/* 0, or -1 if there is no value of that name. */
int rw_ref_find(const char *name, struct rw_ref *ref);

#define RW_MAX_PARTS   4
#define RW_MAX_COLUMNS 64

struct rw_column {
	const char *head;
	char name[RW_NAME_MAX]; /* in JSON */
	int width;
	size_t nr; /* parts, summed */
	struct rw_ref part[RW_MAX_PARTS];
};

struct rw_columns {
	size_t nr;
	struct rw_column column[RW_MAX_COLUMNS];
};

/* From "a,b,c", or those by default if @list is NULL.  0, or -1 with @err set. */
int rw_columns_parse(const char *list, struct rw_columns *columns, struct rw_err *err);

/*
 * The sum of a column over all nodes, or of node @nid; of peaks the highest, of lows
 * the lowest.  Unknown if a part is; what counts for the machine as a whole is unknown
 * of one node.
 */
struct rw_val rw_column_get(const struct rw_column *column, const struct rw_report *rep, int nid);

/* Does it only grow?  Then a line shows by how much. */
bool rw_column_counts(const struct rw_column *column);

/* For --help and the manual: the nth short name and what it is, NULL after the last. */
const char *rw_column_short(size_t i, const char **help);

#endif /* RW_COLUMNS_H */
