// SPDX-License-Identifier: GPL-2.0
/* The bounded tables: the rows that weigh most, or all; and the histograms. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "calc.h"
#include "name.h"
#include "status.h"
#include "text.h"

#define TOP	   5
#define TOP_PEOPLE 3 /* of two tables in one */

/* A row of any of the tables by what it weighs; unknown weighs nothing. */
struct weighed {
	const void *row;
	int64_t weight;
};

static int heavier(const void *a, const void *b)
{
	const struct weighed *left = a, *right = b;

	if (left->weight != right->weight)
		return left->weight < right->weight ? 1 : -1;
	return left->row < right->row ? -1 : left->row > right->row;
}

struct rows {
	struct weighed *w;
	size_t nr, max;
};

static void weigh(struct rows *rows, const void *row, struct rw_val by)
{
	rows->w[rows->nr].row = row;
	rows->w[rows->nr++].weight = rw_known(by) ? by.v : 0;
}

/* Sorted, and cut to what is to be shown; what is left out is said by the caller. */
static size_t pick(const struct rw_screen *s, struct rows *rows, size_t top)
{
	size_t nr = rows->nr;

	qsort(rows->w, nr, sizeof(*rows->w), heavier);
	if (s->all)
		return nr;
	while (nr && !rows->w[nr - 1].weight)
		nr--;
	rows->max = nr;
	return nr < top ? nr : top;
}

static bool make_room(const struct rw_screen *s, struct rows *rows, size_t nr)
{
	*rows = (struct rows){ .w = calloc(nr + 1, sizeof(*rows->w)) };
	if (!rows->w)
		fprintf(s->out, "\nno memory for a table of %zu rows; free some\n", nr);
	return rows->w;
}

static void left_out(const struct rw_screen *s, const struct rows *rows, size_t shown)
{
	if (!s->all && rows->max > shown)
		fprintf(s->out, "... and %zu more, with --all\n", rows->max - shown);
}

/* "n0 ext4:vda1", @width wide. */
static void row_label(const struct rw_screen *s, int width, int nid, const char *name)
{
	char text[RW_ROW_NAME], label[RW_ROW_NAME + 16];

	rw_name_text(text, sizeof(text), name);
	if (nid == RW_NO_NODE)
		snprintf(label, sizeof(label), "%s", text);
	else
		snprintf(label, sizeof(label), "n%d %s", nid, text);
	fprintf(s->out, "%-*.*s", width, width, label);
}

static void shrinker_row(const struct rw_screen *s, const struct rw_shrinker *row)
{
	const struct rw_val *v = row->v;

	row_label(s, 23, row->nid, row->name);
	status_count(s, 8, v[RWATCH_SHRINKER_CALLS]);
	status_count(s, 9, v[RWATCH_SHRINKER_SCANNED]);
	status_count(s, 9, v[RWATCH_SHRINKER_FREED]);
	status_percent(s, 6, v[RWATCH_SHRINKER_ROTATED], v[RWATCH_SHRINKER_SCANNED]);
	status_count(s, 9, v[RWATCH_SHRINKER_LEFT]);
	status_ns(s, 8, v[RWATCH_SHRINKER_TIME]);
	status_ns(s, 8, v[RWATCH_SHRINKER_LONGEST]);
	fputc('\n', s->out);
}

/* Of superblocks only, and only where the group was on. */
static void shrinker_split(const struct rw_screen *s, const struct rows *rows, size_t nr)
{
	size_t i, shown = 0;

	for (i = 0; i < nr; i++) {
		const struct rw_shrinker *row = rows->w[i].row;
		const struct rw_val *v = row->v;

		if (!rw_known(v[RWATCH_SHRINKER_DENTRIES_SCANNED]) &&
		    !rw_known(v[RWATCH_SHRINKER_INODES_SCANNED]))
			continue;
		if (!shown++) {
			rw_text_columns(s->out, s->colour, "%-23s%14s%14s%14s%14s", "Superblocks",
					"dentries scan", "freed", "inodes scan", "freed");
		}
		row_label(s, 23, row->nid, row->name);
		status_count(s, 14, v[RWATCH_SHRINKER_DENTRIES_SCANNED]);
		status_count(s, 14, v[RWATCH_SHRINKER_DENTRIES_FREED]);
		status_count(s, 14, v[RWATCH_SHRINKER_INODES_SCANNED]);
		status_count(s, 14, v[RWATCH_SHRINKER_INODES_FREED]);
		fputc('\n', s->out);
	}
}

void status_shrinkers(const struct rw_screen *s)
{
	const struct rw_snapshot *snap = &s->rep->snap;
	struct rows rows;
	size_t i, nr;

	if (!make_room(s, &rows, snap->nr_shrinkers))
		return;
	for (i = 0; i < snap->nr_shrinkers; i++)
		weigh(&rows, &snap->shrinkers[i], snap->shrinkers[i].v[RWATCH_SHRINKER_SCANNED]);
	nr = pick(s, &rows, TOP);
	if (nr) {
		rw_text_columns(s->out, s->colour, "%-23s%8s%9s%9s%6s%9s%8s%8s", "Shrinkers",
				"calls", "scanned", "freed", "kept", "left", "time", "longest");
	}
	for (i = 0; i < nr; i++)
		shrinker_row(s, rows.w[i].row);
	left_out(s, &rows, nr);
	if (s->all)
		shrinker_split(s, &rows, nr);
	free(rows.w);
}

