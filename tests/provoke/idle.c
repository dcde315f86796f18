// SPDX-License-Identifier: GPL-2.0
/*
 * Handlers that do nothing, where reclaimwatch has some that do: what a hit costs before
 * anything is counted.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "provoke.h"

#define MAX_ATTACHED	2

enum kind { TRACEPOINT, KPROBE, KRETPROBE };

struct idle {
	const char *name;
	enum kind kind;
	bool all;			/* attach to all of these, not to the first there is */
	const char *symbols[3];
};

static const struct idle idles[] = {
	{ "lru", TRACEPOINT, true, { "mm_vmscan_lru_shrink_inactive" } },
	{ "direct", TRACEPOINT, true,
	  { "mm_vmscan_direct_reclaim_begin", "mm_vmscan_direct_reclaim_end" } },
	{ "extfrag", TRACEPOINT, true, { "mm_page_alloc_extfrag" } },
	{ "shrinker", TRACEPOINT, true, { "mm_shrink_slab_start", "mm_shrink_slab_end" } },
	{ "slab", KPROBE, true, { "shrink_slab" } },
	{ "pass", KRETPROBE, true, { "balance_pgdat" } },
	{ "boost", KRETPROBE, false,
	  { "try_to_claim_block", "try_to_steal_block", "steal_suitable_fallback" } },
};

/* What is attached now. */
struct attached {
	enum kind kind;
	struct tracepoint *tp;
	struct kprobe kp;
	struct kretprobe rp;
};

static struct attached attached[MAX_ATTACHED];
static int nr_attached;

/* Of whatever tracepoint: it looks at no argument. */
static void idle_handler(void *data)
{
}

static int idle_pre(struct kprobe *kp, struct pt_regs *regs)
{
	return 0;
}

static int idle_both(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return 0;
}

struct search {
	const char *name;
	struct tracepoint *found;
};

static void match(struct tracepoint *tp, void *data)
{
	struct search *search = data;

	if (!strcmp(tp->name, search->name))
		search->found = tp;
}

static int attach(enum kind kind, const char *symbol)
{
	struct attached *a = &attached[nr_attached];
	struct search search = { .name = symbol };

	memset(a, 0, sizeof(*a));
	a->kind = kind;
	switch (kind) {
	case TRACEPOINT:
		for_each_kernel_tracepoint(match, &search);
		a->tp = search.found;
		return a->tp ? tracepoint_probe_register(a->tp, idle_handler, NULL) : -ENOENT;
	case KPROBE:
		a->kp.symbol_name = symbol;
		a->kp.pre_handler = idle_pre;
		return register_kprobe(&a->kp);
	case KRETPROBE:
		a->rp.kp.symbol_name = symbol;
		a->rp.entry_handler = idle_both;
		a->rp.handler = idle_both;
		a->rp.data_size = sizeof(long);
		return register_kretprobe(&a->rp);
	}
	return -EINVAL;
}

void provoke_idle_none(void)
{
	while (nr_attached) {
		struct attached *a = &attached[--nr_attached];

		if (a->kind == TRACEPOINT)
			tracepoint_probe_unregister(a->tp, idle_handler, NULL);
		else if (a->kind == KPROBE)
			unregister_kprobe(&a->kp);
		else
			unregister_kretprobe(&a->rp);
	}
	tracepoint_synchronize_unregister();
}

static int attach_all(const struct idle *idle)
{
	int i, err = -ENOENT;

	for (i = 0; i < ARRAY_SIZE(idle->symbols) && idle->symbols[i]; i++) {
		err = attach(idle->kind, idle->symbols[i]);
		if (!err)
			nr_attached++;
		if (idle->all ? err : err != -ENOENT)
			break;
	}
	return err;
}

int provoke_idle(u64 *values, const char *arguments)
{
	char name[16];
	int i, err;

	if (sscanf(arguments, "%15s", name) != 1)
		return -EINVAL;
	provoke_idle_none();
	if (!strcmp(name, "none"))
		return 0;
	for (i = 0; i < ARRAY_SIZE(idles); i++) {
		if (strcmp(name, idles[i].name))
			continue;
		err = attach_all(&idles[i]);
		if (err)
			provoke_idle_none();
		values[PROVOKE_DONE] = nr_attached;
		return err;
	}
	return -EINVAL;
}
