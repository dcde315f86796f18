/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The boost ledger of one zone: where every page of watermark boost came from
 * and where it went.
 *
 *	carried + raised = consumed + reset + capped + clamped + boost + unaccounted
 *
 * Nothing here knows about probes or zones, so that the unit tests can compile
 * it in user space.
 *
 * The boost site is entered and left with zone->lock held; what is called there
 * (open, book_begin, book_site, book_trim, book_end) needs no other lock.  Since
 * the lock holder may be preempted between the kernel's store of the boost and our
 * own (PREEMPT_RT), readers never wait for it.  The low bits of seq tell them how
 * to read what they find:
 *
 *	CLOSED	  fields and boost agree
 *	OPEN	  a task is inside the boost site: whatever the boost differs from
 *		  "from" is a raise (or a drop to a lowered cap) not yet booked
 *	BOOKING	  fields are changing; preemption is off, so it ends soon
 *
 * A pass and a reset lower the boost where nobody can watch.  They are booked from
 * readings before and after, under the book lock (zone.c), shortly after the fact;
 * until then a reading is short of what they took.
 */
#ifndef RECLAIMWATCH_LEDGER_H
#define RECLAIMWATCH_LEDGER_H

#define RWATCH_LEDGER_CLOSED	0
#define RWATCH_LEDGER_OPEN	1
#define RWATCH_LEDGER_BOOKING	2
#define RWATCH_LEDGER_PHASE	3

/* One consistent look at a ledger and the boost it accounts for. */
struct rwatch_reading {
	u64 boost;
	u64 carried;
	u64 raises;
	u64 raised;
	u64 consumed;
	u64 reset;
	u64 capped;
	u64 clamps;
	u64 clamped;
	u64 peak;
};

struct rwatch_ledger {
	/* Written under zone->lock, read by anybody as described above. */
	unsigned int seq;
	bool active;		/* carried has been set */
	u64 from;		/* boost when the boost site was entered */
	u64 raises;
	u64 raised;
	u64 capped;		/* dropped by the kernel to a cap that had shrunk */
	u64 clamps;
	u64 clamped;
	u64 wakes_avoided;	/* of kswapd, by trims to 0 */
	u64 peak;
	u64 last_raise_ns;

	/*
	 * Boost found when counting began.  Set once under zone->lock, and once more
	 * under the book lock when the first pass shows what an unseen one took of it.
	 */
	u64 carried;

	/* Written under the book lock, one whole value at a time. */
	u64 consumed;
	u64 reset;
	bool pass_seen;		/* a pass has begun since counting began */
	s64 unaccounted;	/* what the ledger was last found to be off by */
	u64 mismatches;
	bool in_pass;
	struct rwatch_reading pass_begin;	/* of the pass in flight */
	struct rwatch_reading reset_begin;	/* of the reset in flight */
};

static inline unsigned int rwatch_ledger_phase(unsigned int seq)
{
	return seq & RWATCH_LEDGER_PHASE;
}

/* Caller: zone->lock. */
static inline void rwatch_ledger_activate(struct rwatch_ledger *l, u64 boost)
{
	if (l->active)
		return;
	WRITE_ONCE(l->carried, boost);
	WRITE_ONCE(l->peak, boost);
	l->active = true;
}

/* On entry to the boost site.  Caller: zone->lock. */
static inline void rwatch_ledger_open(struct rwatch_ledger *l, u64 boost)
{
	rwatch_ledger_activate(l, boost);
	WRITE_ONCE(l->from, boost);
	smp_wmb();	/* "from" is valid before anybody can see OPEN ... */
	WRITE_ONCE(l->seq, l->seq + 1);
	smp_wmb();	/* ... and OPEN is seen before the boost moves */
}

/*
 * Bracket every change of the boost by us.  Caller: zone->lock, preemption off.
 * book_begin() works from CLOSED and from OPEN, book_end() always ends in CLOSED.
 */
static inline void rwatch_ledger_book_begin(struct rwatch_ledger *l)
{
	unsigned int step = rwatch_ledger_phase(l->seq) == RWATCH_LEDGER_OPEN ? 1 : 2;

	WRITE_ONCE(l->seq, l->seq + step);
	smp_wmb();	/* BOOKING is seen before the fields change ... */
}

static inline void rwatch_ledger_book_end(struct rwatch_ledger *l)
{
	smp_wmb();	/* ... and the fields before CLOSED */
	WRITE_ONCE(l->seq, l->seq + 2);
}

