// SPDX-License-Identifier: GPL-2.0
#include "calc.h"
#include "unit.h"

static void sums(void)
{
	CHECK_VAL(rw_add(rw_some(2), rw_some(3)), 5);
	CHECK(!rw_known(rw_add(rw_some(2), rw_none())));
	CHECK(!rw_known(rw_add(rw_some(INT64_MAX), rw_some(1))));
	CHECK_VAL(rw_sub(rw_some(2), rw_some(3)), -1);
	CHECK(!rw_known(rw_sub(rw_none(), rw_some(3))));
	CHECK(!rw_known(rw_sub(rw_some(INT64_MIN), rw_some(1))));
	CHECK_VAL(rw_add_known(rw_some(2), rw_none()), 2);
	CHECK_VAL(rw_add_known(rw_none(), rw_some(3)), 3);
	CHECK_VAL(rw_add_known(rw_some(2), rw_some(3)), 5);
	CHECK(!rw_known(rw_add_known(rw_none(), rw_none())));
}

static void percent(void)
{
	CHECK_VAL(rw_percent(rw_some(191), rw_some(197)), 97);
	CHECK_VAL(rw_percent(rw_some(0), rw_some(197)), 0);
	CHECK_VAL(rw_percent(rw_some(1), rw_some(100000)), 1);
	CHECK_VAL(rw_percent(rw_some(99999), rw_some(100000)), 99);
	CHECK_VAL(rw_percent(rw_some(7), rw_some(7)), 100);
	CHECK_VAL(rw_percent(rw_some(INT64_MAX), rw_some(INT64_MAX)), 100);
	CHECK(!rw_known(rw_percent(rw_some(1), rw_some(0))));
	CHECK(!rw_known(rw_percent(rw_none(), rw_some(1))));
	CHECK(!rw_known(rw_percent(rw_some(1), rw_none())));
}

static void max_and_mean(void)
{
	CHECK_VAL(rw_max(rw_some(2), rw_some(3)), 3);
	CHECK_VAL(rw_max(rw_some(3), rw_some(2)), 3);
	CHECK_VAL(rw_max(rw_none(), rw_some(-2)), -2);
	CHECK_VAL(rw_max(rw_some(-2), rw_none()), -2);
	CHECK(!rw_known(rw_max(rw_none(), rw_none())));
	CHECK_VAL(rw_mean(rw_some(7), rw_some(2)), 3);
	CHECK(!rw_known(rw_mean(rw_some(7), rw_some(0))));
	CHECK(!rw_known(rw_mean(rw_none(), rw_some(1))));
	CHECK(!rw_known(rw_mean(rw_some(1), rw_none())));
}

static struct rw_val cap(int64_t factor, int64_t block, int64_t managed, int64_t high)
{
	return rw_boost_cap(rw_some(factor), rw_some(block), rw_some(managed), rw_some(high));
}

static void boost_cap(void)
{
	CHECK_VAL(cap(15000, 512, 115200, 1934), 2901);
	CHECK_VAL(cap(15000, 512, 3840, 98), 512); /* never less than a pageblock */
	CHECK_VAL(cap(15000, 512, 2048, 98), 512); /* exactly four pageblocks */
	CHECK_VAL(cap(15000, 512, 2047, 98), 0);   /* too small to be boosted */
	CHECK_VAL(cap(0, 512, 115200, 1934), 0);
	CHECK_VAL(cap(15000, 512, 115200, 0), 0);
	CHECK_VAL(cap(1, 512, 115200, 9999), 0); /* rounds to nothing */
	CHECK_VAL(cap(1, 512, 115200, 10000), 512);
	CHECK(!rw_known(cap(15000, 512, INT64_MAX, INT64_MAX)));
	CHECK(!rw_known(cap(15000, 0, 115200, 1934)));
	CHECK(!rw_known(cap(-1, 512, 115200, 1934)));
	CHECK_VAL(rw_boost_cap(rw_some(0), rw_none(), rw_none(), rw_none()), 0);
	CHECK(!rw_known(rw_boost_cap(rw_none(), rw_some(1), rw_some(9), rw_some(9))));
	CHECK(!rw_known(rw_boost_cap(rw_some(1), rw_some(1), rw_some(9), rw_none())));
}

static void ledger(void)
{
	struct rw_zone zone = { 0 };

	CHECK(!rw_known(rw_ledger_rest(&zone)));
	zone.v[RWATCH_ZONE_CARRIED] = rw_some(512);
	zone.v[RWATCH_ZONE_RAISED] = rw_some(10000);
	zone.v[RWATCH_ZONE_CONSUMED] = rw_some(4000);
	zone.v[RWATCH_ZONE_RESET] = rw_some(300);
	zone.v[RWATCH_ZONE_CLAMPED] = rw_some(200);
	zone.v[RWATCH_ZONE_BOOST] = rw_some(1024);
	CHECK_VAL(rw_ledger_rest(&zone), 512 + 10000 - 4000 - 300 - 200 - 1024);
	zone.v[RWATCH_ZONE_RESET] = rw_none();
	CHECK(!rw_known(rw_ledger_rest(&zone)));
}

static void missed(void)
{
	struct rw_probe probe = { 0 };

	CHECK(!rw_known(rw_probe_missed(&probe)));
	CHECK(!rw_probe_attached(&probe));
	probe.v[RW_PROBE_REENTRY] = rw_some(3);
	CHECK_VAL(rw_probe_missed(&probe), 3);
	probe.v[RW_PROBE_NOINSTANCE] = rw_some(4);
	CHECK_VAL(rw_probe_missed(&probe), 7);
	strcpy(probe.state, RWATCH_WORD_ATTACHED);
	CHECK(rw_probe_attached(&probe));
	strcpy(probe.state, RWATCH_WORD_SILENT);
	CHECK(!rw_probe_attached(&probe));
}

const struct unit_test calc_tests[] = {
	{ "calc: sums with unknowns", sums },
	{ "calc: percent", percent },
	{ "calc: max and mean", max_and_mean },
	{ "calc: cap of the boost", boost_cap },
	{ "calc: rest of the ledger", ledger },
	{ "calc: missed hits", missed },
	{ NULL, NULL },
};
