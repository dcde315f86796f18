// SPDX-License-Identifier: GPL-2.0
#include "facts.h"
#include "unit.h"

static void meminfo(void)
{
	struct rw_mem mem = { 0 };
	size_t len;
	char *text = unit_data("story/sys/devices/system/node/node0/meminfo", &len);

	rw_meminfo_parse(text, &mem);
	free(text);
	CHECK_VAL(mem.kb[RW_MEM_TOTAL], 478000);
	CHECK_VAL(mem.kb[RW_MEM_ACTIVE_FILE], 21300);
	CHECK_VAL(mem.kb[RW_MEM_INACTIVE_FILE], 28876);
	CHECK_VAL(mem.kb[RW_MEM_SLAB], 333824);
	CHECK_VAL(mem.kb[RW_MEM_SLAB_RECLAIMABLE], 301056);
}

static void meminfo_odd(void)
{
	struct rw_mem mem = { 0 };

	rw_meminfo_parse("", &mem);
	rw_meminfo_parse("Node", &mem);
	rw_meminfo_parse("Node 0 ", &mem);
	rw_meminfo_parse("Slab:", &mem);
	CHECK(!rw_known(mem.kb[RW_MEM_SLAB]));
	rw_meminfo_parse("Slab: lots kB\nMemFree: 99999999999999999999 kB", &mem);
	CHECK(!rw_known(mem.kb[RW_MEM_SLAB]));
	CHECK(!rw_known(mem.kb[RW_MEM_FREE]));
	rw_meminfo_parse("MemFree: 7 kB", &mem);
	CHECK_VAL(mem.kb[RW_MEM_FREE], 7);
	CHECK(!rw_known(mem.kb[RW_MEM_TOTAL]));
}

static void number(void)
{
	CHECK_VAL(rw_number_parse("15000\n"), 15000);
	CHECK_VAL(rw_number_parse("-1"), -1);
	CHECK(!rw_known(rw_number_parse("")));
	CHECK(!rw_known(rw_number_parse("x\n")));
	CHECK(!rw_known(rw_number_parse("111111111111111111111111111111")));
}

static void mglru(void)
{
	CHECK_INT(rw_mglru_parse("0x0007\n"), RW_MGLRU_ON);
	CHECK_INT(rw_mglru_parse("0x0001"), RW_MGLRU_ON);
	CHECK_INT(rw_mglru_parse("0x0006\n"), RW_MGLRU_OFF);
	CHECK_INT(rw_mglru_parse("0x0000\n"), RW_MGLRU_OFF);
	CHECK_INT(rw_mglru_parse("y\n"), RW_MGLRU_UNKNOWN);
	CHECK_INT(rw_mglru_parse("0x\n"), RW_MGLRU_UNKNOWN);
	CHECK_INT(rw_mglru_parse("0x1z\n"), RW_MGLRU_UNKNOWN);
	CHECK_INT(rw_mglru_parse(""), RW_MGLRU_UNKNOWN);
}

static void lockdown(void)
{
	char to[16];

	rw_lockdown_parse("none [integrity] confidentiality\n", to, sizeof(to));
	CHECK_STR(to, "integrity");
	rw_lockdown_parse("[none] integrity confidentiality\n", to, sizeof(to));
	CHECK_STR(to, "none");
	rw_lockdown_parse("none integrity\n", to, sizeof(to));
	CHECK_STR(to, "");
	rw_lockdown_parse("[unfinished", to, sizeof(to));
	CHECK_STR(to, "");
	rw_lockdown_parse("[muchtoolongforthebuffer]", to, sizeof(to));
	CHECK_STR(to, "");
	rw_lockdown_parse("", to, sizeof(to));
	CHECK_STR(to, "");
}

const struct unit_test facts_tests[] = {
	{ "facts: meminfo of a node", meminfo },
	{ "facts: odd meminfo", meminfo_odd },
	{ "facts: numbers", number },
	{ "facts: MGLRU", mglru },
	{ "facts: lockdown", lockdown },
	{ NULL, NULL },
};
