/* SPDX-License-Identifier: GPL-2.0 */
/* What happened between two samples, as if counting had begun with the first. */
#ifndef RW_SPAN_H
#define RW_SPAN_H

#include "history.h"
#include "report.h"

/* Takes the counters of @from off those of @snap; peaks stay where they grew, else are unknown. */
void rw_span_subtract(struct rw_snapshot *snap, const struct rw_snapshot *from);

/* The longest run of samples with the module loaded once. */
void rw_span_longest(const struct rw_history *h, size_t *from, size_t *to);

/* @rep is then that of samples @from to @to, derived and judged.  0, or -1 with @err set. */
int rw_span_report(const unsigned char *data, size_t len, const char *path, size_t from, size_t to,
		   struct rw_report *rep, struct rw_err *err);

#endif /* RW_SPAN_H */
