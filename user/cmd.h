/* SPDX-License-Identifier: GPL-2.0 */
/* The commands, and what they share. */
#ifndef RW_CMD_H
#define RW_CMD_H

#include <stdbool.h>

#include <jansson.h>

#include "err.h"
#include "options.h"
#include "report.h"

/* @argv: what follows the command's name, ends with NULL.  Returns the exit code. */
typedef int rw_cmd_fn(const struct rw_options *opts, char **argv);

rw_cmd_fn rw_cmd_status;
rw_cmd_fn rw_cmd_doctor;
rw_cmd_fn rw_cmd_events;
rw_cmd_fn rw_cmd_stat;
rw_cmd_fn rw_cmd_trace;
rw_cmd_fn rw_cmd_record;
rw_cmd_fn rw_cmd_report;
rw_cmd_fn rw_cmd_watch;
rw_cmd_fn rw_cmd_export;
rw_cmd_fn rw_cmd_clamp;
rw_cmd_fn rw_cmd_groups;
rw_cmd_fn rw_cmd_values;

/* Of "clamp", its word "try". */
int rw_cmd_clamp_try(const struct rw_options *opts);

/* Says what went wrong on stderr, with --json also on stdout; returns its exit code. */
int rw_cmd_error(const struct rw_options *opts, const struct rw_err *err);

/* Prints and frees @json (NULL: memory ran out); returns the exit code. */
int rw_cmd_json(const struct rw_options *opts, json_t *json);

/* Prints and frees @json on one line; 0, or -1 if memory ran out. */
int rw_cmd_json_line(json_t *json);

/* For a command that takes no argument. */
int rw_cmd_no_args(char **argv, struct rw_err *err);

#endif /* RW_CMD_H */
