/* SPDX-License-Identifier: GPL-2.0 */
/* The argument INTERVAL of stat and watch. */
#ifndef RW_INTERVAL_H
#define RW_INTERVAL_H

#include <stdint.h>

#include "err.h"

#define RW_SECOND_NS 1000000000LL

/* 0, or -1 with @err set; @command is whose argument it is. */
int rw_interval_parse(const char *text, const char *command, int64_t *ns, struct rw_err *err);

#endif /* RW_INTERVAL_H */
