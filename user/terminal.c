// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/* The second needs the first, and takes a name that is ours. */
#include <curses.h>
#include <term.h>
#undef columns

#include "terminal.h"

#define INSTEAD "for a line every second run: reclaimwatch stat 1"

static struct termios found; /* the terminal as it was */
static char leave[512];	     /* what gives the screen back */
static size_t leave_len;     /* 0 while there is nothing to give back */
static volatile sig_atomic_t resized;
static sigset_t waiting; /* the signals blocked while waiting: no SIGWINCH among them */

/*
 * Only what a signal handler may do: the program may be anywhere, even inside a write to
 * a terminal that takes nothing.  That is why what is still to be written is thrown away
 * and nothing here waits.
 */
static void end_at_once(int signal)
{
	bool gone = signal == SIGHUP;

	/* In the background, the screen is another's already. */
	if (leave_len && tcgetpgrp(STDIN_FILENO) == getpgrp()) {
		int flags = fcntl(STDOUT_FILENO, F_GETFL);

		tcflush(STDOUT_FILENO, TCOFLUSH);
		tcflow(STDOUT_FILENO, TCOON);
		fcntl(STDOUT_FILENO, F_SETFL, flags | O_NONBLOCK);
		/* There is no second try. */
		if (write(STDOUT_FILENO, leave, leave_len) < 0 && errno != EAGAIN)
			gone = true;
		fcntl(STDOUT_FILENO, F_SETFL, flags);
		tcsetattr(STDIN_FILENO, TCSANOW, &found);
	}
	_exit(gone ? RW_EXIT_OUTPUT : RW_EXIT_OK);
}

static void on_resize(int signal)
{
	(void)signal;
	resized = 1;
}

/* Before curses starts: it leaves alone what is handled already. */
static void handle_signals(void)
{
	struct sigaction end = { .sa_handler = end_at_once };
	const struct sigaction resize = { .sa_handler = on_resize };
	struct sigaction hup;
	sigset_t winch;

	sigfillset(&end.sa_mask);
	sigaction(SIGINT, &end, NULL);
	sigaction(SIGTERM, &end, NULL);
	sigaction(SIGQUIT, &end, NULL);
	/* Under nohup a closed terminal is noticed all the same. */
	if (!sigaction(SIGHUP, NULL, &hup) && hup.sa_handler != SIG_IGN)
		sigaction(SIGHUP, &end, NULL);
	sigaction(SIGWINCH, &resize, NULL);
	sigemptyset(&winch);
	sigaddset(&winch, SIGWINCH);
	sigprocmask(SIG_BLOCK, &winch, &waiting);
	sigdelset(&waiting, SIGWINCH);
}

static char *collected;

static int collect(int c)
{
	if (collected < leave + sizeof(leave) - 1)
		*collected++ = (char)c;
	return c;
}

/* What endwin() would send, for when there is no time to ask it. */
static void prepare_leaving(void)
{
	static char *const names[] = { "sgr0", "op", "rmkx", "cnorm" };
	char *text;
	size_t i;

	leave_len = 0;
	collected = leave;
	for (i = 0; i < sizeof(names) / sizeof(*names); i++) {
		text = tigetstr(names[i]);
		if (text && text != (char *)-1)
			tputs(text, 1, collect);
	}
	/* To the last line; back to the screen that was there before, if there are two. */
	tputs(tparm(tigetstr("cup"), LINES - 1, 0), 1, collect);
	text = tigetstr("el");
	if (text && text != (char *)-1)
		tputs(text, 1, collect);
	text = tigetstr("rmcup");
	if (text && text != (char *)-1)
		tputs(text, 1, collect);
	leave_len = (size_t)(collected - leave);
}

static int attributes[RW_NR_STYLES];

static void prepare_styles(bool colour)
{
	static const struct {
		int attributes;
		short colour; /* -1: none */
	} styles[RW_NR_STYLES] = {
		[RW_STYLE_PLAIN] = { A_NORMAL, -1 },
		[RW_STYLE_TITLE] = { A_BOLD, -1 },
		[RW_STYLE_HEAD] = { A_REVERSE, -1 },
		[RW_STYLE_KEY] = { A_BOLD | A_UNDERLINE, -1 },
		[RW_STYLE_DIM] = { A_DIM, -1 },
		[RW_STYLE_WARN] = { A_BOLD, COLOR_YELLOW },
		[RW_STYLE_BAD] = { A_BOLD, COLOR_RED },
		[RW_STYLE_CACHE] = { A_NORMAL, COLOR_GREEN },
		[RW_STYLE_SLAB] = { A_NORMAL, COLOR_YELLOW },
	};
	short i;

	colour = colour && has_colors() && start_color() == OK && use_default_colors() == OK;
	for (i = 0; i < RW_NR_STYLES; i++) {
		attributes[i] = styles[i].attributes;
		if (colour && styles[i].colour >= 0 && init_pair(i, styles[i].colour, -1) == OK)
			attributes[i] |= (int)COLOR_PAIR(i);
	}
}

