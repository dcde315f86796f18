// SPDX-License-Identifier: GPL-2.0
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "duration.h"
#include "lex.h"
#include "options.h"
#include "source.h"

enum opt {
	OPT_ALL,
	OPT_PCT,
	OPT_SCOPE,
	OPT_NODE,
	OPT_ZONE,
	OPT_FOR,
	OPT_LAST,
	OPT_KIND,
	OPT_MIN_DURATION,
	OPT_COUNT,
	OPT_HIST,
	OPT_BUFFER_SIZE,
	OPT_COLUMNS,
	OPT_PER_NODE,
	OPT_INTERVAL,
	OPT_HTML,
	OPT_COMPARE,
	OPT_OPENMETRICS,
	OPT_JSON,
	OPT_DEBUGFS,
	OPT_SYSFS,
	OPT_PROCFS,
	OPT_BTF,
	OPT_HELP,
	OPT_VERSION,
	NR
};

static const struct {
	const char *name;
	const char *arg;      /* NULL if it takes none */
	const char *commands; /* that it is for; NULL: all */
	const char *help;
} defs[NR] = {
	[OPT_ALL] = { "all", NULL, "status report", "status, report: all rows and what is 0, too" },
	[OPT_PCT] = { "pct", "N", "clamp", "clamp: leave N% of the high watermark as boost (0)" },
	[OPT_SCOPE] = { "scope", "all|lower", "clamp",
			"clamp: all zones (the default), or not the highest\n"
			"of each node" },
	[OPT_NODE] = { "node", "N", "events clamp trace",
		       "events, clamp, trace: of this node only" },
	[OPT_ZONE] = { "zone", "NAME", "clamp trace",
		       "clamp, trace: zones of this name only, such as DMA32" },
	[OPT_FOR] = { "for", "TIME", "clamp record trace",
		      "clamp, record, trace: for so long, as in 90s, 10m or 1h" },
	[OPT_LAST] = { "last", "N", "events", "events: no more than the last N" },
	[OPT_KIND] = { "kind", "LIST", "trace", "trace: these kinds, with commas between them" },
	[OPT_MIN_DURATION] = { "min-duration", "TIME", "trace",
			       "trace: what took TIME, such as 10ms, or longer" },
	[OPT_COUNT] = { "count", "N", "trace", "trace: no more than N events" },
	[OPT_HIST] = { "hist", NULL, "trace", "trace: no events, but how long they took" },
	[OPT_BUFFER_SIZE] = { "buffer-size", "BYTES", "trace",
			      "trace: room for events, such as 16M (4M)" },
	[OPT_COLUMNS] = { "columns", "LIST", "stat", "stat: these, with commas between them" },
	[OPT_PER_NODE] = { "per-node", NULL, "stat", "stat: a line for each node" },
	[OPT_INTERVAL] = { "interval", "TIME", "record trace",
			   "record: a sample so often, such as 500ms or 10s (1s);\n"
			   "trace: with --hist, print it so often" },
	[OPT_HTML] = { "html", "FILE", "report", "report: as a page with plots, into FILE" },
	[OPT_COMPARE] = { "compare", NULL, "report", "report: two recordings side by side" },
	[OPT_OPENMETRICS] = { "openmetrics", NULL, "export", "export: as OpenMetrics text" },
	[OPT_JSON] = { "json", NULL, NULL, "JSON instead of text; unknown values are null" },
	[OPT_DEBUGFS] = { "debugfs", "DIR", NULL, "read debugfs here, not at " RW_DEFAULT_DEBUGFS },
	[OPT_SYSFS] = { "sysfs", "DIR", NULL,
			"read sysfs here, not at " RW_DEFAULT_SYSFS "; also moves debugfs to\n"
			"DIR/" RW_SYSFS_DEBUGFS " and BTF to DIR/" RW_BTF },
	[OPT_PROCFS] = { "procfs", "DIR", NULL, "read procfs here, not at " RW_DEFAULT_PROCFS },
	[OPT_BTF] = { "btf", "FILE", NULL,
		      "check this BTF (raw or ELF), not the running kernel's" },
	[OPT_HELP] = { "help", NULL, NULL, "this text, or that of a command" },
	[OPT_VERSION] = { "version", NULL, NULL, "the version" },
};

