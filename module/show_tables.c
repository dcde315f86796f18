// SPDX-License-Identifier: GPL-2.0
/* The files that show a bounded table, a section per row. */
#include <linux/debugfs.h>
#include <linux/kallsyms.h>
#include <linux/mmzone.h>
#include <linux/module.h>
#include <linux/nodemask.h>

#include "compaction.h"
#include "reclaim.h"
#include "show.h"
#include "shrinkers.h"
#include "table.h"

static const struct rwatch_value_row shrinker_rows[] = {
#define RWATCH_SHRINKER(id, name, unit, kind, probe, help) RWATCH_VALUE_ROW(name, probe)
#include <reclaimwatch/counters.def>
};

static const struct rwatch_value_row reclaimer_rows[] = {
#define RWATCH_RECLAIMER(id, name, unit, kind, probe, help) RWATCH_VALUE_ROW(name, probe)
#include <reclaimwatch/counters.def>
};

static const struct rwatch_value_row compaction_rows[] = {
#define RWATCH_COMPACTION(id, name, unit, kind, probe, help) RWATCH_VALUE_ROW(name, probe)
#include <reclaimwatch/counters.def>
};

static bool is_other(const struct rwatch_row *row)
{
	return !row->key[0] && !row->symbol && !strcmp(row->name, RWATCH_OTHER);
}

static void copy_values(const struct rwatch_row *row, s64 *values, int nr)
{
	int i;

	for (i = 0; i < nr; i++)
		values[i] = atomic64_read(&row->v[i]);
}

static void show_nid(struct seq_file *m, int nid)
{
	if (nid == NUMA_NO_NODE)
		seq_puts(m, RWATCH_UNKNOWN);
	else
		seq_printf(m, "%d", nid);
}

/*
 * "name [module]" becomes "name[module]".  The module of a shrinker that has gone may be
 * gone too; then this is an address.
 */
static void show_symbol(struct seq_file *m, const void *address)
{
	char symbol[KSYM_SYMBOL_LEN];
	char *blank;

	sprint_symbol_no_offset(symbol, (unsigned long)address);
	blank = strchr(symbol, ' ');
	if (blank)
		memmove(blank, blank + 1, strlen(blank));
	rwatch_show_name(m, symbol);
}

static void show_shrinker_name(struct seq_file *m, const struct rwatch_row *row)
{
	if (*row->name || !row->symbol)
		rwatch_show_name(m, row->name);
	else
		show_symbol(m, row->symbol);
}

static void show_shrinker(struct seq_file *m, unsigned int i, const struct rwatch_row *row)
{
	s64 values[RWATCH_NR_SHRINKER];

	copy_values(row, values, RWATCH_NR_SHRINKER);
	values[RWATCH_SHRINKER_GONE] = !row->key[0];
	if (is_other(row)) {
		values[RWATCH_SHRINKER_GONE] = RWATCH_VALUE_UNKNOWN;
		values[RWATCH_SHRINKER_LEFT] = RWATCH_VALUE_UNKNOWN;
	}
	seq_printf(m, "shrinker %u ", i);
	show_nid(m, row->nid);
	seq_putc(m, ' ');
	show_shrinker_name(m, row);
	seq_putc(m, '\n');
	rwatch_show_rows(m, "  ", "", shrinker_rows, values, RWATCH_NR_SHRINKER);
}

static void show_reclaimer(struct seq_file *m, const struct rwatch_row *row, int probe)
{
	s64 values[RWATCH_NR_RECLAIMER];
	bool known = rwatch_probe_knows(probe);
	int i;

	copy_values(row, values, RWATCH_NR_RECLAIMER);
	values[RWATCH_RECLAIMER_PRIORITY] =
		rwatch_depth_priority(values[RWATCH_RECLAIMER_PRIORITY]);
	if (!values[RWATCH_RECLAIMER_PID])
		values[RWATCH_RECLAIMER_PID] = RWATCH_VALUE_UNKNOWN;
	for (i = 0; i < RWATCH_NR_RECLAIMER; i++) {
		if (!known)
			values[i] = RWATCH_VALUE_UNKNOWN;
	}
	rwatch_show_rows(m, "  ", "", reclaimer_rows, values, RWATCH_NR_RECLAIMER);
}

static void show_task(struct seq_file *m, unsigned int i, const struct rwatch_row *row)
{
	seq_printf(m, "task %u ", i);
	rwatch_show_name(m, row->name);
	seq_putc(m, '\n');
	show_reclaimer(m, row, RWATCH_PROBE_DIRECT_END);
}

