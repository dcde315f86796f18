/* SPDX-License-Identifier: GPL-2.0 */
/* An error: its kind, and one sentence that says what to do. */
#ifndef RW_ERR_H
#define RW_ERR_H

#include "exits.h"

struct rw_err {
	enum rw_error kind;
	char text[640];
};

/* Fills @err and returns -1, so that a caller can return it. */
int rw_fail(struct rw_err *err, enum rw_error kind, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Bytes that could steer a terminal or break JSON become '?'. */
void rw_plain(char *text);

int rw_fail_memory(struct rw_err *err);

const char *rw_err_id(const struct rw_err *err);
enum rw_exit rw_err_exit(const struct rw_err *err);

#endif /* RW_ERR_H */
