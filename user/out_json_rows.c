// SPDX-License-Identifier: GPL-2.0
/* The bounded tables and the histograms as JSON. */
#include <string.h>

#include "json.h"

static json_t *node_or_null(int nid)
{
	return nid < 0 ? json_null() : json_integer(nid);
}

/* A module that has no such file has no rows either, which is not the same as none. */
static json_t *rows(const struct rw_report *rep, enum rw_file file)
{
	return rw_have_file(&rep->snap, file) ? json_array() : json_null();
}

json_t *rw_json_shrinkers(const struct rw_report *rep)
{
	json_t *array = rows(rep, RW_FILE_SHRINKERS);
	size_t i;

	for (i = 0; i < rep->snap.nr_shrinkers; i++) {
		const struct rw_shrinker *row = &rep->snap.shrinkers[i];
		json_t *object = json_pack("{sI so so}", "row", (json_int_t)row->row, "node",
					   node_or_null(row->nid), "shrinker",
					   rw_json_name(row->name));

		rw_json_put_all(object, rw_shrinker_desc, row->v, RWATCH_NR_SHRINKER);
		json_array_append_new(array, object);
	}
	return array;
}

json_t *rw_json_tasks(const struct rw_report *rep)
{
	json_t *array = rows(rep, RW_FILE_TASKS);
	size_t i;

	for (i = 0; i < rep->snap.nr_tasks; i++) {
		const struct rw_reclaimer *row = &rep->snap.tasks[i];
		json_t *object = json_pack("{sI so}", "row", (json_int_t)row->row, "task",
					   rw_json_name(row->name));

		rw_json_put_all(object, rw_reclaimer_desc, row->v, RWATCH_NR_RECLAIMER);
		json_array_append_new(array, object);
	}
	return array;
}

json_t *rw_json_cgroups(const struct rw_report *rep)
{
	json_t *array = rows(rep, RW_FILE_CGROUPS);
	size_t i;

	for (i = 0; i < rep->snap.nr_cgroups; i++) {
		const struct rw_reclaimer *row = &rep->snap.cgroups[i];
		const char *path = rw_cgroup_path(&rep->facts, row->cgroup_id);
		json_t *object = json_pack("{sI ss so so}", "row", (json_int_t)row->row, "kind",
					   row->kind == RW_BY_DIRECT ? "direct" : "memcg",
					   "cgroup_id", rw_json_number(row->cgroup_id), "path",
					   path ? rw_json_name(path) : json_null());

		rw_json_put_all(object, rw_reclaimer_desc, row->v, RWATCH_NR_RECLAIMER);
		json_array_append_new(array, object);
	}
	return array;
}

json_t *rw_json_compaction(const struct rw_report *rep)
{
	json_t *array = rows(rep, RW_FILE_COMPACTION);
	size_t i;

	for (i = 0; i < rep->snap.nr_compaction; i++) {
		const struct rw_compaction *row = &rep->snap.compaction[i];
		json_t *object = json_pack("{sI so ss ss ss so}", "row", (json_int_t)row->row,
					   "node", node_or_null(row->nid), "zone", row->zone,
					   "caller", row->caller, "context", row->context, "order",
					   rw_json_number(row->order));

		rw_json_put_all(object, rw_compaction_desc, row->v, RWATCH_NR_COMPACTION);
		json_array_append_new(array, object);
	}
	return array;
}

/* "le" is the highest number in a bucket; of the last one, which has none, null. */
static json_t *buckets(const struct rw_hist *hist)
{
	json_t *array = json_array();
	size_t i;

	for (i = 0; i < hist->nr; i++) {
		int64_t bound = hist->bucket[i].bound;

		json_array_append_new(
			array, json_pack("{so so}", "le",
					 bound == RW_BUCKET_INF ? json_null() : json_integer(bound),
					 "count", rw_json_number(hist->bucket[i].count)));
	}
	return array;
}

json_t *rw_json_histograms(const struct rw_report *rep)
{
	json_t *array = rows(rep, RW_FILE_HISTOGRAMS);
	size_t i;

	for (i = 0; i < rep->snap.nr_hists; i++) {
		const struct rw_hist *hist = &rep->snap.hists[i];

		json_array_append_new(
			array,
			json_pack("{si so ss ss so}", "node", hist->nid, "zone",
				  strcmp(hist->of, "node") ? json_string(hist->of) : json_null(),
				  "name", hist->name, "unit", rw_unit_name(hist->desc->unit),
				  "buckets", buckets(hist)));
	}
	return array;
}
