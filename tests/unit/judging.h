/* SPDX-License-Identifier: GPL-2.0 */
/* A report in which nothing is wrong, for tests of rules to break. */
#ifndef JUDGING_H
#define JUDGING_H

#include "judge.h"
#include "unit.h"

extern struct rw_report rep;
extern struct rw_zone zones[2];
extern struct rw_node nodes[1];
extern struct rw_mem mem[1];

void quiet(void);

/* Every finding of the report as "SEVERITY id text\n". */
const char *judged(void);

#define JUDGED(want)                       \
	do {                               \
		CHECK_STR(judged(), want); \
		quiet();                   \
	} while (0)

#endif /* JUDGING_H */
