/* SPDX-License-Identifier: GPL-2.0 */
/* What the tests of the parsers share. */
#ifndef PARSING_H
#define PARSING_H

#include "parse.h"

#define DEBUGFS "sys/kernel/debug/reclaimwatch/"

/* From a heap copy of exactly @len bytes, so that ASan sees any byte read beyond. */
enum rw_error parse(rw_parse_fn *fn, const char *text, size_t len, struct rw_snapshot *snap,
		    struct rw_err *err);

/* The first @nr files of tests/unit/data/@dir. */
void load(const char *dir, int nr, struct rw_snapshot *snap);

/* A text that is refused, and a part of the sentence that says why. */
struct bad {
	rw_parse_fn *parse;
	const char *text;
	size_t len;
	enum rw_error kind;
	const char *says;
};

#define TEXT(literal) (literal), sizeof(literal) - 1

void check_bad(const struct bad *cases, size_t nr);

#endif /* PARSING_H */
