// SPDX-License-Identifier: GPL-2.0
/*
 * Asked before anything else: it must compile as it is, and must not with any
 * of the wrongs, on which all questions about prototypes rely.
 *
 * wrong: PROTOTYPE UNDECLARED MEMBER
 */
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/tracepoint.h>

static void callback(void *data, int order, gfp_t gfp_flags)
{
}

static inline void takes_callback(void (*fn)(void *data, int order, gfp_t gfp_flags))
{
}

static inline void takes_another(void (*fn)(void *data, gfp_t gfp_flags, int order))
{
}

static inline unsigned long __maybe_unused right(struct zone *zone)
{
	takes_callback(callback);
#ifdef RWATCH_ASK_PROTOTYPE
	takes_another(callback);
#endif
#ifdef RWATCH_ASK_UNDECLARED
	rwatch_no_such_function(callback);
#endif
#ifdef RWATCH_ASK_MEMBER
	return zone->rwatch_no_such_member;
#endif
	return zone->watermark_boost;
}
