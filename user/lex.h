/* SPDX-License-Identifier: GPL-2.0 */
/* Lines, words and numbers of the debugfs text. */
#ifndef RW_LEX_H
#define RW_LEX_H

#include <stdbool.h>
#include <stddef.h>

#include "err.h"
#include "parse.h"
#include "value.h"

#define RW_MAX_WORDS 8

struct rw_lexer {
	const char *path; /* for error sentences */
	const char *p, *end;
	unsigned int line;
	struct rw_err *err;
};

struct rw_line {
	char text[RW_LINE_LIMIT + 1];
	bool indented;
	int nr;
	char *word[RW_MAX_WORDS];
};

/* 1 and a line, 0 at the end of the text, -1 for what is not a line. */
int rw_lex_line(struct rw_lexer *lx, struct rw_line *line);

int rw_lex_truncated(struct rw_lexer *lx);
int rw_lex_garbled(struct rw_lexer *lx, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* A decimal integer in its one canonical spelling, or false. */
bool rw_lex_int(const char *word, bool may_be_negative, int64_t *out);

/* A number of bytes, or of k, M or G of them. */
bool rw_lex_size(const char *word, int64_t *bytes);

#endif /* RW_LEX_H */
