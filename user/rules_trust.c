// SPDX-License-Identifier: GPL-2.0
/* Rules about whether the numbers can be believed. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <reclaimwatch/version.h>

#include "calc.h"
#include "judge.h"

#define SECOND_NS 1000000000
#define EARLY_NS  (60LL * SECOND_NS)

static bool no_snapshot(const struct rw_case *c, struct rw_finding *f)
{
	if (c->rep->have_snap)
		return false;
	f->id = rw_err_id(&c->rep->err);
	return rw_say(f, "No figures: %s.", c->rep->err.text);
}

static bool kprobes_off(const struct rw_case *c, struct rw_finding *f)
{
	struct rw_val enabled = c->rep->facts.kprobes_enabled;

	if (!rw_known(enabled) || enabled.v)
		return false;
	rw_evidence(f, "kprobes_enabled", enabled);
	return rw_say(f,
		      "Kprobes are switched off (debugfs kprobes/enabled is 0): no probe fires.");
}

static bool ftrace_off(const struct rw_case *c, struct rw_finding *f)
{
	struct rw_val enabled = c->rep->facts.ftrace_enabled;

	if (!rw_known(enabled) || enabled.v)
		return false;
	rw_evidence(f, "ftrace_enabled", enabled);
	return rw_say(f, "kernel.ftrace_enabled is 0: probes that sit on ftrace do not fire.");
}

static const char *probe_advice(const struct rw_probe *probe)
{
	if (rw_probe_is(probe, RWATCH_WORD_SILENT))
		return "switch kprobes and ftrace on; doctor shows under Host which of them is off";
	if (rw_probe_is(probe, RWATCH_WORD_ABSENT))
		return "this kernel has no function of that name; use another kernel, or do without";
	if (rw_probe_is(probe, RWATCH_WORD_FAILED))
		return "see dmesg | grep reclaimwatch; the kernel refused the probe";
	return "use the module and the tool of the same version";
}

/* Somebody's choice, not a fault; but the core has no switch. */
static bool probe_off(const struct rw_probe *probe, const struct rw_probe_desc *desc)
{
	return rw_probe_is(probe, RWATCH_WORD_OFF) && desc->group != RWATCH_GROUP_CORE;
}

static bool probe_missing(const struct rw_case *c, struct rw_finding *f)
{
	const struct rw_probe *probe = &c->rep->snap.probes[c->probe];
	const struct rw_probe_desc *desc = &rw_probe_desc[c->probe];
	struct rw_val error = probe->v[RW_PROBE_ERROR];
	char why[80] = "";

	if (rw_probe_attached(probe) || probe_off(probe, desc) ||
	    (!probe->present && !desc->required))
		return false;
	f->severity = desc->required ? RW_BAD : RW_WARN;
	f->advice = probe_advice(probe);
	rw_evidence(f, rw_probe_field_name[RW_PROBE_ERROR], error);
	rw_evidence(f, rw_probe_field_name[RW_PROBE_HITS], probe->v[RW_PROBE_HITS]);
	if (rw_probe_is(probe, RWATCH_WORD_FAILED) && rw_known(error) && error.v < 0 &&
	    error.v > -4096)
		snprintf(why, sizeof(why), ": %.70s", strerror((int)-error.v));
	return rw_say(f, "Probe %s is not attached (%s%s): %s.", desc->name,
		      *probe->state ? probe->state : "not reported", why, desc->without);
}

/* What the kernel counts by itself of the same, where it does. */
static bool probe_partial(const struct rw_case *c, struct rw_finding *f)
{
	const struct rw_val *g = c->rep->snap.global;
	struct rw_val kernel = g[RWATCH_GLOBAL_PGSTEAL], seen = g[RWATCH_GLOBAL_STEAL_SEEN];

	if (!rw_probe_is(&c->rep->snap.probes[c->probe], RWATCH_WORD_PARTIAL))
		return false;
	if (c->probe != RWATCH_PROBE_LRU || !rw_known(kernel) || !rw_known(seen))
		return rw_say(f,
			      "Probe %s does not see everything (partial): the kernel's own counts "
			      "show more.",
			      rw_probe_desc[c->probe].name);
	rw_evidence(f, rw_global_desc[RWATCH_GLOBAL_PGSTEAL].name, kernel);
	rw_evidence(f, rw_global_desc[RWATCH_GLOBAL_STEAL_SEEN].name, seen);
	return rw_say(f,
		      "Probe lru does not see everything (partial): kswapd reclaimed %" PRId64
		      " pages by the kernel's own count, the probe saw %" PRId64 ".",
		      kernel.v, seen.v);
}

