// SPDX-License-Identifier: GPL-2.0
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "canvas.h"
#include "text.h"

#define LONGEST 512 /* no line of text is longer, however wide the screen */

int rw_canvas_init(struct rw_canvas *canvas, int rows, int columns)
{
	size_t cells = (size_t)rows * (size_t)columns;

	*canvas = (struct rw_canvas){ .rows = rows, .columns = columns };
	canvas->text = malloc(cells + 1);
	canvas->style = calloc(cells + 1, 1);
	if (!canvas->text || !canvas->style)
		return -1;
	memset(canvas->text, ' ', cells);
	return 0;
}

void rw_canvas_free(struct rw_canvas *canvas)
{
	free(canvas->text);
	free(canvas->style);
	*canvas = (struct rw_canvas){ 0 };
}

static void cell(struct rw_canvas *canvas, int row, int column, enum rw_style style, char c)
{
	size_t at;

	if (row < 0 || row >= canvas->rows || column < 0 || column >= canvas->columns)
		return;
	at = (size_t)row * (size_t)canvas->columns + (size_t)column;
	canvas->text[at] = c >= ' ' && c <= '~' ? c : '?';
	canvas->style[at] = (unsigned char)style;
}

int rw_canvas_put(struct rw_canvas *canvas, int row, int column, enum rw_style style,
		  const char *fmt, ...)
{
	char text[1024];
	const char *c;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	for (c = text; *c; c++)
		cell(canvas, row, column++, style, *c);
	return column;
}

int rw_canvas_fill(struct rw_canvas *canvas, int row, int column, enum rw_style style, char c,
		   int n)
{
	for (; n > 0; n--)
		cell(canvas, row, column++, style, c);
	return column;
}

int rw_canvas_wrap(struct rw_canvas *canvas, int row, int rows, int column, enum rw_style style,
		   const char *text)
{
	int room = canvas->columns - column, used = 0;
	char line[LONGEST + 1];

	if (room < 1)
		return 0;
	if (room > LONGEST)
		room = LONGEST;
	for (; *text && used < rows; used++) {
		text = rw_text_line(line, (size_t)room, text);
		rw_canvas_put(canvas, row + used, column, style, "%s", line);
		if (*text && used == rows - 1) {
			int end = column + (int)strlen(line);

			if (end > column + room - 3)
				end = column + room - 3;
			rw_canvas_put(canvas, row + used, end, style, "...");
		}
	}
	return used;
}
