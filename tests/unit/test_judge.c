// SPDX-License-Identifier: GPL-2.0
/* Each rule on both sides of its border, from a report in which nothing is wrong. */
#include <limits.h>

#include <reclaimwatch/version.h>

#include "calc.h"
#include "judging.h"

static void nothing(void)
{
	quiet();
	JUDGED("");
	/* A report of which nothing is known gives no rise to a finding about figures. */
	memset(&rep.snap.global, 0, sizeof(rep.snap.global));
	rep.facts.boost_factor = rw_none();
	JUDGED("");
}

static void no_figures(void)
{
	quiet();
	rep.have_snap = false;
	rep.snap = (struct rw_snapshot){ 0 };
	rep.facts.nr_mem = 0;
	rw_fail(&rep.err, RW_ERR_NO_MODULE, "why");
	JUDGED("bad module_not_loaded No figures: why.\n");
	rep.have_snap = false;
	rep.snap = (struct rw_snapshot){ 0 };
	rw_fail(&rep.err, RW_ERR_GARBLED, "why");
	strcpy(rep.facts.lockdown, "integrity");
	JUDGED("bad garbled No figures: why.\n"
	       "note locked_down The kernel is locked down (integrity): it loads only signed "
	       "modules.\n");
	strcpy(rep.facts.lockdown, "integrity");
	rep.facts.sig_enforced = true;
	JUDGED("");
	rep.have_snap = false;
	rep.snap = (struct rw_snapshot){ 0 };
	rw_fail(&rep.err, RW_ERR_NO_MODULE, "why");
	rep.facts.sig_enforced = true;
	JUDGED("bad module_not_loaded No figures: why.\n"
	       "note sig_enforced The kernel enforces module.sig_enforce: it loads only signed "
	       "modules.\n");
	rep.have_snap = false;
	rep.snap = (struct rw_snapshot){ 0 };
	rw_fail(&rep.err, RW_ERR_NO_MODULE, "why");
	rep.facts.sig_enforced = true;
	strcpy(rep.facts.lockdown, "integrity");
	JUDGED("bad module_not_loaded No figures: why.\n"
	       "note locked_down The kernel is locked down (integrity): it loads only signed "
	       "modules.\n");
}

static void switches(void)
{
	quiet();
	rep.facts.kprobes_enabled = rw_some(1);
	rep.facts.ftrace_enabled = rw_some(1);
	JUDGED("");
	rep.facts.kprobes_enabled = rw_some(0);
	JUDGED("bad kprobes_off Kprobes are switched off (debugfs kprobes/enabled is 0): no probe "
	       "fires.\n");
	rep.facts.ftrace_enabled = rw_some(0);
	JUDGED("bad ftrace_off kernel.ftrace_enabled is 0: probes that sit on ftrace do not fire.\n");
}

static void probe_state(void)
{
	struct rw_probe *boost, *reset;

	quiet();
	boost = &rep.snap.probes[RWATCH_PROBE_BOOST];
	reset = &rep.snap.probes[RWATCH_PROBE_RESET];
	strcpy(boost->state, RWATCH_WORD_ABSENT);
	strcpy(reset->state, RWATCH_WORD_FAILED);
	reset->v[RW_PROBE_ERROR] = rw_some(-22);
	JUDGED("bad probe_missing Probe boost is not attached (absent): boost raises are not "
	       "counted and the clamp cannot work.\n"
	       "warn probe_missing Probe reset is not attached (failed: Invalid argument): boost "
	       "dropped by a change of the watermarks shows up as unaccounted.\n");
	strcpy(rep.snap.probes[RWATCH_PROBE_CANARY].state, RWATCH_WORD_SILENT);
	JUDGED("bad probe_missing Probe canary is not attached (silent): kretprobes do not fire on "
	       "this kernel, so nothing below can be trusted.\n");
	*rep.snap.probes[RWATCH_PROBE_BOOST].state = '\0';
	rep.snap.probes[RWATCH_PROBE_BOOST].present = false;
	JUDGED("bad probe_missing Probe boost is not attached (not reported): boost raises are not "
	       "counted and the clamp cannot work.\n");
	strcpy(reset->state, RWATCH_WORD_FAILED);
	reset->v[RW_PROBE_ERROR] = rw_some(INT64_MIN);
	CHECK_HAS(judged(), "(failed)");
	quiet();
}

