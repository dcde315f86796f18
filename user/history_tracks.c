// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calc.h"
#include "facts.h"
#include "history_tracks.h"
#include "host.h"
#include "lex.h"
#include "parse.h"

const struct rw_track_def rw_track_defs[RW_NR_TRACKS] = {
	[RW_TRACK_CACHE] = { "page_cache_kb",
			     "page cache",
			     RW_TRACK_MEM,
			     RW_TRACK_KB,
			     false,
			     { "active_file_kb", "inactive_file_kb" } },
	[RW_TRACK_SLAB] = { "slab_kb", "slab", RW_TRACK_MEM, RW_TRACK_KB, false, { "slab_kb" } },
	[RW_TRACK_RECLAIMABLE] = { "slab_reclaimable_kb",
				   "reclaimable slab",
				   RW_TRACK_MEM,
				   RW_TRACK_KB,
				   false,
				   { "slab_reclaimable_kb" } },
	[RW_TRACK_FREE] = { "free_kb", "free", RW_TRACK_MEM, RW_TRACK_KB, false, { "free_kb" } },
	[RW_TRACK_BOOST] = { "boost_pages",
			     "boost",
			     RW_TRACK_ZONE,
			     RW_TRACK_PAGES,
			     false,
			     { "boost_pages" } },
	[RW_TRACK_CAP] = { "boost_cap_pages",
			   "boost cap",
			   RW_TRACK_ZONE,
			   RW_TRACK_PAGES,
			   false,
			   { NULL } },
	[RW_TRACK_RAISES] = { "raises", "raises", RW_TRACK_ZONE, RW_TRACK_TIMES, true, { "raises" } },
	[RW_TRACK_RAISED] = { "raised_pages",
			      "raised",
			      RW_TRACK_ZONE,
			      RW_TRACK_PAGES,
			      true,
			      { "raised_pages" } },
	[RW_TRACK_CONSUMED] = { "consumed_pages",
				"consumed",
				RW_TRACK_ZONE,
				RW_TRACK_PAGES,
				true,
				{ "consumed_pages" } },
	[RW_TRACK_RESET] = { "reset_pages",
			     "reset",
			     RW_TRACK_ZONE,
			     RW_TRACK_PAGES,
			     true,
			     { "reset_pages" } },
	[RW_TRACK_CLAMPED] = { "clamped_pages",
			       "clamped",
			       RW_TRACK_ZONE,
			       RW_TRACK_PAGES,
			       true,
			       { "clamped_pages" } },
	[RW_TRACK_BOOSTED] = { "boosted_passes",
			       "boosted passes",
			       RW_TRACK_NODE,
			       RW_TRACK_TIMES,
			       true,
			       { "boosted_passes" } },
	[RW_TRACK_NORMAL] = { "normal_passes",
			      "normal passes",
			      RW_TRACK_NODE,
			      RW_TRACK_TIMES,
			      true,
			      { "normal_passes" } },
	[RW_TRACK_IDLE] = { "kswapd_nothing_reclaimed_passes",
			    "passes that reclaimed nothing",
			    RW_TRACK_NODE,
			    RW_TRACK_TIMES,
			    true,
			    { "boosted_nothing_reclaimed_passes",
			      "normal_nothing_reclaimed_passes" } },
	[RW_TRACK_RECLAIMED] = { "kswapd_lru_reclaimed_pages",
				 "pages that kswapd reclaimed",
				 RW_TRACK_NODE,
				 RW_TRACK_PAGES,
				 true,
				 { "boosted_lru_reclaimed_anon_pages",
				   "boosted_lru_reclaimed_file_pages",
				   "normal_lru_reclaimed_anon_pages",
				   "normal_lru_reclaimed_file_pages" } },
	[RW_TRACK_SLAB_FREED] = { "kswapd_slab_freed_objects",
				  "slab objects that kswapd freed",
				  RW_TRACK_NODE,
				  RW_TRACK_OBJECTS,
				  true,
				  { "boosted_slab_freed_objects", "normal_slab_freed_objects" } },
	[RW_TRACK_AWAKE] = { "awake_ns",
			     "time that kswapd was awake",
			     RW_TRACK_NODE,
			     RW_TRACK_NS,
			     true,
			     { "awake_ns" } },
	[RW_TRACK_DIRECT] = { "direct_passes",
			      "direct reclaims",
			      RW_TRACK_NODE,
			      RW_TRACK_TIMES,
			      true,
			      { "direct_passes" } },
	[RW_TRACK_DIRECT_TIME] = { "direct_time_ns",
				   "time in direct reclaim",
				   RW_TRACK_NODE,
				   RW_TRACK_NS,
				   true,
				   { "direct_time_ns" } },
	[RW_TRACK_DIRECT_WORST] = { "direct_worst_ns",
				    "longest direct reclaim",
				    RW_TRACK_NODE,
				    RW_TRACK_NS,
				    false,
				    { NULL } },
	[RW_TRACK_CLAMP] = { "boost_clamp",
			     "clamp",
			     RW_TRACK_MACHINE,
			     RW_TRACK_TIMES,
			     false,
			     { "boost_clamp" } },
	[RW_TRACK_CLAMP_PCT] = { "boost_clamp_pct",
				 "clamp, percent",
				 RW_TRACK_MACHINE,
				 RW_TRACK_TIMES,
				 false,
				 { "boost_clamp_pct" } },
};