static int usable(struct rw_err *err)
{
	const char *term = getenv("TERM");
	int why;

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return rw_fail(err, RW_ERR_USAGE, "watch needs a terminal; " INSTEAD);
	if (!term || !*term)
		return rw_fail(err, RW_ERR_USAGE, "TERM is not set; set it, or " INSTEAD);
	if (setupterm(NULL, STDOUT_FILENO, &why) != OK)
		return rw_fail(
			err, RW_ERR_USAGE,
			"a terminal of type \"%.40s\" is not known here; set TERM to one that "
			"is, such as vt100, or install ncurses-term, or " INSTEAD,
			term);
	if (!tigetstr("cup") || tigetstr("cup") == (char *)-1)
		return rw_fail(err, RW_ERR_USAGE,
			       "a terminal of type \"%.40s\" cannot show a full screen; " INSTEAD,
			       term);
	return 0;
}

int rw_terminal_open(bool colour, struct rw_err *err)
{
	if (usable(err))
		return -1;
	if (tcgetattr(STDIN_FILENO, &found))
		return rw_fail(err, RW_ERR_SYSTEM, "the terminal does not answer (%s); " INSTEAD,
			       strerror(errno));
	handle_signals();
	if (!newterm(NULL, stdout, stdin))
		return rw_fail(err, RW_ERR_SYSTEM, "curses does not start; " INSTEAD);
	prepare_leaving();
	prepare_styles(colour);
	cbreak();
	noecho();
	curs_set(0);
	return 0;
}

void rw_terminal_close(void)
{
	endwin();
	leave_len = 0;
}

void rw_terminal_size(int *rows, int *columns)
{
	struct winsize size;

	if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_row && size.ws_col &&
	    (size.ws_row != LINES || size.ws_col != COLS)) {
		resize_term(size.ws_row, size.ws_col);
		prepare_leaving();
		clearok(curscr, TRUE);
	}
	*rows = LINES;
	*columns = COLS;
}

void rw_terminal_show(const struct rw_canvas *canvas)
{
	int row, column, from;

	for (row = 0; row < canvas->rows; row++) {
		const size_t at = (size_t)row * (size_t)canvas->columns;

		for (column = from = 0; column < canvas->columns; from = column) {
			unsigned char style = canvas->style[at + (size_t)from];

			while (column < canvas->columns &&
			       canvas->style[at + (size_t)column] == style)
				column++;
			attrset(attributes[style]);
			mvaddnstr(row, from, canvas->text + at + from, column - from);
		}
	}
	refresh();
}

/* A key; 0 for what is none, such as an arrow. */
static int read_key(void)
{
	char text[32];
	ssize_t n = read(STDIN_FILENO, text, sizeof(text));

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return 0;
	if (n <= 0)
		return RW_TERMINAL_GONE;
	if (*text == 'L' - '@') {
		clearok(curscr, TRUE);
		return RW_TERMINAL_RESIZED;
	}
	return n == 1 ? (unsigned char)*text : 0;
}

int rw_terminal_wait(const struct timespec *when)
{
	struct pollfd fd = { .fd = STDIN_FILENO, .events = POLLIN };

	for (;;) {
		struct timespec now, left = { 0 };
		int n, key;

		if (when) {
			clock_gettime(CLOCK_MONOTONIC, &now);
			left.tv_sec = when->tv_sec - now.tv_sec;
			left.tv_nsec = when->tv_nsec - now.tv_nsec;
			if (left.tv_nsec < 0) {
				left.tv_nsec += 1000000000;
				left.tv_sec--;
			}
			if (left.tv_sec < 0)
				return RW_TERMINAL_TIME;
		}
		n = ppoll(&fd, 1, when ? &left : NULL, &waiting);
		if (resized) {
			resized = 0;
			return RW_TERMINAL_RESIZED;
		}
		if (n < 0 && errno != EINTR)
			return RW_TERMINAL_GONE;
		if (n <= 0)
			continue;
		/* A terminal that is gone is readable for ever. */
		if (fd.revents & (POLLHUP | POLLERR | POLLNVAL))
			return RW_TERMINAL_GONE;
		key = read_key();
		if (key)
			return key;
	}
}
