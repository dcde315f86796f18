/* SPDX-License-Identifier: GPL-2.0 */
/* The only place that knows how kernels differ; 5.10 is the oldest supported. */
#ifndef RECLAIMWATCH_COMPAT_H
#define RECLAIMWATCH_COMPAT_H

#include <asm/bitsperlong.h>
#include <linux/kconfig.h>

/* Counters are single 64-bit loads and stores; readers rely on that. */
#if BITS_PER_LONG != 64
#error "reclaimwatch needs a 64-bit kernel"
#endif

#if !IS_ENABLED(CONFIG_KRETPROBES) || !IS_ENABLED(CONFIG_TRACEPOINTS) || \
	!IS_ENABLED(CONFIG_VM_EVENT_COUNTERS)
#error "reclaimwatch needs KRETPROBES, TRACEPOINTS and VM_EVENT_COUNTERS"
#endif

#endif /* RECLAIMWATCH_COMPAT_H */
