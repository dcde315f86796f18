// SPDX-License-Identifier: GPL-2.0
/* One value, one word of a header, one element more: the same for every file. */
#include <stdlib.h>
#include <string.h>

#include "name.h"
#include "parser.h"

void skip_section(struct parser *ps)
{
	ps->section = NULL;
}

int set_twice(struct parser *ps, const char *name)
{
	return rw_lex_garbled(&ps->lx, "%s appears twice", name);
}

int set_number(struct parser *ps, struct rw_val *val, const char *name, bool may_be_negative,
	       const char *word)
{
	if (val->state != RW_ABSENT)
		return set_twice(ps, name);
	if (!strcmp(word, RWATCH_UNKNOWN)) {
		val->state = RW_UNKNOWN;
		return 0;
	}
	if (!rw_lex_int(word, may_be_negative, &val->v))
		return rw_lex_garbled(&ps->lx, "%s is \"%.40s\", which is not a number it can have",
				      name, word);
	val->state = RW_KNOWN;
	return 0;
}

int set_word(struct parser *ps, char to[RW_WORD], const char *name, const char *word)
{
	if (*to)
		return set_twice(ps, name);
	if (strlen(word) >= RW_WORD)
		return rw_lex_garbled(&ps->lx, "%s is too long", name);
	strcpy(to, word);
	return 0;
}

int set_from(struct parser *ps, const struct rw_desc *table, size_t nr, struct rw_val *vals,
	     const char *name, const char *word)
{
	int id = rw_desc_find(table, nr, name);

	if (id < 0)
		return 0;
	return set_number(ps, &vals[id], table[id].name, table[id].kind == RW_SIGNED, word);
}

void fill_from(struct parser *ps, const struct rw_desc *table, size_t nr, struct rw_val *vals)
{
	ps->desc = table;
	ps->nr_desc = nr;
	ps->vals = vals;
}

int table_value(struct parser *ps, const char *name, const char *word)
{
	return set_from(ps, ps->desc, ps->nr_desc, ps->vals, name, word);
}

int take_number(struct parser *ps, const char *word, int64_t *v)
{
	if (rw_lex_int(word, false, v))
		return 0;
	return rw_lex_garbled(&ps->lx, "\"%.40s\" is not a number", word);
}

int take_number_or_none(struct parser *ps, const char *word, struct rw_val *v)
{
	*v = rw_none();
	if (!strcmp(word, RWATCH_UNKNOWN))
		return 0;
	v->state = RW_KNOWN;
	return take_number(ps, word, &v->v);
}

int take_nid(struct parser *ps, const char *word, int *nid)
{
	int64_t v;

	if (!rw_lex_int(word, false, &v) || v >= RW_MAX_NODES)
		return rw_lex_garbled(&ps->lx, "\"%.40s\" is not a node number", word);
	*nid = (int)v;
	return 0;
}

int take_nid_or_none(struct parser *ps, const char *word, int *nid)
{
	*nid = RW_NO_NODE;
	return strcmp(word, RWATCH_UNKNOWN) ? take_nid(ps, word, nid) : 0;
}

int take_zone(struct parser *ps, const char *word, char to[RW_ZONE_NAME])
{
	if (strlen(word) >= RW_ZONE_NAME)
		return rw_lex_garbled(&ps->lx, "\"%.40s\" is not a zone's name", word);
	strcpy(to, word);
	return 0;
}

int take_word(struct parser *ps, const char *word, char to[RW_WORD])
{
	if (strlen(word) >= RW_WORD)
		return rw_lex_garbled(&ps->lx, "\"%.40s...\" is too long", word);
	strcpy(to, word);
	return 0;
}

int take_name(struct parser *ps, const char *word, char to[RW_ROW_NAME])
{
	_Static_assert(RW_ROW_NAME >= RW_LINE_LIMIT, "no word is longer than its line");

	if (!rw_name_ok(word))
		return rw_lex_garbled(&ps->lx, "\"%.40s\" is not a name (a backslash is \\x5c)",
				      word);
	strcpy(to, word);
	return 0;
}

void *add_element(struct parser *ps, void *array, size_t *nr, size_t size, size_t max,
		  const char *what)
{
	char *more;

	memcpy(&more, array, sizeof(more)); /* a pointer of whatever type */
	if (*nr == max) {
		rw_lex_garbled(&ps->lx, "more than %zu %s", max, what);
		return NULL;
	}
	if ((*nr & (*nr - 1)) == 0)
		more = realloc(more, (*nr ? 2 * *nr : 1) * size);
	if (!more) {
		rw_fail_memory(ps->lx.err);
		return NULL;
	}
	memcpy(array, &more, sizeof(more));
	more += (*nr)++ * size;
	memset(more, 0, size);
	return more;
}
