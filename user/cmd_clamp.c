// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cmd.h"
#include "out.h"
#include "source.h"

static int explain(const struct rw_roots *roots, int error, bool writing, struct rw_err *err)
{
	char path[RW_PATH_MAX];

	rw_source_path(path, roots->sysfs, RW_CLAMP);
	switch (error) {
	case ENOENT:
	case ENOTDIR:
		if (rw_source_module(roots) == RW_YES)
			return rw_fail(err, RW_ERR_CLAMP,
				       "the module is loaded but %s is missing; "
				       "install the tool and the module of the same version",
				       path);
		return rw_fail(err, RW_ERR_NO_MODULE,
			       "the module is not loaded; run: modprobe reclaimwatch");
	case EACCES:
	case EPERM:
		return rw_fail(err, RW_ERR_PERMISSION, "no permission to %s %s; run it as root",
			       writing ? "write" : "read", path);
	default:
		return rw_fail(err, RW_ERR_CLAMP,
			       "the clamp could not be %s (%s: %s); run: "
			       "reclaimwatch doctor",
			       writing ? "switched" : "read", path, strerror(error));
	}
}

static int read_clamp(const struct rw_roots *roots, bool *on, struct rw_err *err)
{
	char text[16], path[RW_PATH_MAX];
	int ret = rw_source_small(roots->sysfs, RW_CLAMP, text, sizeof(text));

	if (ret)
		return explain(roots, -ret, false, err);
	text[strcspn(text, "\n")] = '\0';
	if (strcmp(text, "0") && strcmp(text, "1")) {
		rw_source_path(path, roots->sysfs, RW_CLAMP);
		return rw_fail(err, RW_ERR_GARBLED,
			       "%s reads \"%s\", neither 0 nor 1; install the "
			       "tool and the module of the same version",
			       path, text);
	}
	*on = *text == '1';
	return 0;
}

static int set_clamp(const struct rw_roots *roots, bool want, struct rw_err *err)
{
	int ret = rw_source_write(roots->sysfs, RW_CLAMP, want ? "1\n" : "0\n");
	bool on;

	if (ret)
		return explain(roots, -ret, true, err);
	if (read_clamp(roots, &on, err))
		return -1;
	if (on == want)
		return 0;
	return rw_fail(err, RW_ERR_CLAMP,
		       "the clamp still reads %d after %d was written; "
		       "see: dmesg | grep reclaimwatch",
		       on, want);
}

int rw_cmd_clamp(const struct rw_options *opts, char **argv)
{
	const char *verb = *argv ? *argv++ : "";
	bool show = !strcmp(verb, "show");
	bool on = !strcmp(verb, "on");
	struct rw_err err;
	int ret;

	if (!show && !on && strcmp(verb, "off"))
		ret = rw_fail(&err, RW_ERR_USAGE,
			      "clamp needs one of on, off and show; run: "
			      "reclaimwatch clamp --help");
	else if (rw_cmd_no_args(argv, &err))
		ret = -1;
	else if (show)
		ret = read_clamp(&opts->roots, &on, &err);
	else
		ret = set_clamp(&opts->roots, on, &err);
	if (ret)
		return rw_cmd_error(opts, &err);
	if (opts->json)
		return rw_cmd_json(opts, rw_json_clamp(on));
	printf("The boost clamp is %s%s.\n", show ? "" : "now ", on ? "on" : "off");
	return RW_EXIT_OK;
}
