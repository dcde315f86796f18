/* SPDX-License-Identifier: GPL-2.0 */
/* Just enough of the kernel for module/ledger.h to compile in user space. */
#ifndef KERNEL_SHIM_H
#define KERNEL_SHIM_H

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

typedef uint64_t u64;
typedef int64_t s64;

#define READ_ONCE(x)	  __atomic_load_n(&(x), __ATOMIC_RELAXED)
#define WRITE_ONCE(x, v)  __atomic_store_n(&(x), (v), __ATOMIC_RELAXED)
#define smp_rmb()	  __atomic_thread_fence(__ATOMIC_ACQUIRE)
#define smp_wmb()	  __atomic_thread_fence(__ATOMIC_RELEASE)
#define cpu_relax()	  sched_yield()
#define min_t(type, a, b) ((type)(a) < (type)(b) ? (type)(a) : (type)(b))

#endif /* KERNEL_SHIM_H */
