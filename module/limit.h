/* SPDX-License-Identifier: GPL-2.0 */
/* How much boost the clamp lets a zone keep.  Pure; the unit tests compile it. */
#ifndef RECLAIMWATCH_LIMIT_H
#define RECLAIMWATCH_LIMIT_H

#define RWATCH_NO_LIMIT		ULONG_MAX
#define RWATCH_MAX_PCT		1000

/* @pct of the base high watermark; any negative number: no limit. */
static inline unsigned long rwatch_limit_pages(unsigned long high, int pct)
{
	if (pct < 0)
		return RWATCH_NO_LIMIT;
	/* Divided first where it is large: no zone's watermark is worth an overflow. */
	if (high > ULONG_MAX / RWATCH_MAX_PCT)
		return high / 100 * pct;
	return high * pct / 100;
}

#endif /* RECLAIMWATCH_LIMIT_H */
