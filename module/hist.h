/* SPDX-License-Identifier: GPL-2.0 */
/* Histograms: which bucket a number belongs to.  Pure; the unit tests compile it. */
#ifndef RECLAIMWATCH_HIST_H
#define RECLAIMWATCH_HIST_H

#include <reclaimwatch/schema.h>

/* Bucket i holds up to 2^(RWATCH_LOG2_FIRST + i); the last one everything else. */
static inline unsigned int rwatch_log2_bucket(u64 n)
{
	unsigned int bits = n > 1 ? 64 - __builtin_clzll(n - 1) : 0;

	if (bits <= RWATCH_LOG2_FIRST)
		return 0;
	bits -= RWATCH_LOG2_FIRST;
	return bits < RWATCH_NR_LOG2 ? bits : RWATCH_NR_LOG2 - 1;
}

/* What is out of range goes into the nearest bucket. */
static inline unsigned int rwatch_linear_bucket(int n)
{
	if (n < 0)
		return 0;
	return n < RWATCH_NR_LINEAR ? n : RWATCH_NR_LINEAR - 1;
}

#endif /* RECLAIMWATCH_HIST_H */
