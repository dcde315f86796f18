// SPDX-License-Identifier: GPL-2.0
/* The rules about who reclaims, each on both sides of its border. */
#include "judging.h"

#define MS 1000000LL

static void parked(void)
{
	quiet();
	nodes[0].v[RWATCH_NODE_PARKED] = rw_some(0);
	nodes[0].v[RWATCH_NODE_FAILURES] = rw_some(7);
	nodes[0].v[RWATCH_NODE_FAILURES_PEAK] = rw_some(7);
	JUDGED("");
	nodes[0].v[RWATCH_NODE_FAILURES_PEAK] = rw_some(8);
	JUDGED("warn kswapd_failures Node 0: up to 8 passes of kswapd in a row reclaimed nothing; "
	       "at 16 it gives up.\n");
	nodes[0].v[RWATCH_NODE_PARKED] = rw_some(2);
	nodes[0].v[RWATCH_NODE_FAILURES] = rw_some(15);
	nodes[0].v[RWATCH_NODE_FAILURES_PEAK] = rw_some(16);
	JUDGED("bad kswapd_parked Node 0: kswapd gave up 2 times, after 16 passes in a row that "
	       "reclaimed nothing.\n");
	/* The module need not have seen it. */
	nodes[0].v[RWATCH_NODE_FAILURES] = rw_some(16);
	JUDGED("bad kswapd_parked Node 0: kswapd has given up: its last 16 passes reclaimed "
	       "nothing.\n");
}

static void paid(int64_t blamed, int64_t freed)
{
	rep.snap.global[RWATCH_GLOBAL_PAGE_SIZE] = rw_some(4096);
	zones[1].v[RWATCH_ZONE_BLAMED] = rw_some(blamed);
	zones[1].v[RWATCH_ZONE_FREED] = rw_some(freed);
}

static void blamed(void)
{
	quiet();
	paid(4096, 40960);
	JUDGED("warn blamed Node 0 Normal paid 4096 pages (16 MiB) for boosts of lower zones: 10% "
	       "of what kswapd freed there.\n");
	paid(4096, 44000); /* 9% */
	JUDGED("");
	paid(4095, 4095); /* less than 16 MiB */
	JUDGED("");
	paid(4096, 4096);
	zones[1].v[RWATCH_ZONE_FREED] = rw_none();
	JUDGED("");
}

static void awake(void)
{
	quiet();
	nodes[0].v[RWATCH_NODE_AWAKE] = rw_some(50);
	nodes[0].v[RWATCH_NODE_ASLEEP] = rw_some(50);
	JUDGED("warn kswapd_awake Node 0: kswapd was awake 50% of the time.\n");
	nodes[0].v[RWATCH_NODE_AWAKE] = rw_some(48);
	nodes[0].v[RWATCH_NODE_ASLEEP] = rw_some(52);
	JUDGED("");
	nodes[0].v[RWATCH_NODE_AWAKE] = rw_some(100);
	nodes[0].v[RWATCH_NODE_ASLEEP] = rw_none();
	JUDGED("");
}

static struct rw_shrinker shrinkers[2];

static void shrinker(int i, const char *name, int64_t scanned, int64_t rotated)
{
	strcpy(shrinkers[i].name, name);
	shrinkers[i].nid = i;
	shrinkers[i].v[RWATCH_SHRINKER_SCANNED] = rw_some(scanned);
	shrinkers[i].v[RWATCH_SHRINKER_ROTATED] = rw_some(rotated);
	rep.snap.shrinkers = shrinkers;
	rep.snap.nr_shrinkers = 2;
}

static void one_use(void)
{
	quiet();
	shrinker(0, "ext4:vda1", 10000, 8000);
	shrinker(1, "fuse.a\\x20b:\\x1b", 10000, 9000);
	JUDGED("warn one_use Node 1: fuse.a b:\\x1b kept 9000 of 10000 scanned dentries and inodes "
	       "for another round (90%).\n");
	shrinker(0, "ext4:vda1", 10000, 8000);
	shrinker(1, "i915_gem_shrinker_scan", 10000, 9000); /* not a superblock's */
	JUDGED("warn one_use Node 0: ext4:vda1 kept 8000 of 10000 scanned dentries and inodes for "
	       "another round (80%).\n");
	shrinker(0, "ext4:vda1", 10000, 7900);
	JUDGED("");
	shrinker(0, "ext4:vda1", 9999, 9999);
	JUDGED("");
}

static struct rw_compaction compaction[4];

static void compact(int i, const char *caller, const char *context, int64_t runs, int64_t success)
{
	struct rw_compaction *row = &compaction[i];

	strcpy(row->caller, caller);
	strcpy(row->context, context);
	row->v[RWATCH_COMPACTION_COUNT] = rw_some(runs);
	row->v[RWATCH_COMPACTION_SUCCESS] = rw_some(success);
	row->v[RWATCH_COMPACTION_TIME] = rw_some(runs * 2 * MS);
	row->v[RWATCH_COMPACTION_LONGEST] = rw_some(success * MS);
	rep.snap.compaction = compaction;
	rep.snap.nr_compaction = 4;
}

