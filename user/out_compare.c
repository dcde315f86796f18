// SPDX-License-Identifier: GPL-2.0
/* Two recordings side by side. */
#include <math.h>
#include <stdio.h>

#include <reclaimwatch/version.h>

#include "compare.h"
#include "json.h"
#include "out_recording.h"
#include "svg.h"
#include "text.h"

#define FIGURE 24

static void figure(char to[FIGURE], double v)
{
	if (isnan(v))
		snprintf(to, FIGURE, RWATCH_UNKNOWN);
	else
		snprintf(to, FIGURE, fabs(v) < 10 ? "%.2f" : fabs(v) < 1000 ? "%.1f" : "%.0f", v);
}

/* Plus so many percent of @a, or how many times it. */
static void change(char to[FIGURE], double a, double b)
{
	double percent = rw_quantity_change(a, b);

	if (isnan(percent))
		snprintf(to, FIGURE, !isnan(a) && a == b ? "same" : "");
	else if (fabs(percent) < 0.5)
		snprintf(to, FIGURE, "same");
	else if (percent > 900)
		snprintf(to, FIGURE, percent < 1e8 ? "%.0f times" : "far more", percent / 100 + 1);
	else
		snprintf(to, FIGURE, "%+.0f%%", percent);
}

static void name(FILE *out, char letter, const struct rw_history *h)
{
	char from[RW_TIME], head[8], text[512], span[RW_CELL];

	rw_recording_date(from, h, h->ns[0]);
	rw_text_ns(span, rw_some(h->ns[h->nr - 1] - h->ns[0]));
	snprintf(head, sizeof(head), "%c  ", letter);
	snprintf(text, sizeof(text), "%s%s%s, from %s, %zu samples in %s%s",
		 *h->host ? h->host : "a host without a name", *h->osrelease ? ", Linux " : "",
		 h->osrelease, from, h->nr, span,
		 h->lost || h->damaged_bytes ? "; damaged, so some are missing" : "");
	rw_text_wrap(out, NULL, head, text);
}

void rw_out_compare(FILE *out, bool colour, const struct rw_history h[2])
{
	double a[RW_NR_QUANTITIES], b[RW_NR_QUANTITIES];
	int i;

	rw_quantities(&h[0], a);
	rw_quantities(&h[1], b);
	fprintf(out, "reclaimwatch " RWATCH_VERSION ": two recordings\n");
	name(out, 'A', &h[0]);
	name(out, 'B', &h[1]);
	rw_text_columns(out, colour, "%-30s%-8s%13s%13s%14s", "All nodes and zones", "", "A", "B",
			"B against A");
	for (i = 0; i < RW_NR_QUANTITIES; i++) {
		char first[FIGURE], second[FIGURE], by[FIGURE];

		figure(first, a[i]);
		figure(second, b[i]);
		change(by, a[i], b[i]);
		fprintf(out, "%-30s%-8s%13s%13s%14s\n", rw_quantity_defs[i].text,
			rw_quantity_defs[i].unit, first, second, i == RW_Q_MINUTES ? "" : by);
	}
}

static json_t *real(double v)
{
	return isnan(v) ? json_null() : json_real(v);
}

json_t *rw_json_compare(const struct rw_history h[2])
{
	double a[RW_NR_QUANTITIES], b[RW_NR_QUANTITIES];
	json_t *object = json_object();
	int i;

	rw_quantities(&h[0], a);
	rw_quantities(&h[1], b);
	for (i = 0; i < RW_NR_QUANTITIES; i++)
		json_object_set_new(object, rw_quantity_defs[i].name,
				    json_pack("{so so so}", "a", real(a[i]), "b", real(b[i]),
					      "change_percent",
					      real(rw_quantity_change(a[i], b[i]))));
	return object;
}

void rw_html_compare_table(struct rw_buf *to, const struct rw_history h[2])
{
	double a[RW_NR_QUANTITIES], b[RW_NR_QUANTITIES];
	int i;

	rw_quantities(&h[0], a);
	rw_quantities(&h[1], b);
	rw_buf_printf(to, "<table><tr><th>all nodes and zones</th><th>unit</th><th>A</th><th>B</th>"
			  "<th>B against A</th></tr>\n");
	for (i = 0; i < RW_NR_QUANTITIES; i++) {
		char first[FIGURE], second[FIGURE], by[FIGURE];

		figure(first, a[i]);
		figure(second, b[i]);
		change(by, a[i], b[i]);
		rw_buf_printf(to,
			      "<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>\n",
			      rw_quantity_defs[i].text, rw_quantity_defs[i].unit, first, second,
			      i == RW_Q_MINUTES ? "" : by);
	}
	rw_buf_printf(to, "</table>\n");
}