static void place(const struct rw_track *t, const char **file, char header[64])
{
	*file = "about";
	*header = '\0';
	switch (rw_track_defs[t->id].scope) {
	case RW_TRACK_MEM:
		*file = RW_HOST_FILE;
		snprintf(header, 64,
			 t->nid == RW_WHOLE_MACHINE ? RW_HOST_MEMORY " all" : RW_HOST_MEMORY " %d",
			 t->nid);
		break;
	case RW_TRACK_ZONE:
		*file = "zones";
		snprintf(header, 64, "zone %d %s", t->nid, t->zone);
		break;
	case RW_TRACK_NODE:
		*file = "nodes";
		snprintf(header, 64, "node %d", t->nid);
		break;
	case RW_TRACK_MACHINE:
		break;
	}
}

static int add_track(struct rw_history *h, enum rw_track_id id, int nid, const char *zone,
		     size_t room)
{
	struct rw_track *t;
	size_t i;
	void *more;

	if (rw_history_track(h, id, nid, zone))
		return 0;
	more = realloc(h->track, (h->nr_tracks + 1) * sizeof(*t));
	if (!more)
		return -1;
	h->track = more;
	t = &h->track[h->nr_tracks];
	*t = (struct rw_track){ .id = id, .nid = nid };
	snprintf(t->zone, sizeof(t->zone), "%s", zone);
	/* Room for a first sample even before there is any. */
	t->v = malloc((room ? room : 1) * sizeof(*t->v));
	if (!t->v)
		return -1;
	for (i = 0; i < h->nr; i++)
		t->v[i] = RW_TRACK_UNKNOWN;
	h->nr_tracks++;
	return 0;
}

static int add_tracks(struct rw_history *h, enum rw_track_scope scope, int nid, const char *zone,
		      size_t room)
{
	int id;

	for (id = 0; id < RW_NR_TRACKS; id++)
		if (rw_track_defs[id].scope == scope &&
		    add_track(h, (enum rw_track_id)id, nid, zone, room))
			return -1;
	return 0;
}

static bool take_nid(const char *word, int *nid)
{
	int64_t v;

	if (!rw_lex_int(word, false, &v) || v >= RW_MAX_NODES)
		return false;
	*nid = (int)v;
	return true;
}

