// SPDX-License-Identifier: GPL-2.0
#include "duration.h"
#include "unit.h"

#define MS 1000000LL

static void good(void)
{
	static const struct {
		const char *text;
		int64_t ms;
	} cases[] = { { "90", 90000 },
		      { "90s", 90000 },
		      { "10m", 600000 },
		      { "1h", 3600000 },
		      { "2d", 172800000 },
		      { "0", 0 },
		      { "0m", 0 },
		      { "1ms", 1 },
		      { "5000us", 5 },
		      { "1.5h", 5400000 },
		      { "0.25", 250 },
		      { "1.001s", 1001 },
		      { "3652d", 315532800000 } };
	int64_t ns;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CHECK(rw_duration_parse(cases[i].text, &ns));
		CHECK_INT(ns, cases[i].ms * MS);
	}
}

static void bad(void)
{
	static const char *const cases[] = { "",
					     "s",
					     "m",
					     "1w",
					     "-1",
					     "+1",
					     " 1",
					     "1 m",
					     "01m",
					     "1mm",
					     "0x1",
					     "1M",
					     "1.",
					     ".5",
					     "10m5s",
					     "x",
					     "1.2345",
					     "1..5",
					     "1s ",
					     "ms",
					     "1.h",
					     "3653d",
					     "99999999999999999999",
					     "9223372036854775807m" };
	int64_t ns;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		if (rw_duration_parse(cases[i], &ns))
			FAIL("\"%s\" is taken for %" PRId64 " ns", cases[i], ns);
}

const struct unit_test duration_tests[] = {
	{ "duration: in each unit", good },
	{ "duration: what is none", bad },
	{ NULL, NULL },
};
