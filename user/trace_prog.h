/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The BPF program that is attached to a trace event of the module: filters it, counts it,
 * and copies it into the ring buffer.  Pure: makes instructions and loads nothing.
 */
#ifndef RW_TRACE_PROG_H
#define RW_TRACE_PROG_H

#include <stddef.h>

#include <linux/bpf.h>

#include "trace.h"
#include "trace_format.h"

#define RW_TRACE_MAX_INSNS 256

struct rw_trace_program {
	size_t nr;
	struct bpf_insn insn[RW_TRACE_MAX_INSNS];
};

/*
 * For the event of @format.  @ring is the file of the ring buffer, @counts of an array whose
 * only element is a struct rw_trace_counts.
 */
void rw_trace_program(const struct rw_trace_format *format, const struct rw_trace_filter *filter,
		      int ring, int counts, struct rw_trace_program *prog);

#endif /* RW_TRACE_PROG_H */
