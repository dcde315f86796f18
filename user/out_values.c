// SPDX-License-Identifier: GPL-2.0
/* The tables themselves: what each value means. */
#include "out.h"
#include "text.h"

static const struct {
	const char *scope;
	const struct rw_desc *desc;
	size_t nr;
} scopes[] = {
	{ "about", rw_global_desc, RWATCH_NR_GLOBAL },
	{ "zone", rw_zone_desc, RWATCH_NR_ZONE },
	{ "node", rw_node_desc, RWATCH_NR_NODE },
	{ "pass", rw_pass_desc, RWATCH_NR_PASS },
};

#define NR_SCOPES (sizeof(scopes) / sizeof(*scopes))

static const char *needs(const struct rw_desc *desc)
{
	return desc->probe < 0 ? NULL : rw_probe_desc[desc->probe].name;
}

void rw_out_values(FILE *out, bool colour)
{
	size_t i, j;

	fprintf(out,
		"name, unit, kind, the probe it needs, meaning; the values of a pass come "
		"twice,\nas %s_NAME and %s_NAME\n",
		rw_pass_kind[RWATCH_NORMAL], rw_pass_kind[RWATCH_BOOSTED]);
	for (i = 0; i < NR_SCOPES; i++) {
		rw_text_heading(out, colour, scopes[i].scope);
		for (j = 0; j < scopes[i].nr; j++) {
			const struct rw_desc *desc = &scopes[i].desc[j];

			fprintf(out, "%-26s %-7s %-8s %s\n", desc->name, rw_unit_name(desc->unit),
				rw_kind_name(desc->kind), needs(desc) ? needs(desc) : "-");
			rw_text_wrap(out, NULL, "    ", desc->help);
		}
	}
}

json_t *rw_json_values(void)
{
	json_t *object = rw_json_version(), *array = json_array();
	size_t i, j;

	for (i = 0; i < NR_SCOPES; i++) {
		for (j = 0; j < scopes[i].nr; j++) {
			const struct rw_desc *desc = &scopes[i].desc[j];

			json_array_append_new(array,
					      json_pack("{ss ss ss ss ss? ss}", "scope",
							scopes[i].scope, "name", desc->name, "unit",
							rw_unit_name(desc->unit), "kind",
							rw_kind_name(desc->kind), "probe",
							needs(desc), "help", desc->help));
		}
	}
	json_object_set_new(object, "values", array);
	return object;
}
