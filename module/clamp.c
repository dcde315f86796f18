// SPDX-License-Identifier: GPL-2.0
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kprobes.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/nodemask.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/workqueue.h>

#include "clamp.h"
#include "guard.h"
#include "limit.h"
#include "probe.h"
#include "trace.h"
#include "zone.h"

static char *boost_clamp = "0";
module_param(boost_clamp, charp, 0);
MODULE_PARM_DESC(boost_clamp,
		 "1: the boost clamp is on from the start, auto: where and while boosting harms (default: 0)");

static unsigned int boost_clamp_pct;
module_param(boost_clamp_pct, uint, 0);
MODULE_PARM_DESC(boost_clamp_pct,
		 "percent of its base high watermark that a zone's boost may keep (default: 0)");

static char *boost_clamp_scope = "all";
module_param(boost_clamp_scope, charp, 0);
MODULE_PARM_DESC(boost_clamp_scope,
		 "all zones, those lower than the node's highest, or named: those with a share of their own (default: all)");

static unsigned int boost_clamp_timeout;
module_param(boost_clamp_timeout, uint, 0);
MODULE_PARM_DESC(boost_clamp_timeout,
		 "seconds after which the clamp goes off by itself, 0: never (default: 0)");

const char *const rwatch_clamp_modes[RWATCH_NR_MODES + 1] = {
	"0", "1", "auto", NULL
};

const char *const rwatch_clamp_scopes[RWATCH_NR_SCOPES + 1] = {
	"all", "lower", "named", NULL
};

static const unsigned int max_values[RWATCH_NR_CLAMP] = {
	[RWATCH_CLAMP_ON]	= RWATCH_NR_MODES - 1,
	[RWATCH_CLAMP_PCT]	= RWATCH_MAX_PCT,
	[RWATCH_CLAMP_SCOPE]	= RWATCH_NR_SCOPES - 1,
	[RWATCH_CLAMP_TIMEOUT]	= RWATCH_MAX_TIMEOUT,
};

/* Protects wanted, last, override, held and the writing of limits and settled. */
static DEFINE_MUTEX(clamp_mutex);
static unsigned int wanted[RWATCH_NR_CLAMP];
static struct rwatch_clamp_change last;
static int *override;		/* per zone, nr_node_ids rows of MAX_NR_ZONES */
static bool *held;		/* by the guard, like override */

/*
 * What handlers go by.  They read it under zone->lock, which is how a change knows,
 * once it has held every zone->lock, that all of them have seen it.
 */
struct zone_limit {
	int pct;		/* -1: none */
	bool spare_highest;
};

static struct zone_limit *limits;	/* like override */
static bool settled;			/* boost from before the last change is trimmed */

static void time_is_up(struct work_struct *work);
static DECLARE_DELAYED_WORK(timeout_work, time_is_up);

static int zone_nr(struct zone *zone)
{
	return zone_to_nid(zone) * MAX_NR_ZONES + zone_idx(zone);
}
NOKPROBE_SYMBOL(zone_nr);

static bool is_highest(struct zone *zone)
{
	struct zone *higher;

	for (higher = zone + 1; higher < zone->zone_pgdat->node_zones + MAX_NR_ZONES; higher++) {
		if (managed_zone(higher))
			return false;
	}
	return true;
}
NOKPROBE_SYMBOL(is_highest);

static unsigned long limit_of(struct zone *zone)
{
	const struct zone_limit *limit = &limits[zone_nr(zone)];

	if (READ_ONCE(limit->spare_highest) && is_highest(zone))
		return RWATCH_NO_LIMIT;
	return rwatch_limit_pages(READ_ONCE(zone->_watermark[WMARK_HIGH]), READ_ONCE(limit->pct));
}
NOKPROBE_SYMBOL(limit_of);

unsigned long rwatch_clamp_limit(struct zone *zone)
{
	/* Pairs with install(): who sees that it is settled sees the limits. */
	return smp_load_acquire(&settled) ? limit_of(zone) : RWATCH_NO_LIMIT;
}
NOKPROBE_SYMBOL(rwatch_clamp_limit);

