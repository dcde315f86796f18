// SPDX-License-Identifier: GPL-2.0
#include "judge.h"
#include "out.h"
#include "unit.h"

static struct rw_report rep;
static struct rw_zone zone = { .nid = 3, .name = "Normal" };
static struct rw_node node = { .nid = 3 };

/* What stands in @json at @key of @section[0], or of @section if it is an object. */
static json_t *at(json_t *json, const char *section, const char *key)
{
	json_t *object = json_object_get(json, section);

	if (json_is_array(object))
		object = json_array_get(object, 0);
	object = json_object_get(object, key);
	if (!object)
		FAIL("%s has no %s", section, key);
	return object;
}

static json_t *status(void)
{
	struct rw_err err;
	json_t *json, *parsed;
	char *text;
	int i;

	for (i = 0; i < RWATCH_NR_PROBES; i++)
		strcpy(rep.snap.probes[i].state, RWATCH_WORD_ATTACHED);
	rep.have_snap = true;
	rep.snap.zones = &zone;
	rep.snap.nodes = &node;
	rep.snap.nr_zones = rep.snap.nr_nodes = 1;
	CHECK(!rw_report_derive(&rep, &err));
	CHECK(!rw_judge(&rep, RW_TRUST | RW_MEMORY, &err));
	json = rw_json_status(&rep);
	text = json_dumps(json, 0);
	json_decref(json);
	CHECK(text);
	parsed = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	CHECK(parsed);
	free(text);
	free(rep.cap);
	free(rep.findings);
	rep = (struct rw_report){ 0 };
	return parsed;
}

/* Every name of the tables is there; unknown is null, known the figure itself. */
static void every_value(void)
{
	char name[RW_NAME_MAX];
	json_t *json;
	int i, kind;

	json = status();
	for (i = 0; i < RWATCH_NR_GLOBAL; i++)
		CHECK(json_is_null(at(json, "about", rw_global_desc[i].name)));
	for (i = 0; i < RWATCH_NR_ZONE; i++)
		CHECK(json_is_null(at(json, "zones", rw_zone_desc[i].name)));
	for (i = 0; i < RWATCH_NR_NODE; i++)
		CHECK(json_is_null(at(json, "nodes", rw_node_desc[i].name)));
	json_decref(json);

	for (i = 0; i < RWATCH_NR_ZONE; i++)
		zone.v[i] = rw_some(1000 + i);
	for (i = 0; i < RWATCH_NR_NODE; i++)
		node.v[i] = rw_some(2000 + i);
	for (kind = 0; kind < RWATCH_NR_RUN_KINDS; kind++)
		for (i = 0; i < RWATCH_NR_RUN; i++)
			node.run[kind][i] = rw_some(3000 + 100 * kind + i);
	for (kind = 0; kind < RWATCH_NR_PASS_KINDS; kind++)
		for (i = 0; i < RWATCH_NR_PASS; i++)
			node.pass[kind][i] = rw_some(4000 + 100 * kind + i);
	zone.v[RWATCH_ZONE_UNACCOUNTED] = rw_some(INT64_MIN);
	json = status();
	for (i = 0; i < RWATCH_NR_ZONE; i++)
		CHECK_INT(json_integer_value(at(json, "zones", rw_zone_desc[i].name)), zone.v[i].v);
	for (i = 0; i < RWATCH_NR_NODE; i++)
		CHECK_INT(json_integer_value(at(json, "nodes", rw_node_desc[i].name)), 2000 + i);
	for (kind = 0; kind < RWATCH_NR_RUN_KINDS; kind++) {
		for (i = 0; i < RWATCH_NR_RUN; i++) {
			rw_kind_value_name(name, kind, &rw_run_desc[i]);
			CHECK_INT(json_integer_value(at(json, "nodes", name)),
				  3000 + 100 * kind + i);
		}
	}
	for (kind = 0; kind < RWATCH_NR_PASS_KINDS; kind++) {
		for (i = 0; i < RWATCH_NR_PASS; i++) {
			rw_kind_value_name(name, kind, &rw_pass_desc[i]);
			CHECK_INT(json_integer_value(at(json, "nodes", name)),
				  4000 + 100 * kind + i);
		}
	}
	CHECK_INT(json_integer_value(at(json, "nodes", "node")), 3);
	CHECK_STR(json_string_value(at(json, "zones", "zone")), "Normal");
	CHECK_HAS(json_string_value(at(json, "findings", "text")), "The ledger of node 3 Normal");
	CHECK_STR(json_string_value(at(json, "findings", "severity")), "bad");
	json_decref(json);
}

