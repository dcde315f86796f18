// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "clamp_files.h"
#include "cmd.h"
#include "out.h"
#include "source.h"

#define FILES (1u << RW_FILE_ABOUT | 1u << RW_FILE_ZONES)

/* Now, or by the guard from now on. */
static int switch_on(const struct rw_options *opts, bool guarded, struct rw_err *err)
{
	struct rw_clamp_wish wish = opts->clamp;
	struct rw_clamp was, want = { 0 };
	int ret = rw_clamp_read(&opts->roots, &was, err);

	wish.guarded = guarded;
	if (!ret && rw_clamp_copy(&want, &was))
		ret = rw_fail_memory(err);
	if (!ret && !rw_clamp_wish(&want, &wish, err))
		ret = rw_clamp_change(&opts->roots, &was, &want, err);
	else
		ret = -1;
	rw_clamp_free(&was);
	rw_clamp_free(&want);
	return ret;
}

/* What it is set to now; what it did is told by debugfs, which may not be there. */
static int show(const struct rw_options *opts, const char *verb, struct rw_err *err)
{
	struct rw_report rep = { .have_snap = true };
	struct rw_clamp clamp;
	char text[512];
	int ret = -1;

	if (!rw_clamp_read(&opts->roots, &clamp, err)) {
		rep.have_snap = !rw_source_snapshot(&opts->roots, FILES, &rep.snap, &rep.err);
		rw_clamp_text(text, sizeof(text), &clamp, rw_none());
		if (opts->json)
			ret = rw_cmd_json(opts, rw_json_clamp(&clamp, &rep));
		else if (!strcmp(verb, "show"))
			rw_out_clamp(stdout, opts->colour, &clamp, &rep);
		else if (rw_clamp_is_auto(&clamp))
			printf("The guard now switches the boost clamp: %s.\n", text);
		else if (rw_clamp_is_on(&clamp))
			printf("The boost clamp is now on: %s.\n", text);
		else
			printf("The boost clamp is now off.\n");
		ret = RW_EXIT_OK;
	}
	rw_report_free(&rep);
	rw_clamp_free(&clamp);
	return ret;
}

static int check(const struct rw_options *opts, const char *verb, char **argv, struct rw_err *err)
{
	const struct rw_clamp_wish *wish = &opts->clamp;
	bool named = wish->nid != RW_UNSET || wish->zone;
	bool sets = !strcmp(verb, "on") || !strcmp(verb, "auto") || !strcmp(verb, "try");

	if (!sets && strcmp(verb, "off") && strcmp(verb, "show"))
		return rw_fail(err, RW_ERR_USAGE,
			       "clamp needs one of on, off, auto, show and try; run: "
			       "reclaimwatch clamp --help");
	if (rw_cmd_no_args(argv, err))
		return -1;
	if (!sets && (named || wish->scope || wish->pct != RW_UNSET || wish->seconds != RW_UNSET))
		return rw_fail(err, RW_ERR_USAGE,
			       "clamp %s takes none of --pct, --scope, --node, --zone and --for; "
			       "run: reclaimwatch clamp --help",
			       verb);
	if (named && wish->scope)
		return rw_fail(err, RW_ERR_USAGE,
			       "--scope is not for --node and --zone, which name the zones "
			       "themselves; leave one out");
	if (!strcmp(verb, "try") && wish->seconds == RW_UNSET)
		return rw_fail(err, RW_ERR_USAGE,
			       "clamp try needs to know for how long, as in --for 10m; it takes "
			       "three times that");
	return 0;
}

int rw_cmd_clamp(const struct rw_options *opts, char **argv)
{
	const char *verb = *argv ? *argv++ : "";
	struct rw_err err;
	int ret = check(opts, verb, argv, &err);

	if (!ret && !strcmp(verb, "try"))
		return rw_cmd_clamp_try(opts);
	if (!ret && (!strcmp(verb, "on") || !strcmp(verb, "auto")))
		ret = switch_on(opts, !strcmp(verb, "auto"), &err);
	if (!ret && !strcmp(verb, "off"))
		ret = rw_clamp_off(&opts->roots, &err);
	if (!ret)
		ret = show(opts, verb, &err);
	return ret < 0 ? rw_cmd_error(opts, &err) : ret;
}
