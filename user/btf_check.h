/* SPDX-License-Identifier: GPL-2.0 */
/* Are the functions that the probes sit on the ones the module expects? */
#ifndef RW_BTF_CHECK_H
#define RW_BTF_CHECK_H

#include <stdbool.h>

#include <reclaimwatch/schema.h>

#include "facts.h"

enum rw_btf_verdict {
	RW_BTF_FITS,	/* there, and its arguments are where they should be */
	RW_BTF_MISSING, /* no candidate is in the kernel's BTF */
	RW_BTF_DIFFERS, /* there, but an argument is not what it should be */
};

struct rw_btf_entry {
	enum rwatch_probe_id probe;
	enum rw_btf_verdict verdict;
	const char *function; /* the one found, or the first looked for */
	char detail[160];     /* what differs, or the other names looked for */
};

#define RW_NR_BTF 9

struct rw_btf_check {
	bool available;
	char why_not[160];
	struct rw_btf_entry entry[RW_NR_BTF];
};

/* @file: raw BTF or ELF, or NULL for the running kernel's own. */
void rw_btf_check(const char *file, struct rw_btf_check *check);

/*
 * Does the lock of BPF ring buffers sleep on PREEMPT_RT?  Before Linux 6.12 and its like it
 * did, in the middle of programs that must not.
 */
enum rw_presence rw_btf_ring_sleeps(const char *file);

#endif /* RW_BTF_CHECK_H */
