/* SPDX-License-Identifier: GPL-2.0 */
/* The controls, in /sys/kernel/reclaimwatch. */
#ifndef RECLAIMWATCH_SYSFS_H
#define RECLAIMWATCH_SYSFS_H

int rwatch_sysfs_init(void);
void rwatch_sysfs_exit(void);

/* sysfs_clamp.c: below the root. */
struct kobject;
int rwatch_sysfs_clamp_init(struct kobject *root);
void rwatch_sysfs_clamp_exit(struct kobject *root);

#endif /* RECLAIMWATCH_SYSFS_H */
