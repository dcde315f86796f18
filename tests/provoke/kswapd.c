// SPDX-License-Identifier: GPL-2.0
/*
 * Passes of kswapd that find nothing to do.  Whatever wakes kswapd, it runs a pass
 * before it sleeps again.  Their time is that of the thread, waking and going to sleep
 * included, but not the wait for it.
 */
#include <linux/delay.h>
#include <linux/errno.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/mmzone.h>
#include <linux/sched.h>
#include <linux/wait.h>

#include "provoke.h"

#define PATIENCE	(10 * HZ)

static bool wait_until_asleep(pg_data_t *pgdat)
{
	unsigned long end = jiffies + PATIENCE;

	/* Nothing is decided by it but how long to wait, so no barrier is needed. */
	while (!waitqueue_active(&pgdat->kswapd_wait)) {
		if (time_after(jiffies, end))
			return false;
		usleep_range(50, 100);
	}
	return true;
}

int provoke_kswapd(u64 *values, const char *arguments)
{
	pg_data_t *pgdat = NODE_DATA(0);
	unsigned int count;
	u64 begun;
	int err;

	err = kstrtouint(arguments, 10, &count);
	if (err)
		return err;
	if (!wait_until_asleep(pgdat))
		return -ETIME;
	begun = pgdat->kswapd->se.sum_exec_runtime;
	for (; count; count--) {
		wake_up_interruptible(&pgdat->kswapd_wait);
		if (!wait_until_asleep(pgdat))
			return -ETIME;
		values[PROVOKE_DONE]++;
	}
	values[PROVOKE_NS] = pgdat->kswapd->se.sum_exec_runtime - begun;
	return 0;
}
