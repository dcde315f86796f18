// SPDX-License-Identifier: GPL-2.0
/* "watch" on a terminal that goes away, or that takes nothing. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "exits.h"
#include "unit.h"

#define MGLRU "data/mglru"

static int master;
static pid_t pid;

/* "watch" in a session of its own on a terminal of its own; @hup: may SIGHUP end it? */
static void start(bool hup, unsigned short rows, unsigned short columns)
{
	const struct winsize size = { .ws_row = rows, .ws_col = columns };
	char *argv[] = { "reclaimwatch", "watch",    "0.1",	    "--sysfs",
			 MGLRU "/sys",	 "--procfs", MGLRU "/proc", NULL };
	int slave;

	master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	CHECK(master >= 0 && !grantpt(master) && !unlockpt(master));
	slave = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
	CHECK(slave >= 0 && !ioctl(slave, TIOCSWINSZ, &size));
	pid = fork();
	CHECK(pid >= 0);
	if (!pid) {
		setenv("TERM", "xterm", 1);
		signal(SIGHUP, hup ? SIG_DFL : SIG_IGN);
		setsid();
		ioctl(slave, TIOCSCTTY, 0);
		dup2(slave, 0);
		dup2(slave, 1);
		dup2(slave, 2);
		execv("build/tool/reclaimwatch", argv);
		_exit(127);
	}
	close(slave);
}

/* Reads what it sends until @text was among it; what came last is in @to. */
static void wait_for(const char *text, char to[65536])
{
	struct pollfd fd = { .fd = master, .events = POLLIN };
	size_t len = 0;

	*to = '\0';
	while (!strstr(to, text)) {
		ssize_t n;

		CHECK(poll(&fd, 1, 20000) == 1);
		n = read(master, to + len, 65535 - len);
		if (n <= 0)
			FAIL("\"%s\" did not come, but: %s", text, to);
		len += (size_t)n;
		to[len] = '\0';
	}
}

/* Until it has a handler for SIGTERM: on a busy machine that takes its time. */
static void wait_for_handler(void)
{
	const struct timespec moment = { .tv_nsec = 20000000 };
	unsigned long long caught = 0;
	char path[64], line[256];
	FILE *file;
	int i;

	snprintf(path, sizeof(path), "/proc/%d/status", pid);
	for (i = 0; i < 1000 && !(caught & 1ull << (SIGTERM - 1)); i++) {
		nanosleep(&moment, NULL);
		file = fopen(path, "r");
		CHECK(file);
		while (fgets(line, sizeof(line), file))
			sscanf(line, "SigCgt: %llx", &caught);
		fclose(file);
	}
	CHECK(caught & 1ull << (SIGTERM - 1));
}

/* It ends within ten seconds, even on a busy machine; what with. */
static int ends(void)
{
	const struct timespec moment = { .tv_nsec = 20000000 };
	int i, status;

	for (i = 0; i < 500; i++) {
		if (waitpid(pid, &status, WNOHANG) == pid)
			return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
		nanosleep(&moment, NULL);
	}
	kill(pid, SIGKILL);
	FAIL("it is still there ten seconds later");
}

static void closed(void)
{
	char text[65536];
	int hup;

	/* With SIGHUP, and without: then it has to notice by itself. */
	for (hup = 1; hup >= 0; hup--) {
		start(hup, 24, 80);
		wait_for("Passes", text);
		close(master);
		CHECK_INT(ends(), RW_EXIT_OUTPUT);
	}
}

static void told_to_end(void)
{
	static const struct {
		int signal, exit;
	} ways[] = {
		{ SIGTERM, RW_EXIT_OK },
		{ SIGINT, RW_EXIT_OK },
		{ SIGQUIT, RW_EXIT_OK },
		{ SIGHUP, RW_EXIT_OUTPUT },
	};
	struct termios before, after;
	char text[65536];
	size_t i;

	for (i = 0; i < sizeof(ways) / sizeof(*ways); i++) {
		start(true, 24, 80);
		CHECK(!tcgetattr(master, &before));
		wait_for("Passes", text);
		CHECK(!tcgetattr(master, &after));
		CHECK(!(after.c_lflag & ICANON) && (before.c_lflag & ICANON));
		kill(pid, ways[i].signal);
		/* Back to the screen that was there before, and the cursor is seen. */
		wait_for("\033[?1049l", text);
		CHECK_HAS(text, "\033[?25h");
		CHECK_INT(ends(), ways[i].exit);
		CHECK(!tcgetattr(master, &after));
		CHECK_INT(after.c_lflag, before.c_lflag);
		CHECK_INT(after.c_iflag, before.c_iflag);
		CHECK_INT(after.c_oflag, before.c_oflag);
		close(master);
	}
}

/* A terminal that takes nothing: the screen does not fit what the kernel keeps of it. */
static void stalled(void)
{
	const struct timespec moment = { .tv_nsec = 500000000 };

	start(true, 500, 500);
	wait_for_handler();
	nanosleep(&moment, NULL);
	kill(pid, SIGTERM);
	CHECK_INT(ends(), RW_EXIT_OK);
	close(master);
	/* The same after ^S. */
	start(true, 24, 80);
	CHECK(write(master, "\023", 1) == 1);
	wait_for_handler();
	nanosleep(&moment, NULL);
	kill(pid, SIGTERM);
	CHECK_INT(ends(), RW_EXIT_OK);
	close(master);
}

static void quits(void)
{
	char text[65536];

	start(true, 24, 80);
	wait_for("Passes", text);
	CHECK(write(master, "q", 1) == 1);
	wait_for("\033[?1049l", text);
	CHECK_INT(ends(), RW_EXIT_OK);
	close(master);
}

static void resizes(void)
{
	const struct winsize size = { .ws_row = 30, .ws_col = 132 };
	char text[65536];

	start(true, 24, 80);
	wait_for("Passes", text);
	CHECK(!strstr(text, "wkboost"));
	CHECK(!ioctl(master, TIOCSWINSZ, &size));
	wait_for("wkboost", text);
	kill(pid, SIGTERM);
	wait_for("\033[?1049l", text);
	CHECK_INT(ends(), RW_EXIT_OK);
	close(master);
}

const struct unit_test terminal_tests[] = {
	{ "watch: ends when its terminal is closed", closed },
	{ "watch: ends on signals, and gives the terminal back", told_to_end },
	{ "watch: ends on a terminal that takes nothing", stalled },
	{ "watch: q ends it", quits },
	{ "watch: follows the size of its terminal", resizes },
	{ NULL, NULL },
};
