// SPDX-License-Identifier: GPL-2.0
/*
 * reclaimwatch: makes the watermark boost, and the reclaim it causes, visible.
 *
 * probe_*.c see the kernel act; zone.c and node.c keep the counts; debugfs.c
 * shows them; clamp.c and sysfs.c are the one way to act on the kernel.
 */
#include <linux/init.h>
#include <linux/module.h>

#include <reclaimwatch/version.h>

#include "clamp.h"
#include "debugfs.h"
#include "node.h"
#include "probe.h"
#include "sysfs.h"
#include "zone.h"

static int __init rwatch_init(void)
{
	int err;

	err = rwatch_zones_init();
	if (err)
		return err;
	err = rwatch_nodes_init();
	if (err)
		goto exit_zones;

	rwatch_probes_attach();
	rwatch_nodes_begin();
	rwatch_zones_begin();
	rwatch_clamp_init();

	err = rwatch_sysfs_init();
	if (err)
		goto exit_clamp;
	rwatch_debugfs_init();
	return 0;

exit_clamp:
	rwatch_clamp_exit();
	rwatch_probes_detach();
	rwatch_nodes_exit();
exit_zones:
	rwatch_zones_exit();
	return err;
}

static void __exit rwatch_exit(void)
{
	rwatch_debugfs_exit();
	rwatch_sysfs_exit();
	rwatch_clamp_exit();
	rwatch_probes_detach();
	rwatch_nodes_exit();
	rwatch_zones_exit();
}

module_init(rwatch_init);
module_exit(rwatch_exit);

MODULE_DESCRIPTION("Makes watermark boosting and boosted reclaim visible");
MODULE_VERSION(RWATCH_VERSION);
MODULE_LICENSE("GPL");
