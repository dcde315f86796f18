// SPDX-License-Identifier: GPL-2.0
/* A line per interval. */
#include <string.h>

#include "json.h"
#include "out.h"
#include "text.h"

void rw_out_stat_head(FILE *out, bool colour, const struct rw_columns *columns, bool per_node)
{
	size_t i;

	if (colour)
		fprintf(out, "\033[1m");
	if (per_node)
		fprintf(out, "%-5s", "node");
	for (i = 0; i < columns->nr; i++)
		fprintf(out, "%*s", columns->column[i].width, columns->column[i].head);
	fprintf(out, colour ? "\033[0m\n" : "\n");
}

/* MiB without a fraction: what a column has room for. */
static void mib(char to[RW_CELL], int width, struct rw_val kb)
{
	rw_text_count(to, width, rw_known(kb) ? rw_some(kb.v / 1024) : kb);
}

void rw_out_stat(FILE *out, const struct rw_columns *columns, const struct rw_stat_line *line,
		 bool per_node)
{
	char cell[RW_CELL];
	size_t i;

	if (per_node) {
		snprintf(cell, sizeof(cell), "n%d", line->nid);
		fprintf(out, "%-5s", cell);
	}
	for (i = 0; i < columns->nr; i++) {
		const struct rw_column *column = &columns->column[i];
		const struct rw_ref *ref = &column->part[0];

		if (ref->scope == RW_REF_MEM)
			mib(cell, column->width - 1, line->val[i]);
		else if (ref->desc->unit == RW_NS)
			rw_text_ns(cell, line->val[i]);
		else
			rw_text_count(cell, column->width - 1, line->val[i]);
		fprintf(out, "%*s", column->width, cell);
	}
	fputc('\n', out);
}

json_t *rw_json_stat(const struct rw_columns *columns, const struct rw_stat_line *line,
		     struct rw_val now_ns)
{
	json_t *object = json_pack("{so so so sb}", "now_ns", rw_json_number(now_ns), "interval_ns",
				   rw_json_number(line->interval_ns), "node",
				   line->nid == RW_NO_NODE ? json_null() : json_integer(line->nid),
				   "since_counting_began", line->first);
	size_t i;

	for (i = 0; i < columns->nr; i++)
		rw_json_put(object, columns->column[i].name, line->val[i]);
	return object;
}
