/* SPDX-License-Identifier: GPL-2.0 */
/* What the kernel itself says around the module's numbers. */
#ifndef RW_FACTS_H
#define RW_FACTS_H

#include <stdbool.h>
#include <stddef.h>

#include "err.h"
#include "paths.h"
#include "snapshot.h"
#include "value.h"

enum rw_mem_id {
	RW_MEM_TOTAL,
	RW_MEM_FREE,
	RW_MEM_ACTIVE_FILE,
	RW_MEM_INACTIVE_FILE,
	RW_MEM_SLAB,
	RW_MEM_SLAB_RECLAIMABLE,
	RW_NR_MEM
};

#define RW_WHOLE_MACHINE (-1)

struct rw_mem {
	int nid; /* or RW_WHOLE_MACHINE */
	struct rw_val kb[RW_NR_MEM];
};

enum rw_mglru { RW_MGLRU_UNKNOWN, RW_MGLRU_ABSENT, RW_MGLRU_OFF, RW_MGLRU_ON };
enum rw_presence { RW_CANNOT_TELL, RW_NO, RW_YES };
enum rw_debugfs { RW_DEBUGFS_MISSING, RW_DEBUGFS_EMPTY, RW_DEBUGFS_NO_ACCESS, RW_DEBUGFS_OK };

/* Of fs.dentry-state. */
enum rw_dentries { RW_DENTRIES_ALL, RW_DENTRIES_UNUSED, RW_DENTRIES_NEGATIVE, RW_NR_DENTRIES };

#define RW_PATH_NAME 4096

/* A cgroup that the module names by its id. */
struct rw_cgroup {
	int64_t id;
	char *path; /* from the root of the hierarchy, as in name.h; NULL if not found */
};

/* A zone of a node by its index, empty zones counted. */
struct rw_zone_index {
	int nid, index;
	char name[RW_ZONE_NAME];
};

struct rw_facts {
	struct rw_mem *mem; /* per node, or one for the whole machine */
	size_t nr_mem;
	struct rw_val dentries[RW_NR_DENTRIES];
	struct rw_val boost_factor; /* vm.watermark_boost_factor */
	enum rw_mglru mglru;
	struct rw_val ftrace_enabled;
	struct rw_val kprobes_enabled;
	char lockdown[32];	 /* "" if the kernel has none */
	bool sig_enforced;	 /* known to load signed modules only, lockdown or not */
	char osrelease[RW_WORD]; /* "" if not known */
	enum rw_presence module;
	enum rw_debugfs debugfs;
	struct rw_cgroup *cgroups; /* by id */
	size_t nr_cgroups;
	struct rw_zone_index *zones; /* after rw_facts_read_zones() */
	size_t nr_zones;
	struct rw_val wall_ns; /* of CLOCK_REALTIME when CLOCK_BOOTTIME was 0, here and now */
};

/* facts_parse.c: pure. */
void rw_meminfo_parse(const char *text, struct rw_mem *mem);
struct rw_val rw_number_parse(const char *text);
enum rw_mglru rw_mglru_parse(const char *text);
void rw_dentries_parse(const char *text, struct rw_val dentries[RW_NR_DENTRIES]);
/* "none [integrity] confidentiality" -> "integrity". */
void rw_lockdown_parse(const char *text, char *to, size_t size);
bool rw_locked_down(const char *lockdown);

/*
 * One line of /proc/zoneinfo.  True if it begins a zone, which @zone then is: the next
 * after @last, which may be NULL.
 */
bool rw_zoneinfo_line(const char *line, const struct rw_zone_index *last,
		      struct rw_zone_index *zone);

/* cgroups.c: reads.  Each id that @snap has, with its path if there is one below @root. */
int rw_cgroups_read(const char *root, const struct rw_snapshot *snap, struct rw_facts *facts,
		    struct rw_err *err);
/* The path of a cgroup, NULL if it is not known. */
const char *rw_cgroup_path(const struct rw_facts *facts, struct rw_val id);

/* facts.c: reads.  What cannot be read stays unknown; only memory can run out. */
int rw_facts_read(const struct rw_roots *roots, const struct rw_snapshot *snap,
		  struct rw_facts *facts, struct rw_err *err);
/* The hierarchy with the memory controller, of cgroup v1, v2, or v2 beside v1; RW_PATH_MAX. */
bool rw_facts_cgroup_root(const char *sysfs, char *path);
/* Reads /proc/zoneinfo, for which the kernel takes each zone's lock: not in passing. */
int rw_facts_read_zones(const struct rw_roots *roots, struct rw_facts *facts, struct rw_err *err);
/* The zone's name, NULL if it is not known. */
const char *rw_zone_name(const struct rw_facts *facts, int nid, struct rw_val index);
void rw_facts_free(struct rw_facts *facts);

#endif /* RW_FACTS_H */
