// SPDX-License-Identifier: GPL-2.0
#include <linux/string.h>

#include "show.h"

void rwatch_show_head(struct seq_file *m)
{
	/* Whether kprobes fire right now decides what is known right now. */
	rwatch_probes_prove();
	seq_printf(m, "schema %d\n", RWATCH_SCHEMA);
}

void rwatch_show_end(struct seq_file *m)
{
	seq_puts(m, RWATCH_END "\n");
}

void rwatch_show_value(struct seq_file *m, const char *indent, const char *prefix,
		       const char *name, s64 value)
{
	if (value == RWATCH_VALUE_UNKNOWN)
		seq_printf(m, "%s%s%s " RWATCH_UNKNOWN "\n", indent, prefix, name);
	else
		seq_printf(m, "%s%s%s %lld\n", indent, prefix, name, value);
}

void rwatch_show_rows(struct seq_file *m, const char *indent, const char *prefix,
		      const struct rwatch_value_row *rows, const s64 *values, int nr)
{
	int i;

	for (i = 0; i < nr; i++) {
		int probe = rows[i].probe;
		s64 value = values[i];

		if (probe != RWATCH_PROBE_NONE && !rwatch_probe_knows(probe))
			value = RWATCH_VALUE_UNKNOWN;
		rwatch_show_value(m, indent, prefix, rows[i].name, value);
	}
}

void rwatch_show_name(struct seq_file *m, const char *name)
{
	if (!*name)
		name = " ";	/* a word has to have something in it */
	for (; *name; name++) {
		unsigned char c = *name;

		if (c > ' ' && c < 0x7f && c != '\\')
			seq_putc(m, c);
		else
			seq_printf(m, "\\x%02x", c);
	}
}
