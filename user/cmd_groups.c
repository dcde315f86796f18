// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cmd.h"
#include "out.h"
#include "source.h"
#include "switch.h"

#define PATH_MAX_GROUP 128

static void make_switch(struct rw_switch *sw, char path[PATH_MAX_GROUP], char what[64], int group)
{
	snprintf(path, PATH_MAX_GROUP, RW_GROUPS "/%s", rw_group_desc[group].name);
	snprintf(what, 64, "the group %s", rw_group_desc[group].name);
	*sw = (struct rw_switch){ what, path, RW_ERR_GROUP };
}

static int read_all(const struct rw_options *opts, struct rw_val on[RWATCH_NR_GROUPS],
		    struct rw_err *err)
{
	char path[PATH_MAX_GROUP], what[64];
	int i, known = 0;

	for (i = 0; i < RWATCH_NR_GROUPS; i++) {
		struct rw_switch sw;
		bool is_on;

		on[i] = rw_none();
		make_switch(&sw, path, what, i);
		if (!rw_switch_read(&opts->roots, &sw, &is_on, err)) {
			on[i] = rw_some(is_on);
			known++;
		} else if (err->kind != RW_ERR_GROUP && err->kind != RW_ERR_NO_MODULE) {
			return -1;
		}
	}
	/* A module may lack some of them, but not all. */
	return known ? 0 : -1;
}

static int list(const struct rw_options *opts)
{
	struct rw_val on[RWATCH_NR_GROUPS];
	struct rw_err err;

	if (read_all(opts, on, &err))
		return rw_cmd_error(opts, &err);
	if (opts->json)
		return rw_cmd_json(opts, rw_json_groups(on));
	rw_out_groups(stdout, on);
	return RW_EXIT_OK;
}

/* The group called @name, or -1 with @err set. */
static int find(const char *name, struct rw_err *err)
{
	int i;

	for (i = 0; i < RWATCH_NR_GROUPS; i++) {
		if (strcmp(name, rw_group_desc[i].name))
			continue;
		if (i == RWATCH_GROUP_CORE)
			return rw_fail(err, RW_ERR_USAGE,
				       "the group core has no switch: it is the ledger; unload the "
				       "module if you want nothing counted");
		return i;
	}
	return rw_fail(err, RW_ERR_USAGE, "there is no group \"%.80s\"; run: reclaimwatch groups",
		       name);
}

int rw_cmd_groups(const struct rw_options *opts, char **argv)
{
	char path[PATH_MAX_GROUP], what[64];
	const char *name = *argv ? *argv++ : NULL;
	const char *verb = name && *argv ? *argv++ : "";
	bool on = !strcmp(verb, "on");
	struct rw_switch sw;
	struct rw_err err;
	int group;

	if (!name)
		return list(opts);
	group = find(name, &err);
	if (group < 0)
		return rw_cmd_error(opts, &err);
	if (!on && strcmp(verb, "off")) {
		rw_fail(&err, RW_ERR_USAGE,
			"a group is switched on or off; run: reclaimwatch groups --help");
		return rw_cmd_error(opts, &err);
	}
	make_switch(&sw, path, what, group);
	if (rw_cmd_no_args(argv, &err) || rw_switch_set(&opts->roots, &sw, on, &err))
		return rw_cmd_error(opts, &err);
	if (opts->json)
		return rw_cmd_json(opts, rw_json_group(group, on));
	printf("The group %s is now %s.\n", name, on ? "on" : "off");
	return RW_EXIT_OK;
}
