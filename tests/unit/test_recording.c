// SPDX-License-Identifier: GPL-2.0
/* What was written comes back, whatever happens to the rest of the file. */
#include "history.h"
#include "recordings.h"
#include "span.h"
#include "unit.h"

/* Every file of a captured host, and what no file should hold, to the byte. */
static void text_comes_back(void)
{
	static const char *const names[] = { "about",	   "zones",	"nodes", "probes",
					     "histograms", "shrinkers", "tasks", "events" };
	static const char *const odd[] = { "",
					   "\n",
					   "x",
					   "a 1",
					   "a  1\n",
					   " a 1\n",
					   "a 1 \n",
					   "a -0\na 007\na 99999999999999999999\na n/a\nend\n",
					   "node 0\n  x 1\nnode 1\nend\n",
					   "a -9223372036854775808\n" };
	size_t i, len, back, nr = sizeof(names) / sizeof(*names);

	for (i = 0; i < nr + sizeof(odd) / sizeof(*odd); i++) {
		struct rw_buf text = { 0 };
		struct rw_rec_value *values = NULL;
		struct rw_layout layout;
		size_t nr_values = 0;
		char path[128], *file, *got;

		if (i < nr) {
			snprintf(path, sizeof(path), "mglru/sys/kernel/debug/reclaimwatch/%s",
				 names[i]);
			file = unit_data(path, &len);
		} else {
			file = strdup(odd[i - nr]);
			len = strlen(file);
		}
		CHECK(!rw_layout_add(&text, &values, &nr_values, "other", "b 2\n", 4));
		CHECK(!rw_layout_add(&text, &values, &nr_values, "file", file, len));
		CHECK(!rw_layout_parse(&layout, text.p, text.len));
		CHECK_INT(layout.nr_values, nr_values);
		got = rw_layout_text(&layout, values, "file", &back);
		CHECK(got);
		/* A last line without its end gets one. */
		if (len && file[len - 1] != '\n')
			CHECK_INT(back, len + 1);
		else
			CHECK_INT(back, len);
		CHECK(!memcmp(got, file, len));
		CHECK(!rw_layout_text(&layout, values, "none", &back));
		free(got);
		free(file);
		rw_layout_free(&layout);
		rw_rec_values_free(values, nr_values);
		rw_buf_free(&text);
	}
}

static void layout_finds(void)
{
	static const char text[] =
		"schema 1\nzone 0 DMA\n  raises 3\nzone 0 Normal\n  raises n/a\nend\n";
	struct rw_buf buf = { 0 };
	struct rw_rec_value *values = NULL;
	struct rw_layout layout;
	size_t nr = 0;

	CHECK(!rw_layout_add(&buf, &values, &nr, "zones", text, strlen(text)));
	CHECK(!rw_layout_parse(&layout, buf.p, buf.len));
	CHECK_VAL(rw_rec_val(&values[rw_layout_find(&layout, "zones", "zone 0 DMA", "raises")]), 3);
	CHECK(!rw_known(
		rw_rec_val(&values[rw_layout_find(&layout, "zones", "zone 0 Normal", "raises")])));
	CHECK_INT(rw_layout_find(&layout, "zones", "zone 1 DMA", "raises"), -1);
	CHECK_INT(rw_layout_find(&layout, "nodes", "zone 0 DMA", "raises"), -1);
	CHECK_INT(rw_layout_find(&layout, "zones", "", "raises"), -1);
	CHECK(rw_layout_find(&layout, "zones", "", "schema") >= 0);
	rw_layout_free(&layout);
	rw_rec_values_free(values, nr);
	rw_buf_free(&buf);
}

static void make(struct made *m, int nr)
{
	int i;

	made_begin(m);
	for (i = 0; i < nr; i++) {
		m->boosted += i % 5;
		made_sample(m, rw_rec_full_next(&m->writer));
	}
	made_end(m);
}

static void history(const struct made *m, struct rw_history *h)
{
	struct rw_err err = { 0 };

	if (rw_history_read(m->file.p, m->file.len, "FILE", h, &err))
		FAIL("%s", err.text);
}

