// SPDX-License-Identifier: GPL-2.0
/* The one screen: findings, the tables, memory, settings. */
#include <inttypes.h>
#include <string.h>

#include <reclaimwatch/version.h>

#include "calc.h"
#include "out.h"
#include "status.h"
#include "text.h"

void status_label(const struct rw_screen *s, int nid, const char *what)
{
	char text[RW_WORD];

	if (snprintf(text, sizeof(text), "node %d %s", nid, what) > RW_LABEL)
		snprintf(text, sizeof(text), "n%d %s", nid, what);
	fprintf(s->out, "%-*.*s", RW_LABEL, RW_LABEL, text);
}

void status_count(const struct rw_screen *s, int width, struct rw_val val)
{
	char cell[RW_CELL];

	rw_text_count(cell, width - 1, val);
	fprintf(s->out, "%*s", width, cell);
}

void status_ns(const struct rw_screen *s, int width, struct rw_val ns)
{
	char cell[RW_CELL];

	rw_text_ns(cell, ns);
	fprintf(s->out, "%*s", width, cell);
}

void status_percent(const struct rw_screen *s, int width, struct rw_val part, struct rw_val whole)
{
	struct rw_val percent = rw_percent(part, whole);

	if (rw_known(percent) && percent.v < 1000)
		fprintf(s->out, "%*" PRId64 "%%", width - 1, percent.v);
	else
		fprintf(s->out, "%*s", width, RWATCH_UNKNOWN);
}

static void memory(const struct rw_screen *s)
{
	const struct rw_facts *facts = &s->rep->facts;
	char cell[RW_CELL];
	size_t i;

	rw_text_columns(s->out, s->colour, "%-14s%12s%10s%14s%10s%10s", "Memory, MiB", "page cache",
			"slab", "reclaimable", "free", "total");
	for (i = 0; i < facts->nr_mem; i++) {
		const struct rw_mem *mem = &facts->mem[i];
		char label[32] = "all nodes";

		if (mem->nid != RW_WHOLE_MACHINE)
			snprintf(label, sizeof(label), "node %d", mem->nid);
		rw_text_kb(cell,
			   rw_add(mem->kb[RW_MEM_ACTIVE_FILE], mem->kb[RW_MEM_INACTIVE_FILE]));
		fprintf(s->out, "%-14s%12s", label, cell);
		rw_text_kb(cell, mem->kb[RW_MEM_SLAB]);
		fprintf(s->out, "%10s", cell);
		rw_text_kb(cell, mem->kb[RW_MEM_SLAB_RECLAIMABLE]);
		fprintf(s->out, "%14s", cell);
		rw_text_kb(cell, mem->kb[RW_MEM_FREE]);
		fprintf(s->out, "%10s", cell);
		rw_text_kb(cell, mem->kb[RW_MEM_TOTAL]);
		fprintf(s->out, "%10s\n", cell);
	}
	if (!facts->nr_mem)
		fprintf(s->out, "%-14s%12s\n", "all nodes", RWATCH_UNKNOWN);
}

static void dentries(const struct rw_screen *s)
{
	static const char *const names[] = { "all", "unused", "negative" };
	int i;

	fprintf(s->out, "%-14s", "dentries");
	for (i = 0; i < RW_NR_DENTRIES; i++) {
		char cell[RW_CELL];

		rw_text_count(cell, 12, s->rep->facts.dentries[i]);
		fprintf(s->out, "%s%s %s", i ? ", " : "", names[i], cell);
	}
	fputc('\n', s->out);
}

static void factor(char *to, size_t size, struct rw_val val)
{
	if (!rw_known(val))
		snprintf(to, size, RWATCH_UNKNOWN);
	else if (!val.v)
		snprintf(to, size, "0 (no boost)");
	else
		snprintf(to, size,
			 val.v % 100 ?
				 "%" PRId64 " (boost up to %.2f%% of a zone's high watermark)" :
				 "%" PRId64 " (boost up to %.0f%% of a zone's high watermark)",
			 val.v, (double)val.v / 100);
}

/* What it leaves, of which zones, and for how long. */
static void clamp(char *to, size_t size, const struct rw_snapshot *snap)
{
	const struct rw_val *g = snap->global;
	struct rw_val pct = g[RWATCH_GLOBAL_CLAMP_PCT], left = g[RWATCH_GLOBAL_CLAMP_LEFT];
	char share[64] = "", time[RW_CELL], until[RW_CELL + 24] = "";
	bool is_auto = rw_above(g[RWATCH_GLOBAL_CLAMP_AUTO], 0);

	if (!is_auto && !rw_above(g[RWATCH_GLOBAL_CLAMP], 0)) {
		snprintf(to, size, "%s", rw_known(g[RWATCH_GLOBAL_CLAMP]) ? "off" : RWATCH_UNKNOWN);
		return;
	}
	/* An older module's clamp has no share: it leaves nothing. */
	if (rw_above(pct, 0))
		snprintf(share, sizeof(share), "boost up to %" PRId64 "%%", pct.v);
	if (rw_known(left)) {
		rw_text_ns(time, left);
		snprintf(until, sizeof(until), ", for another %s", time);
	}
	snprintf(to, size, "%s (%s%s%s%s)", is_auto ? "auto" : "on", *share ? share : "no boost",
		 is_auto ? " where it harms" : "",
		 !strcmp(snap->clamp_scope, "lower") ? ", lower zones only" :
		 !strcmp(snap->clamp_scope, "named") ? ", named zones only" :
						       "",
		 until);
}

static void groups_off(const struct rw_report *rep, char *to, size_t size)
{
	size_t len = 0;
	int i;

	*to = '\0';
	for (i = 0; i < RWATCH_NR_GROUPS; i++) {
		struct rw_val on = rep->snap.groups[i].on;

		if (rw_known(on) && !on.v && len < size)
			len += (size_t)snprintf(
				to + len, size - len, "%s%s",
				len ? ", " : "; not counted, by choice: ", rw_group_desc[i].name);
	}
}

static void settings(const struct rw_screen *s)
{
	static const char *const mglru[] = {
		[RW_MGLRU_UNKNOWN] = RWATCH_UNKNOWN,
		[RW_MGLRU_ABSENT] = "not in this kernel, so classic LRU",
		[RW_MGLRU_OFF] = "off, so classic LRU",
		[RW_MGLRU_ON] = "on",
	};
	char boost[128], limit[192], off[192], text[640];

	factor(boost, sizeof(boost), s->rep->facts.boost_factor);
	clamp(limit, sizeof(limit), &s->rep->snap);
	groups_off(s->rep, off, sizeof(off));
	snprintf(text, sizeof(text), "vm.watermark_boost_factor %s; boost clamp %s; MGLRU %s%s",
		 boost, limit, mglru[s->rep->facts.mglru], off);
	fputc('\n', s->out);
	rw_text_wrap(s->out, s->colour ? "\033[1m" : NULL, "Settings      ", text);
}

void rw_out_status(FILE *out, bool colour, bool all, const struct rw_report *rep)
{
	const struct rw_screen s = { .out = out, .colour = colour, .all = all, .rep = rep };

	fprintf(out, "reclaimwatch %s: ", RWATCH_VERSION);
	rw_text_coverage(out, rep);
	fputc('\n', out);
	rw_text_findings(out, colour, all, rep);
	status_zones(&s);
	status_reclaim(&s);
	status_kswapd(&s);
	status_shrinkers(&s);
	status_reclaimers(&s);
	status_compaction(&s);
	if (all)
		status_histograms(&s);
	memory(&s);
	dentries(&s);
	settings(&s);
}
