/* SPDX-License-Identifier: GPL-2.0 */
/* What each shrinker is asked for and what it gives, per node. */
#ifndef RECLAIMWATCH_SHRINKERS_H
#define RECLAIMWATCH_SHRINKERS_H

#include <linux/types.h>

#include "table.h"

struct shrinker;

int rwatch_shrinkers_init(void);
void rwatch_shrinkers_exit(void);

/* Calls are followed from open() to close(). */
void rwatch_shrinkers_open(void);
void rwatch_shrinkers_close(void);

/* A call begins, wanted to scan so many of its objects; and ends.  By the same task. */
void rwatch_shrink_begin(struct shrinker *shrinker, int nid, s64 objects, s64 wanted,
			 int priority);
void rwatch_shrink_end(struct shrinker *shrinker, int nid, s64 freed, s64 unscanned);

/* The row of the call that current is in, NULL if there is none or more than one. */
struct rwatch_row *rwatch_shrink_row(void);

/* It has been unregistered: no call of it is running, none will. */
void rwatch_shrinker_gone(const struct shrinker *shrinker);

extern struct rwatch_table rwatch_shrinkers;

#endif /* RECLAIMWATCH_SHRINKERS_H */
