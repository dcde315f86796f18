/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Attaching to the kernel: one table of probes, one way in and one way out.
 *
 * A probe that cannot be attached is not an error.  It is a state that every
 * reader can see, and the values that need it are unknown.
 */
#ifndef RECLAIMWATCH_PROBE_H
#define RECLAIMWATCH_PROBE_H

#include <linux/kprobes.h>
#include <linux/percpu.h>

#include <reclaimwatch/schema.h>

enum rwatch_probe_kind {
	RWATCH_KPROBE,
	RWATCH_KRETPROBE,
	RWATCH_TRACEPOINT,
};

/* What one of the probe_*.c files wants attached. */
struct rwatch_probe_def {
	enum rwatch_probe_kind kind;
	const char *const *symbols;	/* candidates, the first that exists is taken */
	void *address;			/* instead of symbols: a function of our own */

	/* RWATCH_KPROBE */
	kprobe_pre_handler_t pre_handler;

	/* RWATCH_KRETPROBE */
	kretprobe_handler_t entry_handler;
	kretprobe_handler_t return_handler;
	size_t data_size;
	unsigned int (*maxactive)(void);	/* calls that can be in flight at once */

	/* RWATCH_TRACEPOINT */
	void *handler;

	/* All optional, in process context. */
	void (*try)(int candidate);	/* symbols[candidate] is about to be tried */
	void (*open)(void);		/* all of its group are attached: begin to follow */
	void (*close)(void);		/* they are about to be detached: end it */
	bool (*sees_all)(void);		/* false if the kernel's own counts speak against it */
};

extern const struct rwatch_probe_def rwatch_canary_probe;
extern const struct rwatch_probe_def rwatch_boost_probe;
extern const struct rwatch_probe_def rwatch_pass_probe;
extern const struct rwatch_probe_def rwatch_boosted_probe;
extern const struct rwatch_probe_def rwatch_reset_probe;
extern const struct rwatch_probe_def rwatch_slab_probe;
extern const struct rwatch_probe_def rwatch_extfrag_probe;
extern const struct rwatch_probe_def rwatch_wakeup_probe;
extern const struct rwatch_probe_def rwatch_wake_probe;
extern const struct rwatch_probe_def rwatch_sleep_probe;
extern const struct rwatch_probe_def rwatch_lru_probe;
extern const struct rwatch_probe_def rwatch_shrink_start_probe;
extern const struct rwatch_probe_def rwatch_shrink_end_probe;
extern const struct rwatch_probe_def rwatch_shrinker_free_probe;
extern const struct rwatch_probe_def rwatch_direct_begin_probe;
extern const struct rwatch_probe_def rwatch_direct_end_probe;
extern const struct rwatch_probe_def rwatch_memcg_probe;
extern const struct rwatch_probe_def rwatch_compact_direct_probe;
extern const struct rwatch_probe_def rwatch_compact_begin_probe;
extern const struct rwatch_probe_def rwatch_compact_finished_probe;
extern const struct rwatch_probe_def rwatch_compact_end_probe;
extern const struct rwatch_probe_def rwatch_compact_deferred_probe;
extern const struct rwatch_probe_def rwatch_dentries_probe;
extern const struct rwatch_probe_def rwatch_inodes_probe;
extern const struct rwatch_probe_def rwatch_blame_probe;

/* Attach the probes of all groups that are on; -EINVAL for a bad module parameter. */
int rwatch_probes_attach(void);
void rwatch_probes_detach(void);

/* Switch a group on or off; -EPERM for the core.  A probe that fails is not an error. */
int rwatch_group_set(enum rwatch_group_id id, bool on);
bool rwatch_group_on(enum rwatch_group_id id);
const char *rwatch_group_name(enum rwatch_group_id id);

enum rwatch_probe_state {
	RWATCH_PROBE_OFF,
	RWATCH_PROBE_ABSENT,
	RWATCH_PROBE_FAILED,
	RWATCH_PROBE_SILENT,
	RWATCH_PROBE_PARTIAL,
	RWATCH_PROBE_ATTACHED,
};

/* A value that readers have to show as not known. */
#define RWATCH_VALUE_UNKNOWN	S64_MIN

/* For readers: what a row of the "probes" file shows. */
struct rwatch_probe_status {
	const char *name;
	const char *group;
	const char *symbol;		/* NULL if attached to nothing */
	s64 since_ns;
	enum rwatch_probe_state state;
	int error;
	s64 hits;
	s64 missed_noinstance;
	s64 missed_reentry;
};

void rwatch_probe_status(enum rwatch_probe_id id, struct rwatch_probe_status *status);

/*
 * Attached, and kprobes fired when last tried; knows(): and the kernel's own counts did not
 * show then that it misses something.
 */
bool rwatch_probe_works(enum rwatch_probe_id id);
bool rwatch_probe_knows(enum rwatch_probe_id id);

/*
 * Call the canary's target again, since kprobes can be switched off at run time, and ask
 * again who sees all.
 */
void rwatch_probes_prove(void);

/* Every handler calls this first. */
struct rwatch_probe_hits {
	u64 count[RWATCH_NR_PROBES];
};

DECLARE_PER_CPU(struct rwatch_probe_hits, rwatch_probe_hits);

static __always_inline void rwatch_probe_hit(enum rwatch_probe_id id)
{
	this_cpu_inc(rwatch_probe_hits.count[id]);
}

u64 rwatch_probe_sum_hits(enum rwatch_probe_id id);

/* canary.c: true if a kretprobe on a function of ours fires now. */
bool rwatch_canary_sings(void);

#endif /* RECLAIMWATCH_PROBE_H */
