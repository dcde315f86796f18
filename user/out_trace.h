/* SPDX-License-Identifier: GPL-2.0 */
/* What "trace" prints.  Nothing here reads a file or asks the kernel. */
#ifndef RW_OUT_TRACE_H
#define RW_OUT_TRACE_H

#include <stdio.h>

#include <jansson.h>

#include "trace.h"
#include "value.h"

/* An event, and what its numbers mean here and now; names as in name.h, or NULL. */
struct rw_trace_line {
	const struct rw_trace_seen *seen;
	struct rw_val wall_ns; /* CLOCK_REALTIME */
	const char *zone;
	const char *cgroup;
	const char *shrinker;
};

void rw_out_trace_head(FILE *out, bool colour);
void rw_out_trace(FILE *out, const struct rw_trace_line *line);
/* So many more were dropped. */
void rw_out_trace_dropped(FILE *out, bool colour, uint64_t nr);
/* At the end: @shown lines were printed. */
void rw_out_trace_end(FILE *out, const struct rw_trace_counts *counts, uint64_t shown);
/* Of each kind in @kinds what @now has more than @before. */
void rw_out_trace_hists(FILE *out, bool colour, unsigned int kinds,
			const struct rw_trace_counts *before, const struct rw_trace_counts *now);

uint64_t rw_trace_total(const uint64_t per_kind[RW_NR_TRACE_KINDS]);

/* The same as JSON, an object a line; NULL if memory ran out. */
json_t *rw_json_trace_start(const struct rw_trace_filter *filter, struct rw_val wall_ns);
json_t *rw_json_trace(const struct rw_trace_line *line);
json_t *rw_json_trace_dropped(uint64_t nr, struct rw_val wall_ns);
json_t *rw_json_trace_end(unsigned int kinds, const struct rw_trace_counts *counts, uint64_t shown,
			  struct rw_val wall_ns);
json_t *rw_json_trace_hist(enum rw_trace_kind kind, const struct rw_trace_counts *before,
			   const struct rw_trace_counts *now, struct rw_val wall_ns);

#endif /* RW_OUT_TRACE_H */
