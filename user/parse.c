// SPDX-License-Identifier: GPL-2.0
/* The grammar of reclaimwatch/schema.h, the same for every file. */
#include <ctype.h>
#include <string.h>

#include "parser.h"

static bool is_name(const char *word)
{
	if (!islower((unsigned char)*word))
		return false;
	while (islower((unsigned char)*word) || isdigit((unsigned char)*word) || *word == '_')
		word++;
	return !*word;
}

static int parse_schema(struct parser *ps)
{
	struct rw_line line;
	int64_t schema;
	int ret = rw_lex_line(&ps->lx, &line);

	if (ret < 0)
		return -1;
	if (!ret)
		return rw_lex_truncated(&ps->lx);
	if (line.indented || line.nr != 2 || strcmp(line.word[0], "schema") ||
	    !rw_lex_int(line.word[1], false, &schema))
		return rw_lex_garbled(&ps->lx, "it does not begin with \"schema\" and a number");
	if (schema != RWATCH_SCHEMA)
		return rw_fail(ps->lx.err, RW_ERR_SCHEMA,
			       "%s is written in schema %lld and this tool knows schema %d; "
			       "install the tool and the module of the same version",
			       ps->lx.path, (long long)schema, RWATCH_SCHEMA);
	return 0;
}

static const struct section *find_section(const struct format *fmt, const char *name)
{
	const struct section *section;

	for (section = fmt->sections; section->name; section++)
		if (!strcmp(section->name, name))
			return section;
	return NULL;
}

static int parse_value(struct parser *ps, const struct format *fmt, struct rw_line *line,
		       bool in_section)
{
	if (line->nr != 2)
		return rw_lex_garbled(&ps->lx, "%.40s needs one value", line->word[0]);
	if (!in_section)
		return rw_lex_garbled(&ps->lx, "a value outside a section");
	if (!fmt->sections)
		return fmt->value(ps, line->word[0], line->word[1]);
	return ps->section ? ps->section->value(ps, line->word[0], line->word[1]) : 0;
}

static int parse_line(struct parser *ps, const struct format *fmt, struct rw_line *line,
		      bool in_section)
{
	bool is_value = fmt->sections ? line->indented : !line->indented;

	if (!is_name(line->word[0]))
		return rw_lex_garbled(&ps->lx, "\"%.40s\" is not a name", line->word[0]);
	if (is_value)
		return parse_value(ps, fmt, line, in_section);
	if (!fmt->sections || line->nr < 2)
		return rw_lex_garbled(&ps->lx, "neither a section nor a value");
	ps->section = find_section(fmt, line->word[0]);
	if (!ps->section)
		return 0; /* a section of a newer module is skipped */
	if (line->nr != ps->section->words)
		return rw_lex_garbled(&ps->lx, "a \"%s\" line of %d words", ps->section->name,
				      line->nr);
	return ps->section->open(ps, line);
}

int rw_parse(const struct format *fmt, const char *path, const char *text, size_t len,
	     struct rw_snapshot *snap, struct rw_err *err)
{
	struct parser ps = {
		.lx = { .path = path, .p = text, .end = text + len, .err = err },
		.snap = snap,
	};
	bool in_section = !fmt->sections;
	struct rw_line line;
	int ret;

	if (parse_schema(&ps))
		return -1;
	while ((ret = rw_lex_line(&ps.lx, &line)) > 0) {
		if (!line.indented && line.nr == 1 && !strcmp(line.word[0], RWATCH_END)) {
			if (ps.lx.p != ps.lx.end)
				return rw_lex_garbled(&ps.lx, "text after \"" RWATCH_END "\"");
			return 0;
		}
		if (parse_line(&ps, fmt, &line, in_section))
			return -1;
		in_section = true;
	}
	return ret ? -1 : rw_lex_truncated(&ps.lx);
}
