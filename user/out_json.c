// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include <reclaimwatch/version.h>

#include "calc.h"
#include "json.h"
#include "out.h"

static json_t *about(const struct rw_report *rep)
{
	json_t *object = json_object();

	rw_json_put_all(object, rw_global_desc, rep->snap.global, RWATCH_NR_GLOBAL);
	json_object_set_new(object, "boost_clamp_scope", rw_json_text(rep->snap.clamp_scope));
	json_object_set_new(object, "boost_clamp_by",
			    *rep->snap.clamp_by ? rw_json_name(rep->snap.clamp_by) : json_null());
	rw_json_put(object, "age_ns", rep->age_ns);
	rw_json_put(object, "hits", rep->hits);
	rw_json_put(object, "missed", rep->missed);
	return object;
}

static json_t *zones(const struct rw_report *rep)
{
	json_t *array = json_array();
	size_t i;

	for (i = 0; i < rep->snap.nr_zones; i++) {
		const struct rw_zone *zone = &rep->snap.zones[i];
		json_t *object = json_pack("{si ss}", "node", zone->nid, "zone", zone->name);

		rw_json_put_all(object, rw_zone_desc, zone->v, RWATCH_NR_ZONE);
		rw_json_put(object, "boost_cap_pages", rep->cap[i]);
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *nodes(const struct rw_report *rep)
{
	json_t *array = json_array();
	size_t i;

	for (i = 0; i < rep->snap.nr_nodes; i++) {
		const struct rw_node *node = &rep->snap.nodes[i];
		json_t *object = json_pack("{si}", "node", node->nid);

		rw_json_put_all(object, rw_node_desc, node->v, RWATCH_NR_NODE);
		rw_json_put_kinds(object, node);
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *probes(const struct rw_report *rep)
{
	json_t *array = json_array();
	int i, field;

	for (i = 0; i < RWATCH_NR_PROBES; i++) {
		const struct rw_probe *probe = &rep->snap.probes[i];
		json_t *object = json_pack("{ss ss so so}", "probe", rw_probe_desc[i].name, "group",
					   rw_group_desc[rw_probe_desc[i].group].name, "state",
					   rw_json_text(probe->state), "symbol",
					   rw_json_text(probe->symbol));

		for (field = 0; field < RW_NR_PROBE_FIELDS; field++)
			rw_json_put(object, rw_probe_field_name[field], probe->v[field]);
		json_object_set_new(object, "without",
				    rw_probe_attached(probe) ?
					    json_null() :
					    json_string(rw_probe_desc[i].without));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *groups(const struct rw_report *rep)
{
	struct rw_val on[RWATCH_NR_GROUPS];
	int i;

	if (!rw_have_file(&rep->snap, RW_FILE_GROUPS))
		return json_null();
	for (i = 0; i < RWATCH_NR_GROUPS; i++)
		on[i] = rep->snap.groups[i].on;
	return rw_json_group_list(on);
}

static json_t *memory(const struct rw_report *rep)
{
	json_t *array = json_array();
	size_t i;

	for (i = 0; i < rep->facts.nr_mem; i++) {
		const struct rw_mem *mem = &rep->facts.mem[i];
		json_t *object = json_object();

		rw_json_put(object, "node",
			    mem->nid == RW_WHOLE_MACHINE ? rw_none() : rw_some(mem->nid));
		rw_json_put(object, "page_cache_kb",
			    rw_add(mem->kb[RW_MEM_ACTIVE_FILE], mem->kb[RW_MEM_INACTIVE_FILE]));
		rw_json_put(object, "slab_kb", mem->kb[RW_MEM_SLAB]);
		rw_json_put(object, "slab_reclaimable_kb", mem->kb[RW_MEM_SLAB_RECLAIMABLE]);
		rw_json_put(object, "free_kb", mem->kb[RW_MEM_FREE]);
		rw_json_put(object, "total_kb", mem->kb[RW_MEM_TOTAL]);
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *settings(const struct rw_report *rep)
{
	static const char *const mglru[] = {
		[RW_MGLRU_ABSENT] = "absent",
		[RW_MGLRU_OFF] = "off",
		[RW_MGLRU_ON] = "on",
	};

	return json_pack("{so so}", "watermark_boost_factor",
			 rw_json_number(rep->facts.boost_factor), "mglru",
			 rw_json_text(mglru[rep->facts.mglru]));
}

static json_t *finding(const struct rw_finding *f)
{
	static const char *const severity[] = {
		[RW_NOTE] = "note",
		[RW_WARN] = "warn",
		[RW_BAD] = "bad",
	};
	json_t *evidence = json_object();
	size_t i;

	for (i = 0; i < f->nr_evidence; i++)
		rw_json_put(evidence, f->evidence[i].name, f->evidence[i].val);
	return json_pack("{ss ss so so so ss so so}", "id", f->id, "severity",
			 severity[f->severity], "node",
			 f->nid < 0 ? json_null() : json_integer(f->nid), "zone",
			 rw_json_text(f->zone), "probe", rw_json_text(f->probe), "text", f->text,
			 "advice", rw_json_text(f->advice), "evidence", evidence);
}

json_t *rw_json_findings(const struct rw_report *rep)
{
	json_t *array = json_array();
	size_t i;

	for (i = 0; i < rep->nr_findings; i++)
		json_array_append_new(array, finding(&rep->findings[i]));
	return array;
}

static json_t *dentries(const struct rw_report *rep)
{
	static const char *const names[RW_NR_DENTRIES] = {
		[RW_DENTRIES_ALL] = "all",
		[RW_DENTRIES_UNUSED] = "unused",
		[RW_DENTRIES_NEGATIVE] = "negative",
	};
	json_t *object = json_object();
	int i;

	for (i = 0; i < RW_NR_DENTRIES; i++)
		rw_json_put(object, names[i], rep->facts.dentries[i]);
	return object;
}

json_t *rw_json_version(void)
{
	return json_pack("{si ss}", "schema", RWATCH_SCHEMA, "tool_version", RWATCH_VERSION);
}

/* What all of them have in common. */
static json_t *report(const struct rw_report *rep, bool judged)
{
	json_t *object = rw_json_version();

	json_object_set_new(object, "module_version", rw_json_text(rep->snap.version));
	if (judged)
		json_object_set_new(object, "findings", rw_json_findings(rep));
	json_object_set_new(object, "about", about(rep));
	json_object_set_new(object, "probes", rep->have_snap ? probes(rep) : json_array());
	json_object_set_new(object, "groups", groups(rep));
	return object;
}

static json_t *whole(const struct rw_report *rep, bool judged)
{
	json_t *object = report(rep, judged);

	json_object_set_new(object, "zones", zones(rep));
	json_object_set_new(object, "nodes", nodes(rep));
	json_object_set_new(object, "shrinkers", rw_json_shrinkers(rep));
	json_object_set_new(object, "tasks", rw_json_tasks(rep));
	json_object_set_new(object, "cgroups", rw_json_cgroups(rep));
	json_object_set_new(object, "compaction", rw_json_compaction(rep));
	json_object_set_new(object, "histograms", rw_json_histograms(rep));
	json_object_set_new(object, "memory", memory(rep));
	json_object_set_new(object, "dentries", dentries(rep));
	json_object_set_new(object, "settings", settings(rep));
	return object;
}

json_t *rw_json_status(const struct rw_report *rep)
{
	return whole(rep, true);
}

json_t *rw_json_export(const struct rw_report *rep)
{
	return whole(rep, false);
}

static json_t *btf(const struct rw_btf_check *check)
{
	static const char *const verdict[] = {
		[RW_BTF_FITS] = "fits",
		[RW_BTF_MISSING] = "missing",
		[RW_BTF_DIFFERS] = "differs",
	};
	json_t *array = json_array();
	int i;

	for (i = 0; check->available && i < RW_NR_BTF; i++) {
		const struct rw_btf_entry *e = &check->entry[i];

		json_array_append_new(array, json_pack("{ss ss ss so}", "probe",
						       rw_probe_desc[e->probe].name, "function",
						       e->function, "verdict", verdict[e->verdict],
						       "detail", rw_json_text(e->detail)));
	}
	return json_pack("{sb so so}", "available", check->available, "reason",
			 rw_json_text(check->why_not), "functions", array);
}

static json_t *host(const struct rw_facts *facts)
{
	static const char *const module[] = { NULL, "not loaded", "loaded" };
	static const char *const debugfs[] = {
		[RW_DEBUGFS_MISSING] = "missing",
		[RW_DEBUGFS_EMPTY] = "empty",
		[RW_DEBUGFS_NO_ACCESS] = "no access",
		[RW_DEBUGFS_OK] = "readable",
	};

	return json_pack("{so so ss so so so}", "kernel", rw_json_text(facts->osrelease), "module",
			 rw_json_text(module[facts->module]), "debugfs", debugfs[facts->debugfs],
			 "lockdown", rw_json_text(facts->lockdown), "ftrace_enabled",
			 rw_json_number(facts->ftrace_enabled), "kprobes_enabled",
			 rw_json_number(facts->kprobes_enabled));
}

json_t *rw_json_doctor(const struct rw_report *rep)
{
	json_t *object = report(rep, true);

	json_object_set_new(object, "host", host(&rep->facts));
	json_object_set_new(object, "btf", btf(&rep->btf));
	return object;
}

json_t *rw_json_error(const struct rw_err *err)
{
	return json_pack("{s{ss si ss}}", "error", "id", rw_err_id(err), "exit_code",
			 rw_err_exit(err), "message", err->text);
}
