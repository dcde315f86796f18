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
	for (kind = 0; kind < RWATCH_NR_PASS_KINDS; kind++)
		for (i = 0; i < RWATCH_NR_PASS; i++)
			node.pass[kind][i] = rw_some(3000 + 100 * kind + i);
	zone.v[RWATCH_ZONE_UNACCOUNTED] = rw_some(INT64_MIN);
	json = status();
	for (i = 0; i < RWATCH_NR_ZONE; i++)
		CHECK_INT(json_integer_value(at(json, "zones", rw_zone_desc[i].name)), zone.v[i].v);
	for (i = 0; i < RWATCH_NR_NODE; i++)
		CHECK_INT(json_integer_value(at(json, "nodes", rw_node_desc[i].name)), 2000 + i);
	for (kind = 0; kind < RWATCH_NR_PASS_KINDS; kind++) {
		for (i = 0; i < RWATCH_NR_PASS; i++) {
			rw_pass_name(name, kind, i);
			CHECK_INT(json_integer_value(at(json, "nodes", name)),
				  3000 + 100 * kind + i);
		}
	}
	CHECK_INT(json_integer_value(at(json, "nodes", "node")), 3);
	CHECK_STR(json_string_value(at(json, "zones", "zone")), "Normal");
	CHECK_HAS(json_string_value(at(json, "findings", "text")), "The ledger of node 3 Normal");
	CHECK_STR(json_string_value(at(json, "findings", "severity")), "bad");
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
	{ "json: BTF", btf },
	{ "json: errors", errors },
	{ NULL, NULL },
};
