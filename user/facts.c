// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "facts.h"
#include "source.h"

#define MEMINFO_MAX 16384

static struct rw_val read_number(const char *root, const char *name)
{
	char text[64];

	return rw_source_small(root, name, text, sizeof(text)) ? rw_none() : rw_number_parse(text);
}

static enum rw_mglru read_mglru(const char *sysfs)
{
	char text[64];
	int ret = rw_source_small(sysfs, RW_LRU_GEN, text, sizeof(text));

	if (!ret)
		return rw_mglru_parse(text);
	/* Absent is an answer only where there is a kernel/mm to look in. */
	if (ret == -ENOENT && rw_source_small(sysfs, RW_KERNEL_MM, text, sizeof(text)) == -EISDIR)
		return RW_MGLRU_ABSENT;
	return RW_MGLRU_UNKNOWN;
}

static void read_osrelease(const char *procfs, char to[RW_WORD])
{
	if (rw_source_small(procfs, RW_OSRELEASE, to, RW_WORD))
		*to = '\0';
	to[strcspn(to, "\n")] = '\0';
	rw_plain(to);
}

/* Per node; if any node's file is missing, one row for the machine. */
static int read_mem(const struct rw_roots *roots, const struct rw_snapshot *snap,
		    struct rw_facts *facts, struct rw_err *err)
{
	size_t i, nr = snap->nr_nodes;
	char text[MEMINFO_MAX], name[sizeof(RW_NODE_MEMINFO) + 16];

	facts->mem = calloc(nr + 1, sizeof(*facts->mem));
	if (!facts->mem)
		return rw_fail_memory(err);
	for (i = 0; i < nr; i++) {
		snprintf(name, sizeof(name), RW_NODE_MEMINFO, snap->nodes[i].nid);
		if (rw_source_small(roots->sysfs, name, text, sizeof(text)))
			break;
		facts->mem[i].nid = snap->nodes[i].nid;
		rw_meminfo_parse(text, &facts->mem[i]);
	}
	if (nr && i == nr) {
		facts->nr_mem = nr;
		return 0;
	}
	if (rw_source_small(roots->procfs, RW_MEMINFO, text, sizeof(text)))
		return 0;
	facts->mem[0] = (struct rw_mem){ .nid = RW_WHOLE_MACHINE };
	rw_meminfo_parse(text, &facts->mem[0]);
	facts->nr_mem = 1;
	return 0;
}

int rw_facts_read(const struct rw_roots *roots, const struct rw_snapshot *snap,
		  struct rw_facts *facts, struct rw_err *err)
{
	char text[128];

	*facts = (struct rw_facts){
		.boost_factor = read_number(roots->procfs, RW_BOOST_FACTOR),
		.ftrace_enabled = read_number(roots->procfs, RW_FTRACE_ENABLED),
		.kprobes_enabled = read_number(roots->debugfs, RW_KPROBES_ENABLED),
		.mglru = read_mglru(roots->sysfs),
		.module = rw_source_module(roots),
		.debugfs = rw_source_debugfs(roots),
	};
	read_osrelease(roots->procfs, facts->osrelease);
	if (!rw_source_small(roots->sysfs, RW_LOCKDOWN, text, sizeof(text)))
		rw_lockdown_parse(text, facts->lockdown, sizeof(facts->lockdown));
	return read_mem(roots, snap, facts, err);
}

void rw_facts_free(struct rw_facts *facts)
{
	free(facts->mem);
	facts->mem = NULL;
	facts->nr_mem = 0;
}
