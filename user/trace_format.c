// SPDX-License-Identifier: GPL-2.0
/*
 *	name: boost_raised
 *	ID: 1593
 *	format:
 *		field:unsigned short common_type;	offset:0;	size:2;	signed:0;
 *		...
 *		field:int nid;	offset:8;	size:4;	signed:1;
 *
 *	print fmt: ...
 */
#include <string.h>

#include "lex.h"
#include "trace_format.h"

/* A program sees a pointer of the kernel's own instead of the first bytes. */
#define FIRST_OFFSET 8
/* PERF_MAX_TRACE_SIZE of the oldest kernel: no event is longer. */
#define MAX_SIZE 2048
#define MAX_LINE 512

/* What follows @key up to a ';' is a number. */
static bool number_after(const char *line, const char *key, unsigned int *to)
{
	const char *at = strstr(line, key);
	char word[16];
	int64_t v;
	size_t len;

	if (!at)
		return false;
	at += strlen(key);
	len = strcspn(at, ";");
	if (len >= sizeof(word))
		return false;
	memcpy(word, at, len);
	word[len] = '\0';
	if (!rw_lex_int(word, false, &v) || v > MAX_SIZE)
		return false;
	*to = (unsigned int)v;
	return true;
}

/* The last word of a declaration such as "const void * shrinker" or "char name[56]". */
static bool declared(const char *declaration, size_t len, char *to, size_t size)
{
	size_t end = len, start;

	if (end && declaration[end - 1] == ']')
		while (end && declaration[--end] != '[')
			;
	for (start = end; start && declaration[start - 1] != ' ' && declaration[start - 1] != '*';)
		start--;
	if (start == end || end - start >= size)
		return false;
	memcpy(to, declaration + start, end - start);
	to[end - start] = '\0';
	return true;
}

static int garbled(const char *path, const char *line, struct rw_err *err)
{
	return rw_fail(err, RW_ERR_GARBLED, "%s is garbled: \"%.80s\" is not a field", path, line);
}

/* "field:TYPE NAME;	offset:N;	size:N;	signed:0;" */
static int field_line(const char *path, const char *line, struct rw_trace_format *format,
		      struct rw_err *err)
{
	static const char intro[] = "field:";
	const char *text = line + strlen(intro);
	struct rw_trace_place place = { 0 };
	unsigned int sign = 0;
	char name[64];
	int i;

	if (!declared(text, strcspn(text, ";"), name, sizeof(name)) ||
	    !number_after(text, "\toffset:", &place.offset) ||
	    !number_after(text, "\tsize:", &place.size) ||
	    !number_after(text, "\tsigned:", &sign) || sign > 1)
		return garbled(path, line, err);
	place.is_signed = sign;
	for (i = 0; i < RW_NR_TRACE_FIELDS; i++)
		if (!strcmp(name, rw_trace_field_name[i]))
			format->field[i] = place;
	if (!strcmp(name, "name"))
		format->name = place;
	return 0;
}

static int take_line(const char *path, const char *line, struct rw_trace_format *format,
		     struct rw_err *err)
{
	if (!strncmp(line, "ID: ", 4) && !rw_lex_int(line + 4, false, &format->id))
		return garbled(path, line, err);
	if (!strncmp(line, "\tfield:", 7))
		return field_line(path, line + 1, format, err);
	return 0;
}

/* A number that one aligned load can fetch. */
static bool loads(const struct rw_trace_place *place)
{
	return (place->size == 1 || place->size == 2 || place->size == 4 || place->size == 8) &&
	       place->offset % place->size == 0 && place->offset >= FIRST_OFFSET &&
	       place->offset + place->size <= MAX_SIZE;
}

static bool names(const struct rw_trace_place *place)
{
	return place->size && place->size % 4 == 0 && place->offset % 4 == 0 &&
	       place->size <= RW_TRACE_NAME && place->offset >= FIRST_OFFSET;
}

static int check(const char *path, const struct rw_trace_format *format, struct rw_err *err)
{
	const struct rw_trace_event_def *def = &rw_trace_event[format->event];
	const char *missing = NULL;
	size_t i;

	for (i = 0; i < def->nr && !missing; i++)
		if (!loads(&format->field[def->field[i]]))
			missing = rw_trace_field_name[def->field[i]];
	if (!missing && def->has_name && !names(&format->name))
		missing = "name";
	if (!missing && format->id >= 0)
		return 0;
	return rw_fail(err, RW_ERR_SCHEMA,
		       "%s has no %s that this tool knows; install the tool and the module of the "
		       "same version",
		       path, missing ? missing : "ID");
}

int rw_trace_format_parse(const char *path, const char *text, size_t len,
			  enum rw_trace_event_id event, struct rw_trace_format *format,
			  struct rw_err *err)
{
	const char *end = text + len;
	char line[MAX_LINE];

	*format = (struct rw_trace_format){ .event = event, .id = -1 };
	while (text < end) {
		const char *nl = memchr(text, '\n', (size_t)(end - text));
		size_t n = (size_t)((nl ? nl : end) - text);

		/* The print format at its end is longer, and nothing to us. */
		if (n < sizeof(line) && !memchr(text, '\0', n)) {
			memcpy(line, text, n);
			line[n] = '\0';
			if (take_line(path, line, format, err))
				return -1;
		}
		if (!nl)
			break;
		text = nl + 1;
	}
	return check(path, format, err);
}
