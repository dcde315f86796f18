// SPDX-License-Identifier: GPL-2.0
/* Against BTF made here, so that the result does not depend on this host's kernel. */
#include <unistd.h>

#include <bpf/btf.h>

#include "btf_check.h"
#include "unit.h"

struct types {
	struct btf *btf;
	int i32, u32, u64, zone, pgdat, constant_zone, gfp, shrinker, control;
};

static void func(struct types *t, const char *name, int nr, const int *args)
{
	int i, proto = btf__add_func_proto(t->btf, 0);

	CHECK(proto > 0);
	for (i = 0; i < nr; i++)
		CHECK(!btf__add_func_param(t->btf, "arg", args[i]));
	CHECK(btf__add_func(t->btf, name, BTF_FUNC_STATIC, proto) > 0);
}

static struct types new_types(void)
{
	struct types t = { .btf = btf__new_empty() };
	int id;

	t.i32 = btf__add_int(t.btf, "int", 4, BTF_INT_SIGNED);
	t.u64 = btf__add_int(t.btf, "long unsigned int", 8, 0);
	id = btf__add_struct(t.btf, "zone", 8);
	t.zone = btf__add_ptr(t.btf, id);
	t.constant_zone = btf__add_ptr(t.btf, btf__add_const(t.btf, id));
	t.u32 = btf__add_int(t.btf, "unsigned int", 4, 0);
	t.gfp = btf__add_typedef(t.btf, "gfp_t", t.u32);
	t.shrinker = btf__add_ptr(t.btf, btf__add_struct(t.btf, "shrinker", 8));
	t.control = btf__add_ptr(t.btf, btf__add_struct(t.btf, "shrink_control", 8));
	id = btf__add_struct(t.btf, "pglist_data", 8);
	t.pgdat = btf__add_ptr(t.btf, btf__add_typedef(t.btf, "pg_data_t", id));
	return t;
}

/* What every kernel has, but for the boost site. */
static void common(struct types *t)
{
	func(t, "balance_pgdat", 3, (int[]){ t->pgdat, t->i32, t->i32 });
	func(t, "wakeup_kcompactd", 3, (int[]){ t->pgdat, t->i32, t->i32 });
	func(t, "setup_per_zone_wmarks", 0, NULL);
	func(t, "shrink_slab", 4, (int[]){ t->u64, t->i32, t->pgdat, t->i32 });
	func(t, "unregister_shrinker", 1, (int[]){ t->shrinker });
	func(t, "try_to_compact_pages", 2, (int[]){ t->gfp, t->u32 });
	func(t, "prune_dcache_sb", 2, (int[]){ t->pgdat, t->control });
	func(t, "prune_icache_sb", 2, (int[]){ t->pgdat, t->control });
}

static struct rw_btf_check check(struct types *t)
{
	char name[] = "/tmp/rwatch-btf-XXXXXX";
	struct rw_btf_check result;
	const void *data;
	__u32 size;
	int fd = mkstemp(name);

	data = btf__raw_data(t->btf, &size);
	CHECK(fd >= 0 && data && write(fd, data, size) == (ssize_t)size);
	close(fd);
	rw_btf_check(name, &result);
	unlink(name);
	btf__free(t->btf);
	CHECK(result.available);
	return result;
}

static const struct rw_btf_entry *entry(const struct rw_btf_check *result,
					enum rwatch_probe_id probe)
{
	int i;

	for (i = 0; i < RW_NR_BTF; i++)
		if (result->entry[i].probe == probe)
			return &result->entry[i];
	FAIL("no entry for probe %d", probe);
}

static void fits(void)
{
	static const char *const sites[] = { "try_to_claim_block", "try_to_steal_block",
					     "steal_suitable_fallback" };
	size_t i;
	int j;

	for (i = 0; i < 3; i++) {
		struct types t = new_types();
		struct rw_btf_check result;

		common(&t);
		func(&t, sites[i], 2, (int[]){ t.zone, t.i32 });
		result = check(&t);
		for (j = 0; j < RW_NR_BTF; j++)
			if (result.entry[j].verdict != RW_BTF_FITS)
				FAIL("%s: %s", result.entry[j].function, result.entry[j].detail);
		CHECK_STR(entry(&result, RWATCH_PROBE_BOOST)->function, sites[i]);
		CHECK_STR(entry(&result, RWATCH_PROBE_BOOST)->detail, "");
	}
}

static void first_candidate_wins(void)
{
	struct types t = new_types();
	struct rw_btf_check result;

	func(&t, "steal_suitable_fallback", 1, (int[]){ t.i32 });
	func(&t, "try_to_claim_block", 1, (int[]){ t.constant_zone });
	result = check(&t);
	CHECK_STR(entry(&result, RWATCH_PROBE_BOOST)->function, "try_to_claim_block");
	CHECK_INT(entry(&result, RWATCH_PROBE_BOOST)->verdict, RW_BTF_FITS);
}

