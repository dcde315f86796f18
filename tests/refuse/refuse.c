// SPDX-License-Identifier: GPL-2.0
/*
 * Makes one probe impossible, for tests only, by the kernel's own means: who asks
 * for a kprobe or kretprobe on "symbol" has asked for one on "instead", and gets
 * what the kernel answers to that.  -ENOENT if there is no such function, -EINVAL
 * if it is one that must not be probed.
 *
 * A tracepoint called "symbol" goes by the name of "instead" as long as this module
 * is loaded.  The kernel does not refuse a tracepoint that exists.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/ptrace.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

static char *symbol;
module_param(symbol, charp, 0444);
MODULE_PARM_DESC(symbol, "function or tracepoint that nobody shall get");

static char *instead = "rwatch_no_such_function";
module_param(instead, charp, 0444);
MODULE_PARM_DESC(instead, "function that is asked for instead");

static int refused;
module_param(refused, int, 0444);
MODULE_PARM_DESC(refused, "how many have asked (read-only)");

static struct tracepoint *renamed;
static const char *real_name;

/* A function of a module is followed by " [module]". */
static bool is_symbol(const char *name)
{
	size_t len = strlen(symbol);

	return !strncmp(name, symbol, len) && (name[len] == '\0' || name[len] == ' ');
}

static bool asks_for_symbol(const struct kprobe *kp)
{
	char name[KSYM_SYMBOL_LEN];

	if (kp->symbol_name)
		return is_symbol(kp->symbol_name);
	sprint_symbol_no_offset(name, (unsigned long)kp->addr);
	return is_symbol(name);
}

static void ask_for_another(struct kprobe *kp)
{
	if (!asks_for_symbol(kp))
		return;
	kp->addr = NULL;
	kp->symbol_name = instead;
	refused++;
}

static int kprobe_pre(struct kprobe *kp, struct pt_regs *regs)
{
	ask_for_another((struct kprobe *)regs_get_kernel_argument(regs, 0));
	return 0;
}

static int kretprobe_pre(struct kprobe *kp, struct pt_regs *regs)
{
	struct kretprobe *rp = (struct kretprobe *)regs_get_kernel_argument(regs, 0);

	ask_for_another(&rp->kp);
	return 0;
}

static struct kprobe on_register_kprobe = {
	.symbol_name	= "register_kprobe",
	.pre_handler	= kprobe_pre,
};

static struct kprobe on_register_kretprobe = {
	.symbol_name	= "register_kretprobe",
	.pre_handler	= kretprobe_pre,
};

static void find_tracepoint(struct tracepoint *tp, void *unused)
{
	if (!strcmp(tp->name, symbol))
		renamed = tp;
}

static int __init refuse_init(void)
{
	int err;

	if (!symbol)
		return -EINVAL;
	err = register_kprobe(&on_register_kprobe);
	if (err)
		return err;
	err = register_kprobe(&on_register_kretprobe);
	if (err) {
		unregister_kprobe(&on_register_kprobe);
		return err;
	}
	for_each_kernel_tracepoint(find_tracepoint, NULL);
	if (renamed) {
		real_name = renamed->name;
		WRITE_ONCE(renamed->name, instead);
		refused++;
	}
	return 0;
}

static void __exit refuse_exit(void)
{
	if (renamed)
		WRITE_ONCE(renamed->name, real_name);
	unregister_kprobe(&on_register_kretprobe);
	unregister_kprobe(&on_register_kprobe);
}

module_init(refuse_init);
module_exit(refuse_exit);

MODULE_DESCRIPTION("Has the kernel refuse a probe, to see what reclaimwatch makes of it");
MODULE_LICENSE("GPL");