static bool probes_unknown(const struct rw_case *c, struct rw_finding *f)
{
	char names[256] = "";
	size_t len = 0;
	int i, nr = 0;

	for (i = 0; c->rep->have_snap && i < RWATCH_NR_PROBES; i++) {
		if (c->rep->snap.probes[i].present || rw_probe_desc[i].required)
			continue;
		if (len < sizeof(names))
			len += (size_t)snprintf(names + len, sizeof(names) - len, "%s%s",
						nr ? ", " : "", rw_probe_desc[i].name);
		nr++;
	}
	if (!nr)
		return false;
	rw_evidence(f, "probes_not_reported", rw_some(nr));
	return rw_say(f, "The module does not know %d of this tool's probes: %.250s.", nr, names);
}

/* What is off by default is not worth a sentence. */
static bool group_off(const struct rw_case *c, struct rw_finding *f)
{
	char names[160] = "";
	size_t len = 0;
	int i, nr = 0;

	for (i = 0; i < RWATCH_NR_GROUPS; i++) {
		struct rw_val on = c->rep->snap.groups[i].on;

		if (!rw_group_desc[i].on || !rw_known(on) || on.v)
			continue;
		if (len < sizeof(names))
			len += (size_t)snprintf(names + len, sizeof(names) - len, "%s%s",
						nr++ ? ", " : "", rw_group_desc[i].name);
	}
	if (!nr)
		return false;
	rw_evidence(f, "groups_off", rw_some(nr));
	return rw_say(f, "Switched off, so not counted now: %s.", names);
}

static bool probe_missed(const struct rw_case *c, struct rw_finding *f)
{
	const struct rw_probe *probe = &c->rep->snap.probes[c->probe];
	struct rw_val missed = rw_probe_missed(probe);
	struct rw_val hits = probe->v[RW_PROBE_HITS];

	if (!rw_above(missed, 0))
		return false;
	rw_evidence(f, rw_probe_field_name[RW_PROBE_HITS], hits);
	rw_evidence(f, rw_probe_field_name[RW_PROBE_NOINSTANCE], probe->v[RW_PROBE_NOINSTANCE]);
	rw_evidence(f, rw_probe_field_name[RW_PROBE_REENTRY], probe->v[RW_PROBE_REENTRY]);
	if (!rw_known(hits))
		return rw_say(f, "Probe %s: missed hits %" PRId64 ".", rw_probe_desc[c->probe].name,
			      missed.v);
	return rw_say(f, "Probe %s: missed hits %" PRId64 ", seen %" PRId64 ".",
		      rw_probe_desc[c->probe].name, missed.v, hits.v);
}

/* Why a ledger may have lost something: the probes that feed it. */
static const char *ledger_suspect(const struct rw_report *rep)
{
	static const int feeds[] = { RWATCH_PROBE_BOOST, RWATCH_PROBE_PASS, RWATCH_PROBE_RESET };
	size_t i;

	for (i = 0; i < sizeof(feeds) / sizeof(*feeds); i++)
		if (rw_above(rw_probe_missed(&rep->snap.probes[feeds[i]]), 0))
			return "missed probe";
	for (i = 0; i < sizeof(feeds) / sizeof(*feeds); i++)
		if (!rw_probe_attached(&rep->snap.probes[feeds[i]]))
			return "a probe is not attached";
	return "no probe reports a miss";
}

