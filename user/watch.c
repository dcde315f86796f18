// SPDX-License-Identifier: GPL-2.0
/* The screen of "watch": what is on it, and how much room each part gets. */
#include <inttypes.h>
#include <string.h>

#include <reclaimwatch/version.h>

#include "calc.h"
#include "stat.h"
#include "watch_view.h"

/* In the order of interest: what comes last goes first where there is no room. */
static const struct rw_view_section *const sections[] = {
	&rw_view_zones,	    &rw_view_reclaim, &rw_view_memory,
	&rw_view_shrinkers, &rw_view_tasks,   &rw_view_compaction,
};

#define NR_SECTIONS ((int)(sizeof(sections) / sizeof(*sections)))

static const char *const sort_name[RW_NR_SORTS] = {
	[RW_SORT_TIME] = "time",
	[RW_SORT_WORK] = "work",
	[RW_SORT_LONGEST] = "longest",
	[RW_SORT_NAME] = "name",
};

bool rw_watch_key(struct rw_watch *watch, int key)
{
	bool helped = watch->help;

	/* Any key leaves the help. */
	watch->help = false;
	switch (key) {
	case 'q':
	case 'Q':
		return false;
	case 'h':
	case '?':
		watch->help = !helped;
		break;
	case 'p':
	case ' ':
		watch->paused = !watch->paused;
		break;
	case 's':
		watch->sort = (watch->sort + 1) % RW_NR_SORTS;
		break;
	case 't':
		watch->totals = !watch->totals;
		break;
	default:
		break;
	}
	return true;
}

static void title(const struct rw_view *view, struct rw_canvas *canvas)
{
	char line[RW_LINE], state[RW_LINE];
	int64_t ms = view->watch->interval_ns / 1000000;

	rw_text_coverage_line(line, view->now);
	rw_canvas_put(canvas, 0, 0, RW_STYLE_TITLE, "reclaimwatch");
	rw_canvas_put(canvas, 0, 12, RW_STYLE_PLAIN, " %s", line);
	if (view->watch->paused)
		snprintf(state, sizeof(state), " PAUSED");
	else
		snprintf(state, sizeof(state), " every %" PRId64 ".%" PRId64 " s", ms / 1000,
			 ms / 100 % 10);
	if (canvas->columns < 2 * (int)strlen(state))
		return;
	rw_canvas_put(canvas, 0, canvas->columns - (int)strlen(state),
		      view->watch->paused ? RW_STYLE_WARN : RW_STYLE_PLAIN, "%s", state);
}

/* As many findings as @rows hold, worst first; how many rows they took. */
static int findings(const struct rw_report *rep, int rows, struct rw_canvas *canvas)
{
	static const struct {
		const char *word;
		enum rw_style style;
	} severity[] = {
		[RW_BAD] = { "BAD", RW_STYLE_BAD },
		[RW_WARN] = { "WARN", RW_STYLE_WARN },
		[RW_NOTE] = { "note", RW_STYLE_DIM },
	};
	int used = 0;
	size_t i;

	if (!rep->nr_findings && rows > 0) {
		rw_canvas_put(canvas, 1, 0, RW_STYLE_PLAIN, "Nothing stands out.");
		return 1;
	}
	for (i = 0; i < rep->nr_findings && used < rows; i++) {
		const struct rw_finding *f = &rep->findings[i];

		rw_canvas_put(canvas, 1 + used, 0, severity[f->severity].style, "%s",
			      severity[f->severity].word);
		used += rw_canvas_wrap(canvas, 1 + used, rows - used, 6, RW_STYLE_PLAIN, f->text);
		if (used == rows || !rw_text_advice(rep, i))
			continue;
		rw_canvas_put(canvas, 1 + used, 6, RW_STYLE_DIM, "->");
		used += rw_canvas_wrap(canvas, 1 + used, rows - used, 9, RW_STYLE_DIM, f->advice);
	}
	return used;
}

/* The key is the first letter of what it does. */
static int key(struct rw_canvas *canvas, int column, const char *what, const char *state)
{
	int row = canvas->rows - 1;

	column = rw_canvas_put(canvas, row, column, RW_STYLE_KEY, "%c", *what);
	column = rw_canvas_put(canvas, row, column, RW_STYLE_PLAIN, "%s", what + 1);
	return rw_canvas_put(canvas, row, column, RW_STYLE_PLAIN, "%s  ", state);
}