static void missing(void)
{
	struct types t = new_types();
	struct rw_btf_check result;
	int i;

	/* A type of that name is not a function. */
	btf__add_struct(t.btf, "shrink_slab", 8);
	result = check(&t);
	for (i = 0; i < RW_NR_BTF; i++)
		CHECK_INT(result.entry[i].verdict, RW_BTF_MISSING);
	CHECK_STR(entry(&result, RWATCH_PROBE_BOOST)->detail,
		  "try_to_claim_block, try_to_steal_block, steal_suitable_fallback");
}

static void differs(void)
{
	struct types t = new_types();
	struct rw_btf_check result;

	func(&t, "try_to_steal_block", 2, (int[]){ t.i32, t.zone });
	func(&t, "balance_pgdat", 2, (int[]){ t.pgdat, t.i32 });
	func(&t, "wakeup_kcompactd", 1, (int[]){ t.zone });
	func(&t, "shrink_slab", 2, (int[]){ t.u64, t.u64 });
	result = check(&t);
	CHECK_INT(entry(&result, RWATCH_PROBE_BOOST)->verdict, RW_BTF_DIFFERS);
	CHECK_STR(entry(&result, RWATCH_PROBE_BOOST)->detail,
		  "argument 0 is int, not struct zone *");
	CHECK_STR(entry(&result, RWATCH_PROBE_PASS)->detail, "argument 2 is absent, not int");
	CHECK_STR(entry(&result, RWATCH_PROBE_BOOSTED)->detail,
		  "argument 0 is struct zone *, not struct pglist_data *");
	CHECK_STR(entry(&result, RWATCH_PROBE_SLAB)->detail,
		  "argument 1 is long unsigned int, not int");
	CHECK_INT(entry(&result, RWATCH_PROBE_RESET)->verdict, RW_BTF_MISSING);
}

static void none(void)
{
	struct rw_btf_check result;

	rw_btf_check("/nonexistent", &result);
	CHECK(!result.available);
	CHECK_HAS(result.why_not, "No such file");
	rw_btf_check("unit.h", &result);
	CHECK(!result.available);
	CHECK(*result.why_not);
}

/* Every kernel that the probes were written for has them, and so should this one. */
static void this_kernel(void)
{
	struct rw_btf_check result;
	int i;

	rw_btf_check(NULL, &result);
	if (!result.available)
		unit_skip("this kernel has no BTF");
	for (i = 0; i < RW_NR_BTF; i++)
		if (result.entry[i].verdict == RW_BTF_DIFFERS)
			FAIL("%s: %s", result.entry[i].function, result.entry[i].detail);
}

/* The lock of a ring buffer by the type that the kernel says. */
static enum rw_presence ring_sleeps(const char *lock)
{
	char name[] = "/tmp/rwatch-btf-XXXXXX";
	struct types t = new_types();
	enum rw_presence sleeps;
	const void *data;
	__u32 size;
	int fd = mkstemp(name), id = btf__add_typedef(t.btf, lock ? lock : "none", t.u32);

	if (lock) {
		CHECK(btf__add_struct(t.btf, "bpf_ringbuf", 16) > 0);
		CHECK(!btf__add_field(t.btf, "mask", t.u64, 0, 0));
		CHECK(!btf__add_field(t.btf, "spinlock", id, 64, 0));
	}
	data = btf__raw_data(t.btf, &size);
	CHECK(fd >= 0 && data && write(fd, data, size) == (ssize_t)size);
	close(fd);
	sleeps = rw_btf_ring_sleeps(name);
	unlink(name);
	btf__free(t.btf);
	return sleeps;
}

static void ring(void)
{
	CHECK_INT(ring_sleeps("spinlock_t"), RW_YES);
	CHECK_INT(ring_sleeps("raw_spinlock_t"), RW_NO);
	CHECK_INT(ring_sleeps("rqspinlock_t"), RW_NO);
	CHECK_INT(ring_sleeps(NULL), RW_CANNOT_TELL);
	CHECK_INT(rw_btf_ring_sleeps("/dev/null"), RW_CANNOT_TELL);
}

const struct unit_test btf_tests[] = {
	{ "btf: fits", fits },
	{ "btf: first candidate wins", first_candidate_wins },
	{ "btf: missing functions", missing },
	{ "btf: other arguments", differs },
	{ "btf: no BTF", none },
	{ "btf: this kernel", this_kernel },
	{ "btf: the lock of ring buffers", ring },
	{ NULL, NULL },
};
