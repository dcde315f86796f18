/* SPDX-License-Identifier: GPL-2.0 */
/*
 * provoke: makes the kernel do what a test wants counted, as often as it wants, for
 * tests only.  A command is a line written to debugfs reclaimwatch_provoke/do:
 *
 *	alloc ORDER any|nofs|noio COUNT		and keep what was got
 *	free					all that was kept
 *	boost unmovable|movable COUNT wake|still	see boost.c
 *	fire lru|direct|extfrag COUNT		see fire.c
 *	kswapd COUNT				passes of node 0's kswapd, see kswapd.c
 *	idle lru|direct|extfrag|shrinker|slab|pass|boost|none	see idle.c
 *
 * "result" then says what came of it, a "name value" a line; "shrinkers" says
 * what became of the test shrinkers (shrinkers.c), which are there from the start.
 */
#ifndef PROVOKE_H
#define PROVOKE_H

#include <linux/seq_file.h>
#include <linux/types.h>

/* What a command found out; they run one at a time. */
enum provoke_value {
	PROVOKE_DONE,		/* what was asked for, as often as it could be done */
	PROVOKE_FAILED,		/* and as often as it could not */
	PROVOKE_NS,		/* how long those done took in all */
	PROVOKE_FAILED_NS,
	PROVOKE_NR_VALUES
};

/* Commands: 0 or a negative errno. */
int provoke_alloc(u64 *values, const char *arguments);
int provoke_free(u64 *values, const char *arguments);
int provoke_boost(u64 *values, const char *arguments);
int provoke_fire(u64 *values, const char *arguments);
int provoke_kswapd(u64 *values, const char *arguments);
int provoke_idle(u64 *values, const char *arguments);

int provoke_fire_init(void);
void provoke_idle_none(void);

int provoke_shrinkers_init(void);
void provoke_shrinkers_exit(void);
void provoke_shrinkers_show(struct seq_file *m);

#endif /* PROVOKE_H */
