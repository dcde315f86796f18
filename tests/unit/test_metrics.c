// SPDX-License-Identifier: GPL-2.0
#include "metrics.h"
#include "out.h"
#include "unit.h"

static char *text;
static size_t len;
static FILE *out;
static struct rw_labels labels;

static void start(void)
{
	free(text);
	text = NULL;
	out = open_memstream(&text, &len);
	CHECK(out);
	rw_labels_start(&labels);
}

/* What was printed since start(). */
static const char *done(void)
{
	fclose(out);
	return text;
}

static void family(const char *prefix, const struct rw_desc *desc, struct rw_val val)
{
	struct rw_family f;

	start();
	rw_family_start(&f, out, prefix, desc);
	rw_family_sample(&f, &labels, val);
	done();
}

static void names_and_units(void)
{
	static const struct rw_desc counter = { "wakes", RW_EVENTS, RW_COUNTER, -1, "help" };
	static const struct rw_desc time = { "time_ns", RW_NS, RW_COUNTER, -1, "help" };
	static const struct rw_desc pages = { "raised_pages", RW_PAGES, RW_COUNTER, -1, "help" };
	static const struct rw_desc bare = { "seen", RW_OBJECTS, RW_PEAK, -1, "help" };
	static const struct rw_desc low = { "lowest", RW_NUMBER, RW_LOW, -1, "help" };

	family("node_", &counter, rw_some(7));
	CHECK_STR(text, "# HELP reclaimwatch_node_wakes help\n"
			"# TYPE reclaimwatch_node_wakes counter\n"
			"reclaimwatch_node_wakes_total 7\n");
	family("", &time, rw_some(1500000000));
	CHECK_STR(text, "# HELP reclaimwatch_time_seconds help\n"
			"# TYPE reclaimwatch_time_seconds counter\n"
			"# UNIT reclaimwatch_time_seconds seconds\n"
			"reclaimwatch_time_seconds_total 1.5\n");
	family("", &pages, rw_some(INT64_MAX));
	CHECK_HAS(text, "# UNIT reclaimwatch_raised_pages pages\n"
			"reclaimwatch_raised_pages_total 9223372036854775807\n");
	family("", &bare, rw_some(-3));
	CHECK_STR(text, "# HELP reclaimwatch_seen_objects help\n"
			"# TYPE reclaimwatch_seen_objects gauge\n"
			"# UNIT reclaimwatch_seen_objects objects\n"
			"reclaimwatch_seen_objects -3\n");
	family("", &low, rw_some(0));
	CHECK_HAS(text, "# TYPE reclaimwatch_lowest gauge\nreclaimwatch_lowest 0\n");
	/* Not known is not 0: no sample, and without one no family. */
	family("", &low, rw_none());
	CHECK_STR(text, "");
}

static void seconds(void)
{
	static const struct rw_desc time = { "t_ns", RW_NS, RW_GAUGE, -1, "h" };
	static const struct {
		int64_t ns;
		const char *text;
	} cases[] = {
		{ 0, " 0.0\n" },
		{ 1, " 0.000000001\n" },
		{ 1000000000, " 1.0\n" },
		{ 10100000000, " 10.1\n" },
		{ INT64_MAX, " 9223372036.854775807\n" },
		{ INT64_MIN, " -9223372036.854775808\n" },
		{ -1, " -0.000000001\n" },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		family("", &time, rw_some(cases[i].ns));
		CHECK_HAS(text, cases[i].text);
	}
}

