// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "recording.h"

static void put_value(struct rw_buf *to, const struct rw_rec_value *value, int64_t before)
{
	if (value->kind == RW_REC_INT)
		/* Modulo 2^64, as it is added again. */
		rw_buf_signed(to, (int64_t)((uint64_t)value->v - (uint64_t)before));
	if (value->kind != RW_REC_TEXT)
		return;
	rw_buf_varint(to, strlen(value->text));
	rw_buf_add(to, value->text, strlen(value->text));
}

static void put_head(const struct rw_rec_writer *w, struct rw_buf *to, int64_t now_ns)
{
	rw_buf_varint(to, w->segment);
	rw_buf_varint(to, w->seq);
	rw_buf_signed(to, now_ns);
}

void rw_rec_begin(struct rw_rec_writer *w, struct rw_buf *to, const char *text)
{
	struct rw_buf payload = { 0 };

	rw_buf_varint(&payload, w->segment);
	rw_buf_add(&payload, text, strlen(text));
	rw_frame_put(to, RW_REC_SEGMENT, &payload);
	rw_buf_free(&payload);
}

bool rw_rec_full_next(const struct rw_rec_writer *w)
{
	return !w->any[RW_REC_OFTEN] || w->since_full >= RW_REC_FULL_EVERY - 1;
}

int rw_rec_file(struct rw_rec_writer *w, enum rw_rec_stream stream, const char *name,
		const char *text, size_t len)
{
	struct rw_rec_state *next = &w->next[stream];

	return rw_layout_add(&next->layout, &next->values, &next->nr, name, text, len);
}

static int put_layout(struct rw_buf *to, int stream, const struct rw_rec_state *state)
{
	uLongf size = compressBound(state->layout.len);
	struct rw_buf payload = { 0 };
	unsigned char *packed = malloc(size);
	int ret = -1;

	if (packed && compress2(packed, &size, state->layout.p, state->layout.len, 9) == Z_OK) {
		rw_buf_byte(&payload, (unsigned int)stream);
		rw_buf_u32(&payload, state->id);
		rw_buf_u32(&payload, (uint32_t)state->layout.len);
		rw_buf_add(&payload, packed, size);
		rw_frame_put(to, RW_REC_LAYOUT, &payload);
		ret = to->failed ? -1 : 0;
	}
	rw_buf_free(&payload);
	free(packed);
	return ret;
}

static void put_full(struct rw_rec_writer *w, struct rw_buf *to, int stream, int64_t now_ns)
{
	const struct rw_rec_state *next = &w->next[stream];
	struct rw_buf payload = { 0 };
	size_t i;

	rw_buf_byte(&payload, (unsigned int)stream);
	put_head(w, &payload, now_ns);
	rw_buf_u32(&payload, next->id);
	rw_buf_varint(&payload, next->nr);
	for (i = 0; i < next->nr; i++) {
		rw_buf_byte(&payload, next->values[i].kind);
		put_value(&payload, &next->values[i], 0);
	}
	rw_frame_put(to, RW_REC_FULL, &payload);
	rw_buf_free(&payload);
}

static bool same(const struct rw_rec_value *a, const struct rw_rec_value *b)
{
	if (a->kind != b->kind || a->v != b->v)
		return false;
	return a->kind != RW_REC_TEXT || !strcmp(a->text, b->text);
}

/* Each: how many values were skipped, times four, plus the kind; then the value. */
static void put_changes(struct rw_rec_writer *w, struct rw_buf *to, int stream, int64_t now_ns)
{
	const struct rw_rec_state *last = &w->last[stream], *next = &w->next[stream];
	struct rw_buf payload = { 0 };
	size_t i, skipped = 0;

	rw_buf_byte(&payload, (unsigned int)stream);
	put_head(w, &payload, now_ns);
	for (i = 0; i < next->nr; i++) {
		if (same(&last->values[i], &next->values[i])) {
			skipped++;
			continue;
		}
		rw_buf_varint(&payload, (uint64_t)skipped << 2 | next->values[i].kind);
		put_value(&payload, &next->values[i], last->values[i].v);
		skipped = 0;
	}
	rw_frame_put(to, RW_REC_CHANGE, &payload);
	rw_buf_free(&payload);
}

static void state_free(struct rw_rec_state *state)
{
	rw_buf_free(&state->layout);
	rw_rec_values_free(state->values, state->nr);
	*state = (struct rw_rec_state){ 0 };
}

static int put_stream(struct rw_rec_writer *w, struct rw_buf *to, int stream, int64_t now_ns,
		      bool full)
{
	struct rw_rec_state *next = &w->next[stream];

	next->id = (uint32_t)crc32(crc32(0, NULL, 0), next->layout.p, (uInt)next->layout.len);
	full = full || !w->any[stream] || next->id != w->last[stream].id ||
	       next->nr != w->last[stream].nr;
	/* With its layout: what is damaged in one place is then in another. */
	if (full && put_layout(to, stream, next))
		return -1;
	if (full)
		put_full(w, to, stream, now_ns);
	else
		put_changes(w, to, stream, now_ns);
	if (full && stream == RW_REC_OFTEN)
		w->since_full = 0;
	w->any[stream] = true;
	state_free(&w->last[stream]);
	w->last[stream] = *next;
	*next = (struct rw_rec_state){ 0 };
	return to->failed ? -1 : 0;
}

int rw_rec_sample(struct rw_rec_writer *w, struct rw_buf *to, int64_t now_ns, bool full)
{
	w->since_full++;
	/* The seldom ones first: who has the sample then has all that belongs to it. */
	if (w->next[RW_REC_SELDOM].layout.len && put_stream(w, to, RW_REC_SELDOM, now_ns, true))
		return -1;
	if (put_stream(w, to, RW_REC_OFTEN, now_ns, full))
		return -1;
	w->seq++;
	return 0;
}

void rw_rec_note(struct rw_rec_writer *w, struct rw_buf *to, enum rw_rec_type type, int64_t now_ns,
		 const char *text)
{
	struct rw_buf payload = { 0 };

	put_head(w, &payload, now_ns);
	rw_buf_add(&payload, text, strlen(text));
	rw_frame_put(to, type, &payload);
	rw_buf_free(&payload);
}

void rw_rec_forget(struct rw_rec_writer *w)
{
	int i;

	for (i = 0; i < RW_REC_NR_STREAMS; i++) {
		w->any[i] = false;
		state_free(&w->next[i]);
	}
}

void rw_rec_writer_free(struct rw_rec_writer *w)
{
	int i;

	for (i = 0; i < RW_REC_NR_STREAMS; i++) {
		state_free(&w->last[i]);
		state_free(&w->next[i]);
	}
}
