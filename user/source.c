// SPDX-License-Identifier: GPL-2.0
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "parse.h"
#include "source.h"

#define CHUNK (64u << 10)

void rw_source_path(char path[RW_PATH_MAX], const char *root, const char *name)
{
	snprintf(path, RW_PATH_MAX, "%s/%s", root, name);
}

/* Non-blocking, so that a FIFO left in a captured directory cannot hang us. */
static int open_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	return fd < 0 ? -errno : fd;
}

/* Up to @size bytes; the number read or a negative errno. */
static ssize_t read_up_to(int fd, char *to, size_t size)
{
	size_t len = 0;

	while (len < size) {
		ssize_t n = read(fd, to + len, size - len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (!n)
			break;
		len += (size_t)n;
	}
	return (ssize_t)len;
}

int rw_source_small(const char *root, const char *name, char *to, size_t size)
{
	char path[RW_PATH_MAX];
	ssize_t n;
	int fd;

	rw_source_path(path, root, name);
	fd = open_file(path);
	if (fd < 0)
		return fd;
	n = read_up_to(fd, to, size - 1);
	close(fd);
	if (n < 0)
		return (int)n;
	to[n] = '\0';
	return 0;
}

int rw_source_lines(const char *root, const char *name, int (*fn)(const char *line, void *data),
		    void *data)
{
	char path[RW_PATH_MAX], *line = NULL;
	size_t size = 0, total = 0;
	ssize_t len;
	FILE *file;
	int fd, ret = 0;

	rw_source_path(path, root, name);
	fd = open_file(path);
	if (fd < 0)
		return fd;
	file = fdopen(fd, "r");
	if (!file) {
		close(fd);
		return -ENOMEM;
	}
	while (!ret && total < RW_FILE_LIMIT && (len = getline(&line, &size, file)) > 0) {
		total += (size_t)len;
		ret = fn(line, data);
	}
	free(line);
	fclose(file);
	return ret;
}

int rw_source_names(const char *root, const char *name, int (*fn)(const char *name, void *data),
		    void *data)
{
	char path[RW_PATH_MAX];
	struct dirent *entry;
	int ret = 0;
	DIR *dir;

	rw_source_path(path, root, name);
	dir = opendir(path);
	if (!dir)
		return -errno;
	while (!ret && (entry = readdir(dir)))
		ret = fn(entry->d_name, data);
	closedir(dir);
	return ret;
}

int rw_source_write(const char *root, const char *name, const char *text)
{
	char path[RW_PATH_MAX];
	ssize_t len = (ssize_t)strlen(text);
	int fd, ret = 0;

	rw_source_path(path, root, name);
	fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return -errno;
	errno = 0;
	if (write(fd, text, (size_t)len) != len)
		ret = errno ? -errno : -EIO;
	if (close(fd) && !ret)
		ret = -errno;
	return ret;
}

/* A whole file, however its size changes under us (debugfs says 0). */
static int slurp(const char *path, char **text, size_t *len)
{
	size_t size = 0;
	ssize_t n;
	int fd = open_file(path);

	*text = NULL;
	*len = 0;
	if (fd < 0)
		return fd;
	do {
		char *more;

		size = size ? 2 * size : CHUNK;
		more = realloc(*text, size);
		if (!more) {
			close(fd);
			return -ENOMEM;
		}
		*text = more;
		n = read_up_to(fd, *text + *len, size - *len);
		if (n > 0)
			*len += (size_t)n;
	} while (n >= 0 && *len == size && size <= RW_FILE_LIMIT);
	close(fd);
	if (n >= 0 && *len > RW_FILE_LIMIT)
		return -EFBIG;
	return n < 0 ? (int)n : 0;
}

/* One that is being unloaded is there no more. */
enum rw_presence rw_source_module(const struct rw_roots *roots)
{
	char path[RW_PATH_MAX], state[16] = "";
	struct stat st;

	rw_source_path(path, roots->sysfs, RW_MODULE);
	if (!stat(path, &st) &&
	    (rw_source_small(roots->sysfs, RW_MODULE_STATE, state, sizeof(state)) ||
	     strcmp(state, "going\n")))
		return RW_YES;
	rw_source_path(path, roots->sysfs, RW_MODULES);
	return stat(path, &st) ? RW_CANNOT_TELL : RW_NO;
}

enum rw_debugfs rw_source_debugfs(const struct rw_roots *roots)
{
	struct dirent *entry;
	DIR *dir = opendir(roots->debugfs);

	if (!dir)
		return errno == EACCES || errno == EPERM ? RW_DEBUGFS_NO_ACCESS :
							   RW_DEBUGFS_MISSING;
	do
		entry = readdir(dir);
	while (entry && entry->d_name[0] == '.');
	closedir(dir);
	return entry ? RW_DEBUGFS_OK : RW_DEBUGFS_EMPTY;
}

void rw_source_lockdown(const struct rw_roots *roots, char *to, size_t size)
{
	char text[128];

	*to = '\0';
	if (!rw_source_small(roots->sysfs, RW_LOCKDOWN, text, sizeof(text)))
		rw_lockdown_parse(text, to, size);
}

bool rw_source_sig_enforced(const struct rw_roots *roots)
{
	char text[8];

	return !rw_source_small(roots->sysfs, RW_SIG_ENFORCE, text, sizeof(text)) && *text == 'Y';
}

int rw_source_not_loaded(const struct rw_roots *roots, struct rw_err *err)
{
	char lockdown[32];
	bool locked;

	rw_source_lockdown(roots, lockdown, sizeof(lockdown));
	locked = rw_locked_down(lockdown);
	if (!locked && !rw_source_sig_enforced(roots))
		return rw_fail(err, RW_ERR_NO_MODULE,
			       "the module is not loaded; run: modprobe reclaimwatch");
	/* DKMS signs what it builds; only the machine's owner can make the key count. */
	return rw_fail(err, RW_ERR_NO_MODULE,
		       "the module is not loaded and this kernel takes only signed ones (%s%s); "
		       "run: modprobe reclaimwatch; if that is refused, enrol DKMS's key: "
		       "mokutil --import /var/lib/dkms/mok.pub; then reboot",
		       locked ? "lockdown=" : "module.sig_enforce=1", locked ? lockdown : "");
}

static int explain_missing(const struct rw_roots *roots, const char *path, struct rw_err *err)
{
	char dir[RW_PATH_MAX];
	struct stat st;

	rw_source_path(dir, roots->debugfs, RW_DIR);
	if (!stat(dir, &st))
		return rw_fail(err, RW_ERR_UNREADABLE,
			       "%s is missing; reload the module, or capture the whole directory",
			       path);
	if (rw_source_module(roots) != RW_YES) {
		if (strcmp(roots->debugfs, RW_DEFAULT_DEBUGFS))
			return rw_fail(err, RW_ERR_NO_MODULE,
				       "%s holds no directory " RW_DIR
				       "; name the one that does, or run: modprobe reclaimwatch",
				       roots->debugfs);
		return rw_source_not_loaded(roots, err);
	}
	if (rw_source_debugfs(roots) != RW_DEBUGFS_OK)
		return rw_fail(err, RW_ERR_NOT_MOUNTED,
			       "debugfs is not mounted on %s; run: mount -t debugfs none %s",
			       roots->debugfs, roots->debugfs);
	return rw_fail(err, RW_ERR_UNREADABLE,
		       "the module is loaded but %s does not exist; run: "
		       "modprobe -r reclaimwatch; modprobe reclaimwatch",
		       dir);
}

/*
 * A module that is unloaded takes its files away one by one and the directory last; what
 * was open then fails with EIO.
 */
static bool goes(const struct rw_roots *roots)
{
	const struct timespec moment = { .tv_nsec = 20000000 };
	char dir[RW_PATH_MAX];
	struct stat st;
	int tries;

	rw_source_path(dir, roots->debugfs, RW_DIR);
	for (tries = 0; tries < 10; tries++) {
		if (stat(dir, &st))
			return true;
		nanosleep(&moment, NULL);
	}
	return false;
}

static int explain(const struct rw_roots *roots, const char *path, int error, struct rw_err *err)
{
	if ((error == ENOENT || error == EIO) && goes(roots))
		return explain_missing(roots, path, err);
	switch (error) {
	case ENOENT:
	case ENOTDIR:
		return explain_missing(roots, path, err);
	case ENOMEM:
		return rw_fail_memory(err);
	case EFBIG:
		return rw_fail(err, RW_ERR_GARBLED,
			       "%s is larger than %u MiB, which the module never writes; "
			       "name the right directory",
			       path, RW_FILE_LIMIT >> 20);
	case EACCES:
	case EPERM:
		/* Anyone may see whether the module is loaded: say the first thing first. */
		if (!strcmp(roots->debugfs, RW_DEFAULT_DEBUGFS) && rw_source_module(roots) == RW_NO)
			return explain_missing(roots, path, err);
		return rw_fail(
			err, RW_ERR_PERMISSION,
			geteuid() ?
				"no permission to read %s; run it as root" :
				"the kernel does not let root read %s; run: reclaimwatch doctor",
			path);
	default:
		return rw_fail(err, RW_ERR_UNREADABLE, "%s cannot be read (%s); %s", path,
			       strerror(error), "run: reclaimwatch doctor");
	}
}

int rw_source_file(const struct rw_roots *roots, enum rw_file file, struct rw_snapshot *snap,
		   char **text, size_t *len, struct rw_err *err)
{
	char name[64], path[RW_PATH_MAX];
	int ret;

	snprintf(name, sizeof(name), RW_DIR "/%s", rw_files[file].name);
	rw_source_path(path, roots->debugfs, name);
	ret = slurp(path, text, len);
	if (ret == -ENOENT && !rw_files[file].required) {
		free(*text);
		*text = NULL;
		return 0;
	}
	snap->files |= 1u << file;
	return ret ? explain(roots, path, -ret, err) :
		     rw_files[file].parse(path, *text, *len, snap, err);
}

static int read_file(const struct rw_roots *roots, enum rw_file file, struct rw_snapshot *snap,
		     struct rw_err *err)
{
	char *text;
	size_t len;
	int ret = rw_source_file(roots, file, snap, &text, &len, err);

	free(text);
	return ret;
}

int rw_source_snapshot(const struct rw_roots *roots, unsigned int files, struct rw_snapshot *snap,
		       struct rw_err *err)
{
	int file;

	for (file = 0; file < RW_NR_FILES; file++)
		if ((files & (1u << file)) && read_file(roots, file, snap, err))
			return -1;
	return 0;
}
