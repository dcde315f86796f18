// SPDX-License-Identifier: GPL-2.0
/* marker, type, length, checksum of these two and the payload, payload. */
#include <string.h>
#include <zlib.h>

#include "recording.h"

static const unsigned char marker[4] = { 0xf5, 'r', 'w', 0x0a };

static uint32_t checksum(const unsigned char *type_and_length, const unsigned char *payload,
			 size_t len)
{
	uLong crc = crc32(crc32(0, NULL, 0), type_and_length, 5);

	return (uint32_t)crc32(crc, payload, (uInt)len);
}

void rw_frame_put(struct rw_buf *to, enum rw_rec_type type, const struct rw_buf *payload)
{
	size_t head = to->len;

	if (payload->failed)
		to->failed = true;
	rw_buf_add(to, marker, sizeof(marker));
	rw_buf_byte(to, type);
	rw_buf_u32(to, (uint32_t)payload->len);
	if (to->failed)
		return;
	rw_buf_u32(to, checksum(to->p + head + sizeof(marker), payload->p, payload->len));
	rw_buf_add(to, payload->p, payload->len);
}

static bool whole(const unsigned char *data, size_t len, size_t at, struct rw_frame *frame)
{
	struct rw_cursor c = { .p = data + at + sizeof(marker), .end = data + len };
	const unsigned char *head = c.p;
	uint32_t crc;

	frame->type = (enum rw_rec_type)rw_take_byte(&c);
	frame->len = rw_take_u32(&c);
	crc = rw_take_u32(&c);
	if (frame->len > RW_REC_FRAME_MAX)
		return false;
	frame->payload = rw_take(&c, frame->len);
	frame->offset = at;
	return !c.bad && checksum(head, frame->payload, frame->len) == crc;
}

bool rw_frame_next(const unsigned char *data, size_t len, size_t *pos, struct rw_frame *frame)
{
	const unsigned char *p;

	while (*pos < len && len - *pos >= RW_REC_FRAME_HEAD) {
		p = memchr(data + *pos, marker[0], len - *pos);
		if (!p)
			break;
		*pos = (size_t)(p - data);
		if (len - *pos >= RW_REC_FRAME_HEAD && !memcmp(p, marker, sizeof(marker)) &&
		    whole(data, len, *pos, frame)) {
			*pos += RW_REC_FRAME_HEAD + frame->len;
			return true;
		}
		(*pos)++;
	}
	*pos = len;
	return false;
}
