/* SPDX-License-Identifier: GPL-2.0 */
/* A file of the module in sysfs that holds 0 or 1. */
#ifndef RW_SWITCH_H
#define RW_SWITCH_H

#include <stdbool.h>

#include "err.h"
#include "paths.h"

struct rw_switch {
	const char *what; /* it is, for sentences: "the clamp" */
	const char *path; /* below the root of sysfs */
	enum rw_error error;
};

/* Reading or @writing its file failed with @error, an errno: why, and -1. */
int rw_switch_failed(const struct rw_roots *roots, const struct rw_switch *sw, int error,
		     bool writing, struct rw_err *err);

/* 0, or -1 with @err set. */
int rw_switch_read(const struct rw_roots *roots, const struct rw_switch *sw, bool *on,
		   struct rw_err *err);
/* Also reads it again: a write that has no effect is an error. */
int rw_switch_set(const struct rw_roots *roots, const struct rw_switch *sw, bool want,
		  struct rw_err *err);

#endif /* RW_SWITCH_H */
