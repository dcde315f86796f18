// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/kobject.h>
#include <linux/sysfs.h>

#include <reclaimwatch/schema.h>

#include "clamp.h"
#include "sysfs.h"

static struct kobject *root;

static ssize_t boost_clamp_show(struct kobject *kobj, struct kobj_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%d\n", rwatch_clamp_on());
}

static ssize_t boost_clamp_store(struct kobject *kobj, struct kobj_attribute *attr,
				 const char *buf, size_t count)
{
	unsigned int on;
	int err;

	err = kstrtouint(buf, 10, &on);
	if (err)
		return err;
	if (on > 1)
		return -EINVAL;

	err = rwatch_clamp_set(on);
	return err ? err : count;
}

static struct kobj_attribute boost_clamp_attr = __ATTR_RW(boost_clamp);

static struct attribute *attrs[] = {
	&boost_clamp_attr.attr,
	NULL
};

static const struct attribute_group attr_group = { .attrs = attrs };

int rwatch_sysfs_init(void)
{
	int err;

	root = kobject_create_and_add(RWATCH_SYSFS_DIR, kernel_kobj);
	if (!root)
		return -ENOMEM;
	err = sysfs_create_group(root, &attr_group);
	if (err)
		kobject_put(root);
	return err;
}

void rwatch_sysfs_exit(void)
{
	sysfs_remove_group(root, &attr_group);
	kobject_put(root);
}
