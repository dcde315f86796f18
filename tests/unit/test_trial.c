// SPDX-License-Identifier: GPL-2.0
/* "clamp try": what is counted, what is judged of it, and how it is printed. */
#include "out.h"
#include "trial.h"
#include "unit.h"

#define MINUTE 60000000000LL

static struct rw_phase phases[RW_NR_PHASES];
static struct rw_mem mem[RW_NR_PHASES];

/* Ten minutes each in which all is as it was. */
static void quiet(void)
{
	static const int64_t calm[RW_NR_TRIAL] = {
		[RW_TRIAL_RAISES] = 400,
		[RW_TRIAL_BOOSTED] = 200,
		[RW_TRIAL_BOOSTED_TIME] = 8000000000,
		[RW_TRIAL_NORMAL] = 20,
		[RW_TRIAL_DIRECT] = 60,
		[RW_TRIAL_DIRECT_TIME] = 900000000,
		[RW_TRIAL_EXTFRAG] = 700,
		[RW_TRIAL_COMPACTED] = 50,
		[RW_TRIAL_COMPACTED_WELL] = 40,
	};
	int i, id;

	for (i = 0; i < RW_NR_PHASES; i++) {
		phases[i] = (struct rw_phase){ .ns = rw_some(10 * MINUTE),
					       .mem = &mem[i],
					       .nr_mem = 1,
					       .samples = 2 };
		for (id = 0; id < RW_NR_TRIAL; id++)
			phases[i].v[id] = rw_some(calm[id]);
		mem[i].nid = 0;
		for (id = 0; id < RW_NR_MEM; id++)
			mem[i].kb[id] = rw_some(2 * 102400);
	}
}

static void set(enum rw_trial_count id, int64_t before, int64_t clamped, int64_t after)
{
	phases[RW_BEFORE].v[id] = rw_some(before);
	phases[RW_CLAMPED].v[id] = rw_some(clamped);
	phases[RW_AFTER].v[id] = rw_some(after);
}

/* What is said of @id, as "kind: text". */
static const char *said(const char *id)
{
	struct rw_verdict verdicts[RW_MAX_VERDICTS];
	static char text[512];
	size_t i, nr = rw_trial_judge(phases, verdicts);

	CHECK(nr <= RW_MAX_VERDICTS);
	for (i = 0; i < nr; i++) {
		if (strcmp(verdicts[i].id, id))
			continue;
		snprintf(text, sizeof(text), "%s: %s", rw_trial_kind[verdicts[i].kind],
			 verdicts[i].text);
		return text;
	}
	return "nothing";
}

static void events(void)
{
	quiet();
	CHECK_STR(said("boosted_passes"),
		  "no_clear_change: Boosted passes, no clear change: 20.0 a minute before, 20.0 "
		  "with the clamp, 20.0 after.");
	set(RW_TRIAL_BOOSTED, 200, 4, 180);
	CHECK_STR(said("boosted_passes"),
		  "benefit: Boosted passes fell by 98%: 20.0 a minute before, 0.40 with the clamp, "
		  "18.0 after.");
	set(RW_TRIAL_BOOSTED, 200, 0, 180);
	CHECK_STR(said("boosted_passes"),
		  "benefit: Boosted passes fell: 20.0 a minute before, 0.0 with the clamp, "
		  "18.0 after.");
	set(RW_TRIAL_EXTFRAG, 700, 1100, 720);
	CHECK_STR(said("extfrag_events"),
		  "cost: Fragmentation events rose by 55%: 70.0 a minute before, 110 with the "
		  "clamp, 72.0 after.");
	set(RW_TRIAL_EXTFRAG, 0, 1100, 0);
	CHECK_STR(said("extfrag_events"),
		  "cost: Fragmentation events rose: 0.0 a minute before, 110 with the clamp, "
		  "0.0 after.");
	set(RW_TRIAL_DIRECT, 10, 60, 12);
	CHECK_HAS(said("direct_passes"), "cost: Direct-reclaim stalls rose by 445%: ");
	/* Phases of other lengths: it is the rate that counts. */
	quiet();
	phases[RW_CLAMPED].ns = rw_some(5 * MINUTE);
	set(RW_TRIAL_BOOSTED, 200, 100, 200);
	CHECK_HAS(said("boosted_passes"), "no_clear_change: ");
	set(RW_TRIAL_BOOSTED, 200, 200, 200);
	CHECK_HAS(said("boosted_passes"), "cost: Boosted passes rose by 100%: ");
}

