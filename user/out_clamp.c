// SPDX-License-Identifier: GPL-2.0
/* The clamp: what it is set to, who did that, what it has trimmed. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "calc.h"
#include "json.h"
#include "lex.h"
#include "name.h"
#include "out.h"
#include "text.h"

/* Files are read one after the other: a change may be younger than "now". */
static struct rw_val changed_ago(const struct rw_report *rep)
{
	struct rw_val ago = rw_sub(rep->snap.global[RWATCH_GLOBAL_NOW],
				   rep->snap.global[RWATCH_GLOBAL_CLAMP_CHANGED]);

	return rw_known(ago) && ago.v < 0 ? rw_some(0) : ago;
}

static void last_change(FILE *out, const struct rw_report *rep)
{
	const struct rw_snapshot *snap = &rep->snap;
	const struct rw_val *g = snap->global;
	char text[256], ago[RW_CELL], pid[RW_CELL], changes[RW_CELL], by[RW_WORD];

	if (!rw_known(g[RWATCH_GLOBAL_CLAMP_CHANGED])) {
		fputs("Nobody has changed it since the module was loaded.\n", out);
		return;
	}
	rw_text_ns(ago, changed_ago(rep));
	rw_text_count(pid, 10, g[RWATCH_GLOBAL_CLAMP_PID]);
	rw_text_count(changes, 10, g[RWATCH_GLOBAL_CLAMP_CHANGES]);
	rw_name_text(by, sizeof(by), *snap->clamp_by ? snap->clamp_by : RWATCH_UNKNOWN);
	snprintf(text, sizeof(text), "Last changed %s ago by %s (pid %s); changes in all: %s.", ago,
		 by, pid, changes);
	rw_text_wrap(out, NULL, "", text);
}

static void trimmed(FILE *out, bool colour, const struct rw_snapshot *snap)
{
	static const struct {
		int width, id;
	} cells[] = {
		{ 10, RWATCH_ZONE_LIMIT },
		{ 10, RWATCH_ZONE_CLAMPS },
		{ 12, RWATCH_ZONE_CLAMPED },
		{ 16, RWATCH_ZONE_WAKES_AVOIDED },
	};
	char cell[RW_CELL], label[RW_ZONE_NAME + 24];
	size_t i, j;

	rw_text_columns(out, colour, "%-14s%10s%10s%12s%16s", "Trimmed", "limit", "times", "pages",
			"wakes avoided");
	for (i = 0; i < snap->nr_zones; i++) {
		const struct rw_zone *zone = &snap->zones[i];

		snprintf(label, sizeof(label), "node %d %s", zone->nid, zone->name);
		fprintf(out, "%-14s", label);
		for (j = 0; j < sizeof(cells) / sizeof(cells[0]); j++) {
			struct rw_val val = zone->v[cells[j].id];

			rw_text_count(cell, cells[j].width - 1, val);
			if (cells[j].id == RWATCH_ZONE_LIMIT && !rw_known(val))
				snprintf(cell, sizeof(cell), "none");
			fprintf(out, "%*s", cells[j].width, cell);
		}
		fputc('\n', out);
	}
}

void rw_out_clamp(FILE *out, bool colour, const struct rw_clamp *clamp, const struct rw_report *rep)
{
	char text[1024], settings[768];

	rw_clamp_text(settings, sizeof(settings), clamp,
		      rep->snap.global[RWATCH_GLOBAL_CLAMP_LEFT]);
	if (rw_clamp_is_auto(clamp))
		snprintf(text, sizeof(text), "The guard switches the boost clamp: %s.", settings);
	else if (rw_clamp_is_on(clamp))
		snprintf(text, sizeof(text), "The boost clamp is on: %s.", settings);
	else
		snprintf(text, sizeof(text), "The boost clamp is off.");
	rw_text_wrap(out, NULL, "", text);
	if (!rep->have_snap) {
		snprintf(text, sizeof(text), "What it has trimmed is not known: %s.",
			 rep->err.text);
		rw_text_wrap(out, NULL, "", text);
		return;
	}
	last_change(out, rep);
	trimmed(out, colour, &rep->snap);
}

