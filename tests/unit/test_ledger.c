/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The ledger against a model of the kernel: what raises, lowers and reads the
 * boost does so here in the kernel's own order, and the ledger has to account
 * for every page, or say that it cannot.
 */
#include <pthread.h>
#include <stdlib.h>

#include "kernel_shim.h"

#include "../../module/ledger.h"

#include "tap.h"

#define STEP 512

/* A zone, and what really happened to its boost. */
struct model {
	struct rwatch_ledger ledger;
	unsigned long boost;
	u64 raised;
	u64 consumed;
	u64 snapshot;
	unsigned int resets; /* in flight */
};

static void kernel_raise(struct model *m, unsigned long step, unsigned long cap)
{
	unsigned long old = m->boost;
	unsigned long new = old + step < cap ? old + step : cap;

	if (new > old)
		m->raised += new - old;
	WRITE_ONCE(m->boost, new);
}

static void site_close(struct model *m, unsigned long limit)
{
	unsigned long boost = m->boost;
	unsigned long kept = boost < limit ? boost : limit;

	rwatch_ledger_book_begin(&m->ledger);
	rwatch_ledger_book_site(&m->ledger, boost);
	WRITE_ONCE(m->boost, kept);
	if (kept < boost)
		rwatch_ledger_book_trim(&m->ledger, boost, kept);
	rwatch_ledger_note_peak(&m->ledger, kept);
	rwatch_ledger_book_end(&m->ledger);
}

static void raise_by(struct model *m, unsigned long step)
{
	rwatch_ledger_open(&m->ledger, m->boost);
	kernel_raise(m, step, ~0UL);
	site_close(m, ~0UL);
}

static void trim(struct model *m)
{
	rwatch_ledger_book_begin(&m->ledger);
	rwatch_ledger_book_trim(&m->ledger, m->boost, 0);
	WRITE_ONCE(m->boost, 0);
	rwatch_ledger_book_end(&m->ledger);
}

static s64 unaccounted(struct model *m)
{
	struct rwatch_reading r;

	rwatch_ledger_look(&m->ledger, &m->boost, &r);
	return rwatch_reading_unaccounted(&r);
}

static void pass_begin(struct model *m)
{
	rwatch_ledger_begin_pass(&m->ledger, &m->boost, m->resets);
}

static void kernel_snapshot(struct model *m)
{
	m->snapshot = m->boost;
}

static u64 kernel_consume(struct model *m)
{
	u64 taken = m->snapshot < m->boost ? m->snapshot : m->boost;

	WRITE_ONCE(m->boost, m->boost - taken);
	m->consumed += taken;
	return taken;
}

/* A pass is boosted if kswapd's own snapshot was not 0. */
static u64 pass_end(struct model *m)
{
	return rwatch_ledger_end_pass(&m->ledger, &m->boost, m->resets, m->snapshot);
}

static void reset_begin(struct model *m)
{
	if (!m->resets++)
		rwatch_ledger_begin_reset(&m->ledger, &m->boost);
}

static void kernel_reset(struct model *m)
{
	WRITE_ONCE(m->boost, 0);
}

static void reset_end(struct model *m)
{
	if (m->resets == 1)
		rwatch_ledger_end_reset(&m->ledger, &m->boost);
	m->resets--;
}

static void test_raises(void)
{
	struct model m = { .boost = 100 };

	raise_by(&m, STEP);
	raise_by(&m, 0);
	raise_by(&m, 7);
	ok(m.ledger.carried == 100, "boost from before is carried");
	ok(m.ledger.raises == 2 && m.ledger.raised == STEP + 7, "raises are counted to the page");
	ok(m.ledger.peak == 100 + STEP + 7, "the peak is kept");
	ok(unaccounted(&m) == 0, "the ledger adds up after raises");

	rwatch_ledger_open(&m.ledger, m.boost);
	kernel_raise(&m, STEP, 50);
	ok(unaccounted(&m) == 0, "a drop to a lowered cap adds up before it is booked");
	site_close(&m, ~0UL);
	ok(m.ledger.capped == 100 + STEP + 7 - 50 && unaccounted(&m) == 0,
	   "a drop to a lowered cap is booked");
}

