// SPDX-License-Identifier: GPL-2.0
/*
 * reclaimwatch: makes the watermark boost, and the reclaim it causes, visible.
 *
 * probe_*.c see the kernel act; zone.c, node.c, reclaim.c, shrinkers.c, compaction.c and
 * recorder.c keep the counts; debugfs.c and the show_*.c write them out; clamp.c, which
 * goes by sysfs.c and guard.c, is the one way to act on the kernel.
 */
#include <linux/init.h>
#include <linux/module.h>

#include <reclaimwatch/version.h>

#include "clamp.h"
#include "compaction.h"
#include "debugfs.h"
#include "guard.h"
#include "node.h"
#include "probe.h"
#include "reclaim.h"
#include "recorder.h"
#include "shrinkers.h"
#include "slot.h"
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
	err = rwatch_slots_init();
	if (err)
		goto exit_nodes;
	err = rwatch_reclaim_init();
	if (err)
		goto exit_slots;
	err = rwatch_shrinkers_init();
	if (err)
		goto exit_reclaim;
	err = rwatch_compaction_init();
	if (err)
		goto exit_shrinkers;
	err = rwatch_recorder_init();
	if (err)
		goto exit_compaction;

	err = rwatch_guard_init();
	if (err)
		goto exit_recorder;
	err = rwatch_clamp_init();
	if (err)
		goto exit_guard;

	err = rwatch_probes_attach();
	if (err)
		goto exit_clamp;
	rwatch_nodes_begin();
	rwatch_zones_begin();
	err = rwatch_clamp_begin();
	if (err)
		goto detach_probes;

	err = rwatch_sysfs_init();
	if (err)
		goto end_clamp;
	rwatch_debugfs_init();
	return 0;

end_clamp:
	rwatch_clamp_end();
detach_probes:
	rwatch_probes_detach();
exit_clamp:
	rwatch_clamp_exit();
exit_guard:
	rwatch_guard_exit();
exit_recorder:
	rwatch_recorder_exit();
exit_compaction:
	rwatch_compaction_exit();
exit_shrinkers:
	rwatch_shrinkers_exit();
exit_reclaim:
	rwatch_reclaim_exit();
exit_slots:
	rwatch_slots_exit();
exit_nodes:
	rwatch_nodes_exit();
exit_zones:
	rwatch_zones_exit();
	return err;
}

static void __exit rwatch_exit(void)
{
	rwatch_debugfs_exit();
	rwatch_sysfs_exit();
	rwatch_clamp_end();
	rwatch_probes_detach();
	rwatch_clamp_exit();
	rwatch_guard_exit();
	rwatch_recorder_exit();
	rwatch_compaction_exit();
	rwatch_shrinkers_exit();
	rwatch_reclaim_exit();
	rwatch_slots_exit();
	rwatch_nodes_exit();
	rwatch_zones_exit();
}

module_init(rwatch_init);
module_exit(rwatch_exit);

MODULE_DESCRIPTION("Makes watermark boosting and boosted reclaim visible");
MODULE_VERSION(RWATCH_VERSION);
MODULE_LICENSE("GPL");