unsigned long rwatch_clamp_trim(struct zone *zone, struct rwatch_ledger *ledger)
{
	unsigned long boost = READ_ONCE(zone->watermark_boost);
	unsigned long kept = min(boost, limit_of(zone));

	if (kept < boost) {
		WRITE_ONCE(zone->watermark_boost, kept);
		/* Nothing is left that kswapd would have to be woken for. */
		if (!kept && test_and_clear_bit(ZONE_BOOSTED_WATERMARK, &zone->flags))
			rwatch_ledger_book_wake(ledger);
		rwatch_ledger_book_trim(ledger, boost, kept);
	}
	rwatch_ledger_note_peak(ledger, kept);
	return boost - kept;
}
NOKPROBE_SYMBOL(rwatch_clamp_trim);

static void trim_now(struct zone *zone, void *data)
{
	struct rwatch_ledger *ledger = rwatch_zone_ledger(zone);
	unsigned long flags, trimmed;

	spin_lock_irqsave(&zone->lock, flags);
	preempt_disable();	/* on PREEMPT_RT the lock does not */
	rwatch_ledger_book_begin(ledger);
	trimmed = rwatch_clamp_trim(zone, ledger);
	rwatch_ledger_book_end(ledger);
	preempt_enable();
	if (trimmed)
		trace_boost_trimmed(zone, trimmed);
	spin_unlock_irqrestore(&zone->lock, flags);
}

/* Caller: clamp_mutex. */
static bool in_scope(int i)
{
	return override[i] != RWATCH_PCT_INHERIT ||
	       wanted[RWATCH_CLAMP_SCOPE] != RWATCH_SCOPE_NAMED;
}

/* Caller: clamp_mutex. */
static bool is_clamped(int i)
{
	if (!in_scope(i))
		return false;
	switch (wanted[RWATCH_CLAMP_ON]) {
	case RWATCH_MODE_ON:
		return true;
	case RWATCH_MODE_AUTO:
		return held[i];
	default:
		return false;
	}
}

/* Make the handlers go by what is wanted, and old boost too.  Caller: clamp_mutex. */
static void install(void)
{
	enum rwatch_clamp_scope scope = wanted[RWATCH_CLAMP_SCOPE];
	int i;

	WRITE_ONCE(settled, false);
	for (i = 0; i < nr_node_ids * MAX_NR_ZONES; i++) {
		bool own = override[i] != RWATCH_PCT_INHERIT;
		int pct = own ? override[i] : (int)wanted[RWATCH_CLAMP_PCT];

		WRITE_ONCE(limits[i].pct, is_clamped(i) ? pct : -1);
		WRITE_ONCE(limits[i].spare_highest, !own && scope == RWATCH_SCOPE_LOWER);
	}
	if (!wanted[RWATCH_CLAMP_ON])
		return;
	rwatch_zones_walk(trim_now, NULL);
	smp_store_release(&settled, true);	/* pairs with rwatch_clamp_limit() */
}

/* Caller: clamp_mutex. */
static void start_timer(void)
{
	unsigned int seconds = wanted[RWATCH_CLAMP_TIMEOUT];

	cancel_delayed_work(&timeout_work);
	last.off_ns = 0;
	if (!wanted[RWATCH_CLAMP_ON] || !seconds)
		return;
	last.off_ns = ktime_get_boottime_ns() + seconds * (u64)NSEC_PER_SEC;
	schedule_delayed_work(&timeout_work, seconds * (unsigned long)HZ);
}

/* Caller: clamp_mutex. */
static void note_change(void)
{
	static const char *const mode_words[RWATCH_NR_MODES] = { "off", "on", "auto" };

	last.at_ns = ktime_get_boottime_ns();
	last.changes++;
	get_task_comm(last.comm, current);
	last.pid = task_tgid_nr(current);
	pr_info("boost clamp %s (pct %u, scope %s, timeout %u s), by %s[%d]\n",
		mode_words[wanted[RWATCH_CLAMP_ON]], wanted[RWATCH_CLAMP_PCT],
		rwatch_clamp_scopes[wanted[RWATCH_CLAMP_SCOPE]], wanted[RWATCH_CLAMP_TIMEOUT],
		last.comm, last.pid);
}