/* Off is somebody's choice; but the core cannot be switched off. */
static void probe_off(void)
{
	quiet();
	strcpy(rep.snap.probes[RWATCH_PROBE_LRU].state, RWATCH_WORD_OFF);
	JUDGED("");
	strcpy(rep.snap.probes[RWATCH_PROBE_RESET].state, RWATCH_WORD_OFF);
	JUDGED("warn probe_missing Probe reset is not attached (off): boost dropped by a change of "
	       "the watermarks shows up as unaccounted.\n");
	rep.snap.groups[RWATCH_GROUP_BLAME].on = rw_some(0);
	JUDGED("");
	rep.snap.groups[RWATCH_GROUP_LRU].on = rw_some(0);
	rep.snap.groups[RWATCH_GROUP_SLAB].on = rw_some(0);
	rep.snap.groups[RWATCH_GROUP_MEMCG].on = rw_some(1);
	JUDGED("note group_off Switched off, so not counted now: slab, lru.\n");
}

static void probe_partial(void)
{
	quiet();
	strcpy(rep.snap.probes[RWATCH_PROBE_LRU].state, RWATCH_WORD_PARTIAL);
	rep.snap.global[RWATCH_GLOBAL_PGSTEAL] = rw_some(9000);
	rep.snap.global[RWATCH_GLOBAL_STEAL_SEEN] = rw_some(10);
	JUDGED("warn probe_partial Probe lru does not see everything (partial): kswapd reclaimed "
	       "9000 pages by the kernel's own count, the probe saw 10.\n");
	strcpy(rep.snap.probes[RWATCH_PROBE_LRU].state, RWATCH_WORD_PARTIAL);
	CHECK_HAS(judged(), "(partial): the kernel's own counts show more.");
	quiet();
}

static void older_module(void)
{
	quiet();
	rep.snap.probes[RWATCH_PROBE_LRU].present = false;
	*rep.snap.probes[RWATCH_PROBE_LRU].state = '\0';
	rep.snap.probes[RWATCH_PROBE_BLAME].present = false;
	*rep.snap.probes[RWATCH_PROBE_BLAME].state = '\0';
	JUDGED("note probes_unknown The module does not know 2 of this tool's probes: lru, blame.\n");
}

static void probe_missed(void)
{
	struct rw_probe *boost;

	quiet();
	boost = &rep.snap.probes[RWATCH_PROBE_BOOST];
	boost->v[RW_PROBE_HITS] = rw_some(1203);
	boost->v[RW_PROBE_NOINSTANCE] = rw_some(0);
	boost->v[RW_PROBE_REENTRY] = rw_some(0);
	JUDGED("");
	boost->v[RW_PROBE_HITS] = rw_some(1203);
	boost->v[RW_PROBE_NOINSTANCE] = rw_some(1);
	boost->v[RW_PROBE_REENTRY] = rw_some(2);
	JUDGED("warn probe_missed Probe boost: missed hits 3, seen 1203.\n");
	boost->v[RW_PROBE_REENTRY] = rw_some(1);
	JUDGED("warn probe_missed Probe boost: missed hits 1.\n");
}

static void ledger(void)
{
	quiet();
	zones[0].v[RWATCH_ZONE_UNACCOUNTED] = rw_some(0);
	JUDGED("");
	zones[0].v[RWATCH_ZONE_UNACCOUNTED] = rw_some(1);
	CHECK_HAS(judged(), "lost 1 pages that left unseen");
	quiet();
	zones[0].v[RWATCH_ZONE_UNACCOUNTED] = rw_some(-1);
	CHECK_HAS(judged(), "lost 1 pages that came unseen");
	quiet();
	zones[0].v[RWATCH_ZONE_UNACCOUNTED] = rw_some(512);
	rep.snap.probes[RWATCH_PROBE_BOOST].v[RW_PROBE_HITS] = rw_some(5);
	rep.snap.probes[RWATCH_PROBE_BOOST].v[RW_PROBE_NOINSTANCE] = rw_some(1);
	JUDGED("bad ledger_lost The ledger of node 0 DMA32 lost 512 pages that left unseen (missed "
	       "probe).\n"
	       "warn probe_missed Probe boost: missed hits 1, seen 5.\n");
	zones[1].v[RWATCH_ZONE_UNACCOUNTED] = rw_some(INT64_MIN);
	JUDGED("bad ledger_lost The ledger of node 0 Normal lost 9223372036854775808 pages that "
	       "came unseen (no probe reports a miss).\n");
	zones[0].v[RWATCH_ZONE_UNACCOUNTED] = rw_some(0);
	zones[0].v[RWATCH_ZONE_MISMATCHES] = rw_some(2);
	strcpy(rep.snap.probes[RWATCH_PROBE_RESET].state, RWATCH_WORD_ABSENT);
	CHECK_HAS(judged(),
		  "warn ledger_lost The ledger of node 0 DMA32 adds up now, but was off 2 "
		  "times (a probe is not attached).\n");
	quiet();
}

