// SPDX-License-Identifier: GPL-2.0
/* Benefit and cost of the clamp, as far as the figures can tell. */
#include <inttypes.h>
#include <stdio.h>

#include "calc.h"
#include "trial.h"
#include "text.h"

/* Below this many events in all three phases a change cannot be told from chance. */
#define ENOUGH 20
/* Standard deviations of events that come by chance; they come in bursts, too. */
#define SURE 3
/* What has no events to count has to lie outside of both others by this share. */
#define CLEAR 0.1

const char *const rw_trial_kind[] = {
	[RW_BENEFIT] = "benefit", [RW_COST] = "cost",		[RW_NO_CHANGE] = "no_clear_change",
	[RW_TOO_FEW] = "too_few", [RW_NOT_KNOWN] = "not_known",
};

/* One thing in the three phases. */
struct figures {
	const char *id;
	const char *what; /* begins a sentence */
	const char *unit; /* follows a number */
	enum rw_trial_kind fell, rose;
	double x[RW_NR_PHASES];
};

/* How much of it, in few characters; 0 is only said of 0. */
static const char *number(char to[RW_CELL], double x)
{
	if (x > 0 && x < 0.01)
		snprintf(to, RW_CELL, "<0.01");
	else
		snprintf(to, RW_CELL, "%.*f", x >= 100 ? 0 : x >= 10 || x == 0 ? 1 : 2, x);
	return to;
}

/*
 * With the clamp less than in both others, more, or neither; by @share at least, and by a
 * factor no smaller than that between the others, which is what other work can do.
 */
static int outside(const double x[RW_NR_PHASES], double share)
{
	double less = x[RW_BEFORE], more = x[RW_AFTER], with = x[RW_CLAMPED];

	if (less > more) {
		less = x[RW_AFTER];
		more = x[RW_BEFORE];
	}
	if (with < less * (1 - share) && with * more <= less * less)
		return -1;
	return with > more * (1 + share) && with * less >= more * more;
}

static bool more_than_chance(double by, double variance)
{
	return by * by > SURE * SURE * variance;
}

/* The same of events: and by more than chance. */
static int events_changed(const struct rw_phase phases[RW_NR_PHASES], enum rw_trial_count id,
			  const double rate[RW_NR_PHASES])
{
	const struct rw_phase *a = &phases[RW_BEFORE], *b = &phases[RW_CLAMPED],
			      *c = &phases[RW_AFTER];
	double t = (double)b->ns.v, others_t = (double)a->ns.v + (double)c->ns.v;
	double n = (double)b->v[id].v, others_n = (double)a->v[id].v + (double)c->v[id].v;
	double by = n / t - others_n / others_t;
	double variance = n / (t * t) + others_n / (others_t * others_t);

	return more_than_chance(by, variance) ? outside(rate, 0) : 0;
}

/* "fell by 40%: 5.00 a minute before, 3.00 with the clamp, 5.00 after." */
static void say(struct rw_verdict *verdict, const struct figures *f, int changed)
{
	char before[RW_CELL], with[RW_CELL], after[RW_CELL], by[RW_CELL + 16] = "";
	double others = (f->x[RW_BEFORE] + f->x[RW_AFTER]) / 2;
	double more = f->x[RW_CLAMPED] - others;

	if (others > 0 && f->x[RW_CLAMPED] > 0)
		snprintf(by, sizeof(by), " by %.0f%%", 100 * (more < 0 ? -more : more) / others);
	verdict->id = f->id;
	verdict->kind = changed < 0 ? f->fell : changed ? f->rose : RW_NO_CHANGE;
	number(before, f->x[RW_BEFORE]);
	number(with, f->x[RW_CLAMPED]);
	number(after, f->x[RW_AFTER]);
	snprintf(verdict->text, sizeof(verdict->text),
		 "%s%s%s: %s%s before, %s with the clamp, %s after.", f->what,
		 changed < 0 ? " fell" :
		 changed     ? " rose" :
			       ", no clear change",
		 changed ? by : "", before, f->unit, with, after);
}

static void not_known(struct rw_verdict *verdict, const struct figures *f)
{
	verdict->id = f->id;
	verdict->kind = RW_NOT_KNOWN;
	snprintf(verdict->text, sizeof(verdict->text),
		 "%s: not known; reclaimwatch doctor says why.", f->what);
}

/* Are there enough of @id to tell?  Says so if not. */
static bool enough(const struct rw_phase phases[RW_NR_PHASES], enum rw_trial_count id,
		   const struct figures *f, struct rw_verdict *verdict)
{
	int64_t n[RW_NR_PHASES];
	int i;

	for (i = 0; i < RW_NR_PHASES; i++) {
		if (!rw_known(phases[i].v[id]) || !rw_above(phases[i].ns, 0)) {
			not_known(verdict, f);
			return false;
		}
		n[i] = phases[i].v[id].v;
	}
	if (n[RW_BEFORE] + n[RW_CLAMPED] + n[RW_AFTER] >= ENOUGH)
		return true;
	verdict->id = f->id;
	verdict->kind = RW_TOO_FEW;
	snprintf(verdict->text, sizeof(verdict->text),
		 "%s, too few to tell: %" PRId64 " before, %" PRId64 " with the clamp, %" PRId64
		 " after.",
		 f->what, n[RW_BEFORE], n[RW_CLAMPED], n[RW_AFTER]);
	return false;
}

