// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <reclaimwatch/version.h>

#include "cmd.h"
#include "out.h"
#include "trace.h"

static const struct command {
	const char *name;
	rw_cmd_fn *run;
	const char *args;
	const char *summary;
	const char *help;
} commands[] = {
	{ "status", rw_cmd_status, "", "what reclaim does here, worst first (the default)",
	  "Prints findings, each with the figures that it rests on, then boost, reclaim by\n"
	  "kind, kswapd, shrinkers, who reclaims, compaction, memory and the settings in\n"
	  "force: what is not 0, and of long tables the top.  n/a means not known.\n"
	  "Page cache is Active(file) + Inactive(file): what reclaim can take as cache.\n" },
	{ "doctor", rw_cmd_doctor, "", "what is attached, what is not and why, what to do",
	  "Looks at the module, its probes and the kernel.  Without the module it tells\n"
	  "whether the module will work here.  Ends with 1 if it found a problem.\n" },
	{ "stat", rw_cmd_stat, " [INTERVAL [COUNT]]", "a line every INTERVAL seconds, like vmstat",
	  "The first line is since counting began, each other one since the line before it:\n"
	  "counters by how much they grew, the rest as it is now.  Without INTERVAL there\n"
	  "is one line.  n/a means not known.\n" },
	{ "watch", rw_cmd_watch, " [INTERVAL]", "the same live, on the whole screen",
	  "Reads every INTERVAL seconds, 1 if that is left out, and shows, a second, what\n"
	  "status shows since counting began: boost against its cap, passes of kswapd, page\n"
	  "cache against slab, shrinkers, direct reclaim, compaction; the worst finding\n"
	  "first.  Keys: q ends it, h explains it, p pauses, s sorts, t is for totals.  It\n"
	  "needs a terminal.\n" },
	{ "events", rw_cmd_events, "", "the last passes of kswapd and raises of the boost",
	  "Prints the flight recorder, a line an event, newest last; with --json an object\n"
	  "a line.  Of a pass: how long it took, the order it was for, the boost it found\n"
	  "and took off, LRU pages scanned and reclaimed, slab objects freed, the lowest\n"
	  "priority, failures in a row.  Of a raise: the zone, the order, the boost it came\n"
	  "to and what was added, the migratetype, the process and the cgroup.\n" },
	{ "trace", rw_cmd_trace, "", "events as they happen, filtered in the kernel",
	  "Prints a line an event until it is told to end, with --json an object a line.\n"
	  "\"took\" is the boost that a pass took off, LRU pages reclaimed of those scanned,\n"
	  "slab objects freed, \"prio\" the lowest priority.  Events that find the buffer\n"
	  "full are dropped, counted and told of.  Only root may trace.\n" },
	{ "record", rw_cmd_record, " FILE", "samples into a file, for report",
	  "Writes what the module and the kernel say into FILE, every second unless --interval\n"
	  "says otherwise, until it is told to end or the time of --for is over.  A FILE that is\n"
	  "a recording already is added to.  Whatever happens, what was written stays readable.\n" },
	{ "report", rw_cmd_report, " FILE [FILE]", "what a recording tells",
	  "Prints what happened in the time that FILE covers: what is missing of it, findings,\n"
	  "reclaim and boost, memory, the worst stretches of time, and changes of the clamp;\n"
	  "with --html as a page with plots, which needs no network and nothing but itself;\n"
	  "with --compare of two FILEs the same quantities side by side.\n" },
	{ "export", rw_cmd_export, "", "every value, for other programs",
	  "With --json as JSON: what status --json prints, without the findings.  With\n"
	  "--openmetrics as OpenMetrics text, for Prometheus and its like; what is not\n"
	  "known has no sample.\n" },
	{ "clamp", rw_cmd_clamp, " on|off|auto|show|try",
	  "switches the boost clamp, shows or tries it",
	  "While the clamp is on, boost is trimmed as soon as it is raised: to nothing, in\n"
	  "all zones, until it is switched off, unless options say otherwise; what was set\n"
	  "before does not count.  With --node or --zone, zones not named are left alone.\n"
	  "\"auto\" has the module do that only while boosting harms, zone by zone.\n"
	  "\"show\" says who switched it, when, and what it has trimmed.  \"try\" measures\n"
	  "for the time of --for without it, with it and without it again, and prints the\n"
	  "three side by side.  Only root may switch it.\n" },
	{ "groups", rw_cmd_groups, " [NAME on|off]", "switches a group of probes, or lists them",
	  "A group that is off costs nothing: its probes are detached, and what they count\n"
	  "is n/a.  Only root may switch one.\n" },
	{ "values", rw_cmd_values, "", "the meaning of every value",
	  "Lists every value by the name that --json and debugfs use.\n" },
	{ NULL, NULL, NULL, NULL, NULL },
};

