// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <reclaimwatch/version.h>

#include "cmd.h"
#include "out.h"
#include "source.h"

static const struct command {
	const char *name;
	rw_cmd_fn *run;
	const char *args;
	const char *summary;
	const char *help;
} commands[] = {
	{ "status", rw_cmd_status, "", "what reclaim does here, worst thing first (the default)",
	  "Prints findings, then boost, watermarks, the boost ledger, the passes of kswapd,\n"
	  "page cache against slab, and the settings in force.  n/a means not known.\n"
	  "Page cache is Active(file) + Inactive(file): what reclaim can take as cache.\n" },
	{ "doctor", rw_cmd_doctor, "", "what is attached, what is not and why, what to do",
	  "Looks at the module, its probes and the kernel.  Without the module it tells\n"
	  "whether the module will work here.  Ends with 1 if it found a problem.\n" },
	{ "clamp", rw_cmd_clamp, " on|off|show", "switches the boost clamp, or shows it",
	  "While the clamp is on, boost is trimmed to nothing as soon as it is raised.\n"
	  "Only root may switch it.\n" },
	{ "values", rw_cmd_values, "", "the meaning of every value",
	  "Lists every value by the name that --json and debugfs use.\n" },
	{ NULL, NULL, NULL, NULL, NULL },
};

static const char options_help[] =
	"  --json           JSON instead of text; unknown values are null\n"
	"  --debugfs DIR    read debugfs here, not at " RW_DEFAULT_DEBUGFS "\n"
	"  --sysfs DIR      read sysfs here, not at " RW_DEFAULT_SYSFS "; also moves debugfs to\n"
	"                   DIR/" RW_SYSFS_DEBUGFS " and BTF to DIR/" RW_BTF "\n"
	"  --procfs DIR     read procfs here, not at " RW_DEFAULT_PROCFS "\n"
	"  --btf FILE       check this BTF (raw or ELF), not the running kernel's\n"
	"  --help           this text, or that of a command\n"
	"  --version        the version\n"
	"NO_COLOR in the environment switches colour off; there is none on a pipe.\n";

enum { OPT_JSON = 256, OPT_DEBUGFS, OPT_SYSFS, OPT_PROCFS, OPT_BTF };

static const struct option long_options[] = {
	{ "json", no_argument, NULL, OPT_JSON },
	{ "debugfs", required_argument, NULL, OPT_DEBUGFS },
	{ "sysfs", required_argument, NULL, OPT_SYSFS },
	{ "procfs", required_argument, NULL, OPT_PROCFS },
	{ "btf", required_argument, NULL, OPT_BTF },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{ NULL, 0, NULL, 0 },
};

struct parsed {
	struct rw_options opts;
	bool help, version;
	char debugfs[RW_PATH_MAX], btf[RW_PATH_MAX]; /* derived from --sysfs */
};

static void help(const struct command *command)
{
	if (command) {
		printf("usage: reclaimwatch %s%s [options]\n\n%s\n%s", command->name, command->args,
		       command->help, options_help);
		return;
	}
	printf("usage: reclaimwatch [COMMAND] [options]\n\n");
	for (command = commands; command->name; command++)
		printf("  %s%-*s %s\n", command->name, 18 - (int)strlen(command->name),
		       command->args, command->summary);
	printf("\n%s\nExit codes:\n", options_help);
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

/* Needed before the options are parsed, to report an error in them. */
static bool wants_json(char **argv)
{
	for (; *argv && strcmp(*argv, "--"); argv++)
		if (!strcmp(*argv, "--json"))
			return true;
	return false;
}

static bool colour_wanted(void)
{
	const char *no_colour = getenv("NO_COLOR");
	const char *term = getenv("TERM");

	return isatty(STDOUT_FILENO) && !(no_colour && *no_colour) && term && strcmp(term, "dumb");
}

static int parse_options(int argc, char **argv, struct parsed *p, struct rw_err *err)
{
	const char *debugfs = NULL, *sysfs = NULL;
	int c;

	p->opts.roots.procfs = RW_DEFAULT_PROCFS;
	opterr = 0;
	while ((c = getopt_long(argc, argv, ":hV", long_options, NULL)) != -1) {
		switch (c) {
		case OPT_JSON:
			p->opts.json = true;
			break;
		case OPT_DEBUGFS:
			debugfs = optarg;
			break;
		case OPT_SYSFS:
			sysfs = optarg;
			break;
		case OPT_PROCFS:
			p->opts.roots.procfs = optarg;
			break;
		case OPT_BTF:
			p->opts.btf = optarg;
			break;
		case 'h':
			p->help = true;
			break;
		case 'V':
			p->version = true;
			break;
		default:
			return rw_fail(
				err, RW_ERR_USAGE,
				c == ':' ?
					"option \"%.80s\" needs an argument; run: reclaimwatch --help" :
					"unknown option \"%.80s\"; run: reclaimwatch --help",
				argv[optind - 1]);
		}
	}
	if (sysfs) {
		rw_source_path(p->debugfs, sysfs, RW_SYSFS_DEBUGFS);
		rw_source_path(p->btf, sysfs, RW_BTF);
	}
	p->opts.roots.sysfs = sysfs ? sysfs : RW_DEFAULT_SYSFS;
	p->opts.roots.debugfs = debugfs ? debugfs : sysfs ? p->debugfs : RW_DEFAULT_DEBUGFS;
	if (sysfs && !p->opts.btf)
		p->opts.btf = p->btf;
	return 0;
}

static int run(int argc, char **argv)
{
	static struct parsed p;
	const struct command *command;
	struct rw_err err;

	p.opts.json = wants_json(argv + 1);
	p.opts.colour = colour_wanted();
	if (parse_options(argc, argv, &p, &err))
		return rw_cmd_error(&p.opts, &err);
	argv += optind;
	if (p.version && p.opts.json)
		return rw_cmd_json(&p.opts, rw_json_version());
	if (p.version) {
		printf("reclaimwatch %s (schema %d)\n", RWATCH_VERSION, RWATCH_SCHEMA);
		return RW_EXIT_OK;
	}
	command = *argv ? find(*argv) : &commands[0];
	if (!command) {
		rw_fail(&err, RW_ERR_USAGE, "unknown command \"%.80s\"; run: reclaimwatch --help",
			*argv);
		return rw_cmd_error(&p.opts, &err);
	}
	if (p.help) {
		help(*argv ? command : NULL);
		return RW_EXIT_OK;
	}
	return command->run(&p.opts, *argv ? argv + 1 : argv);
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
