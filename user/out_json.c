// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include <reclaimwatch/version.h>

#include "calc.h"
#include "out.h"

/* Memory can run out inside any call: jansson then returns -1 or takes NULL as such. */

static json_t *number(struct rw_val val)
{
	return rw_known(val) ? json_integer(val.v) : json_null();
}

static json_t *string_or_null(const char *text)
{
	return text && *text ? json_string(text) : json_null();
}

static int put(json_t *object, const char *name, struct rw_val val)
{
	return json_object_set_new(object, name, number(val));
}

static int put_all(json_t *object, const struct rw_desc *desc, const struct rw_val *vals, size_t nr)
{
	size_t i;
	int ret = 0;

	for (i = 0; i < nr; i++)
		ret |= put(object, desc[i].name, vals[i]);
	return ret;
}

static json_t *about(const struct rw_report *rep)
{
	json_t *object = json_object();

	put_all(object, rw_global_desc, rep->snap.global, RWATCH_NR_GLOBAL);
	put(object, "age_ns", rep->age_ns);
	put(object, "hits", rep->hits);
	put(object, "missed", rep->missed);
	return object;
}

static json_t *zones(const struct rw_report *rep)
{
	json_t *array = json_array();
	size_t i;

	for (i = 0; i < rep->snap.nr_zones; i++) {
		const struct rw_zone *zone = &rep->snap.zones[i];
		json_t *object = json_pack("{si ss}", "node", zone->nid, "zone", zone->name);

		put_all(object, rw_zone_desc, zone->v, RWATCH_NR_ZONE);
		put(object, "boost_cap_pages", rep->cap[i]);
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
		int kind, id;

		put_all(object, rw_node_desc, node->v, RWATCH_NR_NODE);
		for (kind = 0; kind < RWATCH_NR_PASS_KINDS; kind++) {
			for (id = 0; id < RWATCH_NR_PASS; id++) {
				char name[RW_NAME_MAX];

				rw_pass_name(name, kind, id);
				put(object, name, node->pass[kind][id]);
			}
		}
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
		json_t *object = json_pack("{ss so so}", "probe", rw_probe_desc[i].name, "state",
					   string_or_null(probe->state), "symbol",
					   string_or_null(probe->symbol));

		for (field = 0; field < RW_NR_PROBE_FIELDS; field++)
			put(object, rw_probe_field_name[field], probe->v[field]);
		json_object_set_new(object, "without",
				    rw_probe_attached(probe) ?
					    json_null() :
					    json_string(rw_probe_desc[i].without));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *memory(const struct rw_report *rep)
{
	json_t *array = json_array();
	size_t i;

	for (i = 0; i < rep->facts.nr_mem; i++) {
		const struct rw_mem *mem = &rep->facts.mem[i];
		json_t *object = json_object();

		put(object, "node", mem->nid == RW_WHOLE_MACHINE ? rw_none() : rw_some(mem->nid));
		put(object, "page_cache_kb",
		    rw_add(mem->kb[RW_MEM_ACTIVE_FILE], mem->kb[RW_MEM_INACTIVE_FILE]));
		put(object, "slab_kb", mem->kb[RW_MEM_SLAB]);
		put(object, "slab_reclaimable_kb", mem->kb[RW_MEM_SLAB_RECLAIMABLE]);
		put(object, "free_kb", mem->kb[RW_MEM_FREE]);
		put(object, "total_kb", mem->kb[RW_MEM_TOTAL]);
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

	return json_pack("{so so}", "watermark_boost_factor", number(rep->facts.boost_factor),
			 "mglru", string_or_null(mglru[rep->facts.mglru]));
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
		put(evidence, f->evidence[i].name, f->evidence[i].val);
	return json_pack("{ss ss so so so ss so so}", "id", f->id, "severity",
			 severity[f->severity], "node",
			 f->nid < 0 ? json_null() : json_integer(f->nid), "zone",
			 string_or_null(f->zone), "probe", string_or_null(f->probe), "text",
			 f->text, "advice", string_or_null(f->advice), "evidence", evidence);
}

static json_t *findings(const struct rw_report *rep)
{
	json_t *array = json_array();
	size_t i;

	for (i = 0; i < rep->nr_findings; i++)
		json_array_append_new(array, finding(&rep->findings[i]));
	return array;
}

json_t *rw_json_version(void)
{
	return json_pack("{si ss}", "schema", RWATCH_SCHEMA, "tool_version", RWATCH_VERSION);
}

/* What status and doctor have in common. */
static json_t *report(const struct rw_report *rep)
{
	json_t *object = rw_json_version();

	json_object_set_new(object, "module_version", string_or_null(rep->snap.version));
	json_object_set_new(object, "findings", findings(rep));
	json_object_set_new(object, "about", about(rep));
	json_object_set_new(object, "probes", rep->have_snap ? probes(rep) : json_array());
	return object;
}

json_t *rw_json_status(const struct rw_report *rep)
{
	json_t *object = report(rep);

	json_object_set_new(object, "zones", zones(rep));
	json_object_set_new(object, "nodes", nodes(rep));
	json_object_set_new(object, "memory", memory(rep));
	json_object_set_new(object, "settings", settings(rep));
	return object;
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
						       "detail", string_or_null(e->detail)));
	}
	return json_pack("{sb so so}", "available", check->available, "reason",
			 string_or_null(check->why_not), "functions", array);
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

	return json_pack("{so so ss so so so}", "kernel", string_or_null(facts->osrelease),
			 "module", string_or_null(module[facts->module]), "debugfs",
			 debugfs[facts->debugfs], "lockdown", string_or_null(facts->lockdown),
			 "ftrace_enabled", number(facts->ftrace_enabled), "kprobes_enabled",
			 number(facts->kprobes_enabled));
}

json_t *rw_json_doctor(const struct rw_report *rep)
{
	json_t *object = report(rep);

	json_object_set_new(object, "host", host(&rep->facts));
	json_object_set_new(object, "btf", btf(&rep->btf));
	return object;
}

json_t *rw_json_clamp(bool on)
{
	json_t *object = rw_json_version();

	put(object, rw_global_desc[RWATCH_GLOBAL_CLAMP].name, rw_some(on));
	return object;
}

json_t *rw_json_error(const struct rw_err *err)
{
	return json_pack("{s{ss si ss}}", "error", "id", rw_err_id(err), "exit_code",
			 rw_err_exit(err), "message", err->text);
}
