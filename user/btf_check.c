// SPDX-License-Identifier: GPL-2.0
/* What the kernel says of its own functions and types. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <bpf/btf.h>
#include <bpf/libbpf.h>

#include "btf_check.h"
#include "err.h"
#include "paths.h"

#define MAX_CANDIDATES 4
#define MAX_ARGS       4

/* What the handlers read: the type of each argument, NULL where they do not care. */
static const struct expectation {
	enum rwatch_probe_id probe;
	const char *candidate[MAX_CANDIDATES];
	const char *arg[MAX_ARGS];
} expectations[RW_NR_BTF] = {
	{ RWATCH_PROBE_BOOST,
	  { "try_to_claim_block", "try_to_steal_block", "steal_suitable_fallback" },
	  { "struct zone *" } },
	{ RWATCH_PROBE_PASS, { "balance_pgdat" }, { "struct pglist_data *", "int", "int" } },
	{ RWATCH_PROBE_BOOSTED, { "wakeup_kcompactd" }, { "struct pglist_data *" } },
	{ RWATCH_PROBE_RESET, { "setup_per_zone_wmarks" }, { NULL } },
	{ RWATCH_PROBE_SLAB, { "shrink_slab" }, { NULL, "int", NULL, "int" } },
	{ RWATCH_PROBE_SHRINKER_FREE,
	  { "shrinker_free", "unregister_shrinker" },
	  { "struct shrinker *" } },
	{ RWATCH_PROBE_COMPACT_DIRECT, { "try_to_compact_pages" }, { "unsigned int" } },
	{ RWATCH_PROBE_DENTRIES, { "prune_dcache_sb" }, { NULL, "struct shrink_control *" } },
	{ RWATCH_PROBE_INODES, { "prune_icache_sb" }, { NULL, "struct shrink_control *" } },
};

static const struct btf_type *skip_names(const struct btf *btf, __u32 id)
{
	const struct btf_type *t = btf__type_by_id(btf, id);

	while (t && (btf_is_mod(t) || btf_is_typedef(t)))
		t = btf__type_by_id(btf, t->type);
	return t;
}

/* As in C, as far as the expectations need it. */
static void describe(const struct btf *btf, __u32 id, char *to, size_t size)
{
	const struct btf_type *t = skip_names(btf, id);
	bool pointer = t && btf_is_ptr(t);
	const char *name;

	if (pointer)
		t = skip_names(btf, t->type);
	name = t ? btf__name_by_offset(btf, t->name_off) : NULL;
	snprintf(to, size, "%s%.60s%s", t && btf_is_struct(t) ? "struct " : "",
		 name && *name ? name : "?", pointer ? " *" : "");
}

static void check_args(const struct btf *btf, const struct btf_type *func,
		       const struct expectation *want, struct rw_btf_entry *entry)
{
	const struct btf_type *proto = btf__type_by_id(btf, func->type);
	int i, nr;

	entry->verdict = RW_BTF_FITS;
	nr = proto && btf_is_func_proto(proto) ? btf_vlen(proto) : 0;
	for (i = 0; i < MAX_ARGS; i++) {
		char got[80] = "absent";

		if (!want->arg[i])
			continue;
		if (i < nr)
			describe(btf, btf_params(proto)[i].type, got, sizeof(got));
		if (!strcmp(got, want->arg[i]))
			continue;
		entry->verdict = RW_BTF_DIFFERS;
		snprintf(entry->detail, sizeof(entry->detail), "argument %d is %s, not %s", i, got,
			 want->arg[i]);
		rw_plain(entry->detail);
		return;
	}
}

static void check_one(const struct btf *btf, const struct expectation *want,
		      struct rw_btf_entry *entry)
{
	size_t len = 0;
	int i;

	*entry = (struct rw_btf_entry){
		.probe = want->probe,
		.verdict = RW_BTF_MISSING,
		.function = want->candidate[0],
	};
	for (i = 0; i < MAX_CANDIDATES && want->candidate[i]; i++) {
		__s32 id = btf__find_by_name_kind(btf, want->candidate[i], BTF_KIND_FUNC);

		if (id > 0) {
			entry->function = want->candidate[i];
			*entry->detail = '\0';
			check_args(btf, btf__type_by_id(btf, (__u32)id), want, entry);
			return;
		}
		len += (size_t)snprintf(entry->detail + len, sizeof(entry->detail) - len, "%s%s",
					i ? ", " : "", want->candidate[i]);
	}
}

static int silent(enum libbpf_print_level level, const char *fmt, va_list ap)
{
	(void)level;
	(void)fmt;
	(void)ap;
	return 0;
}

/* NULL with *@error set. */
static struct btf *open_btf(const char *file, int *error)
{
	struct btf *btf;

	libbpf_set_print(silent);
	/* btf__load_vmlinux_btf() came with libbpf 0.5; Debian 11 has 0.3. */
	btf = btf__parse(file ? file : RW_DEFAULT_SYSFS "/" RW_BTF, NULL);
	*error = (int)-libbpf_get_error(btf);
	return *error ? NULL : btf;
}

enum rw_presence rw_btf_ring_sleeps(const char *file)
{
	enum rw_presence sleeps = RW_CANNOT_TELL;
	const struct btf_type *ring;
	struct btf *btf;
	int i, id, error;

	btf = open_btf(file, &error);
	if (!btf)
		return sleeps;
	id = btf__find_by_name_kind(btf, "bpf_ringbuf", BTF_KIND_STRUCT);
	ring = id > 0 ? btf__type_by_id(btf, (__u32)id) : NULL;
	for (i = 0; ring && i < btf_vlen(ring); i++) {
		const struct btf_member *member = &btf_members(ring)[i];
		const struct btf_type *type = btf__type_by_id(btf, member->type);

		if (!strcmp(btf__name_by_offset(btf, member->name_off), "spinlock"))
			sleeps = strcmp(btf__name_by_offset(btf, type->name_off), "spinlock_t") ?
					 RW_NO :
					 RW_YES;
	}
	btf__free(btf);
	return sleeps;
}

void rw_btf_check(const char *file, struct rw_btf_check *check)
{
	struct btf *btf;
	int i, error;

	*check = (struct rw_btf_check){ 0 };
	btf = open_btf(file, &error);
	if (!btf) {
		snprintf(check->why_not, sizeof(check->why_not), "%s", strerror(error));
		return;
	}
	check->available = true;
	for (i = 0; i < RW_NR_BTF; i++)
		check_one(btf, &expectations[i], &check->entry[i]);
	btf__free(btf);
}
