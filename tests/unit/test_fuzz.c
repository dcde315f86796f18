// SPDX-License-Identifier: GPL-2.0
/*
 * Mutations of the good files from a fixed seed: the parser must end with an error
 * that it can put into words or with a snapshot, and the sanitizers be content.
 * With clang -fsanitize=fuzzer -DFUZZER this file is a libFuzzer target instead.
 */
#include "parse.h"
#include "unit.h"

static rw_parse_fn *const parsers[] = {
	rw_parse_about,
	rw_parse_zones,
	rw_parse_nodes,
	rw_parse_probes,
};

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
		once(parsers[data[0] % 4], (const char *)data + 1, len - 1);
	return 0;
}
#else

#define ROUNDS 20000

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
	static const char *const names[] = { "about", "zones", "nodes", "probes" };
	size_t i, j, accepted = 0, refused = 0;

	for (i = 0; i < 4; i++) {
		char name[128], *text;
		size_t len;

		snprintf(name, sizeof(name), "broken/sys/kernel/debug/reclaimwatch/%s", names[i]);
		text = unit_data(name, &len);
		for (j = 0; j < ROUNDS / 4; j++) {
			size_t n = 1 + pick(4), l = len;
			char *copy = malloc(len + 256), *exact;

			memcpy(copy, text, len);
			while (n-- && l)
				l = mutate(copy, l);
			exact = malloc(l ? l : 1);
			memcpy(exact, copy, l);
			if (once(parsers[i], exact, l))
				accepted++;
			else
				refused++;
			free(exact);
			free(copy);
		}
		free(text);
	}
	/* Both ways have to be well trodden, or the mutations are useless. */
	printf("accepted %zu, refused %zu\n", accepted, refused);
	CHECK(accepted > ROUNDS / 50 && refused > ROUNDS / 2);
}

const struct unit_test fuzz_tests[] = {
	{ "fuzz: damaged files", fuzz },
	{ NULL, NULL },
};
#endif
