/* SPDX-License-Identifier: GPL-2.0 */
/* When the guard holds a zone, for how long, and how often. */
#include "kernel_shim.h"

#include "../../module/guard_rule.h"

#include "tap.h"

#define SECOND 1000000000ULL

static const struct rwatch_guard_rule rule = { .passes = 8, .hold_ns = 60 * SECOND };

/* A pass that did well; 512 pages were the boost. */
static struct rwatch_guard_pass good(void)
{
	return (struct rwatch_guard_pass){
		.reclaimed_pages = 600,
		.freed_objects = 100,
		.priority = 10,
		.found_pages = 512,
		.failures_before = 3,
	};
}

static void judges_a_pass(void)
{
	struct rwatch_guard_pass pass = good();

	ok(!rwatch_guard_harm(&pass), "a pass that reclaims does no harm");
	pass.reclaimed_pages = 0;
	ok(!rwatch_guard_harm(&pass), "nor one that freed slab only");
	pass.freed_objects = 0;
	ok(rwatch_guard_harm(&pass) == RWATCH_HARM_NOTHING, "nothing is harm");
	pass.freed_objects = -1;
	ok(rwatch_guard_harm(&pass) == RWATCH_HARM_NOTHING, "nothing from the LRU, slab not known");
	pass.reclaimed_pages = -1;
	ok(!rwatch_guard_harm(&pass), "what is not known is no evidence");

	pass = good();
	pass.failures_after = 3;
	ok(!rwatch_guard_harm(&pass), "failures that were there before are not its own");
	pass.failures_after = 4;
	ok(rwatch_guard_harm(&pass) == RWATCH_HARM_FAILED, "one more is");

	pass = good();
	pass.priority = 1;
	ok(!rwatch_guard_harm(&pass), "the lowest priorities, but with the boost in hand");
	pass.reclaimed_pages = 511;
	ok(rwatch_guard_harm(&pass) == RWATCH_HARM_FLOOR, "and without it");
	pass.priority = 2;
	ok(!rwatch_guard_harm(&pass), "priority 2 is not the floor");
	pass.priority = 0;
	pass.reclaimed_pages = 0;
	pass.freed_objects = 0;
	pass.failures_after = 4;
	ok(rwatch_guard_harm(&pass) == 7, "all at once");
	pass.priority = -1;
	pass.failures_after = 0;
	pass.reclaimed_pages = 1;
	ok(!rwatch_guard_harm(&pass), "an unknown priority is no floor");
}

/* @nr harmful passes; whether it was time to decide at each is in the return's bits. */
static unsigned int harm(struct rwatch_guard *g, int nr)
{
	unsigned int due = 0;
	int i;

	for (i = 0; i < nr; i++)
		due |= (unsigned int)rwatch_guard_note(g, &rule, RWATCH_HARM_FAILED) << i;
	return due;
}

static void takes_evidence(void)
{
	struct rwatch_guard g = { 0 };

	ok(harm(&g, 7) == 0, "seven are not enough");
	ok(!rwatch_guard_decide(&g, &rule, SECOND) && !g.holds, "nothing is decided on them");
	ok(!rwatch_guard_note(&g, &rule, 0) && !g.row && !g.failed, "one that helps starts anew");
	ok(harm(&g, 8) == 0x80, "the eighth in a row is enough");
	ok(g.harmful == 15 && g.row == 8 && g.failed == 8 && !g.nothing && !g.floor,
	   "what there was is known");
	ok(rwatch_guard_decide(&g, &rule, SECOND), "it is held");
	ok(g.holds == 1 && g.hold_ns == 60 * SECOND && g.changed_ns == SECOND, "for a minute");
	ok(harm(&g, 20) == 0, "while it is held there is nothing to decide");
	ok(rwatch_guard_decide(&g, &rule, 61 * SECOND - 1), "not to the last moment");
	ok(!rwatch_guard_decide(&g, &rule, 61 * SECOND), "then it is let go");
	ok(g.held_ns == 60 * SECOND && !g.row, "and what was meanwhile is forgotten");
	ok(g.harmful == 35, "but counted");
}

/* Held at @when, and let go when its time is up; returns how long that was. */
static u64 hold(struct rwatch_guard *g, u64 when)
{
	harm(g, 8);
	if (!rwatch_guard_decide(g, &rule, when))
		return 0;
	rwatch_guard_decide(g, &rule, rwatch_guard_end_ns(g));
	return g->hold_ns;
}