static bool can_clamp(enum rwatch_clamp_mode mode)
{
	return rwatch_probe_works(RWATCH_PROBE_BOOST) &&
	       (mode != RWATCH_MODE_AUTO || rwatch_probe_works(RWATCH_PROBE_PASS));
}

/* Caller: clamp_mutex. */
static int change_to(const unsigned int values[RWATCH_NR_CLAMP])
{
	bool changed = memcmp(values, wanted, sizeof(wanted));

	if (values[RWATCH_CLAMP_ON]) {
		rwatch_probes_prove();
		if (!can_clamp(values[RWATCH_CLAMP_ON]))
			return -EOPNOTSUPP;
	}
	if (values[RWATCH_CLAMP_ON] != wanted[RWATCH_CLAMP_ON]) {
		rwatch_guard_switch(values[RWATCH_CLAMP_ON] == RWATCH_MODE_AUTO);
		memset(held, 0, nr_node_ids * MAX_NR_ZONES * sizeof(*held));
	}
	memcpy(wanted, values, sizeof(wanted));
	install();
	rwatch_guard_look_again();
	if (changed)
		note_change();
	return 0;
}

/* Caller: clamp_mutex. */
static int change_one(enum rwatch_clamp_field field, unsigned int value)
{
	unsigned int values[RWATCH_NR_CLAMP];
	bool same = wanted[field] == value;
	int err;

	memcpy(values, wanted, sizeof(values));
	values[field] = value;
	err = change_to(values);
	/* On while it is on does not win time. */
	if (!err && (field == RWATCH_CLAMP_TIMEOUT || (field == RWATCH_CLAMP_ON && !same)))
		start_timer();
	return err;
}

static void time_is_up(struct work_struct *work)
{
	mutex_lock(&clamp_mutex);
	/* It may have been switched off, or on anew, while this was on its way. */
	if (last.off_ns && ktime_get_boottime_ns() >= last.off_ns)
		change_one(RWATCH_CLAMP_ON, RWATCH_MODE_OFF);
	mutex_unlock(&clamp_mutex);
}

struct question {
	bool (*hold)(struct zone *zone, bool in_scope);
	bool changed;
};

static void ask(struct zone *zone, void *data)
{
	int i = zone_nr(zone);
	bool spared = limits[i].spare_highest && is_highest(zone);
	struct question *question = data;
	bool hold = question->hold(zone, in_scope(i) && !spared);

	question->changed |= hold != held[i];
	held[i] = hold;
}

void rwatch_clamp_reconsider(bool (*hold)(struct zone *zone, bool in_scope))
{
	struct question question = { .hold = hold };

	mutex_lock(&clamp_mutex);
	if (wanted[RWATCH_CLAMP_ON] == RWATCH_MODE_AUTO) {
		rwatch_zones_walk(ask, &question);
		if (question.changed)
			install();
	}
	mutex_unlock(&clamp_mutex);
}

void rwatch_clamp_get(unsigned int values[RWATCH_NR_CLAMP], struct rwatch_clamp_change *change)
{
	mutex_lock(&clamp_mutex);
	memcpy(values, wanted, sizeof(wanted));
	*change = last;
	mutex_unlock(&clamp_mutex);
}

int rwatch_clamp_set(enum rwatch_clamp_field field, unsigned int value)
{
	int err;

	if (value > max_values[field])
		return -EINVAL;
	mutex_lock(&clamp_mutex);
	err = change_one(field, value);
	mutex_unlock(&clamp_mutex);
	return err;
}

int rwatch_clamp_zone_pct(struct zone *zone)
{
	return READ_ONCE(override[zone_nr(zone)]);
}

