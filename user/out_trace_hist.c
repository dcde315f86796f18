// SPDX-License-Identifier: GPL-2.0
/* Histograms of how long events took, as the kernel has counted them. */
#include <inttypes.h>
#include <string.h>

#include "json.h"
#include "out_trace.h"
#include "text.h"

#define BAR 48

struct hist {
	uint64_t nr, ns, most;
	uint64_t bucket[RW_TRACE_BUCKETS];
};

static void subtract(struct hist *hist, enum rw_trace_kind kind,
		     const struct rw_trace_counts *before, const struct rw_trace_counts *now)
{
	int i;

	*hist = (struct hist){ 0 };
	for (i = 0; i < RW_TRACE_BUCKETS; i++) {
		uint64_t nr = now->hist[kind][i].nr - before->hist[kind][i].nr;

		hist->bucket[i] = nr;
		hist->nr += nr;
		hist->ns += now->hist[kind][i].ns - before->hist[kind][i].ns;
		if (nr > hist->most)
			hist->most = nr;
	}
}

static int64_t bound(int bucket)
{
	return bucket < 63 ? 1LL << bucket : INT64_MAX;
}

/* The kernel's sum is of 64 bits without a sign. */
static struct rw_val some(uint64_t v)
{
	return rw_some(v < INT64_MAX ? (int64_t)v : INT64_MAX);
}

static void bound_text(char to[RW_CELL], int bucket)
{
	if (bucket < 10)
		snprintf(to, RW_CELL, "%" PRId64 " ns", bound(bucket));
	else
		rw_text_ns(to, rw_some(bound(bucket)));
}

static void print(FILE *out, bool colour, const char *name, const struct hist *hist)
{
	static const char bar[] = "################################################";
	char cell[RW_CELL], time[RW_CELL];
	int i, first = 0, last = RW_TRACE_BUCKETS - 1;

	rw_text_ns(time, some(hist->ns));
	rw_text_columns(out, colour, "%s: %" PRIu64 ", %s in all", name, hist->nr, time);
	while (first < last && !hist->bucket[first])
		first++;
	while (last > first && !hist->bucket[last])
		last--;
	for (i = first; i <= last; i++) {
		/* What is not 0 has a bar. */
		int len = (int)((double)hist->bucket[i] * BAR / (double)hist->most + 0.5);

		bound_text(cell, i);
		rw_text_count(time, 8, some(hist->bucket[i]));
		fprintf(out, "  up to %7s %8s |%.*s\n", cell, time,
			hist->bucket[i] && !len ? 1 : len, bar);
	}
}

void rw_out_trace_hists(FILE *out, bool colour, unsigned int kinds,
			const struct rw_trace_counts *before, const struct rw_trace_counts *now)
{
	struct hist hist;
	bool any = false;
	int i;

	for (i = 0; i < RW_NR_TRACE_KINDS; i++) {
		if (!(kinds & 1u << i))
			continue;
		subtract(&hist, i, before, now);
		if (hist.nr)
			print(out, colour, rw_trace_kind[i].name, &hist);
		any |= hist.nr > 0;
	}
	if (!any)
		fprintf(out, "\nNothing happened.\n");
}

json_t *rw_json_trace_hist(enum rw_trace_kind kind, const struct rw_trace_counts *before,
			   const struct rw_trace_counts *now, struct rw_val wall_ns)
{
	json_t *buckets = json_array(), *object;
	struct hist hist;
	int i;

	subtract(&hist, kind, before, now);
	for (i = 0; i < RW_TRACE_BUCKETS; i++)
		if (hist.bucket[i])
			json_array_append_new(buckets,
					      json_pack("{sI sI}", "le_ns", (json_int_t)bound(i),
							"count", (json_int_t)hist.bucket[i]));
	object = json_pack("{ss so ss}", "event", "histogram", "time", rw_json_time(wall_ns),
			   "kind", rw_trace_kind[kind].name);
	rw_json_put(object, "count", some(hist.nr));
	rw_json_put(object, "time_ns", some(hist.ns));
	json_object_set_new(object, "buckets", buckets);
	return object;
}
