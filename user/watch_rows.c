// SPDX-License-Identifier: GPL-2.0
/* Shrinkers, tasks that reclaim directly, and compaction in "watch". */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "calc.h"
#include "name.h"
#include "watch_view.h"

/* By their numbers, in which order each reading has its rows. */
static int numbered(int64_t left, int left_nid, int64_t right, int right_nid)
{
	if (left != right)
		return left < right ? -1 : 1;
	return left_nid < right_nid ? -1 : left_nid > right_nid;
}

/*
 * The first eight characters of a name as a number that is the higher the earlier the
 * name comes: it is a weight.
 */
static int64_t early(const char *name)
{
	uint64_t at = 0;
	int i;

	for (i = 0; i < 8; i++)
		at = at << 8 | (unsigned char)(*name ? *name++ : 0);
	return (int64_t)(INT64_MAX - (at >> 1));
}

/* By what the keys say: which value of @ids counts, and how much of it. */
static void weigh(const struct rw_view *view, const struct rw_val *was, const struct rw_val *now,
		  const int ids[RW_NR_SORTS], const char *name, struct rw_view_weight *to)
{
	enum rw_sort sort = view->watch->sort;
	struct rw_val total = now[ids[sort]], val = total;

	if (sort == RW_SORT_NAME) {
		to->weight = early(name);
		to->tie = 0;
		return;
	}
	if (sort != RW_SORT_LONGEST)
		val = rw_view_grown(view, was, now, ids[sort]);
	to->weight = rw_known(val) ? val.v : 0;
	to->tie = rw_known(total) ? total.v : 0;
}

static int compare_shrinkers(const void *key, const void *row)
{
	const struct rw_shrinker *left = key, *right = row;

	return numbered(left->row, left->nid, right->row, right->nid);
}

/* NULL if the row had another owner then, or none. */
static const struct rw_val *shrinker_before(const struct rw_view *view,
					    const struct rw_shrinker *now)
{
	const struct rw_snapshot *snap = view->before ? &view->before->snap : NULL;
	const struct rw_shrinker *was = NULL;

	if (snap && snap->nr_shrinkers)
		was = bsearch(now, snap->shrinkers, snap->nr_shrinkers, sizeof(*now),
			      compare_shrinkers);
	return was && !strcmp(was->name, now->name) ? was->v : NULL;
}

static size_t nr_shrinkers(const struct rw_view *view)
{
	return view->now->snap.nr_shrinkers;
}

static void weigh_shrinker(const struct rw_view *view, size_t i, struct rw_view_weight *to)
{
	static const int ids[] = { RWATCH_SHRINKER_TIME, RWATCH_SHRINKER_SCANNED,
				   RWATCH_SHRINKER_LONGEST, RWATCH_SHRINKER_SCANNED };
	const struct rw_shrinker *row = &view->now->snap.shrinkers[i];

	weigh(view, shrinker_before(view, row), row->v, ids, row->name, to);
}

static void fill_shrinker(const struct rw_view *view, size_t i, struct rw_view_row *to)
{
	const struct rw_shrinker *row = &view->now->snap.shrinkers[i];
	const struct rw_val *v = row->v, *was = shrinker_before(view, row);
	struct rw_val scanned = rw_view_grown(view, was, v, RWATCH_SHRINKER_SCANNED);
	char name[RW_ROW_NAME];

	rw_name_text(name, sizeof(name), row->name);
	if (row->nid == RW_NO_NODE)
		snprintf(to->label, sizeof(to->label), "%.*s", RW_VIEW_LABEL, name);
	else
		snprintf(to->label, sizeof(to->label), "n%d %.*s", row->nid, RW_VIEW_LABEL - 8,
			 name);
	rw_view_time(view, to, rw_view_grown(view, was, v, RWATCH_SHRINKER_TIME));
	rw_view_rate(view, to, 10, scanned);
	rw_view_rate(view, to, 9, rw_view_grown(view, was, v, RWATCH_SHRINKER_FREED));
	rw_view_percent(to, rw_view_grown(view, was, v, RWATCH_SHRINKER_ROTATED), scanned);
	rw_view_count(to, 9, v[RWATCH_SHRINKER_LEFT]);
	rw_view_ns(to, v[RWATCH_SHRINKER_LONGEST]);
	rw_view_rate(view, to, 9, rw_view_grown(view, was, v, RWATCH_SHRINKER_CALLS));
	rw_view_rate(view, to, 11, rw_view_grown(view, was, v, RWATCH_SHRINKER_NOTHING));
}

const struct rw_view_section rw_view_shrinkers = {
	.title = "Shrinkers",
	.none = "none was asked yet",
	.label = 25,
	.most = RW_VIEW_LABEL,
	.nr_always = RW_VIEW_CELLS,
	.column = { { "time", 9, true },
		    { "scanned", 10, true },
		    { "freed", 9, true },
		    { "kept", 6, false },
		    { "left", 9, false },
		    { "longest", 9, false },
		    { "calls", 9, true },
		    { "in vain", 11, true } },
	.nr = nr_shrinkers,
	.weigh = weigh_shrinker,
	.fill = fill_shrinker,
};

static int compare_tasks(const void *key, const void *row)
{
	const struct rw_reclaimer *left = key, *right = row;

	return numbered(left->row, 0, right->row, 0);
}

static const struct rw_val *task_before(const struct rw_view *view, const struct rw_reclaimer *now)
{
	const struct rw_snapshot *snap = view->before ? &view->before->snap : NULL;
	const struct rw_reclaimer *was = NULL;

	if (snap && snap->nr_tasks)
		was = bsearch(now, snap->tasks, snap->nr_tasks, sizeof(*now), compare_tasks);
	return was && !strcmp(was->name, now->name) ? was->v : NULL;
}

