// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "cmd.h"
#include "judge.h"
#include "out.h"
#include "source.h"

/* Unlike status, doctor goes on without figures: why there are none is a finding. */
static int fill(const struct rw_options *opts, struct rw_report *rep, struct rw_err *err)
{
	rep->have_snap = !rw_source_snapshot(&opts->roots, RW_FILES_ALL, &rep->snap, &rep->err);
	if (!rep->have_snap)
		rw_snapshot_free(&rep->snap);
	if (rw_facts_read(&opts->roots, &rep->snap, &rep->facts, err))
		return -1;
	rw_btf_check(opts->btf, &rep->btf);
	rep->have_btf = true;
	if (rw_report_derive(rep, err))
		return -1;
	return rw_judge(rep, RW_TRUST, err);
}

static bool has_problem(const struct rw_report *rep)
{
	/* The worst comes first. */
	return rep->nr_findings && rep->findings[0].severity >= RW_WARN;
}

int rw_cmd_doctor(const struct rw_options *opts, char **argv)
{
	struct rw_report rep = { 0 };
	struct rw_err err;
	int ret = RW_EXIT_OK;

	if (rw_cmd_no_args(argv, &err) || fill(opts, &rep, &err))
		ret = rw_cmd_error(opts, &err);
	else if (opts->json)
		ret = rw_cmd_json(opts, rw_json_doctor(&rep));
	else
		rw_out_doctor(stdout, opts->colour, &rep);
	if (ret == RW_EXIT_OK && has_problem(&rep))
		ret = RW_EXIT_PROBLEM;
	rw_report_free(&rep);
	return ret;
}
