/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The flight recorder: the last passes and raises of each node, in full, in a ring that
 * is overwritten from the oldest on.  Written from any context, NMI included; read at any
 * time, without stopping the writers.
 */
#ifndef RECLAIMWATCH_RECORDER_H
#define RECLAIMWATCH_RECORDER_H

#include <linux/types.h>

#include <reclaimwatch/schema.h>

enum rwatch_record_kind {
	RWATCH_RECORD_PASS,
	RWATCH_RECORD_RAISE,
	RWATCH_RECORD_GUARD,
};

#define RWATCH_EVENT_VALUES	12

struct rwatch_event {
	u64 stamp;		/* 2 * sequence + 1 while it is written, + 2 when it is whole */
	enum rwatch_record_kind kind;
	s64 v[RWATCH_EVENT_VALUES];
};

int rwatch_recorder_init(void);
void rwatch_recorder_exit(void);
size_t rwatch_recorder_bytes(void);

void rwatch_recorder_add(int nid, enum rwatch_record_kind kind, const s64 *values, int nr);

/*
 * For readers.  Events of a node have the sequence numbers first <= n < next; read() is
 * false for one that is not whole: overwritten, or being written.
 */
void rwatch_recorder_range(int nid, u64 *first, u64 *next);
bool rwatch_recorder_read(int nid, u64 sequence, struct rwatch_event *event);

#endif /* RECLAIMWATCH_RECORDER_H */