static size_t nr_tasks(const struct rw_view *view)
{
	return view->now->snap.nr_tasks;
}

static void weigh_task(const struct rw_view *view, size_t i, struct rw_view_weight *to)
{
	static const int ids[] = { RWATCH_RECLAIMER_TIME, RWATCH_RECLAIMER_PAGES,
				   RWATCH_RECLAIMER_LONGEST, RWATCH_RECLAIMER_PAGES };
	const struct rw_reclaimer *row = &view->now->snap.tasks[i];

	weigh(view, task_before(view, row), row->v, ids, row->name, to);
}

static void fill_task(const struct rw_view *view, size_t i, struct rw_view_row *to)
{
	const struct rw_reclaimer *row = &view->now->snap.tasks[i];
	const struct rw_val *v = row->v, *was = task_before(view, row);

	rw_name_text(to->label, sizeof(to->label), row->name);
	rw_view_time(view, to, rw_view_grown(view, was, v, RWATCH_RECLAIMER_TIME));
	rw_view_rate(view, to, 10, rw_view_grown(view, was, v, RWATCH_RECLAIMER_COUNT));
	rw_view_rate(view, to, 9, rw_view_grown(view, was, v, RWATCH_RECLAIMER_PAGES));
	rw_view_count(to, 6, v[RWATCH_RECLAIMER_PRIORITY]);
	rw_view_count(to, 9, v[RWATCH_RECLAIMER_PID]);
	rw_view_ns(to, v[RWATCH_RECLAIMER_LONGEST]);
	rw_view_rate(view, to, 9, rw_view_grown(view, was, v, RWATCH_RECLAIMER_SLAB_FREED));
}

const struct rw_view_section rw_view_tasks = {
	.title = "Direct reclaim",
	.none = "no task had to",
	.label = 25,
	.most = 40,
	.nr_always = RW_VIEW_CELLS,
	.column = { { "time", 9, true },
		    { "runs", 10, true },
		    { "pages", 9, true },
		    { "prio", 6, false },
		    { "last pid", 9, false },
		    { "longest", 9, false },
		    { "slab", 9, true } },
	.nr = nr_tasks,
	.weigh = weigh_task,
	.fill = fill_task,
};

static int compare_compaction(const void *key, const void *row)
{
	const struct rw_compaction *left = key, *right = row;

	return numbered(left->row, 0, right->row, 0);
}

/* A row is never given away. */
static const struct rw_val *compaction_before(const struct rw_view *view,
					      const struct rw_compaction *now)
{
	const struct rw_snapshot *snap = view->before ? &view->before->snap : NULL;
	const struct rw_compaction *was = NULL;

	if (snap && snap->nr_compaction)
		was = bsearch(now, snap->compaction, snap->nr_compaction, sizeof(*now),
			      compare_compaction);
	return was ? was->v : NULL;
}

static size_t nr_compaction(const struct rw_view *view)
{
	return view->now->snap.nr_compaction;
}

static void weigh_compaction(const struct rw_view *view, size_t i, struct rw_view_weight *to)
{
	static const int ids[] = { RWATCH_COMPACTION_TIME, RWATCH_COMPACTION_COUNT,
				   RWATCH_COMPACTION_LONGEST, RWATCH_COMPACTION_COUNT };
	const struct rw_compaction *row = &view->now->snap.compaction[i];

	weigh(view, compaction_before(view, row), row->v, ids, row->zone, to);
}

static void fill_compaction(const struct rw_view *view, size_t i, struct rw_view_row *to)
{
	const struct rw_compaction *row = &view->now->snap.compaction[i];
	const struct rw_val *v = row->v, *was = compaction_before(view, row);
	struct rw_val runs = rw_view_grown(view, was, v, RWATCH_COMPACTION_COUNT);
	char nid[16] = "";

	if (row->nid != RW_NO_NODE)
		snprintf(nid, sizeof(nid), "n%d ", row->nid);
	snprintf(to->label, sizeof(to->label), "%s%.15s %.12s %.8s", nid, row->zone, row->caller,
		 row->context);
	rw_view_time(view, to, rw_view_grown(view, was, v, RWATCH_COMPACTION_TIME));
	rw_view_rate(view, to, 10, runs);
	rw_view_percent(to, rw_view_grown(view, was, v, RWATCH_COMPACTION_SUCCESS), runs);
	rw_view_count(to, 6, row->order);
	rw_view_count(to, 9, v[RWATCH_COMPACTION_DEFERRED]);
	rw_view_ns(to, v[RWATCH_COMPACTION_LONGEST]);
	rw_view_rate(view, to, 11, rw_view_grown(view, was, v, RWATCH_COMPACTION_COMPLETE));
	rw_view_rate(view, to, 11, rw_view_grown(view, was, v, RWATCH_COMPACTION_PARTIAL));
}

const struct rw_view_section rw_view_compaction = {
	.title = "Compaction",
	.none = "none yet",
	.label = 25,
	.most = 40,
	.nr_always = RW_VIEW_CELLS,
	.column = { { "time", 9, true },
		    { "runs", 10, true },
		    { "success", 9, false },
		    { "order", 6, false },
		    { "deferred", 9, false },
		    { "longest", 9, false },
		    { "complete", 11, true },
		    { "partial", 11, true } },
	.nr = nr_compaction,
	.weigh = weigh_compaction,
	.fill = fill_compaction,
};
