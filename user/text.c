// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>

#include "calc.h"
#include "name.h"
#include "text.h"

/* More findings than this push the tables off the screen. */
#define MAX_FINDINGS 5
/* Of a line of evidence, less "[, ]" and the indent. */
#define FITS (RW_COLUMNS - 6 - 4)

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

void rw_text_rate(char to[RW_CELL], int width, struct rw_val milli)
{
	if (!rw_known(milli) || milli.v < 0)
		snprintf(to, RW_CELL, RWATCH_UNKNOWN);
	else if (milli.v && milli.v < 100)
		snprintf(to, RW_CELL, "<0.1");
	else if (milli.v % 1000 && milli.v < 10000)
		snprintf(to, RW_CELL, "%" PRId64 ".%" PRId64, milli.v / 1000, milli.v / 100 % 10);
	else
		rw_text_count(to, width, rw_some((milli.v + 500) / 1000));
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

void rw_text_clock(char to[RW_CELL], struct rw_val wall_ns)
{
	time_t s = (time_t)(wall_ns.v / 1000000000);
	struct tm tm;

	if (!rw_known(wall_ns) || wall_ns.v < 0 || !localtime_r(&s, &tm))
		snprintf(to, RW_CELL, RWATCH_UNKNOWN);
	else
		snprintf(to, RW_CELL, "%02d:%02d:%02d.%03d", tm.tm_hour, tm.tm_min, tm.tm_sec,
			 (int)(wall_ns.v / 1000000 % 1000));
}

const char *rw_text_line(char *to, size_t room, const char *text)
{
	size_t used = 0;

	while (*text) {
		size_t len = strcspn(text, " "), blank = used > 0;

		/* Only a path can be longer than a line: cut it hard. */
		if (!used && len > room)
			len = room;
		if (used + blank + len > room)
			break;
		memcpy(to + used, " ", blank);
		memcpy(to + used + blank, text, len);
		used += blank + len;
		text += len;
		if (*text != ' ')
			break;
		text += strspn(text, " ");
	}
	to[used] = '\0';
	return text;
}

void rw_text_wrap(FILE *out, const char *tint, const char *head, const char *text)
{
	const size_t indent = strlen(head);
	char line[RW_COLUMNS + 1];
	bool first = true;

	fprintf(out, "%s%s%s", tint ? tint : "", head, tint ? "\033[0m" : "");
	for (; *text; first = false) {
		text = rw_text_line(line, RW_COLUMNS - indent, text);
		if (!first)
			fprintf(out, "\n%*s", (int)indent, "");
		fputs(line, out);
	}
	fputc('\n', out);
}

void rw_text_heading(FILE *out, bool colour, const char *text)
{
	fprintf(out, colour ? "\n\033[1m%s\033[0m\n" : "\n%s\n", text);
}

void rw_text_columns(FILE *out, bool colour, const char *fmt, ...)
{
	va_list ap;

	fprintf(out, colour ? "\n\033[1m" : "\n");
	va_start(ap, fmt);
	vfprintf(out, fmt, ap);
	va_end(ap);
	fprintf(out, colour ? "\033[0m\n" : "\n");
}

static const struct {
	const char *word; /* as wide as the indent under it */
	const char *tint;
} severities[] = {
	[RW_BAD] = { "BAD   ", "\033[1;31m" },
	[RW_WARN] = { "WARN  ", "\033[1;33m" },
	[RW_NOTE] = { "note  ", "\033[2m" },
};

/*
 * "[name figure, ...]": exact, by the names that JSON and the manual use.  As many as
 * fit on a line, or all.
 */
static void evidence(FILE *out, bool colour, bool all, const struct rw_finding *f)
{
	char text[RW_MAX_EVIDENCE * (RW_NAME_MAX + RW_CELL + 2) + 3];
	size_t i, len = 0;

	for (i = 0; i < f->nr_evidence; i++) {
		char cell[RW_CELL];

		rw_text_count(cell, 20, f->evidence[i].val);
		if (!all && i && len + strlen(f->evidence[i].name) + strlen(cell) > FITS)
			break;
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s %s", i ? ", " : "[",
					f->evidence[i].name, cell);
	}
	if (!len)
		return;
	snprintf(text + len, sizeof(text) - len, "]");
	if (colour)
		fprintf(out, "\033[2m");
	rw_text_wrap(out, NULL, "      ", text);
	if (colour)
		fprintf(out, "\033[0m");
}

const char *rw_text_advice(const struct rw_report *rep, size_t i)
{
	const char *advice = rep->findings[i].advice;
	size_t j;

	for (j = 0; advice && j < i; j++)
		if (rep->findings[j].advice && !strcmp(rep->findings[j].advice, advice))
			return NULL;
	return advice;
}

void rw_text_findings(FILE *out, bool colour, bool all, const struct rw_report *rep)
{
	size_t i;

	if (!rep->nr_findings)
		fprintf(out, "Nothing stands out.\n");
	for (i = 0; i < rep->nr_findings && (all || i < MAX_FINDINGS); i++) {
		const struct rw_finding *f = &rep->findings[i];

		rw_text_wrap(out, colour ? severities[f->severity].tint : NULL,
			     severities[f->severity].word, f->text);
		if (all || f->severity > RW_NOTE)
			evidence(out, colour, all, f);
		if (rw_text_advice(rep, i))
			rw_text_wrap(out, NULL, "      -> ", f->advice);
	}
	if (i < rep->nr_findings)
		fprintf(out, "      ... and %zu more, with --all\n", rep->nr_findings - i);
}

void rw_text_cgroup(char *to, size_t size, const struct rw_reclaimer *row,
		    const struct rw_facts *facts)
{
	const char *path = rw_cgroup_path(facts, row->cgroup_id);

	rw_name_text(to, size, path ? path : row->name);
}

void rw_text_tail(char *to, size_t size, int width, const char *text)
{
	size_t len = strlen(text);

	if (len > (size_t)width)
		snprintf(to, size, "...%s", text + len - (size_t)width + 3);
	else
		snprintf(to, size, "%s", text);
}

void rw_text_coverage_line(char to[RW_LINE], const struct rw_report *rep)
{
	char age[RW_CELL], missed[RW_CELL], hits[RW_CELL];

	rw_text_ns(age, rep->age_ns);
	rw_text_count(missed, 7, rep->missed);
	rw_text_count(hits, 6, rep->hits);
	snprintf(to, RW_LINE, "counting for %s; missed %s hits, saw %s", age, missed, hits);
}

void rw_text_coverage(FILE *out, const struct rw_report *rep)
{
	char line[RW_LINE];

	rw_text_coverage_line(line, rep);
	fputs(line, out);
}
