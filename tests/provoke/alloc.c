// SPDX-License-Identifier: GPL-2.0
/*
 * Allocations of a high order from the contexts that compaction tells apart.  They
 * insist (__GFP_RETRY_MAYFAIL), since compaction that does not wait would leave alone
 * all pageblocks of another migratetype, but have nobody killed.
 */
#include <linux/gfp.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/timekeeping.h>

#include "provoke.h"

static LIST_HEAD(kept);

static const struct {
	const char *name;
	gfp_t gfp;
} contexts[] = {
	{ "any", GFP_KERNEL },
	{ "nofs", GFP_NOFS },
	{ "noio", GFP_NOIO },
};

static void alloc_one(u64 *values, gfp_t gfp, unsigned int order)
{
	u64 begun = ktime_get_ns();
	struct page *page = alloc_pages(gfp | __GFP_RETRY_MAYFAIL | __GFP_NOWARN, order);
	u64 ns = ktime_get_ns() - begun;

	values[page ? PROVOKE_DONE : PROVOKE_FAILED]++;
	values[page ? PROVOKE_NS : PROVOKE_FAILED_NS] += ns;
	if (!page)
		return;
	set_page_private(page, order);
	list_add(&page->lru, &kept);
}

int provoke_alloc(u64 *values, const char *arguments)
{
	unsigned int order, count, i;
	char name[8];

	if (sscanf(arguments, "%u %7s %u", &order, name, &count) != 3)
		return -EINVAL;
	for (i = 0; i < ARRAY_SIZE(contexts); i++) {
		if (!strcmp(name, contexts[i].name))
			break;
	}
	if (i == ARRAY_SIZE(contexts))
		return -EINVAL;
	for (; count; count--) {
		alloc_one(values, contexts[i].gfp, order);
		cond_resched();
	}
	return 0;
}

int provoke_free(u64 *values, const char *arguments)
{
	struct page *page, *next;

	list_for_each_entry_safe(page, next, &kept, lru) {
		unsigned int order = page_private(page);

		list_del(&page->lru);
		set_page_private(page, 0);
		__free_pages(page, order);
		values[PROVOKE_DONE]++;
	}
	return 0;
}