static void numbers_come_back(void)
{
	const struct rw_track *t;
	struct rw_history h;
	struct made m;
	long boosted = 0;
	size_t i;

	make(&m, 200);
	history(&m, &h);
	CHECK_INT(h.nr, 200);
	CHECK(h.ended);
	CHECK_INT(h.damages, 0);
	CHECK_INT(h.lost, 0);
	CHECK_INT(h.interval_ns, MADE_STEP_NS);
	CHECK_STR(h.host, "made");
	CHECK_STR(h.osrelease, "6.1.0-made");
	t = rw_history_track(&h, RW_TRACK_BOOSTED, 0, "");
	CHECK(t);
	for (i = 0; i < h.nr; i++) {
		boosted += (long)(i % 5);
		CHECK_INT(t->v[i], boosted);
	}
	CHECK_VAL(rw_track_grown(&h, t, 0, 199), 400);
	rw_history_free(&h);
	made_free(&m);
}

/* A change of one value of some hundred is not written as all of them. */
static void small(void)
{
	struct made m;
	size_t before;

	made_begin(&m);
	made_sample(&m, true);
	before = m.file.len;
	m.boosted++;
	made_sample(&m, false);
	CHECK(m.file.len - before < 64);
	made_free(&m);
}

struct counted {
	uint64_t samples, damages;
	size_t torn;
};

static int count(const struct rw_rec_event *e, void *data)
{
	struct counted *c = data;

	c->samples += e->what == RW_REC_ON_SAMPLE && e->stream == RW_REC_OFTEN;
	c->damages += e->what == RW_REC_ON_DAMAGE;
	if (e->what == RW_REC_ON_DAMAGE && e->torn)
		c->torn += e->bytes;
	return 0;
}

/* Cut off at every byte: what was whole before is there, and the rest is told. */
static void truncated(void)
{
	size_t ends[12], len, whole = 0, first;
	struct rw_err err;
	struct made m;
	int i;

	made_begin(&m);
	first = strlen(RW_REC_MAGIC);
	for (i = 0; i < 12; i++) {
		m.boosted += 3;
		made_sample(&m, i % 5 == 0);
		ends[i] = m.file.len;
	}
	for (len = 0; len <= m.file.len; len++) {
		/* Of its own, so that the sanitizer sees what is read past its end. */
		unsigned char *cut = malloc(len ? len : 1);
		struct counted c = { 0 };
		int ret;

		memcpy(cut, m.file.p, len);
		ret = rw_rec_read(cut, len, "FILE", count, &c, &err);
		if (len <= first) {
			CHECK_INT(ret, -1);
			CHECK_INT(err.kind, RW_ERR_TRUNCATED);
		} else {
			while (whole < 12 && ends[whole] <= len)
				whole++;
			CHECK_INT(ret, 0);
			CHECK_INT(c.samples, whole);
			CHECK(c.damages <= 1);
			CHECK(!whole || len == ends[whole - 1] || c.torn || c.damages == 0);
		}
		free(cut);
	}
	CHECK_INT(whole, 12);
	made_free(&m);
}

/* One byte is wrong: at most what follows up to the next full sample is lost, and counted. */
static void flipped(void)
{
	struct made m;
	size_t at;

	make(&m, 130);
	for (at = strlen(RW_REC_MAGIC); at < m.file.len; at += 7) {
		struct rw_history h;
		uint64_t missing;

		m.file.p[at] ^= 0x41;
		history(&m, &h);
		missing = 130 - h.nr;
		CHECK(missing <= RW_REC_FULL_EVERY);
		CHECK(h.damages == 1 && h.damaged_bytes >= RW_REC_FRAME_HEAD);
		/* Nobody can count what would have come after the last one. */
		CHECK(h.lost <= missing);
		CHECK(h.lost == missing || h.ns[h.nr - 1] < m.now_ns - MADE_STEP_NS ||
		      h.ns[0] > 5000 * MADE_STEP_NS);
		rw_history_free(&h);
		m.file.p[at] ^= 0x41;
	}
	made_free(&m);
}

/* Garbage between two segments, as after a crash in the middle of a write. */
static void torn_then_appended(void)
{
	struct rw_history h;
	struct made m;
	int i;

	made_begin(&m);
	made_sample(&m, true);
	made_sample(&m, false);
	m.file.len -= 5;
	made_again(&m);
	m.now_ns += 100 * MADE_STEP_NS;
	for (i = 0; i < 3; i++)
		made_sample(&m, i == 0);
	made_end(&m);
	history(&m, &h);
	CHECK_INT(h.nr, 4);
	CHECK_INT(h.damages, 1);
	CHECK_INT(h.torn_bytes, 0);
	CHECK_INT(h.segment[0], 0);
	CHECK_INT(h.segment[3], 1);
	CHECK(h.ended);
	rw_history_free(&h);
	made_free(&m);
}

