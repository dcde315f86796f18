// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "interval.h"
#include "judge.h"
#include "source.h"
#include "terminal.h"
#include "tick.h"
#include "watch.h"

struct watch_run {
	const struct rw_options *opts;
	struct rw_watch watch;
	struct rw_report report[2];
	int now; /* the younger of them */
	int nr;	 /* readings there are, at most 2 */
};

static int parse_args(struct watch_run *run, char **argv, struct rw_err *err)
{
	run->watch.interval_ns = RW_SECOND_NS;
	if (run->opts->json)
		return rw_fail(err, RW_ERR_USAGE,
			       "watch draws a screen; for JSON run: reclaimwatch stat 1 --json");
	if (*argv && rw_interval_parse(*argv++, "watch", &run->watch.interval_ns, err))
		return -1;
	return rw_cmd_no_args(argv, err);
}

/* The older reading makes room. */
static int read_report(struct watch_run *run, struct rw_err *err)
{
	const struct rw_roots *roots = &run->opts->roots;
	struct rw_report *rep = &run->report[1 - run->now];

	rw_report_free(rep);
	if (rw_source_snapshot(roots, RW_FILES_STATUS, &rep->snap, err))
		return -1;
	rep->have_snap = true;
	if (rw_facts_read(roots, &rep->snap, &rep->facts, err) || rw_report_derive(rep, err) ||
	    rw_judge(rep, RW_TRUST | RW_MEMORY, err))
		return -1;
	run->now = 1 - run->now;
	run->nr += run->nr < 2;
	return 0;
}

/*
 * Files are read one after the other.  While the module goes, or memory is plugged, they may
 * not fit together: what is still wrong half a second later is what is wrong.
 */
static int read_again(struct watch_run *run, struct rw_err *err)
{
	const struct timespec moment = { .tv_nsec = 100000000 };
	int tries = 5;

	while (read_report(run, err)) {
		if (!tries--)
			return -1;
		nanosleep(&moment, NULL);
	}
	return 0;
}

static int show(const struct watch_run *run, struct rw_err *err)
{
	const struct rw_report *now = &run->report[run->now];
	const struct rw_report *before = run->nr > 1 ? &run->report[1 - run->now] : NULL;
	struct rw_canvas canvas;
	int rows, columns, ret;

	rw_terminal_size(&rows, &columns);
	ret = rw_watch_draw(&run->watch, before, now, rows, columns, &canvas);
	if (!ret)
		rw_terminal_show(&canvas);
	rw_canvas_free(&canvas);
	return ret ? rw_fail_memory(err) : 0;
}

static int loop(struct watch_run *run, struct rw_err *err)
{
	struct timespec when;
	int key;

	rw_tick_begin(&when);
	rw_tick_next(&when, run->watch.interval_ns);
	for (;;) {
		if (show(run, err))
			return -1;
		key = rw_terminal_wait(run->watch.paused ? NULL : &when);
		if (key == RW_TERMINAL_GONE)
			return rw_fail(err, RW_ERR_OUTPUT, "the terminal is gone");
		if (key > 0 && !rw_watch_key(&run->watch, key))
			return 0;
		if (key != RW_TERMINAL_TIME)
			continue;
		if (read_again(run, err))
			return -1;
		rw_tick_next(&when, run->watch.interval_ns);
	}
}

int rw_cmd_watch(const struct rw_options *opts, char **argv)
{
	struct watch_run *run = calloc(1, sizeof(*run));
	struct rw_err err;
	int ret;

	if (!run) {
		rw_fail_memory(&err);
		return rw_cmd_error(opts, &err);
	}
	run->opts = opts;
	/* What is wrong from the start is said before the screen is taken. */
	ret = parse_args(run, argv, &err) || read_report(run, &err) ||
	      rw_terminal_open(opts->colour, &err);
	if (!ret) {
		ret = loop(run, &err);
		rw_terminal_close();
	}
	ret = ret ? rw_cmd_error(opts, &err) : RW_EXIT_OK;
	rw_report_free(&run->report[0]);
	rw_report_free(&run->report[1]);
	free(run);
	return ret;
}
