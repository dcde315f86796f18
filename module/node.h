/* SPDX-License-Identifier: GPL-2.0 */
/* What each node's kswapd does, pass by pass. */
#ifndef RECLAIMWATCH_NODE_H
#define RECLAIMWATCH_NODE_H

#include <linux/mmzone.h>

#include <reclaimwatch/schema.h>

int rwatch_nodes_init(void);
void rwatch_nodes_exit(void);

/* pageoutrun counts from here. */
void rwatch_nodes_begin(void);

/* From the begin and the return of balance_pgdat(), in kswapd. */
void rwatch_pass_begin(pg_data_t *pgdat, int highest_zoneidx);
void rwatch_pass_end(pg_data_t *pgdat);

/* kswapd has just settled the boost of its zones: this pass is a boosted one. */
void rwatch_pass_mark_boosted(pg_data_t *pgdat);

/* One shrink_slab() call for this node, by current.  Any context. */
void rwatch_node_count_shrink_slab(int nid);

/* The kernel's own count of passes begun, to check the probe against. */
u64 rwatch_nodes_pageoutrun(void);

bool rwatch_node_pass_running(int nid);

/* Fill one value per table row.  Process context. */
void rwatch_node_values(int nid, s64 *values);
void rwatch_node_pass_values(int nid, enum rwatch_pass_kind kind, s64 *values);

#endif /* RECLAIMWATCH_NODE_H */
