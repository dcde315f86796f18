// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <string.h>

#include "calc.h"
#include "text.h"

/* More findings than this push the tables off the screen. */
#define MAX_FINDINGS 12

static void scaled(char to[RW_CELL], int width, double v)
{
	static const char scale[] = "kMGTPE";
	int i, len = width + 1;

	for (i = 0; len > width && scale[i]; i++) {
		v /= 1000;
		len = snprintf(to, RW_CELL, "%.0f%c", v, scale[i]);
	}
	if (len > width)
		snprintf(to, RW_CELL, "huge");
}

void rw_text_count(char to[RW_CELL], int width, struct rw_val val)
{
	if (!rw_known(val))
		snprintf(to, RW_CELL, RWATCH_UNKNOWN);
	else if (snprintf(to, RW_CELL, "%" PRId64, val.v) > width)
		scaled(to, width, (double)val.v);
}

static void mib(char to[RW_CELL], double v)
{
	if (v < 0)
		snprintf(to, RW_CELL, RWATCH_UNKNOWN);
	else if (v < 1e6)
		snprintf(to, RW_CELL, v < 10 ? "%.2f" : v < 1000 ? "%.1f" : "%.0f", v);
	else
		scaled(to, 6, v);
}

void rw_text_pages(char to[RW_CELL], struct rw_val pages, struct rw_val page_bytes)
{
	if (rw_known(pages) && rw_known(page_bytes))
		mib(to, (double)pages.v * (double)page_bytes.v / (1 << 20));
	else
		snprintf(to, RW_CELL, RWATCH_UNKNOWN);
}

void rw_text_kb(char to[RW_CELL], struct rw_val kb)
{
	if (rw_known(kb))
		mib(to, (double)kb.v / 1024);
	else
		snprintf(to, RW_CELL, RWATCH_UNKNOWN);
}

void rw_text_ns(char to[RW_CELL], struct rw_val ns)
{
	int64_t s = ns.v / 1000000000;

	if (!rw_known(ns) || ns.v < 0)
		snprintf(to, RW_CELL, RWATCH_UNKNOWN);
	else if (ns.v < 1000000)
		snprintf(to, RW_CELL, "%" PRId64 " us", ns.v / 1000);
	else if (ns.v < 1000000000)
		snprintf(to, RW_CELL, "%" PRId64 " ms", ns.v / 1000000);
	else if (s < 60)
		snprintf(to, RW_CELL, "%" PRId64 ".%" PRId64 " s", s, ns.v / 100000000 % 10);
	else if (s < 3600)
		snprintf(to, RW_CELL, "%" PRId64 "m %" PRId64 "s", s / 60, s % 60);
	else if (s < 86400)
		snprintf(to, RW_CELL, "%" PRId64 "h %" PRId64 "m", s / 3600, s / 60 % 60);
	else if (s < 100 * 86400)
		snprintf(to, RW_CELL, "%" PRId64 "d %" PRId64 "h", s / 86400, s / 3600 % 24);
	else
		snprintf(to, RW_CELL, "%" PRId64 "d", s / 86400);
}

void rw_text_wrap(FILE *out, const char *tint, const char *head, const char *text)
{
	const size_t indent = strlen(head);
	size_t column = indent;
	bool first = true;

	fprintf(out, "%s%s%s", tint ? tint : "", head, tint ? "\033[0m" : "");
	while (*text) {
		size_t len = strcspn(text, " ");

		if (!first && column + 1 + len > RW_COLUMNS) {
			fprintf(out, "\n%*s", (int)indent, "");
			column = indent;
		} else if (!first) {
			fputc(' ', out);
			column++;
		}
		/* Only a path can be longer than a line: cut it hard. */
		while (column + len > RW_COLUMNS) {
			size_t fits = RW_COLUMNS - column;

			fprintf(out, "%.*s\n%*s", (int)fits, text, (int)indent, "");
			text += fits;
			len -= fits;
			column = indent;
		}
		fwrite(text, 1, len, out);
		column += len;
		first = false;
		text += len;
		text += strspn(text, " ");
	}
	fputc('\n', out);
}

void rw_text_heading(FILE *out, bool colour, const char *text)
{
	fprintf(out, colour ? "\n\033[1m%s\033[0m\n" : "\n%s\n", text);
}

static const struct {
	const char *word; /* as wide as the indent under it */
	const char *tint;
} severities[] = {
	[RW_BAD] = { "BAD   ", "\033[1;31m" },
	[RW_WARN] = { "WARN  ", "\033[1;33m" },
	[RW_NOTE] = { "note  ", "\033[2m" },
};

void rw_text_findings(FILE *out, bool colour, const struct rw_report *rep)
{
	size_t i;

	if (!rep->nr_findings)
		fprintf(out, "Nothing stands out.\n");
	for (i = 0; i < rep->nr_findings && i < MAX_FINDINGS; i++) {
		const struct rw_finding *f = &rep->findings[i];

		rw_text_wrap(out, colour ? severities[f->severity].tint : NULL,
			     severities[f->severity].word, f->text);
		if (f->advice)
			rw_text_wrap(out, NULL, "      -> ", f->advice);
	}
	if (i < rep->nr_findings)
		fprintf(out, "      ... and %zu more: reclaimwatch --json\n", rep->nr_findings - i);
}

void rw_text_coverage(FILE *out, const struct rw_report *rep)
{
	char age[RW_CELL], missed[RW_CELL], hits[RW_CELL];

	rw_text_ns(age, rep->age_ns);
	rw_text_count(missed, 7, rep->missed);
	rw_text_count(hits, 6, rep->hits);
	fprintf(out, "counting for %s; missed %s hits, saw %s", age, missed, hits);
}