static void label_values(void)
{
	char longer[RW_LABELS];

	rw_labels_start(&labels);
	rw_label_number(&labels, "node", rw_some(3));
	rw_label_number(&labels, "order", rw_none());
	rw_label_name(&labels, "task", "a\\x20b\\x5c\\x22\"\\x1b\\x0a\\xc3\\xa9");
	CHECK_STR(labels.text,
		  "node=\"3\",order=\"\",task=\"a b\\\\\\\\x22\\\"\\\\x1b\\\\x0a\\\\xc3\\\\xa9\"");
	/* One that does not fit is left out. */
	memset(longer, '"', sizeof(longer));
	longer[sizeof(longer) - 1] = '\0';
	rw_labels_start(&labels);
	rw_label_name(&labels, "a", longer);
	rw_label_name(&labels, "b", longer);
	rw_label_name(&labels, "c", "x");
	CHECK(labels.len == strlen(labels.text) && labels.len < sizeof(labels.text));
	CHECK_HAS(labels.text, "c=\"x\"");
	CHECK(!strstr(labels.text, "b="));
}

static struct rw_hist hist;

static void bucket(int64_t bound, struct rw_val count)
{
	hist.bucket[hist.nr].bound = bound;
	hist.bucket[hist.nr++].count = count;
}

static void histogram(enum rw_unit unit, struct rw_val sum)
{
	const struct rw_desc desc = { unit == RW_NS ? "t_ns" : "order", unit, RW_LOG2, -1, "h" };
	struct rw_family f;

	start();
	rw_label_number(&labels, "node", rw_some(0));
	rw_family_start(&f, out, "", &desc);
	rw_family_histogram(&f, &labels, &hist, sum);
	done();
}

static void histograms(void)
{
	bucket(4096, rw_some(1));
	bucket(8192, rw_some(0));
	bucket(RW_BUCKET_INF, rw_some(3));
	histogram(RW_NS, rw_some(5000000000));
	CHECK_STR(text, "# HELP reclaimwatch_t_seconds h\n"
			"# TYPE reclaimwatch_t_seconds histogram\n"
			"# UNIT reclaimwatch_t_seconds seconds\n"
			"reclaimwatch_t_seconds_bucket{node=\"0\",le=\"0.000004096\"} 1\n"
			"reclaimwatch_t_seconds_bucket{node=\"0\",le=\"0.000008192\"} 1\n"
			"reclaimwatch_t_seconds_bucket{node=\"0\",le=\"+Inf\"} 4\n"
			"reclaimwatch_t_seconds_count{node=\"0\"} 4\n"
			"reclaimwatch_t_seconds_sum{node=\"0\"} 5.0\n");
	/* OpenMetrics has count only with sum. */
	histogram(RW_NS, rw_none());
	CHECK(!strstr(text, "_count") && !strstr(text, "_sum"));
	/* A bucket that is not known: then none of it is. */
	hist.bucket[1].count = rw_none();
	histogram(RW_NS, rw_some(5));
	CHECK_STR(text, "");
	hist.nr = 0;
	histogram(RW_NS, rw_some(5));
	CHECK_STR(text, "");
	bucket(0, rw_some(2));
	bucket(1, rw_some(5));
	histogram(RW_NUMBER, rw_some(5));
	CHECK_HAS(text, "reclaimwatch_order_bucket{node=\"0\",le=\"1.0\"} 7\n"
			"reclaimwatch_order_bucket{node=\"0\",le=\"+Inf\"} 7\n"
			"reclaimwatch_order_count{node=\"0\"} 7\n"
			"reclaimwatch_order_sum{node=\"0\"} 5\n");
}

/* Nothing known: valid text all the same. */
static void nothing(void)
{
	struct rw_report rep = { .have_snap = true };

	start();
	rw_out_metrics(out, &rep);
	done();
	CHECK(!strncmp(text, "# HELP reclaimwatch_build_info", 30));
	CHECK_HAS(text, "\n# EOF\n");
	CHECK_INT(strlen(strstr(text, "# EOF")), 6);
	CHECK(!strstr(text, "zone_"));
}

const struct unit_test metrics_tests[] = {
	{ "metrics: names and units", names_and_units },
	{ "metrics: seconds", seconds },
	{ "metrics: labels", label_values },
	{ "metrics: histograms", histograms },
	{ "metrics: nothing known", nothing },
	{ NULL, NULL },
};
