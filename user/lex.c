// SPDX-License-Identifier: GPL-2.0
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lex.h"

#define AGAIN "read it again, or capture the directory again"

int rw_lex_truncated(struct rw_lexer *lx)
{
	return rw_fail(lx->err, RW_ERR_TRUNCATED,
		       "%s is truncated (it stops after line %u without \"%s\"); " AGAIN, lx->path,
		       lx->line, RWATCH_END);
}

int rw_lex_garbled(struct rw_lexer *lx, const char *fmt, ...)
{
	char what[320];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	return rw_fail(lx->err, RW_ERR_GARBLED, "%s is garbled (line %u: %s); " AGAIN, lx->path,
		       lx->line, what);
}

/* Words are separated by one space; a line neither begins nor ends with one. */
static int split(struct rw_lexer *lx, struct rw_line *line)
{
	char *p = line->text;

	line->indented = !strncmp(p, "  ", 2);
	if (line->indented)
		p += 2;
	for (line->nr = 0; line->nr < RW_MAX_WORDS;) {
		char *space = strchr(p, ' ');

		if (*p == '\0' || space == p)
			return rw_lex_garbled(lx, "an empty line or a stray space");
		line->word[line->nr++] = p;
		if (!space)
			return 1;
		*space = '\0';
		p = space + 1;
	}
	return rw_lex_garbled(lx, "too many words");
}

int rw_lex_line(struct rw_lexer *lx, struct rw_line *line)
{
	const char *nl;
	size_t len, i;

	if (lx->p == lx->end)
		return 0;
	nl = memchr(lx->p, '\n', (size_t)(lx->end - lx->p));
	len = (size_t)((nl ? nl : lx->end) - lx->p);
	if (!nl && len <= RW_LINE_LIMIT)
		return 0; /* half a line says nothing */
	lx->line++;
	if (len > RW_LINE_LIMIT)
		return rw_lex_garbled(lx, "longer than %d bytes", RW_LINE_LIMIT);
	for (i = 0; i < len; i++) {
		unsigned char c = (unsigned char)lx->p[i];

		/* Plain ASCII only: a file must not be able to steer a terminal. */
		if (c < 0x20 || c > 0x7e)
			return rw_lex_garbled(lx, "byte 0x%02x is not text", c);
	}
	memcpy(line->text, lx->p, len);
	line->text[len] = '\0';
	lx->p = nl + 1;
	return split(lx, line);
}

bool rw_lex_int(const char *word, bool may_be_negative, int64_t *out)
{
	bool negative = *word == '-';
	int64_t v = 0;

	if (negative) {
		if (!may_be_negative)
			return false;
		word++;
	}
	if (!*word || (*word == '0' && (word[1] || negative)))
		return false;
	for (; *word; word++) {
		if (*word < '0' || *word > '9')
			return false;
		/* Gather downwards: INT64_MIN has no positive twin. */
		if (__builtin_mul_overflow(v, (int64_t)10, &v) ||
		    __builtin_sub_overflow(v, (int64_t)(*word - '0'), &v))
			return false;
	}
	if (!negative && v == INT64_MIN)
		return false;
	*out = negative ? v : -v;
	return true;
}

bool rw_lex_size(const char *word, int64_t *bytes)
{
	static const char units[] = "kMG";
	size_t digits = strspn(word, "0123456789");
	const char *unit = word[digits] ? strchr(units, word[digits]) : NULL;
	char number[24];

	if (!digits || digits >= sizeof(number) || (word[digits] && (!unit || word[digits + 1])))
		return false;
	memcpy(number, word, digits);
	number[digits] = '\0';
	return rw_lex_int(number, false, bytes) &&
	       !__builtin_mul_overflow(*bytes, unit ? 1LL << 10 * (unit - units + 1) : 1, bytes);
}
