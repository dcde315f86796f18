// SPDX-License-Identifier: GPL-2.0
#include "parsing.h"
#include "unit.h"

/* From a heap copy of exactly @len bytes, so that ASan sees any byte read beyond. */
enum rw_error parse(rw_parse_fn *fn, const char *text, size_t len, struct rw_snapshot *snap,
		    struct rw_err *err)
{
	char *copy = malloc(len ? len : 1);
	int ret;

	memcpy(copy, text, len);
	*err = (struct rw_err){ 0 };
	ret = fn("FILE", copy, len, snap, err);
	free(copy);
	CHECK((ret == -1 && err->kind != RW_ERR_NONE) || (!ret && err->kind == RW_ERR_NONE));
	return err->kind;
}

/* The first @nr of its files. */
void load(const char *dir, int nr, struct rw_snapshot *snap)
{
	struct rw_err err;
	size_t len;
	int i;

	*snap = (struct rw_snapshot){ 0 };
	for (i = 0; i < nr; i++) {
		char name[256], *text;

		snprintf(name, sizeof(name), "%s/" DEBUGFS "%s", dir, rw_files[i].name);
		text = unit_data(name, &len);
		if (parse(rw_files[i].parse, text, len, snap, &err))
			FAIL("%s: %s", name, err.text);
		free(text);
	}
}

void check_bad(const struct bad *cases, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		struct rw_snapshot s = { 0 };
		struct rw_err err;

		if (parse(cases[i].parse, cases[i].text, cases[i].len, &s, &err) != cases[i].kind)
			FAIL("case %zu, %s: kind %d, %s", i, cases[i].text, err.kind, err.text);
		CHECK_HAS(err.text, cases[i].says);
		rw_snapshot_free(&s);
	}
}
