/* SPDX-License-Identifier: GPL-2.0 */
/* The commands, and what they share. */
#ifndef RW_CMD_H
#define RW_CMD_H

#include <stdbool.h>

#include <jansson.h>

#include "err.h"
#include "report.h"

struct rw_options {
	bool json;
	bool colour;
	struct rw_roots roots;
	const char *btf; /* NULL: the running kernel's */
};

/* @argv: what follows the command's name, ends with NULL.  Returns the exit code. */
typedef int rw_cmd_fn(const struct rw_options *opts, char **argv);

rw_cmd_fn rw_cmd_status;
rw_cmd_fn rw_cmd_doctor;
rw_cmd_fn rw_cmd_clamp;
rw_cmd_fn rw_cmd_values;

/* Says what went wrong on stderr, with --json also on stdout; returns its exit code. */
int rw_cmd_error(const struct rw_options *opts, const struct rw_err *err);

/* Prints and frees @json (NULL: memory ran out); returns the exit code. */
int rw_cmd_json(const struct rw_options *opts, json_t *json);

/* For a command that takes no argument. */
int rw_cmd_no_args(char **argv, struct rw_err *err);

#endif /* RW_CMD_H */
