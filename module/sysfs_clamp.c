// SPDX-License-Identifier: GPL-2.0
/*
 * The clamp's files: one for each of its settings, and node<N>/<ZONE>/boost_clamp_pct for
 * each zone that has pages, also if it gets them later.
 */
#include <linux/kernel.h>
#include <linux/kobject.h>
#include <linux/memory.h>
#include <linux/mmzone.h>
#include <linux/mutex.h>
#include <linux/nodemask.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include "clamp.h"
#include "sysfs.h"
#include "zone.h"

#define INHERIT	"inherit"

static ssize_t done(int err, size_t count)
{
	return err ? err : count;
}

struct clamp_attribute {
	struct kobj_attribute attr;
	enum rwatch_clamp_field field;
};

static enum rwatch_clamp_field field_of(struct kobj_attribute *attr)
{
	return container_of(attr, struct clamp_attribute, attr)->field;
}

static ssize_t clamp_show(struct kobject *kobj, struct kobj_attribute *attr, char *buf)
{
	unsigned int values[RWATCH_NR_CLAMP];
	struct rwatch_clamp_change last;

	rwatch_clamp_get(values, &last);
	if (field_of(attr) == RWATCH_CLAMP_ON)
		return sysfs_emit(buf, "%s\n", rwatch_clamp_modes[values[RWATCH_CLAMP_ON]]);
	if (field_of(attr) == RWATCH_CLAMP_SCOPE)
		return sysfs_emit(buf, "%s\n", rwatch_clamp_scopes[values[RWATCH_CLAMP_SCOPE]]);
	return sysfs_emit(buf, "%u\n", values[field_of(attr)]);
}

static int parse(enum rwatch_clamp_field field, const char *buf, unsigned int *value)
{
	int word;

	switch (field) {
	case RWATCH_CLAMP_ON:
		word = sysfs_match_string(rwatch_clamp_modes, buf);
		break;
	case RWATCH_CLAMP_SCOPE:
		word = sysfs_match_string(rwatch_clamp_scopes, buf);
		break;
	default:
		return kstrtouint(buf, 10, value);
	}
	*value = word;
	return min(word, 0);
}

static ssize_t clamp_store(struct kobject *kobj, struct kobj_attribute *attr, const char *buf,
			   size_t count)
{
	enum rwatch_clamp_field field = field_of(attr);
	unsigned int value;
	int err;

	err = parse(field, buf, &value);
	if (err)
		return err;
	return done(rwatch_clamp_set(field, value), count);
}

#define CLAMP_ATTR(name, field)	{ __ATTR(name, 0644, clamp_show, clamp_store), field }

static struct clamp_attribute on = CLAMP_ATTR(boost_clamp, RWATCH_CLAMP_ON);
static struct clamp_attribute pct = CLAMP_ATTR(boost_clamp_pct, RWATCH_CLAMP_PCT);
static struct clamp_attribute scope = CLAMP_ATTR(boost_clamp_scope, RWATCH_CLAMP_SCOPE);
static struct clamp_attribute timeout = CLAMP_ATTR(boost_clamp_timeout, RWATCH_CLAMP_TIMEOUT);

static struct attribute *attrs[] = {
	&on.attr.attr,
	&pct.attr.attr,
	&scope.attr.attr,
	&timeout.attr.attr,
	NULL
};

static const struct attribute_group attr_group = { .attrs = attrs };

/* The folders of nodes and zones, NULL where there is none. */
static DEFINE_MUTEX(folders_mutex);	/* protects both, and their making */
static struct kobject **node_folders;	/* nr_node_ids */
static struct kobject **zone_folders;	/* nr_node_ids rows of MAX_NR_ZONES */
static struct kobject *parent;

static struct zone *zone_of(struct kobject *folder)
{
	int i;

	for (i = 0; i < nr_node_ids * MAX_NR_ZONES; i++) {
		if (READ_ONCE(zone_folders[i]) == folder)
			return &NODE_DATA(i / MAX_NR_ZONES)->node_zones[i % MAX_NR_ZONES];
	}
	return NULL;	/* the folder is just being made */
}

