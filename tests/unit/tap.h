/* SPDX-License-Identifier: GPL-2.0 */
/* For a test program of its own: ok() for each test, done_testing() at the end. */
#ifndef TAP_H
#define TAP_H

#include <stdbool.h>
#include <stdio.h>

static int tap_count;
static int tap_failed;

static inline bool tap_ok(bool passed, const char *name, const char *file, int line)
{
	printf("%sok %d - %s\n", passed ? "" : "not ", ++tap_count, name);
	if (!passed) {
		tap_failed++;
		printf("# at %s:%d\n", file, line);
	}
	return passed;
}

#define ok(passed, name) tap_ok(passed, name, __FILE__, __LINE__)

/* The exit status. */
static inline int done_testing(void)
{
	printf("1..%d\n", tap_count);
	return !tap_count || tap_failed;
}

#endif /* TAP_H */