static void test_open(void)
{
	struct model m = { 0 };
	struct rwatch_reading r;

	raise_by(&m, STEP);
	rwatch_ledger_open(&m.ledger, m.boost);
	ok(unaccounted(&m) == 0, "an open ledger adds up before the store");
	kernel_raise(&m, STEP, ~0UL);
	rwatch_ledger_read(&m.ledger, &m.boost, &r);
	ok(r.raises == 2 && r.raised == 2 * STEP && r.boost == 2 * STEP,
	   "a raise not yet booked is seen");
	site_close(&m, ~0UL);
	ok(m.ledger.raised == 2 * STEP && unaccounted(&m) == 0, "and is booked once");
}

static void test_clamp(void)
{
	struct model m = { 0 };

	rwatch_ledger_open(&m.ledger, m.boost);
	kernel_raise(&m, STEP, ~0UL);
	site_close(&m, 0);
	ok(m.boost == 0 && m.ledger.raised == STEP && m.ledger.clamped == STEP,
	   "a trimmed raise is both raised and clamped");
	ok(m.ledger.peak == 0, "what never left the lock is no peak");
	raise_by(&m, STEP);
	trim(&m);
	ok(m.ledger.clamped == 2 * STEP && m.ledger.clamps == 2 && unaccounted(&m) == 0,
	   "boost from before the switch is trimmed and booked");
}

static void test_passes(void)
{
	struct model m = { 0 };

	raise_by(&m, STEP);
	pass_begin(&m);
	kernel_snapshot(&m);
	raise_by(&m, STEP);
	kernel_consume(&m);
	ok(pass_end(&m) == STEP && unaccounted(&m) == 0, "a pass takes what it found");

	pass_begin(&m);
	raise_by(&m, STEP);
	kernel_snapshot(&m);
	kernel_consume(&m);
	ok(pass_end(&m) == 2 * STEP && unaccounted(&m) == 0,
	   "a raise between our reading and kswapd's is taken too");

	raise_by(&m, STEP);
	pass_begin(&m);
	kernel_snapshot(&m);
	trim(&m);
	raise_by(&m, 10);
	kernel_consume(&m);
	ok(pass_end(&m) == 10 && unaccounted(&m) == 0, "a trim in mid-pass leaves less to take");
}

static void test_lost_raises(void)
{
	struct model m = { 0 };

	raise_by(&m, STEP);
	kernel_raise(&m, STEP, ~0UL); /* no probe saw this one */
	ok(unaccounted(&m) == -STEP, "a lost raise is unaccounted for");
	pass_begin(&m);
	kernel_snapshot(&m);
	kernel_consume(&m);
	ok(pass_end(&m) == 2 * STEP && unaccounted(&m) == -STEP,
	   "and stays so after a pass has consumed it");
	pass_begin(&m);
	ok(m.ledger.mismatches == 1, "and is one mismatch, however many passes follow");

	m = (struct model){ 0 };
	raise_by(&m, STEP);
	pass_begin(&m);
	kernel_snapshot(&m);
	kernel_raise(&m, STEP, ~0UL);
	kernel_consume(&m);
	ok(pass_end(&m) == STEP && unaccounted(&m) == -STEP, "one lost in mid-pass likewise");

	/* The known limit: kswapd's snapshot cannot be seen. */
	m = (struct model){ 0 };
	raise_by(&m, STEP);
	pass_begin(&m);
	raise_by(&m, STEP);
	kernel_snapshot(&m);
	kernel_raise(&m, STEP, ~0UL);
	kernel_consume(&m);
	ok(pass_end(&m) == STEP && unaccounted(&m) == 0,
	   "one lost in mid-pass after one that was late hides behind it (known limit)");
}

