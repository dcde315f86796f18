// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clamp.h"
#include "lex.h"
#include "text.h"

#define INHERIT "inherit"

void rw_clamp_name(char name[RW_CLAMP_NAME], const struct rw_clamp *clamp, size_t i)
{
	static const char *const names[RW_NR_SET] = {
		[RW_SET_ON] = "boost_clamp",
		[RW_SET_PCT] = "boost_clamp_pct",
		[RW_SET_SCOPE] = "boost_clamp_scope",
		[RW_SET_TIMEOUT] = "boost_clamp_timeout",
	};

	if (i < RW_NR_SET)
		snprintf(name, RW_CLAMP_NAME, "%s", names[i]);
	else
		snprintf(name, RW_CLAMP_NAME, "node%d/%s/boost_clamp_pct", clamp->set[i].nid,
			 clamp->set[i].zone);
}

bool rw_clamp_known(size_t i, const char *value)
{
	int64_t number;

	switch (i) {
	case RW_SET_ON:
		return !strcmp(value, "0") || !strcmp(value, "1") || !strcmp(value, RW_CLAMP_AUTO);
	case RW_SET_SCOPE:
		return !strcmp(value, "all") || !strcmp(value, "lower") || !strcmp(value, "named");
	default:
		return rw_lex_int(value, false, &number) ||
		       (i >= RW_NR_SET && !strcmp(value, INHERIT));
	}
}

int rw_clamp_add(struct rw_clamp *clamp, const struct rw_setting *setting)
{
	struct rw_setting *more = realloc(clamp->set, (clamp->nr + 1) * sizeof(*more));

	if (!more)
		return -1;
	clamp->set = more;
	clamp->set[clamp->nr++] = *setting;
	return 0;
}

int rw_clamp_copy(struct rw_clamp *to, const struct rw_clamp *from)
{
	size_t i;

	*to = (struct rw_clamp){ 0 };
	for (i = 0; i < from->nr; i++)
		if (rw_clamp_add(to, &from->set[i]))
			return -1;
	return 0;
}

void rw_clamp_free(struct rw_clamp *clamp)
{
	free(clamp->set);
	*clamp = (struct rw_clamp){ 0 };
}

bool rw_clamp_is_on(const struct rw_clamp *clamp)
{
	return strcmp(clamp->set[RW_SET_ON].value, "0");
}

bool rw_clamp_is_auto(const struct rw_clamp *clamp)
{
	return !strcmp(clamp->set[RW_SET_ON].value, RW_CLAMP_AUTO);
}

static bool differs(const struct rw_clamp *a, const struct rw_clamp *b, size_t i)
{
	return strcmp(a->set[i].value, b->set[i].value);
}

bool rw_clamp_same(const struct rw_clamp *a, const struct rw_clamp *b)
{
	size_t i;

	if (a->nr != b->nr)
		return false;
	for (i = 0; i < a->nr; i++)
		if (a->set[i].nid != b->set[i].nid || strcmp(a->set[i].zone, b->set[i].zone) ||
		    differs(a, b, i))
			return false;
	return true;
}

bool rw_clamp_between(const struct rw_clamp *now, const struct rw_clamp *was,
		      const struct rw_clamp *want)
{
	size_t i;

	if (now->nr != was->nr || now->nr != want->nr)
		return false;
	if (rw_clamp_is_on(now))
		return rw_clamp_same(now, want);
	for (i = 0; i < now->nr; i++)
		if (i != RW_SET_ON && differs(now, was, i) && differs(now, want, i))
			return false;
	return true;
}

static void set(struct rw_clamp *clamp, size_t i, const char *value)
{
	snprintf(clamp->set[i].value, RW_CLAMP_WORD, "%s", value);
}

static void set_number(struct rw_clamp *clamp, size_t i, int64_t value)
{
	snprintf(clamp->set[i].value, RW_CLAMP_WORD, "%" PRId64, value < 0 ? 0 : value);
}

static bool names(const struct rw_clamp_wish *wish, const struct rw_setting *setting)
{
	return (wish->nid == RW_UNSET || wish->nid == setting->nid) &&
	       (!wish->zone || !strcmp(wish->zone, setting->zone));
}

static int no_such_zone(const struct rw_clamp *clamp, const struct rw_clamp_wish *wish,
			struct rw_err *err)
{
	char list[384] = "", node[32] = "";
	size_t i, len = 0;

