/* SPDX-License-Identifier: GPL-2.0 */
/* The programs of trace_prog.h in the kernel: loaded, attached, and what they write read. */
#ifndef RW_TRACE_BPF_H
#define RW_TRACE_BPF_H

#include "err.h"
#include "paths.h"
#include "trace.h"
#include "trace_format.h"

struct rw_trace_bpf;

#define RW_TRACE_MIN_BUFFER 4096
#define RW_TRACE_MAX_BUFFER (1LL << 30)

/* The event's format, as tracefs says.  0, or -1 with what is missing in @err. */
int rw_trace_read_format(const struct rw_roots *roots, enum rw_trace_event_id event,
			 struct rw_trace_format *format, struct rw_err *err);

/* Is the ring buffer of this kernel one to use?  @btf as of rw_btf_check().  0, or -1. */
int rw_trace_check_ring(const struct rw_roots *roots, const char *btf, struct rw_err *err);

/*
 * For the events of @filter's kinds, which @format has.  @buffer: bytes; rounded up to a power
 * of two.  NULL with @err set if the kernel does not let us.  From then on @seen is called
 * from rw_trace_poll() for each event; it returns -1 to have no more of them.
 */
struct rw_trace_bpf *rw_trace_start(const struct rw_roots *roots,
				    const struct rw_trace_filter *filter,
				    const struct rw_trace_format format[RW_NR_TRACE_EVENTS],
				    int64_t buffer,
				    int (*seen)(const struct rw_trace_seen *seen, void *data),
				    void *data, struct rw_err *err);

/* Waits for events, but no longer than @ms or for a signal.  -1 if @seen did. */
int rw_trace_poll(struct rw_trace_bpf *bpf, int ms);

/* Detaches: from then on the counts stand still.  Then what is in the buffer is seen. */
void rw_trace_detach(struct rw_trace_bpf *bpf);

/* As they are now. */
const volatile struct rw_trace_counts *rw_trace_counts(const struct rw_trace_bpf *bpf);

/* Leaves nothing in the kernel. */
void rw_trace_free(struct rw_trace_bpf *bpf);

#endif /* RW_TRACE_BPF_H */
