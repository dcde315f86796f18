// SPDX-License-Identifier: GPL-2.0
#include "duration.h"
#include "interval.h"

#define MAX_INTERVAL 1000000 /* seconds */

int rw_interval_parse(const char *text, const char *command, int64_t *ns, struct rw_err *err)
{
	if (!rw_duration_parse(text, ns) || *ns > MAX_INTERVAL * RW_SECOND_NS)
		return rw_fail(
			err, RW_ERR_USAGE,
			"\"%.80s\" is not an interval in seconds; run: reclaimwatch %s --help",
			text, command);
	if (*ns >= RW_SHORTEST_INTERVAL_NS)
		return 0;
	return rw_fail(err, RW_ERR_USAGE,
		       "an interval of \"%.80s\" is too short; the shortest is 0.1 s", text);
}