static void test_reset(void)
{
	struct model m = { 0 };

	raise_by(&m, STEP);
	reset_begin(&m);
	raise_by(&m, STEP);
	kernel_reset(&m);
	raise_by(&m, 3);
	reset_end(&m);
	ok(m.ledger.reset == 2 * STEP && unaccounted(&m) == 0,
	   "a reset drops all there was, raises around it apart");

	m = (struct model){ 0 };
	raise_by(&m, STEP);
	pass_begin(&m);
	kernel_snapshot(&m);
	kernel_consume(&m);
	reset_begin(&m); /* before the pass has booked */
	raise_by(&m, STEP);
	pass_end(&m);
	kernel_reset(&m);
	reset_end(&m);
	ok(m.ledger.consumed == STEP && m.ledger.reset == STEP && unaccounted(&m) == 0,
	   "a reset that begins before a pass has booked takes nothing of the pass");
}

static void test_carried(void)
{
	struct model m = { .boost = 2 * STEP };
	struct rwatch_reading r;

	rwatch_ledger_activate(&m.ledger, m.boost);
	m.snapshot = STEP; /* of a pass that began before us */
	kernel_consume(&m);
	rwatch_ledger_look(&m.ledger, &m.boost, &r);
	ok(r.carried == STEP && rwatch_reading_unaccounted(&r) == 0,
	   "what an unseen pass took comes off the carried boost");
	kernel_raise(&m, 2 * STEP, ~0UL);
	ok(unaccounted(&m) == -STEP, "but more boost than there ever was does not hide there");

	m = (struct model){ .snapshot = 2 * STEP }; /* of a pass before us; trimmed since */
	rwatch_ledger_activate(&m.ledger, m.boost);
	raise_by(&m, STEP);
	kernel_consume(&m);
	rwatch_ledger_look(&m.ledger, &m.boost, &r);
	ok(r.consumed == STEP && rwatch_reading_unaccounted(&r) == 0,
	   "an unseen pass may take a raise that was seen");
	pass_begin(&m);
	ok(m.ledger.consumed == STEP && m.ledger.mismatches == 0 && unaccounted(&m) == 0,
	   "and is booked when the first pass begins");
	kernel_raise(&m, STEP, ~0UL);
	m.snapshot = STEP;
	pass_end(&m);
	pass_begin(&m);
	ok(unaccounted(&m) == -STEP && m.ledger.mismatches == 1, "after which nothing hides there");

	m = (struct model){ 0 };
	rwatch_ledger_activate(&m.ledger, m.boost);
	raise_by(&m, STEP);
	reset_begin(&m);
	kernel_reset(&m);
	reset_end(&m);
	pass_begin(&m);
	ok(m.ledger.reset == STEP && m.ledger.consumed == 0 && unaccounted(&m) == 0,
	   "a reset before the first pass is booked as one");

	m = (struct model){ .boost = STEP };
	rwatch_ledger_activate(&m.ledger, m.boost);
	reset_begin(&m);
	kernel_reset(&m);
	pass_begin(&m);
	kernel_snapshot(&m);
	reset_end(&m);
	pass_end(&m);
	pass_begin(&m);
	ok(m.ledger.carried == STEP && m.ledger.reset == STEP && unaccounted(&m) == 0 &&
		   m.ledger.mismatches == 0,
	   "a first pass inside a reset does not take the carried boost for gone");
}

/* Any order of events, one thread: the ledger adds up whenever all is booked. */
static void test_random_order(void)
{
	enum { IDLE, BEGUN, CONSUMED } pass = IDLE;
	enum { NONE, OPENED, DONE } reset = NONE;
	struct model m = { .boost = STEP };
	u64 taken = 0, wrong = 0, inexact = 0;
	bool overlap = false;
	int i;

	srand(20);
	rwatch_ledger_activate(&m.ledger, m.boost);
	for (i = 0; i < 400000; i++) {
		switch (rand() % 8) {
		case 0:
		case 1:
			raise_by(&m, STEP);
			break;
		case 2:
			if (rand() % 50 == 0)
				trim(&m);
			break;
		case 3:
			if (pass != IDLE)
				break;
			pass_begin(&m);
			if (rand() % 4 == 0)
				raise_by(&m, STEP);
			kernel_snapshot(&m);
			pass = BEGUN;
			overlap = reset != NONE;
			break;
		case 4:
			if (pass != BEGUN)
				break;
			taken = kernel_consume(&m);
			pass = CONSUMED;
			break;
		case 5:
			if (pass != CONSUMED)
				break;
			/* Which of two took a page shows only if they do not overlap. */
			inexact += pass_end(&m) != taken && !overlap;
			pass = IDLE;
			break;
		case 6:
			if (reset != NONE || rand() % 20)
				break;
			reset_begin(&m);
			reset = OPENED;
			overlap = true;
			break;
		case 7:
			if (reset == OPENED) {
				kernel_reset(&m);
				reset = DONE;
			} else if (reset == DONE) {
				reset_end(&m);
				reset = NONE;
			}
			break;
		}
		if (pass != CONSUMED && reset != DONE)
			wrong += unaccounted(&m) != 0;
	}
	ok(m.ledger.reset > 0 && m.ledger.consumed > 0 && m.ledger.clamped > 0,
	   "400000 events in any order: all kinds among them");
	ok(wrong == 0, "and whenever all is booked the ledger adds up");
	ok(inexact == 0, "and each pass that met no reset is exact");
	ok(m.ledger.mismatches == 0, "and no pass found the ledger off");
}

