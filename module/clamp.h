/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The boost clamp: while on, no boost that the boost probe sees outlives zone->lock,
 * beyond a share of the zone's base high watermark.
 */
#ifndef RECLAIMWATCH_CLAMP_H
#define RECLAIMWATCH_CLAMP_H

#include <linux/mmzone.h>
#include <linux/sched.h>

#include "ledger.h"

enum rwatch_clamp_scope {
	RWATCH_SCOPE_ALL,
	RWATCH_SCOPE_LOWER,	/* not the highest zone of its node that has pages */
	RWATCH_SCOPE_NAMED,	/* those with a share of their own */
	RWATCH_NR_SCOPES
};

enum rwatch_clamp_mode {
	RWATCH_MODE_OFF,
	RWATCH_MODE_ON,
	RWATCH_MODE_AUTO,	/* the guard says which zones, and when */
	RWATCH_NR_MODES
};

/* What can be set, by the files and parameters of these names. */
enum rwatch_clamp_field {
	RWATCH_CLAMP_ON,		/* boost_clamp: enum rwatch_clamp_mode */
	RWATCH_CLAMP_PCT,		/* boost_clamp_pct: 0 to RWATCH_MAX_PCT */
	RWATCH_CLAMP_SCOPE,		/* boost_clamp_scope: enum rwatch_clamp_scope */
	RWATCH_CLAMP_TIMEOUT,		/* boost_clamp_timeout: seconds, 0: never */
	RWATCH_NR_CLAMP
};

#define RWATCH_MAX_TIMEOUT	(366 * 24 * 3600)
#define RWATCH_PCT_INHERIT	-1

/* By enum, end with NULL. */
extern const char *const rwatch_clamp_modes[RWATCH_NR_MODES + 1];
extern const char *const rwatch_clamp_scopes[RWATCH_NR_SCOPES + 1];

/* Who changed it last, and when; at_ns is 0 if nobody has. */
struct rwatch_clamp_change {
	u64 at_ns;			/* CLOCK_BOOTTIME */
	u64 changes;			/* how many there were */
	u64 off_ns;			/* when it goes off by itself, 0: never */
	char comm[TASK_COMM_LEN];
	pid_t pid;
};

int rwatch_clamp_init(void);
void rwatch_clamp_exit(void);

/* Go by the module parameters, -EINVAL if they make no sense; and off for good. */
int rwatch_clamp_begin(void);
void rwatch_clamp_end(void);
size_t rwatch_clamp_bytes(void);

/*
 * Read all, set one.  Process context.  Setting what is set already trims again what a
 * missed hit may have left; of a timeout, it starts the time anew.  -EINVAL for a value out
 * of range; -EOPNOTSUPP if the clamp is to be on and there is no working boost probe to
 * clamp from, or no working pass probe that tells the guard; nothing is changed then.
 */
void rwatch_clamp_get(unsigned int values[RWATCH_NR_CLAMP], struct rwatch_clamp_change *last);
int rwatch_clamp_set(enum rwatch_clamp_field field, unsigned int value);

/* A zone's own share, whatever the scope; RWATCH_PCT_INHERIT: none of its own. */
int rwatch_clamp_zone_pct(struct zone *zone);
int rwatch_clamp_set_zone_pct(struct zone *zone, int pct);

/*
 * Ask the guard of each zone whether it is to be held, and tell it whether the clamp is for
 * that zone; if it is auto.
 */
void rwatch_clamp_reconsider(bool (*hold)(struct zone *zone, bool in_scope));

/* What the zone may keep now.  RWATCH_NO_LIMIT, also before older boost is trimmed. */
unsigned long rwatch_clamp_limit(struct zone *zone);

/*
 * Trim the zone's boost if it is over the limit, and book it; returns by how much.
 * Caller: zone->lock, preemption off, between ledger book_begin() and book_end().
 */
unsigned long rwatch_clamp_trim(struct zone *zone, struct rwatch_ledger *ledger);

#endif /* RECLAIMWATCH_CLAMP_H */
