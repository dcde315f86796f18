/* SPDX-License-Identifier: GPL-2.0 */
/* The counters as text; include/reclaimwatch/schema.h is the specification. */
#ifndef RECLAIMWATCH_DEBUGFS_H
#define RECLAIMWATCH_DEBUGFS_H

void rwatch_debugfs_init(void);
void rwatch_debugfs_exit(void);

#endif /* RECLAIMWATCH_DEBUGFS_H */