/* What chance can do, and what other work did. */
static void chance(void)
{
	quiet();
	set(RW_TRIAL_DIRECT, 60, 48, 62);
	CHECK_HAS(said("direct_passes"), "no_clear_change: Direct-reclaim stalls, no clear change");
	set(RW_TRIAL_DIRECT, 60, 20, 62);
	CHECK_HAS(said("direct_passes"), "benefit: Direct-reclaim stalls fell by 67%");
	/* Less than before, but after that still less: it was not the clamp. */
	set(RW_TRIAL_DIRECT, 600, 100, 90);
	CHECK_HAS(said("direct_passes"), "no_clear_change: ");
	/* More than in both, but they differ by more than that: there was other work. */
	set(RW_TRIAL_EXTFRAG, 2471, 2796, 489);
	CHECK_HAS(said("extfrag_events"), "no_clear_change: ");
	set(RW_TRIAL_EXTFRAG, 489, 400, 2471);
	CHECK_HAS(said("extfrag_events"), "no_clear_change: ");
	set(RW_TRIAL_EXTFRAG, 489, 90, 2471);
	CHECK_HAS(said("extfrag_events"), "benefit: ");
	set(RW_TRIAL_EXTFRAG, 2471, 12600, 489);
	CHECK_HAS(said("extfrag_events"), "cost: ");
	/* From nothing, but only after it: likewise. */
	set(RW_TRIAL_EXTFRAG, 0, 3441, 711);
	CHECK_HAS(said("extfrag_events"), "no_clear_change: ");
	set(RW_TRIAL_DIRECT, 9, 1, 9);
	CHECK_STR(said("direct_passes"), "too_few: Direct-reclaim stalls, too few to tell: "
					 "9 before, 1 with the clamp, 9 after.");
	CHECK_HAS(said("direct_time_ns"), "too_few: Time in direct-reclaim stalls, too few");
	set(RW_TRIAL_DIRECT, 10, 0, 10);
	CHECK_HAS(said("direct_passes"), "benefit: ");
	set(RW_TRIAL_DIRECT, 0, 0, 0);
	CHECK_HAS(said("direct_passes"), "too_few: ");
}

static void times(void)
{
	quiet();
	set(RW_TRIAL_DIRECT_TIME, 900000000, 530000000, 910000000);
	CHECK_STR(said("direct_time_ns"),
		  "benefit: Time in direct-reclaim stalls fell by 41%: 90.0 ms a minute before, "
		  "53.0 with the clamp, 91.0 after.");
	set(RW_TRIAL_DIRECT_TIME, 900000000, 820000000, 910000000);
	CHECK_HAS(said("direct_time_ns"), "no_clear_change: ");
	set(RW_TRIAL_DIRECT_TIME, 1000, 9000, 1000);
	CHECK_HAS(said("direct_time_ns"), "<0.01 ms a minute before");
}

static void cache(void)
{
	quiet();
	CHECK_STR(said("page_cache_kb"), "no_clear_change: Page cache, no clear change: 200 MiB "
					 "before, 200 with the clamp, 200 after.");
	mem[RW_CLAMPED].kb[RW_MEM_ACTIVE_FILE] = rw_some(2 * 307200);
	CHECK_STR(said("page_cache_kb"), "benefit: Page cache rose by 100%: 200 MiB before, 400 "
					 "with the clamp, 200 after.");
	mem[RW_CLAMPED].kb[RW_MEM_ACTIVE_FILE] = rw_some(0);
	CHECK_HAS(said("page_cache_kb"), "cost: Page cache fell by 50%");
	mem[RW_AFTER].kb[RW_MEM_ACTIVE_FILE] = rw_none();
	CHECK_STR(said("page_cache_kb"),
		  "not_known: Page cache: not known; reclaimwatch doctor says why.");
}

