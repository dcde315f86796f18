// SPDX-License-Identifier: GPL-2.0
/* From the ids of cgroups to their paths: an id is the inode number of a directory. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "facts.h"
#include "name.h"

/* A bound for what somebody else may have built up. */
#define MAX_DEPTH 64
#define MAX_DIRS  100000

struct walk {
	struct rw_facts *facts;
	size_t wanted; /* paths still to be found */
	size_t dirs;
	char path[RW_PATH_NAME]; /* raw */
};

static int by_id(const void *a, const void *b)
{
	const struct rw_cgroup *left = a, *right = b;

	return left->id < right->id ? -1 : left->id > right->id;
}

static struct rw_cgroup *find(const struct rw_facts *facts, int64_t id)
{
	const struct rw_cgroup key = { .id = id };

	if (!facts->nr_cgroups)
		return NULL;
	return bsearch(&key, facts->cgroups, facts->nr_cgroups, sizeof(key), by_id);
}

const char *rw_cgroup_path(const struct rw_facts *facts, struct rw_val id)
{
	const struct rw_cgroup *cgroup = rw_known(id) ? find(facts, id.v) : NULL;

	return cgroup ? cgroup->path : NULL;
}

/* A path that memory does not suffice for stays unknown, like one that is not there. */
static void visit(struct walk *walk, ino_t ino)
{
	struct rw_cgroup *cgroup = find(walk->facts, (int64_t)ino);
	char name[RW_PATH_NAME];

	if (!cgroup || cgroup->path)
		return;
	rw_name_escape(name, sizeof(name), *walk->path ? walk->path : "/");
	cgroup->path = strdup(name);
	walk->wanted--;
}

/* Takes over @fd, an open directory whose path is walk->path. */
static void descend(struct walk *walk, int fd, int depth)
{
	size_t len = strlen(walk->path);
	struct dirent *entry;
	DIR *dir = fdopendir(fd);

	if (!dir) {
		close(fd);
		return;
	}
	while (walk->wanted && walk->dirs < MAX_DIRS && (entry = readdir(dir))) {
		struct stat st;

		if (entry->d_name[0] == '.' ||
		    (entry->d_type != DT_DIR && entry->d_type != DT_UNKNOWN))
			continue;
		fd = openat(dirfd(dir), entry->d_name,
			    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (fd < 0)
			continue;
		walk->dirs++;
		if (len + 1 + strlen(entry->d_name) >= sizeof(walk->path) || fstat(fd, &st)) {
			close(fd);
			continue;
		}
		snprintf(walk->path + len, sizeof(walk->path) - len, "/%s", entry->d_name);
		visit(walk, st.st_ino);
		if (depth < MAX_DEPTH)
			descend(walk, fd, depth + 1);
		else
			close(fd);
		walk->path[len] = '\0';
	}
	closedir(dir);
}

static void want(struct rw_facts *facts, struct rw_val id)
{
	if (rw_known(id))
		facts->cgroups[facts->nr_cgroups++].id = id.v;
}

/* Sorted, each once. */
static int gather(const struct rw_snapshot *snap, struct rw_facts *facts, struct rw_err *err)
{
	size_t i, nr = 0;

	facts->cgroups = calloc(snap->nr_cgroups + snap->nr_events + 1, sizeof(*facts->cgroups));
	if (!facts->cgroups)
		return rw_fail_memory(err);
	for (i = 0; i < snap->nr_cgroups; i++)
		want(facts, snap->cgroups[i].cgroup_id);
	for (i = 0; i < snap->nr_events; i++)
		if (snap->events[i].what == RW_EVENT_RAISE)
			want(facts, snap->events[i].raise[RWATCH_EVENT_RAISE_CGROUP]);
	qsort(facts->cgroups, facts->nr_cgroups, sizeof(*facts->cgroups), by_id);
	for (i = 0; i < facts->nr_cgroups; i++)
		if (!nr || facts->cgroups[nr - 1].id != facts->cgroups[i].id)
			facts->cgroups[nr++].id = facts->cgroups[i].id;
	facts->nr_cgroups = nr;
	return 0;
}

int rw_cgroups_read(const char *root, const struct rw_snapshot *snap, struct rw_facts *facts,
		    struct rw_err *err)
{
	struct walk *walk;
	struct stat st;
	int fd;

	if (gather(snap, facts, err))
		return -1;
	fd = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	walk = calloc(1, sizeof(*walk));
	if (!walk) {
		close(fd);
		return rw_fail_memory(err);
	}
	walk->facts = facts;
	walk->wanted = facts->nr_cgroups;
	if (!fstat(fd, &st))
		visit(walk, st.st_ino);
	descend(walk, fd, 1);
	free(walk);
	return 0;
}