/* Each table of rows: every name, and its own figure under it. */
static void check_row(json_t *json, const char *section, const struct rw_desc *desc, size_t nr,
		      int base)
{
	size_t i;

	for (i = 0; i < nr; i++)
		CHECK_INT(json_integer_value(at(json, section, desc[i].name)), base + (int)i);
}

static void rows(void)
{
	static struct rw_shrinker shrinker = { .row = 3, .nid = 1, .name = "fuse:\\xc3\\xa9\\xff" };
	static struct rw_reclaimer task = { .row = 4, .name = "Web\\x20Content\\x1b" };
	static struct rw_reclaimer cgroup = { .row = 5, .kind = RW_BY_MEMCG };
	static struct rw_compaction compaction = { .row = 6,
						   .nid = RW_NO_NODE,
						   .zone = "other",
						   .caller = "direct",
						   .context = "nofs" };
	static struct rw_cgroup path = { .id = 42, .path = "/a\\x20b" };
	json_t *json;
	size_t i;

	for (i = 0; i < RWATCH_NR_SHRINKER; i++)
		shrinker.v[i] = rw_some(100 + (int)i);
	for (i = 0; i < RWATCH_NR_RECLAIMER; i++)
		task.v[i] = cgroup.v[i] = rw_some(200 + (int)i);
	for (i = 0; i < RWATCH_NR_COMPACTION; i++)
		compaction.v[i] = rw_some(300 + (int)i);
	cgroup.cgroup_id = rw_some(42);
	rep.snap.files = RW_FILES_STATUS;
	rep.snap.shrinkers = &shrinker;
	rep.snap.tasks = &task;
	rep.snap.cgroups = &cgroup;
	rep.snap.compaction = &compaction;
	rep.snap.nr_shrinkers = rep.snap.nr_tasks = rep.snap.nr_cgroups = rep.snap.nr_compaction =
		1;
	rep.facts.cgroups = &path;
	rep.facts.nr_cgroups = 1;
	json = status();
	check_row(json, "shrinkers", rw_shrinker_desc, RWATCH_NR_SHRINKER, 100);
	CHECK_STR(json_string_value(at(json, "shrinkers", "shrinker")),
		  "fuse:\xc3\xa9\xef\xbf\xbd");
	CHECK_INT(json_integer_value(at(json, "shrinkers", "node")), 1);
	check_row(json, "tasks", rw_reclaimer_desc, RWATCH_NR_RECLAIMER, 200);
	CHECK_STR(json_string_value(at(json, "tasks", "task")), "Web Content\033");
	check_row(json, "cgroups", rw_reclaimer_desc, RWATCH_NR_RECLAIMER, 200);
	CHECK_STR(json_string_value(at(json, "cgroups", "kind")), "memcg");
	CHECK_STR(json_string_value(at(json, "cgroups", "path")), "/a b");
	check_row(json, "compaction", rw_compaction_desc, RWATCH_NR_COMPACTION, 300);
	CHECK(json_is_null(at(json, "compaction", "node")));
	CHECK(json_is_null(at(json, "compaction", "order")));
	CHECK_INT(json_array_size(json_object_get(json, "histograms")), 0);
	json_decref(json);
}

