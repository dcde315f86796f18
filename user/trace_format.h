/* SPDX-License-Identifier: GPL-2.0 */
/* The file "format" that tracefs has for each trace event: where its fields are.  Pure. */
#ifndef RW_TRACE_FORMAT_H
#define RW_TRACE_FORMAT_H

#include "err.h"
#include "trace.h"

#define RW_TRACE_FORMAT_LIMIT 16384

struct rw_trace_place {
	unsigned int offset;
	unsigned int size; /* 1, 2, 4 or 8 of a number; 0: there is no such field */
	bool is_signed;
};

struct rw_trace_format {
	enum rw_trace_event_id event;
	int64_t id; /* for perf_event_open() */
	struct rw_trace_place field[RW_NR_TRACE_FIELDS];
	struct rw_trace_place name;
};

/*
 * Takes the path for its error sentences.  0 if there is every field that @event has in
 * rw_trace_event, each where a BPF program can read it; else -1 with @err set.
 */
int rw_trace_format_parse(const char *path, const char *text, size_t len,
			  enum rw_trace_event_id event, struct rw_trace_format *format,
			  struct rw_err *err);

#endif /* RW_TRACE_FORMAT_H */
