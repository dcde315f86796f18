/* SPDX-License-Identifier: GPL-2.0 */
/* Every path the tool touches, relative to the three roots. */
#ifndef RW_PATHS_H
#define RW_PATHS_H

#include <reclaimwatch/schema.h>

#define RW_DEFAULT_SYSFS   "/sys"
#define RW_DEFAULT_PROCFS  "/proc"
#define RW_SYSFS_DEBUGFS   "kernel/debug"
#define RW_DEFAULT_DEBUGFS RW_DEFAULT_SYSFS "/" RW_SYSFS_DEBUGFS

/* In debugfs. */
#define RW_DIR		   RWATCH_DEBUGFS_DIR
#define RW_KPROBES_ENABLED "kprobes/enabled"

/* In sysfs. */
#define RW_MODULES	"module"
#define RW_MODULE	RW_MODULES "/reclaimwatch"
#define RW_MODULE_STATE RW_MODULE "/initstate"
#define RW_SIG_ENFORCE	RW_MODULES "/module/parameters/sig_enforce"
#define RW_SYSFS_OWN	"kernel/" RWATCH_SYSFS_DIR
#define RW_KERNEL_MM	"kernel/mm"
#define RW_LRU_GEN	RW_KERNEL_MM "/lru_gen/enabled"
#define RW_LOCKDOWN	"kernel/security/lockdown"
#define RW_NODE_MEMINFO "devices/system/node/node%d/meminfo"
#define RW_BTF		"kernel/btf/vmlinux"
#define RW_GROUPS	RW_SYSFS_OWN "/groups"
#define RW_CGROUPS	"fs/cgroup"
#define RW_TRACEFS	"kernel/tracing"
#define RW_REALTIME	"kernel/realtime"

/* In procfs. */
#define RW_BOOST_FACTOR	  "sys/vm/watermark_boost_factor"
#define RW_FTRACE_ENABLED "sys/kernel/ftrace_enabled"
#define RW_OSRELEASE	  "sys/kernel/osrelease"
#define RW_DENTRY_STATE	  "sys/fs/dentry-state"
#define RW_MEMINFO	  "meminfo"
#define RW_ZONEINFO	  "zoneinfo"
#define RW_HOSTNAME	  "sys/kernel/hostname"
#define RW_BOOT_ID	  "sys/kernel/random/boot_id"

/* The roots, as given by the user or by default. */
struct rw_roots {
	const char *debugfs;
	const char *sysfs;
	const char *procfs;
};

#endif /* RW_PATHS_H */