static void histograms(void)
{
	static struct rw_hist hist = { .nid = 1, .of = "node", .name = "direct_time_ns", .nr = 2 };
	json_t *json, *buckets;

	hist.desc = &rw_hist_run_desc[RWATCH_HIST_RUN_TIME];
	hist.bucket[0].bound = 4096;
	hist.bucket[0].count = rw_some(7);
	hist.bucket[1].bound = RW_BUCKET_INF;
	hist.bucket[1].count = rw_none();
	rep.snap.files = RW_FILES_STATUS;
	rep.snap.hists = &hist;
	rep.snap.nr_hists = 1;
	json = status();
	CHECK_STR(json_string_value(at(json, "histograms", "name")), "direct_time_ns");
	CHECK_STR(json_string_value(at(json, "histograms", "unit")), "ns");
	CHECK(json_is_null(at(json, "histograms", "zone")));
	buckets = at(json, "histograms", "buckets");
	CHECK_INT(json_integer_value(json_object_get(json_array_get(buckets, 0), "le")), 4096);
	CHECK_INT(json_integer_value(json_object_get(json_array_get(buckets, 0), "count")), 7);
	CHECK(json_is_null(json_object_get(json_array_get(buckets, 1), "le")));
	CHECK(json_is_null(json_object_get(json_array_get(buckets, 1), "count")));
	json_decref(json);
}

/* A module that has no such files: null, which is not the same as none. */
static void older_module(void)
{
	static const char *const names[] = { "groups",	   "shrinkers",	 "tasks", "cgroups",
					     "compaction", "histograms", NULL };
	json_t *json = status();
	int i;

	for (i = 0; names[i]; i++)
		CHECK(json_is_null(json_object_get(json, names[i])));
	json_decref(json);
}

static void btf(void)
{
	json_t *json;
	int i;

	rep = (struct rw_report){ .have_btf = true, .btf.available = true };
	for (i = 0; i < RW_NR_BTF; i++)
		rep.btf.entry[i] = (struct rw_btf_entry){ .function = "f" };
	rep.btf.entry[0].verdict = RW_BTF_DIFFERS;
	strcpy(rep.btf.entry[0].detail, "how");
	json = rw_json_doctor(&rep);
	CHECK(json_is_true(at(json, "btf", "available")));
	CHECK_INT(json_array_size(at(json, "btf", "functions")), RW_NR_BTF);
	CHECK_STR(json_string_value(at(json_object_get(json, "btf"), "functions", "verdict")),
		  "differs");
	json_decref(json);

	rep.btf.available = false;
	strcpy(rep.btf.why_not, "why");
	json = rw_json_doctor(&rep);
	CHECK(json_is_false(at(json, "btf", "available")));
	CHECK_INT(json_array_size(at(json, "btf", "functions")), 0);
	CHECK_STR(json_string_value(at(json, "btf", "reason")), "why");
	json_decref(json);
	rep = (struct rw_report){ 0 };
}

static void errors(void)
{
	struct rw_err err;
	json_t *json;

	/* A path need not be UTF-8, a message in JSON has to be. */
	rw_fail(&err, RW_ERR_NOT_MOUNTED, "not mounted on %s", "\xff\033[2J");
	json = rw_json_error(&err);
	CHECK(json);
	CHECK_STR(json_string_value(at(json, "error", "id")), "debugfs_not_mounted");
	CHECK_INT(json_integer_value(at(json, "error", "exit_code")), 5);
	CHECK_STR(json_string_value(at(json, "error", "message")), "not mounted on ??[2J");
	json_decref(json);
}

const struct unit_test json_tests[] = {
	{ "json: every value by its name", every_value },
	{ "json: rows", rows },
	{ "json: histograms", histograms },
	{ "json: a module without those files", older_module },
	{ "json: BTF", btf },
	{ "json: errors", errors },
	{ NULL, NULL },
};
