/* SPDX-License-Identifier: GPL-2.0 */
/* From figures to findings: rules over a report.  Pure. */
#ifndef RW_JUDGE_H
#define RW_JUDGE_H

#include "report.h"

/* What one rule looks at.  Only the pointer of its scope is set. */
struct rw_case {
	const struct rw_report *rep;
	const struct rw_zone *zone;
	struct rw_val cap; /* with zone */
	const struct rw_node *node;
	const struct rw_mem *mem;
	const struct rw_btf_entry *btf;
	int probe;	     /* index, else -1 */
	const char *context; /* of direct compaction */
};

enum rw_scope {
	RW_PER_HOST,
	RW_PER_ZONE,
	RW_PER_NODE,
	RW_PER_MEM,
	RW_PER_PROBE,
	RW_PER_BTF,
	RW_PER_CONTEXT
};

struct rw_rule {
	const char *id;
	enum rw_scope scope;
	enum rw_severity severity; /* a check may change it in its finding */
	/* True if the rule applies; it then has said so and given evidence. */
	bool (*check)(const struct rw_case *c, struct rw_finding *f);
	const char *advice;
};

/* Ends with a rule without an id. */
extern const struct rw_rule rw_trust_rules[];
extern const struct rw_rule rw_memory_rules[];
extern const struct rw_rule rw_reclaim_rules[];
extern const struct rw_rule rw_minor_rules[];

/* Judges @rep by the rules of @domains (RW_TRUST, RW_MEMORY).  0, or -1 with @err set. */
int rw_judge(struct rw_report *rep, int domains, struct rw_err *err);

/* For the rules. */
bool rw_say(struct rw_finding *f, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void rw_evidence(struct rw_finding *f, const char *name, struct rw_val val);
void rw_evidence_run(struct rw_finding *f, const struct rw_node *node, int kind, int id);
void rw_evidence_pass(struct rw_finding *f, const struct rw_node *node, int kind, int id);
void rw_evidence_zone(struct rw_finding *f, const struct rw_zone *zone, int id);

#endif /* RW_JUDGE_H */
