// SPDX-License-Identifier: GPL-2.0
#include "calc.h"
#include "judge.h"
#include "source.h"
#include "text.h"
#include "unit.h"
#include "watch.h"

#define MGLRU "data/mglru"

static struct rw_report reports[2];
static struct rw_watch watch;

static void read_host(struct rw_report *rep)
{
	const struct rw_roots roots = { MGLRU "/sys/kernel/debug", MGLRU "/sys", MGLRU "/proc" };
	struct rw_err err;

	rep->have_snap = true;
	if (rw_source_snapshot(&roots, RW_FILES_STATUS, &rep->snap, &err) ||
	    rw_facts_read(&roots, &rep->snap, &rep->facts, &err) || rw_report_derive(rep, &err) ||
	    rw_judge(rep, RW_TRUST | RW_MEMORY, &err))
		FAIL("%s", err.text);
}

/* Two readings, ten seconds between them, in which a little happened. */
static void start(void)
{
	struct rw_snapshot *was = &reports[0].snap;

	read_host(&reports[0]);
	read_host(&reports[1]);
	watch = (struct rw_watch){ .interval_ns = 10000000000 };
	was->global[RWATCH_GLOBAL_NOW].v -= 10000000000;
	was->nodes[0].run[RWATCH_BOOSTED][RWATCH_RUN_COUNT].v -= 25;
	was->nodes[0].run[RWATCH_BOOSTED][RWATCH_RUN_NOTHING].v -= 20;
	was->nodes[1].run[RWATCH_NORMAL][RWATCH_RUN_SCANNED_FILE].v -= 123456;
	was->nodes[0].v[RWATCH_NODE_AWAKE].v -= 4000000000;
	was->nodes[0].v[RWATCH_NODE_ASLEEP].v -= 6000000000;
	was->zones[1].v[RWATCH_ZONE_RAISES].v -= 4;
	was->zones[1].v[RWATCH_ZONE_RAISED].v -= 25600;
	was->shrinkers[2].v[RWATCH_SHRINKER_TIME].v -= 50000000;
	was->shrinkers[2].v[RWATCH_SHRINKER_SCANNED].v -= 2000;
	was->shrinkers[2].v[RWATCH_SHRINKER_ROTATED].v -= 20;
	was->shrinkers[8].v[RWATCH_SHRINKER_SCANNED].v -= 50;
	was->tasks[1].v[RWATCH_RECLAIMER_TIME].v -= 3200000000;
	was->tasks[1].v[RWATCH_RECLAIMER_COUNT].v -= 7;
}

/* A screen as lines of text, without blanks at their ends. */
static const char *screen(int rows, int columns, struct rw_canvas *canvas)
{
	static char text[65536];
	size_t len = 0;
	int row;

	CHECK(!rw_watch_draw(&watch, &reports[0], &reports[1], rows, columns, canvas));
	CHECK_INT(canvas->rows, rows);
	CHECK_INT(canvas->columns, columns);
	for (row = 0; row < rows; row++) {
		memcpy(text + len, canvas->text + row * columns, (size_t)columns);
		len += (size_t)columns;
		while (len && text[len - 1] == ' ')
			len--;
		text[len++] = '\n';
	}
	text[len] = '\0';
	return text;
}

static void golden(const char *name, int rows, int columns)
{
	char path[128], want[65536] = "";
	const char *update = getenv("UPDATE_GOLDEN");
	struct rw_canvas canvas;
	const char *got = screen(rows, columns, &canvas);
	FILE *file;

	snprintf(path, sizeof(path), "golden/watch/%s-%dx%d", name, columns, rows);
	file = fopen(path, update && *update == '1' ? "w+" : "r");
	CHECK(file);
	if (update && *update == '1') {
		fputs(got, file);
		rewind(file);
	}
	want[fread(want, 1, sizeof(want) - 1, file)] = '\0';
	fclose(file);
	CHECK_STR(got, want);
	rw_canvas_free(&canvas);
}

static void goldens(void)
{
	start();
	golden("rates", 24, 80);
	golden("rates", 50, 200);
	golden("rates", 10, 40);
	watch.totals = true;
	golden("totals", 24, 80);
	golden("totals", 50, 200);
	CHECK(rw_watch_key(&watch, 'h'));
	golden("help", 24, 80);
}

