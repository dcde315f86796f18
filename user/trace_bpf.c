// SPDX-License-Identifier: GPL-2.0
/*
 * All that is in the kernel hangs on files of ours: it goes when they are closed, by us or,
 * if we are killed, by the kernel.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "btf_check.h"
#include "source.h"
#include "trace_bpf.h"
#include "trace_prog.h"

#define LOG_SIZE (64u << 10)

struct rw_trace_bpf {
	int ring, counts;	      /* maps */
	int prog[RW_NR_TRACE_EVENTS]; /* -1 if not wanted */
	int perf[RW_NR_TRACE_EVENTS];
	struct rw_trace_counts *mapped;
	struct ring_buffer *buffer;
	int (*seen)(const struct rw_trace_seen *seen, void *data);
	void *data;
	bool enough; /* seen() has said so */
};

/* libbpf 0.7 and later say their version, and have these by other names than 0.3 did. */
#ifdef LIBBPF_MAJOR_VERSION
static int create_map(enum bpf_map_type type, const char *name, __u32 key, __u32 value,
		      __u32 entries, __u32 flags)
{
	LIBBPF_OPTS(bpf_map_create_opts, opts, .map_flags = flags);

	return bpf_map_create(type, name, key, value, entries, &opts);
}

static int load(const char *name, const struct rw_trace_program *prog, char *log, size_t size)
{
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .log_buf = log, .log_size = (__u32)size,
		    .log_level = log ? 1 : 0);

	return bpf_prog_load(BPF_PROG_TYPE_TRACEPOINT, name, "GPL", prog->insn, prog->nr, &opts);
}
#else
static int create_map(enum bpf_map_type type, const char *name, __u32 key, __u32 value,
		      __u32 entries, __u32 flags)
{
	return bpf_create_map_name(type, name, (int)key, (int)value, (int)entries, flags);
}

static int load(const char *name, const struct rw_trace_program *prog, char *log, size_t size)
{
	const struct bpf_load_program_attr attr = {
		.prog_type = BPF_PROG_TYPE_TRACEPOINT,
		.name = name,
		.insns = prog->insn,
		.insns_cnt = prog->nr,
		.license = "GPL",
		.log_level = log ? 1 : 0,
	};

	return bpf_load_program_xattr(&attr, log, size);
}
#endif

static int silent(enum libbpf_print_level level, const char *fmt, va_list ap)
{
	(void)level;
	(void)fmt;
	(void)ap;
	return 0;
}

/* Why the kernel said no to bpf() or perf_event_open(). */
static int refused(const struct rw_roots *roots, const char *what, int error, struct rw_err *err)
{
	char lockdown[32];

	rw_source_lockdown(roots, lockdown, sizeof(lockdown));
	switch (error) {
	case ENOSYS:
		return rw_fail(
			err, RW_ERR_BPF,
			"this kernel cannot %s (it lacks CONFIG_BPF_SYSCALL, CONFIG_BPF_EVENTS "
			"or CONFIG_PERF_EVENTS); use: reclaimwatch events",
			what);
	case EPERM:
	case EACCES:
		if (geteuid())
			return rw_fail(err, RW_ERR_PERMISSION,
				       "no permission to %s; run it as root", what);
		return rw_fail(err, RW_ERR_BPF,
			       "the kernel does not let root %s%s%s%s; use: reclaimwatch events",
			       what, rw_locked_down(lockdown) ? " (lockdown=" : "",
			       rw_locked_down(lockdown) ? lockdown : "",
			       rw_locked_down(lockdown) ? ")" : "");
	case ENOMEM:
		return rw_fail(err, RW_ERR_SYSTEM,
			       "the kernel has no memory to %s; use a smaller --buffer-size", what);
	default:
		return rw_fail(err, RW_ERR_BPF,
			       "this kernel cannot %s (%s); use: reclaimwatch events", what,
			       strerror(error));
	}
}

static const char *tracefs(const struct rw_roots *roots, char path[RW_PATH_MAX])
{
	rw_source_path(path, roots->sysfs, RW_TRACEFS);
	if (!access(path, F_OK)) {
		char events[RW_PATH_MAX];

		rw_source_path(events, path, "events");
		if (!access(events, F_OK) || errno == EACCES)
			return path;
	}
	/* Before tracefs had a place of its own, and where nobody has mounted it there. */
	rw_source_path(path, roots->debugfs, "tracing");
	return path;
}

static int no_format(const char *root, const char *path, int error, struct rw_err *err)
{
	char events[RW_PATH_MAX];

	if (error == EACCES || error == EPERM)
		return rw_fail(err, RW_ERR_PERMISSION,
			       geteuid() ?
				       "no permission to read %s; run it as root" :
				       "the kernel does not let root read %s; run: reclaimwatch "
				       "doctor",
			       path);
	rw_source_path(events, root, "events");
	if (access(events, F_OK))
		return rw_fail(
			err, RW_ERR_TRACEFS,
			"tracefs is not mounted; run: mount -t tracefs tracefs " RW_DEFAULT_SYSFS
			"/" RW_TRACEFS);
	return rw_fail(err, RW_ERR_TRACEFS,
		       "the module is loaded but %s cannot be read (%s); see why it has no trace "
		       "events: dmesg | grep taint",
		       path, strerror(error));
}

