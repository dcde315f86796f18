/* SPDX-License-Identifier: GPL-2.0 */
/* For tests of "trace". */
#ifndef TRACING_H
#define TRACING_H

#include "trace.h"

/* Below a captured host. */
#define TRACING "sys/kernel/tracing/events/reclaimwatch/"

/* Room for any record. */
struct test_record {
	struct rw_trace_record head;
	int64_t v[RW_TRACE_MAX_FIELDS + RW_TRACE_NAME / 8];
};

#endif /* TRACING_H */
