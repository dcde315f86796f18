/* SPDX-License-Identifier: GPL-2.0 */
/* Compaction of each zone, by who asked for it, in which context, for which order. */
#ifndef RECLAIMWATCH_COMPACTION_H
#define RECLAIMWATCH_COMPACTION_H

#include <linux/gfp.h>
#include <linux/mmzone.h>

#include <reclaimwatch/schema.h>

#include "table.h"

int rwatch_compaction_init(void);
void rwatch_compaction_exit(void);
size_t rwatch_compaction_bytes(void);

/* Compactions are followed from open() to close(). */
void rwatch_compaction_open(void);
void rwatch_compaction_close(void);

/* Current tries to compact for its own allocation; false if it is not followed. */
bool rwatch_compact_direct_begin(gfp_t gfp);
void rwatch_compact_direct_end(void);

/* Current begins to compact a zone; is told which and for what; ends. */
void rwatch_compact_zone_begin(void);
void rwatch_compact_zone_is(struct zone *zone, int order);
void rwatch_compact_zone_end(int status);

/* Current leaves the zone alone: it has failed there lately. */
void rwatch_compact_deferred(struct zone *zone, int order);

/* For readers: what a row is about. */
struct rwatch_compaction_key {
	int nid;
	int zid;
	const char *caller;
	const char *context;
	int order;		/* -1: none */
};

void rwatch_compaction_decode(const struct rwatch_row *row, struct rwatch_compaction_key *key);
u64 rwatch_compaction_hist(int nid, enum rwatch_hist_node_id id, unsigned int bucket);

extern struct rwatch_table rwatch_compactions;

#endif /* RECLAIMWATCH_COMPACTION_H */