static void compaction(void)
{
	quiet();
	CHECK_HAS(said("compaction_success"), "no_clear_change: ");
	set(RW_TRIAL_COMPACTED_WELL, 45, 10, 45);
	CHECK_STR(said("compaction_success"),
		  "cost: Success of compaction fell by 78%: 90.0% before, 20.0 with the clamp, "
		  "90.0 after.");
	set(RW_TRIAL_COMPACTED_WELL, 10, 45, 10);
	CHECK_HAS(said("compaction_success"), "benefit: Success of compaction rose by");
	set(RW_TRIAL_COMPACTED_WELL, 0, 0, 0);
	CHECK_HAS(said("compaction_success"), "no_clear_change: ");
	set(RW_TRIAL_COMPACTED, 50, 0, 50);
	CHECK_STR(said("compaction_success"), "too_few: Success of compaction, too few to tell: no "
					      "compaction with the clamp.");
	set(RW_TRIAL_COMPACTED, 5, 5, 5);
	CHECK_HAS(said("compaction_success"),
		  "too_few: Success of compaction, too few to tell: 5 ");
}

/* Unknown in any phase is unknown, whatever the others are. */
static void unknown(void)
{
	static const char *const about[] = { "boosted_passes", "direct_passes", "direct_time_ns",
					     "extfrag_events", "compaction_success" };
	int i, id;
	size_t j;

	for (i = 0; i < RW_NR_PHASES; i++) {
		quiet();
		for (id = 0; id < RW_NR_TRIAL; id++)
			phases[i].v[id] = rw_none();
		for (j = 0; j < sizeof(about) / sizeof(about[0]); j++)
			CHECK_HAS(said(about[j]), "not_known: ");
		quiet();
		phases[i].ns = rw_some(0);
		for (j = 0; j < sizeof(about) / sizeof(about[0]); j++)
			CHECK_HAS(said(about[j]), "not_known: ");
	}
}

