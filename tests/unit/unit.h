/* SPDX-License-Identifier: GPL-2.0 */
/* A test is a function in one of the tables; it runs in a process of its own. */
#ifndef UNIT_H
#define UNIT_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "value.h"

struct unit_test {
	const char *name;
	void (*run)(void);
};

/* Each ends with a NULL name. */
extern const struct unit_test parse_tests[];
extern const struct unit_test parse_rows_tests[];
extern const struct unit_test fuzz_tests[];
extern const struct unit_test name_tests[];
extern const struct unit_test facts_tests[];
extern const struct unit_test calc_tests[];
extern const struct unit_test clamp_tests[];
extern const struct unit_test judge_tests[];
extern const struct unit_test trial_tests[];
extern const struct unit_test judge_reclaim_tests[];
extern const struct unit_test text_tests[];
extern const struct unit_test json_tests[];
extern const struct unit_test events_tests[];
extern const struct unit_test stat_tests[];
extern const struct unit_test metrics_tests[];
extern const struct unit_test btf_tests[];
extern const struct unit_test duration_tests[];
extern const struct unit_test recording_tests[];
extern const struct unit_test history_tests[];
extern const struct unit_test plot_tests[];
extern const struct unit_test trace_tests[];
extern const struct unit_test trace_prog_tests[];
extern const struct unit_test watch_tests[];
extern const struct unit_test terminal_tests[];

#define FAIL(...)                                               \
	do {                                                    \
		fprintf(stderr, "%s:%d: ", __FILE__, __LINE__); \
		fprintf(stderr, __VA_ARGS__);                   \
		fputc('\n', stderr);                            \
		exit(1);                                        \
	} while (0)

#define CHECK(condition)                                  \
	do {                                              \
		if (!(condition))                         \
			FAIL("not true: %s", #condition); \
	} while (0)

#define CHECK_INT(got, want)                                                   \
	do {                                                                   \
		int64_t g_ = (got), w_ = (want);                               \
		if (g_ != w_)                                                  \
			FAIL("%s is %" PRId64 ", not %" PRId64, #got, g_, w_); \
	} while (0)

#define CHECK_STR(got, want)                                              \
	do {                                                              \
		const char *g_ = (got), *w_ = (want);                     \
		if (strcmp(g_, w_))                                       \
			FAIL("%s is\n\"%s\", not\n\"%s\"", #got, g_, w_); \
	} while (0)

#define CHECK_HAS(text, part)                                     \
	do {                                                      \
		const char *t_ = (text), *p_ = (part);            \
		if (!strstr(t_, p_))                              \
			FAIL("\"%s\" is not in\n\"%s\"", p_, t_); \
	} while (0)

#define CHECK_VAL(got, want)              \
	do {                              \
		struct rw_val v_ = (got); \
		CHECK(rw_known(v_));      \
		CHECK_INT(v_.v, want);    \
	} while (0)

/* Marks the test as skipped, as tests/lib/tap.sh understands it. */
#define UNIT_SKIP 77
_Noreturn void unit_skip(const char *reason);

/* A file of tests/unit/data as a string; free() it. */
char *unit_data(const char *name, size_t *len);

#endif /* UNIT_H */
