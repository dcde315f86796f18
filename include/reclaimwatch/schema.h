/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The debugfs text, as written by the module and read by the tool.
 *
 * Files under /sys/kernel/debug/reclaimwatch: about, zones, nodes, probes, groups,
 * shrinkers, tasks, cgroups, compaction, histograms, events.
 *
 *	schema 1
 *	<section header>	such as "zone <nid> <name>", see counters.def;
 *				"about" has none
 *	  <name> <value>	indented by two spaces inside a section
 *	end
 *
 * One value per line.  A value is a decimal integer that fits in a signed 64-bit
 * integer, negative only for kind SIGNED, or n/a for "not known".  In "about",
 * "probes" and "groups" some values are one word (RWATCH_WORD_*).  In a name that
 * comes from outside (a task's, a device's) every byte that is not printable ASCII,
 * a blank or a backslash is written as \xHH.  Readers ignore names they do not know,
 * refuse a schema they do not know, and take a file that does not close with "end"
 * for truncated.
 *
 * Rows of a table have numbers, in rising order.
 *
 * Compiles in the kernel and in user space; needs nothing from either.
 */
#ifndef RECLAIMWATCH_SCHEMA_H
#define RECLAIMWATCH_SCHEMA_H

#define RWATCH_SCHEMA 1

#define RWATCH_DEBUGFS_DIR	"reclaimwatch"
#define RWATCH_SYSFS_DIR	"reclaimwatch"
#define RWATCH_UNKNOWN		"n/a"
#define RWATCH_END		"end"
#define RWATCH_OTHER		"other"		/* the row for what has no row */

enum rwatch_global_id {
#define RWATCH_GLOBAL(id, name, unit, kind, probe, help) RWATCH_GLOBAL_##id,
#include <reclaimwatch/counters.def>
	RWATCH_NR_GLOBAL
};

enum rwatch_zone_id {
#define RWATCH_ZONE(id, name, unit, kind, probe, help) RWATCH_ZONE_##id,
#include <reclaimwatch/counters.def>
	RWATCH_NR_ZONE
};

enum rwatch_node_id {
#define RWATCH_NODE(id, name, unit, kind, probe, help) RWATCH_NODE_##id,
#include <reclaimwatch/counters.def>
	RWATCH_NR_NODE
};

enum rwatch_run_id {
#define RWATCH_RUN(id, name, unit, kind, probe, help) RWATCH_RUN_##id,
#include <reclaimwatch/counters.def>
	RWATCH_NR_RUN
};

enum rwatch_pass_id {
#define RWATCH_PASS(id, name, unit, kind, probe, help) RWATCH_PASS_##id,
#include <reclaimwatch/counters.def>
	RWATCH_NR_PASS
};

enum rwatch_shrinker_id {
#define RWATCH_SHRINKER(id, name, unit, kind, probe, help) RWATCH_SHRINKER_##id,
#include <reclaimwatch/counters.def>
	RWATCH_NR_SHRINKER
};

enum rwatch_reclaimer_id {
#define RWATCH_RECLAIMER(id, name, unit, kind, probe, help) RWATCH_RECLAIMER_##id,
#include <reclaimwatch/counters.def>
	RWATCH_NR_RECLAIMER
};

enum rwatch_compaction_id {
#define RWATCH_COMPACTION(id, name, unit, kind, probe, help) RWATCH_COMPACTION_##id,
#include <reclaimwatch/counters.def>
	RWATCH_NR_COMPACTION
};

enum rwatch_hist_run_id {
#define RWATCH_HIST_RUN(id, name, unit, shape, probe, help) RWATCH_HIST_RUN_##id,
#include <reclaimwatch/counters.def>
	RWATCH_NR_HIST_RUN
};

enum rwatch_hist_node_id {
#define RWATCH_HIST_NODE(id, name, unit, shape, probe, help) RWATCH_HIST_NODE_##id,
#include <reclaimwatch/counters.def>
	RWATCH_NR_HIST_NODE
};

enum rwatch_hist_zone_id {
#define RWATCH_HIST_ZONE(id, name, unit, shape, probe, help) RWATCH_HIST_ZONE_##id,
#include <reclaimwatch/counters.def>
	RWATCH_NR_HIST_ZONE
};

