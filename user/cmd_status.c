// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "cmd.h"
#include "judge.h"
#include "out.h"
#include "source.h"

static int fill(const struct rw_options *opts, struct rw_report *rep, struct rw_err *err)
{
	if (rw_source_snapshot(&opts->roots, RW_FILES_STATUS, &rep->snap, err))
		return -1;
	rep->have_snap = true;
	if (rw_facts_read(&opts->roots, &rep->snap, &rep->facts, err))
		return -1;
	if (rw_report_derive(rep, err))
		return -1;
	return rw_judge(rep, RW_TRUST | RW_MEMORY, err);
}

int rw_cmd_status(const struct rw_options *opts, char **argv)
{
	struct rw_report rep = { 0 };
	struct rw_err err;
	int ret = RW_EXIT_OK;

	if (rw_cmd_no_args(argv, &err) || fill(opts, &rep, &err))
		ret = rw_cmd_error(opts, &err);
	else if (opts->json)
		ret = rw_cmd_json(opts, rw_json_status(&rep));
	else
		rw_out_status(stdout, opts->colour, opts->all, &rep);
	rw_report_free(&rep);
	return ret;
}
