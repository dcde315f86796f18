// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <reclaimwatch/version.h>

#include "cmd.h"
#include "host.h"
#include "out.h"
#include "parse.h"
#include "record_file.h"
#include "recording.h"
#include "source.h"
#include "text.h"
#include "tick.h"

#define SECOND_NS 1000000000LL

/* Those that have hundreds of rows come with full samples only. */
static const enum rw_file often[] = { RW_FILE_ABOUT,  RW_FILE_ZONES,  RW_FILE_NODES,
				      RW_FILE_PROBES, RW_FILE_GROUPS, RW_FILE_HISTOGRAMS };
static const enum rw_file seldom[] = { RW_FILE_SHRINKERS, RW_FILE_TASKS, RW_FILE_CGROUPS,
				       RW_FILE_COMPACTION };

#define NR(array) (sizeof(array) / sizeof(*(array)))

struct record {
	const struct rw_options *opts;
	int64_t interval_ns, for_ns; /* for_ns: 0 until it is told to end */
	struct rw_record_file file;
	struct rw_rec_writer writer;
	struct rw_buf buf;
	int64_t now_ns; /* of the last reading */
	uint64_t samples;
	bool waiting; /* the module cannot be read any more */
};

static int add_file(struct record *r, enum rw_rec_stream stream, enum rw_file file,
		    struct rw_snapshot *snap, struct rw_err *err)
{
	char *text;
	size_t len;
	int ret = rw_source_file(&r->opts->roots, file, snap, &text, &len, err);

	if (!ret && text && rw_rec_file(&r->writer, stream, rw_files[file].name, text, len))
		ret = rw_fail_memory(err);
	free(text);
	return ret;
}

static int add_host(struct record *r, const struct rw_snapshot *snap, struct rw_err *err)
{
	struct rw_buf text = { 0 };
	struct rw_facts facts;
	int ret = rw_facts_read(&r->opts->roots, snap, &facts, err);

	if (!ret) {
		rw_host_put(&text, &facts);
		if (text.failed || rw_rec_file(&r->writer, RW_REC_OFTEN, RW_HOST_FILE,
					       (const char *)text.p, text.len))
			ret = rw_fail_memory(err);
	}
	rw_buf_free(&text);
	rw_facts_free(&facts);
	return ret;
}

static int64_t boottime_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_BOOTTIME, &now);
	return now.tv_sec * SECOND_NS + now.tv_nsec;
}

/* A reading of all that the next sample has, or of all there is. */
static int read_sample(struct record *r, bool full, struct rw_err *err)
{
	struct rw_snapshot snap = { 0 };
	struct rw_val now;
	size_t i;
	int ret = 0;

	for (i = 0; !ret && i < NR(often); i++)
		ret = add_file(r, RW_REC_OFTEN, often[i], &snap, err);
	/* Before the rows: none of their cgroups is to be looked for. */
	if (!ret)
		ret = add_host(r, &snap, err);
	now = snap.global[RWATCH_GLOBAL_NOW];
	r->now_ns = rw_known(now) ? now.v : boottime_ns();
	for (i = 0; !ret && full && i < NR(seldom); i++)
		ret = add_file(r, RW_REC_SELDOM, seldom[i], &snap, err);
	rw_snapshot_free(&snap);
	if (ret)
		rw_rec_forget(&r->writer);
	return ret;
}

/* To the file, all of it or nothing. */
static int flush(struct record *r, bool sync, struct rw_err *err)
{
	int ret = r->buf.failed ? rw_fail_memory(err) :
				  rw_record_write(&r->file, &r->buf, sync, r->samples, err);

	r->buf.len = 0;
	return ret;
}

static int write_sample(struct record *r, bool full, struct rw_err *err)
{
	if (rw_rec_sample(&r->writer, &r->buf, r->now_ns, full))
		return rw_fail_memory(err);
	if (flush(r, full, err))
		return -1;
	r->samples++;
	return 0;
}

