// SPDX-License-Identifier: GPL-2.0
/* about, zones, nodes, probes, groups: their sections and values into the snapshot. */
#include <string.h>

#include "parse.h"
#include "parser.h"

const char *const rw_probe_field_name[RW_NR_PROBE_FIELDS] = {
	[RW_PROBE_SINCE] = "since_ns",
	[RW_PROBE_ERROR] = "error",
	[RW_PROBE_HITS] = "hits",
	[RW_PROBE_NOINSTANCE] = "missed_noinstance",
	[RW_PROBE_REENTRY] = "missed_reentry",
};

/* Whose name it is, is somebody else's choice. */
static int clamp_by(struct parser *ps, const char *name, const char *word)
{
	char checked[RW_ROW_NAME];

	if (take_name(ps, word, checked))
		return -1;
	return strcmp(word, RWATCH_UNKNOWN) ? set_word(ps, ps->snap->clamp_by, name, word) : 0;
}

static int about_value(struct parser *ps, const char *name, const char *word)
{
	if (!strcmp(name, "version"))
		return set_word(ps, ps->snap->version, name, word);
	if (!strcmp(name, "boost_clamp_scope"))
		return set_word(ps, ps->snap->clamp_scope, name, word);
	if (!strcmp(name, "boost_clamp_by"))
		return clamp_by(ps, name, word);
	return set_from(ps, rw_global_desc, RWATCH_NR_GLOBAL, ps->snap->global, name, word);
}

static int zone_open(struct parser *ps, struct rw_line *line)
{
	struct rw_snapshot *snap = ps->snap;
	struct rw_zone new = { 0 }, *zone;
	size_t i;

	if (take_nid(ps, line->word[1], &new.nid) || take_zone(ps, line->word[2], new.name))
		return -1;
	for (i = 0; i < snap->nr_zones; i++)
		if (snap->zones[i].nid == new.nid && !strcmp(snap->zones[i].name, new.name))
			return rw_lex_garbled(&ps->lx, "zone %d %s appears twice", new.nid,
					      new.name);
	zone = add_element(ps, &snap->zones, &snap->nr_zones, sizeof(new), RW_MAX_ZONES, "zones");
	if (!zone)
		return -1;
	*zone = new;
	fill_from(ps, rw_zone_desc, RWATCH_NR_ZONE, zone->v);
	return 0;
}

static int node_open(struct parser *ps, struct rw_line *line)
{
	struct rw_snapshot *snap = ps->snap;
	size_t i;
	int nid = 0;

	if (take_nid(ps, line->word[1], &nid))
		return -1;
	for (i = 0; i < snap->nr_nodes; i++)
		if (snap->nodes[i].nid == nid)
			return rw_lex_garbled(&ps->lx, "node %d appears twice", nid);
	ps->node = add_element(ps, &snap->nodes, &snap->nr_nodes, sizeof(*ps->node), RW_MAX_NODES,
			       "nodes");
	if (!ps->node)
		return -1;
	ps->node->nid = nid;
	return 0;
}

static int node_value(struct parser *ps, const char *name, const char *word)
{
	const char *rest;
	int kind = rw_kind_of_name(name, &rest);

	if (kind < 0)
		return set_from(ps, rw_node_desc, RWATCH_NR_NODE, ps->node->v, name, word);
	if (kind < RWATCH_NR_PASS_KINDS && rw_desc_find(rw_pass_desc, RWATCH_NR_PASS, rest) >= 0)
		return set_from(ps, rw_pass_desc, RWATCH_NR_PASS, ps->node->pass[kind], rest, word);
	return set_from(ps, rw_run_desc, RWATCH_NR_RUN, ps->node->run[kind], rest, word);
}

