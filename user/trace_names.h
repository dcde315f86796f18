/* SPDX-License-Identifier: GPL-2.0 */
/* What the numbers in trace events mean on this host: zones, cgroups, shrinkers. */
#ifndef RW_TRACE_NAMES_H
#define RW_TRACE_NAMES_H

#include "facts.h"
#include "out_trace.h"
#include "paths.h"
#include "trace.h"

struct rw_trace_names;

/* NULL with @err set if memory ran out; what cannot be read is unknown. */
struct rw_trace_names *rw_trace_names_new(const struct rw_roots *roots, struct rw_err *err);
void rw_trace_names_free(struct rw_trace_names *names);

/* Has the host a node @nid with memory?  True if that is not known. */
bool rw_trace_names_node(const struct rw_trace_names *names, int nid);
/* The number of the zone called @name, on @nid unless that is RW_UNSET; -1 if there is none. */
int rw_trace_names_zone(const struct rw_trace_names *names, int nid, const char *name);

/* Fills @line for @seen, until the next call. */
void rw_trace_names_find(struct rw_trace_names *names, const struct rw_trace_seen *seen,
			 struct rw_trace_line *line);

#endif /* RW_TRACE_NAMES_H */
