// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "cmd.h"
#include "out.h"
#include "source.h"

static int check_format(const struct rw_options *opts, struct rw_err *err)
{
	if (opts->json != opts->openmetrics)
		return 0;
	return rw_fail(err, RW_ERR_USAGE,
		       "export needs one of --json and --openmetrics; run: reclaimwatch export "
		       "--help");
}

int rw_cmd_export(const struct rw_options *opts, char **argv)
{
	struct rw_report rep = { .have_snap = true };
	struct rw_err err;
	int ret = RW_EXIT_OK;

	if (rw_cmd_no_args(argv, &err) || check_format(opts, &err) ||
	    rw_source_snapshot(&opts->roots, RW_FILES_STATUS, &rep.snap, &err) ||
	    rw_facts_read(&opts->roots, &rep.snap, &rep.facts, &err) ||
	    rw_report_derive(&rep, &err))
		ret = rw_cmd_error(opts, &err);
	else if (opts->json)
		ret = rw_cmd_json(opts, rw_json_export(&rep));
	else
		rw_out_metrics(stdout, &rep);
	rw_report_free(&rep);
	return ret;
}
