/* SPDX-License-Identifier: GPL-2.0 */
/* The terminal, through curses: shows canvases, waits for keys. */
#ifndef RW_TERMINAL_H
#define RW_TERMINAL_H

#include <stdbool.h>
#include <time.h>

#include "err.h"
#include "canvas.h"

/*
 * Takes the screen; 0, or -1 with @err set and nothing changed.  From then on SIGINT,
 * SIGTERM and SIGHUP give it back and end the program, wherever it is.
 */
int rw_terminal_open(bool colour, struct rw_err *err);
/* Gives it back, as it was. */
void rw_terminal_close(void);

void rw_terminal_size(int *rows, int *columns);
/* Sends what differs from the canvas before. */
void rw_terminal_show(const struct rw_canvas *canvas);

/* What rw_terminal_wait() says besides a key. */
enum { RW_TERMINAL_TIME = 0, RW_TERMINAL_RESIZED = -1, RW_TERMINAL_GONE = -2 };

/* A key; or until @when of CLOCK_MONOTONIC, or for ever if that is NULL. */
int rw_terminal_wait(const struct timespec *when);

#endif /* RW_TERMINAL_H */
