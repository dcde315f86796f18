/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the tool can end with: the exit codes (documented in --help from here)
 * and the errors, each with the id that JSON shows and its exit code.
 */
#ifndef RW_EXITS_H
#define RW_EXITS_H

#define RW_EXITS(X)                                                                     \
	X(OK, 0, "all went well")                                                       \
	X(PROBLEM, 1, "doctor found a problem (doctor ends with 0, 1, 2, 8 or 9 only)") \
	X(USAGE, 2, "unknown command, option or argument")                              \
	X(NO_MODULE, 3, "the module is not loaded")                                     \
	X(PERMISSION, 4, "no permission")                                               \
	X(DEBUGFS, 5, "debugfs is not mounted, or a file in it cannot be read")         \
	X(TEXT, 6, "a file is truncated, garbled or of an unknown schema")              \
	X(CLAMP, 7, "the clamp or a group could not be switched")                       \
	X(OUTPUT, 8, "the output could not be written")                                 \
	X(SYSTEM, 9, "out of memory, or another failure of the system")                 \
	X(NO_TRACE, 10, "the kernel's trace events or BPF cannot be used")

enum rw_exit {
#define X(id, code, help) RW_EXIT_##id = code,
	RW_EXITS(X)
#undef X
};

#define RW_ERRORS(X)                                           \
	X(NONE, "none", RW_EXIT_OK)                            \
	X(USAGE, "usage", RW_EXIT_USAGE)                       \
	X(NO_MODULE, "module_not_loaded", RW_EXIT_NO_MODULE)   \
	X(PERMISSION, "no_permission", RW_EXIT_PERMISSION)     \
	X(NOT_MOUNTED, "debugfs_not_mounted", RW_EXIT_DEBUGFS) \
	X(UNREADABLE, "unreadable", RW_EXIT_DEBUGFS)           \
	X(TRUNCATED, "truncated", RW_EXIT_TEXT)                \
	X(GARBLED, "garbled", RW_EXIT_TEXT)                    \
	X(SCHEMA, "unknown_schema", RW_EXIT_TEXT)              \
	X(CLAMP, "clamp_not_changed", RW_EXIT_CLAMP)           \
	X(GROUP, "group_not_changed", RW_EXIT_CLAMP)           \
	X(OUTPUT, "output_not_written", RW_EXIT_OUTPUT)        \
	X(SYSTEM, "system", RW_EXIT_SYSTEM)                    \
	X(TRACEFS, "no_trace_events", RW_EXIT_NO_TRACE)        \
	X(BPF, "no_bpf", RW_EXIT_NO_TRACE)

enum rw_error {
#define X(id, name, code) RW_ERR_##id,
	RW_ERRORS(X)
#undef X
};

#endif /* RW_EXITS_H */
