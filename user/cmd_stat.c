// SPDX-License-Identifier: GPL-2.0
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "cmd.h"
#include "interval.h"
#include "lex.h"
#include "out.h"
#include "source.h"
#include "stat.h"
#include "tick.h"

#define FILES (1u << RW_FILE_ABOUT | 1u << RW_FILE_ZONES | 1u << RW_FILE_NODES)

struct stat_run {
	const struct rw_options *opts;
	struct rw_columns columns;
	int64_t interval_ns; /* 0: one line and no more */
	int64_t count;	     /* lines, or -1: until told to end */
	long since_head;     /* lines since the heads were printed */
	struct rw_report report[2];
};

static int parse_args(struct stat_run *run, char **argv, struct rw_err *err)
{
	run->count = *argv ? -1 : 1;
	if (*argv && rw_interval_parse(*argv++, "stat", &run->interval_ns, err))
		return -1;
	if (*argv && (!rw_lex_int(*argv++, false, &run->count) || run->count < 1))
		return rw_fail(err, RW_ERR_USAGE,
			       "\"%.80s\" is not a count of lines; run: reclaimwatch stat --help",
			       argv[-1]);
	if (rw_cmd_no_args(argv, err))
		return -1;
	return rw_columns_parse(run->opts->columns, &run->columns, err);
}

static int read_report(const struct stat_run *run, struct rw_report *rep, struct rw_err *err)
{
	rw_report_free(rep);
	rep->have_snap = true;
	if (rw_source_snapshot(&run->opts->roots, FILES, &rep->snap, err) ||
	    rw_facts_read(&run->opts->roots, &rep->snap, &rep->facts, err))
		return -1;
	return rw_report_derive(rep, err);
}

/* Once on a pipe, on a terminal whenever they have left the screen. */
static void head(struct stat_run *run)
{
	struct winsize size = { 0 };

	if (run->since_head) {
		if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) ||
		    size.ws_row < 4 || run->since_head < size.ws_row - 2)
			return;
	}
	run->since_head = 0;
	rw_out_stat_head(stdout, run->opts->colour, &run->columns, run->opts->per_node);
}

static int print_line(struct stat_run *run, const struct rw_report *before,
		      const struct rw_report *now, int nid, struct rw_err *err)
{
	struct rw_stat_line line;

	rw_stat_line(&run->columns, before, now, nid, &line);
	if (run->opts->json)
		return rw_cmd_json_line(rw_json_stat(&run->columns, &line,
						     now->snap.global[RWATCH_GLOBAL_NOW])) ?
			       rw_fail_memory(err) :
			       0;
	head(run);
	rw_out_stat(stdout, &run->columns, &line, run->opts->per_node);
	run->since_head++;
	return 0;
}

static int print_lines(struct stat_run *run, const struct rw_report *before,
		       const struct rw_report *now, struct rw_err *err)
{
	size_t i;

	if (!run->opts->per_node)
		return print_line(run, before, now, RW_NO_NODE, err);
	for (i = 0; i < now->snap.nr_nodes; i++)
		if (print_line(run, before, now, now->snap.nodes[i].nid, err))
			return -1;
	return 0;
}

static int loop(struct stat_run *run, struct rw_err *err)
{
	struct timespec next;
	int64_t done;

	rw_tick_begin(&next);
	for (done = 0; done != run->count; done++) {
		struct rw_report *now = &run->report[done % 2];

		if (done)
			rw_tick_sleep(&next, run->interval_ns);
		if (rw_tick_ended())
			break;
		if (read_report(run, now, err) ||
		    print_lines(run, done ? &run->report[(done + 1) % 2] : NULL, now, err))
			return -1;
		if (fflush(stdout) || ferror(stdout))
			break; /* main() says so */
	}
	return 0;
}

int rw_cmd_stat(const struct rw_options *opts, char **argv)
{
	struct stat_run *run = calloc(1, sizeof(*run));
	struct rw_err err;
	int ret = RW_EXIT_OK;

	if (!run) {
		rw_fail_memory(&err);
		return rw_cmd_error(opts, &err);
	}
	run->opts = opts;
	if (parse_args(run, argv, &err)) {
		ret = rw_cmd_error(opts, &err);
	} else {
		rw_tick_signals();
		/* A reader that goes ends us at once. */
		signal(SIGPIPE, SIG_DFL);
		if (loop(run, &err))
			ret = rw_cmd_error(opts, &err);
	}
	rw_report_free(&run->report[0]);
	rw_report_free(&run->report[1]);
	free(run);
	return ret;
}
