/* SPDX-License-Identifier: GPL-2.0 */
/* A screen of styled ASCII: a grid of cells in which nothing can wrap.  Pure. */
#ifndef RW_CANVAS_H
#define RW_CANVAS_H

enum rw_style {
	RW_STYLE_PLAIN,
	RW_STYLE_TITLE,
	RW_STYLE_HEAD,
	RW_STYLE_KEY,
	RW_STYLE_DIM,
	RW_STYLE_WARN,
	RW_STYLE_BAD,
	RW_STYLE_CACHE, /* bars */
	RW_STYLE_SLAB,
	RW_NR_STYLES
};

struct rw_canvas {
	int rows, columns;
	char *text; /* rows * columns, no NUL */
	unsigned char *style;
};

/* All blank; 0, or -1 if memory ran out.  rw_canvas_free() in either case. */
int rw_canvas_init(struct rw_canvas *canvas, int rows, int columns);
void rw_canvas_free(struct rw_canvas *canvas);

/*
 * Text at a place, cut at the edges of the screen; what is not printable ASCII becomes
 * '?'.  The column after it.
 */
int rw_canvas_put(struct rw_canvas *canvas, int row, int column, enum rw_style style,
		  const char *fmt, ...) __attribute__((format(printf, 5, 6)));

/* @n times @c. */
int rw_canvas_fill(struct rw_canvas *canvas, int row, int column, enum rw_style style, char c,
		   int n);

/*
 * @text, wrapped into at most @rows rows from @row on, each begun at @column; the last
 * ends in "..." if it does not hold the rest.  How many rows it took.
 */
int rw_canvas_wrap(struct rw_canvas *canvas, int row, int rows, int column, enum rw_style style,
		   const char *text);

#endif /* RW_CANVAS_H */
