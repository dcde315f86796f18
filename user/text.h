/* SPDX-License-Identifier: GPL-2.0 */
/* Pieces of text output: figures that fit a column, lines that fit a screen. */
#ifndef RW_TEXT_H
#define RW_TEXT_H

#include <stdio.h>

#include "report.h"
#include "value.h"

#define RW_COLUMNS 80
#define RW_CELL	   24
#define RW_LINE	   128

/* Exact if it fits @width (at least 4), else with one of k M G T P E. */
void rw_text_count(char to[RW_CELL], int width, struct rw_val val);
void rw_text_pages(char to[RW_CELL], struct rw_val pages, struct rw_val page_bytes);
void rw_text_kb(char to[RW_CELL], struct rw_val kb);
void rw_text_ns(char to[RW_CELL], struct rw_val ns);
/* A moment of CLOCK_REALTIME as local time of day, to the millisecond. */
void rw_text_clock(char to[RW_CELL], struct rw_val wall_ns);
/* Of thousandths a second: so many a second, with a tenth where that says more. */
void rw_text_rate(char to[RW_CELL], int width, struct rw_val milli);

/*
 * What of @text goes on a line of @room, into @to, which has room for that and a NUL: whole
 * words, a blank apart, or a part of one too long.  What is left of @text.
 */
const char *rw_text_line(char *to, size_t room, const char *text);

/*
 * @text in lines of RW_COLUMNS; the first begins with @head, in the colour @tint
 * (NULL: none), the others with as many blanks.
 */
void rw_text_wrap(FILE *out, const char *tint, const char *head, const char *text);

void rw_text_heading(FILE *out, bool colour, const char *text);
/* A blank line, and the heads of a table's columns, the first of which is its title. */
void rw_text_columns(FILE *out, bool colour, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* The worst, or @all; with the evidence for what is more than a note. */
void rw_text_findings(FILE *out, bool colour, bool all, const struct rw_report *rep);

/* What to do about finding @i; NULL if it is nothing, or what was said before. */
const char *rw_text_advice(const struct rw_report *rep, size_t i);

/* The path of a cgroup, its id where that is not known, or "other". */
void rw_text_cgroup(char *to, size_t size, const struct rw_reclaimer *row,
		    const struct rw_facts *facts);
/* Cut at its front to at most @width, which is where two paths differ least. */
void rw_text_tail(char *to, size_t size, int width, const char *text);

/* Since when it counts and how much was missed: every view says so. */
void rw_text_coverage_line(char to[RW_LINE], const struct rw_report *rep);
void rw_text_coverage(FILE *out, const struct rw_report *rep);

#endif /* RW_TEXT_H */
