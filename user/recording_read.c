// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "lex.h"
#include "recording.h"

struct known_layout {
	int stream;
	uint32_t id;
	struct rw_layout layout;
};

struct stream {
	bool valid; /* a change can be applied to the values */
	uint64_t segment, seq;
	const struct rw_layout *layout;
	struct rw_rec_value *values;
	size_t nr;
};

struct reader {
	const unsigned char *data;
	size_t len;
	struct known_layout *known;
	size_t nr_known;
	struct stream stream[RW_REC_NR_STREAMS];
	rw_rec_fn *fn;
	void *ctx;
	struct rw_err *err;
};

static const struct rw_layout *find_layout(const struct reader *r, int stream, uint32_t id)
{
	size_t i;

	for (i = 0; i < r->nr_known; i++)
		if (r->known[i].stream == stream && r->known[i].id == id)
			return &r->known[i].layout;
	return NULL;
}

/* A layout with a checksum that is right, but is none, is passed over. */
static int take_layout(struct reader *r, const struct rw_frame *frame)
{
	struct rw_cursor c = { .p = frame->payload, .end = frame->payload + frame->len };
	int stream = (int)rw_take_byte(&c);
	uint32_t id = rw_take_u32(&c);
	uLongf size = rw_take_u32(&c);
	struct rw_layout layout;
	unsigned char *text;
	int bad;

	if (c.bad || size > RW_REC_FRAME_MAX || find_layout(r, stream, id))
		return 0;
	text = malloc(size + 1);
	if (!text)
		return rw_fail_memory(r->err);
	bad = uncompress(text, &size, c.p, (uLong)(c.end - c.p)) != Z_OK ||
	      rw_layout_parse(&layout, text, size);
	free(text);
	if (bad)
		return 0;
	if (!(r->nr_known & (r->nr_known - 1))) {
		void *more =
			realloc(r->known, (r->nr_known ? 2 * r->nr_known : 1) * sizeof(*r->known));

		if (!more) {
			rw_layout_free(&layout);
			return rw_fail_memory(r->err);
		}
		r->known = more;
	}
	r->known[r->nr_known++] =
		(struct known_layout){ .stream = stream, .id = id, .layout = layout };
	return 0;
}

/* Before all else: one that was damaged may have been written again later. */
static int take_layouts(struct reader *r)
{
	struct rw_frame frame;
	size_t pos = 0;

	while (rw_frame_next(r->data, r->len, &pos, &frame))
		if (frame.type == RW_REC_LAYOUT && take_layout(r, &frame))
			return -1;
	return 0;
}

static void clear_values(struct stream *s)
{
	rw_rec_values_free(s->values, s->nr);
	s->values = NULL;
	s->nr = 0;
	s->valid = false;
}

static void take_value(struct rw_cursor *c, unsigned int kind, struct rw_rec_value *value,
		       int64_t before)
{
	const unsigned char *text;
	uint64_t len;

	free(value->text);
	*value = (struct rw_rec_value){ .kind = RW_REC_NONE };
	switch (kind) {
	case RW_REC_NONE:
		break;
	case RW_REC_INT:
		value->kind = RW_REC_INT;
		value->v = (int64_t)((uint64_t)before + (uint64_t)rw_take_signed(c));
		break;
	case RW_REC_TEXT:
		len = rw_take_varint(c);
		text = rw_take(c, len);
		value->text = text ? strndup((const char *)text, len) : NULL;
		if (value->text)
			value->kind = RW_REC_TEXT;
		else
			c->bad = true;
		break;
	default:
		c->bad = true;
	}
}

static void take_full(struct reader *r, struct stream *s, int stream, struct rw_cursor *c)
{
	const struct rw_layout *layout = find_layout(r, stream, rw_take_u32(c));
	uint64_t nr = rw_take_varint(c);
	size_t i;

	clear_values(s);
	if (c->bad || !layout || nr != layout->nr_values)
		return;
	s->values = calloc(nr + 1, sizeof(*s->values));
	if (!s->values)
		return;
	s->nr = nr;
	s->layout = layout;
	for (i = 0; i < nr; i++)
		take_value(c, rw_take_byte(c), &s->values[i], 0);
	s->valid = !c->bad;
}

static void take_changes(struct stream *s, struct rw_cursor *c)
{
	uint64_t word, i = 0;

	while (c->p < c->end && !c->bad) {
		word = rw_take_varint(c);
		if (word >> 2 >= s->nr - i) {
			c->bad = true;
			break;
		}
		i += word >> 2;
		take_value(c, word & 3, &s->values[i], s->values[i].v);
		i++;
	}
	s->valid = !c->bad;
}

