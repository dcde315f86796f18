/* SPDX-License-Identifier: GPL-2.0 */
/* What each node's kswapd does, pass by pass. */
#ifndef RECLAIMWATCH_NODE_H
#define RECLAIMWATCH_NODE_H

#include <linux/mmzone.h>

#include <reclaimwatch/schema.h>

int rwatch_nodes_init(void);
void rwatch_nodes_exit(void);

/* The kernel's own counts count from here. */
void rwatch_nodes_begin(void);

/* From the begin and the return of balance_pgdat(), in kswapd. */
void rwatch_pass_begin(pg_data_t *pgdat, int order, int highest_zoneidx);
void rwatch_pass_end(pg_data_t *pgdat);

/* kswapd has just settled the boost of its zones: this pass is a boosted one. */
void rwatch_pass_mark_boosted(pg_data_t *pgdat);

/* One shrink_slab() call for this node outside any run.  Any context. */
void rwatch_node_count_other_slab(int nid);

/* kswapd of this node wakes, goes to sleep; it does so itself. */
void rwatch_kswapd_wake(int nid);
void rwatch_kswapd_sleep(int nid);
void rwatch_kswapd_forget(void);

/* Somebody wakes the sleeping kswapd of this node.  Any context. */
void rwatch_kswapd_woken(int nid, enum rwatch_node_id cause);

/* The kernel's own count of passes begun, to check the probe against. */
u64 rwatch_nodes_pageoutrun(void);

/* And of pages that kswapd reclaimed. */
u64 rwatch_nodes_pgsteal(void);

bool rwatch_node_pass_running(int nid);

/* Fill one value per table row.  Process context. */
void rwatch_node_values(int nid, s64 *values);
void rwatch_node_pass_values(int nid, enum rwatch_run_kind kind, s64 *values);
size_t rwatch_nodes_bytes(void);

#endif /* RECLAIMWATCH_NODE_H */