static void ledger_sum(void)
{
	static const int terms[] = { RWATCH_ZONE_CARRIED, RWATCH_ZONE_CONSUMED,
				     RWATCH_ZONE_RESET,	  RWATCH_ZONE_CLAMPED,
				     RWATCH_ZONE_BOOST,	  RWATCH_ZONE_UNACCOUNTED };
	size_t i;

	quiet();
	for (i = 0; i < sizeof(terms) / sizeof(*terms); i++)
		zones[0].v[terms[i]] = rw_some(0);
	zones[0].v[RWATCH_ZONE_RAISED] = rw_some(0);
	JUDGED("");
	for (i = 0; i < sizeof(terms) / sizeof(*terms); i++)
		zones[0].v[terms[i]] = rw_some(0);
	zones[0].v[RWATCH_ZONE_RAISED] = rw_some(7);
	JUDGED("bad ledger_sum The printed ledger of node 0 DMA32 does not add up by 7 pages.\n");
}

static void passes(int64_t run, int64_t seen, int64_t missed)
{
	rep.snap.global[RWATCH_GLOBAL_PAGEOUTRUN] = rw_some(run);
	rep.snap.global[RWATCH_GLOBAL_PASSES_SEEN] = rw_some(seen);
	rep.snap.probes[RWATCH_PROBE_PASS].v[RW_PROBE_NOINSTANCE] = rw_some(missed);
}

static void passes_disagree(void)
{
	quiet();
	passes(198, 197, 0); /* one may be about to be counted on the one node */
	JUDGED("");
	passes(197, 198, 0);
	JUDGED("");
	passes(199, 197, 0);
	JUDGED("bad passes_disagree The kernel began 199 kswapd passes, the probe saw 197.\n");
	passes(197, 199, 0);
	JUDGED("bad passes_disagree The kernel began 197 kswapd passes, the probe saw 199.\n");
	passes(200, 197, 2);
	CHECK(!strstr(judged(), "passes_disagree"));
	quiet();
	passes(201, 197, 2);
	CHECK_HAS(judged(), "passes_disagree");
	quiet();
	passes(199, 0, 0);
	rep.snap.global[RWATCH_GLOBAL_PASSES_SEEN] = rw_none();
	JUDGED("");
}

static void btf(void)
{
	int i;

	quiet();
	rep.have_btf = true;
	rep.btf.available = true;
	for (i = 0; i < RW_NR_BTF; i++)
		rep.btf.entry[i] = (struct rw_btf_entry){ .probe = RWATCH_PROBE_BOOST,
							  .verdict = RW_BTF_FITS,
							  .function = "f",
							  .detail = "names" };
	CHECK_STR(judged(), "");
	/* Missing does not matter where the probe is attached, differing does. */
	rep.btf.entry[1].verdict = RW_BTF_MISSING;
	CHECK_STR(judged(), "");
	rep.btf.entry[1].verdict = RW_BTF_DIFFERS;
	CHECK_STR(judged(), "bad btf_differs f of this kernel is not what probe boost expects: "
			    "names.\n");
	rep.btf.entry[1].verdict = RW_BTF_MISSING;
	*rep.snap.probes[RWATCH_PROBE_BOOST].state = '\0';
	rep.have_snap = false;
	CHECK_HAS(judged(), "bad btf_missing Not in this kernel's BTF: names; probe boost will "
			    "probably be absent");
	rep.btf.available = false;
	CHECK(!strstr(judged(), "btf"));
	quiet();
}

