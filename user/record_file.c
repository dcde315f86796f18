// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record_file.h"
#include "recording.h"

#define CHUNK	(1u << 20)
#define MAX_LEN (4ull << 30)

static int cannot(struct rw_err *err, const char *path, const char *what, int error)
{
	return rw_fail(err, error == EACCES || error == EPERM ? RW_ERR_PERMISSION : RW_ERR_OUTPUT,
		       "%s cannot be %s (%s); name another file, or see to that", path, what,
		       strerror(error));
}

static int slurp(int fd, const char *path, struct rw_buf *buf, struct rw_err *err)
{
	static unsigned char chunk[CHUNK];
	ssize_t n;

	for (;;) {
		n = read(fd, chunk, sizeof(chunk));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return rw_fail(err, RW_ERR_UNREADABLE,
				       "%s cannot be read (%s); name a recording", path,
				       strerror(errno));
		if (!n)
			return buf->failed ? rw_fail_memory(err) : 0;
		if (buf->len + (size_t)n > MAX_LEN)
			return rw_fail(err, RW_ERR_GARBLED,
				       "%s is larger than any recording; name another file", path);
		rw_buf_add(buf, chunk, (size_t)n);
	}
}

static int look_at(const struct rw_rec_event *event, void *data)
{
	struct rw_record_file *file = data;

	if (event->segment > file->segments)
		file->segments = event->segment;
	file->samples += event->what == RW_REC_ON_SAMPLE && event->stream == RW_REC_OFTEN;
	file->damaged |= event->what == RW_REC_ON_DAMAGE;
	return 0;
}

/* What is in it already, which must be a recording. */
static int look(struct rw_record_file *file, struct rw_err *err)
{
	const size_t magic = strlen(RW_REC_MAGIC);
	struct rw_buf buf = { 0 };
	int ret = slurp(file->fd, file->path, &buf, err);

	file->size = buf.len;
	if (!ret && buf.len <= magic && (!buf.len || !memcmp(buf.p, RW_REC_MAGIC, buf.len))) {
		/* Nothing yet, or the disk was full for the first line: begin anew. */
		if (ftruncate(file->fd, 0))
			ret = cannot(err, file->path, "written", errno);
		file->size = 0;
	} else if (!ret) {
		ret = rw_rec_read(buf.p, buf.len, file->path, look_at, file, err);
	}
	rw_buf_free(&buf);
	return ret;
}

int rw_record_open(struct rw_record_file *file, struct rw_err *err)
{
	struct stat st;

	/* Non-blocking, so that a FIFO cannot hang us. */
	file->fd = open(file->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK,
			0644);
	if (file->fd < 0)
		return cannot(err, file->path, "written", errno);
	if (fstat(file->fd, &st) || !S_ISREG(st.st_mode))
		return rw_fail(err, RW_ERR_OUTPUT,
			       "%s is not a regular file, and a recording is; name another file",
			       file->path);
	if (flock(file->fd, LOCK_EX | LOCK_NB))
		return rw_fail(err, RW_ERR_OUTPUT,
			       "%s is being recorded into by another process; name another file",
			       file->path);
	return look(file, err);
}

static int write_all(int fd, const struct rw_buf *buf)
{
	size_t done = 0;

	while (done < buf->len) {
		ssize_t n = write(fd, buf->p + done, buf->len - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? errno : EIO;
		done += (size_t)n;
	}
	return 0;
}

int rw_record_write(struct rw_record_file *file, const struct rw_buf *buf, bool sync,
		    uint64_t samples, struct rw_err *err)
{
	int error = write_all(file->fd, buf);

	if (!error && sync && fdatasync(file->fd) && errno != EINVAL && errno != EROFS)
		error = errno;
	if (!error) {
		file->written += buf->len;
		return 0;
	}
	/* A half frame would do no harm; if it cannot be taken back, it is skipped. */
	if (ftruncate(file->fd, (off_t)(file->size + file->written)))
		errno = error;
	return rw_fail(err, RW_ERR_OUTPUT,
		       "%s cannot be written any more (%s); its %llu samples stay readable; make "
		       "room and run the same again, which appends",
		       file->path, strerror(error), (unsigned long long)(file->samples + samples));
}

int rw_record_page(const char *path, const struct rw_buf *buf, struct rw_err *err)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0644), error;

	if (fd < 0)
		return cannot(err, path, "written", errno);
	error = write_all(fd, buf);
	if (close(fd) && !error)
		error = errno;
	return error ? cannot(err, path, "written", error) : 0;
}

void rw_record_close(struct rw_record_file *file)
{
	if (file->fd >= 0)
		close(file->fd);
	file->fd = -1;
}

int rw_record_load(const char *path, struct rw_buf *buf, struct rw_err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK), ret;

	if (fd < 0)
		return rw_fail(err,
			       errno == EACCES || errno == EPERM ? RW_ERR_PERMISSION :
								   RW_ERR_UNREADABLE,
			       "%s cannot be read (%s); name a recording", path, strerror(errno));
	ret = slurp(fd, path, buf, err);
	close(fd);
	return ret;
}
