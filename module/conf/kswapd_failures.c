// SPDX-License-Identifier: GPL-2.0
/*
 * An int until 6.17, an atomic_t since 6.18, where the allocator resets it too.
 *
 * question: type of pglist_data::kswapd_failures
 * answers: INT ATOMIC
 */
#include <linux/mmzone.h>

#ifdef RWATCH_ASK_INT
#define TYPE int
#else
#define TYPE atomic_t
#endif

static TYPE * __maybe_unused ask(pg_data_t *pgdat)
{
	return &pgdat->kswapd_failures;
}
