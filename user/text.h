/* SPDX-License-Identifier: GPL-2.0 */
/* Pieces of text output: figures that fit a column, lines that fit a screen. */
#ifndef RW_TEXT_H
#define RW_TEXT_H

#include <stdio.h>

#include "report.h"
#include "value.h"

#define RW_COLUMNS 80
#define RW_CELL	   24

/* Exact if it fits @width (at least 4), else with one of k M G T P E. */
void rw_text_count(char to[RW_CELL], int width, struct rw_val val);
void rw_text_pages(char to[RW_CELL], struct rw_val pages, struct rw_val page_bytes);
void rw_text_kb(char to[RW_CELL], struct rw_val kb);
void rw_text_ns(char to[RW_CELL], struct rw_val ns);

/*
 * @text in lines of RW_COLUMNS; the first begins with @head, in the colour @tint
 * (NULL: none), the others with as many blanks.
 */
void rw_text_wrap(FILE *out, const char *tint, const char *head, const char *text);

void rw_text_heading(FILE *out, bool colour, const char *text);
void rw_text_findings(FILE *out, bool colour, const struct rw_report *rep);

/* Since when it counts and how much was missed: every view says so. */
void rw_text_coverage(FILE *out, const struct rw_report *rep);

#endif /* RW_TEXT_H */
