// SPDX-License-Identifier: GPL-2.0
/*
 * Shrinkers that know themselves what they were asked and what they gave.  Shrinker i
 * has "objects" objects that do not exist, and frees i in 4 of those it scans, rounded
 * up; the fifth is the first kind again.
 */
#include <linux/atomic.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/shrinker.h>
#include <linux/slab.h>

#include "compat.h"
#include "provoke.h"

static unsigned int shrinkers;
module_param(shrinkers, uint, 0444);
MODULE_PARM_DESC(shrinkers, "how many test shrinkers there are (default: 0)");

static unsigned long objects = 1000;
module_param(objects, ulong, 0444);
MODULE_PARM_DESC(objects, "objects each of them begins with (default: 1000)");

struct test_shrinker {
#ifdef RWATCH_CONF_SB_SHRINKER_PRIVATE_DATA
	struct shrinker *shrinker;
#else
	struct shrinker shrinker;
#endif
	unsigned int quarters;		/* of what it scans it frees so many */
	atomic64_t left;
	atomic64_t considered;		/* asked how many it has, and had some */
	atomic64_t scans;
	atomic64_t scanned;
	atomic64_t freed;
};

static struct test_shrinker *tests;
static unsigned int nr_registered;

/* Since 6.7 shrinkers are allocated, and superblocks' are too: compat.h knows. */
#ifdef RWATCH_CONF_SB_SHRINKER_PRIVATE_DATA
static struct test_shrinker *test_of(struct shrinker *shrinker)
{
	return shrinker->private_data;
}
#else
static struct test_shrinker *test_of(struct shrinker *shrinker)
{
	return container_of(shrinker, struct test_shrinker, shrinker);
}
#endif

static unsigned long provoke_count(struct shrinker *shrinker, struct shrink_control *sc)
{
	struct test_shrinker *test = test_of(shrinker);
	unsigned long left = atomic64_read(&test->left);

	if (left)
		atomic64_inc(&test->considered);
	return left ?: SHRINK_EMPTY;
}

static unsigned long provoke_scan(struct shrinker *shrinker, struct shrink_control *sc)
{
	struct test_shrinker *test = test_of(shrinker);
	unsigned long freed = min_t(unsigned long,
				    DIV_ROUND_UP(sc->nr_to_scan * test->quarters, 4),
				    atomic64_read(&test->left));

	atomic64_inc(&test->scans);
	atomic64_add(sc->nr_to_scan, &test->scanned);
	atomic64_add(freed, &test->freed);
	atomic64_sub(freed, &test->left);
	return freed;
}

#ifdef RWATCH_CONF_SB_SHRINKER_PRIVATE_DATA
static int add(struct test_shrinker *test)
{
	test->shrinker = shrinker_alloc(0, "provoke");
	if (!test->shrinker)
		return -ENOMEM;
	test->shrinker->count_objects = provoke_count;
	test->shrinker->scan_objects = provoke_scan;
	test->shrinker->private_data = test;
	shrinker_register(test->shrinker);
	return 0;
}

static void remove(struct test_shrinker *test)
{
	shrinker_free(test->shrinker);
}
#else
static int add(struct test_shrinker *test)
{
	/* Since 6.0 there is a name, which older kernels do not look for. */
	int (*register_it)(struct shrinker *shrinker, const char *name, ...) =
		(void *)register_shrinker;

	test->shrinker.count_objects = provoke_count;
	test->shrinker.scan_objects = provoke_scan;
	test->shrinker.seeks = DEFAULT_SEEKS;
	return register_it(&test->shrinker, "provoke");
}

static void remove(struct test_shrinker *test)
{
	unregister_shrinker(&test->shrinker);
}
#endif

int __init provoke_shrinkers_init(void)
{
	int err;

	tests = kcalloc(shrinkers, sizeof(*tests), GFP_KERNEL);
	if (!tests)
		return -ENOMEM;
	for (; nr_registered < shrinkers; nr_registered++) {
		tests[nr_registered].quarters = nr_registered % 4;
		atomic64_set(&tests[nr_registered].left, objects);
		err = add(&tests[nr_registered]);
		if (err) {
			provoke_shrinkers_exit();
			return err;
		}
	}
	return 0;
}

void provoke_shrinkers_exit(void)
{
	while (nr_registered)
		remove(&tests[--nr_registered]);
	kfree(tests);
}

void provoke_shrinkers_show(struct seq_file *m)
{
	unsigned int i;

	for (i = 0; i < nr_registered; i++) {
		seq_printf(m, "shrinker %u\n", i);
		seq_printf(m, "  considered %lld\n", atomic64_read(&tests[i].considered));
		seq_printf(m, "  scans %lld\n", atomic64_read(&tests[i].scans));
		seq_printf(m, "  scanned_objects %lld\n", atomic64_read(&tests[i].scanned));
		seq_printf(m, "  freed_objects %lld\n", atomic64_read(&tests[i].freed));
		seq_printf(m, "  left_objects %lld\n", atomic64_read(&tests[i].left));
	}
}
