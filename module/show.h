/* SPDX-License-Identifier: GPL-2.0 */
/* How values are written into the debugfs files; the grammar is schema.h's. */
#ifndef RECLAIMWATCH_SHOW_H
#define RECLAIMWATCH_SHOW_H

#include <linux/dcache.h>
#include <linux/seq_file.h>

#include <reclaimwatch/schema.h>

#include "probe.h"

struct rwatch_value_row {
	const char *name;
	int probe;	/* enum rwatch_probe_id without which it is unknown */
};

/* One row of a table that counters.def makes. */
#define RWATCH_VALUE_ROW(name, probe)	{ name, RWATCH_PROBE_##probe },

void rwatch_show_head(struct seq_file *m);
void rwatch_show_end(struct seq_file *m);
void rwatch_show_value(struct seq_file *m, const char *indent, const char *prefix,
		       const char *name, s64 value);
void rwatch_show_rows(struct seq_file *m, const char *indent, const char *prefix,
		      const struct rwatch_value_row *rows, const s64 *values, int nr);

/* A name from outside, as one word. */
void rwatch_show_name(struct seq_file *m, const char *name);

/* Make the files that have a source file of their own. */
void rwatch_show_tables(struct dentry *root);
void rwatch_show_histograms(struct dentry *root);
void rwatch_show_events(struct dentry *root);

#endif /* RECLAIMWATCH_SHOW_H */