#define HELP_COLUMN 23
#define SHORT	    ":hV"
#define SECOND_NS   1000000000LL

static bool given[NR];

/* Is @word one of the words of @list? */
static bool among(const char *list, const char *word)
{
	size_t len = strlen(word);

	while (*list) {
		size_t n = strcspn(list, " ");

		if (n == len && !strncmp(list, word, n))
			return true;
		list += n;
		list += strspn(list, " ");
	}
	return false;
}

int rw_options_check(const char *command, struct rw_err *err)
{
	int i;

	for (i = 0; i < NR; i++)
		if (given[i] && defs[i].commands && !among(defs[i].commands, command))
			return rw_fail(err, RW_ERR_USAGE,
				       "option \"--%s\" is not for %s; run: reclaimwatch %s --help",
				       defs[i].name, command, command);
	return 0;
}

static void help_line(FILE *out, int i)
{
	const char *text = defs[i].help, *nl;

	fprintf(out, "  --%s %-*s", defs[i].name, HELP_COLUMN - 5 - (int)strlen(defs[i].name),
		defs[i].arg ? defs[i].arg : "");
	while ((nl = strchr(text, '\n'))) {
		fprintf(out, "%.*s\n%*s", (int)(nl - text), text, HELP_COLUMN, "");
		text = nl + 1;
	}
	fprintf(out, "%s\n", text);
}

void rw_options_help(FILE *out, const char *command)
{
	int i;

	for (i = 0; i < NR; i++)
		if (!command || !defs[i].commands || among(defs[i].commands, command))
			help_line(out, i);
	fprintf(out, "NO_COLOR in the environment switches colour off; there is none on a pipe.\n");
}

static bool colour_wanted(void)
{
	const char *no_colour = getenv("NO_COLOR");
	const char *term = getenv("TERM");

	return isatty(STDOUT_FILENO) && !(no_colour && *no_colour) && term && strcmp(term, "dumb");
}

/* Needed before the options are parsed, to report an error in them. */
static bool wants_json(char **argv)
{
	for (; *argv && strcmp(*argv, "--"); argv++)
		if (!strcmp(*argv, "--json"))
			return true;
	return false;
}

static int number(enum opt opt, int64_t below, int64_t *to, struct rw_err *err)
{
	if (rw_lex_int(optarg, false, to) && *to < below)
		return 0;
	return rw_fail(err, RW_ERR_USAGE,
		       "option \"--%s\" takes a number, not \"%.80s\"; run: reclaimwatch --help",
		       defs[opt].name, optarg);
}

static int duration(const char *text, int64_t *seconds, struct rw_err *err)
{
	int64_t ns;

	if (rw_duration_parse(text, &ns) && ns && ns % SECOND_NS == 0 &&
	    ns / SECOND_NS <= RW_CLAMP_MAX_SECONDS) {
		*seconds = ns / SECOND_NS;
		return 0;
	}
	return rw_fail(err, RW_ERR_USAGE,
		       "option \"--for\" takes a time such as 90, 90s, 10m or 1h, at most 366d, "
		       "not \"%.80s\"; run: reclaimwatch --help",
		       text);
}

static int interval(const char *text, int64_t *ns, struct rw_err *err)
{
	if (rw_duration_parse(text, ns) && *ns >= RW_SHORTEST_INTERVAL_NS)
		return 0;
	return rw_fail(err, RW_ERR_USAGE,
		       "option \"--interval\" takes a time such as 500ms, 1s or 1m, at least "
		       "100ms, not \"%.80s\"; run: reclaimwatch --help",
		       text);
}

