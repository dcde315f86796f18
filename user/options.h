/* SPDX-License-Identifier: GPL-2.0 */
/* What the user asked for, from the command line. */
#ifndef RW_OPTIONS_H
#define RW_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "clamp.h"
#include "err.h"
#include "paths.h"

/* What trace was told; texts as they were said, NULL: nothing. */
struct rw_trace_wish {
	const char *kinds, *zone, *min_duration, *buffer;
	int64_t count; /* RW_UNSET: until it is told to end */
	bool hist;
};

struct rw_options {
	bool json;
	bool colour;
	bool all;
	bool openmetrics;
	bool per_node;
	const char *columns; /* NULL: those by default */
	bool compare;
	const char *html;    /* the page to write, or NULL */
	int64_t interval_ns; /* RW_UNSET: as the command likes it */
	int64_t seconds;     /* of --for; RW_UNSET: until told to end */
	bool help, version;
	int node;     /* RW_UNSET: all */
	int64_t last; /* RW_UNSET: all */
	struct rw_clamp_wish clamp;
	struct rw_trace_wish trace;
	struct rw_roots roots;
	const char *btf; /* NULL: the running kernel's */
};

/* Takes the options out of @argv.  The index of the first argument, or -1 with @err set. */
int rw_options_parse(int argc, char **argv, struct rw_options *opts, struct rw_err *err);

/* Is an option of another command among those given?  Then -1 with @err set. */
int rw_options_check(const char *command, struct rw_err *err);

/* The lines of --help: of one command, or of all if it is NULL. */
void rw_options_help(FILE *out, const char *command);

#endif /* RW_OPTIONS_H */
