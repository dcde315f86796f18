// SPDX-License-Identifier: GPL-2.0
#include <sys/stat.h>
#include <unistd.h>

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

static void dentries(void)
{
	struct rw_val d[RW_NR_DENTRIES] = { 0 };

	rw_dentries_parse("901233\t880412\t45\t0\t120331\t0\n", d);
	CHECK_VAL(d[RW_DENTRIES_ALL], 901233);
	CHECK_VAL(d[RW_DENTRIES_UNUSED], 880412);
	CHECK_VAL(d[RW_DENTRIES_NEGATIVE], 120331);
	rw_dentries_parse("1 x", d);
	CHECK_VAL(d[RW_DENTRIES_ALL], 1);
	CHECK(!rw_known(d[RW_DENTRIES_UNUSED]));
	CHECK(!rw_known(d[RW_DENTRIES_NEGATIVE]));
	rw_dentries_parse("", d);
	CHECK(!rw_known(d[RW_DENTRIES_ALL]));
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

/* A tree like a cgroup's, in a temporary directory. */
static void make_dir(const char *root, const char *name, struct rw_val *id)
{
	char path[512];
	struct stat st;

	snprintf(path, sizeof(path), "%s/%s", root, name);
	CHECK(!mkdir(path, 0755) && !stat(path, &st));
	*id = rw_some((int64_t)st.st_ino);
}

static void cgroups(void)
{
	static struct rw_reclaimer rows[6];
	static struct rw_event event = { .what = RW_EVENT_RAISE };
	struct rw_snapshot snap = { .cgroups = rows, .nr_cgroups = 6, .events = &event };
	struct rw_facts facts = { 0 };
	char root[] = "/tmp/rw-cgroups-XXXXXX", link[512], command[600];
	struct rw_val odd, gone, in_link;
	struct rw_err err;
	struct stat st;

	CHECK(mkdtemp(root) && !stat(root, &st));
	rows[0].cgroup_id = rw_some((int64_t)st.st_ino);
	make_dir(root, "a", &rows[1].cgroup_id);
	make_dir(root, "a/b", &rows[2].cgroup_id);
	make_dir(root, "a/odd \033[2J\xc3\xa9", &odd);
	rows[3].cgroup_id = odd;
	rows[4].cgroup_id = rows[2].cgroup_id;
	make_dir(root, "z", &in_link);
	gone = rw_some(INT64_MAX);
	event.raise[RWATCH_EVENT_RAISE_CGROUP] = gone;
	snap.nr_events = 1;
	/* A link is not followed: it would never end. */
	snprintf(link, sizeof(link), "%s/a/loop", root);
	CHECK(!symlink("..", link));
	CHECK(!rw_cgroups_read(root, &snap, &facts, &err));
	CHECK_INT(facts.nr_cgroups, 5);
	CHECK_STR(rw_cgroup_path(&facts, rows[0].cgroup_id), "/");
	CHECK_STR(rw_cgroup_path(&facts, rows[1].cgroup_id), "/a");
	CHECK_STR(rw_cgroup_path(&facts, rows[2].cgroup_id), "/a/b");
	CHECK_STR(rw_cgroup_path(&facts, odd), "/a/odd\\x20\\x1b[2J\\xc3\\xa9");
	CHECK(!rw_cgroup_path(&facts, gone));
	CHECK(!rw_cgroup_path(&facts, in_link)); /* nobody asked for it */
	CHECK(!rw_cgroup_path(&facts, rw_none()));
	rw_facts_free(&facts);
	/* No such directory: no path, and no error. */
	CHECK(!rw_cgroups_read("/nonexistent", &snap, &facts, &err));
	CHECK(!rw_cgroup_path(&facts, rows[1].cgroup_id));
	rw_facts_free(&facts);
	snprintf(command, sizeof(command), "rm -r %s", root);
	CHECK(!system(command));
}

const struct unit_test facts_tests[] = {
	{ "facts: meminfo of a node", meminfo },
	{ "facts: odd meminfo", meminfo_odd },
	{ "facts: numbers", number },
	{ "facts: MGLRU", mglru },
	{ "facts: dentries", dentries },
	{ "facts: lockdown", lockdown },
	{ "facts: paths of cgroups", cgroups },
	{ NULL, NULL },
};
