// SPDX-License-Identifier: GPL-2.0
/*
 * Names are looked up when they are first met and kept: of a cgroup by its id, which the
 * kernel takes for a handle of its directory; of a shrinker by its row in debugfs, unless
 * the event says its name.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "name.h"
#include "options.h"
#include "snapshot.h"
#include "source.h"
#include "trace_names.h"

#define NR_CGROUPS  256
#define CGROUP_NAME 512
#define MAX_ROWS    (1 << 18)
#define KERNFS_TYPE 0xfe /* FILEID_KERNFS, in no public header */

struct cgroup {
	int64_t id;
	char path[CGROUP_NAME]; /* "" if there is none */
};

struct shrinker {
	int64_t function; /* 0: not met yet */
	char name[RW_ROW_NAME];
};

struct rw_trace_names {
	const struct rw_roots *roots;
	struct rw_facts facts; /* only its zones */
	char mount[RW_PATH_MAX];
	int cgroups; /* the root of the hierarchy, or -1 */
	struct cgroup cgroup[NR_CGROUPS];
	struct shrinker *shrinker; /* by row */
	size_t nr_shrinkers;
};

struct rw_trace_names *rw_trace_names_new(const struct rw_roots *roots, struct rw_err *err)
{
	struct rw_trace_names *names = calloc(1, sizeof(*names));

	if (!names) {
		rw_fail_memory(err);
		return NULL;
	}
	names->roots = roots;
	names->cgroups = -1;
	if (rw_facts_cgroup_root(roots->sysfs, names->mount))
		names->cgroups = open(names->mount, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (!rw_facts_read_zones(roots, &names->facts, err))
		return names;
	rw_trace_names_free(names);
	return NULL;
}

void rw_trace_names_free(struct rw_trace_names *names)
{
	if (names->cgroups >= 0)
		close(names->cgroups);
	rw_facts_free(&names->facts);
	free(names->shrinker);
	free(names);
}

bool rw_trace_names_node(const struct rw_trace_names *names, int nid)
{
	size_t i;

	for (i = 0; i < names->facts.nr_zones; i++)
		if (names->facts.zones[i].nid == nid)
			return true;
	return !names->facts.nr_zones;
}

int rw_trace_names_zone(const struct rw_trace_names *names, int nid, const char *name)
{
	size_t i;

	for (i = 0; i < names->facts.nr_zones; i++)
		if ((nid == RW_UNSET || names->facts.zones[i].nid == nid) &&
		    !strcmp(names->facts.zones[i].name, name))
			return names->facts.zones[i].index;
	return -1;
}

/* The path of the directory that is open as @fd, from the root of the hierarchy. */
static void path_of(const struct rw_trace_names *names, int fd, char to[CGROUP_NAME])
{
	char link[64], raw[CGROUP_NAME], *path = raw;
	size_t len = strlen(names->mount);
	ssize_t n;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, raw, sizeof(raw) - 1);
	if (n <= 0)
		return;
	raw[n] = '\0';
	if (!strncmp(raw, names->mount, len))
		path += len;
	rw_name_escape(to, CGROUP_NAME, *path ? path : "/");
}

static const char *find_cgroup(struct rw_trace_names *names, struct rw_val id)
{
	struct {
		struct file_handle head;
		int64_t id;
	} handle = { .head = { .handle_bytes = sizeof(id.v), .handle_type = KERNFS_TYPE },
		     .id = id.v };
	struct cgroup *cgroup;
	int fd;

	if (!rw_known(id) || names->cgroups < 0)
		return NULL;
	cgroup = &names->cgroup[(uint64_t)id.v % NR_CGROUPS];
	if (cgroup->id != id.v) {
		*cgroup = (struct cgroup){ .id = id.v };
		fd = open_by_handle_at(names->cgroups, &handle.head,
				       O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (fd >= 0) {
			path_of(names, fd, cgroup->path);
			close(fd);
		}
	}
	return *cgroup->path ? cgroup->path : NULL;
}

/* Anew, because there is a row that was not there, or was another shrinker's. */
static void read_shrinkers(struct rw_trace_names *names)
{
	struct rw_snapshot snap = { 0 };
	struct rw_err err;
	size_t i;

	if (!rw_source_snapshot(names->roots, 1u << RW_FILE_SHRINKERS, &snap, &err)) {
		for (i = 0; i < snap.nr_shrinkers; i++) {
			const struct rw_shrinker *row = &snap.shrinkers[i];

			if ((uint64_t)row->row < names->nr_shrinkers)
				snprintf(names->shrinker[row->row].name, RW_ROW_NAME, "%s",
					 row->name);
		}
	}
	rw_snapshot_free(&snap);
}

/* Room for a row with that number; rows are as many as the module was told. */
static struct shrinker *row_of(struct rw_trace_names *names, struct rw_val row)
{
	size_t nr = names->nr_shrinkers;
	struct shrinker *more;

	if (!rw_known(row) || row.v >= MAX_ROWS)
		return NULL;
	while (nr <= (size_t)row.v)
		nr = nr ? 2 * nr : 1024;
	if (nr != names->nr_shrinkers) {
		more = realloc(names->shrinker, nr * sizeof(*more));
		if (!more)
			return NULL;
		memset(more + names->nr_shrinkers, 0, (nr - names->nr_shrinkers) * sizeof(*more));
		names->shrinker = more;
		names->nr_shrinkers = nr;
	}
	return &names->shrinker[row.v];
}

static const char *find_shrinker(struct rw_trace_names *names, const struct rw_trace_seen *seen)
{
	struct shrinker *shrinker;

	if (*seen->name)
		return seen->name;
	shrinker = row_of(names, seen->v[RW_TRACE_F_ROW]);
	if (!shrinker)
		return NULL;
	if (shrinker->function != seen->v[RW_TRACE_F_FUNCTION].v) {
		shrinker->function = seen->v[RW_TRACE_F_FUNCTION].v;
		*shrinker->name = '\0';
		read_shrinkers(names);
	}
	return *shrinker->name ? shrinker->name : NULL;
}

void rw_trace_names_find(struct rw_trace_names *names, const struct rw_trace_seen *seen,
			 struct rw_trace_line *line)
{
	line->zone = NULL;
	if (rw_known(seen->v[RW_TRACE_F_NID]))
		line->zone = rw_zone_name(&names->facts, (int)seen->v[RW_TRACE_F_NID].v,
					  seen->v[RW_TRACE_F_ZID]);
	line->cgroup = find_cgroup(names, seen->v[RW_TRACE_F_CGROUP]);
	line->shrinker =
		rw_trace_kind_has(seen->kind, RW_TRACE_F_ROW) ? find_shrinker(names, seen) : NULL;
}
