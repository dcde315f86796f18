// SPDX-License-Identifier: GPL-2.0
/* What the module's trace events are, and how one comes out of the buffer.  Pure. */
#include <string.h>

#include "name.h"
#include "trace.h"

const struct rw_trace_kind_def rw_trace_kind[RW_NR_TRACE_KINDS] = {
#define X(id, name, event, help) [RW_TRACE_##id] = { name, RW_TRACE_EVENT_##event, help },
	RW_TRACE_KINDS(X)
#undef X
};

const char *const rw_trace_field_name[RW_NR_TRACE_FIELDS] = {
#define X(id, name, json) [RW_TRACE_F_##id] = name,
	RW_TRACE_FIELDS(X)
#undef X
};

const char *const rw_trace_json_name[RW_NR_TRACE_FIELDS] = {
#define X(id, name, json) [RW_TRACE_F_##id] = json,
	RW_TRACE_FIELDS(X)
#undef X
};

#define F(id) RW_TRACE_F_##id
#define EVENT(id, name, has_name, ...)                                                             \
	[RW_TRACE_EVENT_##id] = { name,                                                            \
				  sizeof((enum rw_trace_field[]){ __VA_ARGS__ }) / sizeof(F(NID)), \
				  { __VA_ARGS__ },                                                 \
				  has_name }
#define RUN                                                                            \
	F(NID), F(PRIORITY), F(CGROUP), F(LRU_SCANNED), F(RECLAIMED), F(SLAB_SCANNED), \
		F(SLAB_FREED), F(TIME), F(PID)

const struct rw_trace_event_def rw_trace_event[RW_NR_TRACE_EVENTS] = {
	EVENT(RAISED, "boost_raised", false, F(NID), F(ZID), F(BEFORE), F(AFTER), F(ORDER),
	      F(MIGRATETYPE), F(PID), F(CGROUP)),
	EVENT(TRIMMED, "boost_trimmed", false, F(NID), F(ZID), F(TRIMMED)),
	EVENT(RESET, "boost_reset", false, F(NID), F(ZID), F(DROPPED)),
	EVENT(PASS, "pass_end", false, F(NID), F(BOOSTED), F(ORDER), F(PRIORITY), F(FAILURES),
	      F(TIME), F(ENTRY), F(CONSUMED), F(LRU_SCANNED), F(LRU_RECLAIMED), F(SLAB_SCANNED),
	      F(SLAB_FREED)),
	EVENT(SHRINKER, "shrinker_call", true, F(NID), F(ROW), F(FUNCTION), F(ASKED), F(SCANNED),
	      F(FREED), F(TIME), F(PID)),
	EVENT(DIRECT, "direct_end", false, RUN),
	EVENT(MEMCG, "memcg_end", false, RUN),
	EVENT(COMPACTION, "compaction_end", false, F(NID), F(ZID), F(CALLER), F(CONTEXT), F(ORDER),
	      F(OUTCOME), F(TIME), F(PID)),
};

bool rw_trace_event_has(enum rw_trace_event_id event, enum rw_trace_field field)
{
	const struct rw_trace_event_def *def = &rw_trace_event[event];
	size_t i;

	for (i = 0; i < def->nr; i++)
		if (def->field[i] == field)
			return true;
	return false;
}

bool rw_trace_kind_has(enum rw_trace_kind kind, enum rw_trace_field field)
{
	return rw_trace_event_has(rw_trace_kind[kind].event, field);
}

int rw_trace_parse_kinds(const char *list, unsigned int *kinds, struct rw_err *err)
{
	int i;

	*kinds = list ? 0 : (1u << RW_NR_TRACE_KINDS) - 1;
	while (list) {
		size_t len = strcspn(list, ",");

		for (i = 0; i < RW_NR_TRACE_KINDS; i++)
			if (strlen(rw_trace_kind[i].name) == len &&
			    !strncmp(list, rw_trace_kind[i].name, len))
				break;
		if (i == RW_NR_TRACE_KINDS)
			return rw_fail(err, RW_ERR_USAGE,
				       "there is no kind of event \"%.*s\"; run: reclaimwatch "
				       "trace --help",
				       len < 80 ? (int)len : 80, list);
		*kinds |= 1u << i;
		list = list[len] ? list + len + 1 : NULL;
	}
	return 0;
}

int rw_trace_filter_kinds(struct rw_trace_filter *filter, struct rw_err *err)
{
	bool timed = filter->min_ns || filter->hist;
	int i;

	for (i = 0; i < RW_NR_TRACE_KINDS; i++)
		if ((filter->zid >= 0 && !rw_trace_kind_has(i, RW_TRACE_F_ZID)) ||
		    (timed && !rw_trace_kind_has(i, RW_TRACE_F_TIME)))
			filter->kinds &= ~(1u << i);
	if (filter->kinds)
		return 0;
	return rw_fail(err, RW_ERR_USAGE,
		       "no kind of event that was asked for has %s; run: reclaimwatch trace --help",
		       filter->zid < 0 ? "a duration" :
		       timed	       ? "a zone and a duration" :
					 "a zone");
}

size_t rw_trace_record_size(enum rw_trace_event_id event)
{
	const struct rw_trace_event_def *def = &rw_trace_event[event];

	return sizeof(struct rw_trace_record) + def->nr * sizeof(int64_t) +
	       (def->has_name ? RW_TRACE_NAME : 0);
}

/* The module says -1 for what it does not know; nothing but an address is negative otherwise. */
static struct rw_val value(enum rw_trace_field field, int64_t v)
{
	return v < 0 && field != RW_TRACE_F_FUNCTION ? rw_none() : rw_some(v);
}

/* A name that fills its array need not end in a NUL. */
static void name(char *to, size_t size, const char *from, size_t len)
{
	char raw[RW_TRACE_NAME + 1] = "";

	memcpy(raw, from, len);
	rw_name_escape(to, size, raw);
}

int rw_trace_decode(const void *data, size_t size, struct rw_trace_seen *seen)
{
	const struct rw_trace_event_def *def;
	struct rw_trace_record head;
	int64_t v;
	size_t i;

	*seen = (struct rw_trace_seen){ 0 };
	if (size < sizeof(head))
		return -1;
	memcpy(&head, data, sizeof(head));
	if (head.event >= RW_NR_TRACE_EVENTS || size < rw_trace_record_size(head.event) ||
	    head.boot_ns > INT64_MAX)
		return -1;
	def = &rw_trace_event[head.event];
	for (i = 0; i < def->nr; i++) {
		memcpy(&v, (const char *)data + sizeof(head) + i * sizeof(v), sizeof(v));
		seen->v[def->field[i]] = value(def->field[i], v);
	}
	for (i = 0; i < RW_NR_TRACE_KINDS; i++)
		if (rw_trace_kind[i].event == head.event)
			break;
	/* Of the two kinds of passes the other one comes next. */
	if (head.event == RW_TRACE_EVENT_PASS && seen->v[RW_TRACE_F_BOOSTED].v)
		i = RW_TRACE_BOOSTED;
	seen->kind = (enum rw_trace_kind)i;
	seen->boot_ns = (int64_t)head.boot_ns;
	if (rw_known(seen->v[RW_TRACE_F_PID]))
		name(seen->comm, sizeof(seen->comm), head.comm, sizeof(head.comm));
	if (def->has_name)
		name(seen->name, sizeof(seen->name),
		     (const char *)data + sizeof(head) + def->nr * sizeof(v), RW_TRACE_NAME);
	return 0;
}