static void show_cgroup(struct seq_file *m, const char *what, unsigned int i,
			const struct rwatch_row *row, int probe)
{
	seq_printf(m, "%s %u ", what, i);
	if (is_other(row))
		seq_puts(m, RWATCH_OTHER "\n");
	else
		seq_printf(m, "%llu\n", row->key[0]);
	show_reclaimer(m, row, probe);
}

static void show_direct_cgroup(struct seq_file *m, unsigned int i, const struct rwatch_row *row)
{
	show_cgroup(m, "direct", i, row, RWATCH_PROBE_DIRECT_END);
}

static void show_memcg(struct seq_file *m, unsigned int i, const struct rwatch_row *row)
{
	show_cgroup(m, "memcg", i, row, RWATCH_PROBE_MEMCG);
}

static void show_compaction(struct seq_file *m, unsigned int i, const struct rwatch_row *row)
{
	s64 values[RWATCH_NR_COMPACTION];
	struct rwatch_compaction_key key;

	copy_values(row, values, RWATCH_NR_COMPACTION);
	if (is_other(row)) {
		seq_printf(m, "compaction %u " RWATCH_UNKNOWN " " RWATCH_OTHER " " RWATCH_OTHER
			   " any " RWATCH_UNKNOWN "\n", i);
	} else {
		rwatch_compaction_decode(row, &key);
		seq_printf(m, "compaction %u %d %s %s %s ", i, key.nid,
			   NODE_DATA(key.nid)->node_zones[key.zid].name, key.caller, key.context);
		if (key.order < 0)
			seq_puts(m, RWATCH_UNKNOWN "\n");
		else
			seq_printf(m, "%d\n", key.order);
	}
	rwatch_show_rows(m, "  ", "", compaction_rows, values, RWATCH_NR_COMPACTION);
}

/* What a file shows: one table, or several one after the other. */
struct table_file {
	struct {
		struct rwatch_table *table;
		void (*show)(struct seq_file *m, unsigned int i, const struct rwatch_row *row);
	} part[2];
};

static const struct table_file shrinkers_file = { { { &rwatch_shrinkers, show_shrinker } } };
static const struct table_file tasks_file = { { { &rwatch_tasks, show_task } } };
static const struct table_file compaction_file = { { { &rwatch_compactions, show_compaction } } };
static const struct table_file cgroups_file = {
	{ { &rwatch_direct_cgroups, show_direct_cgroup }, { &rwatch_memcgs, show_memcg } }
};

static loff_t file_rows(const struct table_file *file)
{
	loff_t nr = 0;
	int i;

	for (i = 0; i < ARRAY_SIZE(file->part) && file->part[i].table; i++)
		nr += rwatch_table_nr(file->part[i].table);
	return nr;
}

/* Position 0 is the head, then come the rows, then the end. */
static void *rows_start(struct seq_file *m, loff_t *pos)
{
	return *pos <= file_rows(m->private) + 1 ? pos : NULL;
}

static void *rows_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return rows_start(m, pos);
}

static void rows_stop(struct seq_file *m, void *v)
{
}

static void show_row(struct seq_file *m, const struct table_file *file, loff_t i)
{
	union rwatch_row_copy copy;
	int part = 0;

	while (i >= rwatch_table_nr(file->part[part].table))
		i -= rwatch_table_nr(file->part[part++].table);
	if (rwatch_table_read(file->part[part].table, i, &copy))
		file->part[part].show(m, i, &copy.row);
}

static int rows_show(struct seq_file *m, void *v)
{
	const struct table_file *file = m->private;
	loff_t pos = *(loff_t *)v;

	if (!pos)
		rwatch_show_head(m);
	else if (pos > file_rows(file))
		rwatch_show_end(m);
	else
		show_row(m, file, pos - 1);
	return 0;
}

static const struct seq_operations rows_sops = {
	.start	= rows_start,
	.next	= rows_next,
	.stop	= rows_stop,
	.show	= rows_show,
};

/* The table is the file's private data. */
static int rows_open(struct inode *inode, struct file *file)
{
	int err = seq_open(file, &rows_sops);

	if (!err)
		((struct seq_file *)file->private_data)->private = inode->i_private;
	return err;
}

static const struct file_operations rows_fops = {
	.owner		= THIS_MODULE,
	.open		= rows_open,
	.read		= seq_read,
	.llseek		= seq_lseek,
	.release	= seq_release,
};

void rwatch_show_tables(struct dentry *root)
{
	debugfs_create_file("shrinkers", 0444, root, (void *)&shrinkers_file, &rows_fops);
	debugfs_create_file("tasks", 0444, root, (void *)&tasks_file, &rows_fops);
	debugfs_create_file("cgroups", 0444, root, (void *)&cgroups_file, &rows_fops);
	debugfs_create_file("compaction", 0444, root, (void *)&compaction_file, &rows_fops);
}
