// SPDX-License-Identifier: GPL-2.0
/* The tables themselves: what each value means. */
#include "out.h"
#include "text.h"

static const char *needs(const struct rw_desc *desc)
{
	return desc->probe < 0 ? NULL : rw_probe_desc[desc->probe].name;
}

static void heading(FILE *out, bool colour, const struct rw_table *table)
{
	char text[160] = "";
	size_t len;
	int kind;

	len = (size_t)snprintf(text, sizeof(text), "%s", table->scope);
	for (kind = 0; kind < table->kinds; kind++)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s_",
					kind ? ", " : ": each name after ", rw_run_kind[kind]);
	rw_text_heading(out, colour, text);
}

void rw_out_values(FILE *out, bool colour)
{
	const struct rw_table *table;
	size_t i;

	fprintf(out, "name, unit, kind, the probe it needs, meaning\n");
	for (table = rw_tables; table->scope; table++) {
		heading(out, colour, table);
		for (i = 0; i < table->nr; i++) {
			const struct rw_desc *desc = &table->desc[i];

			fprintf(out, "%-34s %-7s %-8s %s\n", desc->name, rw_unit_name(desc->unit),
				rw_kind_name(desc->kind), needs(desc) ? needs(desc) : "-");
			rw_text_wrap(out, NULL, "    ", desc->help);
		}
	}
}

/* The probe, what it comes after, and so on. */
static void add_probes(json_t *array, int probe)
{
	for (; probe != RWATCH_PROBE_NONE; probe = rw_probe_desc[probe].after)
		json_array_append_new(array, json_string(rw_probe_desc[probe].name));
}

/* By its full names, one for each kind of reclaim if there are kinds. */
static json_t *json_needs(const struct rw_table *table, const struct rw_desc *desc)
{
	json_t *names = json_object(), *probes;
	char name[RW_NAME_MAX];
	int kind;

	for (kind = 0; kind < table->kinds; kind++) {
		probes = json_array();
		add_probes(probes, desc->probe);
		if (rw_run_kind_probe[kind] != desc->probe)
			add_probes(probes, rw_run_kind_probe[kind]);
		rw_kind_value_name(name, kind, desc);
		json_object_set_new(names, name, probes);
	}
	if (!table->kinds) {
		probes = json_array();
		add_probes(probes, desc->probe);
		json_object_set_new(names, desc->name, probes);
	}
	return names;
}

json_t *rw_json_values(void)
{
	json_t *object = rw_json_version(), *array = json_array();
	const struct rw_table *table;
	size_t i;

	for (table = rw_tables; table->scope; table++) {
		for (i = 0; i < table->nr; i++) {
			const struct rw_desc *desc = &table->desc[i];

			json_array_append_new(
				array,
				json_pack("{ss ss ss ss ss? so ss}", "scope", table->scope, "name",
					  desc->name, "unit", rw_unit_name(desc->unit), "kind",
					  rw_kind_name(desc->kind), "probe", needs(desc), "needs",
					  json_needs(table, desc), "help", desc->help));
		}
	}
	json_object_set_new(object, "values", array);
	return object;
}