static ssize_t zone_pct_show(struct kobject *kobj, struct kobj_attribute *attr, char *buf)
{
	struct zone *zone = zone_of(kobj);
	int pct;

	if (!zone)
		return -EAGAIN;
	pct = rwatch_clamp_zone_pct(zone);
	if (pct == RWATCH_PCT_INHERIT)
		return sysfs_emit(buf, INHERIT "\n");
	return sysfs_emit(buf, "%d\n", pct);
}

static ssize_t zone_pct_store(struct kobject *kobj, struct kobj_attribute *attr,
			      const char *buf, size_t count)
{
	struct zone *zone = zone_of(kobj);
	unsigned int pct;
	int err;

	if (!zone)
		return -EAGAIN;
	if (sysfs_streq(buf, INHERIT))
		return done(rwatch_clamp_set_zone_pct(zone, RWATCH_PCT_INHERIT), count);
	err = kstrtouint(buf, 10, &pct);
	if (err)
		return err;
	return pct > INT_MAX ? -EINVAL : done(rwatch_clamp_set_zone_pct(zone, pct), count);
}

static struct kobj_attribute zone_pct_attr =
	__ATTR(boost_clamp_pct, 0644, zone_pct_show, zone_pct_store);

/* Folders that cannot be made are missed by nobody but their users: not an error. */
static void make_folder(struct zone *zone, void *unused)
{
	int nid = zone_to_nid(zone), nr = nid * MAX_NR_ZONES + zone_idx(zone);
	char name[16];

	if (!populated_zone(zone) || zone_folders[nr])
		return;
	if (!node_folders[nid]) {
		snprintf(name, sizeof(name), "node%d", nid);
		node_folders[nid] = kobject_create_and_add(name, parent);
		if (!node_folders[nid])
			return;
	}
	WRITE_ONCE(zone_folders[nr], kobject_create_and_add(zone->name, node_folders[nid]));
	if (zone_folders[nr] && sysfs_create_file(zone_folders[nr], &zone_pct_attr.attr)) {
		kobject_put(zone_folders[nr]);
		WRITE_ONCE(zone_folders[nr], NULL);
	}
}

static void make_folders(void)
{
	mutex_lock(&folders_mutex);
	rwatch_zones_walk(make_folder, NULL);
	mutex_unlock(&folders_mutex);
}

static int memory_came(struct notifier_block *nb, unsigned long action, void *data)
{
	if (action == MEM_ONLINE)
		make_folders();
	return NOTIFY_OK;
}

static struct notifier_block memory_notifier = { .notifier_call = memory_came };

int rwatch_sysfs_clamp_init(struct kobject *root)
{
	int err = -ENOMEM;

	parent = root;
	node_folders = kcalloc(nr_node_ids, sizeof(*node_folders), GFP_KERNEL);
	if (!node_folders)
		return -ENOMEM;
	zone_folders = kcalloc(nr_node_ids * MAX_NR_ZONES, sizeof(*zone_folders), GFP_KERNEL);
	if (!zone_folders)
		goto free_nodes;
	err = sysfs_create_group(root, &attr_group);
	if (err)
		goto free_zones;
	err = register_memory_notifier(&memory_notifier);
	if (err)
		goto remove_group;
	make_folders();
	return 0;

remove_group:
	sysfs_remove_group(root, &attr_group);
free_zones:
	kfree(zone_folders);
free_nodes:
	kfree(node_folders);
	return err;
}

void rwatch_sysfs_clamp_exit(struct kobject *root)
{
	int i;

	unregister_memory_notifier(&memory_notifier);
	for (i = 0; i < nr_node_ids * MAX_NR_ZONES; i++) {
		if (zone_folders[i])
			sysfs_remove_file(zone_folders[i], &zone_pct_attr.attr);
		kobject_put(zone_folders[i]);
	}
	for (i = 0; i < nr_node_ids; i++)
		kobject_put(node_folders[i]);
	sysfs_remove_group(root, &attr_group);
	kfree(zone_folders);
	kfree(node_folders);
}
