// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "cmd.h"
#include "out.h"

static int print(json_t *json)
{
	int ret = json_dumpf(json, stdout, JSON_INDENT(2));

	json_decref(json);
	putchar('\n');
	return ret;
}

int rw_cmd_error(const struct rw_options *opts, const struct rw_err *err)
{
	json_t *json = opts->json ? rw_json_error(err) : NULL;

	if (json)
		print(json);
	fprintf(stderr, "reclaimwatch: %s\n", err->text);
	return rw_err_exit(err);
}

int rw_cmd_json(const struct rw_options *opts, json_t *json)
{
	struct rw_err err;

	/* A failure to write shows when main() closes stdout. */
	if (json && (!print(json) || ferror(stdout)))
		return RW_EXIT_OK;
	rw_fail_memory(&err);
	return rw_cmd_error(opts, &err);
}

int rw_cmd_json_line(json_t *json)
{
	int ret = json ? json_dumpf(json, stdout, JSON_COMPACT) : -1;

	json_decref(json);
	putchar('\n');
	/* A failure to write shows when main() closes stdout. */
	return ferror(stdout) ? 0 : ret;
}

int rw_cmd_no_args(char **argv, struct rw_err *err)
{
	if (!*argv)
		return 0;
	return rw_fail(err, RW_ERR_USAGE, "unexpected argument \"%.80s\"; run: reclaimwatch --help",
		       *argv);
}