/* The head of a section gives tracks to what it is about. */
static int section(struct rw_history *h, const char *file, const char *header, size_t room)
{
	char word[3][RW_WORD] = { "", "", "" };
	int nid = RW_WHOLE_MACHINE;
	int words = sscanf(header, "%127s %127s %127s", word[0], word[1], word[2]);

	if (!strcmp(file, RW_HOST_FILE) && words == 2 && !strcmp(word[0], RW_HOST_MEMORY) &&
	    (!strcmp(word[1], "all") || take_nid(word[1], &nid)))
		return add_tracks(h, RW_TRACK_MEM, nid, "", room);
	if (!strcmp(file, "zones") && words == 3 && !strcmp(word[0], "zone") &&
	    take_nid(word[1], &nid) && strlen(word[2]) < RW_ZONE_NAME)
		return add_tracks(h, RW_TRACK_ZONE, nid, word[2], room);
	if (!strcmp(file, "nodes") && words == 2 && !strcmp(word[0], "node") &&
	    take_nid(word[1], &nid))
		return add_tracks(h, RW_TRACK_NODE, nid, "", room);
	return 0;
}

static void find_parts(struct rw_track *t, const struct rw_layout *layout)
{
	const char *file;
	char header[64];
	int i;

	place(t, &file, header);
	for (i = 0; i < RW_TRACK_PARTS; i++) {
		const char *name = rw_track_defs[t->id].part[i];

		t->index[i] = name ? rw_layout_find(layout, file, header, name) : -1;
	}
}

static int find_hists(struct rw_sampler *s, const struct rw_layout *layout,
		      const struct rw_history *h)
{
	size_t i, v;

	free(s->hist);
	s->nr_hists = 0;
	s->hist = calloc(h->nr_tracks + 1, sizeof(*s->hist));
	if (!s->hist)
		return -1;
	for (i = 0; i < h->nr_tracks; i++) {
		struct rw_sampler_hist *hist = &s->hist[s->nr_hists];
		char header[64];

		if (h->track[i].id != RW_TRACK_DIRECT_WORST)
			continue;
		hist->nid = h->track[i].nid;
		snprintf(header, sizeof(header), "histogram %d node direct_time_ns", hist->nid);
		for (v = 0; v < layout->nr_values && hist->nr < RW_MAX_BUCKETS; v++) {
			const struct rw_rec_line *line = &layout->line[layout->value[v]];
			int64_t bound = RW_BUCKET_INF;

			if (strcmp(layout->line[line->header].text, header) ||
			    strncmp(line->text, "  le_", 5) ||
			    (strcmp(line->text + 5, "inf") &&
			     !rw_lex_int(line->text + 5, false, &bound)))
				continue;
			hist->index[hist->nr] = (long)v;
			hist->bound[hist->nr++] = bound;
		}
		s->nr_hists++;
	}
	return 0;
}

static int find_caps(struct rw_sampler *s, const struct rw_layout *layout,
		     const struct rw_history *h)
{
	size_t i;

	free(s->zone);
	s->zone = calloc(h->nr_tracks + 1, sizeof(*s->zone));
	if (!s->zone)
		return -1;
	for (i = 0; i < h->nr_tracks; i++) {
		const char *file;
		char header[64];

		if (h->track[i].id != RW_TRACK_CAP)
			continue;
		place(&h->track[i], &file, header);
		s->zone[i].managed = rw_layout_find(layout, file, header, "managed_pages");
		s->zone[i].high = rw_layout_find(layout, file, header, "high_pages");
	}
	return 0;
}

