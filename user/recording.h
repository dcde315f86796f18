/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The file that "record" writes and "report" reads; docs/recording.md has it byte by
 * byte.  A line that says what it is, then frames, each with its length and checksum.
 * Frames are only ever added, so that what was written once stays readable whatever
 * comes after it.  Pure: works on bytes in memory.
 *
 * What is recorded is the text of the module's files, and of one more that the tool
 * makes of what the kernel says ("host").  A layout is that text without its values:
 * it is written when it changes, and then only which value has changed by how much.
 * So a recording names all that it holds, and a name that a tool does not know is
 * no obstacle to it.
 */
#ifndef RW_RECORDING_H
#define RW_RECORDING_H

#include "buf.h"
#include "err.h"
#include "value.h"

#define RW_REC_FORMAT 1
#define RW_REC_WORDS  "reclaimwatch recording "
#define RW_REC_MAGIC  RW_REC_WORDS "1\n"

enum rw_rec_type {
	RW_REC_SEGMENT = 'S', /* a run of "record" begins */
	RW_REC_LAYOUT = 'L',
	RW_REC_FULL = 'F',   /* a sample with all values */
	RW_REC_CHANGE = 'C', /* a sample: what differs from the one before it */
	RW_REC_NOTE = 'N',
	RW_REC_END = 'E', /* that run ended in good order */
};

/* What every sample has, and what is too much for that and comes now and then. */
enum rw_rec_stream { RW_REC_OFTEN, RW_REC_SELDOM, RW_REC_NR_STREAMS };

#define RW_REC_FULL_EVERY 60 /* samples: what one damaged byte can cost */
#define RW_REC_FRAME_MAX  (64u << 20)
#define RW_REC_FRAME_HEAD 13

/* recording_frame.c */
struct rw_frame {
	enum rw_rec_type type;
	const unsigned char *payload;
	size_t len;
	size_t offset; /* in the file, of its marker */
};

void rw_frame_put(struct rw_buf *to, enum rw_rec_type type, const struct rw_buf *payload);
/* The next whole frame at or after *@pos, which moves past it.  False if there is none. */
bool rw_frame_next(const unsigned char *data, size_t len, size_t *pos, struct rw_frame *frame);

/* recording_layout.c */
struct rw_rec_value {
	enum { RW_REC_NONE, RW_REC_INT, RW_REC_TEXT } kind;
	int64_t v;
	char *text; /* with RW_REC_TEXT */
};

struct rw_rec_line {
	const char *text;
	char what;     /* 'F' a file begins, 'H' a section does, 'V' a value, 'T' other text */
	size_t file;   /* the line that it is below */
	size_t header; /* that too; the file's if it is in no section */
};

struct rw_layout {
	char *text; /* each line ends with a NUL */
	size_t len;
	uint32_t id;
	struct rw_rec_line *line;
	size_t nr_lines;
	size_t nr_values;
	size_t *value; /* the line of each */
};

/* Adds the file @name to the text of a layout, and its values to @values. */
int rw_layout_add(struct rw_buf *layout, struct rw_rec_value **values, size_t *nr, const char *name,
		  const char *text, size_t len);
/* From such a text; 0 or -1 if memory ran out or it is none. */
int rw_layout_parse(struct rw_layout *layout, const unsigned char *text, size_t len);
void rw_layout_free(struct rw_layout *layout);
/* The text of a file as it was; NULL if it was not recorded or memory ran out. */
char *rw_layout_text(const struct rw_layout *layout, const struct rw_rec_value *values,
		     const char *name, size_t *len);
/* The index of a value; @header is "" outside of a section.  -1 if there is none. */
long rw_layout_find(const struct rw_layout *layout, const char *file, const char *header,
		    const char *name);
struct rw_val rw_rec_val(const struct rw_rec_value *value);
void rw_rec_values_free(struct rw_rec_value *values, size_t nr);

/* recording_write.c */
struct rw_rec_state {
	struct rw_buf layout;
	uint32_t id;
	struct rw_rec_value *values;
	size_t nr;
};

struct rw_rec_writer {
	uint64_t segment, seq;
	unsigned int since_full;
	struct rw_rec_state last[RW_REC_NR_STREAMS], next[RW_REC_NR_STREAMS];
	bool any[RW_REC_NR_STREAMS];
};

/* The frame that begins a segment: @text is lines of a name and a value. */
void rw_rec_begin(struct rw_rec_writer *w, struct rw_buf *to, const char *text);
/* Is the next sample to have the files that come seldom? */
bool rw_rec_full_next(const struct rw_rec_writer *w);
/* A file of the next sample. */
int rw_rec_file(struct rw_rec_writer *w, enum rw_rec_stream stream, const char *name,
		const char *text, size_t len);
/* The frames of the next sample; with @full all of it. */
int rw_rec_sample(struct rw_rec_writer *w, struct rw_buf *to, int64_t now_ns, bool full);
void rw_rec_note(struct rw_rec_writer *w, struct rw_buf *to, enum rw_rec_type type, int64_t now_ns,
		 const char *text);
/* What was encoded last did not reach the file: the next sample stands on its own. */
void rw_rec_forget(struct rw_rec_writer *w);
void rw_rec_writer_free(struct rw_rec_writer *w);

/* recording_read.c */
enum rw_rec_what {
	RW_REC_ON_SEGMENT,
	RW_REC_ON_SAMPLE,
	RW_REC_ON_NOTE,
	RW_REC_ON_END,
	RW_REC_ON_DAMAGE
};

struct rw_rec_event {
	enum rw_rec_what what;
	uint64_t segment, seq;
	int64_t now_ns;	  /* CLOCK_BOOTTIME of the recorded host */
	const char *text; /* of a segment, a note, an end */
	enum rw_rec_stream stream;
	const struct rw_layout *layout;
	const struct rw_rec_value *values;
	size_t offset, bytes; /* of damage */
	bool torn;	      /* the damage reaches to the end of the file */
};

typedef int rw_rec_fn(const struct rw_rec_event *event, void *data);

/*
 * Calls @fn for what the file holds, in its order, until that returns other than 0.
 * Damage is skipped and told.  That, or -1 with @err set if this is no recording.
 */
int rw_rec_read(const unsigned char *data, size_t len, const char *path, rw_rec_fn *fn, void *ctx,
		struct rw_err *err);

#endif /* RW_RECORDING_H */
