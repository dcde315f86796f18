/* SPDX-License-Identifier: GPL-2.0 */
/* Opens and reads; turns what goes wrong into sentences. */
#ifndef RW_SOURCE_H
#define RW_SOURCE_H

#include "err.h"
#include "facts.h"
#include "paths.h"
#include "snapshot.h"

/* The module's four files.  0, or -1 with @err set. */
int rw_source_snapshot(const struct rw_roots *roots, struct rw_snapshot *snap, struct rw_err *err);

/* A small file as a string.  0 or a negative errno. */
int rw_source_small(const char *root, const char *name, char *to, size_t size);

int rw_source_write(const char *root, const char *name, const char *text);

enum rw_presence rw_source_module(const struct rw_roots *roots);
enum rw_debugfs rw_source_debugfs(const struct rw_roots *roots);

#define RW_PATH_MAX 4352
void rw_source_path(char path[RW_PATH_MAX], const char *root, const char *name);

#endif /* RW_SOURCE_H */
