/* SPDX-License-Identifier: GPL-2.0 */
/*
 * "clamp try": what was counted before, with and after the clamp, and what of the
 * difference is more than chance.  Pure.
 */
#ifndef RW_TRIAL_H
#define RW_TRIAL_H

#include "report.h"

enum rw_phase_id { RW_BEFORE, RW_CLAMPED, RW_AFTER, RW_NR_PHASES };

extern const char *const rw_phase_name[RW_NR_PHASES];

/* What is counted: its name in JSON, and in the table. */
#define RW_TRIAL_COUNTS(X)                                        \
	X(RAISES, "raises", "boosts raised")                      \
	X(TRIMMED, "clamped_pages", "pages trimmed by the clamp") \
	X(BOOSTED, "boosted_passes", "boosted passes")            \
	X(BOOSTED_TIME, "boosted_time_ns", "  time in them, ms")  \
	X(NORMAL, "normal_passes", "normal passes")               \
	X(DIRECT, "direct_passes", "direct-reclaim stalls")       \
	X(DIRECT_TIME, "direct_time_ns", "  time in them, ms")    \
	X(EXTFRAG, "extfrag_events", "fragmentation events")      \
	X(COMPACTED, "compaction_runs", "compactions")            \
	X(COMPACTED_WELL, "compaction_success", "  that made a free block")

enum rw_trial_count {
#define X(id, name, title) RW_TRIAL_##id,
	RW_TRIAL_COUNTS(X)
#undef X
		RW_NR_TRIAL
};

extern const char *const rw_trial_name[RW_NR_TRIAL];
extern const char *const rw_trial_title[RW_NR_TRIAL];

struct rw_phase {
	struct rw_val ns; /* how long it took */
	struct rw_val v[RW_NR_TRIAL];
	struct rw_mem *mem; /* summed over the samples, per node */
	size_t nr_mem;
	int64_t samples;
};

/* One more look at the memory; 0, or -1 if memory ran out. */
int rw_phase_sample(struct rw_phase *phase, const struct rw_facts *facts);
/* What was counted between two readings of one load of the module. */
void rw_phase_count(struct rw_phase *phase, const struct rw_report *from,
		    const struct rw_report *to);
bool rw_phase_same_load(const struct rw_report *from, const struct rw_report *to);
void rw_phase_free(struct rw_phase *phase);

/* The mean over the samples: of node @nid, or of all if that is RW_WHOLE_MACHINE. */
struct rw_val rw_phase_page_cache_kb(const struct rw_phase *phase, int nid);
struct rw_val rw_phase_kb(const struct rw_phase *phase, int nid, enum rw_mem_id id);

/* In a minute; false if that is not known. */
bool rw_phase_rate(const struct rw_phase *phase, enum rw_trial_count id, double *rate);

enum rw_trial_kind { RW_BENEFIT, RW_COST, RW_NO_CHANGE, RW_TOO_FEW, RW_NOT_KNOWN };

extern const char *const rw_trial_kind[]; /* in JSON */

struct rw_verdict {
	const char *id; /* what it is about: a name of the above, or page_cache_kb */
	enum rw_trial_kind kind;
	char text[320]; /* a sentence */
};

#define RW_MAX_VERDICTS 6

/*
 * A change counts if the clamped phase lies outside of both others and further from them
 * than chance would have it, and than they are from each other; the number of verdicts, one for each thing judged.
 */
size_t rw_trial_judge(const struct rw_phase phases[RW_NR_PHASES],
		      struct rw_verdict verdicts[RW_MAX_VERDICTS]);

#endif /* RW_TRIAL_H */