static int take_sample(struct reader *r, const struct rw_frame *frame)
{
	struct rw_cursor c = { .p = frame->payload, .end = frame->payload + frame->len };
	struct rw_rec_event event = { .what = RW_REC_ON_SAMPLE };
	unsigned int stream = rw_take_byte(&c);
	struct stream *s;

	if (stream >= RW_REC_NR_STREAMS)
		return 0;
	s = &r->stream[stream];
	event.segment = rw_take_varint(&c);
	event.seq = rw_take_varint(&c);
	event.now_ns = rw_take_signed(&c);
	if (frame->type == RW_REC_FULL)
		take_full(r, s, (int)stream, &c);
	else if (s->valid && event.segment == s->segment && event.seq == s->seq + 1)
		take_changes(s, &c);
	else
		s->valid = false;
	if (!s->valid)
		return 0;
	s->segment = event.segment;
	s->seq = event.seq;
	event.stream = (enum rw_rec_stream)stream;
	event.layout = s->layout;
	event.values = s->values;
	return r->fn(&event, r->ctx);
}

/* A segment, a note or an end: text. */
static int take_text(struct reader *r, const struct rw_frame *frame)
{
	struct rw_cursor c = { .p = frame->payload, .end = frame->payload + frame->len };
	struct rw_rec_event event = { .what = frame->type == RW_REC_SEGMENT ? RW_REC_ON_SEGMENT :
					      frame->type == RW_REC_NOTE    ? RW_REC_ON_NOTE :
									      RW_REC_ON_END };
	char *text;
	int ret;

	event.segment = rw_take_varint(&c);
	if (frame->type != RW_REC_SEGMENT) {
		event.seq = rw_take_varint(&c);
		event.now_ns = rw_take_signed(&c);
	}
	if (c.bad)
		return 0;
	text = strndup((const char *)c.p, (size_t)(c.end - c.p));
	if (!text)
		return rw_fail_memory(r->err);
	event.text = text;
	ret = r->fn(&event, r->ctx);
	free(text);
	return ret;
}

static int take_frame(struct reader *r, const struct rw_frame *frame)
{
	switch (frame->type) {
	case RW_REC_FULL:
	case RW_REC_CHANGE:
		return take_sample(r, frame);
	case RW_REC_SEGMENT:
	case RW_REC_NOTE:
	case RW_REC_END:
		return take_text(r, frame);
	default:
		/* A layout was taken before; a type of a newer tool is passed over. */
		return 0;
	}
}

static int damage(struct reader *r, size_t from, size_t to)
{
	const struct rw_rec_event event = { .what = RW_REC_ON_DAMAGE,
					    .offset = from,
					    .bytes = to - from,
					    .torn = to == r->len };

	return to > from ? r->fn(&event, r->ctx) : 0;
}

static int take_all(struct reader *r, size_t pos)
{
	size_t end = pos;
	struct rw_frame frame;
	int ret = 0;

	while (!ret && rw_frame_next(r->data, r->len, &pos, &frame)) {
		ret = damage(r, end, frame.offset);
		if (!ret)
			ret = take_frame(r, &frame);
		end = pos;
	}
	return ret ? ret : damage(r, end, r->len);
}

/* How far its first line goes, and whether it is one: with some frame, even if damaged. */
static int check_magic(const unsigned char *data, size_t len, const char *path, size_t *pos,
		       struct rw_err *err)
{
	const size_t words = strlen(RW_REC_WORDS), magic = strlen(RW_REC_MAGIC);
	struct rw_frame frame;

	*pos = 0;
	if (len > magic && !memcmp(data, RW_REC_MAGIC, magic)) {
		*pos = magic;
		return 0;
	}
	if (len > words && !memcmp(data, RW_REC_WORDS, words) && data[words] > '1' &&
	    data[words] <= '9')
		return rw_fail(err, RW_ERR_SCHEMA,
			       "%s was recorded by a newer reclaimwatch, in a format that this one "
			       "does not know; use that",
			       path);
	if (rw_frame_next(data, len, pos, &frame)) {
		*pos = 0;
		return 0;
	}
	if (!len || (len <= magic && !memcmp(data, RW_REC_MAGIC, len)))
		return rw_fail(err, RW_ERR_TRUNCATED,
			       "%s holds no sample; record into it with: reclaimwatch record %s",
			       path, path);
	return rw_fail(err, RW_ERR_GARBLED,
		       "%s is not a recording; name a file that reclaimwatch record has written",
		       path);
}

int rw_rec_read(const unsigned char *data, size_t len, const char *path, rw_rec_fn *fn, void *ctx,
		struct rw_err *err)
{
	struct reader r = { .data = data, .len = len, .fn = fn, .ctx = ctx, .err = err };
	size_t pos, i;
	int ret;

	if (check_magic(data, len, path, &pos, err))
		return -1;
	ret = take_layouts(&r);
	if (!ret)
		ret = take_all(&r, pos);
	for (i = 0; i < RW_REC_NR_STREAMS; i++)
		clear_values(&r.stream[i]);
	for (i = 0; i < r.nr_known; i++)
		rw_layout_free(&r.known[i].layout);
	free(r.known);
	return ret;
}
