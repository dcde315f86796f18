/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Everything one run knows.  Data flows one way: the readers fill the first part,
 * rw_report_derive() and rw_judge() the second, and what prints only reads.
 */
#ifndef RW_REPORT_H
#define RW_REPORT_H

#include "btf_check.h"
#include "err.h"
#include "facts.h"
#include "snapshot.h"
#include "tables.h"

enum rw_severity { RW_NOTE, RW_WARN, RW_BAD };

/* What a finding is about: the trust in the numbers, or the machine's memory. */
enum rw_domain { RW_TRUST = 1, RW_MEMORY = 2 };

#define RW_MAX_EVIDENCE 6

struct rw_evidence {
	char name[RW_NAME_MAX];
	struct rw_val val;
};

struct rw_finding {
	const char *id;
	const char *advice; /* what to do, or NULL */
	enum rw_severity severity;
	enum rw_domain domain;
	int nid;	   /* -1 if it is not about a node */
	const char *zone;  /* NULL if it is not about a zone */
	const char *probe; /* NULL if it is not about a probe */
	char text[640];
	size_t nr_evidence;
	struct rw_evidence evidence[RW_MAX_EVIDENCE];
};

struct rw_report {
	/* read */
	bool have_snap;
	struct rw_snapshot snap; /* empty without have_snap */
	struct rw_err err;	 /* why there is none */
	struct rw_facts facts;
	bool have_btf;
	struct rw_btf_check btf;

	/* derived */
	struct rw_val age_ns;	    /* since counting began */
	struct rw_val hits, missed; /* over all probes but the canary */
	struct rw_val *cap;	    /* of each zone's boost */

	/* judged */
	struct rw_finding *findings; /* worst first */
	size_t nr_findings;
};

/* 0, or -1 with @err set. */
int rw_report_derive(struct rw_report *rep, struct rw_err *err);
void rw_report_free(struct rw_report *rep);

#endif /* RW_REPORT_H */