static void holds_longer(void)
{
	struct rwatch_guard g = { 0 };
	u64 now = SECOND, minutes[] = { 1, 2, 4, 8, 16, 32, 32 };
	unsigned int i, right = 0;

	for (i = 0; i < sizeof(minutes) / sizeof(minutes[0]); i++) {
		u64 held = hold(&g, now);

		right += held == minutes[i] * 60 * SECOND;
		now = g.changed_ns + 10 * SECOND; /* harm again, soon after */
	}
	ok(right == i, "twice as long each time, up to 32 times");
	ok(hold(&g, g.changed_ns + g.hold_ns - 1) == 32 * 60 * SECOND, "just within its time");
	ok(hold(&g, g.changed_ns + g.hold_ns) == 60 * SECOND, "calm for as long starts anew");
}

static void acts_seldom(void)
{
	struct rwatch_guard g = { 0 };
	u64 now = SECOND;
	int i, held = 0;

	/* The worst: harm again as soon as it counts as calm. */
	for (i = 0; i < 12; i++) {
		held += hold(&g, now) == 60 * SECOND;
		now = g.changed_ns + g.hold_ns;
	}
	ok(held == 12, "twelve times in an hour");
	ok(!hold(&g, now) && g.refused == 1 && !g.held && !g.row, "and not once more");
	ok(!hold(&g, SECOND + RWATCH_GUARD_HOUR_NS - 1) && g.refused == 2, "for the rest of it");
	ok(hold(&g, SECOND + RWATCH_GUARD_HOUR_NS) == 60 * SECOND,
	   "an hour after the first it may");
	ok(g.holds == 13 && rwatch_guard_hourly(&g, g.changed_ns) == 12, "once");
	ok(!hold(&g, g.changed_ns) && g.refused == 3,
	   "and the next when the second is an hour ago");
}

/* The hour is any hour, also across the edge of one that began with the first hold. */
static void acts_seldom_in_any_hour(void)
{
	struct rwatch_guard g = { 0 };
	u64 now = SECOND, begun[64];
	unsigned int i, j, nr = 0, most = 0;

	for (i = 0; i < 64; i++) {
		/* Once, and then all it may from minute 37 on. */
		if (hold(&g, now))
			begun[nr++] = now;
		now += (i ? 2 : 37) * 60 * SECOND;
	}
	for (i = 0; i < nr; i++) {
		for (j = i; j < nr && begun[j] - begun[i] < RWATCH_GUARD_HOUR_NS; j++)
			;
		most = j - i > most ? j - i : most;
	}
	ok(most == 12, "no hour has more than twelve");
	ok(nr > 12, "though more than one hour had some");
}

static void leaves_the_scope(void)
{
	struct rwatch_guard g = { 0 };

	harm(&g, 8);
	rwatch_guard_decide(&g, &rule, SECOND);
	rwatch_guard_release(&g, 11 * SECOND);
	ok(!g.held && g.held_ns == 10 * SECOND, "a zone the clamp is no longer for is let go");
	rwatch_guard_release(&g, 12 * SECOND);
	ok(g.held_ns == 10 * SECOND && g.changed_ns == 11 * SECOND, "once");
	harm(&g, 8);
	rwatch_guard_release(&g, 13 * SECOND);
	ok(!g.row, "and evidence against one is dropped, not decided on again and again");
}

static void is_switched(void)
{
	struct rwatch_guard g = { 0 };

	harm(&g, 7);
	rwatch_guard_restart(&g, SECOND);
	ok(harm(&g, 7) == 0, "evidence from before it was switched on does not count");
	harm(&g, 1);
	rwatch_guard_decide(&g, &rule, SECOND);
	rwatch_guard_restart(&g, 11 * SECOND);
	ok(!g.held && g.held_ns == 10 * SECOND && g.holds == 1, "switched off, it holds nothing");
	ok(hold(&g, 12 * SECOND) == 60 * SECOND, "switched on again, it begins anew");
}

int main(void)
{
	judges_a_pass();
	takes_evidence();
	holds_longer();
	acts_seldom();
	acts_seldom_in_any_hour();
	leaves_the_scope();
	is_switched();
	return done_testing();
}
