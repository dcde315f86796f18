/* SPDX-License-Identifier: GPL-2.0 */
#ifndef RECLAIMWATCH_LRU_H
#define RECLAIMWATCH_LRU_H

#include <linux/types.h>

/* Pages reclaimed by kswapd, as the lru probe saw it. */
u64 rwatch_lru_seen(void);

#endif /* RECLAIMWATCH_LRU_H */