static void judge_events(const struct rw_phase phases[RW_NR_PHASES], enum rw_trial_count id,
			 const char *what, struct rw_verdict *verdict)
{
	struct figures f = { rw_trial_name[id], what, " a minute", RW_BENEFIT, RW_COST, { 0 } };
	int i;

	if (!enough(phases, id, &f, verdict))
		return;
	for (i = 0; i < RW_NR_PHASES; i++)
		rw_phase_rate(&phases[i], id, &f.x[i]);
	say(verdict, &f, events_changed(phases, id, f.x));
}

/* A few long stalls make most of the time: how many there were is no measure of its chance. */
static void judge_stall_time(const struct rw_phase phases[RW_NR_PHASES], struct rw_verdict *verdict)
{
	struct figures f = { rw_trial_name[RW_TRIAL_DIRECT_TIME],
			     "Time in direct-reclaim stalls",
			     " ms a minute",
			     RW_BENEFIT,
			     RW_COST,
			     { 0 } };
	int i;

	if (!enough(phases, RW_TRIAL_DIRECT, &f, verdict))
		return;
	for (i = 0; i < RW_NR_PHASES; i++) {
		if (!rw_phase_rate(&phases[i], RW_TRIAL_DIRECT_TIME, &f.x[i])) {
			not_known(verdict, &f);
			return;
		}
		f.x[i] /= 1e6;
	}
	say(verdict, &f, outside(f.x, CLEAR));
}

static void judge_page_cache(const struct rw_phase phases[RW_NR_PHASES], struct rw_verdict *verdict)
{
	struct figures f = { "page_cache_kb", "Page cache", " MiB", RW_COST, RW_BENEFIT, { 0 } };
	int i;

	for (i = 0; i < RW_NR_PHASES; i++) {
		struct rw_val kb = rw_phase_page_cache_kb(&phases[i], RW_WHOLE_MACHINE);

		if (!rw_known(kb)) {
			not_known(verdict, &f);
			return;
		}
		f.x[i] = (double)kb.v / 1024;
	}
	say(verdict, &f, outside(f.x, CLEAR));
}

/* Is the share of successes with the clamp another one by more than chance? */
static int share_changed(const struct rw_phase phases[RW_NR_PHASES],
			 const double share[RW_NR_PHASES])
{
	double n[RW_NR_PHASES], well[RW_NR_PHASES], all, by, variance;
	int i;

	for (i = 0; i < RW_NR_PHASES; i++) {
		n[i] = (double)phases[i].v[RW_TRIAL_COMPACTED].v;
		well[i] = (double)phases[i].v[RW_TRIAL_COMPACTED_WELL].v;
	}
	all = (well[0] + well[1] + well[2]) / (n[0] + n[1] + n[2]);
	by = well[RW_CLAMPED] / n[RW_CLAMPED] -
	     (well[RW_BEFORE] + well[RW_AFTER]) / (n[RW_BEFORE] + n[RW_AFTER]);
	variance = all * (1 - all) * (1 / n[RW_CLAMPED] + 1 / (n[RW_BEFORE] + n[RW_AFTER]));
	return more_than_chance(by, variance) ? outside(share, 0) : 0;
}

static void judge_compaction(const struct rw_phase phases[RW_NR_PHASES], struct rw_verdict *verdict)
{
	struct figures f = { rw_trial_name[RW_TRIAL_COMPACTED_WELL],
			     "Success of compaction",
			     "%",
			     RW_COST,
			     RW_BENEFIT,
			     { 0 } };
	int i;

	if (!enough(phases, RW_TRIAL_COMPACTED, &f, verdict))
		return;
	for (i = 0; i < RW_NR_PHASES; i++) {
		struct rw_val n = phases[i].v[RW_TRIAL_COMPACTED];
		struct rw_val well = phases[i].v[RW_TRIAL_COMPACTED_WELL];

		if (!rw_known(well)) {
			not_known(verdict, &f);
			return;
		}
		if (!n.v) {
			verdict->id = f.id;
			verdict->kind = RW_TOO_FEW;
			snprintf(verdict->text, sizeof(verdict->text),
				 "%s, too few to tell: no compaction %s.", f.what,
				 i == RW_CLAMPED ? "with the clamp" : rw_phase_name[i]);
			return;
		}
		f.x[i] = 100.0 * (double)well.v / (double)n.v;
	}
	say(verdict, &f, share_changed(phases, f.x));
}

size_t rw_trial_judge(const struct rw_phase phases[RW_NR_PHASES],
		      struct rw_verdict verdicts[RW_MAX_VERDICTS])
{
	judge_events(phases, RW_TRIAL_BOOSTED, "Boosted passes", &verdicts[0]);
	judge_events(phases, RW_TRIAL_DIRECT, "Direct-reclaim stalls", &verdicts[1]);
	judge_stall_time(phases, &verdicts[2]);
	judge_page_cache(phases, &verdicts[3]);
	judge_events(phases, RW_TRIAL_EXTFRAG, "Fragmentation events", &verdicts[4]);
	judge_compaction(phases, &verdicts[5]);
	return 6;
}
