/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The debugfs text, as written by the module and read by the tool.
 *
 * Files "about", "zones", "nodes" and "probes" under /sys/kernel/debug/reclaimwatch:
 *
 *	schema 1
 *	<section header>	"zone <nid> <name>", "node <nid>", "probe <name>";
 *				"about" has none
 *	  <name> <value>	indented by two spaces inside a section
 *	end
 *
 * One value per line.  A value is a decimal integer that fits in a signed 64-bit
 * integer, negative only for kind SIGNED, or n/a for "not known".  In "about" and
 * "probes" some values are one word (RWATCH_WORD_*).  Readers ignore
 * names they do not know, refuse a schema they do not know, and take a file that
 * does not close with "end" for truncated.
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

enum rwatch_pass_id {
#define RWATCH_PASS(id, name, unit, kind, probe, help) RWATCH_PASS_##id,
#include <reclaimwatch/counters.def>
	RWATCH_NR_PASS
};

/* A pass is boosted if kswapd found boost in its zones when it began. */
enum rwatch_pass_kind {
	RWATCH_NORMAL,
	RWATCH_BOOSTED,
	RWATCH_NR_PASS_KINDS
};

#define RWATCH_PASS_KIND_NAMES	{ "normal", "boosted" }

enum rwatch_probe_id {
#define RWATCH_PROBE(id, name, need, without) RWATCH_PROBE_##id,
#include <reclaimwatch/probes.def>
	RWATCH_NR_PROBES
};

/*
 * File "about" also has:
 *	version <word>		of the module, see version.h
 *
 * File "probes", per probe:
 *	state <word>		attached: registered, and the canary fired
 *				silent: registered, but the canary did not fire
 *				absent: none of the candidate symbols exists
 *				failed: the kernel refused it, see error
 *	symbol <word>		what it is attached to, n/a if nothing
 *	error <integer>		the negative errno of the refusal, else 0
 *	hits <integer>		times its handler ran
 *	missed_noinstance <integer>	calls lost, no kretprobe instance was free;
 *				n/a for what is not a kretprobe
 *	missed_reentry <integer>	hits lost inside another probe's handler;
 *				n/a for a tracepoint
 */
#define RWATCH_WORD_ATTACHED	"attached"
#define RWATCH_WORD_SILENT	"silent"
#define RWATCH_WORD_ABSENT	"absent"
#define RWATCH_WORD_FAILED	"failed"

#endif /* RECLAIMWATCH_SCHEMA_H */