static void counting(void)
{
	struct rw_zone from_zones[2] = { 0 }, to_zones[2] = { 0 };
	struct rw_node from_node = { 0 }, to_node = { 0 };
	struct rw_compaction row = { 0 };
	struct rw_report from = { .snap = { .zones = from_zones,
					    .nr_zones = 2,
					    .nodes = &from_node,
					    .nr_nodes = 1,
					    .files = RW_FILES_ALL } };
	struct rw_report to = { .snap = { .zones = to_zones,
					  .nr_zones = 2,
					  .nodes = &to_node,
					  .nr_nodes = 1,
					  .files = RW_FILES_ALL,
					  .compaction = &row,
					  .nr_compaction = 1 } };
	struct rw_phase phase = { 0 };
	double rate;

	from.snap.global[RWATCH_GLOBAL_NOW] = rw_some(MINUTE);
	to.snap.global[RWATCH_GLOBAL_NOW] = rw_some(3 * MINUTE);
	from_zones[0].v[RWATCH_ZONE_RAISES] = rw_some(1);
	from_zones[1].v[RWATCH_ZONE_RAISES] = rw_some(10);
	to_zones[0].v[RWATCH_ZONE_RAISES] = rw_some(3);
	to_zones[1].v[RWATCH_ZONE_RAISES] = rw_some(14);
	from_zones[0].v[RWATCH_ZONE_EXTFRAG] = rw_some(5);
	from_node.run[RWATCH_DIRECT][RWATCH_RUN_COUNT] = rw_some(9);
	to_node.run[RWATCH_DIRECT][RWATCH_RUN_COUNT] = rw_some(4);
	from_node.run[RWATCH_BOOSTED][RWATCH_RUN_TIME] = rw_some(100);
	to_node.run[RWATCH_BOOSTED][RWATCH_RUN_TIME] = rw_some(350);
	row.v[RWATCH_COMPACTION_COUNT] = rw_some(7);
	row.v[RWATCH_COMPACTION_SUCCESS] = rw_some(2);
	rw_phase_count(&phase, &from, &to);
	CHECK_VAL(phase.ns, 2 * MINUTE);
	CHECK_VAL(phase.v[RW_TRIAL_RAISES], 6);
	CHECK_VAL(phase.v[RW_TRIAL_BOOSTED_TIME], 250);
	CHECK(!rw_known(phase.v[RW_TRIAL_EXTFRAG]) && !rw_known(phase.v[RW_TRIAL_DIRECT]));
	CHECK(rw_phase_rate(&phase, RW_TRIAL_RAISES, &rate));
	CHECK_INT((int64_t)(100 * rate), 300);
	CHECK(!rw_phase_rate(&phase, RW_TRIAL_EXTFRAG, &rate));
	/* No row is none, if there is a probe that would make one. */
	CHECK(!rw_known(phase.v[RW_TRIAL_COMPACTED]));
	strcpy(from.snap.probes[RWATCH_PROBE_COMPACT_END].state, RWATCH_WORD_ATTACHED);
	strcpy(to.snap.probes[RWATCH_PROBE_COMPACT_END].state, RWATCH_WORD_ATTACHED);
	rw_phase_count(&phase, &from, &to);
	CHECK_VAL(phase.v[RW_TRIAL_COMPACTED], 7);
	CHECK_VAL(phase.v[RW_TRIAL_COMPACTED_WELL], 2);

	CHECK(!rw_phase_same_load(&from, &to));
	from.snap.global[RWATCH_GLOBAL_SINCE] = rw_some(1);
	to.snap.global[RWATCH_GLOBAL_SINCE] = rw_some(1);
	CHECK(rw_phase_same_load(&from, &to));
	to.snap.global[RWATCH_GLOBAL_SINCE] = rw_some(2);
	CHECK(!rw_phase_same_load(&from, &to));
}

static void sampling(void)
{
	struct rw_mem two[2] = { { .nid = 0 }, { .nid = 3 } };
	struct rw_facts facts = { .mem = two, .nr_mem = 2 };
	struct rw_phase phase = { 0 };

	CHECK(!rw_known(rw_phase_kb(&phase, RW_WHOLE_MACHINE, RW_MEM_FREE)));
	two[0].kb[RW_MEM_FREE] = rw_some(100);
	two[1].kb[RW_MEM_FREE] = rw_some(10);
	two[0].kb[RW_MEM_ACTIVE_FILE] = rw_some(5);
	two[0].kb[RW_MEM_INACTIVE_FILE] = rw_some(6);
	CHECK(!rw_phase_sample(&phase, &facts));
	two[0].kb[RW_MEM_FREE] = rw_some(200);
	two[1].kb[RW_MEM_FREE] = rw_some(30);
	CHECK(!rw_phase_sample(&phase, &facts));
	CHECK_VAL(rw_phase_kb(&phase, 0, RW_MEM_FREE), 150);
	CHECK_VAL(rw_phase_kb(&phase, 3, RW_MEM_FREE), 20);
	CHECK_VAL(rw_phase_kb(&phase, RW_WHOLE_MACHINE, RW_MEM_FREE), 170);
	CHECK_VAL(rw_phase_page_cache_kb(&phase, 0), 11);
	CHECK(!rw_known(rw_phase_page_cache_kb(&phase, RW_WHOLE_MACHINE)));
	/* A node that goes is unknown, one that comes is left out. */
	two[1].nid = 4;
	CHECK(!rw_phase_sample(&phase, &facts));
	CHECK(!rw_known(rw_phase_kb(&phase, 3, RW_MEM_FREE)));
	CHECK(!rw_known(rw_phase_kb(&phase, 4, RW_MEM_FREE)));
	CHECK(rw_known(rw_phase_kb(&phase, 0, RW_MEM_FREE)));
	rw_phase_free(&phase);
	CHECK(!phase.mem && !phase.samples);
}