/* What a newer tool writes is no obstacle: frames, files and names that are not known. */
static void newer(void)
{
	struct rw_buf payload = { 0 };
	struct rw_history h;
	struct rw_err err;
	struct made m;

	made_begin(&m);
	made_sample(&m, true);
	rw_buf_printf(&payload, "of the future");
	rw_frame_put(&m.file, (enum rw_rec_type)'Z', &payload);
	CHECK(!rw_rec_file(&m.writer, RW_REC_OFTEN, "new", "schema 9\nthing 1\n  x y z\nend\n",
			   28));
	made_sample(&m, false);
	made_end(&m);
	history(&m, &h);
	CHECK_INT(h.nr, 2);
	CHECK_INT(h.damages, 0);
	rw_history_free(&h);
	m.file.p[strlen(RW_REC_WORDS)] = '2';
	CHECK_INT(rw_history_read(m.file.p, m.file.len, "FILE", &h, &err), -1);
	CHECK_INT(err.kind, RW_ERR_SCHEMA);
	rw_history_free(&h);
	CHECK_INT(rw_history_read((const unsigned char *)"#!/bin/sh\n", 10, "FILE", &h, &err), -1);
	CHECK_INT(err.kind, RW_ERR_GARBLED);
	rw_history_free(&h);
	rw_buf_free(&payload);
	made_free(&m);
}

static uint64_t seed = 20261201;

static size_t pick(size_t below)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (size_t)(seed % below);
}

/* The checksum made right again, so that what is behind it is tried, too. */
static void seal(unsigned char *file, size_t len)
{
	struct rw_buf frame = { 0 }, payload = { 0 };
	size_t pos = strlen(RW_REC_MAGIC);

	while (pos + RW_REC_FRAME_HEAD <= len) {
		struct rw_cursor c = { .p = file + pos + 5, .end = file + len };
		size_t n = rw_take_u32(&c);

		if (n > len - pos - RW_REC_FRAME_HEAD)
			break;
		payload.len = frame.len = 0;
		rw_buf_add(&payload, file + pos + RW_REC_FRAME_HEAD, n);
		rw_frame_put(&frame, (enum rw_rec_type)file[pos + 4], &payload);
		memcpy(file + pos, frame.p, RW_REC_FRAME_HEAD);
		pos += RW_REC_FRAME_HEAD + n;
	}
	rw_buf_free(&frame);
	rw_buf_free(&payload);
}

static void mutated(void)
{
	struct made m;
	int round, i;

	make(&m, 70);
	for (round = 0; round < 3000; round++) {
		size_t len = m.file.len - (pick(4) ? 0 : pick(m.file.len)), from, to;
		unsigned char *file = malloc(len + 1);
		struct rw_report rep = { 0 };
		struct rw_err err = { 0 };
		struct rw_history h;

		memcpy(file, m.file.p, len);
		for (i = (int)pick(6); i >= 0 && len; i--)
			file[pick(len)] ^= (unsigned char)(1u << pick(8));
		if (round % 2)
			seal(file, len);
		if (rw_history_read(file, len, "FILE", &h, &err)) {
			CHECK(*err.text);
		} else {
			rw_span_longest(&h, &from, &to);
			if (rw_span_report(file, len, "FILE", from, to, &rep, &err))
				CHECK(*err.text);
			rw_report_free(&rep);
		}
		rw_history_free(&h);
		free(file);
	}
	made_free(&m);
}

const struct unit_test recording_tests[] = {
	{ "recording: text comes back", text_comes_back },
	{ "recording: values by their names", layout_finds },
	{ "recording: numbers come back", numbers_come_back },
	{ "recording: changes are small", small },
	{ "recording: cut off at every byte", truncated },
	{ "recording: a wrong byte anywhere", flipped },
	{ "recording: torn, then added to", torn_then_appended },
	{ "recording: what is not known", newer },
	{ "recording: mutations", mutated },
	{ NULL, NULL },
};
