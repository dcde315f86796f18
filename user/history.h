/* SPDX-License-Identifier: GPL-2.0 */
/* A recording as rows of figures over time, and what can be said of them.  Pure. */
#ifndef RW_HISTORY_H
#define RW_HISTORY_H

#include "recording.h"
#include "snapshot.h"
#include "value.h"

enum rw_track_id {
	/* Of each node's memory, or the machine's. */
	RW_TRACK_CACHE,
	RW_TRACK_SLAB,
	RW_TRACK_RECLAIMABLE,
	RW_TRACK_FREE,
	/* Of each zone. */
	RW_TRACK_BOOST,
	RW_TRACK_CAP,
	RW_TRACK_RAISES,
	RW_TRACK_RAISED,
	RW_TRACK_CONSUMED,
	RW_TRACK_RESET,
	RW_TRACK_CLAMPED,
	/* Of each node. */
	RW_TRACK_BOOSTED,
	RW_TRACK_NORMAL,
	RW_TRACK_IDLE,
	RW_TRACK_RECLAIMED,
	RW_TRACK_SLAB_FREED,
	RW_TRACK_AWAKE,
	RW_TRACK_DIRECT,
	RW_TRACK_DIRECT_TIME,
	RW_TRACK_DIRECT_WORST, /* in this sample, from the histogram: no longer than that */
	/* Of the machine. */
	RW_TRACK_CLAMP,
	RW_TRACK_CLAMP_PCT,
	RW_NR_TRACKS
};

enum rw_track_scope { RW_TRACK_MEM, RW_TRACK_ZONE, RW_TRACK_NODE, RW_TRACK_MACHINE };
enum rw_track_unit { RW_TRACK_KB, RW_TRACK_PAGES, RW_TRACK_TIMES, RW_TRACK_NS, RW_TRACK_OBJECTS };

#define RW_TRACK_PARTS 4

struct rw_track_def {
	const char *name; /* in JSON */
	const char *text;
	enum rw_track_scope scope;
	enum rw_track_unit unit;
	bool counter;
	const char *part[RW_TRACK_PARTS]; /* values of the module's file, summed */
};

extern const struct rw_track_def rw_track_defs[RW_NR_TRACKS];

#define RW_TRACK_UNKNOWN INT64_MIN

struct rw_track {
	enum rw_track_id id;
	int nid;		 /* RW_WHOLE_MACHINE, or with a zone its node */
	char zone[RW_ZONE_NAME]; /* "" if it is not of a zone */
	long index[RW_TRACK_PARTS];
	int64_t *v; /* by sample */
};

/* What is told beside the figures, in the order of time. */
enum rw_mark_what {
	RW_MARK_SEGMENT, /* "record" was run anew */
	RW_MARK_RELOAD,	 /* the module was loaded anew, or the host booted */
	RW_MARK_GAP,	 /* nothing was sampled */
	RW_MARK_LOST,	 /* it was, but the file is damaged */
	RW_MARK_CLAMP,
	RW_MARK_NOTE,
	RW_MARK_END
};

struct rw_mark {
	enum rw_mark_what what;
	size_t sample;	/* the first one after it; the number of samples if there is none */
	int64_t ns;	/* on the axis of time */
	int64_t for_ns; /* of a gap */
	uint64_t lost;	/* samples */
	bool on;	/* of a clamp: what it is now */
	char text[160];
};

struct rw_history {
	size_t nr;	   /* samples */
	int64_t *ns;	   /* when each was taken: of the wall clock, if that is known */
	uint32_t *load;	   /* of the module: counters grow while it is the same */
	uint32_t *segment; /* as counted here, from 0 */
	bool wall;
	struct rw_track *track;
	size_t nr_tracks;
	struct rw_mark *mark;
	size_t nr_marks;
	int64_t interval_ns; /* of the last segment; 0 if not known */
	int64_t page_bytes;  /* 0 if not known */
	char host[RW_WORD], osrelease[RW_WORD];
	size_t damaged_bytes, damages, torn_bytes;
	uint64_t lost; /* samples that are known to be missing */
	bool ended;    /* in good order */
};

int rw_history_read(const unsigned char *data, size_t len, const char *path, struct rw_history *h,
		    struct rw_err *err);
void rw_history_free(struct rw_history *h);

/* NULL if there is none. */
const struct rw_track *rw_history_track(const struct rw_history *h, enum rw_track_id id, int nid,
					const char *zone);

/* By how much a counter grew from sample @from to @to; what is not known adds nothing. */
struct rw_val rw_track_grown(const struct rw_history *h, const struct rw_track *t, size_t from,
			     size_t to);

struct rw_track_range {
	struct rw_val first, min, max, last;
	size_t min_at, max_at;
};

void rw_track_range(const struct rw_history *h, const struct rw_track *t,
		    struct rw_track_range *range);

/* Of the track of that name, over all of it: by how much it grew, how high it was. */
struct rw_val rw_history_total(const struct rw_history *h, enum rw_track_id id, int nid,
			       const char *zone);
struct rw_val rw_history_most(const struct rw_history *h, enum rw_track_id id, int nid,
			      const char *zone);

/* The @span_ns in which a counter grew most, or a gauge fell most. */
struct rw_worst {
	size_t from, to;
	struct rw_val by;
};

void rw_track_worst(const struct rw_history *h, const struct rw_track *t, int64_t span_ns,
		    struct rw_worst *worst);

#endif /* RW_HISTORY_H */
