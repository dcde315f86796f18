// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>

#include "parse.h"

const struct rw_file_def rw_files[RW_NR_FILES] = {
	[RW_FILE_ABOUT] = { "about", rw_parse_about, true },
	[RW_FILE_ZONES] = { "zones", rw_parse_zones, true },
	[RW_FILE_NODES] = { "nodes", rw_parse_nodes, true },
	[RW_FILE_PROBES] = { "probes", rw_parse_probes, true },
	[RW_FILE_GROUPS] = { "groups", rw_parse_groups, false },
	[RW_FILE_SHRINKERS] = { "shrinkers", rw_parse_shrinkers, false },
	[RW_FILE_TASKS] = { "tasks", rw_parse_tasks, false },
	[RW_FILE_CGROUPS] = { "cgroups", rw_parse_cgroups, false },
	[RW_FILE_COMPACTION] = { "compaction", rw_parse_compaction, false },
	[RW_FILE_HISTOGRAMS] = { "histograms", rw_parse_histograms, false },
	[RW_FILE_EVENTS] = { "events", rw_parse_events, false },
};

void rw_snapshot_free(struct rw_snapshot *snap)
{
	free(snap->zones);
	free(snap->nodes);
	free(snap->shrinkers);
	free(snap->tasks);
	free(snap->cgroups);
	free(snap->compaction);
	free(snap->hists);
	free(snap->events);
	*snap = (struct rw_snapshot){ 0 };
}
