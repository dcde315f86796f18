// SPDX-License-Identifier: GPL-2.0
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

enum rw_presence rw_source_module(const struct rw_roots *roots)
{
	char path[RW_PATH_MAX];
	struct stat st;

	rw_source_path(path, roots->sysfs, RW_MODULE);
	if (!stat(path, &st))
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
		return rw_fail(err, RW_ERR_NO_MODULE,
			       "the module is not loaded; run: modprobe reclaimwatch");
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

static int explain(const struct rw_roots *roots, const char *path, int error, struct rw_err *err)
{
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

int rw_source_snapshot(const struct rw_roots *roots, struct rw_snapshot *snap, struct rw_err *err)
{
	static const struct {
		const char *name;
		rw_parse_fn *parse;
	} files[] = {
		{ RW_ABOUT, rw_parse_about },
		{ RW_ZONES, rw_parse_zones },
		{ RW_NODES, rw_parse_nodes },
		{ RW_PROBES, rw_parse_probes },
	};
	size_t i;

	for (i = 0; i < sizeof(files) / sizeof(*files); i++) {
		char path[RW_PATH_MAX];
		char *text;
		size_t len;
		int ret;

		rw_source_path(path, roots->debugfs, files[i].name);
		ret = slurp(path, &text, &len);
		ret = ret ? explain(roots, path, -ret, err) :
			    files[i].parse(path, text, len, snap, err);
		free(text);
		if (ret)
			return -1;
	}
	return 0;
}