/* The value in a file; null for a zone that has no share of its own. */
static json_t *word(const struct rw_setting *setting)
{
	int64_t number;

	return rw_lex_int(setting->value, false, &number) ? json_integer(number) : json_null();
}

static json_t *zone(const struct rw_setting *setting, const struct rw_snapshot *snap)
{
	static const int ids[] = { RWATCH_ZONE_LIMIT, RWATCH_ZONE_CLAMPS, RWATCH_ZONE_CLAMPED,
				   RWATCH_ZONE_WAKES_AVOIDED };
	static const struct rw_zone unknown;
	const struct rw_zone *zone = &unknown;
	json_t *object = json_pack("{si ss so}", "node", setting->nid, "zone", setting->zone,
				   "boost_clamp_pct", word(setting));
	size_t i;

	for (i = 0; i < snap->nr_zones; i++)
		if (snap->zones[i].nid == setting->nid &&
		    !strcmp(snap->zones[i].name, setting->zone))
			zone = &snap->zones[i];
	for (i = 0; i < sizeof(ids) / sizeof(ids[0]); i++)
		rw_json_put(object, rw_zone_desc[ids[i]].name, zone->v[ids[i]]);
	return object;
}

static void put_settings(json_t *object, const struct rw_clamp *clamp)
{
	char name[RW_CLAMP_NAME];
	size_t i;

	for (i = 0; i < RW_NR_SET; i++) {
		rw_clamp_name(name, clamp, i);
		json_object_set_new(object, name,
				    i == RW_SET_SCOPE ? json_string(clamp->set[i].value) :
							word(&clamp->set[i]));
	}
	/* As in "about", auto is a value of its own. */
	if (rw_clamp_is_auto(clamp))
		rw_json_put(object, rw_global_desc[RWATCH_GLOBAL_CLAMP].name, rw_some(0));
	rw_json_put(object, rw_global_desc[RWATCH_GLOBAL_CLAMP_AUTO].name,
		    rw_some(rw_clamp_is_auto(clamp)));
}

json_t *rw_json_settings(const struct rw_clamp *clamp)
{
	json_t *object = json_object(), *zones = json_array();
	size_t i;

	put_settings(object, clamp);
	for (i = RW_NR_SET; i < clamp->nr; i++)
		json_array_append_new(zones, json_pack("{si ss so}", "node", clamp->set[i].nid,
						       "zone", clamp->set[i].zone,
						       "boost_clamp_pct", word(&clamp->set[i])));
	json_object_set_new(object, "zones", zones);
	return object;
}

json_t *rw_json_clamp(const struct rw_clamp *clamp, const struct rw_report *rep)
{
	static const int ids[] = { RWATCH_GLOBAL_CLAMP_LEFT, RWATCH_GLOBAL_CLAMP_CHANGED,
				   RWATCH_GLOBAL_CLAMP_CHANGES, RWATCH_GLOBAL_CLAMP_PID };
	json_t *object = rw_json_version(), *zones = json_array();
	size_t i;

	put_settings(object, clamp);
	for (i = 0; i < sizeof(ids) / sizeof(ids[0]); i++)
		rw_json_put(object, rw_global_desc[ids[i]].name, rep->snap.global[ids[i]]);
	json_object_set_new(object, "boost_clamp_changed_ago_ns", rw_json_number(changed_ago(rep)));
	json_object_set_new(object, "boost_clamp_by",
			    *rep->snap.clamp_by ? rw_json_name(rep->snap.clamp_by) : json_null());
	for (i = RW_NR_SET; i < clamp->nr; i++)
		json_array_append_new(zones, zone(&clamp->set[i], &rep->snap));
	json_object_set_new(object, "zones", zones);
	return object;
}
