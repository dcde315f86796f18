/* SPDX-License-Identifier: GPL-2.0 */
/* The file of a recording: opened, locked, added to, read. */
#ifndef RW_RECORD_FILE_H
#define RW_RECORD_FILE_H

#include "buf.h"
#include "err.h"

struct rw_record_file {
	const char *path;
	int fd;			    /* -1: not open */
	uint64_t size;		    /* when it was opened; 0 for a new one */
	uint64_t written;	    /* since then */
	uint64_t segments, samples; /* that were in it */
	bool damaged;
};

/* To add to; makes it if need be.  0, or -1 with @err set. */
int rw_record_open(struct rw_record_file *file, struct rw_err *err);
/* All of @buf or nothing; with @sync to the disk.  @samples for the sentence if it fails. */
int rw_record_write(struct rw_record_file *file, const struct rw_buf *buf, bool sync,
		    uint64_t samples, struct rw_err *err);
void rw_record_close(struct rw_record_file *file);

/* A file that is not added to. */
int rw_record_page(const char *path, const struct rw_buf *buf, struct rw_err *err);

/* A whole recording into memory. */
int rw_record_load(const char *path, struct rw_buf *buf, struct rw_err *err);

#endif /* RW_RECORD_FILE_H */
