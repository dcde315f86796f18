/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The boost ledger of one zone: where every page of watermark boost came from
 * and where it went.
 *
 *	carried + raised = consumed + reset + capped + clamped + boost
 *
 * Nothing here knows about probes or zones, so that the unit tests can compile
 * it in user space.
 *
 * The boost site is entered and left with zone->lock held; the functions called
 * there (open, close) need no other lock.  Since the lock holder may be preempted
 * between the kernel's store of the boost and our own (PREEMPT_RT), readers never
 * wait for it.  The low bits of seq tell them how to read what they find:
 *
 *	CLOSED	  fields and boost agree
 *	OPEN	  a task is inside the boost site: whatever the boost differs from
 *		  "from" is a raise (or a drop to a lowered cap) not yet booked
 *	BOOKING	  fields are changing; preemption is off, so it ends soon
 */
#ifndef RECLAIMWATCH_LEDGER_H
#define RECLAIMWATCH_LEDGER_H

#define RWATCH_LEDGER_CLOSED	0
#define RWATCH_LEDGER_OPEN	1
#define RWATCH_LEDGER_BOOKING	2
#define RWATCH_LEDGER_PHASE	3

struct rwatch_ledger {
	/* Written under zone->lock, read by anybody as described above. */
	unsigned int seq;
	bool active;		/* carried has been set */
	u64 from;		/* boost when the boost site was entered */
	u64 carried;		/* boost found when counting began; settled by the first pass */
	u64 raises;
	u64 raised;
	u64 capped;		/* dropped by the kernel to a cap that had shrunk */
	u64 clamps;
	u64 clamped;
	u64 peak;
	u64 last_raise_ns;
	u64 extfrag;

	/* Written under the book lock (zone.c), one whole value at a time. */
	u64 consumed;
	u64 reset;

	/* Written by the node's kswapd only, when a pass begins. */
	bool opened;		/* a pass has begun since counting began */
	s64 unexplained;	/* what the ledger was last found to be off by */
	u64 mismatches;
};

/* One consistent look at a ledger and the boost it accounts for. */
struct rwatch_reading {
	u64 boost;
	u64 carried;
	u64 raised;
	u64 consumed;
	u64 reset;
	u64 capped;
	u64 clamped;
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
	WRITE_ONCE(l->active, true);
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

/* Book what the kernel did to the boost inside the boost site: from -> boost. */
static inline void rwatch_ledger_book_site(struct rwatch_ledger *l, u64 boost, u64 now_ns)
{
	if (boost > l->from) {
		WRITE_ONCE(l->raises, l->raises + 1);
		WRITE_ONCE(l->raised, l->raised + boost - l->from);
		WRITE_ONCE(l->last_raise_ns, now_ns);
	} else if (boost < l->from) {
		WRITE_ONCE(l->capped, l->capped + l->from - boost);
	}
}

/* Book a trim by the clamp: boost -> kept. */
static inline void rwatch_ledger_book_trim(struct rwatch_ledger *l, u64 boost, u64 kept)
{
	if (kept < boost) {
		WRITE_ONCE(l->clamps, l->clamps + 1);
		WRITE_ONCE(l->clamped, l->clamped + boost - kept);
	}
	if (kept > l->peak)
		WRITE_ONCE(l->peak, kept);
}

/*
 * Take a consistent reading of the ledger and of *boost.  Never in NMI.
 * Consumed and reset are booked outside zone->lock, shortly after the kernel has
 * lowered the boost; until then a reading is short of them (see zone.c).
 */
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
		r->raised = READ_ONCE(l->raised);
		r->capped = READ_ONCE(l->capped);
		r->clamped = READ_ONCE(l->clamped);
		from = READ_ONCE(l->from);
		smp_rmb();	/* a pass books after it lowers: consumed first, then boost */
		r->boost = READ_ONCE(*boost);
		smp_rmb();	/* ... and before seq is read again */
		if (READ_ONCE(l->seq) == seq)
			break;
	}

	if (rwatch_ledger_phase(seq) != RWATCH_LEDGER_OPEN)
		return;
	if (r->boost > from)
		r->raised += r->boost - from;
	else
		r->capped += from - r->boost;
}

/* Boost dropped by anything but a pass. */
static inline u64 rwatch_reading_lost(const struct rwatch_reading *r)
{
	return r->reset + r->capped + r->clamped;
}

/* What the reading leaves unexplained; 0 when every page is accounted for. */
static inline s64 rwatch_reading_unexplained(const struct rwatch_reading *r)
{
	return (s64)(r->carried + r->raised - r->consumed - rwatch_reading_lost(r) - r->boost);
}

static inline u64 rwatch_bound(s64 value, u64 low, u64 high)
{
	if (value < (s64)low)
		return low;
	return value > (s64)high ? high : (u64)value;
}

/*
 * What a pass took off the boost, from readings at its begin and end.
 *
 * The kernel takes min(boost, snapshot), and makes its snapshot just after our
 * first reading.  So a pass takes what we read first; more only if a raise got
 * in between, which the drop of the boost shows; less only if a reset, a cap or
 * the clamp took it first.  The drop decides within those bounds and never
 * outside them: a raise that a probe missed cannot make itself disappear here,
 * it stays as an unexplained amount.
 */
static inline u64 rwatch_pass_took(const struct rwatch_reading *begin,
				   const struct rwatch_reading *end)
{
	u64 up = end->raised - begin->raised;
	u64 lost = rwatch_reading_lost(end) - rwatch_reading_lost(begin);
	s64 drop = (s64)(begin->boost + up - lost - end->boost);
	u64 least = begin->boost > lost ? begin->boost - lost : 0;

	return rwatch_bound(drop, least, begin->boost + up);
}

/*
 * What a reset of the watermarks dropped: all the boost there was when it came,
 * which is what the drop shows, and no more than was ever there.
 */
static inline u64 rwatch_reset_dropped(const struct rwatch_reading *begin,
				       const struct rwatch_reading *end)
{
	u64 up = end->raised - begin->raised;
	u64 other = (end->consumed - begin->consumed) + (end->capped - begin->capped) +
		    (end->clamped - begin->clamped) + (end->reset - begin->reset);
	s64 drop = (s64)(begin->boost + up - other - end->boost);

	return rwatch_bound(drop, 0, begin->boost + up);
}

/*
 * A pass that was already running when counting began takes boost we saw at
 * load, and its end is not seen.  Until the first pass begins, such a shortfall is
 * taken off "carried" and is not an error.
 */
static inline void rwatch_reading_settle_carried(struct rwatch_reading *r)
{
	s64 off = rwatch_reading_unexplained(r);

	if (off > 0)
		r->carried -= min_t(u64, off, r->carried);
}

#endif /* RECLAIMWATCH_LEDGER_H */
