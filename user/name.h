/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Names that come from outside: of tasks, devices, cgroups.  They are kept as the
 * module writes them: printable ASCII without a blank, every other byte and the
 * backslash as \xHH.  So a name that is printed as it is cannot steer a terminal.
 */
#ifndef RW_NAME_H
#define RW_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* Every backslash begins a \xHH, and none of these is a NUL. */
bool rw_name_ok(const char *name);

/* For people: blanks and backslashes are themselves again, the rest stays. */
void rw_name_text(char *to, size_t size, const char *name);

/* For programs: the bytes themselves, as UTF-8; what is not that becomes U+FFFD. */
void rw_name_utf8(char *to, size_t size, const char *name);

/* The other way round, for a name that the tool read by itself; cut if it is too long. */
void rw_name_escape(char *to, size_t size, const char *raw);

/* Room for the UTF-8 of a name of @size bytes. */
#define RW_NAME_UTF8(size) (3 * (size))

#endif /* RW_NAME_H */
