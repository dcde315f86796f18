// SPDX-License-Identifier: GPL-2.0
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge.h"

bool rw_say(struct rw_finding *f, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(f->text, sizeof(f->text), fmt, ap);
	va_end(ap);
	rw_plain(f->text);
	return true;
}

void rw_evidence(struct rw_finding *f, const char *name, struct rw_val val)
{
	struct rw_evidence *e;

	if (f->nr_evidence == RW_MAX_EVIDENCE)
		return;
	e = &f->evidence[f->nr_evidence++];
	snprintf(e->name, sizeof(e->name), "%s", name);
	e->val = val;
}

void rw_evidence_run(struct rw_finding *f, const struct rw_node *node, int kind, int id)
{
	char name[RW_NAME_MAX];

	rw_kind_value_name(name, kind, &rw_run_desc[id]);
	rw_evidence(f, name, node->run[kind][id]);
}

void rw_evidence_pass(struct rw_finding *f, const struct rw_node *node, int kind, int id)
{
	char name[RW_NAME_MAX];

	rw_kind_value_name(name, kind, &rw_pass_desc[id]);
	rw_evidence(f, name, node->pass[kind][id]);
}

void rw_evidence_zone(struct rw_finding *f, const struct rw_zone *zone, int id)
{
	rw_evidence(f, rw_zone_desc[id].name, zone->v[id]);
}

static int append(struct rw_report *rep, const struct rw_finding *f, struct rw_err *err)
{
	size_t nr = rep->nr_findings;

	if ((nr & (nr - 1)) == 0) {
		void *more = realloc(rep->findings, (nr ? 2 * nr : 1) * sizeof(*f));

		if (!more)
			return rw_fail_memory(err);
		rep->findings = more;
	}
	rep->findings[rep->nr_findings++] = *f;
	return 0;
}

static int try(struct rw_report *rep, enum rw_domain domain, const struct rw_rule *rule,
	       const struct rw_case *c, struct rw_err *err)
{
	struct rw_finding f = {
		.id = rule->id,
		.advice = rule->advice,
		.severity = rule->severity,
		.domain = domain,
		.nid = c->zone ? c->zone->nid :
		       c->node ? c->node->nid :
		       c->mem  ? c->mem->nid :
				 -1,
		.zone = c->zone ? c->zone->name : NULL,
		.probe = c->probe >= 0 ? rw_probe_desc[c->probe].name : NULL,
	};

	return rule->check(c, &f) ? append(rep, &f, err) : 0;
}

/* The narrowest first. */
static const char *const contexts[] = { "noio", "nofs", "any" };

#define NR_CONTEXTS (sizeof(contexts) / sizeof(*contexts))

/* How many cases a rule of @scope has. */
static size_t nr_cases(const struct rw_report *rep, enum rw_scope scope)
{
	switch (scope) {
	case RW_PER_HOST:
		return 1;
	case RW_PER_ZONE:
		return rep->snap.nr_zones;
	case RW_PER_NODE:
		return rep->snap.nr_nodes;
	case RW_PER_MEM:
		return rep->facts.nr_mem;
	case RW_PER_PROBE:
		return rep->have_snap ? RWATCH_NR_PROBES : 0;
	case RW_PER_CONTEXT:
		return NR_CONTEXTS;
	case RW_PER_BTF:
		return rep->have_btf && rep->btf.available ? RW_NR_BTF : 0;
	}
	return 0;
}

static struct rw_case nth_case(const struct rw_report *rep, enum rw_scope scope, size_t i)
{
	struct rw_case c = { .rep = rep, .probe = -1 };

	switch (scope) {
	case RW_PER_HOST:
		break;
	case RW_PER_ZONE:
		c.zone = &rep->snap.zones[i];
		c.cap = rep->cap[i];
		break;
	case RW_PER_NODE:
		c.node = &rep->snap.nodes[i];
		break;
	case RW_PER_MEM:
		c.mem = &rep->facts.mem[i];
		break;
	case RW_PER_PROBE:
		c.probe = (int)i;
		break;
	case RW_PER_CONTEXT:
		c.context = contexts[i];
		break;
	case RW_PER_BTF:
		c.btf = &rep->btf.entry[i];
		c.probe = (int)c.btf->probe;
		break;
	}
	return c;
}

static int apply(struct rw_report *rep, enum rw_domain domain, const struct rw_rule *rules,
		 struct rw_err *err)
{
	for (; rules->id; rules++) {
		size_t i, nr = nr_cases(rep, rules->scope);

		for (i = 0; i < nr; i++) {
			struct rw_case c = nth_case(rep, rules->scope, i);

			if (try(rep, domain, rules, &c, err))
				return -1;
		}
	}
	return 0;
}

/*
 * Worst first, otherwise in the order of the rules.  Figures that are wrong come
 * before what they say of memory; that some are incomplete comes after it.
 */
static int sort(struct rw_report *rep, struct rw_err *err)
{
	static const struct {
		enum rw_severity severity;
		enum rw_domain domain;
	} order[] = {
		{ RW_BAD, RW_TRUST },  { RW_BAD, RW_MEMORY },  { RW_WARN, RW_MEMORY },
		{ RW_WARN, RW_TRUST }, { RW_NOTE, RW_MEMORY }, { RW_NOTE, RW_TRUST },
	};
	struct rw_finding *sorted = calloc(rep->nr_findings + 1, sizeof(*sorted));
	size_t i, k, nr = 0;

	if (!sorted)
		return rw_fail_memory(err);
	for (k = 0; k < sizeof(order) / sizeof(*order); k++)
		for (i = 0; i < rep->nr_findings; i++)
			if (rep->findings[i].severity == order[k].severity &&
			    rep->findings[i].domain == order[k].domain)
				sorted[nr++] = rep->findings[i];
	free(rep->findings);
	rep->findings = sorted;
	return 0;
}

int rw_judge(struct rw_report *rep, int domains, struct rw_err *err)
{
	if ((domains & RW_TRUST) && apply(rep, RW_TRUST, rw_trust_rules, err))
		return -1;
	if ((domains & RW_MEMORY) && (apply(rep, RW_MEMORY, rw_memory_rules, err) ||
				      apply(rep, RW_MEMORY, rw_reclaim_rules, err) ||
				      apply(rep, RW_MEMORY, rw_minor_rules, err)))
		return -1;
	return sort(rep, err);
}
