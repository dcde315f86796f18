// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>

#include "calc.h"
#include "report.h"

int rw_report_derive(struct rw_report *rep, struct rw_err *err)
{
	const struct rw_snapshot *snap = &rep->snap;
	const struct rw_val *g = snap->global;
	size_t i;

	rep->age_ns = rw_sub(g[RWATCH_GLOBAL_NOW], g[RWATCH_GLOBAL_SINCE]);
	rep->hits = rw_none();
	rep->missed = rw_none();
	for (i = 0; i < RWATCH_NR_PROBES; i++) {
		/* The canary counts how often it was asked to sing, no events. */
		if (i == RWATCH_PROBE_CANARY)
			continue;
		rep->hits = rw_add_known(rep->hits, snap->probes[i].v[RW_PROBE_HITS]);
		rep->missed = rw_add_known(rep->missed, rw_probe_missed(&snap->probes[i]));
	}

	rep->cap = calloc(snap->nr_zones + 1, sizeof(*rep->cap));
	if (!rep->cap)
		return rw_fail_memory(err);
	for (i = 0; i < snap->nr_zones; i++) {
		const struct rw_val *z = snap->zones[i].v;

		rep->cap[i] = rw_boost_cap(rep->facts.boost_factor, g[RWATCH_GLOBAL_PAGEBLOCK],
					   z[RWATCH_ZONE_MANAGED], z[RWATCH_ZONE_HIGH]);
	}
	return 0;
}

void rw_report_free(struct rw_report *rep)
{
	rw_snapshot_free(&rep->snap);
	rw_facts_free(&rep->facts);
	free(rep->cap);
	free(rep->findings);
	*rep = (struct rw_report){ 0 };
}