/* No size is too small, and none overflows. */
static void sizes(void)
{
	int rows, columns;

	start();
	for (rows = 1; rows < 70; rows++) {
		for (columns = 1; columns < 260; columns += rows < 10 ? 1 : 13) {
			struct rw_canvas canvas;

			CHECK_HAS(screen(rows, columns, &canvas), "\n");
			/* Who does not see the findings is at least told whose screen it is. */
			CHECK(canvas.text[0] == 'r' || columns < 12);
			rw_canvas_free(&canvas);
		}
	}
}

static enum rw_style style_of(const struct rw_canvas *canvas, const char *text)
{
	size_t i, len = strlen(text);

	for (i = 0; i + len <= (size_t)(canvas->rows * canvas->columns); i++)
		if (!memcmp(canvas->text + i, text, len))
			return canvas->style[i];
	FAIL("\"%s\" is not on the screen", text);
}

static void styles(void)
{
	struct rw_canvas canvas;

	start();
	screen(24, 80, &canvas);
	CHECK_INT(style_of(&canvas, "BAD"), RW_STYLE_BAD);
	CHECK_INT(style_of(&canvas, "Passes"), RW_STYLE_HEAD);
	CHECK_INT(style_of(&canvas, "||||#"), RW_STYLE_CACHE);
	CHECK_INT(style_of(&canvas, "#:"), RW_STYLE_SLAB);
	/* Full to its cap, and a third full. */
	CHECK_INT(style_of(&canvas, "||]"), RW_STYLE_BAD);
	CHECK_INT(style_of(&canvas, "|||  "), RW_STYLE_WARN);
	CHECK_INT(style_of(&canvas, "quit"), RW_STYLE_KEY);
	CHECK_INT(style_of(&canvas, "uit  "), RW_STYLE_PLAIN);
	/* 2.5 boosted passes a second. */
	CHECK_INT(style_of(&canvas, "2.5 "), RW_STYLE_WARN);
	rw_canvas_free(&canvas);
}

/* The first row of the table whose head begins with @head. */
static const char *first_of(const char *head)
{
	static char line[256];
	struct rw_canvas canvas;
	const char *at = strstr(screen(24, 80, &canvas), head);

	rw_canvas_free(&canvas);
	CHECK(at);
	at = strchr(at, '\n') + 1;
	snprintf(line, sizeof(line), "%.*s", (int)strcspn(at, "\n"), at);
	return line;
}

static void sorting(void)
{
	start();
	/* What happens now comes before what happened most. */
	CHECK_HAS(first_of("Shrinkers"), "n0 xfs:sda1");
	CHECK_HAS(first_of("Shrinkers"), "     5 ms       200 ");
	CHECK_HAS(first_of("Direct"), "java ");
	CHECK_HAS(first_of("Direct"), "  320 ms ");
	CHECK(rw_watch_key(&watch, 's'));
	CHECK_INT(watch.sort, RW_SORT_WORK);
	CHECK(rw_watch_key(&watch, 's'));
	CHECK_INT(watch.sort, RW_SORT_LONGEST);
	CHECK_HAS(first_of("Direct"), "postgres ");
	CHECK(rw_watch_key(&watch, 's'));
	CHECK_HAS(first_of("Direct"), "backup ");
	CHECK_HAS(first_of("Shrinkers"), "n0 btrfs:nvme0n1p2");
	CHECK(rw_watch_key(&watch, 's'));
	CHECK_INT(watch.sort, RW_SORT_TIME);
	watch.totals = true;
	CHECK_HAS(first_of("Shrinkers"), "n0 btrfs:nvme0n1p2");
	CHECK_HAS(first_of("Shrinkers"), "28.0 s  31200400");
}

static void keys(void)
{
	start();
	CHECK(!rw_watch_key(&watch, 'q'));
	CHECK(rw_watch_key(&watch, 'p'));
	CHECK(watch.paused);
	CHECK(rw_watch_key(&watch, ' '));
	CHECK(!watch.paused);
	CHECK(rw_watch_key(&watch, '?'));
	CHECK(watch.help);
	CHECK(rw_watch_key(&watch, 'h'));
	CHECK(!watch.help);
	CHECK(rw_watch_key(&watch, 'h'));
	CHECK(rw_watch_key(&watch, 'x'));
	CHECK(!watch.help);
	CHECK(rw_watch_key(&watch, 't'));
	CHECK(watch.totals);
}

