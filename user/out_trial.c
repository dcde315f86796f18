// SPDX-License-Identifier: GPL-2.0
/* "clamp try": the three phases side by side, and what they say. */
#include <string.h>

#include "json.h"
#include "out.h"
#include "text.h"

#define TITLE 26
#define CELL  18 /* TITLE and three of them are RW_COLUMNS */

static void head(FILE *out, bool colour, const char *title)
{
	rw_text_columns(out, colour, "%-*s%*s%*s%*s", TITLE, title, CELL, rw_phase_name[RW_BEFORE],
			CELL, rw_phase_name[RW_CLAMPED], CELL, rw_phase_name[RW_AFTER]);
}

static bool is_time(enum rw_trial_count id)
{
	return id == RW_TRIAL_BOOSTED_TIME || id == RW_TRIAL_DIRECT_TIME;
}

static void rates(FILE *out, const struct rw_phase phases[RW_NR_PHASES], enum rw_trial_count id)
{
	double rate;
	int i;

	fprintf(out, "%-*s", TITLE, rw_trial_title[id]);
	for (i = 0; i < RW_NR_PHASES; i++) {
		if (rw_phase_rate(&phases[i], id, &rate))
			fprintf(out, "%*.1f", CELL, is_time(id) ? rate / 1e6 : rate);
		else
			fprintf(out, "%*s", CELL, RWATCH_UNKNOWN);
	}
	fputc('\n', out);
}

static void memory(FILE *out, const char *title, const struct rw_val kb[RW_NR_PHASES])
{
	int i;

	fprintf(out, "%-*s", TITLE, title);
	for (i = 0; i < RW_NR_PHASES; i++) {
		if (rw_known(kb[i]))
			fprintf(out, "%*.1f", CELL, (double)kb[i].v / 1024);
		else
			fprintf(out, "%*s", CELL, RWATCH_UNKNOWN);
	}
	fputc('\n', out);
}

static void memory_table(FILE *out, const struct rw_phase phases[RW_NR_PHASES])
{
	struct rw_val cache[RW_NR_PHASES], slab[RW_NR_PHASES], free[RW_NR_PHASES];
	char title[RW_CELL + 16];
	size_t node;
	int i;

	for (i = 0; i < RW_NR_PHASES; i++) {
		cache[i] = rw_phase_page_cache_kb(&phases[i], RW_WHOLE_MACHINE);
		slab[i] = rw_phase_kb(&phases[i], RW_WHOLE_MACHINE, RW_MEM_SLAB);
	}
	memory(out, "page cache", cache);
	memory(out, "slab", slab);
	for (node = 0; node < phases[RW_BEFORE].nr_mem; node++) {
		int nid = phases[RW_BEFORE].mem[node].nid;

		if (nid == RW_WHOLE_MACHINE)
			snprintf(title, sizeof(title), "free");
		else
			snprintf(title, sizeof(title), "free, node %d", nid);
		for (i = 0; i < RW_NR_PHASES; i++)
			free[i] = rw_phase_kb(&phases[i], nid, RW_MEM_FREE);
		memory(out, title, free);
	}
}

/* Of each kind the sentences; and of benefit and cost also that there is none. */
static void verdicts(FILE *out, const struct rw_verdict *verdicts, size_t nr)
{
	static const struct {
		const char *head, *none;
	} kinds[] = {
		[RW_BENEFIT] = { "Benefit  ", "None that these figures show." },
		[RW_COST] = { "Cost     ",
			      "None that these figures show; fragmentation grows slowly, and "
			      "without boost nothing is reclaimed to keep pages of different "
			      "types apart." },
		[RW_NO_CHANGE] = { "Same     ", NULL },
		[RW_TOO_FEW] = { "Too few  ", NULL },
		[RW_NOT_KNOWN] = { "Unknown  ", NULL },
	};
	size_t kind, i;

	for (kind = 0; kind < sizeof(kinds) / sizeof(kinds[0]); kind++) {
		size_t found = 0;

		for (i = 0; i < nr; i++)
			if (verdicts[i].kind == kind && ++found)
				rw_text_wrap(out, NULL, kinds[kind].head, verdicts[i].text);
		if (!found && kinds[kind].none)
			rw_text_wrap(out, NULL, kinds[kind].head, kinds[kind].none);
	}
}

void rw_out_trial(FILE *out, bool colour, const char *settings,
		  const struct rw_phase phases[RW_NR_PHASES], const struct rw_verdict *verdict,
		  size_t nr)
{
	char text[1024], time[RW_CELL];
	int id;

	rw_text_ns(time, phases[RW_CLAMPED].ns);
	snprintf(text, sizeof(text),
		 "The clamp for %s, and as long without it before and after: %s.", time, settings);
	rw_text_wrap(out, NULL, "", text);
	head(out, colour, "In a minute");
	for (id = 0; id < RW_NR_TRIAL; id++)
		rates(out, phases, id);
	head(out, colour, "On average, MiB");
	memory_table(out, phases);
	fputc('\n', out);
	verdicts(out, verdict, nr);
	fputc('\n', out);
	rw_text_wrap(out, NULL, "",
		     "Other work in another phase looks like an effect of the clamp: try again "
		     "before you trust it.  The clamp is as it was before.");
}

static json_t *phase_memory(const struct rw_phase *phase)
{
	json_t *array = json_array();
	size_t i;

	for (i = 0; i < phase->nr_mem; i++) {
		int nid = phase->mem[i].nid;
		json_t *object = json_object();

		rw_json_put(object, "node", nid == RW_WHOLE_MACHINE ? rw_none() : rw_some(nid));
		rw_json_put(object, "page_cache_kb", rw_phase_page_cache_kb(phase, nid));
		rw_json_put(object, "slab_kb", rw_phase_kb(phase, nid, RW_MEM_SLAB));
		rw_json_put(object, "free_kb", rw_phase_kb(phase, nid, RW_MEM_FREE));
		json_array_append_new(array, object);
	}
	return array;
}

json_t *rw_json_trial(const struct rw_clamp *clamp, const struct rw_phase phases[RW_NR_PHASES],
		      const struct rw_verdict *verdict, size_t nr)
{
	json_t *object = rw_json_version(), *array = json_array(), *judged = json_array();
	size_t i;
	int id;

	json_object_set_new(object, "clamp", rw_json_settings(clamp));
	for (i = 0; i < RW_NR_PHASES; i++) {
		json_t *phase = json_pack("{ss}", "phase", rw_phase_name[i]);

		rw_json_put(phase, "duration_ns", phases[i].ns);
		for (id = 0; id < RW_NR_TRIAL; id++)
			rw_json_put(phase, rw_trial_name[id], phases[i].v[id]);
		json_object_set_new(phase, "memory", phase_memory(&phases[i]));
		json_array_append_new(array, phase);
	}
	json_object_set_new(object, "phases", array);
	for (i = 0; i < nr; i++)
		json_array_append_new(judged, json_pack("{ss ss ss}", "about", verdict[i].id,
							"kind", rw_trial_kind[verdict[i].kind],
							"text", verdict[i].text));
	json_object_set_new(object, "verdicts", judged);
	return object;
}
