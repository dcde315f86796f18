// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "calc.h"
#include "host.h"
#include "judge.h"
#include "parse.h"
#include "span.h"

static void subtract(const struct rw_desc *desc, struct rw_val *v, const struct rw_val *from,
		     size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		if (desc[i].kind == RW_COUNTER) {
			v[i] = rw_sub(v[i], from[i]);
			if (rw_known(v[i]) && v[i].v < 0)
				v[i] = rw_none();
		}
		/* It may be of before. */
		if ((desc[i].kind == RW_PEAK || desc[i].kind == RW_LOW) && rw_known(v[i]) &&
		    rw_known(from[i]) && v[i].v == from[i].v)
			v[i] = rw_none();
	}
}

static void subtract_nodes(struct rw_snapshot *snap, const struct rw_snapshot *from)
{
	size_t i, j;
	int kind;

	for (i = 0; i < snap->nr_nodes; i++) {
		struct rw_node *to = &snap->nodes[i];

		for (j = 0; j < from->nr_nodes && from->nodes[j].nid != to->nid; j++)
			;
		if (j == from->nr_nodes)
			continue;
		subtract(rw_node_desc, to->v, from->nodes[j].v, RWATCH_NR_NODE);
		for (kind = 0; kind < RWATCH_NR_RUN_KINDS; kind++)
			subtract(rw_run_desc, to->run[kind], from->nodes[j].run[kind],
				 RWATCH_NR_RUN);
		for (kind = 0; kind < RWATCH_NR_PASS_KINDS; kind++)
			subtract(rw_pass_desc, to->pass[kind], from->nodes[j].pass[kind],
				 RWATCH_NR_PASS);
	}
}

static void subtract_zones(struct rw_snapshot *snap, const struct rw_snapshot *from)
{
	size_t i, j;

	for (i = 0; i < snap->nr_zones; i++) {
		struct rw_zone *to = &snap->zones[i];

		for (j = 0; j < from->nr_zones; j++)
			if (from->zones[j].nid == to->nid && !strcmp(from->zones[j].name, to->name))
				break;
		if (j == from->nr_zones)
			continue;
		/* The ledger still adds up: what was there when this began was carried over. */
		to->v[RWATCH_ZONE_CARRIED] = from->zones[j].v[RWATCH_ZONE_BOOST];
		subtract(rw_zone_desc, to->v, from->zones[j].v, RWATCH_NR_ZONE);
	}
}

static void subtract_shrinkers(struct rw_snapshot *snap, const struct rw_snapshot *from)
{
	size_t i, j;

	for (i = 0; i < snap->nr_shrinkers; i++) {
		struct rw_shrinker *to = &snap->shrinkers[i];

		for (j = 0; j < from->nr_shrinkers; j++)
			if (from->shrinkers[j].row == to->row &&
			    from->shrinkers[j].nid == to->nid &&
			    !strcmp(from->shrinkers[j].name, to->name))
				break;
		if (j < from->nr_shrinkers)
			subtract(rw_shrinker_desc, to->v, from->shrinkers[j].v, RWATCH_NR_SHRINKER);
	}
}

static void subtract_reclaimers(struct rw_reclaimer *to, size_t nr, const struct rw_reclaimer *from,
				size_t nr_from)
{
	size_t i, j;

	for (i = 0; i < nr; i++) {
		for (j = 0; j < nr_from; j++)
			if (from[j].kind == to[i].kind && from[j].row == to[i].row &&
			    !strcmp(from[j].name, to[i].name))
				break;
		if (j < nr_from)
			subtract(rw_reclaimer_desc, to[i].v, from[j].v, RWATCH_NR_RECLAIMER);
	}
}

static bool same_compaction(const struct rw_compaction *a, const struct rw_compaction *b)
{
	return a->row == b->row && a->nid == b->nid && !strcmp(a->zone, b->zone) &&
	       !strcmp(a->caller, b->caller) && !strcmp(a->context, b->context) &&
	       a->order.state == b->order.state && a->order.v == b->order.v;
}

static void subtract_compaction(struct rw_snapshot *snap, const struct rw_snapshot *from)
{
	size_t i, j;

	for (i = 0; i < snap->nr_compaction; i++) {
		struct rw_compaction *to = &snap->compaction[i];

		for (j = 0; j < from->nr_compaction; j++)
			if (same_compaction(&from->compaction[j], to))
				break;
		if (j < from->nr_compaction)
			subtract(rw_compaction_desc, to->v, from->compaction[j].v,
				 RWATCH_NR_COMPACTION);
	}
}