static void version_and_age(void)
{
	quiet();
	strcpy(rep.snap.version, "9.9.9");
	JUDGED("note version_differs The module is version 9.9.9, this tool is " RWATCH_VERSION
	       ".\n");
	rep.snap.global[RWATCH_GLOBAL_NOW] = rw_some(59999999999);
	JUDGED("note too_early Counting began 59 s ago: too early to judge.\n");
}

static void node_passes(int64_t boosted, int64_t normal)
{
	nodes[0].run[RWATCH_BOOSTED][RWATCH_RUN_COUNT] = rw_some(boosted);
	nodes[0].run[RWATCH_NORMAL][RWATCH_RUN_COUNT] = rw_some(normal);
}

static void boosted_share(void)
{
	quiet();
	node_passes(191, 6);
	JUDGED("warn boosted_share Node 0: 191 of 197 kswapd passes were boosted (97%).\n");
	node_passes(5, 5);
	JUDGED("warn boosted_share Node 0: 5 of 10 kswapd passes were boosted (50%).\n");
	node_passes(9, 0);
	JUDGED("");
	node_passes(48, 52);
	JUDGED("");
	node_passes(191, 6);
	nodes[0].run[RWATCH_NORMAL][RWATCH_RUN_COUNT] = rw_none();
	JUDGED("");
}

static void mglru(int64_t boosted, int64_t calls, enum rw_mglru state)
{
	nodes[0].run[RWATCH_BOOSTED][RWATCH_RUN_COUNT] = rw_some(boosted);
	nodes[0].run[RWATCH_BOOSTED][RWATCH_RUN_SLAB_CALLS] = rw_some(calls);
	rep.facts.mglru = state;
}

static void mglru_idle(void)
{
	quiet();
	mglru(10, 9, RW_MGLRU_ON);
	JUDGED("warn mglru_idle Node 0: MGLRU is on and 10 boosted passes made 9 shrink_slab "
	       "calls: they reclaim little or nothing.\n");
	mglru(10, 10, RW_MGLRU_ON);
	JUDGED("");
	mglru(9, 0, RW_MGLRU_ON);
	JUDGED("");
	mglru(10, 0, RW_MGLRU_OFF);
	JUDGED("");
	mglru(10, 0, RW_MGLRU_ON);
	nodes[0].run[RWATCH_BOOSTED][RWATCH_RUN_SLAB_CALLS] = rw_none();
	JUDGED("");
}

static void idle(int64_t nothing)
{
	mglru(10, 0, RW_MGLRU_ON);
	nodes[0].run[RWATCH_BOOSTED][RWATCH_RUN_NOTHING] = rw_some(nothing);
}

/* What the lru probe saw is better than a guess from shrink_slab calls. */
static void boosted_idle(void)
{
	quiet();
	idle(5);
	JUDGED("warn boosted_idle Node 0: 5 of 10 boosted passes reclaimed nothing (50%) and "
	       "dropped the boost all the same, as they do with MGLRU.\n");
	idle(10);
	rep.facts.mglru = RW_MGLRU_OFF;
	JUDGED("warn boosted_idle Node 0: 10 of 10 boosted passes reclaimed nothing (100%) and "
	       "dropped the boost all the same.\n");
	idle(4);
	JUDGED("");
	idle(9);
	nodes[0].run[RWATCH_BOOSTED][RWATCH_RUN_COUNT] = rw_some(9);
	JUDGED("");
	idle(10);
	strcpy(rep.snap.probes[RWATCH_PROBE_LRU].state, RWATCH_WORD_PARTIAL);
	CHECK_HAS(judged(), "warn mglru_idle Node 0: MGLRU is on and 10 boosted passes");
	CHECK(!strstr(judged(), "boosted_idle"));
	quiet();
}

static void memory(int64_t cache, int64_t slab, int64_t total)
{
	mem[0].kb[RW_MEM_ACTIVE_FILE] = rw_some(0);
	mem[0].kb[RW_MEM_INACTIVE_FILE] = rw_some(cache * 1024);
	mem[0].kb[RW_MEM_SLAB] = rw_some(slab * 1024);
	mem[0].kb[RW_MEM_TOTAL] = rw_some(total * 1024);
}