static void keys(const struct rw_view *view, struct rw_canvas *canvas)
{
	struct rw_val on = view->now->snap.global[RWATCH_GLOBAL_CLAMP];
	char sort[RW_LINE];
	int column;

	snprintf(sort, sizeof(sort), ": %s", sort_name[view->watch->sort]);
	column = key(canvas, 0, "quit", "");
	column = key(canvas, column, "help", "");
	column = key(canvas, column, "pause", "");
	column = key(canvas, column, "sort", sort);
	column = key(canvas, column, "totals", view->before ? ": off" : ": on");
	rw_canvas_put(canvas, canvas->rows - 1, column, RW_STYLE_PLAIN, "clamp %s",
		      !rw_known(on) ? RWATCH_UNKNOWN :
		      on.v	    ? "on" :
				      "off");
}

/* Shares @left rows out: first a head and a row to each, then a row to each in turn. */
static int share(const struct rw_view *view, int left, int rows[NR_SECTIONS])
{
	size_t nr[NR_SECTIONS];
	bool more = true;
	int i;

	for (i = 0; i < NR_SECTIONS; i++) {
		nr[i] = sections[i]->nr(view);
		rows[i] = nr[i] ? 2 : 1;
		if (rows[i] > left)
			rows[i] = 0;
		left -= rows[i];
	}
	while (left && more) {
		more = false;
		for (i = 0; i < NR_SECTIONS && left; i++) {
			if (!rows[i] || (size_t)rows[i] > nr[i])
				continue;
			rows[i]++;
			left--;
			more = true;
		}
	}
	return left;
}

static int tables(const struct rw_view *view, int row, int end, struct rw_canvas *canvas)
{
	int rows[NR_SECTIONS], i, blank = share(view, end - row, rows) >= NR_SECTIONS - 1;

	for (i = 0; i < NR_SECTIONS; i++) {
		if (!rows[i])
			continue;
		if (rw_view_draw(view, sections[i], row, rows[i], canvas))
			return -1;
		row += rows[i] + blank;
	}
	return 0;
}

static void help(struct rw_canvas *canvas)
{
	static const char *const lines[] = {
		"q  quit            p  pause, go on       h  this help; any key leaves it",
		"s  sort the last three tables: by time, by work (objects scanned, pages,",
		"   runs), by the longest, by name",
		"t  totals since counting began, or a second (/s); n/a: not known",
		"",
		"Boost      MiB: now, the most it can get, free, raises, MiB raised, MiB that",
		"           a zone paid for the boost of lower zones (blamed)",
		"Passes     of kswapd: boosted, normal, idle (reclaimed nothing); direct: tasks",
		"           that had to reclaim; time awake; pages that kswapd scanned and freed,",
		"           slab objects that it freed",
		"Memory     page cache (what reclaim can take), slab, free",
		"Shrinkers  objects scanned, freed, kept of those, left after its last call",
		"Direct     tasks by name; prio: 12 is the gentlest, 0 the hardest reclaim",
		"Compaction of a zone, for whom: runs that made a free block are a success",
		"",
		"More columns on a wider screen, more rows on a taller one. The manual page",
		"reclaimwatch(8) explains every value.",
	};
	size_t i;

	rw_canvas_put(canvas, 0, 0, RW_STYLE_TITLE, "reclaimwatch %s", RWATCH_VERSION);
	for (i = 0; i < sizeof(lines) / sizeof(*lines); i++)
		rw_canvas_put(canvas, 2 + (int)i, 0, RW_STYLE_PLAIN, "%s", lines[i]);
}

int rw_watch_draw(const struct rw_watch *watch, const struct rw_report *before,
		  const struct rw_report *now, int rows, int columns, struct rw_canvas *canvas)
{
	struct rw_view view = { .watch = watch, .now = now };
	int most = rows < 12 ? 1 : rows < 30 ? 3 : rows / 5, row = 1;

	if (rw_canvas_init(canvas, rows, columns))
		return -1;
	if (before && !watch->totals && rw_same_load(before, now)) {
		view.before = before;
		view.interval_ns = rw_sub(now->snap.global[RWATCH_GLOBAL_NOW],
					  before->snap.global[RWATCH_GLOBAL_NOW]);
	}
	if (watch->help) {
		help(canvas);
		return 0;
	}
	title(&view, canvas);
	row += findings(now, most < rows - 1 ? most : rows - 1, canvas);
	if (tables(&view, row, rows - 1, canvas))
		return -1;
	if (rows > 2)
		keys(&view, canvas);
	return 0;
}
