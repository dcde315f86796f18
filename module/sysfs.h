/* SPDX-License-Identifier: GPL-2.0 */
/* The controls, in /sys/kernel/reclaimwatch. */
#ifndef RECLAIMWATCH_SYSFS_H
#define RECLAIMWATCH_SYSFS_H

int rwatch_sysfs_init(void);
void rwatch_sysfs_exit(void);

#endif /* RECLAIMWATCH_SYSFS_H */