static void slab_over_cache(void)
{
	quiet();
	memory(49, 326, 480);
	JUDGED("warn slab_over_cache Node 0: page cache 49 MiB against slab 326 MiB.\n");
	memory(100, 200, 480);
	JUDGED("warn slab_over_cache Node 0: page cache 100 MiB against slab 200 MiB.\n");
	memory(101, 200, 480);
	JUDGED("");
	memory(2, 40, 480); /* 8% of memory */
	JUDGED("");
	memory(49, 326, 480);
	mem[0].nid = RW_WHOLE_MACHINE;
	JUDGED("warn slab_over_cache Page cache 49 MiB against slab 326 MiB.\n");
	memory(49, 326, 480);
	mem[0].kb[RW_MEM_ACTIVE_FILE] = rw_none();
	JUDGED("");
}

static void long_pass(void)
{
	quiet();
	nodes[0].run[RWATCH_NORMAL][RWATCH_RUN_LONGEST] = rw_some(999999999);
	JUDGED("");
	nodes[0].run[RWATCH_NORMAL][RWATCH_RUN_LONGEST] = rw_some(1000000000);
	JUDGED("warn long_pass Node 0: one normal kswapd pass took 1.0 s.\n");
	nodes[0].run[RWATCH_NORMAL][RWATCH_RUN_LONGEST] = rw_some(1000000000);
	nodes[0].run[RWATCH_BOOSTED][RWATCH_RUN_LONGEST] = rw_some(2350000000);
	JUDGED("warn long_pass Node 0: one boosted kswapd pass took 2.3 s.\n");
}

static void boost_at_cap(void)
{
	quiet();
	zones[1].v[RWATCH_ZONE_MANAGED] = rw_some(115200);
	zones[1].v[RWATCH_ZONE_HIGH] = rw_some(1934);
	zones[1].v[RWATCH_ZONE_BOOST] = rw_some(2901);
	JUDGED("note boost_at_cap Node 0 Normal: the boost is at its cap now, 2901 of 2901 pages.\n");
	zones[1].v[RWATCH_ZONE_MANAGED] = rw_some(115200);
	zones[1].v[RWATCH_ZONE_HIGH] = rw_some(1934);
	zones[1].v[RWATCH_ZONE_BOOST] = rw_some(2900);
	JUDGED("");
}

static void clamp(void)
{
	quiet();
	nodes[0].v[RWATCH_NODE_STEPS] = rw_some(3);
	rep.snap.global[RWATCH_GLOBAL_CLAMP] = rw_some(1);
	zones[0].v[RWATCH_ZONE_CLAMPED] = rw_some(1024);
	zones[1].v[RWATCH_ZONE_CLAMPED] = rw_some(512);
	zones[0].v[RWATCH_ZONE_CLAMPS] = rw_some(2);
	zones[1].v[RWATCH_ZONE_CLAMPS] = rw_some(1);
	JUDGED("note step_in_flight Node 0: 3 passes were boosted although the clamp was on (a step "
	       "in flight).\n"
	       "note clamp_on The boost clamp is on; it has trimmed 1536 pages in 3 cuts.\n");
	rep.snap.global[RWATCH_GLOBAL_CLAMP] = rw_some(1);
	JUDGED("note clamp_on The boost clamp is on; what it trimmed is not known.\n");
	rep.snap.global[RWATCH_GLOBAL_CLAMP] = rw_some(0);
	JUDGED("");
}

static void guard(void)
{
	struct rw_val *v = zones[1].v;

	quiet();
	v[RWATCH_ZONE_GUARD_HELD] = rw_some(1);
	JUDGED("note guard_holds Node 0 Normal: the guard has the clamp on here.\n");
	v[RWATCH_ZONE_GUARD_HELD] = rw_some(1);
	v[RWATCH_ZONE_GUARD_LEFT] = rw_some(59900000000);
	v[RWATCH_ZONE_HARMFUL] = rw_some(9);
	JUDGED("note guard_holds Node 0 Normal: the guard has the clamp on here for another 59 s; "
	       "9 boosted passes did harm.\n");
	v[RWATCH_ZONE_GUARD_HELD] = rw_some(0);
	JUDGED("");
}

