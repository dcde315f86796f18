// SPDX-License-Identifier: GPL-2.0
/*
 * Mutations of the good files from a fixed seed: the parser must end with an error
 * that it can put into words or with a snapshot, and the sanitizers be content.
 * With clang -fsanitize=fuzzer -DFUZZER this file is a libFuzzer target instead.
 */
#include "parse.h"
#include "trace_format.h"
#include "tracing.h"
#include "unit.h"

/* Returns whether it was accepted. */
static bool once(rw_parse_fn *parse, const char *text, size_t len)
{
	struct rw_snapshot snap = { 0 };
	struct rw_err err = { 0 };
	bool ok = !parse("FILE", text, len, &snap, &err);
	const char *p;

	if (ok == (err.kind != RW_ERR_NONE) || (!ok && !*err.text))
		abort();
	for (p = err.text; *p; p++)
		if (*p < 0x20 || *p > 0x7e)
			abort();
	rw_snapshot_free(&snap);
	return ok;
}

#ifdef FUZZER
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	if (len)
		once(rw_files[data[0] % RW_NR_FILES].parse, (const char *)data + 1, len - 1);
	return 0;
}
#else

#define ROUNDS 5000 /* for each file */

static uint64_t seed = 20261130;

static size_t pick(size_t below)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (size_t)(seed % below);
}

static const char *const tokens[] = {
	"end\n",
	"schema 1\n",
	"n/a",
	"zone 0 DMA\n",
	"node 0\n",
	"probe boost\n",
	"  ",
	" ",
	"\n",
	"9223372036854775808",
	"-",
	"0",
	"boosted_passes",
	"zone ",
	"node 4096",
	"shrinker 0 0 x\n",
	"task 0 ",
	"memcg 1 2\n",
	"compaction 1 n/a other other any n/a\n",
	"histogram 0 node boosted_time_ns\n",
	"  le_inf 1\n",
	"event 0 9999 raise\n",
	"\\x1b",
};

/* One small damage: a byte, a run cut out, a run doubled, a token put in. */
static size_t mutate(char *text, size_t len)
{
	size_t at = pick(len), run = 1 + pick(40);
	const char *token = tokens[pick(sizeof(tokens) / sizeof(*tokens))];

	switch (pick(4)) {
	case 0:
		text[at] = (char)pick(256);
		return len;
	case 1:
		run = run < len - at ? run : len - at;
		memmove(text + at, text + at + run, len - at - run);
		return len - run;
	case 2:
		run = run < len - at ? run : len - at;
		memmove(text + at + run, text + at, len - at);
		return len + run;
	default:
		run = strlen(token);
		memmove(text + at + run, text + at, len - at);
		memcpy(text + at, token, run);
		return len + run;
	}
}

static void fuzz(void)
{
	size_t j, accepted, refused;
	int i;

	for (i = 0; i < RW_NR_FILES; i++) {
		/* The older module's files are the odder ones. */
		const char *host = rw_files[i].required ? "broken" : "story";
		char name[128], *text;
		size_t len;

		accepted = refused = 0;
		snprintf(name, sizeof(name), "%s/sys/kernel/debug/reclaimwatch/%s", host,
			 rw_files[i].name);
		text = unit_data(name, &len);
		for (j = 0; j < ROUNDS; j++) {
			size_t n = 1 + pick(4), l = len;
			char *copy = malloc(len + 256), *exact;

			memcpy(copy, text, len);
			while (n-- && l)
				l = mutate(copy, l);
			exact = malloc(l ? l : 1);
			memcpy(exact, copy, l);
			if (once(rw_files[i].parse, exact, l))
				accepted++;
			else
				refused++;
			free(exact);
			free(copy);
		}
		free(text);
		/* Both ways have to be well trodden, or the mutations are useless. */
		printf("%s: accepted %zu, refused %zu\n", rw_files[i].name, accepted, refused);
		CHECK(accepted > ROUNDS / 50 && refused > ROUNDS / 3);
	}
}

/* The same for what tracefs says of the module's events. */
static void fuzz_formats(void)
{
	size_t j, accepted = 0, refused = 0;
	int i;

	for (i = 0; i < RW_NR_TRACE_EVENTS; i++) {
		char name[128], *text;
		size_t len;

		snprintf(name, sizeof(name), "story/" TRACING "%s/format", rw_trace_event[i].name);
		text = unit_data(name, &len);
		for (j = 0; j < ROUNDS / 4; j++) {
			size_t n = 1 + pick(4), l = len;
			char *copy = malloc(len + 256), *exact;
			struct rw_trace_format format;
			struct rw_err err = { 0 };

			memcpy(copy, text, len);
			while (n-- && l)
				l = mutate(copy, l);
			exact = malloc(l ? l : 1);
			memcpy(exact, copy, l);
			if (!rw_trace_format_parse("FILE", exact, l, i, &format, &err))
				accepted++;
			else if (err.kind == RW_ERR_NONE || !*err.text)
				abort();
			else
				refused++;
			free(exact);
			free(copy);
		}
		free(text);
	}
	printf("formats: accepted %zu, refused %zu\n", accepted, refused);
	CHECK(accepted > ROUNDS / 3 && refused > ROUNDS / 3);
}

/* And for records of any bytes and any length. */
static void fuzz_records(void)
{
	struct rw_trace_seen seen;
	size_t i, j, taken = 0;

	for (i = 0; i < ROUNDS; i++) {
		size_t size = pick(sizeof(struct test_record) + 1);
		unsigned char *data = malloc(size ? size : 1);

		for (j = 0; j < size; j++)
			data[j] = (unsigned char)pick(256);
		if (size >= 16) {
			memset(data, 0, 16);
			data[0] = (unsigned char)pick(RW_NR_TRACE_EVENTS + 1);
		}
		if (!rw_trace_decode(data, size, &seen)) {
			taken++;
			CHECK(seen.kind < RW_NR_TRACE_KINDS && seen.boot_ns >= 0);
			CHECK(strlen(seen.comm) < sizeof(seen.comm) &&
			      strlen(seen.name) < sizeof(seen.name));
		}
		free(data);
	}
	CHECK(taken > ROUNDS / 10 && taken < ROUNDS);
}

const struct unit_test fuzz_tests[] = {
	{ "fuzz: damaged files", fuzz },
	{ "fuzz: damaged formats of trace events", fuzz_formats },
	{ "fuzz: records of trace events", fuzz_records },
	{ NULL, NULL },
};
#endif
