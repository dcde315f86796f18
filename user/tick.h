/* SPDX-License-Identifier: GPL-2.0 */
/* Something every so often, until it is told to end. */
#ifndef RW_TICK_H
#define RW_TICK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* SIGINT and SIGTERM end it between two ticks, not in the middle of one. */
void rw_tick_signals(void);
bool rw_tick_ended(void);

/* Begins a row of ticks, the first of which is now. */
void rw_tick_begin(struct timespec *next);
/* When the next one is, @interval_ns after the last; those that are over are left out. */
void rw_tick_next(struct timespec *next, int64_t interval_ns);
/* Sleeps until then. */
void rw_tick_sleep(struct timespec *next, int64_t interval_ns);

#endif /* RW_TICK_H */
