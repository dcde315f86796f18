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

json_t *rw_json_values(void)
{
	json_t *object = rw_json_version(), *array = json_array();
	const struct rw_table *table;
	size_t i;

	for (table = rw_tables; table->scope; table++) {
		for (i = 0; i < table->nr; i++) {
			const struct rw_desc *desc = &table->desc[i];

			json_array_append_new(array,
					      json_pack("{ss ss ss ss ss? ss}", "scope",
							table->scope, "name", desc->name, "unit",
							rw_unit_name(desc->unit), "kind",
							rw_kind_name(desc->kind), "probe",
							needs(desc), "help", desc->help));
		}
	}
	json_object_set_new(object, "values", array);
	return object;
}
