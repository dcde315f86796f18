// SPDX-License-Identifier: GPL-2.0
/* Trace events: a line an event. */
#include <inttypes.h>
#include <string.h>

#include "facts.h"
#include "json.h"
#include "name.h"
#include "out_trace.h"
#include "text.h"

/* The words for what the module's numbers mean; see module/trace.h. */
static const char *const migratetypes[] = { "unmovable", "movable", "reclaimable" };
static const char *const callers[] = { "direct", "kcompactd", "other" };
static const char *const contexts[] = { "any", "nofs", "noio" };
static const char *const outcomes[] = { "success", "partial", "complete", "stopped" };

#define WORD(words, val) word(words, sizeof(words) / sizeof(*(words)), val)

/* NULL if it is not known, or newer than this tool. */
static const char *word(const char *const *words, size_t nr, struct rw_val val)
{
	return rw_known(val) && val.v >= 0 && (uint64_t)val.v < nr ? words[val.v] : NULL;
}

static const char *or_unknown(const char *text)
{
	return text ? text : RWATCH_UNKNOWN;
}

static const char *count(char to[RW_CELL], struct rw_val val)
{
	rw_text_count(to, 4, val);
	return to;
}

/* As much of a name as the line has room for. */
static void who(FILE *out, int used, const char *name)
{
	char text[RW_PATH_NAME], tail[RW_COLUMNS];
	int room = RW_COLUMNS - used - 1;

	if (!*name || room < 4)
		return;
	rw_name_text(text, sizeof(text), name);
	rw_text_tail(tail, sizeof(tail), room, text);
	fprintf(out, " %s", tail);
}

static int raise_line(FILE *out, const struct rw_trace_line *line)
{
	const struct rw_val *v = line->seen->v;
	struct rw_val by = rw_known(v[RW_TRACE_F_BEFORE]) && rw_known(v[RW_TRACE_F_AFTER]) ?
				   rw_some(v[RW_TRACE_F_AFTER].v - v[RW_TRACE_F_BEFORE].v) :
				   rw_none();
	char added[RW_CELL], to[RW_CELL], order[RW_CELL];

	return fprintf(out, "%s +%s to %s order %s %s", or_unknown(line->zone), count(added, by),
		       count(to, v[RW_TRACE_F_AFTER]), count(order, v[RW_TRACE_F_ORDER]),
		       or_unknown(WORD(migratetypes, v[RW_TRACE_F_MIGRATETYPE])));
}

static int lowered_line(FILE *out, const struct rw_trace_line *line, enum rw_trace_field field)
{
	char by[RW_CELL];

	return fprintf(out, "%s -%s", or_unknown(line->zone), count(by, line->seen->v[field]));
}

static int pass_line(FILE *out, const struct rw_trace_line *line)
{
	const struct rw_val *v = line->seen->v;
	char time[RW_CELL], took[RW_CELL], got[RW_CELL], scanned[RW_CELL], slab[RW_CELL],
		priority[RW_CELL];

	rw_text_ns(time, v[RW_TRACE_F_TIME]);
	return fprintf(out, "%7s took %s LRU %s/%s slab %s prio %s", time,
		       count(took, v[RW_TRACE_F_CONSUMED]), count(got, v[RW_TRACE_F_LRU_RECLAIMED]),
		       count(scanned, v[RW_TRACE_F_LRU_SCANNED]),
		       count(slab, v[RW_TRACE_F_SLAB_FREED]),
		       count(priority, v[RW_TRACE_F_PRIORITY]));
}

static int run_line(FILE *out, const struct rw_trace_line *line)
{
	const struct rw_val *v = line->seen->v;
	char time[RW_CELL], got[RW_CELL], scanned[RW_CELL], slab[RW_CELL], priority[RW_CELL];

	rw_text_ns(time, v[RW_TRACE_F_TIME]);
	return fprintf(out, "%7s LRU %s/%s slab %s prio %s", time,
		       count(got, v[RW_TRACE_F_RECLAIMED]),
		       count(scanned, v[RW_TRACE_F_LRU_SCANNED]),
		       count(slab, v[RW_TRACE_F_SLAB_FREED]),
		       count(priority, v[RW_TRACE_F_PRIORITY]));
}

