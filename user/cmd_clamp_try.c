// SPDX-License-Identifier: GPL-2.0
/*
 * "clamp try": before, with the clamp, after.  Whatever ends it, the clamp goes back to what
 * it was: by itself after SIGINT, SIGTERM and SIGHUP; by a child that waits for it to die if
 * it is killed; and if both are, the module's timer switches the clamp off.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "clamp_files.h"
#include "cmd.h"
#include "out.h"
#include "source.h"
#include "text.h"
#include "trial.h"

#define FILES                                                                                     \
	(1u << RW_FILE_ABOUT | 1u << RW_FILE_ZONES | 1u << RW_FILE_NODES | 1u << RW_FILE_PROBES | \
	 1u << RW_FILE_COMPACTION)
/* So much longer the module's timer waits than the clamp is to be on. */
#define SPARE_SECONDS 60

struct trial {
	const struct rw_options *opts;
	int64_t seconds; /* of each phase */
	struct rw_clamp was, want;
	struct rw_report begin, now; /* of the phase */
	struct rw_phase phases[RW_NR_PHASES];
	bool terminal;
	int keeper; /* writing end of a pipe, -1: there is none */
	pid_t keeper_pid;
};

static volatile sig_atomic_t told_to_end;

static void end_soon(int signal)
{
	told_to_end = signal;
}

static void handle_signals(void)
{
	const struct sigaction action = { .sa_handler = end_soon };

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
}

static int read_report(const struct trial *trial, struct rw_report *rep, struct rw_err *err)
{
	rw_report_free(rep);
	rep->have_snap = true;
	if (rw_source_snapshot(&trial->opts->roots, FILES, &rep->snap, err))
		return -1;
	return rw_facts_read(&trial->opts->roots, &rep->snap, &rep->facts, err);
}

static void progress(const struct trial *trial, enum rw_phase_id id, int64_t second)
{
	char done[RW_CELL], all[RW_CELL];

	if (!trial->terminal)
		return;
	rw_text_ns(done, rw_some(second * 1000000000));
	rw_text_ns(all, rw_some(trial->seconds * 1000000000));
	fprintf(stderr, "\r%d of %d, %s: %s of %s\033[K", id + 1, RW_NR_PHASES, rw_phase_name[id],
		done, all);
}

static void progress_ends(const struct trial *trial)
{
	if (trial->terminal)
		fprintf(stderr, "\r\033[K");
}

/* Into trial->now every second, until the phase is over. */
static int measure(struct trial *trial, enum rw_phase_id id, struct rw_err *err)
{
	struct rw_phase *phase = &trial->phases[id];
	struct timespec next;
	int64_t second;

	if (read_report(trial, &trial->begin, err))
		return -1;
	clock_gettime(CLOCK_MONOTONIC, &next);
	for (second = 0; second < trial->seconds; second++) {
		progress(trial, id, second);
		next.tv_sec++;
		while (!told_to_end &&
		       clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL) == EINTR)
			;
		if (told_to_end)
			return rw_fail(err, RW_ERR_NONE, "interrupted");
		rw_facts_free(&trial->now.facts);
		if (rw_facts_read(&trial->opts->roots, &trial->begin.snap, &trial->now.facts, err))
			return -1;
		if (rw_phase_sample(phase, &trial->now.facts))
			return rw_fail_memory(err);
	}
	if (read_report(trial, &trial->now, err))
		return -1;
	if (!rw_phase_same_load(&trial->begin, &trial->now))
		return rw_fail(err, RW_ERR_CLAMP,
			       "the module was loaded anew in the middle of it; try again");
	rw_phase_count(phase, &trial->begin, &trial->now);
	return 0;
}

/*
 * In the child: the pipe ends when there is nobody left who could write to it.  A word from
 * it first means that nothing has to be done.
 */
static _Noreturn void keep(const struct trial *trial, int from)
{
	struct rw_err err;
	char byte;
	ssize_t n;

	setsid();
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	do
		n = read(from, &byte, 1);
	while (n < 0 && errno == EINTR);
	if (!n)
		rw_clamp_restore(&trial->opts->roots, &trial->was, &trial->want, &err);
	_exit(0);
}

