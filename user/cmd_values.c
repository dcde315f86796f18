// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "cmd.h"
#include "out.h"

int rw_cmd_values(const struct rw_options *opts, char **argv)
{
	struct rw_err err;

	if (rw_cmd_no_args(argv, &err))
		return rw_cmd_error(opts, &err);
	if (opts->json)
		return rw_cmd_json(opts, rw_json_values());
	rw_out_values(stdout, opts->colour);
	return RW_EXIT_OK;
}