/* A row that had another owner began at nothing; one of another load is no measure. */
static void new_owners(void)
{
	struct rw_canvas canvas;

	start();
	strcpy(reports[0].snap.tasks[0].name, "gone");
	CHECK_HAS(first_of("Direct"), "postgres                        3.9 s       8.1 ");
	reports[0].snap.global[RWATCH_GLOBAL_SINCE].v--;
	CHECK_HAS(screen(24, 80, &canvas), "totals: on");
	rw_canvas_free(&canvas);
	CHECK(!strstr(screen(24, 80, &canvas), "time/s"));
	rw_canvas_free(&canvas);
}

/* A counter that fell, or a value that is not known, is n/a and never 0. */
static void unknown(void)
{
	struct rw_canvas canvas;

	start();
	reports[1].snap.zones[1].v[RWATCH_ZONE_BOOST] = rw_none();
	reports[0].snap.nodes[0].run[RWATCH_NORMAL][RWATCH_RUN_COUNT].v += 1000;
	CHECK_HAS(screen(24, 80, &canvas), "node 0 DMA32       n/a");
	rw_canvas_free(&canvas);
	CHECK_HAS(screen(24, 80, &canvas), "\nnode 0              2.5      n/a ");
	rw_canvas_free(&canvas);
}

static void rates(void)
{
	char cell[RW_CELL];

	CHECK_VAL(rw_per_second(rw_some(15), rw_some(10000000000)), 2);
	CHECK_VAL(rw_milli_per_second(rw_some(15), rw_some(10000000000)), 1500);
	CHECK(!rw_known(rw_per_second(rw_some(15), rw_some(0))));
	CHECK(!rw_known(rw_per_second(rw_none(), rw_some(1))));
	CHECK(!rw_known(rw_milli_per_second(rw_some(INT64_MAX), rw_some(1))));
	CHECK_VAL(rw_grown(rw_some(3), rw_some(5)), 2);
	CHECK(!rw_known(rw_grown(rw_some(5), rw_some(3))));
	rw_text_rate(cell, 7, rw_some(0));
	CHECK_STR(cell, "0");
	rw_text_rate(cell, 7, rw_some(99));
	CHECK_STR(cell, "<0.1");
	rw_text_rate(cell, 7, rw_some(2500));
	CHECK_STR(cell, "2.5");
	rw_text_rate(cell, 7, rw_some(3000));
	CHECK_STR(cell, "3");
	rw_text_rate(cell, 7, rw_some(10499));
	CHECK_STR(cell, "10");
	rw_text_rate(cell, 4, rw_some(12345678000));
	CHECK_STR(cell, "12M");
	rw_text_rate(cell, 4, rw_none());
	CHECK_STR(cell, "n/a");
}

static void wrapping(void)
{
	char line[81];
	struct rw_canvas canvas;

	CHECK_STR(rw_text_line(line, 7, "one two three"), "three");
	CHECK_STR(line, "one two");
	CHECK_STR(rw_text_line(line, 6, "one two three"), "two three");
	CHECK_STR(line, "one");
	CHECK_STR(rw_text_line(line, 2, "one"), "e");
	CHECK_STR(line, "on");
	CHECK_STR(rw_text_line(line, 80, "one.  Two"), "");
	CHECK_STR(line, "one. Two");
	CHECK(!rw_canvas_init(&canvas, 3, 10));
	CHECK_INT(rw_canvas_wrap(&canvas, 0, 2, 2, RW_STYLE_PLAIN, "one two three four"), 2);
	CHECK(!memcmp(canvas.text, "  one two   three...          ", 30));
	CHECK_INT(rw_canvas_wrap(&canvas, 2, 1, 2, RW_STYLE_PLAIN, "one two"), 1);
	CHECK(!memcmp(canvas.text + 20, "  one two ", 10));
	CHECK_INT(rw_canvas_put(&canvas, 2, 8, RW_STYLE_BAD, "a\033cd"), 12);
	CHECK(!memcmp(canvas.text + 28, "a?", 2));
	rw_canvas_free(&canvas);
}

const struct unit_test watch_tests[] = {
	{ "watch: the screen at several sizes", goldens },
	{ "watch: no size is too small", sizes },
	{ "watch: what stands out is styled", styles },
	{ "watch: sorted by what happens now", sorting },
	{ "watch: keys", keys },
	{ "watch: rows that are new, a module loaded anew", new_owners },
	{ "watch: unknown is n/a", unknown },
	{ "watch: rates", rates },
	{ "watch: text wraps at the width", wrapping },
	{ NULL, NULL },
};
