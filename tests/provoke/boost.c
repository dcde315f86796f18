// SPDX-License-Identifier: GPL-2.0
/*
 * Fragmentation events in the DMA zone, and nowhere else: all of it is taken with pages
 * of one migratetype, a quarter given back here and there, too little to make a pageblock
 * change hands; then pages of the other type are asked for, one by one.  Each has to fall
 * back on the first type, and each fallback is a chance to raise the boost.
 *
 * "wake" has the kernel wake kswapd as it does for others, and leaves it a millisecond
 * each time; with "still" the boost is raised and nobody is told.
 */
#include <linux/delay.h>
#include <linux/gfp.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/string.h>
#include <linux/timekeeping.h>

#include "provoke.h"

#define GIVE_BACK	4	/* one page of so many */

static struct page *take(gfp_t type)
{
	return alloc_page(GFP_DMA | __GFP_NOWARN | type);
}

static void take_all(struct list_head *pages, gfp_t type)
{
	struct page *page;

	while ((page = take(type)))
		list_add(&page->lru, pages);
}

static void give_back(struct list_head *pages, unsigned int one_of)
{
	struct page *page, *next;
	unsigned int i = 0;

	list_for_each_entry_safe(page, next, pages, lru) {
		if (i++ % one_of)
			continue;
		list_del(&page->lru);
		__free_page(page);
	}
}

/* Asks for count pages; gives all back when there are no more. */
static void fall_back(u64 *values, gfp_t type, unsigned int count, bool wake)
{
	LIST_HEAD(guests);

	for (; count; count--) {
		struct page *page = take(wake ? type | __GFP_KSWAPD_RECLAIM : type);

		if (page)
			list_add(&page->lru, &guests);
		else
			give_back(&guests, 1);
		values[page ? PROVOKE_DONE : PROVOKE_FAILED]++;
		if (wake)
			usleep_range(1000, 1100);
	}
	give_back(&guests, 1);
}

int provoke_boost(u64 *values, const char *arguments)
{
	LIST_HEAD(holders);
	char from[16], how[8];
	unsigned int count;
	gfp_t type;
	u64 begun;

	if (sscanf(arguments, "%15s %u %7s", from, &count, how) != 3)
		return -EINVAL;
	type = strcmp(from, "movable") ? 0 : __GFP_MOVABLE;

	take_all(&holders, type);
	give_back(&holders, GIVE_BACK);
	begun = ktime_get_ns();
	fall_back(values, type ^ __GFP_MOVABLE, count, !strcmp(how, "wake"));
	values[PROVOKE_NS] = ktime_get_ns() - begun;
	give_back(&holders, 1);
	return 0;
}
