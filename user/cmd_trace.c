// SPDX-License-Identifier: GPL-2.0
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cmd.h"
#include "duration.h"
#include "lex.h"
#include "out_trace.h"
#include "source.h"
#include "trace_bpf.h"
#include "tick.h"
#include "trace_names.h"

#define SECOND_NS      1000000000LL
#define MS_NS	       1000000LL
#define DEFAULT_BUFFER (4LL << 20)
/* Not longer without a look at what was dropped. */
#define POLL_MS 200

struct trace_run {
	const struct rw_options *opts;
	struct rw_trace_filter filter;
	int64_t for_ns, interval_ns; /* 0: none */
	int64_t buffer;
	int64_t count; /* RW_UNSET: no end */
	struct rw_trace_names *names;
	struct rw_trace_bpf *bpf;
	struct rw_trace_counts before; /* at the last histogram */
	uint64_t shown, dropped_told;
	bool no_memory;
};

static int64_t now_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * SECOND_NS + now.tv_nsec;
}

static struct rw_val wall_ns(void)
{
	return rw_some(now_ns(CLOCK_REALTIME));
}

static int parse_min_duration(const char *text, int64_t *ns, struct rw_err *err)
{
	if (!text || (rw_duration_parse(text, ns) && *ns))
		return 0;
	return rw_fail(err, RW_ERR_USAGE,
		       "option \"--min-duration\" takes a time such as 50us, 10ms or 1s, not "
		       "\"%.80s\"; run: reclaimwatch trace --help",
		       text);
}

static int parse_buffer(const char *text, int64_t *bytes, struct rw_err *err)
{
	*bytes = DEFAULT_BUFFER;
	if (!text || (rw_lex_size(text, bytes) && *bytes > 0 && *bytes <= RW_TRACE_MAX_BUFFER))
		return 0;
	return rw_fail(
		err, RW_ERR_USAGE,
		"option \"--buffer-size\" takes a number of bytes such as 64k or 16M, at most "
		"1G, not \"%.80s\"; run: reclaimwatch trace --help",
		text);
}

static int parse_wishes(struct trace_run *run, struct rw_err *err)
{
	const struct rw_trace_wish *wish = &run->opts->trace;

	run->filter = (struct rw_trace_filter){ .nid = run->opts->node,
						.zid = RW_UNSET,
						.hist = wish->hist };
	run->count = wish->count;
	if (run->opts->seconds != RW_UNSET)
		run->for_ns = run->opts->seconds * SECOND_NS;
	if (run->opts->interval_ns != RW_UNSET)
		run->interval_ns = run->opts->interval_ns;
	if (rw_trace_parse_kinds(wish->kinds, &run->filter.kinds, err) ||
	    parse_min_duration(wish->min_duration, &run->filter.min_ns, err) ||
	    parse_buffer(wish->buffer, &run->buffer, err))
		return -1;
	if (!run->count)
		return rw_fail(err, RW_ERR_USAGE,
			       "option \"--count\" takes a number of events, not \"0\"; run: "
			       "reclaimwatch trace --help");
	if (wish->hist && (run->count != RW_UNSET || wish->buffer))
		return rw_fail(
			err, RW_ERR_USAGE,
			"option \"--hist\" shows no events, so it goes with neither \"--count\" "
			"nor \"--buffer-size\"; run: reclaimwatch trace --help");
	if (run->interval_ns && !wish->hist)
		return rw_fail(
			err, RW_ERR_USAGE,
			"option \"--interval\" needs \"--hist\"; run: reclaimwatch trace --help");
	return 0;
}

/* What was asked for by names of this host. */
static int find_zone(struct trace_run *run, struct rw_err *err)
{
	const char *zone = run->opts->trace.zone;

	if (run->filter.nid != RW_UNSET && !rw_trace_names_node(run->names, run->filter.nid))
		return rw_fail(err, RW_ERR_USAGE,
			       "there is no node %d with memory; run: reclaimwatch status",
			       run->filter.nid);
	if (!zone)
		return 0;
	run->filter.zid = rw_trace_names_zone(run->names, run->filter.nid, zone);
	if (run->filter.zid >= 0)
		return 0;
	return rw_fail(err, RW_ERR_USAGE, "there is no zone \"%.80s\"%s; run: reclaimwatch status",
		       zone, run->filter.nid == RW_UNSET ? "" : " on that node");
}

static int json_line(struct trace_run *run, json_t *json)
{
	if (rw_cmd_json_line(json))
		run->no_memory = true;
	return run->no_memory ? -1 : 0;
}

static int on_event(const struct rw_trace_seen *seen, void *data)
{
	struct trace_run *run = data;
	int64_t boot_wall = now_ns(CLOCK_REALTIME) - now_ns(CLOCK_BOOTTIME);
	struct rw_trace_line line = { .seen = seen, .wall_ns = rw_some(seen->boot_ns + boot_wall) };

	rw_trace_names_find(run->names, seen, &line);
	if (run->opts->json)
		json_line(run, rw_json_trace(&line));
	else
		rw_out_trace(stdout, &line);
	run->shown++;
	if (run->no_memory || ferror(stdout))
		return -1;
	return run->count != RW_UNSET && run->shown >= (uint64_t)run->count ? -1 : 0;
}

static void take_counts(const struct trace_run *run, struct rw_trace_counts *counts)
{
	const volatile uint64_t *from = (const volatile uint64_t *)rw_trace_counts(run->bpf);
	uint64_t *to = (uint64_t *)counts;
	size_t i;

	for (i = 0; i < sizeof(*counts) / sizeof(*to); i++)
		to[i] = from[i];
}

