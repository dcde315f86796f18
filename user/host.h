/* SPDX-License-Identifier: GPL-2.0 */
/* What the kernel says of memory, as one more file in the module's grammar.  Pure. */
#ifndef RW_HOST_H
#define RW_HOST_H

#include "buf.h"
#include "facts.h"

#define RW_HOST_FILE   "host"
#define RW_HOST_KERNEL "host kernel"
#define RW_HOST_MEMORY "memory" /* and the node, or "all" */

extern const char *const rw_host_mem_name[RW_NR_MEM];

void rw_host_put(struct rw_buf *to, const struct rw_facts *facts);
/* 0, or -1 with @err set. */
int rw_host_parse(const char *text, size_t len, struct rw_facts *facts, struct rw_err *err);

#endif /* RW_HOST_H */
