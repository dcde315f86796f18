/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Pieces of JSON.  Memory can run out inside any call: jansson then returns -1 or
 * takes NULL as such.
 */
#ifndef RW_JSON_H
#define RW_JSON_H

#include <jansson.h>

#include "clamp.h"
#include "report.h"

json_t *rw_json_number(struct rw_val val);
json_t *rw_json_text(const char *text);
/* A name from outside, see name.h. */
json_t *rw_json_name(const char *name);

/* A moment of CLOCK_REALTIME in UTC, as programs like it. */
json_t *rw_json_time(struct rw_val wall_ns);

int rw_json_put(json_t *object, const char *name, struct rw_val val);
int rw_json_put_all(json_t *object, const struct rw_desc *desc, const struct rw_val *vals,
		    size_t nr);
int rw_json_put_kinds(json_t *object, const struct rw_node *node);

json_t *rw_json_findings(const struct rw_report *rep);
/* out_clamp.c: what the clamp is set to, own shares of zones only where there are any. */
json_t *rw_json_settings(const struct rw_clamp *clamp);

/* out_groups.c */
json_t *rw_json_group_list(const struct rw_val on[RWATCH_NR_GROUPS]);

/* out_json_rows.c: an array each, or null if the module has no such file. */
json_t *rw_json_shrinkers(const struct rw_report *rep);
json_t *rw_json_tasks(const struct rw_report *rep);
json_t *rw_json_cgroups(const struct rw_report *rep);
json_t *rw_json_compaction(const struct rw_report *rep);
json_t *rw_json_histograms(const struct rw_report *rep);

#endif /* RW_JSON_H */
