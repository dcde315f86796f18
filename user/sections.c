// SPDX-License-Identifier: GPL-2.0
/* What the four files hold: their sections and values into the snapshot. */
#include <stdlib.h>
#include <string.h>

#include "parser.h"
#include "tables.h"

const char *const rw_probe_field_name[RW_NR_PROBE_FIELDS] = {
	[RW_PROBE_ERROR] = "error",
	[RW_PROBE_HITS] = "hits",
	[RW_PROBE_NOINSTANCE] = "missed_noinstance",
	[RW_PROBE_REENTRY] = "missed_reentry",
};

static int garbled_value(struct parser *ps, const char *name, const char *word)
{
	return rw_lex_garbled(&ps->lx, "%s is \"%.40s\", which is not a number it can have", name,
			      word);
}

static int twice(struct parser *ps, const char *name)
{
	return rw_lex_garbled(&ps->lx, "%s appears twice", name);
}

static int set_number(struct parser *ps, struct rw_val *val, const char *name, bool may_be_negative,
		      const char *word)
{
	if (val->state != RW_ABSENT)
		return twice(ps, name);
	if (!strcmp(word, RWATCH_UNKNOWN)) {
		val->state = RW_UNKNOWN;
		return 0;
	}
	if (!rw_lex_int(word, may_be_negative, &val->v))
		return garbled_value(ps, name, word);
	val->state = RW_KNOWN;
	return 0;
}

static int set_word(struct parser *ps, char to[RW_WORD], const char *name, const char *word)
{
	if (*to)
		return twice(ps, name);
	if (strlen(word) >= RW_WORD)
		return rw_lex_garbled(&ps->lx, "%s is too long", name);
	strcpy(to, word);
	return 0;
}

/* Sets the value @name of @table; a name that is not in it is ignored. */
static int set_from(struct parser *ps, const struct rw_desc *table, size_t nr, struct rw_val *vals,
		    const char *name, const char *word)
{
	int id = rw_desc_find(table, nr, name);

	if (id < 0)
		return 0;
	return set_number(ps, &vals[id], table[id].name, table[id].kind == RW_SIGNED, word);
}

static int parse_nid(struct parser *ps, const char *word, int *nid)
{
	int64_t v;

	if (!rw_lex_int(word, false, &v) || v >= RW_MAX_NODES)
		return rw_lex_garbled(&ps->lx, "\"%.40s\" is not a node number", word);
	*nid = (int)v;
	return 0;
}

/* Room for one more element; the array doubles, so its size is implied by @nr. */
static void *grow(struct parser *ps, void *array, size_t nr, size_t size)
{
	void *more = array;

	if ((nr & (nr - 1)) == 0)
		more = realloc(array, (nr ? 2 * nr : 1) * size);
	if (!more)
		rw_fail_memory(ps->lx.err);
	return more;
}

static int about_value(struct parser *ps, const char *name, const char *word)
{
	if (!strcmp(name, "version"))
		return set_word(ps, ps->snap->version, name, word);
	return set_from(ps, rw_global_desc, RWATCH_NR_GLOBAL, ps->snap->global, name, word);
}

static int zone_open(struct parser *ps, struct rw_line *line)
{
	struct rw_snapshot *snap = ps->snap;
	const char *name = line->word[2];
	struct rw_zone *zones;
	size_t i;
	int nid = 0;

	if (parse_nid(ps, line->word[1], &nid))
		return -1;
	if (strlen(name) >= RW_ZONE_NAME)
		return rw_lex_garbled(&ps->lx, "\"%.40s\" is not a zone's name", name);
	for (i = 0; i < snap->nr_zones; i++)
		if (snap->zones[i].nid == nid && !strcmp(snap->zones[i].name, name))
			return rw_lex_garbled(&ps->lx, "zone %d %s appears twice", nid, name);
	if (snap->nr_zones == RW_MAX_ZONES)
		return rw_lex_garbled(&ps->lx, "more than %d zones", RW_MAX_ZONES);
	zones = grow(ps, snap->zones, snap->nr_zones, sizeof(*zones));
	if (!zones)
		return -1;
	snap->zones = zones;
	ps->zone = &zones[snap->nr_zones++];
	*ps->zone = (struct rw_zone){ .nid = nid };
	strcpy(ps->zone->name, name);
	return 0;
}