/* In the words that the completion reads. */
static void groups(void)
{
	int i;

	printf("NAME:");
	for (i = 0; i < RWATCH_NR_GROUPS; i++)
		if (i != RWATCH_GROUP_CORE)
			printf(" %s", rw_group_desc[i].name);
	printf("\n\n");
}

/* The short names; every value's own name will do as well. */
static void columns(void)
{
	const char *name, *text;
	size_t i;

	printf("Columns by a short name; or any that \"values\" lists for about, zone, node, run\n"
	       "and pass, and page_cache_kb, slab_kb, slab_reclaimable_kb and free_kb:\n");
	for (i = 0; (name = rw_column_short(i, &text)); i++)
		printf("  %-8s %s\n", name, text);
	printf("\n");
}

static void kinds(void)
{
	int i;

	printf("Kinds, for --kind:\n");
	for (i = 0; i < RW_NR_TRACE_KINDS; i++)
		printf("  %-10s %s\n", rw_trace_kind[i].name, rw_trace_kind[i].help);
	printf("raise, trim, reset and compaction are of one zone.  All but raise, trim and\n"
	       "reset have a duration.\n\n");
}

static void help(const struct command *command)
{
	if (command) {
		printf("usage: reclaimwatch %s%s [options]\n\n%s\n", command->name, command->args,
		       command->help);
		if (command->run == rw_cmd_groups)
			groups();
		if (command->run == rw_cmd_stat)
			columns();
		if (command->run == rw_cmd_trace)
			kinds();
		rw_options_help(stdout, command->name);
		return;
	}
	printf("usage: reclaimwatch [COMMAND] [options]\n\n");
	for (command = commands; command->name; command++)
		printf("  %s%-*s %s\n", command->name, 27 - (int)strlen(command->name),
		       command->args, command->summary);
	printf("\n");
	rw_options_help(stdout, NULL);
	printf("\nExit codes:\n");
#define X(id, code, text) printf("  %d  %s\n", code, text);
	RW_EXITS(X)
#undef X
}

static const struct command *find(const char *name)
{
	const struct command *command;

	for (command = commands; command->name; command++)
		if (!strcmp(command->name, name))
			return command;
	return NULL;
}

static int version(const struct rw_options *opts)
{
	if (opts->json)
		return rw_cmd_json(opts, rw_json_version());
	printf("reclaimwatch %s (schema %d)\n", RWATCH_VERSION, RWATCH_SCHEMA);
	return RW_EXIT_OK;
}

static int run(int argc, char **argv)
{
	const struct command *command;
	struct rw_options opts;
	struct rw_err err;
	int first = rw_options_parse(argc, argv, &opts, &err);

	if (first < 0)
		return rw_cmd_error(&opts, &err);
	argv += first;
	if (opts.version)
		return version(&opts);
	command = *argv ? find(*argv) : &commands[0];
	if (!command) {
		rw_fail(&err, RW_ERR_USAGE, "unknown command \"%.80s\"; run: reclaimwatch --help",
			*argv);
		return rw_cmd_error(&opts, &err);
	}
	if (opts.help) {
		help(*argv ? command : NULL);
		return RW_EXIT_OK;
	}
	if (rw_options_check(command->name, &err))
		return rw_cmd_error(&opts, &err);
	return command->run(&opts, *argv ? argv + 1 : argv);
}

int main(int argc, char **argv)
{
	int ret;

	/* A closed pipe is then a failed write like any other. */
	signal(SIGPIPE, SIG_IGN);
	ret = run(argc, argv);
	errno = 0;
	if (ferror(stdout) || fflush(stdout) || fclose(stdout)) {
		fprintf(stderr,
			"reclaimwatch: the output could not be written (%s); make room, or "
			"write elsewhere\n",
			errno ? strerror(errno) : "write error");
		return RW_EXIT_OUTPUT;
	}
	return ret;
}
