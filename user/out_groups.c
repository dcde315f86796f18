// SPDX-License-Identifier: GPL-2.0
/* The groups of probes. */
#include "json.h"
#include "out.h"
#include "text.h"

void rw_out_groups(FILE *out, const struct rw_val on[RWATCH_NR_GROUPS])
{
	char head[32];
	int i;

	for (i = 0; i < RWATCH_NR_GROUPS; i++) {
		snprintf(head, sizeof(head), "%-12s%-5s", rw_group_desc[i].name,
			 !rw_known(on[i]) ? RWATCH_UNKNOWN :
			 on[i].v	  ? "on" :
					    "off");
		rw_text_wrap(out, NULL, head, rw_group_desc[i].help);
	}
}

json_t *rw_json_group_list(const struct rw_val on[RWATCH_NR_GROUPS])
{
	json_t *array = json_array();
	int i;

	for (i = 0; i < RWATCH_NR_GROUPS; i++)
		json_array_append_new(
			array, json_pack("{ss so si ss}", "group", rw_group_desc[i].name, "on",
					 rw_json_number(on[i]), "on_by_default",
					 rw_group_desc[i].on, "help", rw_group_desc[i].help));
	return array;
}

json_t *rw_json_groups(const struct rw_val on[RWATCH_NR_GROUPS])
{
	json_t *object = rw_json_version();

	json_object_set_new(object, "groups", rw_json_group_list(on));
	return object;
}

json_t *rw_json_group(int group, bool on)
{
	json_t *object = rw_json_version();

	json_object_set_new(object, "group", json_string(rw_group_desc[group].name));
	rw_json_put(object, "on", rw_some(on));
	return object;
}