static void subtract_hists(struct rw_snapshot *snap, const struct rw_snapshot *from)
{
	size_t i, j, b;

	for (i = 0; i < snap->nr_hists; i++) {
		struct rw_hist *to = &snap->hists[i];

		for (j = 0; j < from->nr_hists; j++)
			if (from->hists[j].nid == to->nid && !strcmp(from->hists[j].of, to->of) &&
			    !strcmp(from->hists[j].name, to->name))
				break;
		if (j == from->nr_hists || from->hists[j].nr != to->nr)
			continue;
		for (b = 0; b < to->nr; b++)
			to->bucket[b].count =
				rw_sub(to->bucket[b].count, from->hists[j].bucket[b].count);
	}
}

void rw_span_subtract(struct rw_snapshot *snap, const struct rw_snapshot *from)
{
	subtract(rw_global_desc, snap->global, from->global, RWATCH_NR_GLOBAL);
	snap->global[RWATCH_GLOBAL_SINCE] = from->global[RWATCH_GLOBAL_NOW];
	subtract_zones(snap, from);
	subtract_nodes(snap, from);
	subtract_shrinkers(snap, from);
	subtract_reclaimers(snap->tasks, snap->nr_tasks, from->tasks, from->nr_tasks);
	subtract_reclaimers(snap->cgroups, snap->nr_cgroups, from->cgroups, from->nr_cgroups);
	subtract_compaction(snap, from);
	subtract_hists(snap, from);
}

void rw_span_longest(const struct rw_history *h, size_t *from, size_t *to)
{
	size_t i, begin = 0;

	*from = *to = 0;
	for (i = 0; i < h->nr; i++) {
		if (h->load[i] != h->load[begin])
			begin = i;
		if (h->ns[i] - h->ns[begin] >= h->ns[*to] - h->ns[*from]) {
			*from = begin;
			*to = i;
		}
	}
}

struct span_reader {
	size_t from, to, at; /* samples */
	struct rw_snapshot first, last;
	struct rw_facts facts;
	struct rw_err *err;
};

static int parse_file(const struct rw_rec_event *e, enum rw_file file, struct rw_snapshot *snap,
		      struct rw_err *err)
{
	size_t len;
	char *text = rw_layout_text(e->layout, e->values, rw_files[file].name, &len);
	int ret = 0;

	if (text) {
		snap->files |= 1u << file;
		ret = rw_files[file].parse(rw_files[file].name, text, len, snap, err);
	}
	free(text);
	return ret;
}

static int parse_host(const struct rw_rec_event *e, struct rw_facts *facts, struct rw_err *err)
{
	size_t len;
	char *text = rw_layout_text(e->layout, e->values, RW_HOST_FILE, &len);
	int ret = 0;

	rw_facts_free(facts);
	if (text)
		ret = rw_host_parse(text, len, facts, err);
	free(text);
	return ret;
}

static int parse_files(const struct rw_rec_event *e, struct rw_snapshot *snap, struct rw_err *err)
{
	int file;

	for (file = 0; file < RW_NR_FILES; file++)
		if (parse_file(e, (enum rw_file)file, snap, err))
			return -1;
	return 0;
}

static int span_event(const struct rw_rec_event *e, void *data)
{
	struct span_reader *s = data;

	if (e->what != RW_REC_ON_SAMPLE)
		return 0;
	if (e->stream == RW_REC_SELDOM) {
		if (s->at == s->from && parse_files(e, &s->first, s->err))
			return -1;
		if (s->at < s->from || s->at > s->to)
			return 0;
		if (s->to - s->at <= RW_REC_FULL_EVERY) {
			rw_snapshot_free(&s->last);
			return parse_files(e, &s->last, s->err);
		}
		return 0;
	}
	if (s->at == s->from && parse_files(e, &s->first, s->err))
		return -1;
	if (s->at == s->to &&
	    (parse_files(e, &s->last, s->err) || parse_host(e, &s->facts, s->err)))
		return -1;
	return s->at++ == s->to;
}

int rw_span_report(const unsigned char *data, size_t len, const char *path, size_t from, size_t to,
		   struct rw_report *rep, struct rw_err *err)
{
	struct span_reader s = { .from = from, .to = to, .err = err };
	int ret = rw_rec_read(data, len, path, span_event, &s, err);

	*rep = (struct rw_report){ .have_snap = true };
	if (ret >= 0) {
		rw_span_subtract(&s.last, &s.first);
		rep->snap = s.last;
		rep->facts = s.facts;
		ret = rw_report_derive(rep, err) || rw_judge(rep, RW_TRUST | RW_MEMORY, err) ? -1 :
											       0;
	} else {
		rw_snapshot_free(&s.last);
		rw_facts_free(&s.facts);
	}
	rw_snapshot_free(&s.first);
	return ret;
}
