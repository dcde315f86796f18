/* SPDX-License-Identifier: GPL-2.0 */
/* What "report" prints of a recording. */
#ifndef RW_OUT_RECORDING_H
#define RW_OUT_RECORDING_H

#include <stdio.h>

#include <jansson.h>

#include "history.h"
#include "report.h"

#define RW_TIME 32

void rw_out_recording(FILE *out, bool colour, bool all, const struct rw_history *h,
		      const struct rw_report *rep);
/* A page that needs nothing but itself; 0, or -1 if memory ran out. */
int rw_html_recording(struct rw_buf *to, const struct rw_history *h, const struct rw_report *rep);
json_t *rw_json_recording(const struct rw_history *h, const struct rw_report *rep);

/* Two of them side by side, by the same quantities. */
void rw_out_compare(FILE *out, bool colour, const struct rw_history h[2]);
json_t *rw_json_compare(const struct rw_history h[2]);
void rw_html_compare_table(struct rw_buf *to, const struct rw_history h[2]);
int rw_html_compare(struct rw_buf *to, const struct rw_history h[2]);

/* "12-01 03:12:07", or "+0:03:12" from the start if the wall clock is not known. */
void rw_recording_time(char to[RW_TIME], const struct rw_history *h, int64_t ns);
/* The same with the year. */
void rw_recording_date(char to[RW_TIME], const struct rw_history *h, int64_t ns);
/* A mark in words. */
void rw_recording_mark(char *to, size_t size, const struct rw_mark *mark);

/* How long a stretch of time is looked for the worst of, and of what. */
#define RW_NR_WORST 5
int64_t rw_recording_window(const struct rw_history *h);
extern const enum rw_track_id rw_recording_worst[RW_NR_WORST];

#endif /* RW_OUT_RECORDING_H */
