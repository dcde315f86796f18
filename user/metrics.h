/* SPDX-License-Identifier: GPL-2.0 */
/* Pieces of OpenMetrics text: families, labels, numbers. */
#ifndef RW_METRICS_H
#define RW_METRICS_H

#include <stdio.h>

#include "report.h"

#define RW_LABELS (3 * RW_PATH_NAME)

/* Labels as they stand between the braces. */
struct rw_labels {
	size_t len;
	char text[RW_LABELS];
};

void rw_labels_start(struct rw_labels *labels);
/* A number, "" if @v is not known. */
void rw_label_number(struct rw_labels *labels, const char *name, struct rw_val v);
/* A name from outside (name.h), without anything that could steer a terminal. */
void rw_label_name(struct rw_labels *labels, const char *name, const char *value);

/*
 * A metric family: @prefix and the value's name, with the unit that OpenMetrics wants
 * at its end, ns being seconds.
 */
struct rw_family {
	FILE *out;
	char name[160];
	const char *unit; /* NULL: none */
	const char *type;
	const char *help;
	bool seconds; /* values are ns */
	bool begun;   /* its head is printed, which it is before its first sample */
};

void rw_family_start(struct rw_family *f, FILE *out, const char *prefix,
		     const struct rw_desc *desc);
/* Nothing if @val is not known. */
void rw_family_sample(struct rw_family *f, const struct rw_labels *labels, struct rw_val val);
/* Its buckets, cumulative; count and @sum, if that is known. */
void rw_family_histogram(struct rw_family *f, const struct rw_labels *labels,
			 const struct rw_hist *hist, struct rw_val sum);

#endif /* RW_METRICS_H */