static int probe_open(struct parser *ps, struct rw_line *line)
{
	int i;

	for (i = 0; i < RWATCH_NR_PROBES; i++) {
		if (strcmp(line->word[1], rw_probe_desc[i].name))
			continue;
		ps->probe = &ps->snap->probes[i];
		if (ps->probe->present)
			return rw_lex_garbled(&ps->lx, "probe %s appears twice", line->word[1]);
		ps->probe->present = true;
		return 0;
	}
	skip_section(ps); /* a probe of a newer module */
	return 0;
}

static int probe_value(struct parser *ps, const char *name, const char *word)
{
	struct rw_probe *probe = ps->probe;
	int i;

	if (!strcmp(name, "state"))
		return set_word(ps, probe->state, name, word);
	if (!strcmp(name, "symbol")) {
		if (probe->symbol_seen)
			return set_twice(ps, name);
		probe->symbol_seen = true;
		return strcmp(word, RWATCH_UNKNOWN) ? set_word(ps, probe->symbol, name, word) : 0;
	}
	for (i = 0; i < RW_NR_PROBE_FIELDS; i++)
		if (!strcmp(name, rw_probe_field_name[i]))
			return set_number(ps, &probe->v[i], name, i == RW_PROBE_ERROR, word);
	return 0; /* its group, too, is known from the tables */
}

static int group_open(struct parser *ps, struct rw_line *line)
{
	int i;

	for (i = 0; i < RWATCH_NR_GROUPS; i++) {
		if (strcmp(line->word[1], rw_group_desc[i].name))
			continue;
		ps->group = &ps->snap->groups[i];
		if (ps->group->present)
			return rw_lex_garbled(&ps->lx, "group %s appears twice", line->word[1]);
		ps->group->present = true;
		return 0;
	}
	skip_section(ps); /* a group of a newer module */
	return 0;
}

static int group_value(struct parser *ps, const char *name, const char *word)
{
	if (strcmp(name, "on"))
		return 0;
	return set_number(ps, &ps->group->on, name, false, word);
}

int rw_parse_about(const char *path, const char *text, size_t len, struct rw_snapshot *snap,
		   struct rw_err *err)
{
	static const struct format fmt = { .value = about_value };

	return rw_parse(&fmt, path, text, len, snap, err);
}

/* A machine has a zone and a node, or the file is not what it says. */
static int need(size_t nr, const char *what, const char *path, struct rw_err *err)
{
	if (nr)
		return 0;
	return rw_fail(err, RW_ERR_GARBLED,
		       "%s is garbled (it has no %s); reload the module, or capture again", path,
		       what);
}

int rw_parse_zones(const char *path, const char *text, size_t len, struct rw_snapshot *snap,
		   struct rw_err *err)
{
	static const struct section sections[] = { { "zone", 3, zone_open, table_value }, { 0 } };
	static const struct format fmt = { .sections = sections };

	return rw_parse(&fmt, path, text, len, snap, err) ? -1 :
							    need(snap->nr_zones, "zone", path, err);
}

int rw_parse_nodes(const char *path, const char *text, size_t len, struct rw_snapshot *snap,
		   struct rw_err *err)
{
	static const struct section sections[] = { { "node", 2, node_open, node_value }, { 0 } };
	static const struct format fmt = { .sections = sections };

	return rw_parse(&fmt, path, text, len, snap, err) ? -1 :
							    need(snap->nr_nodes, "node", path, err);
}

int rw_parse_probes(const char *path, const char *text, size_t len, struct rw_snapshot *snap,
		    struct rw_err *err)
{
	static const struct section sections[] = { { "probe", 2, probe_open, probe_value }, { 0 } };
	static const struct format fmt = { .sections = sections };

	return rw_parse(&fmt, path, text, len, snap, err);
}

int rw_parse_groups(const char *path, const char *text, size_t len, struct rw_snapshot *snap,
		    struct rw_err *err)
{
	static const struct section sections[] = { { "group", 2, group_open, group_value }, { 0 } };
	static const struct format fmt = { .sections = sections };

	return rw_parse(&fmt, path, text, len, snap, err);
}
