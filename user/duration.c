// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <stddef.h>
#include <string.h>

#include "duration.h"

#define MS	1000000LL
#define LONGEST (3652LL * 86400 * 1000 * MS)

static const struct {
	const char *unit;
	int64_t ns;
} units[] = {
	{ "", 1000 * MS },	    { "us", MS / 1000 },     { "ms", MS },
	{ "s", 1000 * MS },	    { "m", 60 * 1000 * MS }, { "h", 3600 * 1000 * MS },
	{ "d", 86400 * 1000 * MS },
};

static bool unit_of(const char *text, int64_t *ns)
{
	size_t i;

	for (i = 0; i < sizeof(units) / sizeof(*units); i++) {
		if (!strcmp(text, units[i].unit)) {
			*ns = units[i].ns;
			return true;
		}
	}
	return false;
}

bool rw_duration_parse(const char *text, int64_t *ns)
{
	int64_t thousandths = 0, unit;
	int after = 0;

	if (!isdigit((unsigned char)*text) || (*text == '0' && isdigit((unsigned char)text[1])))
		return false;
	for (; isdigit((unsigned char)*text); text++) {
		if (thousandths > LONGEST)
			return false;
		thousandths = 10 * thousandths + *text - '0';
	}
	if (*text == '.') {
		for (text++; isdigit((unsigned char)*text) && after < 3; text++, after++)
			thousandths = 10 * thousandths + *text - '0';
		if (!after)
			return false;
	}
	for (; after < 3; after++) {
		if (thousandths > LONGEST)
			return false;
		thousandths *= 10;
	}
	if (!unit_of(text, &unit))
		return false;
	/* A microsecond is the smallest unit: this divides without a rest. */
	if (thousandths > LONGEST / (unit / 1000))
		return false;
	*ns = thousandths * (unit / 1000);
	return true;
}