static bool ledger_lost(const struct rw_case *c, struct rw_finding *f)
{
	struct rw_val lost = c->zone->v[RWATCH_ZONE_UNACCOUNTED];
	struct rw_val mismatches = c->zone->v[RWATCH_ZONE_MISMATCHES];
	const char *suspect = ledger_suspect(c->rep);

	rw_evidence_zone(f, c->zone, RWATCH_ZONE_UNACCOUNTED);
	rw_evidence_zone(f, c->zone, RWATCH_ZONE_MISMATCHES);
	if (rw_known(lost) && lost.v > 0)
		return rw_say(f,
			      "The ledger of node %d %s lost %" PRId64 " pages that left "
			      "unseen (%s).",
			      c->zone->nid, c->zone->name, lost.v, suspect);
	if (rw_known(lost) && lost.v < 0)
		return rw_say(f,
			      "The ledger of node %d %s lost %" PRIu64 " pages that came "
			      "unseen (%s).",
			      c->zone->nid, c->zone->name, -(uint64_t)lost.v, suspect);
	if (!rw_above(mismatches, 0))
		return false;
	f->severity = RW_WARN;
	return rw_say(f,
		      "The ledger of node %d %s adds up now, but was off %" PRId64 " times (%s).",
		      c->zone->nid, c->zone->name, mismatches.v, suspect);
}

static bool ledger_sum(const struct rw_case *c, struct rw_finding *f)
{
	struct rw_val rest = rw_ledger_rest(c->zone);
	struct rw_val off = rw_sub(rest, c->zone->v[RWATCH_ZONE_UNACCOUNTED]);

	if (!rw_known(off) || !off.v)
		return false;
	rw_evidence(f, "rest_pages", rest);
	rw_evidence_zone(f, c->zone, RWATCH_ZONE_UNACCOUNTED);
	return rw_say(f, "The printed ledger of node %d %s does not add up by %" PRId64 " pages.",
		      c->zone->nid, c->zone->name, off.v);
}

/* A pass may be about to be counted on every node; more than that is a blind probe. */
static bool passes_disagree(const struct rw_case *c, struct rw_finding *f)
{
	const struct rw_snapshot *snap = &c->rep->snap;
	struct rw_val run = snap->global[RWATCH_GLOBAL_PAGEOUTRUN];
	struct rw_val seen = snap->global[RWATCH_GLOBAL_PASSES_SEEN];
	struct rw_val missed = rw_probe_missed(&snap->probes[RWATCH_PROBE_PASS]);
	struct rw_val off = rw_sub(run, seen);
	struct rw_val slack = rw_add_known(rw_some((int64_t)snap->nr_nodes), missed);

	if (!rw_known(off) || !rw_known(slack))
		return false;
	if (off.v <= slack.v && off.v >= -(int64_t)snap->nr_nodes)
		return false;
	rw_evidence(f, rw_global_desc[RWATCH_GLOBAL_PAGEOUTRUN].name, run);
	rw_evidence(f, rw_global_desc[RWATCH_GLOBAL_PASSES_SEEN].name, seen);
	rw_evidence(f, "missed", missed);
	return rw_say(f, "The kernel began %" PRId64 " kswapd passes, the probe saw %" PRId64 ".",
		      run.v, seen.v);
}

static bool runs_lost(const struct rw_case *c, struct rw_finding *f)
{
	struct rw_val lost = c->rep->snap.global[RWATCH_GLOBAL_RUNS_LOST];

	if (!rw_above(lost, 0))
		return false;
	rw_evidence(f, rw_global_desc[RWATCH_GLOBAL_RUNS_LOST].name, lost);
	return rw_say(f, "%" PRId64 " reclaims were not followed: too many were in flight at once.",
		      lost.v);
}

static bool btf_differs(const struct rw_case *c, struct rw_finding *f)
{
	if (c->btf->verdict != RW_BTF_DIFFERS)
		return false;
	return rw_say(f, "%s of this kernel is not what probe %s expects: %s.", c->btf->function,
		      rw_probe_desc[c->probe].name, c->btf->detail);
}

static bool btf_missing(const struct rw_case *c, struct rw_finding *f)
{
	/* An attached probe has its function, whatever BTF leaves out. */
	if (c->btf->verdict != RW_BTF_MISSING || rw_probe_attached(&c->rep->snap.probes[c->probe]))
		return false;
	if (rw_probe_desc[c->probe].required)
		f->severity = RW_BAD;
	return rw_say(f, "Not in this kernel's BTF: %s; probe %s will probably be absent (%s).",
		      c->btf->detail, rw_probe_desc[c->probe].name,
		      rw_probe_desc[c->probe].without);
}

