// SPDX-License-Identifier: GPL-2.0
#include <string.h>
#include <time.h>

#include "json.h"
#include "name.h"

json_t *rw_json_number(struct rw_val val)
{
	return rw_known(val) ? json_integer(val.v) : json_null();
}

json_t *rw_json_text(const char *text)
{
	return text && *text ? json_string(text) : json_null();
}

json_t *rw_json_name(const char *name)
{
	char utf8[RW_NAME_UTF8(RW_PATH_NAME)];

	rw_name_utf8(utf8, sizeof(utf8), name);
	return json_string(utf8);
}

json_t *rw_json_time(struct rw_val wall_ns)
{
	char text[64];
	struct tm tm;
	time_t s;

	if (!rw_known(wall_ns) || wall_ns.v < 0)
		return json_null();
	s = (time_t)(wall_ns.v / 1000000000);
	if (!gmtime_r(&s, &tm))
		return json_null();
	snprintf(text, sizeof(text), "%04d-%02d-%02dT%02d:%02d:%02d.%06dZ", tm.tm_year + 1900,
		 tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec,
		 (int)(wall_ns.v / 1000 % 1000000));
	return json_string(text);
}

int rw_json_put(json_t *object, const char *name, struct rw_val val)
{
	return json_object_set_new(object, name, rw_json_number(val));
}

int rw_json_put_all(json_t *object, const struct rw_desc *desc, const struct rw_val *vals,
		    size_t nr)
{
	size_t i;
	int ret = 0;

	for (i = 0; i < nr; i++)
		ret |= rw_json_put(object, desc[i].name, vals[i]);
	return ret;
}

static int put_kind(json_t *object, int kind, const struct rw_desc *desc, const struct rw_val *vals,
		    size_t nr)
{
	char name[RW_NAME_MAX];
	size_t i;
	int ret = 0;

	for (i = 0; i < nr; i++) {
		rw_kind_value_name(name, kind, &desc[i]);
		ret |= rw_json_put(object, name, vals[i]);
	}
	return ret;
}

int rw_json_put_kinds(json_t *object, const struct rw_node *node)
{
	int kind, ret = 0;

	for (kind = 0; kind < RWATCH_NR_RUN_KINDS; kind++) {
		ret |= put_kind(object, kind, rw_run_desc, node->run[kind], RWATCH_NR_RUN);
		if (kind < RWATCH_NR_PASS_KINDS)
			ret |= put_kind(object, kind, rw_pass_desc, node->pass[kind],
					RWATCH_NR_PASS);
	}
	return ret;
}
