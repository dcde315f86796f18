// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <string.h>

#include <reclaimwatch/version.h>

#include "calc.h"
#include "out.h"
#include "text.h"

static void row(FILE *out, const char *name, const char *text)
{
	char head[24];

	snprintf(head, sizeof(head), "%-14s", name);
	rw_text_wrap(out, NULL, head, text);
}

static const char *on_off(struct rw_val val)
{
	return !rw_known(val) ? RWATCH_UNKNOWN : val.v ? "on" : "off";
}

static void module_row(FILE *out, const struct rw_report *rep)
{
	static const char *const loaded[] = {
		[RW_CANNOT_TELL] = "cannot tell whether it is loaded",
		[RW_NO] = "not loaded",
		[RW_YES] = "loaded",
	};
	char text[RW_WORD + 160];

	if (rep->have_snap)
		snprintf(text, sizeof(text), "loaded, version %s (this tool: %s)",
			 *rep->snap.version ? rep->snap.version : RWATCH_UNKNOWN, RWATCH_VERSION);
	else
		snprintf(text, sizeof(text), "%s", loaded[rep->facts.module]);
	row(out, "module", text);
}

static void passes_row(FILE *out, const struct rw_report *rep)
{
	char run[RW_CELL], seen[RW_CELL], text[160];

	rw_text_count(run, 19, rep->snap.global[RWATCH_GLOBAL_PAGEOUTRUN]);
	rw_text_count(seen, 19, rep->snap.global[RWATCH_GLOBAL_PASSES_SEEN]);
	snprintf(text, sizeof(text), "the kernel began %s, the probe saw %s", run, seen);
	row(out, "passes", text);
}

static void host(FILE *out, const struct rw_report *rep)
{
	static const char *const debugfs[] = {
		[RW_DEBUGFS_MISSING] = "no such directory",
		[RW_DEBUGFS_EMPTY] = "empty, so not mounted",
		[RW_DEBUGFS_NO_ACCESS] = "not readable by this user",
		[RW_DEBUGFS_OK] = "readable",
	};
	const struct rw_facts *facts = &rep->facts;

	row(out, "kernel", *facts->osrelease ? facts->osrelease : RWATCH_UNKNOWN);
	module_row(out, rep);
	row(out, "debugfs", debugfs[facts->debugfs]);
	row(out, "lockdown",
	    *facts->lockdown ? facts->lockdown : "not in this kernel, or not visible");
	row(out, "ftrace", on_off(facts->ftrace_enabled));
	row(out, "kprobes", on_off(facts->kprobes_enabled));
	if (rep->have_snap)
		passes_row(out, rep);
}

static void probes(FILE *out, bool colour, const struct rw_report *rep)
{
	char hits[RW_CELL], noinstance[RW_CELL], reentry[RW_CELL];
	int i;

	rw_text_heading(out, colour, "Probes; missed: no instance was free / inside another probe");
	fprintf(out, "%-18s%-9s%-31s%7s%15s\n", "", "state", "symbol", "hits", "missed");
	for (i = 0; i < RWATCH_NR_PROBES; i++) {
		const struct rw_probe *probe = &rep->snap.probes[i];

		/* What an older module does not know is one sentence, not so many rows. */
		if (!probe->present && !rw_probe_desc[i].required)
			continue;
		rw_text_count(hits, 7, probe->v[RW_PROBE_HITS]);
		rw_text_count(noinstance, 6, probe->v[RW_PROBE_NOINSTANCE]);
		rw_text_count(reentry, 6, probe->v[RW_PROBE_REENTRY]);
		fprintf(out, "%-18s%-9.8s%-31.30s%7s%6s / %6s\n", rw_probe_desc[i].name,
			*probe->state ? probe->state : "unknown",
			*probe->symbol ? probe->symbol : RWATCH_UNKNOWN, hits, noinstance, reentry);
	}
}

static void groups(FILE *out, bool colour, const struct rw_report *rep)
{
	struct rw_val on[RWATCH_NR_GROUPS];
	int i;

	for (i = 0; i < RWATCH_NR_GROUPS; i++)
		on[i] = rep->snap.groups[i].on;
	rw_text_heading(out, colour,
			"Groups of probes; to switch one on: reclaimwatch groups NAME on");
	rw_out_groups(out, on);
}

static void btf(FILE *out, bool colour, const struct rw_btf_check *check)
{
	static const char *const verdict[] = {
		[RW_BTF_FITS] = "fits",
		[RW_BTF_MISSING] = "missing",
		[RW_BTF_DIFFERS] = "differs",
	};
	char head[32], text[256];
	int i;

	rw_text_heading(out, colour, "Functions the probes need, by this kernel's BTF");
	if (!check->available) {
		snprintf(text, sizeof(text),
			 "no BTF to be had (%s), so this was not checked; "
			 "that is no error",
			 check->why_not);
		rw_text_wrap(out, NULL, "", text);
		return;
	}
	for (i = 0; i < RW_NR_BTF; i++) {
		const struct rw_btf_entry *entry = &check->entry[i];

		snprintf(head, sizeof(head), "%-15s%-9s", rw_probe_desc[entry->probe].name,
			 verdict[entry->verdict]);
		if (entry->verdict == RW_BTF_DIFFERS)
			snprintf(text, sizeof(text), "%s: %s", entry->function, entry->detail);
		else
			snprintf(text, sizeof(text), "%s",
				 entry->verdict == RW_BTF_FITS ? entry->function : entry->detail);
		rw_text_wrap(out, NULL, head, text);
	}
}

void rw_out_doctor(FILE *out, bool colour, const struct rw_report *rep)
{
	fprintf(out, "reclaimwatch doctor %s", RWATCH_VERSION);
	if (rep->have_snap) {
		fprintf(out, ": ");
		rw_text_coverage(out, rep);
	}
	fputc('\n', out);
	rw_text_findings(out, colour, true, rep);
	rw_text_heading(out, colour, "Host");
	host(out, rep);
	if (rep->have_snap)
		probes(out, colour, rep);
	if (rw_have_file(&rep->snap, RW_FILE_GROUPS))
		groups(out, colour, rep);
	btf(out, colour, &rep->btf);
}