static int start_keeper(struct trial *trial, struct rw_err *err)
{
	int ends[2];

	if (pipe(ends))
		return rw_fail(err, RW_ERR_SYSTEM, "no pipe could be made (%s); try again later",
			       strerror(errno));
	trial->keeper_pid = fork();
	if (trial->keeper_pid < 0) {
		close(ends[0]);
		close(ends[1]);
		return rw_fail(err, RW_ERR_SYSTEM,
			       "no process could be started (%s); try again later",
			       strerror(errno));
	}
	if (!trial->keeper_pid) {
		close(ends[1]);
		keep(trial, ends[0]);
	}
	close(ends[0]);
	trial->keeper = ends[1];
	return 0;
}

static void end_keeper(struct trial *trial)
{
	ssize_t n;

	if (trial->keeper < 0)
		return;
	do
		n = write(trial->keeper, "", 1);
	while (n < 0 && errno == EINTR);
	close(trial->keeper);
	trial->keeper = -1;
	while (waitpid(trial->keeper_pid, NULL, 0) < 0 && errno == EINTR)
		;
}

/* With the clamp on; it is as it was after that, whatever is returned. */
static int measure_clamped(struct trial *trial, struct rw_err *err)
{
	const struct rw_roots *roots = &trial->opts->roots;
	struct rw_err other;
	int ret = start_keeper(trial, err);

	if (ret)
		return ret;
	ret = rw_clamp_change(roots, &trial->was, &trial->want, err);
	if (!ret) {
		ret = measure(trial, RW_CLAMPED, err);
		if (!ret)
			ret = rw_clamp_still(roots, &trial->want, err);
		/* That it is not as it was is worse than what else there may be. */
		if (rw_clamp_restore(roots, &trial->was, &trial->want, &other)) {
			*err = other;
			ret = -1;
		}
	}
	end_keeper(trial);
	return ret;
}

static int prepare(struct trial *trial, struct rw_err *err)
{
	struct rw_clamp_wish wish = trial->opts->clamp;
	char text[512];

	trial->seconds = wish.seconds;
	wish.seconds = trial->seconds + SPARE_SECONDS;
	if (rw_clamp_read(&trial->opts->roots, &trial->was, err))
		return -1;
	if (rw_clamp_is_on(&trial->was)) {
		rw_clamp_text(text, sizeof(text), &trial->was, rw_none());
		return rw_fail(err, RW_ERR_CLAMP,
			       "the clamp is %s already (%s), so there is nothing to compare it "
			       "with; run: reclaimwatch clamp off; then try again",
			       rw_clamp_is_auto(&trial->was) ? "switched by the guard" : "on",
			       text);
	}
	if (rw_clamp_copy(&trial->want, &trial->was))
		return rw_fail_memory(err);
	return rw_clamp_wish(&trial->want, &wish, err);
}

static int report(const struct trial *trial)
{
	struct rw_verdict verdicts[RW_MAX_VERDICTS];
	size_t nr = rw_trial_judge(trial->phases, verdicts);
	char text[512];

	if (trial->opts->json)
		return rw_cmd_json(trial->opts,
				   rw_json_trial(&trial->want, trial->phases, verdicts, nr));
	rw_clamp_leaves(text, sizeof(text), &trial->want);
	rw_out_trial(stdout, trial->opts->colour, text, trial->phases, verdicts, nr);
	return RW_EXIT_OK;
}

/* As if it had not been caught, now that everything is put back. */
static int end_by_signal(void)
{
	fprintf(stderr, "reclaimwatch: interrupted; the clamp is as it was\n");
	signal(told_to_end, SIG_DFL);
	raise(told_to_end);
	return RW_EXIT_SYSTEM;
}

int rw_cmd_clamp_try(const struct rw_options *opts)
{
	struct trial trial = { .opts = opts, .keeper = -1, .terminal = isatty(STDERR_FILENO) };
	struct rw_err err;
	int ret, id;

	handle_signals();
	ret = prepare(&trial, &err);
	if (!ret)
		ret = measure(&trial, RW_BEFORE, &err);
	if (!ret)
		ret = measure_clamped(&trial, &err);
	if (!ret)
		ret = measure(&trial, RW_AFTER, &err);
	progress_ends(&trial);
	if (ret && err.kind == RW_ERR_NONE)
		ret = end_by_signal();
	else
		ret = ret ? rw_cmd_error(opts, &err) : report(&trial);
	for (id = 0; id < RW_NR_PHASES; id++)
		rw_phase_free(&trial.phases[id]);
	rw_report_free(&trial.begin);
	rw_report_free(&trial.now);
	rw_clamp_free(&trial.want);
	rw_clamp_free(&trial.was);
	return ret;
}