int rw_trace_read_format(const struct rw_roots *roots, enum rw_trace_event_id event,
			 struct rw_trace_format *format, struct rw_err *err)
{
	char root[RW_PATH_MAX], path[RW_PATH_MAX], name[128], text[RW_TRACE_FORMAT_LIMIT];
	int ret;

	snprintf(name, sizeof(name), "events/" RWATCH_SYSFS_DIR "/%s/format",
		 rw_trace_event[event].name);
	rw_source_path(path, tracefs(roots, root), name);
	ret = rw_source_small(root, name, text, sizeof(text));
	if (ret)
		return no_format(root, path, -ret, err);
	return rw_trace_format_parse(path, text, strlen(text), event, format, err);
}

/* Better no events than a kernel that sleeps where it must not. */
int rw_trace_check_ring(const struct rw_roots *roots, const char *btf, struct rw_err *err)
{
	char realtime[8];

	if (rw_source_small(roots->sysfs, RW_REALTIME, realtime, sizeof(realtime)) ||
	    *realtime != '1' || rw_btf_ring_sleeps(btf) == RW_NO)
		return 0;
	return rw_fail(
		err, RW_ERR_BPF,
		"this PREEMPT_RT kernel's BPF ring buffer takes a lock that sleeps, or does not "
		"say that it does not; use: reclaimwatch trace --hist, or reclaimwatch events");
}

static int make_maps(struct rw_trace_bpf *bpf, const struct rw_roots *roots, int64_t buffer,
		     struct rw_err *err)
{
	const struct rlimit unlimited = { RLIM_INFINITY, RLIM_INFINITY };
	__u32 bytes = RW_TRACE_MIN_BUFFER;

	/* Kernels before 5.11 charge maps to it; others do not care. */
	setrlimit(RLIMIT_MEMLOCK, &unlimited);
	while (bytes < buffer || bytes < (__u32)sysconf(_SC_PAGESIZE))
		bytes *= 2;
	bpf->counts = create_map(BPF_MAP_TYPE_ARRAY, "rwatch_counts", sizeof(__u32),
				 sizeof(*bpf->mapped), 1, BPF_F_MMAPABLE);
	if (bpf->counts < 0)
		return refused(roots, "make a BPF map", errno, err);
	bpf->mapped = mmap(NULL, sizeof(*bpf->mapped), PROT_READ, MAP_SHARED, bpf->counts, 0);
	if (bpf->mapped == MAP_FAILED) {
		bpf->mapped = NULL;
		return refused(roots, "map a BPF map", errno, err);
	}
	bpf->ring = create_map(BPF_MAP_TYPE_RINGBUF, "rwatch_events", 0, 0, bytes, 0);
	if (bpf->ring < 0)
		return errno == EINVAL ?
			       rw_fail(err, RW_ERR_BPF,
				       "this kernel has no BPF ring buffer, which came with Linux "
				       "5.8; use: reclaimwatch events") :
			       refused(roots, "make a BPF ring buffer", errno, err);
	return 0;
}

/* The verifier's last word. */
static const char *last_line(char *log)
{
	char *end = log + strlen(log), *nl;

	while (end > log && end[-1] == '\n')
		*--end = '\0';
	/* Its statistics come after it. */
	while ((nl = strrchr(log, '\n')) && !strncmp(nl + 1, "processed ", 10))
		*nl = '\0';
	return nl ? nl + 1 : log;
}

static int load_program(struct rw_trace_bpf *bpf, const struct rw_roots *roots,
			const struct rw_trace_filter *filter, const struct rw_trace_format *format,
			struct rw_err *err)
{
	struct rw_trace_program prog;
	int fd, error;
	char *log;

	rw_trace_program(format, filter, bpf->ring, bpf->counts, &prog);
	fd = load("rwatch_trace", &prog, NULL, 0);
	bpf->prog[format->event] = fd;
	if (fd >= 0)
		return 0;
	error = errno;
	log = calloc(1, LOG_SIZE);
	if (log && (error == EACCES || error == EINVAL))
		fd = load("rwatch_trace", &prog, log, LOG_SIZE);
	if (fd >= 0)
		close(fd);
	if (log && *log)
		rw_fail(err, RW_ERR_BPF,
			"this kernel's BPF verifier refused the program for %s (%s); use: "
			"reclaimwatch events",
			rw_trace_event[format->event].name, last_line(log));
	else
		refused(roots, "load a BPF program", error, err);
	free(log);
	return -1;
}

