/* SPDX-License-Identifier: GPL-2.0 */
/* The clamp's files in sysfs: reads and writes. */
#ifndef RW_CLAMP_FILES_H
#define RW_CLAMP_FILES_H

#include "clamp.h"
#include "paths.h"

/* All settings as they are; 0, or -1 with @err set.  rw_clamp_free() in either case. */
int rw_clamp_read(const struct rw_roots *roots, struct rw_clamp *clamp, struct rw_err *err);

/*
 * From @was, which was just read, to @want; and looks whether it is so.  0; or -1 with
 * @err set and everything put back, or the sentence says that it could not be.
 */
int rw_clamp_change(const struct rw_roots *roots, const struct rw_clamp *was,
		    const struct rw_clamp *want, struct rw_err *err);

/*
 * From @want, to which it was changed from @was, which was off; also from half way between
 * them.  0, or -1 with @err set: what somebody else has set meanwhile is left alone.
 */
int rw_clamp_restore(const struct rw_roots *roots, const struct rw_clamp *was,
		     const struct rw_clamp *want, struct rw_err *err);

/* Is it still as wanted?  0, or -1 with @err set. */
int rw_clamp_still(const struct rw_roots *roots, const struct rw_clamp *want, struct rw_err *err);

/* The switch alone. */
int rw_clamp_off(const struct rw_roots *roots, struct rw_err *err);

#endif /* RW_CLAMP_FILES_H */
