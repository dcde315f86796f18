// SPDX-License-Identifier: GPL-2.0
#include <linux/kprobes.h>
#include <linux/log2.h>
#include <linux/numa.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <reclaimwatch/schema.h>

#include "table.h"

/* A key's row is one of this many from where the key hashes to. */
#define WINDOW	32

static struct rwatch_row *other_row(const struct rwatch_table *table)
{
	return rwatch_table_row(table, 1 << table->bits);
}
NOKPROBE_SYMBOL(other_row);

/* The i-th candidate for a key that hashes to first. */
static struct rwatch_row *row_at(const struct rwatch_table *table, unsigned int first,
				 unsigned int i)
{
	return rwatch_table_row(table, (first + i) & ((1 << table->bits) - 1));
}
NOKPROBE_SYMBOL(row_at);

int __init rwatch_table_init(struct rwatch_table *table, unsigned int nr)
{
	struct rwatch_row *other;

	if (WARN_ON(table->nr_values > RWATCH_ROW_VALUES))
		return -EINVAL;
	raw_spin_lock_init(&table->lock);
	table->bits = order_base_2(nr);
	table->row_bytes = struct_size(other, v, table->nr_values);
	table->rows = kvcalloc(rwatch_table_nr(table), table->row_bytes, GFP_KERNEL);
	if (!table->rows)
		return -ENOMEM;

	other = other_row(table);
	strscpy(other->name, RWATCH_OTHER, sizeof(other->name));
	other->nid = NUMA_NO_NODE;
	other->used = true;
	return 0;
}

void rwatch_table_exit(struct rwatch_table *table)
{
	kvfree(table->rows);
}

unsigned int rwatch_table_nr(const struct rwatch_table *table)
{
	return (1 << table->bits) + 1;
}

size_t rwatch_table_bytes(const struct rwatch_table *table)
{
	return rwatch_table_nr(table) * table->row_bytes;
}

/*
 * The row of the key; else NULL, and in *room a row that could be made into it: one that
 * never had an owner, or the first whose owner is gone, or NULL.  A row that has had an
 * owner stays used, so nothing can be behind one that has not.
 */
static struct rwatch_row *look_up(const struct rwatch_table *table, u64 key0, u64 key1,
				  struct rwatch_row **room)
{
	unsigned int first = rwatch_table_first(table, key0, key1), i;

	*room = NULL;
	for (i = 0; i < WINDOW; i++) {
		struct rwatch_row *row = row_at(table, first, i);

		if (rwatch_row_is(row, key0, key1))
			return row;
		if (READ_ONCE(row->key[0]))
			continue;
		if (!*room)
			*room = row;
		if (!READ_ONCE(row->used)) {
			*room = row;
			break;
		}
	}
	return NULL;
}
NOKPROBE_SYMBOL(look_up);

struct rwatch_row *rwatch_table_find(struct rwatch_table *table, u64 key0, u64 key1)
{
	struct rwatch_row *room;

	return look_up(table, key0, key1, &room);
}
NOKPROBE_SYMBOL(rwatch_table_find);

static void make_row(struct rwatch_table *table, struct rwatch_row *row, u64 key0, u64 key1)
{
	const u64 key[] = { key0, key1 };
	int i;

	WRITE_ONCE(row->generation, row->generation + 1);
	smp_wmb();	/* odd is seen before anything changes ... */
	if (row->used && table->fold)
		table->fold(other_row(table), row);
	for (i = 0; i < table->nr_values; i++)
		atomic64_set(&row->v[i], 0);
	row->name[0] = '\0';
	row->symbol = NULL;
	row->nid = NUMA_NO_NODE;
	if (table->describe)
		table->describe(row, key);
	WRITE_ONCE(row->key[1], key1);
	WRITE_ONCE(row->used, true);
	smp_store_release(&row->key[0], key0);	/* pairs with rwatch_row_is() */
	smp_wmb();	/* ... and all that changed before even */
	WRITE_ONCE(row->generation, row->generation + 1);
}
NOKPROBE_SYMBOL(make_row);

struct rwatch_row *rwatch_table_find_or_make(struct rwatch_table *table, u64 key0, u64 key1)
{
	struct rwatch_row *room, *row = look_up(table, key0, key1, &room);
	unsigned long flags;

	if (row)
		return row;
	if (!room)	/* a full table must not make everybody queue for its lock */
		return other_row(table);

	raw_spin_lock_irqsave(&table->lock, flags);
	row = look_up(table, key0, key1, &room);
	if (!row && room) {
		make_row(table, room, key0, key1);
		row = room;
	}
	raw_spin_unlock_irqrestore(&table->lock, flags);
	return row ?: other_row(table);
}
NOKPROBE_SYMBOL(rwatch_table_find_or_make);

void rwatch_table_retire(struct rwatch_table *table, struct rwatch_row *row)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&table->lock, flags);
	WRITE_ONCE(row->key[0], 0);
	raw_spin_unlock_irqrestore(&table->lock, flags);
}
NOKPROBE_SYMBOL(rwatch_table_retire);

void rwatch_table_retire_all(struct rwatch_table *table)
{
	unsigned int i;

	for (i = 0; i < 1U << table->bits; i++)
		rwatch_table_retire(table, rwatch_table_row(table, i));
}

bool rwatch_table_read(const struct rwatch_table *table, unsigned int i,
		       union rwatch_row_copy *copy)
{
	const struct rwatch_row *row = rwatch_table_row(table, i);
	unsigned int generation;

	do {
		generation = READ_ONCE(row->generation);
		smp_rmb();	/* pairs with make_row(): the generation is seen first ... */
		if (!READ_ONCE(row->used))
			return false;
		memcpy(copy, row, table->row_bytes);
		smp_rmb();	/* ... and again after all that was copied */
	} while (generation & 1 || READ_ONCE(row->generation) != generation);
	return true;
}