/* The same with threads: two raisers, one kswapd, two readers. */
static struct model shared;
static pthread_mutex_t zone_lock = PTHREAD_MUTEX_INITIALIZER;
static bool stop;
static u64 bad_readings, readings;

static void *raiser(void *unused)
{
	int i;

	for (i = 0; i < 20000; i++) {
		pthread_mutex_lock(&zone_lock);
		rwatch_ledger_open(&shared.ledger, shared.boost);
		if (i % 3 == 0)
			sched_yield(); /* preempted inside the boost site */
		kernel_raise(&shared, STEP, ~0UL);
		if (i % 5 == 0)
			sched_yield();
		site_close(&shared, i % 100 ? ~0UL : STEP);
		pthread_mutex_unlock(&zone_lock);
	}
	return unused;
}

static void *kswapd(void *wrong)
{
	u64 taken;

	while (!READ_ONCE(stop)) {
		pass_begin(&shared);
		shared.snapshot = READ_ONCE(shared.boost);
		sched_yield();
		pthread_mutex_lock(&zone_lock);
		taken = kernel_consume(&shared);
		pthread_mutex_unlock(&zone_lock);
		if (pass_end(&shared) != taken)
			++*(u64 *)wrong;
	}
	return NULL;
}

static void *reader(void *unused)
{
	struct rwatch_reading r;

	while (!READ_ONCE(stop)) {
		rwatch_ledger_read(&shared.ledger, &shared.boost, &r);
		__atomic_add_fetch(&readings, 1, __ATOMIC_RELAXED);
		/* Short only of what one pass has taken and not yet booked. */
		if (rwatch_reading_unaccounted(&r) < 0)
			__atomic_add_fetch(&bad_readings, 1, __ATOMIC_RELAXED);
	}
	return unused;
}

static void test_threads(void)
{
	pthread_t raisers[2], readers[2], pass;
	u64 wrong = 0;
	int i;

	pthread_create(&pass, NULL, kswapd, &wrong);
	for (i = 0; i < 2; i++)
		pthread_create(&readers[i], NULL, reader, NULL);
	for (i = 0; i < 2; i++)
		pthread_create(&raisers[i], NULL, raiser, NULL);
	for (i = 0; i < 2; i++)
		pthread_join(raisers[i], NULL);
	WRITE_ONCE(stop, true);
	pthread_join(pass, NULL);
	for (i = 0; i < 2; i++)
		pthread_join(readers[i], NULL);

	ok(shared.ledger.raised == shared.raised, "threads: raised equals what was raised");
	ok(shared.ledger.consumed == shared.consumed, "threads: consumed equals what was consumed");
	ok(unaccounted(&shared) == 0, "threads: the ledger adds up at the end");
	ok(wrong == 0, "threads: every pass exact");
	ok(readings > 0 && bad_readings == 0, "threads: no reader saw more go than came");
}

int main(void)
{
	test_raises();
	test_open();
	test_clamp();
	test_passes();
	test_lost_raises();
	test_reset();
	test_carried();
	test_random_order();
	test_threads();
	return done_testing();
}