static int shrinker_line(FILE *out, const struct rw_trace_line *line)
{
	const struct rw_val *v = line->seen->v;
	char time[RW_CELL], freed[RW_CELL], scanned[RW_CELL];

	rw_text_ns(time, v[RW_TRACE_F_TIME]);
	return fprintf(out, "%7s freed %s/%s", time, count(freed, v[RW_TRACE_F_FREED]),
		       count(scanned, v[RW_TRACE_F_SCANNED]));
}

static int compaction_line(FILE *out, const struct rw_trace_line *line)
{
	const struct rw_val *v = line->seen->v;
	const char *context = WORD(contexts, v[RW_TRACE_F_CONTEXT]);
	char time[RW_CELL], order[RW_CELL];

	rw_text_ns(time, v[RW_TRACE_F_TIME]);
	return fprintf(out, "%7s %s order %s %s %s%s%s", time, or_unknown(line->zone),
		       count(order, v[RW_TRACE_F_ORDER]),
		       or_unknown(WORD(outcomes, v[RW_TRACE_F_OUTCOME])),
		       or_unknown(WORD(callers, v[RW_TRACE_F_CALLER])),
		       context && strcmp(context, "any") ? " " : "",
		       context && strcmp(context, "any") ? context : "");
}

void rw_out_trace_head(FILE *out, bool colour)
{
	fprintf(out, "%s%-12s %-4s %-10s %s%s\n", colour ? "\033[1m" : "", "time", "node", "what",
		"how long, how much, who", colour ? "\033[0m" : "");
}

/* The task; of a cgroup's reclaim the cgroup; of a shrinker its name. */
static const char *whose(const struct rw_trace_line *line)
{
	if (line->seen->kind == RW_TRACE_SHRINKER)
		return or_unknown(line->shrinker);
	if (line->seen->kind == RW_TRACE_MEMCG && line->cgroup)
		return line->cgroup;
	/* It is called by that name anyway. */
	if (line->seen->kind == RW_TRACE_COMPACTION && !strncmp(line->seen->comm, "kcompactd", 9))
		return "";
	return line->seen->comm;
}

void rw_out_trace(FILE *out, const struct rw_trace_line *line)
{
	char time[RW_CELL], node[RW_CELL];
	int used;

	rw_text_clock(time, line->wall_ns);
	rw_text_count(node, 4, line->seen->v[RW_TRACE_F_NID]);
	used = fprintf(out, "%-12s n%-3s %-10s ", time, node, rw_trace_kind[line->seen->kind].name);
	switch (line->seen->kind) {
	case RW_TRACE_RAISE:
		used += raise_line(out, line);
		break;
	case RW_TRACE_TRIM:
		used += lowered_line(out, line, RW_TRACE_F_TRIMMED);
		break;
	case RW_TRACE_RESET:
		used += lowered_line(out, line, RW_TRACE_F_DROPPED);
		break;
	case RW_TRACE_NORMAL:
	case RW_TRACE_BOOSTED:
		used += pass_line(out, line);
		break;
	case RW_TRACE_SHRINKER:
		used += shrinker_line(out, line);
		break;
	case RW_TRACE_DIRECT:
	case RW_TRACE_MEMCG:
		used += run_line(out, line);
		break;
	case RW_TRACE_COMPACTION:
		used += compaction_line(out, line);
		break;
	case RW_NR_TRACE_KINDS:
		break;
	}
	who(out, used, whose(line));
	fputc('\n', out);
}

uint64_t rw_trace_total(const uint64_t per_kind[RW_NR_TRACE_KINDS])
{
	uint64_t total = 0;
	int i;

	for (i = 0; i < RW_NR_TRACE_KINDS; i++)
		total += per_kind[i];
	return total;
}

void rw_out_trace_dropped(FILE *out, bool colour, uint64_t nr)
{
	fprintf(out, "%s-- dropped %" PRIu64 " event%s: the buffer was full%s\n",
		colour ? "\033[1;33m" : "", nr, nr == 1 ? "" : "s", colour ? "\033[0m" : "");
}

void rw_out_trace_end(FILE *out, const struct rw_trace_counts *counts, uint64_t shown)
{
	uint64_t dropped = rw_trace_total(counts->dropped);
	const char *comma = "";
	int i;

	fprintf(out, "-- %" PRIu64 " event%s shown, %" PRIu64 " dropped", shown,
		shown == 1 ? "" : "s", dropped);
	if (dropped)
		fputs(" (", out);
	for (i = 0; i < RW_NR_TRACE_KINDS; i++) {
		if (!counts->dropped[i])
			continue;
		fprintf(out, "%s%s %" PRIu64, comma, rw_trace_kind[i].name, counts->dropped[i]);
		comma = ", ";
	}
	fputs(dropped ? ")\n-- to drop fewer: a filter, or a larger --buffer-size\n" : "\n", out);
}

