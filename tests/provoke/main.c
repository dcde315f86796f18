// SPDX-License-Identifier: GPL-2.0
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "provoke.h"

static const struct {
	const char *name;
	int (*run)(u64 *values, const char *arguments);
} commands[] = {
	{ "alloc ", provoke_alloc },
	{ "free", provoke_free },
	{ "boost ", provoke_boost },
	{ "fire ", provoke_fire },
	{ "kswapd ", provoke_kswapd },
	{ "idle ", provoke_idle },
};

static const char *const value_names[PROVOKE_NR_VALUES] = {
	[PROVOKE_DONE]		= "done",
	[PROVOKE_FAILED]	= "failed",
	[PROVOKE_NS]		= "ns",
	[PROVOKE_FAILED_NS]	= "failed_ns",
};

static DEFINE_MUTEX(command_mutex);	/* one command at a time; protects values */
static u64 values[PROVOKE_NR_VALUES];
static struct dentry *root;

static int run(const char *line)
{
	int i, err = -EINVAL;

	mutex_lock(&command_mutex);
	memset(values, 0, sizeof(values));
	for (i = 0; i < ARRAY_SIZE(commands); i++) {
		size_t len = strlen(commands[i].name);

		if (!strncmp(line, commands[i].name, len))
			err = commands[i].run(values, line + len);
	}
	mutex_unlock(&command_mutex);
	return err;
}

static ssize_t do_write(struct file *file, const char __user *from, size_t count, loff_t *pos)
{
	char line[64];
	int err;

	if (count >= sizeof(line))
		return -E2BIG;
	if (copy_from_user(line, from, count))
		return -EFAULT;
	line[count] = '\0';
	err = run(line);
	return err ? err : count;
}

static const struct file_operations do_fops = {
	.owner	= THIS_MODULE,
	.open	= simple_open,
	.write	= do_write,
};

static int result_show(struct seq_file *m, void *unused)
{
	int i;

	mutex_lock(&command_mutex);
	for (i = 0; i < PROVOKE_NR_VALUES; i++)
		seq_printf(m, "%s %llu\n", value_names[i], values[i]);
	mutex_unlock(&command_mutex);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(result);

static int shrinkers_show(struct seq_file *m, void *unused)
{
	provoke_shrinkers_show(m);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(shrinkers);

static int __init provoke_init(void)
{
	int err;

	err = provoke_fire_init();
	if (err)
		return err;
	err = provoke_shrinkers_init();
	if (err)
		return err;
	root = debugfs_create_dir("reclaimwatch_provoke", NULL);
	debugfs_create_file("do", 0200, root, NULL, &do_fops);
	debugfs_create_file("result", 0444, root, NULL, &result_fops);
	debugfs_create_file("shrinkers", 0444, root, NULL, &shrinkers_fops);
	return 0;
}

static void __exit provoke_exit(void)
{
	debugfs_remove_recursive(root);
	provoke_idle_none();
	provoke_shrinkers_exit();
	provoke_free(values, "");
}

module_init(provoke_init);
module_exit(provoke_exit);

MODULE_DESCRIPTION("Provokes reclaim and compaction, to test reclaimwatch");
MODULE_LICENSE("GPL");
