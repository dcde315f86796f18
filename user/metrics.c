// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "calc.h"
#include "metrics.h"
#include "name.h"

void rw_labels_start(struct rw_labels *labels)
{
	labels->len = 0;
	*labels->text = '\0';
}

static void add_label(struct rw_labels *labels, const char *name, const char *value)
{
	char *to = labels->text + labels->len;
	size_t room = sizeof(labels->text) - labels->len;
	size_t need = strlen(name) + 2 * strlen(value) + 8;

	/* A label too many is left out, never cut. */
	if (need > room)
		return;
	to += sprintf(to, "%s%s=\"", labels->len ? "," : "", name);
	for (; *value; value++) {
		if (*value == '\\' || *value == '"')
			*to++ = '\\';
		*to++ = *value;
	}
	strcpy(to, "\"");
	labels->len = (size_t)(to - labels->text) + 1;
}

void rw_label_number(struct rw_labels *labels, const char *name, struct rw_val v)
{
	char text[32] = "";

	if (rw_known(v))
		snprintf(text, sizeof(text), "%" PRId64, v.v);
	add_label(labels, name, text);
}

void rw_label_name(struct rw_labels *labels, const char *name, const char *value)
{
	char text[RW_PATH_NAME];

	rw_name_text(text, sizeof(text), value);
	add_label(labels, name, text);
}

static bool ends_with(const char *text, const char *end)
{
	size_t len = strlen(text), n = strlen(end);

	return len > n && text[len - n - 1] == '_' && !strcmp(text + len - n, end);
}

void rw_family_start(struct rw_family *f, FILE *out, const char *prefix, const struct rw_desc *desc)
{
	static const char *const units[] = {
		[RW_PAGES] = "pages", [RW_BYTES] = "bytes",	[RW_NS] = "seconds",
		[RW_EVENTS] = NULL,   [RW_OBJECTS] = "objects", [RW_STATE] = NULL,
		[RW_NUMBER] = NULL,
	};
	char name[RW_NAME_MAX];

	snprintf(name, sizeof(name), "%s", desc->name);
	if (desc->unit == RW_NS && ends_with(name, "ns"))
		name[strlen(name) - 3] = '\0';
	*f = (struct rw_family){
		.out = out,
		.unit = units[desc->unit],
		.type = desc->kind == RW_COUNTER			 ? "counter" :
			desc->kind == RW_LOG2 || desc->kind == RW_LINEAR ? "histogram" :
									   "gauge",
		.help = desc->help,
		.seconds = desc->unit == RW_NS,
	};
	snprintf(f->name, sizeof(f->name), "reclaimwatch_%s%s%s%s", prefix, name,
		 f->unit && !ends_with(name, f->unit) ? "_" : "",
		 f->unit && !ends_with(name, f->unit) ? f->unit : "");
}

static void begin(struct rw_family *f)
{
	if (f->begun)
		return;
	f->begun = true;
	fprintf(f->out, "# HELP %s %s\n# TYPE %s %s\n", f->name, f->help, f->name, f->type);
	if (f->unit)
		fprintf(f->out, "# UNIT %s %s\n", f->name, f->unit);
}

static void sample(struct rw_family *f, const char *suffix, const struct rw_labels *labels,
		   const char *le, const char *value)
{
	bool braces = labels->len || le;

	fprintf(f->out, "%s%s%s%s%s%s%s%s %s\n", f->name, suffix, braces ? "{" : "", labels->text,
		labels->len && le ? "," : "", le ? "le=" : "", le ? le : "", braces ? "}" : "",
		value);
}

/* Exact: ns as a decimal fraction of seconds. */
static void number(char to[48], bool seconds, int64_t v)
{
	uint64_t abs = v < 0 ? -(uint64_t)v : (uint64_t)v;
	size_t len;

	if (!seconds) {
		snprintf(to, 48, "%" PRId64, v);
		return;
	}
	snprintf(to, 48, "%s%" PRIu64 ".%09" PRIu64, v < 0 ? "-" : "", abs / 1000000000,
		 abs % 1000000000);
	len = strlen(to);
	while (to[len - 1] == '0' && to[len - 2] != '.')
		to[--len] = '\0';
}

void rw_family_sample(struct rw_family *f, const struct rw_labels *labels, struct rw_val val)
{
	char text[48];

	if (!rw_known(val))
		return;
	begin(f);
	number(text, f->seconds, val.v);
	sample(f, strcmp(f->type, "counter") ? "" : "_total", labels, NULL, text);
}

void rw_family_histogram(struct rw_family *f, const struct rw_labels *labels,
			 const struct rw_hist *hist, struct rw_val sum)
{
	struct rw_val total = rw_some(0);
	char text[48], bound[48], le[64];
	size_t i;

	for (i = 0; i < hist->nr; i++)
		total = rw_add(total, hist->bucket[i].count);
	if (!hist->nr || !rw_known(total))
		return;
	begin(f);
	total = rw_some(0);
	for (i = 0; i < hist->nr && hist->bucket[i].bound != RW_BUCKET_INF; i++) {
		total = rw_add(total, hist->bucket[i].count);
		number(bound, f->seconds, hist->bucket[i].bound);
		snprintf(le, sizeof(le), "\"%s%s\"", bound, f->seconds ? "" : ".0");
		number(text, false, total.v);
		sample(f, "_bucket", labels, le, text);
	}
	if (i < hist->nr)
		total = rw_add(total, hist->bucket[i].count);
	number(text, false, total.v);
	sample(f, "_bucket", labels, "\"+Inf\"", text);
	/* OpenMetrics has both or neither. */
	if (!rw_known(sum))
		return;
	sample(f, "_count", labels, NULL, text);
	number(text, f->seconds, sum.v);
	sample(f, "_sum", labels, NULL, text);
}