static json_t *object_of(const char *event, struct rw_val wall_ns)
{
	return json_pack("{ss so}", "event", event, "time", rw_json_time(wall_ns));
}

static void put_name(json_t *object, const char *key, const char *name)
{
	json_object_set_new(object, key, name && *name ? rw_json_name(name) : json_null());
}

/* In place of its number, which only this version of the module knows. */
static void put_word(json_t *object, enum rw_trace_field field, const char *text)
{
	json_object_set_new(object, rw_trace_json_name[field], rw_json_text(text));
}

json_t *rw_json_trace(const struct rw_trace_line *line)
{
	const struct rw_trace_seen *seen = line->seen;
	const struct rw_trace_event_def *def = &rw_trace_event[rw_trace_kind[seen->kind].event];
	json_t *object = object_of(rw_trace_kind[seen->kind].name, line->wall_ns);
	size_t i;

	json_object_set_new(object, "at_ns", json_integer(seen->boot_ns));
	for (i = 0; i < def->nr; i++) {
		enum rw_trace_field field = def->field[i];

		if (rw_trace_json_name[field] && field != RW_TRACE_F_BOOSTED)
			rw_json_put(object, rw_trace_json_name[field], seen->v[field]);
	}
	if (rw_trace_kind_has(seen->kind, RW_TRACE_F_ZID))
		put_name(object, "zone", line->zone);
	if (rw_trace_kind_has(seen->kind, RW_TRACE_F_PID))
		put_name(object, "task", seen->comm);
	if (rw_trace_kind_has(seen->kind, RW_TRACE_F_CGROUP))
		put_name(object, "cgroup", line->cgroup);
	if (rw_trace_kind_has(seen->kind, RW_TRACE_F_ROW))
		put_name(object, "shrinker", line->shrinker);
	if (seen->kind == RW_TRACE_COMPACTION) {
		put_word(object, RW_TRACE_F_CALLER, WORD(callers, seen->v[RW_TRACE_F_CALLER]));
		put_word(object, RW_TRACE_F_CONTEXT, WORD(contexts, seen->v[RW_TRACE_F_CONTEXT]));
		put_word(object, RW_TRACE_F_OUTCOME, WORD(outcomes, seen->v[RW_TRACE_F_OUTCOME]));
	}
	return object;
}

json_t *rw_json_trace_start(const struct rw_trace_filter *filter, struct rw_val wall_ns)
{
	json_t *object = object_of("start", wall_ns), *kinds = json_array();
	int i;

	for (i = 0; i < RW_NR_TRACE_KINDS; i++)
		if (filter->kinds & 1u << i)
			json_array_append_new(kinds, json_string(rw_trace_kind[i].name));
	json_object_set_new(object, "kinds", kinds);
	return object;
}

json_t *rw_json_trace_dropped(uint64_t nr, struct rw_val wall_ns)
{
	json_t *object = object_of("dropped", wall_ns);

	json_object_set_new(object, "dropped", json_integer((json_int_t)nr));
	return object;
}

json_t *rw_json_trace_end(unsigned int kinds, const struct rw_trace_counts *counts, uint64_t shown,
			  struct rw_val wall_ns)
{
	json_t *object = object_of("end", wall_ns), *by_kind = json_object();
	int i;

	json_object_set_new(object, "shown", json_integer((json_int_t)shown));
	json_object_set_new(object, "passed",
			    json_integer((json_int_t)rw_trace_total(counts->passed)));
	json_object_set_new(object, "dropped",
			    json_integer((json_int_t)rw_trace_total(counts->dropped)));
	for (i = 0; i < RW_NR_TRACE_KINDS; i++)
		if (kinds & 1u << i)
			json_object_set_new(by_kind, rw_trace_kind[i].name,
					    json_pack("{sI sI}", "passed",
						      (json_int_t)counts->passed[i], "dropped",
						      (json_int_t)counts->dropped[i]));
	json_object_set_new(object, "kinds", by_kind);
	return object;
}
