/* SPDX-License-Identifier: GPL-2.0 */
/* Everything that prints.  Nothing here reads a file or judges a figure. */
#ifndef RW_OUT_H
#define RW_OUT_H

#include <stdio.h>

#include <jansson.h>

#include "clamp.h"
#include "report.h"
#include "stat.h"
#include "trial.h"

/* What stands out and is not 0, or @all. */
void rw_out_status(FILE *out, bool colour, bool all, const struct rw_report *rep);
void rw_out_doctor(FILE *out, bool colour, const struct rw_report *rep);
void rw_out_groups(FILE *out, const struct rw_val on[RWATCH_NR_GROUPS]);
/* The heads of the columns, then a line for each. */
void rw_out_events_head(FILE *out, bool colour);
void rw_out_event(FILE *out, const struct rw_event *event, const struct rw_facts *facts,
		  struct rw_val now_ns);
void rw_out_stat_head(FILE *out, bool colour, const struct rw_columns *columns, bool per_node);
void rw_out_stat(FILE *out, const struct rw_columns *columns, const struct rw_stat_line *line,
		 bool per_node);
void rw_out_metrics(FILE *out, const struct rw_report *rep);
void rw_out_clamp(FILE *out, bool colour, const struct rw_clamp *clamp,
		  const struct rw_report *rep);
void rw_out_trial(FILE *out, bool colour, const char *settings,
		  const struct rw_phase phases[RW_NR_PHASES], const struct rw_verdict *verdict,
		  size_t nr);
void rw_out_values(FILE *out, bool colour);

/*
 * The same as JSON, every value by its name in the tables, unknown as null.  NULL
 * if memory ran out.
 */
json_t *rw_json_status(const struct rw_report *rep);
json_t *rw_json_export(const struct rw_report *rep);
json_t *rw_json_doctor(const struct rw_report *rep);
json_t *rw_json_event(const struct rw_event *event, const struct rw_facts *facts);
json_t *rw_json_groups(const struct rw_val on[RWATCH_NR_GROUPS]);
json_t *rw_json_group(int group, bool on);
json_t *rw_json_stat(const struct rw_columns *columns, const struct rw_stat_line *line,
		     struct rw_val now_ns);
json_t *rw_json_clamp(const struct rw_clamp *clamp, const struct rw_report *rep);
json_t *rw_json_trial(const struct rw_clamp *clamp, const struct rw_phase phases[RW_NR_PHASES],
		      const struct rw_verdict *verdict, size_t nr);
json_t *rw_json_version(void);
json_t *rw_json_values(void);
json_t *rw_json_error(const struct rw_err *err);

#endif /* RW_OUT_H */
