/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Bounded tables of rows that are found by a key and appear by themselves: shrinkers,
 * tasks, cgroups, compactions.  What finds no row is counted in the row "other".
 *
 * Values are atomics, added to by anybody without a lock.  A new row is made under the
 * table's lock; readers take no lock and see by its generation that a row has
 * changed hands under them.
 */
#ifndef RECLAIMWATCH_TABLE_H
#define RECLAIMWATCH_TABLE_H

#include <linux/atomic.h>
#include <linux/hash.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#define RWATCH_ROW_VALUES	16	/* no row has more */
#define RWATCH_ROW_NAME		56

struct rwatch_row {
	u64 key[2];			/* key[0] is 0: nobody's, or its owner is gone */
	unsigned int generation;	/* odd while the row is being given to a new owner */
	int nid;
	bool used;			/* has had an owner */
	const void *symbol;		/* what the row is named after, if name is empty */
	char name[RWATCH_ROW_NAME];
	atomic64_t v[];
};

struct rwatch_table {
	/* Set by its owner. */
	unsigned int nr_values;
	/* Fill nid, symbol and name of a new row from its key, if readers cannot. */
	void (*describe)(struct rwatch_row *row, const u64 *key);
	/* Add the values of a row that is given away to "other"; if rows are retired. */
	void (*fold)(struct rwatch_row *other, struct rwatch_row *row);

	/* Set by rwatch_table_init(). */
	void *rows;			/* 1 << bits, and "other" */
	size_t row_bytes;
	unsigned int bits;
	raw_spinlock_t lock;		/* protects the making of rows */
};

/* Room for a copy of any row. */
union rwatch_row_copy {
	struct rwatch_row row;
	u8 bytes[sizeof(struct rwatch_row) + RWATCH_ROW_VALUES * sizeof(atomic64_t)];
};

/* With room for so many rows; rounded up to a power of two. */
int rwatch_table_init(struct rwatch_table *table, unsigned int nr);
void rwatch_table_exit(struct rwatch_table *table);
size_t rwatch_table_bytes(const struct rwatch_table *table);

/* The rows are one array: a row's size is known only at load. */
static __always_inline struct rwatch_row *rwatch_table_row(const struct rwatch_table *table,
							   unsigned int i)
{
	return table->rows + i * table->row_bytes;
}

/* Where the search for a key begins. */
static __always_inline unsigned int rwatch_table_first(const struct rwatch_table *table,
						       u64 key0, u64 key1)
{
	return hash_64(key0 + key1 * GOLDEN_RATIO_64, table->bits);
}

static __always_inline bool rwatch_row_is(const struct rwatch_row *row, u64 key0, u64 key1)
{
	/* Pairs with make_row(): who sees the key sees the rest. */
	return smp_load_acquire(&row->key[0]) == key0 && READ_ONCE(row->key[1]) == key1;
}

struct rwatch_row *rwatch_table_find(struct rwatch_table *table, u64 key0, u64 key1);

/* The same; made if need be, "other" if there is no room. */
struct rwatch_row *rwatch_table_find_or_make(struct rwatch_table *table, u64 key0, u64 key1);

/*
 * The same, for those who are in a hurry: most rows are where the search begins.
 * key0 is not 0.
 */
static __always_inline struct rwatch_row *rwatch_table_get(struct rwatch_table *table, u64 key0,
							   u64 key1)
{
	struct rwatch_row *row = rwatch_table_row(table, rwatch_table_first(table, key0, key1));

	if (likely(rwatch_row_is(row, key0, key1)))
		return row;
	return rwatch_table_find_or_make(table, key0, key1);
}

/* Its owner is gone: the row stays readable until somebody needs it. */
void rwatch_table_retire(struct rwatch_table *table, struct rwatch_row *row);
void rwatch_table_retire_all(struct rwatch_table *table);	/* process context */

/* For readers: a consistent copy of row i; false if it has never had an owner. */
bool rwatch_table_read(const struct rwatch_table *table, unsigned int i,
		       union rwatch_row_copy *copy);
unsigned int rwatch_table_nr(const struct rwatch_table *table);	/* "other" is the last one */

/* Which row it is. */
static inline unsigned int rwatch_table_index(const struct rwatch_table *table,
					      const struct rwatch_row *row)
{
	return ((const void *)row - table->rows) / table->row_bytes;
}

/* Raise a maximum. */
static __always_inline void rwatch_max(atomic64_t *v, s64 n)
{
	s64 old = atomic64_read(v), seen;

	while (n > old) {
		seen = atomic64_cmpxchg(v, old, n);
		if (seen == old)
			break;
		old = seen;
	}
}

#endif /* RECLAIMWATCH_TABLE_H */
