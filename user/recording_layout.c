// SPDX-License-Identifier: GPL-2.0
/* Text in the grammar of reclaimwatch/schema.h, apart into what stays and what changes. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include <reclaimwatch/schema.h>

#include "lex.h"
#include "recording.h"

/* A number only if it is printed again just as it was. */
static int to_value(struct rw_rec_value *value, const char *word, size_t len)
{
	char text[24], again[24];

	*value = (struct rw_rec_value){ .kind = RW_REC_TEXT };
	if (len == strlen(RWATCH_UNKNOWN) && !memcmp(word, RWATCH_UNKNOWN, len)) {
		value->kind = RW_REC_NONE;
		return 0;
	}
	if (len < sizeof(text)) {
		memcpy(text, word, len);
		text[len] = '\0';
		if (rw_lex_int(text, true, &value->v)) {
			snprintf(again, sizeof(again), "%" PRId64, value->v);
			if (!strcmp(text, again)) {
				value->kind = RW_REC_INT;
				return 0;
			}
		}
	}
	value->v = 0;
	value->text = strndup(word, len);
	return value->text ? 0 : -1;
}

static int push(struct rw_rec_value **values, size_t *nr, const char *word, size_t len)
{
	void *more;

	if (!(*nr & (*nr - 1))) {
		more = realloc(*values, (*nr ? 2 * *nr : 1) * sizeof(**values));
		if (!more)
			return -1;
		*values = more;
	}
	if (to_value(&(*values)[*nr], word, len))
		return -1;
	(*nr)++;
	return 0;
}

static void put_line(struct rw_buf *layout, char what, const char *text, size_t len)
{
	rw_buf_byte(layout, (unsigned char)what);
	rw_buf_add(layout, text, len);
	rw_buf_byte(layout, 0);
}

/* The blank before the last of just two words, NULL if there are more or less. */
static const char *split(const char *line, size_t len)
{
	size_t indent = 0;
	const char *blank;

	while (indent < len && line[indent] == ' ')
		indent++;
	blank = memchr(line + indent, ' ', len - indent);
	if (!blank || blank == line + len - 1 ||
	    memchr(blank + 1, ' ', (size_t)(line + len - blank - 1)))
		return NULL;
	return blank;
}

int rw_layout_add(struct rw_buf *layout, struct rw_rec_value **values, size_t *nr, const char *name,
		  const char *text, size_t len)
{
	const char *end = text + len;

	put_line(layout, 'F', name, strlen(name));
	while (text < end) {
		const char *nl = memchr(text, '\n', (size_t)(end - text));
		size_t n = (size_t)((nl ? nl : end) - text);
		const char *blank = split(text, n);
		/* What has values below it is the head of a section. */
		bool head = n && *text != ' ' && nl && nl + 1 < end && nl[1] == ' ';

		if (head) {
			put_line(layout, 'H', text, n);
		} else if (!blank) {
			put_line(layout, 'T', text, n);
		} else {
			put_line(layout, 'V', text, (size_t)(blank - text));
			if (push(values, nr, blank + 1, (size_t)(text + n - blank - 1)))
				return -1;
		}
		text = nl ? nl + 1 : end;
	}
	return layout->failed ? -1 : 0;
}

static size_t count_lines(const unsigned char *text, size_t len)
{
	size_t i, nr = 0;

	for (i = 0; i < len; i++)
		nr += !text[i];
	return nr;
}

int rw_layout_parse(struct rw_layout *layout, const unsigned char *text, size_t len)
{
	size_t i, file = 0, header = 0, nr = count_lines(text, len);
	char *p;

	*layout = (struct rw_layout){ .len = len };
	if (!nr || text[len - 1] || *text != 'F')
		return -1;
	layout->text = malloc(len);
	layout->line = calloc(nr, sizeof(*layout->line));
	layout->value = calloc(nr, sizeof(*layout->value));
	if (!layout->text || !layout->line || !layout->value) {
		rw_layout_free(layout);
		return -1;
	}
	memcpy(layout->text, text, len);
	layout->id = (uint32_t)crc32(crc32(0, NULL, 0), text, (uInt)len);
	for (i = 0, p = layout->text; i < nr; i++, p += strlen(p) + 1) {
		struct rw_rec_line *line = &layout->line[i];

		/* An empty line has no kind: what follows is then not to be trusted. */
		line->what = *p ? *p : 'T';
		line->text = *p ? p + 1 : p;
		if (line->what == 'F')
			file = header = i;
		if (line->what == 'H')
			header = i;
		if (line->what == 'V')
			layout->value[layout->nr_values++] = i;
		line->file = file;
		line->header = *line->text == ' ' || line->what == 'H' ? header : file;
	}
	layout->nr_lines = nr;
	return 0;
}

void rw_layout_free(struct rw_layout *layout)
{
	free(layout->text);
	free(layout->line);
	free(layout->value);
	*layout = (struct rw_layout){ 0 };
}

char *rw_layout_text(const struct rw_layout *layout, const struct rw_rec_value *values,
		     const char *name, size_t *len)
{
	struct rw_buf buf = { 0 };
	size_t i, value = 0;
	bool here = false, found = false;

	for (i = 0; i < layout->nr_lines; i++) {
		const struct rw_rec_line *line = &layout->line[i];

		if (line->what == 'F') {
			here = !strcmp(line->text, name);
			found |= here;
			continue;
		}
		if (here) {
			rw_buf_add(&buf, line->text, strlen(line->text));
			if (line->what == 'V' && values[value].kind == RW_REC_INT)
				rw_buf_printf(&buf, " %" PRId64, values[value].v);
			else if (line->what == 'V')
				rw_buf_printf(&buf, " %s",
					      values[value].kind == RW_REC_TEXT ?
						      values[value].text :
						      RWATCH_UNKNOWN);
			rw_buf_byte(&buf, '\n');
		}
		value += line->what == 'V';
	}
	*len = buf.len;
	rw_buf_byte(&buf, 0);
	if (!found || buf.failed) {
		rw_buf_free(&buf);
		return NULL;
	}
	return (char *)buf.p;
}

long rw_layout_find(const struct rw_layout *layout, const char *file, const char *header,
		    const char *name)
{
	size_t i;

	for (i = 0; i < layout->nr_values; i++) {
		const struct rw_rec_line *line = &layout->line[layout->value[i]];
		const struct rw_rec_line *above = &layout->line[line->header];

		if (strcmp(line->text + strspn(line->text, " "), name) ||
		    strcmp(layout->line[line->file].text, file))
			continue;
		if (above->what == 'H' ? !strcmp(above->text, header) : !*header)
			return (long)i;
	}
	return -1;
}

struct rw_val rw_rec_val(const struct rw_rec_value *value)
{
	return value->kind == RW_REC_INT ? rw_some(value->v) : rw_none();
}

void rw_rec_values_free(struct rw_rec_value *values, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		free(values[i].text);
	free(values);
}
