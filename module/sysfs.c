// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/kobject.h>
#include <linux/sysfs.h>

#include <reclaimwatch/schema.h>

#include "probe.h"
#include "sysfs.h"

static struct kobject *root;

/* groups/<name>: 1 while the group's probes are attached. */
struct group_attribute {
	struct kobj_attribute attr;
	enum rwatch_group_id id;
};

static struct group_attribute *group_of(struct kobj_attribute *attr)
{
	return container_of(attr, struct group_attribute, attr);
}

static ssize_t group_show(struct kobject *kobj, struct kobj_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%d\n", rwatch_group_on(group_of(attr)->id));
}

static ssize_t group_store(struct kobject *kobj, struct kobj_attribute *attr, const char *buf,
			   size_t count)
{
	unsigned int on;
	int err;

	err = kstrtouint(buf, 10, &on);
	if (err)
		return err;
	if (on > 1)
		return -EINVAL;

	err = rwatch_group_set(group_of(attr)->id, on);
	return err ? err : count;
}

static struct group_attribute groups[RWATCH_NR_GROUPS] = {
#define RWATCH_GROUP(id, name, on, help) \
	{ __ATTR(id, 0644, group_show, group_store), RWATCH_GROUP_##id },
#include <reclaimwatch/probes.def>
};

static struct attribute *group_attrs[RWATCH_NR_GROUPS + 1];

static const struct attribute_group groups_group = {
	.name = "groups",
	.attrs = group_attrs,
};

/* The macro can only name a file like an identifier; they are named as everywhere else. */
static void __init name_groups(void)
{
	int i;

	for (i = 0; i < RWATCH_NR_GROUPS; i++) {
		groups[i].attr.attr.name = rwatch_group_name(i);
		group_attrs[i] = &groups[i].attr.attr;
	}
}

int __init rwatch_sysfs_init(void)
{
	int err;

	root = kobject_create_and_add(RWATCH_SYSFS_DIR, kernel_kobj);
	if (!root)
		return -ENOMEM;
	name_groups();
	err = sysfs_create_group(root, &groups_group);
	if (err)
		goto put_root;
	err = rwatch_sysfs_clamp_init(root);
	if (err)
		goto remove_groups;
	return 0;

remove_groups:
	sysfs_remove_group(root, &groups_group);
put_root:
	kobject_put(root);
	return err;
}

void rwatch_sysfs_exit(void)
{
	rwatch_sysfs_clamp_exit(root);
	sysfs_remove_group(root, &groups_group);
	kobject_put(root);
}
