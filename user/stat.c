// SPDX-License-Identifier: GPL-2.0
#include "calc.h"
#include "stat.h"

bool rw_same_load(const struct rw_report *before, const struct rw_report *now)
{
	struct rw_val a = before->snap.global[RWATCH_GLOBAL_SINCE];
	struct rw_val b = now->snap.global[RWATCH_GLOBAL_SINCE];

	return rw_known(a) && rw_known(b) && a.v == b.v;
}

void rw_stat_line(const struct rw_columns *columns, const struct rw_report *before,
		  const struct rw_report *now, int nid, struct rw_stat_line *line)
{
	size_t i;

	if (before && !rw_same_load(before, now))
		before = NULL;
	line->nid = nid;
	line->first = !before;
	line->interval_ns = before ? rw_sub(now->snap.global[RWATCH_GLOBAL_NOW],
					    before->snap.global[RWATCH_GLOBAL_NOW]) :
				     now->age_ns;
	for (i = 0; i < columns->nr; i++) {
		const struct rw_column *column = &columns->column[i];

		line->val[i] = rw_column_get(column, now, nid);
		if (before && rw_column_counts(column))
			line->val[i] = rw_grown(rw_column_get(column, before, nid), line->val[i]);
	}
}
