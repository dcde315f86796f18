// SPDX-License-Identifier: GPL-2.0
/* histograms: a section each, its buckets in rising order. */
#include <stdio.h>
#include <string.h>

#include "parse.h"
#include "parser.h"

/* Finds what @name is a histogram of; NULL if this tool does not know it. */
static const struct rw_desc *find(const char *of, const char *name, int *kind)
{
	const char *rest = name;
	int id;

	*kind = -1;
	if (strcmp(of, "node")) {
		id = rw_desc_find(rw_hist_zone_desc, RWATCH_NR_HIST_ZONE, name);
		return id < 0 ? NULL : &rw_hist_zone_desc[id];
	}
	id = rw_desc_find(rw_hist_node_desc, RWATCH_NR_HIST_NODE, name);
	if (id >= 0)
		return &rw_hist_node_desc[id];
	*kind = rw_kind_of_name(name, &rest);
	id = *kind < 0 ? -1 : rw_desc_find(rw_hist_run_desc, RWATCH_NR_HIST_RUN, rest);
	return id < 0 ? NULL : &rw_hist_run_desc[id];
}

static int hist_open(struct parser *ps, struct rw_line *line)
{
	struct rw_snapshot *snap = ps->snap;
	const struct rw_desc *desc;
	char of[RW_ZONE_NAME];
	int nid = 0, kind;
	size_t i;

	if (take_nid(ps, line->word[1], &nid) || take_zone(ps, line->word[2], of))
		return -1;
	desc = find(of, line->word[3], &kind);
	if (!desc) {
		skip_section(ps); /* of a newer module */
		return 0;
	}
	for (i = 0; i < snap->nr_hists; i++)
		if (snap->hists[i].nid == nid && snap->hists[i].desc == desc &&
		    snap->hists[i].kind == kind && !strcmp(snap->hists[i].of, of))
			return rw_lex_garbled(&ps->lx, "histogram %d %s %s appears twice", nid, of,
					      line->word[3]);
	ps->hist = add_element(ps, &snap->hists, &snap->nr_hists, sizeof(*ps->hist), RW_MAX_HISTS,
			       "histograms");
	if (!ps->hist)
		return -1;
	ps->hist->nid = nid;
	ps->hist->desc = desc;
	ps->hist->kind = kind;
	strcpy(ps->hist->of, of);
	snprintf(ps->hist->name, sizeof(ps->hist->name), "%s", line->word[3]);
	return 0;
}

static int bucket(struct parser *ps, const char *name, const char *word)
{
	struct rw_hist *hist = ps->hist;
	int64_t bound = RW_BUCKET_INF;

	if (strncmp(name, "le_", 3))
		return 0;
	if (strcmp(name + 3, "inf") && !rw_lex_int(name + 3, false, &bound))
		return rw_lex_garbled(&ps->lx, "\"%.40s\" is not the name of a bucket", name);
	if (hist->nr && bound <= hist->bucket[hist->nr - 1].bound)
		return rw_lex_garbled(&ps->lx, "%.40s does not come after the buckets before it",
				      name);
	if (hist->nr == RW_MAX_BUCKETS)
		return rw_lex_garbled(&ps->lx, "more than %d buckets", RW_MAX_BUCKETS);
	hist->bucket[hist->nr].bound = bound;
	return set_number(ps, &hist->bucket[hist->nr++].count, name, false, word);
}

int rw_parse_histograms(const char *path, const char *text, size_t len, struct rw_snapshot *snap,
			struct rw_err *err)
{
	static const struct section sections[] = { { "histogram", 4, hist_open, bucket }, { 0 } };
	static const struct format fmt = { .sections = sections };

	return rw_parse(&fmt, path, text, len, snap, err);
}
