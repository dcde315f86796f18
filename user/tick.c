// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <signal.h>

#include "tick.h"

#define SECOND_NS 1000000000LL

static volatile sig_atomic_t told_to_end;

static void end_soon(int signal)
{
	(void)signal;
	told_to_end = 1;
}

void rw_tick_signals(void)
{
	const struct sigaction action = { .sa_handler = end_soon };

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

bool rw_tick_ended(void)
{
	return told_to_end;
}

void rw_tick_begin(struct timespec *next)
{
	clock_gettime(CLOCK_MONOTONIC, next);
}

static int64_t to_ns(const struct timespec *t)
{
	return t->tv_sec * SECOND_NS + t->tv_nsec;
}

void rw_tick_next(struct timespec *next, int64_t interval_ns)
{
	struct timespec now;
	int64_t at = to_ns(next) + interval_ns, late;

	clock_gettime(CLOCK_MONOTONIC, &now);
	late = to_ns(&now) - at;
	if (late > 0)
		at += late / interval_ns * interval_ns;
	next->tv_sec = at / SECOND_NS;
	next->tv_nsec = at % SECOND_NS;
}

void rw_tick_sleep(struct timespec *next, int64_t interval_ns)
{
	rw_tick_next(next, interval_ns);
	while (!told_to_end && clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, next, NULL) == EINTR)
		;
}
