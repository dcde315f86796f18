// SPDX-License-Identifier: GPL-2.0
#include <stdarg.h>
#include <stdio.h>

#include "err.h"

static const struct {
	const char *id;
	enum rw_exit code;
} errors[] = {
#define X(id, name, code) [RW_ERR_##id] = { name, code },
	RW_ERRORS(X)
#undef X
};

int rw_fail(struct rw_err *err, enum rw_error kind, const char *fmt, ...)
{
	va_list ap;

	err->kind = kind;
	va_start(ap, fmt);
	vsnprintf(err->text, sizeof(err->text), fmt, ap);
	va_end(ap);
	rw_plain(err->text);
	return -1;
}

void rw_plain(char *text)
{
	for (; *text; text++)
		if (*text < 0x20 || *text > 0x7e)
			*text = '?';
}

int rw_fail_memory(struct rw_err *err)
{
	return rw_fail(err, RW_ERR_SYSTEM, "out of memory; free some and try again");
}

const char *rw_err_id(const struct rw_err *err)
{
	return errors[err->kind].id;
}

enum rw_exit rw_err_exit(const struct rw_err *err)
{
	return errors[err->kind].code;
}
