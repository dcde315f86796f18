/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The text of the debugfs files (grammar: reclaimwatch/schema.h) into a
 * snapshot.  Pure: no I/O.  Strict about shape, deaf to names it does not know.
 */
#ifndef RW_PARSE_H
#define RW_PARSE_H

#include <stddef.h>

#include "err.h"
#include "snapshot.h"

#define RW_LINE_LIMIT 256
#define RW_FILE_LIMIT (64u << 20)

/*
 * Each takes the path for its error sentences and adds to @snap.  0, or -1 with
 * @err set; @snap then needs rw_snapshot_free() all the same.
 */
typedef int rw_parse_fn(const char *path, const char *text, size_t len, struct rw_snapshot *snap,
			struct rw_err *err);

/* sections.c */
rw_parse_fn rw_parse_about;
rw_parse_fn rw_parse_zones;
rw_parse_fn rw_parse_nodes;
rw_parse_fn rw_parse_probes;
rw_parse_fn rw_parse_groups;
/* sections_rows.c */
rw_parse_fn rw_parse_shrinkers;
rw_parse_fn rw_parse_tasks;
rw_parse_fn rw_parse_cgroups;
rw_parse_fn rw_parse_compaction;
/* sections_hist.c */
rw_parse_fn rw_parse_histograms;
/* sections_events.c */
rw_parse_fn rw_parse_events;

/* By enum rw_file: the file's name in the module's directory, and its parser. */
struct rw_file_def {
	const char *name;
	rw_parse_fn *parse;
	bool required; /* an older module does not have the others */
};

extern const struct rw_file_def rw_files[RW_NR_FILES];

#endif /* RW_PARSE_H */