static int apply(struct rw_options *opts, enum opt opt, struct rw_err *err)
{
	int64_t v;

	switch (opt) {
	case OPT_PCT:
		return number(opt, RW_CLAMP_MAX_PCT + 1, &opts->clamp.pct, err);
	case OPT_SCOPE:
		if (strcmp(optarg, "all") && strcmp(optarg, "lower"))
			return rw_fail(err, RW_ERR_USAGE,
				       "option \"--scope\" takes all or lower, not \"%.80s\"; "
				       "run: reclaimwatch clamp --help",
				       optarg);
		opts->clamp.scope = optarg;
		break;
	case OPT_ZONE:
		opts->clamp.zone = optarg;
		opts->trace.zone = optarg;
		break;
	case OPT_KIND:
		opts->trace.kinds = optarg;
		break;
	case OPT_MIN_DURATION:
		opts->trace.min_duration = optarg;
		break;
	case OPT_COUNT:
		return number(opt, INT64_MAX, &opts->trace.count, err);
	case OPT_HIST:
		opts->trace.hist = true;
		break;
	case OPT_BUFFER_SIZE:
		opts->trace.buffer = optarg;
		break;
	case OPT_FOR:
		if (duration(optarg, &opts->seconds, err))
			return -1;
		opts->clamp.seconds = opts->seconds;
		break;
	case OPT_NODE:
		if (number(opt, RW_MAX_NODES, &v, err))
			return -1;
		opts->node = (int)v;
		opts->clamp.nid = (int)v;
		break;
	case OPT_LAST:
		return number(opt, INT64_MAX, &opts->last, err);
	case OPT_ALL:
		opts->all = true;
		break;
	case OPT_COLUMNS:
		opts->columns = optarg;
		break;
	case OPT_PER_NODE:
		opts->per_node = true;
		break;
	case OPT_INTERVAL:
		return interval(optarg, &opts->interval_ns, err);
	case OPT_HTML:
		opts->html = optarg;
		break;
	case OPT_COMPARE:
		opts->compare = true;
		break;
	case OPT_OPENMETRICS:
		opts->openmetrics = true;
		break;
	case OPT_JSON:
		opts->json = true;
		break;
	case OPT_DEBUGFS:
		opts->roots.debugfs = optarg;
		break;
	case OPT_SYSFS:
		opts->roots.sysfs = optarg;
		break;
	case OPT_PROCFS:
		opts->roots.procfs = optarg;
		break;
	case OPT_BTF:
		opts->btf = optarg;
		break;
	case OPT_HELP:
		opts->help = true;
		break;
	case OPT_VERSION:
		opts->version = true;
		break;
	case NR:
		break;
	}
	return 0;
}

/* What --sysfs moves along, unless it was moved by an option of its own. */
static void fill_in(struct rw_options *opts)
{
	static char debugfs[RW_PATH_MAX], btf[RW_PATH_MAX];
	const char *sysfs = opts->roots.sysfs;

	if (!opts->roots.procfs)
		opts->roots.procfs = RW_DEFAULT_PROCFS;
	if (!sysfs) {
		opts->roots.sysfs = RW_DEFAULT_SYSFS;
		if (!opts->roots.debugfs)
			opts->roots.debugfs = RW_DEFAULT_DEBUGFS;
		return;
	}
	rw_source_path(debugfs, sysfs, RW_SYSFS_DEBUGFS);
	rw_source_path(btf, sysfs, RW_BTF);
	if (!opts->roots.debugfs)
		opts->roots.debugfs = debugfs;
	if (!opts->btf)
		opts->btf = btf;
}

int rw_options_parse(int argc, char **argv, struct rw_options *opts, struct rw_err *err)
{
	struct option longs[NR + 1] = { 0 };
	int c, i;

	*opts = (struct rw_options){
		.json = wants_json(argv + 1),
		.colour = colour_wanted(),
		.node = RW_UNSET,
		.clamp = { .pct = RW_UNSET, .nid = RW_UNSET, .seconds = RW_UNSET },
		.last = RW_UNSET,
		.seconds = RW_UNSET,
		.interval_ns = RW_UNSET,
		.trace = { .count = RW_UNSET },
	};
	for (i = 0; i < NR; i++)
		longs[i] = (struct option){ defs[i].name,
					    defs[i].arg ? required_argument : no_argument, NULL,
					    256 + i };
	opterr = 0;
	while ((c = getopt_long(argc, argv, SHORT, longs, NULL)) != -1) {
		if (c == 'h')
			c = 256 + OPT_HELP;
		if (c == 'V')
			c = 256 + OPT_VERSION;
		if (c < 256)
			return rw_fail(
				err, RW_ERR_USAGE,
				c == ':' ?
					"option \"%.80s\" needs an argument; run: reclaimwatch --help" :
					"unknown option \"%.80s\"; run: reclaimwatch --help",
				argv[optind - 1]);
		given[c - 256] = true;
		if (apply(opts, c - 256, err))
			return -1;
	}
	fill_in(opts);
	return optind;
}
