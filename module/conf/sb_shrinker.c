// SPDX-License-Identifier: GPL-2.0
/*
 * Until 6.6 a super_block contains its shrinker.  Since 6.7 it points to it, and
 * the shrinker's private_data points back (1720f5dd8d5a "fs: super: dynamically
 * allocate the s_shrink").
 *
 * question: way from a shrinker to its super_block
 * answers: CONTAINED PRIVATE_DATA
 */
#include <linux/fs.h>
#include <linux/shrinker.h>

#ifdef RWATCH_ASK_CONTAINED
static struct super_block * __maybe_unused ask(struct shrinker *shrinker)
{
	return container_of(shrinker, struct super_block, s_shrink);
}
#else
static struct super_block * __maybe_unused ask(struct shrinker *shrinker)
{
	struct super_block *sb = shrinker->private_data;
	struct shrinker **back = &sb->s_shrink;

	return *back == shrinker ? sb : NULL;
}
#endif
