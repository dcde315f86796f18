// SPDX-License-Identifier: GPL-2.0
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"

static bool room(struct rw_buf *buf, size_t len)
{
	size_t size = buf->size ? buf->size : 256;
	void *more;

	if (buf->failed)
		return false;
	while (size - buf->len < len)
		size *= 2;
	if (size == buf->size)
		return true;
	more = realloc(buf->p, size);
	if (!more) {
		buf->failed = true;
		return false;
	}
	buf->p = more;
	buf->size = size;
	return true;
}

void rw_buf_add(struct rw_buf *buf, const void *bytes, size_t len)
{
	if (!len || !room(buf, len))
		return;
	memcpy(buf->p + buf->len, bytes, len);
	buf->len += len;
}

void rw_buf_byte(struct rw_buf *buf, unsigned int byte)
{
	unsigned char c = (unsigned char)byte;

	rw_buf_add(buf, &c, 1);
}

void rw_buf_u32(struct rw_buf *buf, uint32_t v)
{
	int i;

	for (i = 0; i < 4; i++)
		rw_buf_byte(buf, v >> (8 * i) & 0xff);
}

void rw_buf_varint(struct rw_buf *buf, uint64_t v)
{
	for (; v > 0x7f; v >>= 7)
		rw_buf_byte(buf, (v & 0x7f) | 0x80);
	rw_buf_byte(buf, (unsigned int)v);
}

void rw_buf_signed(struct rw_buf *buf, int64_t v)
{
	uint64_t u = (uint64_t)v;

	rw_buf_varint(buf, v < 0 ? ~(u << 1) : u << 1);
}

void rw_buf_printf(struct rw_buf *buf, const char *fmt, ...)
{
	char text[512];
	va_list ap;
	int len;

	va_start(ap, fmt);
	len = vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (len > 0)
		rw_buf_add(buf, text, (size_t)len < sizeof(text) ? (size_t)len : sizeof(text) - 1);
}

void rw_buf_free(struct rw_buf *buf)
{
	free(buf->p);
	*buf = (struct rw_buf){ 0 };
}

const unsigned char *rw_take(struct rw_cursor *c, uint64_t len)
{
	const unsigned char *p = c->p;

	if (c->bad || (uint64_t)(c->end - c->p) < len) {
		c->bad = true;
		return NULL;
	}
	c->p += len;
	return p;
}

unsigned int rw_take_byte(struct rw_cursor *c)
{
	const unsigned char *p = rw_take(c, 1);

	return p ? *p : 0;
}

uint32_t rw_take_u32(struct rw_cursor *c)
{
	const unsigned char *p = rw_take(c, 4);

	return p ? p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24 : 0;
}

uint64_t rw_take_varint(struct rw_cursor *c)
{
	uint64_t v = 0;
	unsigned int byte, shift;

	for (shift = 0; shift < 64; shift += 7) {
		byte = rw_take_byte(c);
		v |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return v;
	}
	c->bad = true;
	return 0;
}

int64_t rw_take_signed(struct rw_cursor *c)
{
	uint64_t u = rw_take_varint(c);

	return (int64_t)(u & 1 ? ~(u >> 1) : u >> 1);
}
