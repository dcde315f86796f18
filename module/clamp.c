// SPDX-License-Identifier: GPL-2.0
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kprobes.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/spinlock.h>

#include "clamp.h"
#include "probe.h"
#include "zone.h"

static bool boost_clamp;
module_param(boost_clamp, bool, 0);
MODULE_PARM_DESC(boost_clamp, "switch the boost clamp on from the start (default: off)");

static DEFINE_MUTEX(clamp_mutex);	/* serialises rwatch_clamp_set() */

/*
 * Written under clamp_mutex.  Handlers read limit under zone->lock, which is how
 * switching on knows, once it has held every zone->lock, that all of them have
 * seen the new value.
 */
static unsigned long limit_pages = ULONG_MAX;	/* ULONG_MAX: off */
static bool forbids_boost;			/* on, and old boost trimmed */

bool rwatch_clamp_on(void)
{
	return READ_ONCE(limit_pages) != ULONG_MAX;
}

bool rwatch_clamp_forbids_boost(void)
{
	return READ_ONCE(forbids_boost);
}
NOKPROBE_SYMBOL(rwatch_clamp_forbids_boost);

void rwatch_clamp_trim(struct zone *zone, struct rwatch_ledger *ledger)
{
	unsigned long boost = READ_ONCE(zone->watermark_boost);
	unsigned long kept = min(boost, READ_ONCE(limit_pages));

	if (kept < boost) {
		WRITE_ONCE(zone->watermark_boost, kept);
		/* Nothing is left that kswapd would have to be woken for. */
		if (!kept)
			clear_bit(ZONE_BOOSTED_WATERMARK, &zone->flags);
		rwatch_ledger_book_trim(ledger, boost, kept);
	}
	rwatch_ledger_note_peak(ledger, kept);
}
NOKPROBE_SYMBOL(rwatch_clamp_trim);

static void clamp_zone(struct zone *zone, void *data)
{
	struct rwatch_ledger *ledger = rwatch_zone_ledger(zone);
	unsigned long flags;

	spin_lock_irqsave(&zone->lock, flags);
	preempt_disable();	/* on PREEMPT_RT the lock does not */
	rwatch_ledger_book_begin(ledger);
	rwatch_clamp_trim(zone, ledger);
	rwatch_ledger_book_end(ledger);
	preempt_enable();
	spin_unlock_irqrestore(&zone->lock, flags);
}

static int clamp_start(void)
{
	rwatch_probes_prove();
	if (!rwatch_probe_works(RWATCH_PROBE_BOOST))
		return -EOPNOTSUPP;

	WRITE_ONCE(limit_pages, 0);
	rwatch_zones_walk(clamp_zone, NULL);
	WRITE_ONCE(forbids_boost, true);
	return 0;
}

static void clamp_stop(void)
{
	WRITE_ONCE(forbids_boost, false);
	WRITE_ONCE(limit_pages, ULONG_MAX);
}

/* On while on already trims again what a missed hit may have left. */
int rwatch_clamp_set(bool on)
{
	bool was_on;
	int err = 0;

	mutex_lock(&clamp_mutex);
	was_on = rwatch_clamp_on();
	if (on)
		err = clamp_start();
	else
		clamp_stop();
	if (!err && on != was_on)
		pr_info("boost clamp switched %s by %s[%d]\n", on ? "on" : "off",
			current->comm, task_pid_nr(current));
	mutex_unlock(&clamp_mutex);
	return err;
}

void __init rwatch_clamp_init(void)
{
	if (boost_clamp && rwatch_clamp_set(true))
		pr_warn("boost_clamp=1 has no effect: the boost probe does not work\n");
}

void rwatch_clamp_exit(void)
{
	rwatch_clamp_set(false);
}