static bool locked_down(const struct rw_case *c, struct rw_finding *f)
{
	const char *lockdown = c->rep->facts.lockdown;

	if (!rw_locked_down(lockdown) || c->rep->have_snap)
		return false;
	return rw_say(f, "The kernel is locked down (%s): it loads only signed modules.", lockdown);
}

static bool sig_enforced(const struct rw_case *c, struct rw_finding *f)
{
	const struct rw_facts *facts = &c->rep->facts;

	/* Locked down, it enforces them anyway: once is enough. */
	if (!facts->sig_enforced || rw_locked_down(facts->lockdown) || c->rep->have_snap)
		return false;
	return rw_say(f, "The kernel enforces module.sig_enforce: it loads only signed modules.");
}

static bool version_differs(const struct rw_case *c, struct rw_finding *f)
{
	const char *version = c->rep->snap.version;

	if (!*version || !strcmp(version, RWATCH_VERSION))
		return false;
	return rw_say(f, "The module is version %s, this tool is %s.", version, RWATCH_VERSION);
}

static bool too_early(const struct rw_case *c, struct rw_finding *f)
{
	struct rw_val age = c->rep->age_ns;

	if (!rw_known(age) || age.v >= EARLY_NS || age.v < 0)
		return false;
	rw_evidence(f, "age_ns", age);
	return rw_say(f, "Counting began %" PRId64 " s ago: too early to judge.",
		      age.v / SECOND_NS);
}

const struct rw_rule rw_trust_rules[] = {
	{ "no_figures", RW_PER_HOST, RW_BAD, no_snapshot, NULL },
	{ "kprobes_off", RW_PER_HOST, RW_BAD, kprobes_off,
	  "echo 1 > /sys/kernel/debug/kprobes/enabled" },
	{ "ftrace_off", RW_PER_HOST, RW_BAD, ftrace_off, "sysctl kernel.ftrace_enabled=1" },
	{ "probe_missing", RW_PER_PROBE, RW_WARN, probe_missing, NULL },
	{ "probe_partial", RW_PER_PROBE, RW_WARN, probe_partial,
	  "take what needs this probe as a lower bound" },
	{ "btf_differs", RW_PER_BTF, RW_BAD, btf_differs, "do not load the module on this kernel" },
	{ "btf_missing", RW_PER_BTF, RW_WARN, btf_missing, NULL },
	{ "ledger_lost", RW_PER_ZONE, RW_BAD, ledger_lost,
	  "take the zone's figures as a lower bound; reload the module to start afresh" },
	{ "ledger_sum", RW_PER_ZONE, RW_BAD, ledger_sum, "report this as a bug of the module" },
	{ "passes_disagree", RW_PER_HOST, RW_BAD, passes_disagree,
	  "do not trust the pass figures; look at the probes in reclaimwatch doctor" },
	{ "probe_missed", RW_PER_PROBE, RW_WARN, probe_missed, NULL },
	{ "runs_lost", RW_PER_HOST, RW_WARN, runs_lost,
	  "take the figures of direct and memcg reclaim as a lower bound" },
	{ "group_off", RW_PER_HOST, RW_NOTE, group_off,
	  "to switch one on: reclaimwatch groups NAME on" },
	{ "probes_unknown", RW_PER_HOST, RW_NOTE, probes_unknown,
	  "install the tool and the module of the same version" },
	{ "locked_down", RW_PER_HOST, RW_NOTE, locked_down,
	  "sign the module with a key the kernel trusts" },
	{ "sig_enforced", RW_PER_HOST, RW_NOTE, sig_enforced,
	  "sign the module with a key the kernel trusts" },
	{ "version_differs", RW_PER_HOST, RW_NOTE, version_differs, NULL },
	{ "too_early", RW_PER_HOST, RW_NOTE, too_early, NULL },
	{ NULL, 0, 0, NULL, NULL },
};
