// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clamp_files.h"
#include "lex.h"
#include "source.h"
#include "switch.h"

#define WHAT "the clamp"
#define PATH (RW_CLAMP_NAME + 32)

static void path_of(char path[PATH], const struct rw_clamp *clamp, size_t i)
{
	char name[RW_CLAMP_NAME];

	rw_clamp_name(name, clamp, i);
	snprintf(path, PATH, RW_SYSFS_OWN "/%s", name);
}

static int failed(const struct rw_roots *roots, const char *path, int error, bool writing,
		  struct rw_err *err)
{
	const struct rw_switch sw = { WHAT, path, RW_ERR_CLAMP };

	return rw_switch_failed(roots, &sw, error, writing, err);
}

static int read_setting(const struct rw_roots *roots, struct rw_clamp *clamp, size_t i,
			struct rw_err *err)
{
	char path[PATH], full[RW_PATH_MAX], *value = clamp->set[i].value;
	int ret;

	path_of(path, clamp, i);
	ret = rw_source_small(roots->sysfs, path, value, RW_CLAMP_WORD);
	if (ret)
		return failed(roots, path, -ret, false, err);
	value[strcspn(value, "\n")] = '\0';
	if (rw_clamp_known(i, value))
		return 0;
	rw_source_path(full, roots->sysfs, path);
	return rw_fail(err, RW_ERR_GARBLED,
		       "%s reads \"%s\", %s; install the tool and the module of the same version",
		       full, value,
		       i == RW_SET_ON ? "which is none of 0, 1 and auto" :
					"which this tool does not know");
}

struct zone_search {
	const struct rw_roots *roots;
	struct rw_clamp *clamp;
	int nid;
	struct rw_err *err;
};

/* These two return 1 if there is no point in going on. */
static int add_zone(const char *name, void *data)
{
	struct zone_search *search = data;
	struct rw_setting setting = { .nid = search->nid };

	if (*name == '.' || strlen(name) >= sizeof(setting.zone))
		return 0;
	snprintf(setting.zone, sizeof(setting.zone), "%s", name);
	if (rw_clamp_add(search->clamp, &setting))
		return -rw_fail_memory(search->err);
	return -read_setting(search->roots, search->clamp, search->clamp->nr - 1, search->err);
}

static int add_node(const char *name, void *data)
{
	struct zone_search *search = data;
	char path[PATH];
	int64_t nid;

	if (strncmp(name, "node", 4) || !rw_lex_int(name + 4, false, &nid) || nid >= RW_MAX_NODES)
		return 0;
	search->nid = (int)nid;
	snprintf(path, sizeof(path), RW_SYSFS_OWN "/node%d", search->nid);
	return rw_source_names(search->roots->sysfs, path, add_zone, search) > 0;
}

static int by_node(const void *a, const void *b)
{
	const struct rw_setting *x = a, *y = b;

	return x->nid != y->nid ? (x->nid > y->nid) - (x->nid < y->nid) : strcmp(x->zone, y->zone);
}

int rw_clamp_read(const struct rw_roots *roots, struct rw_clamp *clamp, struct rw_err *err)
{
	struct zone_search search = { roots, clamp, RW_NO_NODE, err };
	struct rw_setting setting = { .nid = RW_NO_NODE };
	size_t i;

	*clamp = (struct rw_clamp){ 0 };
	for (i = 0; i < RW_NR_SET; i++) {
		if (rw_clamp_add(clamp, &setting))
			return rw_fail_memory(err);
		if (read_setting(roots, clamp, i, err))
			return -1;
	}
	if (rw_source_names(roots->sysfs, RW_SYSFS_OWN, add_node, &search) > 0)
		return -1;
	qsort(clamp->set + RW_NR_SET, clamp->nr - RW_NR_SET, sizeof(*clamp->set), by_node);
	return 0;
}