static int begin(struct record *r, struct rw_err *err)
{
	struct rw_buf text = { 0 };
	char host[RW_WORD] = "", boot[RW_WORD] = "";
	const char *procfs = r->opts->roots.procfs;

	if (rw_source_small(procfs, RW_HOSTNAME, host, sizeof(host)))
		*host = '\0';
	if (rw_source_small(procfs, RW_BOOT_ID, boot, sizeof(boot)))
		*boot = '\0';
	host[strcspn(host, "\n")] = '\0';
	boot[strcspn(boot, "\n")] = '\0';
	rw_plain(host);
	rw_plain(boot);
	rw_buf_printf(&text, "format %d\ntool " RWATCH_VERSION "\ninterval_ns %lld\n",
		      RW_REC_FORMAT, (long long)r->interval_ns);
	rw_buf_printf(&text, "host %s\nboot %s\n", *host ? host : RWATCH_UNKNOWN,
		      *boot ? boot : RWATCH_UNKNOWN);
	rw_buf_byte(&text, 0);
	r->writer.segment = r->file.segments + 1;
	if (!r->file.size)
		rw_buf_add(&r->buf, RW_REC_MAGIC, strlen(RW_REC_MAGIC));
	if (text.failed)
		r->buf.failed = true;
	else
		rw_rec_begin(&r->writer, &r->buf, (const char *)text.p);
	rw_buf_free(&text);
	return flush(r, false, err);
}

static int note(struct record *r, enum rw_rec_type type, const char *text, struct rw_err *err)
{
	rw_rec_note(&r->writer, &r->buf, type, r->now_ns, text);
	return flush(r, true, err);
}

/* The module may be loaded anew while this goes on: that is a gap, and said so. */
static int next_sample(struct record *r, bool last, struct rw_err *err)
{
	bool full = last || rw_rec_full_next(&r->writer);
	struct rw_err why;

	if (!read_sample(r, full, &why)) {
		r->waiting = false;
		return write_sample(r, full, err);
	}
	if (why.kind == RW_ERR_SYSTEM) {
		*err = why;
		return -1;
	}
	if (r->waiting)
		return 0;
	r->waiting = true;
	fprintf(stderr, "reclaimwatch: %s; waiting for it\n", why.text);
	return note(r, RW_REC_NOTE, why.text, err);
}

static int loop(struct record *r, struct rw_err *err)
{
	const int64_t begun = boottime_ns();
	struct timespec next;
	bool over;

	rw_tick_begin(&next);
	if (write_sample(r, true, err))
		return -1;
	do {
		rw_tick_sleep(&next, r->interval_ns);
		over = r->for_ns && boottime_ns() - begun >= r->for_ns;
		if (next_sample(r, over || rw_tick_ended(), err))
			return -1;
	} while (!over && !rw_tick_ended());
	return note(r, RW_REC_END, over ? "the time was over" : "it was told to end", err);
}

static void say_begin(const struct record *r)
{
	char every[RW_CELL];

	rw_text_ns(every, rw_some(r->interval_ns));
	if (r->opts->json)
		return;
	if (r->file.size)
		printf("Appending to %s, which holds %llu samples%s; every %s.\n", r->file.path,
		       (unsigned long long)r->file.samples, r->file.damaged ? " and damage" : "",
		       every);
	else
		printf("Recording into %s every %s.\n", r->file.path, every);
	fflush(stdout);
}

static int say_end(const struct record *r)
{
	if (r->opts->json)
		return rw_cmd_json(r->opts, json_pack("{ss sI sI sI}", "file", r->file.path,
						      "segment", (json_int_t)r->writer.segment,
						      "samples", (json_int_t)r->samples, "bytes",
						      (json_int_t)r->file.written));
	printf("%llu samples in %llu bytes.  To look at them: reclaimwatch report %s\n",
	       (unsigned long long)r->samples, (unsigned long long)r->file.written, r->file.path);
	return RW_EXIT_OK;
}

static int parse(struct record *r, char **argv, struct rw_err *err)
{
	const struct rw_options *opts = r->opts;

	r->interval_ns = opts->interval_ns == RW_UNSET ? SECOND_NS : opts->interval_ns;
	r->for_ns = opts->seconds == RW_UNSET ? 0 : opts->seconds * SECOND_NS;
	if (!*argv)
		return rw_fail(
			err, RW_ERR_USAGE,
			"record needs a file to record into; run: reclaimwatch record --help");
	r->file.path = *argv++;
	return rw_cmd_no_args(argv, err);
}

static int run(struct record *r, struct rw_err *err)
{
	/* Before there is a file: if nothing can be read there is to be none. */
	if (read_sample(r, true, err) || rw_record_open(&r->file, err))
		return -1;
	say_begin(r);
	return begin(r, err) || loop(r, err) ? -1 : 0;
}

int rw_cmd_record(const struct rw_options *opts, char **argv)
{
	struct record r = { .opts = opts, .file.fd = -1 };
	struct rw_err err;
	int ret;

	rw_tick_signals();
	if (parse(&r, argv, &err) || run(&r, &err))
		ret = rw_cmd_error(opts, &err);
	else
		ret = say_end(&r);
	rw_record_close(&r.file);
	rw_rec_writer_free(&r.writer);
	rw_buf_free(&r.buf);
	return ret;
}