static void as_golden(const char *name)
{
	struct rw_verdict verdicts[RW_MAX_VERDICTS];
	size_t nr = rw_trial_judge(phases, verdicts), len, got_len;
	char path[128], *want, *got;
	const char *update = getenv("UPDATE_GOLDEN");
	FILE *out = open_memstream(&got, &got_len);

	CHECK(out);
	rw_out_trial(out, false, "no boost in lower zones", phases, verdicts, nr);
	CHECK(!fclose(out));
	snprintf(path, sizeof(path), "../golden/%s", name);
	if (update && !strcmp(update, "1")) {
		out = fopen(path + 3, "w");
		CHECK(out && fwrite(got, 1, got_len, out) == got_len && !fclose(out));
	}
	want = unit_data(path, &len);
	CHECK_STR(got, want);
	free(want);
	free(got);
}

static void printed(void)
{
	quiet();
	set(RW_TRIAL_BOOSTED, 200, 0, 180);
	set(RW_TRIAL_TRIMMED, 0, 204800, 0);
	set(RW_TRIAL_DIRECT, 60, 20, 62);
	set(RW_TRIAL_DIRECT_TIME, 900000000, 300000000, 910000000);
	set(RW_TRIAL_EXTFRAG, 700, 1100, 720);
	set(RW_TRIAL_COMPACTED, 1, 2, 3);
	mem[RW_CLAMPED].kb[RW_MEM_ACTIVE_FILE] = rw_some(2 * 307200);
	as_golden("trial");
	quiet();
	phases[RW_AFTER].v[RW_TRIAL_EXTFRAG] = rw_none();
	as_golden("trial.same");
}

static void json(void)
{
	struct rw_verdict verdicts[RW_MAX_VERDICTS];
	struct rw_clamp clamp = { 0 };
	const struct rw_setting setting = { .nid = RW_NO_NODE, .value = "0" };
	json_t *object, *phase;
	size_t nr;
	int i;

	for (i = 0; i < RW_NR_SET; i++)
		CHECK(!rw_clamp_add(&clamp, &setting));
	quiet();
	phases[RW_CLAMPED].v[RW_TRIAL_EXTFRAG] = rw_none();
	set(RW_TRIAL_BOOSTED, 200, 0, 180);
	nr = rw_trial_judge(phases, verdicts);
	object = rw_json_trial(&clamp, phases, verdicts, nr);
	CHECK_INT((int64_t)json_array_size(json_object_get(object, "verdicts")), (int64_t)nr);
	CHECK_STR(json_string_value(json_object_get(
			  json_array_get(json_object_get(object, "verdicts"), 0), "kind")),
		  "benefit");
	phase = json_array_get(json_object_get(object, "phases"), RW_CLAMPED);
	CHECK_STR(json_string_value(json_object_get(phase, "phase")), "clamped");
	CHECK_INT(json_integer_value(json_object_get(phase, "raises")), 400);
	CHECK(json_is_null(json_object_get(phase, "extfrag_events")));
	phase = json_array_get(json_object_get(phase, "memory"), 0);
	CHECK_INT(json_integer_value(json_object_get(phase, "page_cache_kb")), 204800);
	CHECK_INT(json_integer_value(
			  json_object_get(json_object_get(object, "clamp"), "boost_clamp_pct")),
		  0);
	json_decref(object);
	rw_clamp_free(&clamp);
}

const struct unit_test trial_tests[] = {
	{ "trial: events that change", events },
	{ "trial: chance, and other work", chance },
	{ "trial: time in stalls", times },
	{ "trial: page cache", cache },
	{ "trial: compaction", compaction },
	{ "trial: what is not known", unknown },
	{ "trial: counting a phase", counting },
	{ "trial: memory over a phase", sampling },
	{ "trial: printed", printed },
	{ "trial: as JSON", json },
	{ NULL, NULL },
};