/* Book what the kernel did to the boost inside the boost site; true if it was a raise. */
static inline bool rwatch_ledger_book_site(struct rwatch_ledger *l, u64 boost)
{
	if (boost < l->from)
		WRITE_ONCE(l->capped, l->capped + l->from - boost);
	if (boost <= l->from)
		return false;
	WRITE_ONCE(l->raises, l->raises + 1);
	WRITE_ONCE(l->raised, l->raised + boost - l->from);
	return true;
}

/* Book a trim by the clamp: boost -> kept. */
static inline void rwatch_ledger_book_trim(struct rwatch_ledger *l, u64 boost, u64 kept)
{
	WRITE_ONCE(l->clamps, l->clamps + 1);
	WRITE_ONCE(l->clamped, l->clamped + boost - kept);
}

/* A trim to 0 took away what kswapd was about to be woken for. */
static inline void rwatch_ledger_book_wake(struct rwatch_ledger *l)
{
	WRITE_ONCE(l->wakes_avoided, l->wakes_avoided + 1);
}

/* The boost that will be there when zone->lock is released. */
static inline void rwatch_ledger_note_peak(struct rwatch_ledger *l, u64 boost)
{
	if (boost > l->peak)
		WRITE_ONCE(l->peak, boost);
}

/* Take a consistent reading of the ledger and of *boost.  Never in NMI. */
static inline void rwatch_ledger_read(const struct rwatch_ledger *l,
				      const unsigned long *boost,
				      struct rwatch_reading *r)
{
	unsigned int seq;
	u64 from;

	for (;;) {
		seq = READ_ONCE(l->seq);
		smp_rmb();	/* all below is read after seq ... */
		if (rwatch_ledger_phase(seq) == RWATCH_LEDGER_BOOKING) {
			cpu_relax();
			continue;
		}
		r->consumed = READ_ONCE(l->consumed);
		r->reset = READ_ONCE(l->reset);
		r->carried = READ_ONCE(l->carried);
		r->raises = READ_ONCE(l->raises);
		r->raised = READ_ONCE(l->raised);
		r->capped = READ_ONCE(l->capped);
		r->clamps = READ_ONCE(l->clamps);
		r->clamped = READ_ONCE(l->clamped);
		r->peak = READ_ONCE(l->peak);
		from = READ_ONCE(l->from);
		smp_rmb();	/* a pass books after it lowers: consumed first, then boost */
		r->boost = READ_ONCE(*boost);
		smp_rmb();	/* ... and before seq is read again */
		if (READ_ONCE(l->seq) == seq)
			break;
	}

	if (rwatch_ledger_phase(seq) != RWATCH_LEDGER_OPEN)
		return;
	if (r->boost > from) {
		r->raises++;
		r->raised += r->boost - from;
	} else {
		r->capped += from - r->boost;
	}
}

/* Boost dropped by anything but a pass. */
static inline u64 rwatch_reading_lost(const struct rwatch_reading *r)
{
	return r->reset + r->capped + r->clamped;
}

/* What the reading leaves unaccounted for; 0 when it adds up. */
static inline s64 rwatch_reading_unaccounted(const struct rwatch_reading *r)
{
	return (s64)(r->carried + r->raised - r->consumed - rwatch_reading_lost(r) - r->boost);
}

/* By how much the boost fell from begin to end, apart from what was booked as lost. */
static inline s64 rwatch_reading_drop(const struct rwatch_reading *begin,
				      const struct rwatch_reading *end)
{
	return (s64)(begin->boost + (end->raised - begin->raised) -
		     (rwatch_reading_lost(end) - rwatch_reading_lost(begin)) - end->boost);
}

static inline u64 rwatch_bound(s64 value, u64 low, u64 high)
{
	if (value < (s64)low)
		return low;
	return value > (s64)high ? high : (u64)value;
}

/*
 * What a boosted pass took off the boost, from readings at its begin and end.
 *
 * The kernel takes min(boost, snapshot), and makes its snapshot just after our
 * first reading.  So a pass takes what we read first; more only if a raise got
 * in between, less only if a reset, a cap or the clamp took it first.  The drop of
 * the boost decides within those bounds and never outside them: where no raise
 * was seen and nothing was lost during the pass, a raise that a probe missed
 * stays unaccounted for.  Elsewhere it can hide within the bounds; then the
 * probe's own miss counts, or pageoutrun against passes_seen, are the only sign.
 */
static inline u64 rwatch_pass_took(const struct rwatch_reading *begin,
				   const struct rwatch_reading *end)
{
	u64 lost = rwatch_reading_lost(end) - rwatch_reading_lost(begin);
	u64 least = begin->boost > lost ? begin->boost - lost : 0;

	return rwatch_bound(rwatch_reading_drop(begin, end), least,
			    begin->boost + end->raised - begin->raised);
}

