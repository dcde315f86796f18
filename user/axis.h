/* SPDX-License-Identifier: GPL-2.0 */
/* Where an axis has its ticks, and what stands beside them.  Pure. */
#ifndef RW_AXIS_H
#define RW_AXIS_H

#include <stdbool.h>
#include <stdint.h>

/* The step, one of 1, 2, 5 times a power of ten, that has at most @most ticks in @span. */
double rw_axis_step(double span, int most);
/* The same for time: a step that people count in. */
int64_t rw_axis_time_step(int64_t span_ns, int most);

#define RW_AXIS_LABEL 32
/* As many digits as tell one tick from the next. */
void rw_axis_label(char to[RW_AXIS_LABEL], double at, double step);
/* A duration of a decade: "10 us", "1 ms". */
void rw_axis_decade(char to[RW_AXIS_LABEL], double ns);

#endif /* RW_AXIS_H */
