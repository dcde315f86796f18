// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>

#include "source.h"
#include "switch.h"

int rw_switch_failed(const struct rw_roots *roots, const struct rw_switch *sw, int error,
		     bool writing, struct rw_err *err)
{
	char path[RW_PATH_MAX];

	rw_source_path(path, roots->sysfs, sw->path);
	switch (error) {
	case ENOENT:
	case ENOTDIR:
		if (rw_source_module(roots) == RW_YES)
			return rw_fail(err, sw->error,
				       "the module is loaded but %s is missing; "
				       "install the tool and the module of the same version",
				       path);
		return rw_source_not_loaded(roots, err);
	case EACCES:
	case EPERM:
		return rw_fail(err, RW_ERR_PERMISSION, "no permission to %s %s; run it as root",
			       writing ? "write" : "read", path);
	default:
		return rw_fail(err, sw->error,
			       "%s could not be %s (%s: %s); run: reclaimwatch doctor", sw->what,
			       writing ? "switched" : "read", path, strerror(error));
	}
}

int rw_switch_read(const struct rw_roots *roots, const struct rw_switch *sw, bool *on,
		   struct rw_err *err)
{
	char text[16], path[RW_PATH_MAX];
	int ret = rw_source_small(roots->sysfs, sw->path, text, sizeof(text));

	if (ret)
		return rw_switch_failed(roots, sw, -ret, false, err);
	text[strcspn(text, "\n")] = '\0';
	if (strcmp(text, "0") && strcmp(text, "1")) {
		rw_source_path(path, roots->sysfs, sw->path);
		return rw_fail(err, RW_ERR_GARBLED,
			       "%s reads \"%s\", neither 0 nor 1; install the "
			       "tool and the module of the same version",
			       path, text);
	}
	*on = *text == '1';
	return 0;
}

int rw_switch_set(const struct rw_roots *roots, const struct rw_switch *sw, bool want,
		  struct rw_err *err)
{
	int ret = rw_source_write(roots->sysfs, sw->path, want ? "1\n" : "0\n");
	bool on;

	if (ret)
		return rw_switch_failed(roots, sw, -ret, true, err);
	if (rw_switch_read(roots, sw, &on, err))
		return -1;
	if (on == want)
		return 0;
	return rw_fail(err, sw->error,
		       "%s still reads %d after %d was written; see: dmesg | grep reclaimwatch",
		       sw->what, on, want);
}
