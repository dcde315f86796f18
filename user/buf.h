/* SPDX-License-Identifier: GPL-2.0 */
/* Bytes that grow.  Memory that runs out is remembered, so that it is asked for once. */
#ifndef RW_BUF_H
#define RW_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rw_buf {
	unsigned char *p;
	size_t len, size;
	bool failed;
};

void rw_buf_add(struct rw_buf *buf, const void *bytes, size_t len);
void rw_buf_byte(struct rw_buf *buf, unsigned int byte);
void rw_buf_u32(struct rw_buf *buf, uint32_t v);
/* Seven bits a byte, the lowest first. */
void rw_buf_varint(struct rw_buf *buf, uint64_t v);
/* Small numbers are short, whatever their sign. */
void rw_buf_signed(struct rw_buf *buf, int64_t v);
void rw_buf_printf(struct rw_buf *buf, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void rw_buf_free(struct rw_buf *buf);

/* What is taken from bytes; reading past their end is remembered as @bad. */
struct rw_cursor {
	const unsigned char *p, *end;
	bool bad;
};

unsigned int rw_take_byte(struct rw_cursor *c);
uint32_t rw_take_u32(struct rw_cursor *c);
uint64_t rw_take_varint(struct rw_cursor *c);
int64_t rw_take_signed(struct rw_cursor *c);
/* @len bytes, NULL if there are less. */
const unsigned char *rw_take(struct rw_cursor *c, uint64_t len);

#endif /* RW_BUF_H */
