/* SPDX-License-Identifier: GPL-2.0 */
/* Between parse.c (the grammar) and sections.c (what each file holds). */
#ifndef RW_PARSER_H
#define RW_PARSER_H

#include "lex.h"

struct parser {
	struct rw_lexer lx;
	struct rw_snapshot *snap;
	/* The section being filled; NULL while skipping one that is not known. */
	struct rw_zone *zone;
	struct rw_node *node;
	struct rw_probe *probe;
};

/* What sets one file apart: its sections and its values. */
struct format {
	const char *section; /* NULL: no sections, values are not indented */
	int words;	     /* in a section header */
	int (*open)(struct parser *ps, struct rw_line *line);
	int (*value)(struct parser *ps, const char *name, const char *word);
};

int rw_parse(const struct format *fmt, const char *path, const char *text, size_t len,
	     struct rw_snapshot *snap, struct rw_err *err);

#endif /* RW_PARSER_H */
