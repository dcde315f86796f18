// SPDX-License-Identifier: GPL-2.0
/* unit list: the names of the tests.  unit NAME: runs one, exit status 0 if it passed. */
#include "unit.h"

static const struct unit_test *const tables[] = {
	parse_tests,	parse_rows_tests, fuzz_tests,	 name_tests,	      facts_tests,
	calc_tests,	clamp_tests,	  judge_tests,	 judge_reclaim_tests, text_tests,
	json_tests,	events_tests,	  stat_tests,	 metrics_tests,	      btf_tests,
	duration_tests, recording_tests,  history_tests, trial_tests,	      plot_tests,
	trace_tests,	trace_prog_tests, watch_tests,	 terminal_tests,
};

#define NR_TABLES (sizeof(tables) / sizeof(*tables))

char *unit_data(const char *name, size_t *len)
{
	char path[512], *text = malloc(1 << 20);
	FILE *file;

	snprintf(path, sizeof(path), "data/%s", name);
	file = fopen(path, "r");
	CHECK(file && text);
	*len = fread(text, 1, (1 << 20) - 1, file);
	text[*len] = '\0';
	fclose(file);
	return text;
}

void unit_skip(const char *reason)
{
	printf("SKIP %s\n", reason);
	exit(UNIT_SKIP);
}

int main(int argc, char **argv)
{
	const struct unit_test *test;
	bool list = argc == 2 && !strcmp(argv[1], "list");
	size_t i;

	for (i = 0; i < NR_TABLES; i++) {
		for (test = tables[i]; test->name; test++) {
			if (list) {
				puts(test->name);
			} else if (argc == 2 && !strcmp(argv[1], test->name)) {
				test->run();
				return 0;
			}
		}
	}
	if (!list)
		fprintf(stderr, "usage: unit list|NAME\n");
	return !list;
}