	for (i = RW_NR_SET; i < clamp->nr && len < sizeof(list); i++)
		len += (size_t)snprintf(list + len, sizeof(list) - len, "%snode %d %s",
					i > RW_NR_SET ? ", " : "", clamp->set[i].nid,
					clamp->set[i].zone);
	if (wish->nid != RW_UNSET)
		snprintf(node, sizeof(node), " on node %d", wish->nid);
	if (!wish->zone)
		return rw_fail(err, RW_ERR_USAGE,
			       "there is no zone with memory%s; nothing was changed; there are: %s",
			       node, list);
	return rw_fail(err, RW_ERR_USAGE,
		       "there is no zone \"%.20s\" with memory%s; nothing was changed; "
		       "there are: %s",
		       wish->zone, node, list);
}

int rw_clamp_wish(struct rw_clamp *clamp, const struct rw_clamp_wish *wish, struct rw_err *err)
{
	bool named = wish->nid != RW_UNSET || wish->zone;
	size_t i, nr = 0;

	for (i = RW_NR_SET; i < clamp->nr; i++)
		nr += names(wish, &clamp->set[i]);
	if (named && !nr)
		return no_such_zone(clamp, wish, err);
	set(clamp, RW_SET_ON, wish->guarded ? RW_CLAMP_AUTO : "1");
	set_number(clamp, RW_SET_PCT, wish->pct);
	set(clamp, RW_SET_SCOPE, named ? "named" : wish->scope ? wish->scope : "all");
	set_number(clamp, RW_SET_TIMEOUT, wish->seconds);
	for (i = RW_NR_SET; i < clamp->nr; i++) {
		if (named && names(wish, &clamp->set[i]))
			set_number(clamp, i, wish->pct);
		else
			set(clamp, i, INHERIT);
	}
	return 0;
}

size_t rw_clamp_writes(const struct rw_clamp *was, const struct rw_clamp *want,
		       struct rw_clamp_write *writes)
{
	bool on = rw_clamp_is_on(was), other = differs(was, want, RW_SET_ON);
	size_t i, nr = 0;

	for (i = RW_SET_ON + 1; i < want->nr; i++)
		other = other || (i != RW_SET_TIMEOUT && differs(was, want, i));
	if (on && other) {
		writes[nr++] = (struct rw_clamp_write){ RW_SET_ON, "0" };
		on = false;
	}
	for (i = RW_SET_ON + 1; i < want->nr; i++) {
		/* Written while it is on, a time begins anew. */
		bool again = i == RW_SET_TIMEOUT && on && strcmp(want->set[i].value, "0");

		if (differs(was, want, i) || again)
			writes[nr++] = (struct rw_clamp_write){ i, want->set[i].value };
	}
	if (!on && rw_clamp_is_on(want))
		writes[nr++] = (struct rw_clamp_write){ RW_SET_ON, want->set[RW_SET_ON].value };
	return nr;
}

/* Appends, cut where there is no more room. */
static void __attribute__((format(printf, 3, 4)))
append(char *to, size_t size, const char *fmt, ...)
{
	size_t len = strlen(to);
	va_list args;

	va_start(args, fmt);
	vsnprintf(to + len, size - len, fmt, args);
	va_end(args);
}

static void append_share(char *to, size_t size, const char *pct)
{
	if (!strcmp(pct, "0"))
		append(to, size, "%sno boost in ", *to ? ", " : "");
	else
		append(to, size, "%sboost up to %s%% in ", *to ? ", " : "", pct);
}

void rw_clamp_leaves(char *to, size_t size, const struct rw_clamp *clamp)
{
	const char *scope = clamp->set[RW_SET_SCOPE].value;
	size_t i;

	*to = '\0';
	if (strcmp(scope, "named")) {
		append_share(to, size, clamp->set[RW_SET_PCT].value);
		append(to, size, strcmp(scope, "lower") ? "any zone" : "lower zones");
	}
	for (i = RW_NR_SET; i < clamp->nr; i++) {
		if (!strcmp(clamp->set[i].value, INHERIT))
			continue;
		append_share(to, size, clamp->set[i].value);
		append(to, size, "node %d %s", clamp->set[i].nid, clamp->set[i].zone);
	}
	if (!*to)
		append(to, size, "no zone is named");
}

void rw_clamp_text(char *to, size_t size, const struct rw_clamp *clamp, struct rw_val left_ns)
{
	char time[RW_CELL];
	int64_t seconds;

	rw_clamp_leaves(to, size, clamp);
	if (!rw_lex_int(clamp->set[RW_SET_TIMEOUT].value, false, &seconds) || !seconds) {
		append(to, size, ", until it is switched off");
	} else if (rw_known(left_ns)) {
		rw_text_ns(time, left_ns);
		append(to, size, ", for another %s", time);
	} else {
		rw_text_ns(time, rw_some(seconds * 1000000000));
		append(to, size, ", for %s", time);
	}
}
