// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "cmd.h"
#include "out_recording.h"
#include "record_file.h"
#include "span.h"

/* What was read: one recording, judged, or two. */
struct reports {
	const struct rw_options *opts;
	int nr;
	struct rw_history history[2];
	struct rw_report report; /* of one */
};

static int read_one(struct reports *r, const char *path, struct rw_err *err)
{
	struct rw_history *h = &r->history[r->nr];
	struct rw_buf bytes = { 0 };
	size_t from, to;
	int ret = rw_record_load(path, &bytes, err);

	if (!ret)
		ret = rw_history_read(bytes.p, bytes.len, path, h, err);
	r->nr++;
	if (!ret && !r->opts->compare) {
		rw_span_longest(h, &from, &to);
		ret = rw_span_report(bytes.p, bytes.len, path, from, to, &r->report, err);
	}
	rw_buf_free(&bytes);
	return ret;
}

static int read_all(struct reports *r, char **argv, struct rw_err *err)
{
	const int wanted = r->opts->compare ? 2 : 1;

	while (r->nr < wanted) {
		if (!*argv)
			return rw_fail(err, RW_ERR_USAGE,
				       "report needs the file of a recording, and with --compare "
				       "two; run: reclaimwatch report --help");
		if (read_one(r, *argv++, err))
			return -1;
	}
	return rw_cmd_no_args(argv, err);
}

/* A page, and a line that says so. */
static int write_page(const struct reports *r, struct rw_err *err)
{
	struct rw_buf page = { 0 };
	int ret = r->opts->compare ? rw_html_compare(&page, r->history) :
				     rw_html_recording(&page, &r->history[0], &r->report);

	if (ret)
		ret = rw_fail_memory(err);
	else
		ret = rw_record_page(r->opts->html, &page, err);
	if (!ret && !r->opts->json)
		printf("%zu bytes in %s.\n", page.len, r->opts->html);
	rw_buf_free(&page);
	return ret;
}

static int show(const struct reports *r)
{
	const struct rw_options *opts = r->opts;

	if (opts->json)
		return rw_cmd_json(opts, opts->compare ?
						 rw_json_compare(r->history) :
						 rw_json_recording(&r->history[0], &r->report));
	if (opts->html)
		return RW_EXIT_OK;
	if (opts->compare)
		rw_out_compare(stdout, opts->colour, r->history);
	else
		rw_out_recording(stdout, opts->colour, opts->all, &r->history[0], &r->report);
	return RW_EXIT_OK;
}

int rw_cmd_report(const struct rw_options *opts, char **argv)
{
	struct reports r = { .opts = opts };
	struct rw_err err;
	int ret;

	if (read_all(&r, argv, &err) || (opts->html && write_page(&r, &err)))
		ret = rw_cmd_error(opts, &err);
	else
		ret = show(&r);
	rw_report_free(&r.report);
	rw_history_free(&r.history[0]);
	rw_history_free(&r.history[1]);
	return ret;
}
