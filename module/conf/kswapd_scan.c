// SPDX-License-Identifier: GPL-2.0
/*
 * PGSCAN_KSWAPD and PGSTEAL_KSWAPD are events, counted per CPU, until 7.0, and
 * statistics of a node since 7.1.  The compiler does not tell one enum from
 * another, so the answer is which of the headers, all alone, has them.
 *
 * question: place of PGSCAN_KSWAPD
 * answers: EVENT NODE_STAT
 */
#ifdef RWATCH_ASK_EVENT
#include <linux/vm_event_item.h>
#else
#include <linux/mmzone.h>
#endif

static int __maybe_unused ask(void)
{
	return PGSCAN_KSWAPD + PGSTEAL_KSWAPD;
}
