// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmd.h"
#include "events.h"
#include "out.h"
#include "source.h"

#define FILES (1u << RW_FILE_ABOUT | 1u << RW_FILE_NODES | 1u << RW_FILE_EVENTS)

static bool has_node(const struct rw_snapshot *snap, int nid)
{
	size_t i;

	for (i = 0; i < snap->nr_nodes; i++)
		if (snap->nodes[i].nid == nid)
			return true;
	return false;
}

static int fill(const struct rw_options *opts, struct rw_snapshot *snap, struct rw_facts *facts,
		struct rw_err *err)
{
	if (rw_source_snapshot(&opts->roots, FILES, snap, err))
		return -1;
	if (!rw_have_file(snap, RW_FILE_EVENTS))
		return rw_fail(err, RW_ERR_UNREADABLE,
			       "this module records no events; install the tool and the module of "
			       "the same version");
	if (opts->node != RW_UNSET && !has_node(snap, opts->node))
		return rw_fail(err, RW_ERR_USAGE,
			       "there is no node %d with memory; run: reclaimwatch status",
			       opts->node);
	if (rw_facts_read(&opts->roots, snap, facts, err))
		return -1;
	return rw_facts_read_zones(&opts->roots, facts, err);
}

static int print(const struct rw_options *opts, const struct rw_snapshot *snap,
		 const struct rw_facts *facts, const struct rw_selection *sel, struct rw_err *err)
{
	size_t i;

	if (!opts->json && sel->first < sel->nr)
		rw_out_events_head(stdout, opts->colour);
	for (i = sel->first; i < sel->nr && !ferror(stdout); i++) {
		const struct rw_event *event = sel->event[i].event;

		if (!opts->json)
			rw_out_event(stdout, event, facts, snap->global[RWATCH_GLOBAL_NOW]);
		else if (rw_cmd_json_line(rw_json_event(event, facts)))
			return rw_fail_memory(err);
	}
	if (opts->json)
		return 0;
	if (!sel->nr)
		printf("Nothing was recorded yet.\n");
	if (sel->missing)
		printf("%" PRId64 " more were overwritten while they were read.\n", sel->missing);
	return 0;
}

int rw_cmd_events(const struct rw_options *opts, char **argv)
{
	struct rw_snapshot snap = { 0 };
	struct rw_facts facts = { 0 };
	struct rw_selection sel = { 0 };
	struct rw_err err;
	int ret = RW_EXIT_OK;

	if (rw_cmd_no_args(argv, &err) || fill(opts, &snap, &facts, &err) ||
	    rw_events_select(&snap, opts->node, opts->last, &sel, &err) ||
	    print(opts, &snap, &facts, &sel, &err))
		ret = rw_cmd_error(opts, &err);
	free(sel.event);
	rw_facts_free(&facts);
	rw_snapshot_free(&snap);
	return ret;
}