int rw_sampler_layout(struct rw_sampler *s, const struct rw_layout *layout, struct rw_history *h,
		      size_t room)
{
	size_t i;

	for (i = 0; i < layout->nr_lines; i++) {
		const struct rw_rec_line *line = &layout->line[i];

		if (line->what == 'H' &&
		    section(h, layout->line[line->file].text, line->text, room))
			return -1;
	}
	if (add_tracks(h, RW_TRACK_MACHINE, RW_WHOLE_MACHINE, "", room))
		return -1;
	for (i = 0; i < h->nr_tracks; i++)
		find_parts(&h->track[i], layout);
	s->since_index = rw_layout_find(layout, "about", "", "since_ns");
	s->clamp_index = rw_layout_find(layout, "about", "", "boost_clamp");
	s->pct_index = rw_layout_find(layout, "about", "", "boost_clamp_pct");
	s->page_index = rw_layout_find(layout, "about", "", "page_bytes");
	s->block_index = rw_layout_find(layout, "about", "", "pageblock_pages");
	s->wall_index = rw_layout_find(layout, RW_HOST_FILE, RW_HOST_KERNEL, "wall_ns");
	s->factor_index = rw_layout_find(layout, RW_HOST_FILE, RW_HOST_KERNEL, "boost_factor");
	s->release_index = rw_layout_find(layout, RW_HOST_FILE, RW_HOST_KERNEL, "osrelease");
	return find_hists(s, layout, h) || find_caps(s, layout, h) ? -1 : 0;
}

static struct rw_val value(const struct rw_rec_value *values, long index)
{
	return index < 0 ? rw_none() : rw_rec_val(&values[index]);
}

static int64_t figure(struct rw_val val)
{
	return rw_known(val) ? val.v : RW_TRACK_UNKNOWN;
}

/* The bound of the highest bucket that grew. */
static int64_t worst(struct rw_sampler *s, int nid, const struct rw_rec_value *values)
{
	int64_t bound = RW_TRACK_UNKNOWN;
	size_t i, b;

	for (i = 0; i < s->nr_hists; i++) {
		struct rw_sampler_hist *hist = &s->hist[i];

		if (hist->nid != nid)
			continue;
		for (b = 0; b < hist->nr; b++) {
			int64_t v = figure(value(values, hist->index[b]));

			if (hist->any && v > hist->before[b] && hist->before[b] != RW_TRACK_UNKNOWN)
				bound = hist->bound[b] != RW_BUCKET_INF ? hist->bound[b] :
					b				? hist->bound[b - 1] :
									  RW_TRACK_UNKNOWN;
			hist->before[b] = v;
		}
		hist->any = true;
	}
	return bound;
}

static int64_t take(struct rw_sampler *s, size_t i, const struct rw_track *t,
		    const struct rw_rec_value *values)
{
	struct rw_val sum = rw_some(0);
	int part;

	if (t->id == RW_TRACK_DIRECT_WORST)
		return worst(s, t->nid, values);
	if (t->id == RW_TRACK_CAP)
		return figure(rw_boost_cap(
			value(values, s->factor_index), value(values, s->block_index),
			value(values, s->zone[i].managed), value(values, s->zone[i].high)));
	for (part = 0; part < RW_TRACK_PARTS && rw_track_defs[t->id].part[part]; part++)
		sum = rw_add(sum, value(values, t->index[part]));
	return figure(sum);
}

void rw_sampler_take(struct rw_sampler *s, const struct rw_rec_value *values, struct rw_history *h)
{
	struct rw_val page = value(values, s->page_index);
	size_t i;

	for (i = 0; i < h->nr_tracks; i++)
		h->track[i].v[h->nr] = take(s, i, &h->track[i], values);
	s->wall = value(values, s->wall_index);
	s->since = figure(value(values, s->since_index));
	s->clamp = figure(value(values, s->clamp_index));
	s->clamp_pct = figure(value(values, s->pct_index));
	if (rw_above(page, 0))
		h->page_bytes = page.v;
	if (!*h->osrelease && s->release_index >= 0 &&
	    values[s->release_index].kind == RW_REC_TEXT) {
		snprintf(h->osrelease, sizeof(h->osrelease), "%s", values[s->release_index].text);
		rw_plain(h->osrelease);
	}
}

void rw_sampler_free(struct rw_sampler *s)
{
	free(s->hist);
	free(s->zone);
	*s = (struct rw_sampler){ 0 };
}