static int zone_value(struct parser *ps, const char *name, const char *word)
{
	if (!ps->zone)
		return 0;
	return set_from(ps, rw_zone_desc, RWATCH_NR_ZONE, ps->zone->v, name, word);
}

static int node_open(struct parser *ps, struct rw_line *line)
{
	struct rw_snapshot *snap = ps->snap;
	struct rw_node *nodes;
	size_t i;
	int nid = 0;

	if (parse_nid(ps, line->word[1], &nid))
		return -1;
	for (i = 0; i < snap->nr_nodes; i++)
		if (snap->nodes[i].nid == nid)
			return rw_lex_garbled(&ps->lx, "node %d appears twice", nid);
	nodes = grow(ps, snap->nodes, snap->nr_nodes, sizeof(*nodes));
	if (!nodes)
		return -1;
	snap->nodes = nodes;
	ps->node = &nodes[snap->nr_nodes++];
	*ps->node = (struct rw_node){ .nid = nid };
	return 0;
}

static int node_value(struct parser *ps, const char *name, const char *word)
{
	int kind;

	if (!ps->node)
		return 0;
	for (kind = 0; kind < RWATCH_NR_PASS_KINDS; kind++) {
		size_t len = strlen(rw_pass_kind[kind]);

		if (!strncmp(name, rw_pass_kind[kind], len) && name[len] == '_')
			return set_from(ps, rw_pass_desc, RWATCH_NR_PASS, ps->node->pass[kind],
					name + len + 1, word);
	}
	return set_from(ps, rw_node_desc, RWATCH_NR_NODE, ps->node->v, name, word);
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
	}
	return 0; /* a probe of a newer module is skipped */
}

static int probe_value(struct parser *ps, const char *name, const char *word)
{
	struct rw_probe *probe = ps->probe;
	int i;

	if (!probe)
		return 0;
	if (!strcmp(name, "state"))
		return set_word(ps, probe->state, name, word);
	if (!strcmp(name, "symbol")) {
		if (probe->symbol_seen)
			return twice(ps, name);
		probe->symbol_seen = true;
		return strcmp(word, RWATCH_UNKNOWN) ? set_word(ps, probe->symbol, name, word) : 0;
	}
	for (i = 0; i < RW_NR_PROBE_FIELDS; i++)
		if (!strcmp(name, rw_probe_field_name[i]))
			return set_number(ps, &probe->v[i], name, i == RW_PROBE_ERROR, word);
	return 0;
}

int rw_parse_about(const char *path, const char *text, size_t len, struct rw_snapshot *snap,
		   struct rw_err *err)
{
	static const struct format fmt = { .value = about_value };

	return rw_parse(&fmt, path, text, len, snap, err);
}

/* A machine has a zone, a node and a probe, or the file is not what it says. */
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
	static const struct format fmt = { "zone", 3, zone_open, zone_value };

	return rw_parse(&fmt, path, text, len, snap, err) ? -1 :
							    need(snap->nr_zones, "zone", path, err);
}

int rw_parse_nodes(const char *path, const char *text, size_t len, struct rw_snapshot *snap,
		   struct rw_err *err)
{
	static const struct format fmt = { "node", 2, node_open, node_value };

	return rw_parse(&fmt, path, text, len, snap, err) ? -1 :
							    need(snap->nr_nodes, "node", path, err);
}

int rw_parse_probes(const char *path, const char *text, size_t len, struct rw_snapshot *snap,
		    struct rw_err *err)
{
	static const struct format fmt = { "probe", 2, probe_open, probe_value };

	return rw_parse(&fmt, path, text, len, snap, err);
}

void rw_snapshot_free(struct rw_snapshot *snap)
{
	free(snap->zones);
	free(snap->nodes);
	*snap = (struct rw_snapshot){ 0 };
}
