// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "lex.h"

/* The offset of two clocks, read one after the other, is not known any better. */
#define CLOCK_STEP_NS 1000000

const char *const rw_host_mem_name[RW_NR_MEM] = {
	[RW_MEM_TOTAL] = "total_kb",
	[RW_MEM_FREE] = "free_kb",
	[RW_MEM_ACTIVE_FILE] = "active_file_kb",
	[RW_MEM_INACTIVE_FILE] = "inactive_file_kb",
	[RW_MEM_SLAB] = "slab_kb",
	[RW_MEM_SLAB_RECLAIMABLE] = "slab_reclaimable_kb",
};

static const char *const mglru_word[] = {
	[RW_MGLRU_UNKNOWN] = RWATCH_UNKNOWN,
	[RW_MGLRU_ABSENT] = "absent",
	[RW_MGLRU_OFF] = "off",
	[RW_MGLRU_ON] = "on",
};

static const char *const dentries_name[RW_NR_DENTRIES] = {
	[RW_DENTRIES_ALL] = "dentries",
	[RW_DENTRIES_UNUSED] = "dentries_unused",
	[RW_DENTRIES_NEGATIVE] = "dentries_negative",
};

static void put(struct rw_buf *to, const char *name, struct rw_val val)
{
	if (rw_known(val))
		rw_buf_printf(to, "  %s %" PRId64 "\n", name, val.v);
	else
		rw_buf_printf(to, "  %s " RWATCH_UNKNOWN "\n", name);
}

void rw_host_put(struct rw_buf *to, const struct rw_facts *facts)
{
	struct rw_val wall = facts->wall_ns;
	size_t i;
	int id;

	if (rw_known(wall))
		wall.v = wall.v / CLOCK_STEP_NS * CLOCK_STEP_NS;
	rw_buf_printf(to, "schema %d\n" RW_HOST_KERNEL "\n", RWATCH_SCHEMA);
	rw_buf_printf(to, "  osrelease %s\n",
		      *facts->osrelease && !strpbrk(facts->osrelease, " \t") ? facts->osrelease :
									       RWATCH_UNKNOWN);
	rw_buf_printf(to, "  mglru %s\n", mglru_word[facts->mglru]);
	put(to, "wall_ns", wall);
	put(to, "boost_factor", facts->boost_factor);
	for (id = 0; id < RW_NR_DENTRIES; id++)
		put(to, dentries_name[id], facts->dentries[id]);
	for (i = 0; i < facts->nr_mem; i++) {
		if (facts->mem[i].nid == RW_WHOLE_MACHINE)
			rw_buf_printf(to, RW_HOST_MEMORY " all\n");
		else
			rw_buf_printf(to, RW_HOST_MEMORY " %d\n", facts->mem[i].nid);
		for (id = 0; id < RW_NR_MEM; id++)
			put(to, rw_host_mem_name[id], facts->mem[i].kb[id]);
	}
	rw_buf_printf(to, RWATCH_END "\n");
}

static void kernel_value(struct rw_facts *facts, const char *name, const char *word)
{
	size_t i;

	if (!strcmp(name, "osrelease") && strcmp(word, RWATCH_UNKNOWN))
		snprintf(facts->osrelease, sizeof(facts->osrelease), "%s", word);
	if (!strcmp(name, "wall_ns"))
		facts->wall_ns = rw_number_parse(word);
	if (!strcmp(name, "boost_factor"))
		facts->boost_factor = rw_number_parse(word);
	for (i = 0; !strcmp(name, "mglru") && i < sizeof(mglru_word) / sizeof(*mglru_word); i++)
		if (!strcmp(word, mglru_word[i]))
			facts->mglru = (enum rw_mglru)i;
	for (i = 0; i < RW_NR_DENTRIES; i++)
		if (!strcmp(name, dentries_name[i]))
			facts->dentries[i] = rw_number_parse(word);
}

static void memory_value(struct rw_facts *facts, const char *name, const char *word)
{
	size_t i;

	for (i = 0; i < RW_NR_MEM; i++)
		if (!strcmp(name, rw_host_mem_name[i]))
			facts->mem[facts->nr_mem - 1].kb[i] = rw_number_parse(word);
}

static int open_memory(struct rw_lexer *lx, struct rw_facts *facts, const char *word)
{
	int64_t nid = RW_WHOLE_MACHINE;
	void *more;

	if (strcmp(word, "all") && (!rw_lex_int(word, false, &nid) || nid >= RW_MAX_NODES))
		return rw_lex_garbled(lx, "\"%.40s\" is not a node", word);
	if (facts->nr_mem == RW_MAX_NODES)
		return rw_lex_garbled(lx, "too many nodes");
	more = realloc(facts->mem, (facts->nr_mem + 1) * sizeof(*facts->mem));
	if (!more)
		return rw_fail_memory(lx->err);
	facts->mem = more;
	facts->mem[facts->nr_mem++] = (struct rw_mem){ .nid = (int)nid };
	return 0;
}

int rw_host_parse(const char *text, size_t len, struct rw_facts *facts, struct rw_err *err)
{
	struct rw_lexer lx = { .path = RW_HOST_FILE, .p = text, .end = text + len, .err = err };
	enum { OTHER, KERNEL, MEMORY } section = OTHER;
	struct rw_line line;
	int ret;

	*facts = (struct rw_facts){ .module = RW_YES, .debugfs = RW_DEBUGFS_OK };
	while ((ret = rw_lex_line(&lx, &line)) > 0) {
		if (line.indented && line.nr == 2) {
			if (section == KERNEL)
				kernel_value(facts, line.word[0], line.word[1]);
			if (section == MEMORY)
				memory_value(facts, line.word[0], line.word[1]);
			continue;
		}
		if (line.nr != 2)
			continue;
		section = !strcmp(line.word[0], "host")		? KERNEL :
			  !strcmp(line.word[0], RW_HOST_MEMORY) ? MEMORY :
								  OTHER;
		if (section == MEMORY && open_memory(&lx, facts, line.word[1]))
			return -1;
	}
	return ret;
}
