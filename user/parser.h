/* SPDX-License-Identifier: GPL-2.0 */
/* Between parse.c (the grammar) and sections_*.c (what each file holds). */
#ifndef RW_PARSER_H
#define RW_PARSER_H

#include "lex.h"

struct parser;

struct section {
	const char *name;
	int words; /* in its header */
	/* Makes room for what follows; calls skip_section() for what it does not know. */
	int (*open)(struct parser *ps, struct rw_line *line);
	int (*value)(struct parser *ps, const char *name, const char *word);
};

struct parser {
	struct rw_lexer lx;
	struct rw_snapshot *snap;
	const struct section *section; /* NULL outside of one, or while skipping it */
	/* The section being filled: values by a table, or one of the others. */
	const struct rw_desc *desc;
	size_t nr_desc;
	struct rw_val *vals;
	struct rw_node *node;
	struct rw_probe *probe;
	struct rw_group *group;
	struct rw_hist *hist;
};

/* What sets one file apart: its sections, or its values if it has none. */
struct format {
	const struct section *sections; /* ends with a NULL name; NULL: values not indented */
	int (*value)(struct parser *ps, const char *name, const char *word);
};

int rw_parse(const struct format *fmt, const char *path, const char *text, size_t len,
	     struct rw_snapshot *snap, struct rw_err *err);

/* fields.c: one value, one word.  Each returns 0, or -1 with the error set. */
void skip_section(struct parser *ps);
int set_number(struct parser *ps, struct rw_val *val, const char *name, bool may_be_negative,
	       const char *word);
int set_word(struct parser *ps, char to[RW_WORD], const char *name, const char *word);
int set_twice(struct parser *ps, const char *name);
/* Sets the value @name of @table; a name that is not in it is ignored. */
int set_from(struct parser *ps, const struct rw_desc *table, size_t nr, struct rw_val *vals,
	     const char *name, const char *word);

/* What a section holds is the values of @table, in @vals. */
void fill_from(struct parser *ps, const struct rw_desc *table, size_t nr, struct rw_val *vals);
int table_value(struct parser *ps, const char *name, const char *word);

/* Words of a header. */
int take_nid(struct parser *ps, const char *word, int *nid);
int take_nid_or_none(struct parser *ps, const char *word, int *nid);
int take_number(struct parser *ps, const char *word, int64_t *v);
int take_number_or_none(struct parser *ps, const char *word, struct rw_val *v);
int take_zone(struct parser *ps, const char *word, char to[RW_ZONE_NAME]);
int take_word(struct parser *ps, const char *word, char to[RW_WORD]);
int take_name(struct parser *ps, const char *word, char to[RW_ROW_NAME]);

/*
 * A new element, all 0, at the end of *@array, which doubles, so that its size is
 * implied by *@nr.  NULL with the error set if there are @max or memory runs out.
 */
void *add_element(struct parser *ps, void *array, size_t *nr, size_t size, size_t max,
		  const char *what);

#endif /* RW_PARSER_H */
