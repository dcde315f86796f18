/* SPDX-License-Identifier: GPL-2.0 */
/* What the kernel itself says around the module's numbers. */
#ifndef RW_FACTS_H
#define RW_FACTS_H

#include <stddef.h>

#include "err.h"
#include "paths.h"
#include "snapshot.h"
#include "value.h"

enum rw_mem_id {
	RW_MEM_TOTAL,
	RW_MEM_FREE,
	RW_MEM_ACTIVE_FILE,
	RW_MEM_INACTIVE_FILE,
	RW_MEM_SLAB,
	RW_MEM_SLAB_RECLAIMABLE,
	RW_NR_MEM
};

#define RW_WHOLE_MACHINE (-1)

struct rw_mem {
	int nid; /* or RW_WHOLE_MACHINE */
	struct rw_val kb[RW_NR_MEM];
};

enum rw_mglru { RW_MGLRU_UNKNOWN, RW_MGLRU_ABSENT, RW_MGLRU_OFF, RW_MGLRU_ON };
enum rw_presence { RW_CANNOT_TELL, RW_NO, RW_YES };
enum rw_debugfs { RW_DEBUGFS_MISSING, RW_DEBUGFS_EMPTY, RW_DEBUGFS_NO_ACCESS, RW_DEBUGFS_OK };

struct rw_facts {
	struct rw_mem *mem; /* per node, or one for the whole machine */
	size_t nr_mem;
	struct rw_val boost_factor; /* vm.watermark_boost_factor */
	enum rw_mglru mglru;
	struct rw_val ftrace_enabled;
	struct rw_val kprobes_enabled;
	char lockdown[32];	 /* "" if the kernel has none */
	char osrelease[RW_WORD]; /* "" if not known */
	enum rw_presence module;
	enum rw_debugfs debugfs;
};

/* facts_parse.c: pure. */
void rw_meminfo_parse(const char *text, struct rw_mem *mem);
struct rw_val rw_number_parse(const char *text);
enum rw_mglru rw_mglru_parse(const char *text);
/* "none [integrity] confidentiality" -> "integrity". */
void rw_lockdown_parse(const char *text, char *to, size_t size);

/* facts.c: reads.  What cannot be read stays unknown; only memory can run out. */
int rw_facts_read(const struct rw_roots *roots, const struct rw_snapshot *snap,
		  struct rw_facts *facts, struct rw_err *err);
void rw_facts_free(struct rw_facts *facts);

#endif /* RW_FACTS_H */