enum rwatch_event_pass_id {
#define RWATCH_EVENT_PASS(id, name, unit, kind, probe, help) RWATCH_EVENT_PASS_##id,
#include <reclaimwatch/counters.def>
	RWATCH_NR_EVENT_PASS
};

enum rwatch_event_raise_id {
#define RWATCH_EVENT_RAISE(id, name, unit, kind, probe, help) RWATCH_EVENT_RAISE_##id,
#include <reclaimwatch/counters.def>
	RWATCH_NR_EVENT_RAISE
};

enum rwatch_event_guard_id {
#define RWATCH_EVENT_GUARD(id, name, unit, kind, probe, help) RWATCH_EVENT_GUARD_##id,
#include <reclaimwatch/counters.def>
	RWATCH_NR_EVENT_GUARD
};

/* A pass is boosted if kswapd found boost in its zones when it began. */
enum rwatch_run_kind {
	RWATCH_NORMAL,
	RWATCH_BOOSTED,
	RWATCH_DIRECT,
	RWATCH_MEMCG,
	RWATCH_NR_RUN_KINDS
};

#define RWATCH_NR_PASS_KINDS	RWATCH_DIRECT	/* those that are kswapd's */

#define RWATCH_RUN_KIND_NAMES	{ "normal", "boosted", "direct", "memcg" }

/* The probe without which nothing is known of a kind. */
#define RWATCH_RUN_KIND_PROBES	{ RWATCH_PROBE_PASS, RWATCH_PROBE_PASS, \
				  RWATCH_PROBE_DIRECT_END, RWATCH_PROBE_MEMCG }

/*
 * Buckets.  LOG2: up to 2^12 ns (4 us), 2^13, ... 2^36 (69 s), and more than that.
 * LINEAR: 0, 1, ... 12, which covers every order and priority.
 */
#define RWATCH_LOG2_FIRST	12
#define RWATCH_NR_LOG2		26
#define RWATCH_NR_LINEAR	13

enum rwatch_group_id {
#define RWATCH_GROUP(id, name, on, help) RWATCH_GROUP_##id,
#include <reclaimwatch/probes.def>
	RWATCH_NR_GROUPS
};

/* Where counters.def and probes.def name a probe and none is needed. */
#define RWATCH_PROBE_NONE	(-1)

enum rwatch_probe_id {
#define RWATCH_PROBE(id, name, group, need, after, without) RWATCH_PROBE_##id,
#include <reclaimwatch/probes.def>
	RWATCH_NR_PROBES
};

/*
 * File "about" also has:
 *	version <word>		of the module, see version.h
 *	boost_clamp_scope <word>	all, lower or named
 *	boost_clamp_by <word>	name of the task that changed the clamp last, or n/a
 *
 * File "probes", per probe:
 *	state <word>		attached: registered, and the canary fired
 *				silent: registered, but the canary did not fire
 *				partial: fires, but the kernel's own counts show that it does
 *				not see everything (lru, under MGLRU on 6.1)
 *				off: its group is switched off
 *				absent: none of the candidate symbols exists
 *				failed: the kernel refused it, see error
 *	group <word>		the group it belongs to
 *	since_ns <integer>	when it was last attached, CLOCK_BOOTTIME, n/a if it is not
 *	symbol <word>		what it is attached to, n/a if nothing
 *	error <integer>		the negative errno of the refusal, else 0
 *	hits <integer>		times its handler ran
 *	missed_noinstance <integer>	calls lost, no kretprobe instance was free;
 *				n/a for what is not a kretprobe
 *	missed_reentry <integer>	hits lost inside another probe's handler;
 *				n/a for a tracepoint
 *
 * File "groups", per group ("group <name>"):
 *	on <integer>		1 if it is switched on
 */
#define RWATCH_WORD_ATTACHED	"attached"
#define RWATCH_WORD_SILENT	"silent"
#define RWATCH_WORD_PARTIAL	"partial"
#define RWATCH_WORD_OFF		"off"
#define RWATCH_WORD_ABSENT	"absent"
#define RWATCH_WORD_FAILED	"failed"

#endif /* RECLAIMWATCH_SCHEMA_H */