static int make_writes(const struct rw_roots *roots, const struct rw_clamp *was,
		       const struct rw_clamp *want, struct rw_err *err)
{
	struct rw_clamp_write *writes = calloc(want->nr + 1, sizeof(*writes));
	char path[PATH], line[RW_CLAMP_WORD + 1];
	size_t i, nr;
	int ret = 0;

	if (!writes)
		return rw_fail_memory(err);
	nr = rw_clamp_writes(was, want, writes);
	for (i = 0; i < nr && !ret; i++) {
		path_of(path, want, writes[i].i);
		snprintf(line, sizeof(line), "%s\n", writes[i].value);
		ret = rw_source_write(roots->sysfs, path, line);
		if (ret)
			failed(roots, path, -ret, true, err);
	}
	free(writes);
	return ret ? -1 : 0;
}

/* What is left of its time, so that putting it back does not give it more. */
static void keep_time(const struct rw_roots *roots, struct rw_clamp *clamp)
{
	struct rw_snapshot snap = { 0 };
	struct rw_val left;
	struct rw_err err;

	if (!rw_clamp_is_on(clamp) || !strcmp(clamp->set[RW_SET_TIMEOUT].value, "0"))
		return;
	if (!rw_source_snapshot(roots, 1u << RW_FILE_ABOUT, &snap, &err)) {
		left = snap.global[RWATCH_GLOBAL_CLAMP_LEFT];
		if (rw_known(left))
			snprintf(clamp->set[RW_SET_TIMEOUT].value, RW_CLAMP_WORD, "%" PRId64,
				 left.v / 1000000000 + 1);
	}
	rw_snapshot_free(&snap);
}

static void put_back(const struct rw_roots *roots, const struct rw_clamp *to, struct rw_err *err)
{
	struct rw_clamp now;
	struct rw_err unused;
	size_t len = strlen(err->text);
	bool good = !rw_clamp_read(roots, &now, &unused) && now.nr == to->nr &&
		    !make_writes(roots, &now, to, &unused);

	snprintf(err->text + len, sizeof(err->text) - len, "%s",
		 good ? "; the clamp is as it was" :
			"; the clamp could not be put back, see: reclaimwatch clamp show");
	rw_clamp_free(&now);
}

int rw_clamp_change(const struct rw_roots *roots, const struct rw_clamp *was,
		    const struct rw_clamp *want, struct rw_err *err)
{
	struct rw_clamp back, now = { 0 };
	int ret;

	if (rw_clamp_copy(&back, was)) {
		rw_clamp_free(&back);
		return rw_fail_memory(err);
	}
	keep_time(roots, &back);
	ret = make_writes(roots, was, want, err) ? -1 : rw_clamp_read(roots, &now, err);
	if (ret)
		put_back(roots, &back, err);
	else if (!rw_clamp_same(&now, want))
		ret = rw_fail(err, RW_ERR_CLAMP,
			      WHAT " is not as it was set; somebody else changed it at the same "
				   "time, see: dmesg | grep reclaimwatch");
	rw_clamp_free(&now);
	rw_clamp_free(&back);
	return ret;
}

int rw_clamp_still(const struct rw_roots *roots, const struct rw_clamp *want, struct rw_err *err)
{
	struct rw_clamp now;
	int ret = rw_clamp_read(roots, &now, err);

	if (!ret && !rw_clamp_same(&now, want))
		ret = rw_fail(err, RW_ERR_CLAMP,
			      WHAT " was changed while it was tried; see: dmesg | grep "
				   "reclaimwatch");
	rw_clamp_free(&now);
	return ret;
}

int rw_clamp_restore(const struct rw_roots *roots, const struct rw_clamp *was,
		     const struct rw_clamp *want, struct rw_err *err)
{
	struct rw_clamp now;
	int ret = rw_clamp_read(roots, &now, err);

	if (!ret && !rw_clamp_between(&now, was, want))
		ret = rw_fail(err, RW_ERR_CLAMP,
			      "somebody else set " WHAT " while it was tried, and that is left as "
			      "it is; see: reclaimwatch clamp show");
	else if (!ret)
		ret = make_writes(roots, &now, was, err);
	rw_clamp_free(&now);
	return ret;
}

int rw_clamp_off(const struct rw_roots *roots, struct rw_err *err)
{
	static const struct rw_switch sw = { WHAT, RW_SYSFS_OWN "/boost_clamp", RW_ERR_CLAMP };

	return rw_switch_set(roots, &sw, false, err);
}
