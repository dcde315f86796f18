// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>
#include <stdio.h>

#include "axis.h"

#define SECOND 1000000000LL

double rw_axis_step(double span, int most)
{
	static const double steps[] = { 1, 2, 5, 10 };
	double unit = 1;
	int i;

	if (!(span > 0))
		return 1;
	while (unit * most > span)
		unit /= 10;
	while (unit * 10 * most < span)
		unit *= 10;
	for (i = 0; i < 3; i++)
		if (steps[i] * unit * most >= span)
			break;
	return steps[i] * unit;
}

int64_t rw_axis_time_step(int64_t span_ns, int most)
{
	static const int64_t seconds[] = { 1,	  2,	 5,	10,    15,     30,    60,
					   120,	  300,	 600,	900,   1800,   3600,  7200,
					   10800, 21600, 43200, 86400, 172800, 604800 };
	size_t i;

	if (span_ns < SECOND * most)
		return (int64_t)rw_axis_step((double)span_ns, most);
	for (i = 0; i < sizeof(seconds) / sizeof(*seconds); i++)
		if (span_ns / most <= seconds[i] * SECOND)
			return seconds[i] * SECOND;
	return (span_ns / most / (604800 * SECOND) + 1) * 604800 * SECOND;
}

void rw_axis_label(char to[RW_AXIS_LABEL], double at, double step)
{
	int digits = 0;

	for (; step < 0.999 && digits < 6; step *= 10)
		digits++;
	snprintf(to, RW_AXIS_LABEL, "%.*f", digits, at);
}

void rw_axis_decade(char to[RW_AXIS_LABEL], double ns)
{
	if (ns < 999.5)
		snprintf(to, RW_AXIS_LABEL, "%.0f ns", ns);
	else if (ns < 999.5e3)
		snprintf(to, RW_AXIS_LABEL, "%.0f us", ns / 1e3);
	else if (ns < 999.5e6)
		snprintf(to, RW_AXIS_LABEL, "%.0f ms", ns / 1e6);
	else
		snprintf(to, RW_AXIS_LABEL, "%.0f s", ns / 1e9);
}
