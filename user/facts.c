// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <time.h>

#include <linux/magic.h>

#include "facts.h"
#include "source.h"

#define MEMINFO_MAX 16384

static struct rw_val read_number(const char *root, const char *name)
{
	char text[64];

	return rw_source_small(root, name, text, sizeof(text)) ? rw_none() : rw_number_parse(text);
}

static enum rw_mglru read_mglru(const char *sysfs)
{
	char text[64];
	int ret = rw_source_small(sysfs, RW_LRU_GEN, text, sizeof(text));

	if (!ret)
		return rw_mglru_parse(text);
	/* Absent is an answer only where there is a kernel/mm to look in. */
	if (ret == -ENOENT && rw_source_small(sysfs, RW_KERNEL_MM, text, sizeof(text)) == -EISDIR)
		return RW_MGLRU_ABSENT;
	return RW_MGLRU_UNKNOWN;
}

static void read_osrelease(const char *procfs, char to[RW_WORD])
{
	if (rw_source_small(procfs, RW_OSRELEASE, to, RW_WORD))
		*to = '\0';
	to[strcspn(to, "\n")] = '\0';
	rw_plain(to);
}

/* Per node; if any node's file is missing, one row for the machine. */
static int read_mem(const struct rw_roots *roots, const struct rw_snapshot *snap,
		    struct rw_facts *facts, struct rw_err *err)
{
	size_t i, nr = snap->nr_nodes;
	char text[MEMINFO_MAX], name[sizeof(RW_NODE_MEMINFO) + 16];

	facts->mem = calloc(nr + 1, sizeof(*facts->mem));
	if (!facts->mem)
		return rw_fail_memory(err);
	for (i = 0; i < nr; i++) {
		snprintf(name, sizeof(name), RW_NODE_MEMINFO, snap->nodes[i].nid);
		if (rw_source_small(roots->sysfs, name, text, sizeof(text)))
			break;
		facts->mem[i].nid = snap->nodes[i].nid;
		rw_meminfo_parse(text, &facts->mem[i]);
	}
	if (nr && i == nr) {
		facts->nr_mem = nr;
		return 0;
	}
	if (rw_source_small(roots->procfs, RW_MEMINFO, text, sizeof(text)))
		return 0;
	facts->mem[0] = (struct rw_mem){ .nid = RW_WHOLE_MACHINE };
	rw_meminfo_parse(text, &facts->mem[0]);
	facts->nr_mem = 1;
	return 0;
}

/* Only in a real cgroup file system are inode numbers the ids. */
static bool is_cgroup_fs(const char *path)
{
	struct statfs fs;

	return !statfs(path, &fs) && ((unsigned long)fs.f_type == CGROUP2_SUPER_MAGIC ||
				      (unsigned long)fs.f_type == CGROUP_SUPER_MAGIC);
}

bool rw_facts_cgroup_root(const char *sysfs, char *path)
{
	static const char *const roots[] = { RW_CGROUPS "/memory", RW_CGROUPS,
					     RW_CGROUPS "/unified" };
	size_t i;

	for (i = 0; i < sizeof(roots) / sizeof(*roots); i++) {
		rw_source_path(path, sysfs, roots[i]);
		if (is_cgroup_fs(path))
			return true;
	}
	return false;
}

static int read_cgroups(const char *sysfs, const struct rw_snapshot *snap, struct rw_facts *facts,
			struct rw_err *err)
{
	char path[RW_PATH_MAX];

	if (!rw_facts_cgroup_root(sysfs, path))
		return 0;
	return rw_cgroups_read(path, snap, facts, err);
}

/* Another clock, such as that of a host whose files were copied, is not ours to tell. */
#define CLOCKS_AGREE_NS 60000000000LL

static int64_t clock_ns(clockid_t id)
{
	struct timespec now = { 0 };

	clock_gettime(id, &now);
	return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static struct rw_val wall_ns(const struct rw_snapshot *snap)
{
	struct rw_val now = snap->global[RWATCH_GLOBAL_NOW];
	int64_t boot = clock_ns(CLOCK_BOOTTIME);

	if (!rw_known(now) || now.v > boot + CLOCKS_AGREE_NS || now.v < boot - CLOCKS_AGREE_NS)
		return rw_none();
	return rw_some(clock_ns(CLOCK_REALTIME) - boot);
}

struct zone_reader {
	struct rw_facts *facts;
	struct rw_err *err;
};

static int zoneinfo_line(const char *line, void *data)
{
	struct zone_reader *r = data;
	struct rw_facts *facts = r->facts;
	size_t nr = facts->nr_zones;
	struct rw_zone_index zone;
	void *more;

	if (!rw_zoneinfo_line(line, nr ? &facts->zones[nr - 1] : NULL, &zone) || nr == RW_MAX_ZONES)
		return 0;
	if ((nr & (nr - 1)) == 0) {
		more = realloc(facts->zones, (nr ? 2 * nr : 1) * sizeof(zone));
		if (!more)
			return rw_fail_memory(r->err);
		facts->zones = more;
	}
	facts->zones[facts->nr_zones++] = zone;
	return 0;
}

int rw_facts_read_zones(const struct rw_roots *roots, struct rw_facts *facts, struct rw_err *err)
{
	struct zone_reader r = { .facts = facts, .err = err };

	/* A file that is not there leaves the names unknown. */
	return rw_source_lines(roots->procfs, RW_ZONEINFO, zoneinfo_line, &r) == -1 ? -1 : 0;
}

const char *rw_zone_name(const struct rw_facts *facts, int nid, struct rw_val index)
{
	size_t i;

	for (i = 0; rw_known(index) && i < facts->nr_zones; i++)
		if (facts->zones[i].nid == nid && facts->zones[i].index == index.v)
			return facts->zones[i].name;
	return NULL;
}

int rw_facts_read(const struct rw_roots *roots, const struct rw_snapshot *snap,
		  struct rw_facts *facts, struct rw_err *err)
{
	char text[128];

	*facts = (struct rw_facts){
		.boost_factor = read_number(roots->procfs, RW_BOOST_FACTOR),
		.ftrace_enabled = read_number(roots->procfs, RW_FTRACE_ENABLED),
		.kprobes_enabled = read_number(roots->debugfs, RW_KPROBES_ENABLED),
		.wall_ns = wall_ns(snap),
		.mglru = read_mglru(roots->sysfs),
		.module = rw_source_module(roots),
		.debugfs = rw_source_debugfs(roots),
		.sig_enforced = rw_source_sig_enforced(roots),
	};
	read_osrelease(roots->procfs, facts->osrelease);
	if (!rw_source_small(roots->procfs, RW_DENTRY_STATE, text, sizeof(text)))
		rw_dentries_parse(text, facts->dentries);
	rw_source_lockdown(roots, facts->lockdown, sizeof(facts->lockdown));
	if (read_cgroups(roots->sysfs, snap, facts, err))
		return -1;
	return read_mem(roots, snap, facts, err);
}

void rw_facts_free(struct rw_facts *facts)
{
	size_t i;

	for (i = 0; i < facts->nr_cgroups; i++)
		free(facts->cgroups[i].path);
	free(facts->zones);
	facts->zones = NULL;
	facts->nr_zones = 0;
	free(facts->cgroups);
	facts->cgroups = NULL;
	facts->nr_cgroups = 0;
	free(facts->mem);
	facts->mem = NULL;
	facts->nr_mem = 0;
}