/* The same, apart from what was booked as consumed too. */
static inline s64 rwatch_reset_fall(const struct rwatch_reading *begin,
				    const struct rwatch_reading *end)
{
	return rwatch_reading_drop(begin, end) - (s64)(end->consumed - begin->consumed);
}

/*
 * What a reset of the watermarks dropped: all the boost there was when it came,
 * which is what the fall shows, and no more than was ever there.
 */
static inline u64 rwatch_reset_dropped(const struct rwatch_reading *begin,
				       const struct rwatch_reading *end)
{
	return rwatch_bound(rwatch_reset_fall(begin, end), 0,
			    begin->boost + end->raised - begin->raised);
}

/*
 * A pass or a reset that was already running when counting began lowers the boost,
 * and its end is not seen.  Until the first pass begins, such a shortfall is not an
 * error: it took boost that was carried, or, where a trim was quicker, a raise since.
 */
static inline void rwatch_reading_settle(struct rwatch_reading *r)
{
	s64 off = rwatch_reading_unaccounted(r);
	u64 old;

	if (off <= 0)
		return;
	old = min_t(u64, off, r->carried);
	r->carried -= old;
	r->consumed += off - old;
}

/* A reading for everybody. */
static inline void rwatch_ledger_look(const struct rwatch_ledger *l, const unsigned long *boost,
				      struct rwatch_reading *r)
{
	rwatch_ledger_read(l, boost, r);
	if (!READ_ONCE(l->pass_seen))
		rwatch_reading_settle(r);
}

/*
 * A pass begins; returns the boost it finds.  None of this node is in flight now, so
 * the ledger has to add up, unless a reset is in flight.  This is where a lost
 * raise is found out.  Caller: the book lock.
 */
static inline u64 rwatch_ledger_begin_pass(struct rwatch_ledger *l, const unsigned long *boost,
					   bool resetting)
{
	struct rwatch_reading *begin = &l->pass_begin;
	s64 off;

	rwatch_ledger_read(l, boost, begin);
	l->in_pass = true;
	if (resetting)
		return begin->boost;

	if (!l->pass_seen) {
		rwatch_reading_settle(begin);
		WRITE_ONCE(l->carried, begin->carried);
		WRITE_ONCE(l->consumed, begin->consumed);
		WRITE_ONCE(l->pass_seen, true);
	}
	off = rwatch_reading_unaccounted(begin);
	if (off != l->unaccounted) {
		WRITE_ONCE(l->unaccounted, off);
		WRITE_ONCE(l->mismatches, l->mismatches + 1);
	}
	return begin->boost;
}

/*
 * A pass ends; returns what it took, which is nothing if it was not a boosted one.
 * A reset in flight will subtract what was consumed since it began, which leaves
 * out what the pass took before that.  Caller: the book lock.
 */
static inline u64 rwatch_ledger_end_pass(struct rwatch_ledger *l, const unsigned long *boost,
					 bool resetting, bool boosted)
{
	struct rwatch_reading end;
	u64 took;

	l->in_pass = false;
	if (!boosted)
		return 0;

	rwatch_ledger_read(l, boost, &end);
	took = rwatch_pass_took(&l->pass_begin, &end);
	WRITE_ONCE(l->consumed, l->consumed + took);
	if (resetting)
		l->reset_begin.consumed +=
			rwatch_bound(rwatch_reading_drop(&l->pass_begin, &l->reset_begin), 0, took);
	return took;
}

/* The first of overlapping resets begins.  Caller: the book lock. */
static inline void rwatch_ledger_begin_reset(struct rwatch_ledger *l, const unsigned long *boost)
{
	rwatch_ledger_read(l, boost, &l->reset_begin);
}

/*
 * The last of them has ended; returns what it dropped.  As above, with pass and reset
 * changing places.  Caller: the book lock.
 */
static inline u64 rwatch_ledger_end_reset(struct rwatch_ledger *l, const unsigned long *boost)
{
	struct rwatch_reading end;
	u64 dropped;

	rwatch_ledger_read(l, boost, &end);
	dropped = rwatch_reset_dropped(&l->reset_begin, &end);
	WRITE_ONCE(l->reset, l->reset + dropped);
	if (l->in_pass)
		l->pass_begin.reset +=
			rwatch_bound(rwatch_reset_fall(&l->reset_begin, &l->pass_begin), 0,
				     dropped);
	return dropped;
}

#endif /* RECLAIMWATCH_LEDGER_H */