int rwatch_clamp_set_zone_pct(struct zone *zone, int pct)
{
	if (pct > RWATCH_MAX_PCT || pct < RWATCH_PCT_INHERIT)
		return -EINVAL;
	mutex_lock(&clamp_mutex);
	if (pct != override[zone_nr(zone)])
		pr_info("boost clamp of node %d %s: pct %d, by %s[%d]\n", zone_to_nid(zone),
			zone->name, pct, current->comm, task_tgid_nr(current));
	WRITE_ONCE(override[zone_nr(zone)], pct);
	install();
	rwatch_guard_look_again();
	mutex_unlock(&clamp_mutex);
	return 0;
}

/* Also what a parameter of type bool takes. */
static int __init read_mode(void)
{
	bool is_on;

	if (sysfs_streq(boost_clamp, rwatch_clamp_modes[RWATCH_MODE_AUTO]))
		return RWATCH_MODE_AUTO;
	return kstrtobool(boost_clamp, &is_on) ?: is_on;
}

static int __init read_parameters(unsigned int values[RWATCH_NR_CLAMP])
{
	int scope = match_string(rwatch_clamp_scopes, RWATCH_NR_SCOPES, boost_clamp_scope);
	int mode = read_mode();

	if (mode < 0 || scope < 0 || boost_clamp_pct > RWATCH_MAX_PCT ||
	    boost_clamp_timeout > RWATCH_MAX_TIMEOUT) {
		pr_err("boost_clamp is 0, 1 or auto, boost_clamp_pct 0 to %d, boost_clamp_timeout 0 to %d, boost_clamp_scope all, lower or named\n",
		       RWATCH_MAX_PCT, RWATCH_MAX_TIMEOUT);
		return -EINVAL;
	}
	values[RWATCH_CLAMP_ON] = mode;
	values[RWATCH_CLAMP_PCT] = boost_clamp_pct;
	values[RWATCH_CLAMP_SCOPE] = scope;
	values[RWATCH_CLAMP_TIMEOUT] = boost_clamp_timeout;
	return 0;
}

size_t rwatch_clamp_bytes(void)
{
	return nr_node_ids * MAX_NR_ZONES *
	       (sizeof(*override) + sizeof(*held) + sizeof(*limits));
}

int __init rwatch_clamp_init(void)
{
	int i, nr = nr_node_ids * MAX_NR_ZONES;

	override = kcalloc(nr, sizeof(*override), GFP_KERNEL);
	if (!override)
		return -ENOMEM;
	held = kcalloc(nr, sizeof(*held), GFP_KERNEL);
	if (!held)
		goto free_override;
	limits = kcalloc(nr, sizeof(*limits), GFP_KERNEL);
	if (!limits)
		goto free_held;
	for (i = 0; i < nr; i++) {
		override[i] = RWATCH_PCT_INHERIT;
		limits[i].pct = -1;
	}
	return 0;

free_held:
	kfree(held);
free_override:
	kfree(override);
	return -ENOMEM;
}

/* Once the probes are attached and the ledgers count. */
int __init rwatch_clamp_begin(void)
{
	unsigned int values[RWATCH_NR_CLAMP];
	int err;

	err = read_parameters(values);
	if (err)
		return err;
	mutex_lock(&clamp_mutex);
	if (change_to(values)) {
		pr_warn("boost_clamp=%s has no effect: the boost probe%s does not work\n",
			boost_clamp, values[RWATCH_CLAMP_ON] == RWATCH_MODE_AUTO ?
				     " or the pass probe" : "");
		values[RWATCH_CLAMP_ON] = RWATCH_MODE_OFF;
		change_to(values);
	}
	start_timer();
	mutex_unlock(&clamp_mutex);
	return 0;
}

/* No file to switch it is left. */
void rwatch_clamp_end(void)
{
	rwatch_clamp_set(RWATCH_CLAMP_ON, RWATCH_MODE_OFF);
	cancel_delayed_work_sync(&timeout_work);
	rwatch_guard_stop();
}

void rwatch_clamp_exit(void)
{
	kfree(limits);
	kfree(held);
	kfree(override);
}