static void negative_dentries(int64_t negative, int64_t all)
{
	rep.facts.dentries[RW_DENTRIES_ALL] = rw_some(all);
	rep.facts.dentries[RW_DENTRIES_NEGATIVE] = rw_some(negative);
}

static void dentries(void)
{
	quiet();
	negative_dentries(1000000, 2000000);
	JUDGED("warn negative_dentries 1000000 of 2000000 dentries are negative (50%): names that "
	       "were looked for and not there.\n");
	negative_dentries(999999, 1000000);
	JUDGED("");
	negative_dentries(1000000, 2040000);
	JUDGED("");
}

/* Of the same severity: what the figures say comes before what they lack. */
static void order(void)
{
	quiet();
	rep.snap.probes[RWATCH_PROBE_BOOST].v[RW_PROBE_NOINSTANCE] = rw_some(1);
	rep.facts.ftrace_enabled = rw_some(0);
	nodes[0].v[RWATCH_NODE_PARKED] = rw_some(1);
	negative_dentries(1000000, 1000000);
	JUDGED("bad ftrace_off kernel.ftrace_enabled is 0: probes that sit on ftrace do not fire.\n"
	       "bad kswapd_parked Node 0: kswapd gave up 1 times, after 16 passes in a row that "
	       "reclaimed nothing.\n"
	       "warn negative_dentries 1000000 of 1000000 dentries are negative (100%): names that "
	       "were looked for and not there.\n"
	       "warn probe_missed Probe boost: missed hits 1.\n");
}

static void runs_lost(void)
{
	quiet();
	rep.snap.global[RWATCH_GLOBAL_RUNS_LOST] = rw_some(0);
	JUDGED("");
	rep.snap.global[RWATCH_GLOBAL_RUNS_LOST] = rw_some(3);
	JUDGED("warn runs_lost 3 reclaims were not followed: too many were in flight at once.\n");
}

static void factor_zero(void)
{
	quiet();
	rep.facts.boost_factor = rw_some(0);
	JUDGED("note factor_zero vm.watermark_boost_factor is 0: the kernel raises no boost.\n");
}

static void domains(void)
{
	struct rw_err err;

	quiet();
	rep.facts.boost_factor = rw_some(0);
	rep.facts.ftrace_enabled = rw_some(0);
	CHECK(!rw_report_derive(&rep, &err));
	CHECK(!rw_judge(&rep, RW_TRUST, &err));
	CHECK_INT(rep.nr_findings, 1);
	CHECK_STR(rep.findings[0].id, "ftrace_off");
	CHECK_STR(rep.findings[0].evidence[0].name, "ftrace_enabled");
	CHECK_VAL(rep.findings[0].evidence[0].val, 0);
	CHECK_INT(rep.findings[0].nid, -1);
	quiet();
}

const struct unit_test judge_tests[] = {
	{ "judge: nothing stands out", nothing },
	{ "judge: no figures", no_figures },
	{ "judge: kprobes and ftrace", switches },
	{ "judge: state of a probe", probe_state },
	{ "judge: probes that are off", probe_off },
	{ "judge: a probe that sees a part", probe_partial },
	{ "judge: probes that the module does not know", older_module },
	{ "judge: missed hits", probe_missed },
	{ "judge: ledger lost pages", ledger },
	{ "judge: ledger does not add up", ledger_sum },
	{ "judge: passes disagree", passes_disagree },
	{ "judge: BTF", btf },
	{ "judge: version and age", version_and_age },
	{ "judge: share of boosted passes", boosted_share },
	{ "judge: idle passes with MGLRU", mglru_idle },
	{ "judge: passes that reclaimed nothing", boosted_idle },
	{ "judge: slab over page cache", slab_over_cache },
	{ "judge: long pass", long_pass },
	{ "judge: boost at its cap", boost_at_cap },
	{ "judge: the guard", guard },
	{ "judge: clamp", clamp },
	{ "judge: negative dentries", dentries },
	{ "judge: reclaims that were not followed", runs_lost },
	{ "judge: the order of findings", order },
	{ "judge: factor 0", factor_zero },
	{ "judge: trust alone", domains },
	{ NULL, NULL },
};
