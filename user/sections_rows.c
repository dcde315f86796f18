// SPDX-License-Identifier: GPL-2.0
/* shrinkers, tasks, cgroups, compaction: a bounded table each, a section a row. */
#include <string.h>

#include "parse.h"
#include "parser.h"

/*
 * Rows come in the order of their numbers, so that a row is only compared with the one
 * before, of which it is @after: more than 0 if it comes later.
 */
static int follows(struct parser *ps, const struct rw_line *line, int after)
{
	if (after > 0)
		return 0;
	return rw_lex_garbled(&ps->lx, "%.20s %.20s %s", line->word[0], line->word[1],
			      after ? "is out of order" : "appears twice");
}

static int compare(int64_t left, int64_t right)
{
	return left < right ? -1 : left > right;
}

static int shrinker_open(struct parser *ps, struct rw_line *line)
{
	struct rw_snapshot *snap = ps->snap;
	struct rw_shrinker *row;
	int64_t number = 0;
	int nid = 0;

	if (take_number(ps, line->word[1], &number) || take_nid_or_none(ps, line->word[2], &nid))
		return -1;
	if (snap->nr_shrinkers) {
		const struct rw_shrinker *last = &snap->shrinkers[snap->nr_shrinkers - 1];
		int after = compare(number, last->row);

		if (follows(ps, line, after ? after : compare(nid, last->nid)))
			return -1;
	}
	row = add_element(ps, &snap->shrinkers, &snap->nr_shrinkers, sizeof(*row), RW_MAX_ROWS,
			  "shrinkers");
	if (!row)
		return -1;
	row->row = number;
	row->nid = nid;
	fill_from(ps, rw_shrinker_desc, RWATCH_NR_SHRINKER, row->v);
	return take_name(ps, line->word[3], row->name);
}

static int reclaimer_open(struct parser *ps, struct rw_line *line, enum rw_reclaimer_kind kind,
			  struct rw_reclaimer **rows, size_t *nr)
{
	struct rw_reclaimer *row;
	int64_t number = 0;

	if (take_number(ps, line->word[1], &number))
		return -1;
	if (*nr) {
		const struct rw_reclaimer *last = &(*rows)[*nr - 1];
		int after = compare(kind, last->kind);

		if (follows(ps, line, after ? after : compare(number, last->row)))
			return -1;
	}
	row = add_element(ps, rows, nr, sizeof(*row), RW_MAX_ROWS, "rows");
	if (!row)
		return -1;
	row->row = number;
	row->kind = kind;
	fill_from(ps, rw_reclaimer_desc, RWATCH_NR_RECLAIMER, row->v);
	if (kind != RW_BY_TASK && strcmp(line->word[2], RWATCH_OTHER) &&
	    take_number_or_none(ps, line->word[2], &row->cgroup_id))
		return -1;
	return take_name(ps, line->word[2], row->name);
}

static int task_open(struct parser *ps, struct rw_line *line)
{
	return reclaimer_open(ps, line, RW_BY_TASK, &ps->snap->tasks, &ps->snap->nr_tasks);
}

static int direct_open(struct parser *ps, struct rw_line *line)
{
	return reclaimer_open(ps, line, RW_BY_DIRECT, &ps->snap->cgroups, &ps->snap->nr_cgroups);
}

static int memcg_open(struct parser *ps, struct rw_line *line)
{
	return reclaimer_open(ps, line, RW_BY_MEMCG, &ps->snap->cgroups, &ps->snap->nr_cgroups);
}

static int compaction_open(struct parser *ps, struct rw_line *line)
{
	struct rw_snapshot *snap = ps->snap;
	struct rw_compaction *row;
	int64_t number = 0;
	size_t nr = snap->nr_compaction;

	if (take_number(ps, line->word[1], &number) ||
	    (nr && follows(ps, line, compare(number, snap->compaction[nr - 1].row))))
		return -1;
	row = add_element(ps, &snap->compaction, &snap->nr_compaction, sizeof(*row), RW_MAX_ROWS,
			  "rows");
	if (!row)
		return -1;
	row->row = number;
	fill_from(ps, rw_compaction_desc, RWATCH_NR_COMPACTION, row->v);
	if (take_nid_or_none(ps, line->word[2], &row->nid) ||
	    take_zone(ps, line->word[3], row->zone) || take_word(ps, line->word[4], row->caller) ||
	    take_word(ps, line->word[5], row->context))
		return -1;
	return take_number_or_none(ps, line->word[6], &row->order);
}

int rw_parse_shrinkers(const char *path, const char *text, size_t len, struct rw_snapshot *snap,
		       struct rw_err *err)
{
	static const struct section sections[] = { { "shrinker", 4, shrinker_open, table_value },
						   { 0 } };
	static const struct format fmt = { .sections = sections };

	return rw_parse(&fmt, path, text, len, snap, err);
}

int rw_parse_tasks(const char *path, const char *text, size_t len, struct rw_snapshot *snap,
		   struct rw_err *err)
{
	static const struct section sections[] = { { "task", 3, task_open, table_value }, { 0 } };
	static const struct format fmt = { .sections = sections };

	return rw_parse(&fmt, path, text, len, snap, err);
}

int rw_parse_cgroups(const char *path, const char *text, size_t len, struct rw_snapshot *snap,
		     struct rw_err *err)
{
	static const struct section sections[] = { { "direct", 3, direct_open, table_value },
						   { "memcg", 3, memcg_open, table_value },
						   { 0 } };
	static const struct format fmt = { .sections = sections };

	return rw_parse(&fmt, path, text, len, snap, err);
}

int rw_parse_compaction(const char *path, const char *text, size_t len, struct rw_snapshot *snap,
			struct rw_err *err)
{
	static const struct section sections[] = { { "compaction", 7, compaction_open,
						     table_value },
						   { 0 } };
	static const struct format fmt = { .sections = sections };

	return rw_parse(&fmt, path, text, len, snap, err);
}