static void compaction_fails(void)
{
	quiet();
	compact(0, "direct", "nofs", 6, 1); /* two orders of one context */
	compact(1, "direct", "nofs", 4, 3);
	compact(2, "direct", "any", 10, 9);
	compact(3, "kcompactd", "any", 100, 0);
	JUDGED("warn compaction_fails Direct compaction under GFP_NOFS succeeded 4 of 10 times "
	       "(40%), 2 ms each, longest 3 ms; without that 9 of 10 times (90%), 2 ms each, "
	       "longest 9 ms.\n");
	compact(1, "direct", "nofs", 4, 4); /* 50% */
	JUDGED("");
	compact(1, "direct", "nofs", 3, 0); /* too few */
	JUDGED("");
	compact(1, "direct", "noio", 10, 0);
	compact(2, "direct", "any", 0, 0);
	JUDGED("warn compaction_fails Direct compaction under GFP_NOIO succeeded 0 of 10 times "
	       "(0%), 2 ms each, longest 0 us.\n");
	compact(1, "direct", "noio", 1, 0);
	compact(2, "direct", "any", 10, 0);
	compaction[2].v[RWATCH_COMPACTION_TIME] = rw_none();
	JUDGED("warn compaction_fails Direct compaction succeeded 0 of 10 times (0%), n/a each, "
	       "longest 0 us.\n");
}

static struct rw_reclaimer rows[2];

static void direct(int64_t runs, int64_t longest)
{
	nodes[0].run[RWATCH_DIRECT][RWATCH_RUN_COUNT] = rw_some(runs);
	nodes[0].run[RWATCH_DIRECT][RWATCH_RUN_TIME] = rw_some(2 * longest);
	nodes[0].run[RWATCH_DIRECT][RWATCH_RUN_LONGEST] = rw_some(longest);
}

static void direct_stalls(void)
{
	quiet();
	direct(10, 100 * MS);
	JUDGED("warn direct_stalls Tasks had to reclaim for themselves 10 times, 200 ms in all, "
	       "longest 100 ms.\n");
	direct(9, 100 * MS);
	JUDGED("");
	direct(10, 99 * MS);
	strcpy(rows[0].name, "a");
	rows[0].v[RWATCH_RECLAIMER_TIME] = rw_some(5 * MS);
	strcpy(rows[1].name, "Web\\x20Content\\x1b");
	rows[1].v[RWATCH_RECLAIMER_TIME] = rw_some(6 * MS);
	rep.snap.tasks = rows;
	rep.snap.nr_tasks = 2;
	JUDGED("note direct_stalls Tasks had to reclaim for themselves 10 times, 198 ms in all, "
	       "longest 99 ms; most of it Web Content\\x1b, 6 ms.\n");
}

static void memcg(enum rw_reclaimer_kind kind, int64_t longest, struct rw_val priority)
{
	strcpy(rows[0].name, "42");
	rows[0].cgroup_id = rw_some(42);
	rows[0].kind = kind;
	rows[0].v[RWATCH_RECLAIMER_LONGEST] = rw_some(longest);
	rows[0].v[RWATCH_RECLAIMER_PRIORITY] = priority;
	rep.snap.cgroups = rows;
	rep.snap.nr_cgroups = 1;
}

static void memcg_hard(void)
{
	static struct rw_cgroup path = { .id = 42, .path = "/system.slice/a\\x20b" };

	quiet();
	memcg(RW_BY_MEMCG, 1000 * MS, rw_some(0));
	JUDGED("warn memcg_hard Reclaim of cgroup 42 took up to 1.0 s and went down to priority 0, "
	       "the hardest.\n");
	memcg(RW_BY_MEMCG, 1000 * MS, rw_some(0));
	rep.facts.cgroups = &path;
	rep.facts.nr_cgroups = 1;
	CHECK_HAS(judged(), "Reclaim of cgroup /system.slice/a b took");
	quiet();
	memcg(RW_BY_MEMCG, 999 * MS, rw_some(0));
	JUDGED("");
	memcg(RW_BY_MEMCG, 1000 * MS, rw_some(1));
	JUDGED("");
	memcg(RW_BY_MEMCG, 1000 * MS, rw_none());
	JUDGED("");
	memcg(RW_BY_DIRECT, 1000 * MS, rw_some(0));
	JUDGED("");
}

const struct unit_test judge_reclaim_tests[] = {
	{ "judge: kswapd that gave up", parked },
	{ "judge: zones that paid", blamed },
	{ "judge: kswapd that never sleeps", awake },
	{ "judge: objects that are turned round", one_use },
	{ "judge: compaction by context", compaction_fails },
	{ "judge: direct reclaim", direct_stalls },
	{ "judge: hard reclaim of a cgroup", memcg_hard },
	{ NULL, NULL },
};