static void tell_dropped(struct trace_run *run, const struct rw_trace_counts *counts)
{
	uint64_t dropped = rw_trace_total(counts->dropped), more = dropped - run->dropped_told;

	if (!more)
		return;
	run->dropped_told = dropped;
	if (run->opts->json)
		json_line(run, rw_json_trace_dropped(more, wall_ns()));
	else
		rw_out_trace_dropped(stdout, run->opts->colour, more);
}

static void print_hists(struct trace_run *run)
{
	struct rw_trace_counts counts;
	int kind;

	take_counts(run, &counts);
	if (!run->opts->json)
		rw_out_trace_hists(stdout, run->opts->colour, run->filter.kinds, &run->before,
				   &counts);
	for (kind = 0; run->opts->json && kind < RW_NR_TRACE_KINDS; kind++)
		if (run->filter.kinds & 1u << kind)
			json_line(run, rw_json_trace_hist(kind, &run->before, &counts, wall_ns()));
	run->before = counts;
}

static int wait_ms(const struct trace_run *run, int64_t now, int64_t end, int64_t next)
{
	int64_t until = now + POLL_MS * MS_NS;

	if (run->for_ns && end < until)
		until = end;
	if (run->interval_ns && next < until)
		until = next;
	return until > now ? (int)((until - now + MS_NS - 1) / MS_NS) : 0;
}

/* Until told to end, or what was asked for is over, or nobody can read it. */
static void loop(struct trace_run *run)
{
	int64_t now = now_ns(CLOCK_MONOTONIC), end = now + run->for_ns,
		next = now + run->interval_ns;
	struct rw_trace_counts counts;

	while (!rw_tick_ended() && !run->no_memory && (!run->for_ns || now < end)) {
		if (rw_trace_poll(run->bpf, wait_ms(run, now, end, next)))
			return;
		take_counts(run, &counts);
		tell_dropped(run, &counts);
		now = now_ns(CLOCK_MONOTONIC);
		if (run->interval_ns && now >= next) {
			print_hists(run);
			next += run->interval_ns;
		}
		if (fflush(stdout) || ferror(stdout))
			return; /* main() says so */
	}
}

static void print_start(struct trace_run *run)
{
	if (run->opts->json)
		json_line(run, rw_json_trace_start(&run->filter, wall_ns()));
	else if (!run->filter.hist)
		rw_out_trace_head(stdout, run->opts->colour);
	else
		puts("Counting until it is told to end.");
	fflush(stdout);
}

/* Nothing is attached any more. */
static void print_end(struct trace_run *run)
{
	struct rw_trace_counts counts;

	take_counts(run, &counts);
	tell_dropped(run, &counts);
	if (run->filter.hist)
		print_hists(run);
	if (run->opts->json)
		json_line(run,
			  rw_json_trace_end(run->filter.kinds, &counts, run->shown, wall_ns()));
	else if (!run->filter.hist)
		rw_out_trace_end(stdout, &counts, run->shown);
}

static int read_formats(const struct trace_run *run, struct rw_trace_format *format,
			struct rw_err *err)
{
	int event;

	for (event = 0; event < RW_NR_TRACE_EVENTS; event++)
		if (rw_trace_read_format(&run->opts->roots, event, &format[event], err))
			return -1;
	if (!strcmp(run->opts->roots.sysfs, RW_DEFAULT_SYSFS))
		return 0;
	return rw_fail(err, RW_ERR_USAGE,
		       "only the running kernel can be traced; leave out \"--sysfs\"");
}

static int prepare(struct trace_run *run, char **argv, struct rw_err *err)
{
	struct rw_trace_format format[RW_NR_TRACE_EVENTS];

	if (rw_cmd_no_args(argv, err) || parse_wishes(run, err))
		return -1;
	if (rw_source_module(&run->opts->roots) == RW_NO)
		return rw_source_not_loaded(&run->opts->roots, err);
	run->names = rw_trace_names_new(&run->opts->roots, err);
	if (!run->names || find_zone(run, err) || rw_trace_filter_kinds(&run->filter, err) ||
	    (!run->filter.hist && rw_trace_check_ring(&run->opts->roots, run->opts->btf, err)) ||
	    read_formats(run, format, err))
		return -1;
	run->bpf = rw_trace_start(&run->opts->roots, &run->filter, format, run->buffer, on_event,
				  run, err);
	return run->bpf ? 0 : -1;
}

static int go(struct trace_run *run, char **argv, struct rw_err *err)
{
	if (prepare(run, argv, err))
		return -1;
	rw_tick_signals();
	/* A reader that goes ends us at once. */
	signal(SIGPIPE, SIG_DFL);
	print_start(run);
	loop(run);
	rw_trace_detach(run->bpf);
	if (!ferror(stdout))
		print_end(run);
	return run->no_memory ? rw_fail_memory(err) : 0;
}

int rw_cmd_trace(const struct rw_options *opts, char **argv)
{
	struct trace_run *run = calloc(1, sizeof(*run));
	struct rw_err err;
	int ret = RW_EXIT_OK;

	if (!run) {
		rw_fail_memory(&err);
		return rw_cmd_error(opts, &err);
	}
	run->opts = opts;
	if (go(run, argv, &err))
		ret = rw_cmd_error(opts, &err);
	if (run->bpf)
		rw_trace_free(run->bpf);
	if (run->names)
		rw_trace_names_free(run->names);
	free(run);
	return ret;
}