/* Which CPU does not matter, if it is there: a program at a trace event runs on all. */
static int open_event(int64_t id)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.config = (__u64)id,
		.sample_period = 1,
		.wakeup_events = 1,
	};
	long cpu, nr = sysconf(_SC_NPROCESSORS_CONF);
	int fd = -1;

	for (cpu = 0; cpu < nr && fd < 0; cpu++) {
		fd = (int)syscall(SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);
		if (fd < 0 && errno != ENODEV)
			break;
	}
	return fd;
}

static int attach(struct rw_trace_bpf *bpf, const struct rw_roots *roots,
		  const struct rw_trace_format *format, struct rw_err *err)
{
	int fd = open_event(format->id);

	bpf->perf[format->event] = fd;
	if (fd < 0)
		return refused(roots, "listen to the module's trace events", errno, err);
	if (ioctl(fd, PERF_EVENT_IOC_SET_BPF, bpf->prog[format->event]) ||
	    ioctl(fd, PERF_EVENT_IOC_ENABLE, 0))
		return refused(roots, "attach a BPF program to a trace event", errno, err);
	return 0;
}

static int on_record(void *data, void *record, size_t size)
{
	struct rw_trace_bpf *bpf = data;
	struct rw_trace_seen seen;

	if (!rw_trace_decode(record, size, &seen) && bpf->seen(&seen, bpf->data))
		bpf->enough = true;
	return bpf->enough ? -ECANCELED : 0;
}

static bool wanted(const struct rw_trace_filter *filter, int event)
{
	int kind;

	for (kind = 0; kind < RW_NR_TRACE_KINDS; kind++)
		if (filter->kinds & 1u << kind && (int)rw_trace_kind[kind].event == event)
			return true;
	return false;
}

/* All are loaded before the first one is attached. */
static int start(struct rw_trace_bpf *bpf, const struct rw_roots *roots,
		 const struct rw_trace_filter *filter,
		 const struct rw_trace_format format[RW_NR_TRACE_EVENTS], int64_t buffer,
		 struct rw_err *err)
{
	int i;

	libbpf_set_print(silent);
	if (make_maps(bpf, roots, buffer, err))
		return -1;
	bpf->buffer = ring_buffer__new(bpf->ring, on_record, bpf, NULL);
	if (!bpf->buffer)
		return refused(roots, "map a BPF ring buffer", errno, err);
	for (i = 0; i < RW_NR_TRACE_EVENTS; i++)
		if (wanted(filter, i) && load_program(bpf, roots, filter, &format[i], err))
			return -1;
	for (i = 0; i < RW_NR_TRACE_EVENTS; i++)
		if (wanted(filter, i) && attach(bpf, roots, &format[i], err))
			return -1;
	return 0;
}

struct rw_trace_bpf *rw_trace_start(const struct rw_roots *roots,
				    const struct rw_trace_filter *filter,
				    const struct rw_trace_format format[RW_NR_TRACE_EVENTS],
				    int64_t buffer,
				    int (*seen)(const struct rw_trace_seen *seen, void *data),
				    void *data, struct rw_err *err)
{
	struct rw_trace_bpf *bpf = calloc(1, sizeof(*bpf));
	int i;

	if (!bpf) {
		rw_fail_memory(err);
		return NULL;
	}
	bpf->ring = bpf->counts = -1;
	for (i = 0; i < RW_NR_TRACE_EVENTS; i++)
		bpf->prog[i] = bpf->perf[i] = -1;
	bpf->seen = seen;
	bpf->data = data;
	if (!start(bpf, roots, filter, format, buffer, err))
		return bpf;
	rw_trace_free(bpf);
	return NULL;
}

int rw_trace_poll(struct rw_trace_bpf *bpf, int ms)
{
	ring_buffer__poll(bpf->buffer, ms);
	return bpf->enough ? -1 : 0;
}

static void close_files(int fd[RW_NR_TRACE_EVENTS])
{
	int i;

	for (i = 0; i < RW_NR_TRACE_EVENTS; i++) {
		if (fd[i] >= 0)
			close(fd[i]);
		fd[i] = -1;
	}
}

void rw_trace_detach(struct rw_trace_bpf *bpf)
{
	close_files(bpf->perf);
	if (!bpf->enough)
		ring_buffer__consume(bpf->buffer);
}

const volatile struct rw_trace_counts *rw_trace_counts(const struct rw_trace_bpf *bpf)
{
	return bpf->mapped;
}

void rw_trace_free(struct rw_trace_bpf *bpf)
{
	close_files(bpf->perf);
	close_files(bpf->prog);
	if (bpf->buffer)
		ring_buffer__free(bpf->buffer);
	if (bpf->mapped)
		munmap(bpf->mapped, sizeof(*bpf->mapped));
	if (bpf->ring >= 0)
		close(bpf->ring);
	if (bpf->counts >= 0)
		close(bpf->counts);
	free(bpf);
}