static void reclaimer_row(const struct rw_screen *s, const struct rw_reclaimer *row)
{
	static const char *const what[] = {
		[RW_BY_TASK] = "task",
		[RW_BY_DIRECT] = "direct",
		[RW_BY_MEMCG] = "memcg",
	};
	char name[RW_PATH_NAME], tail[32];

	if (row->kind == RW_BY_TASK)
		rw_name_text(name, sizeof(name), row->name);
	else
		rw_text_cgroup(name, sizeof(name), row, &s->rep->facts);
	rw_text_tail(tail, sizeof(tail), 24, name);
	fprintf(s->out, "%-7s%-24s", what[row->kind], tail);
	status_count(s, 8, row->v[RWATCH_RECLAIMER_COUNT]);
	status_ns(s, 9, row->v[RWATCH_RECLAIMER_TIME]);
	status_ns(s, 8, row->v[RWATCH_RECLAIMER_LONGEST]);
	status_count(s, 10, row->v[RWATCH_RECLAIMER_PAGES]);
	status_count(s, 9, row->v[RWATCH_RECLAIMER_SLAB_FREED]);
	status_count(s, 5, row->v[RWATCH_RECLAIMER_PRIORITY]);
	fputc('\n', s->out);
}

static bool reclaimer_rows(const struct rw_screen *s, const struct rw_reclaimer *from, size_t nr,
			   bool headed)
{
	struct rows rows;
	size_t i;

	if (!make_room(s, &rows, nr))
		return headed;
	for (i = 0; i < nr; i++)
		weigh(&rows, &from[i], from[i].v[RWATCH_RECLAIMER_TIME]);
	nr = pick(s, &rows, TOP_PEOPLE);
	if (nr && !headed) {
		rw_text_columns(s->out, s->colour, "%-31s%8s%9s%8s%10s%9s%5s", "Who reclaims",
				"runs", "time", "longest", "pages", "slab", "prio");
	}
	for (i = 0; i < nr; i++)
		reclaimer_row(s, rows.w[i].row);
	left_out(s, &rows, nr);
	free(rows.w);
	return headed || nr;
}

void status_reclaimers(const struct rw_screen *s)
{
	const struct rw_snapshot *snap = &s->rep->snap;
	bool headed = reclaimer_rows(s, snap->tasks, snap->nr_tasks, false);

	reclaimer_rows(s, snap->cgroups, snap->nr_cgroups, headed);
}

static void compaction_row(const struct rw_screen *s, const struct rw_compaction *row)
{
	const struct rw_val *v = row->v;

	if (row->nid == RW_NO_NODE)
		fprintf(s->out, "%-*.*s", RW_LABEL, RW_LABEL, row->zone);
	else
		status_label(s, row->nid, row->zone);
	fprintf(s->out, " %-9.9s %-7.7s", row->caller, row->context);
	status_count(s, 6, row->order);
	status_count(s, 8, v[RWATCH_COMPACTION_COUNT]);
	status_percent(s, 8, v[RWATCH_COMPACTION_SUCCESS], v[RWATCH_COMPACTION_COUNT]);
	status_ns(s, 9, v[RWATCH_COMPACTION_TIME]);
	status_ns(s, 8, v[RWATCH_COMPACTION_LONGEST]);
	status_count(s, 9, v[RWATCH_COMPACTION_DEFERRED]);
	fputc('\n', s->out);
}

void status_compaction(const struct rw_screen *s)
{
	const struct rw_snapshot *snap = &s->rep->snap;
	struct rows rows;
	size_t i, nr;

	if (!make_room(s, &rows, snap->nr_compaction))
		return;
	for (i = 0; i < snap->nr_compaction; i++)
		weigh(&rows, &snap->compaction[i], snap->compaction[i].v[RWATCH_COMPACTION_TIME]);
	nr = pick(s, &rows, TOP);
	if (nr) {
		rw_text_columns(s->out, s->colour, "%-14s %-9s %-7s%6s%8s%8s%9s%8s%9s",
				"Compaction", "caller", "context", "order", "runs", "success",
				"time", "longest", "deferred");
	}
	for (i = 0; i < nr; i++)
		compaction_row(s, rows.w[i].row);
	left_out(s, &rows, nr);
	free(rows.w);
}

/* "to 4 ms 20, to 8 ms 3, more 1": each bucket that is not empty. */
static void histogram(const struct rw_screen *s, const struct rw_hist *hist)
{
	char text[RW_MAX_BUCKETS * 3 * RW_CELL] = "";
	size_t i, len = 0;

	for (i = 0; i < hist->nr; i++) {
		int64_t bound = hist->bucket[i].bound;
		char to[RW_CELL], count[RW_CELL];

		if (rw_known(hist->bucket[i].count) && !hist->bucket[i].count.v)
			continue;
		if (hist->desc->kind == RW_LOG2)
			rw_text_ns(to, rw_some(bound));
		else
			rw_text_count(to, 20, rw_some(bound));
		rw_text_count(count, 20, hist->bucket[i].count);
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s%s: %s",
					len ? ", " : "",
					bound == RW_BUCKET_INF	    ? "more" :
					hist->desc->kind == RW_LOG2 ? "to " :
								      "",
					bound == RW_BUCKET_INF ? "" : to, count);
	}
	if (!len)
		return;
	fprintf(s->out, "node %d %s%s%s\n", hist->nid, strcmp(hist->of, "node") ? hist->of : "",
		strcmp(hist->of, "node") ? " " : "", hist->name);
	rw_text_wrap(s->out, NULL, "    ", text);
}

void status_histograms(const struct rw_screen *s)
{
	const struct rw_snapshot *snap = &s->rep->snap;
	size_t i;

	if (!snap->nr_hists)
		return;
	rw_text_heading(s->out, s->colour, "Histograms");
	for (i = 0; i < snap->nr_hists; i++)
		histogram(s, &snap->hists[i]);
}
