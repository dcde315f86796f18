/* SPDX-License-Identifier: GPL-2.0 */
/*
 * When boosting harms a zone, and for how long that has it held.  Knows nothing of probes,
 * zones or clocks, so that the unit tests can compile it in user space.
 *
 *	A boosted pass harms if it reclaimed nothing, or kswapd counted it as a failure, or
 *	it went down to the lowest priorities and reclaimed less than the boost it found.
 *	So many harmful passes in a row that found boost in a zone have the zone held; a
 *	boosted pass that does not harm starts the count anew.
 *	A hold has a fixed time, doubled if it follows the one before within that one's time.
 *	No zone is held more often in any hour than RWATCH_GUARD_HOURLY says.
 */
#ifndef RECLAIMWATCH_GUARD_RULE_H
#define RECLAIMWATCH_GUARD_RULE_H

#define RWATCH_GUARD_FLOOR	1	/* priorities from here down are the lowest */
#define RWATCH_GUARD_HOURLY	12
#define RWATCH_GUARD_HOUR_NS	(3600ULL * 1000000000)
#define RWATCH_GUARD_LONGEST	32	/* times the first hold */

/* What a boosted pass did; a negative value is not known. */
struct rwatch_guard_pass {
	s64 reclaimed_pages;	/* from the LRU lists */
	s64 freed_objects;	/* of slab */
	s64 priority;		/* the lowest */
	u64 found_pages;	/* boost in its zones when it began */
	u64 failures_before;	/* kswapd_failures */
	u64 failures_after;
};

#define RWATCH_HARM_NOTHING	1
#define RWATCH_HARM_FAILED	2
#define RWATCH_HARM_FLOOR	4

/* RWATCH_HARM_*, 0: it did no harm, as far as is known. */
static inline unsigned int rwatch_guard_harm(const struct rwatch_guard_pass *pass)
{
	unsigned int harm = 0;

	if (!pass->reclaimed_pages && pass->freed_objects <= 0)
		harm |= RWATCH_HARM_NOTHING;
	if (pass->failures_after > pass->failures_before)
		harm |= RWATCH_HARM_FAILED;
	if (pass->priority >= 0 && pass->priority <= RWATCH_GUARD_FLOOR &&
	    pass->reclaimed_pages >= 0 && (u64)pass->reclaimed_pages < pass->found_pages)
		harm |= RWATCH_HARM_FLOOR;
	return harm;
}

struct rwatch_guard_rule {
	unsigned int passes;	/* harmful ones in a row until a zone is held */
	u64 hold_ns;		/* how long at first */
};

/* One zone. */
struct rwatch_guard {
	u64 harmful;		/* passes, ever */
	/* Of the harmful passes in a row, up to now. */
	unsigned int row;
	unsigned int nothing;
	unsigned int failed;
	unsigned int floor;

	bool held;
	u64 changed_ns;		/* when it was last held or let go, 0: never */
	u64 hold_ns;		/* how long it is held, or was last */
	u64 held_ns;		/* all holds that are over */
	u64 holds;
	u64 refused;		/* not held because it was too often */
	u64 begun_ns[RWATCH_GUARD_HOURLY];	/* when the last holds began, by their number */
};

static inline void rwatch_guard_forget_row(struct rwatch_guard *g)
{
	g->row = 0;
	g->nothing = 0;
	g->failed = 0;
	g->floor = 0;
}

/* A boosted pass that found boost in the zone; true if it is time to decide. */
static inline bool rwatch_guard_note(struct rwatch_guard *g, const struct rwatch_guard_rule *rule,
				     unsigned int harm)
{
	if (!harm) {
		rwatch_guard_forget_row(g);
		return false;
	}
	g->harmful++;
	g->row++;
	g->nothing += !!(harm & RWATCH_HARM_NOTHING);
	g->failed += !!(harm & RWATCH_HARM_FAILED);
	g->floor += !!(harm & RWATCH_HARM_FLOOR);
	return !g->held && g->row >= rule->passes;
}

static inline u64 rwatch_guard_end_ns(const struct rwatch_guard *g)
{
	return g->changed_ns + g->hold_ns;
}

/* For how long it is to be held now: it has not been since changed_ns. */
static inline u64 rwatch_guard_next_hold(const struct rwatch_guard *g,
					 const struct rwatch_guard_rule *rule, u64 now)
{
	u64 longest = rule->hold_ns * RWATCH_GUARD_LONGEST;

	if (!g->changed_ns || now - g->changed_ns >= g->hold_ns)
		return rule->hold_ns;
	return g->hold_ns < longest / 2 ? g->hold_ns * 2 : longest;
}

/* Holds begun in the last hour. */
static inline unsigned int rwatch_guard_hourly(const struct rwatch_guard *g, u64 now)
{
	unsigned int i, nr = 0;

	for (i = 0; i < RWATCH_GUARD_HOURLY && i < g->holds; i++)
		nr += now - g->begun_ns[i] < RWATCH_GUARD_HOUR_NS;
	return nr;
}

/* Let it go, if it is held. */
static inline void rwatch_guard_release(struct rwatch_guard *g, u64 now)
{
	if (g->held) {
		g->held_ns += now - g->changed_ns;
		g->held = false;
		g->changed_ns = now;
	}
	rwatch_guard_forget_row(g);	/* what it did while held says little */
}

/* Hold it, or let it go?  Returns whether it is held from now on. */
static inline bool rwatch_guard_decide(struct rwatch_guard *g,
				       const struct rwatch_guard_rule *rule, u64 now)
{
	if (g->held) {
		if (now < rwatch_guard_end_ns(g))
			return true;
		rwatch_guard_release(g, now);
		return false;
	}
	if (g->row < rule->passes)
		return false;
	if (rwatch_guard_hourly(g, now) >= RWATCH_GUARD_HOURLY) {
		g->refused++;
		rwatch_guard_forget_row(g);
		return false;
	}
	g->hold_ns = rwatch_guard_next_hold(g, rule, now);
	g->held = true;
	g->changed_ns = now;
	g->begun_ns[(unsigned int)g->holds % RWATCH_GUARD_HOURLY] = now;
	g->holds++;
	return true;
}

/* The guard is switched on or off: nobody is held, and what was before is no evidence. */
static inline void rwatch_guard_restart(struct rwatch_guard *g, u64 now)
{
	rwatch_guard_release(g, now);
	g->changed_ns = 0;
}

#endif /* RECLAIMWATCH_GUARD_RULE_H */
