/* SPDX-License-Identifier: GPL-2.0 */
/* Recordings for the tests, made by the writer that "record" uses. */
#ifndef RECORDINGS_H
#define RECORDINGS_H

#include "recording.h"

#define MADE_STEP_NS 1000000000LL

struct made {
	struct rw_rec_writer writer;
	struct rw_buf file;
	int64_t now_ns, since_ns;
	int64_t wall_ns; /* 0: not known */
	int clamp;
	long boosted; /* passes; the other figures follow from it */
	int rows;     /* of a file that comes seldom */
};

void made_begin(struct made *m);
/* Begins one more segment of the same recording. */
void made_again(struct made *m);
void made_sample(struct made *m, bool full);
void made_end(struct made *m);
void made_free(struct made *m);

#endif /* RECORDINGS_H */
