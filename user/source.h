/* SPDX-License-Identifier: GPL-2.0 */
/* Opens and reads; turns what goes wrong into sentences. */
#ifndef RW_SOURCE_H
#define RW_SOURCE_H

#include "err.h"
#include "facts.h"
#include "paths.h"
#include "snapshot.h"

/*
 * Those of the module's files of which @files has the bit.  0, or -1 with @err set.
 * A file that an older module does not have is no error: its bit in snap->files tells.
 */
int rw_source_snapshot(const struct rw_roots *roots, unsigned int files, struct rw_snapshot *snap,
		       struct rw_err *err);

/*
 * One of them, added to @snap as well as its text, which is the caller's to free; NULL
 * if an older module does not have it.
 */
int rw_source_file(const struct rw_roots *roots, enum rw_file file, struct rw_snapshot *snap,
		   char **text, size_t *len, struct rw_err *err);

/* A small file as a string.  0 or a negative errno. */
int rw_source_small(const char *root, const char *name, char *to, size_t size);

/* Calls @fn for every line, until it returns other than 0.  That, or a negative errno. */
int rw_source_lines(const char *root, const char *name, int (*fn)(const char *line, void *data),
		    void *data);

/* Calls @fn for every name in a directory, likewise. */
int rw_source_names(const char *root, const char *name, int (*fn)(const char *name, void *data),
		    void *data);

int rw_source_write(const char *root, const char *name, const char *text);

enum rw_presence rw_source_module(const struct rw_roots *roots);
enum rw_debugfs rw_source_debugfs(const struct rw_roots *roots);
/* "" if it cannot be read. */
void rw_source_lockdown(const struct rw_roots *roots, char *to, size_t size);
bool rw_source_sig_enforced(const struct rw_roots *roots);

/* The module is not loaded: what to do about it.  Returns -1. */
int rw_source_not_loaded(const struct rw_roots *roots, struct rw_err *err);

#define RW_PATH_MAX 4352
void rw_source_path(char path[RW_PATH_MAX], const char *root, const char *name);

#endif /* RW_SOURCE_H */
