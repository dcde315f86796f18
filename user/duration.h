/* SPDX-License-Identifier: GPL-2.0 */
/* "50us", "500ms", "1.5s", "10m", "2h", "1d"; without a unit seconds.  Pure. */
#ifndef RW_DURATION_H
#define RW_DURATION_H

#include <stdbool.h>
#include <stdint.h>

/* Of stat, record: more often would cost more than it shows. */
#define RW_SHORTEST_INTERVAL_NS 100000000LL

/* False if @text is none, or longer than ten years. */
bool rw_duration_parse(const char *text, int64_t *ns);

#endif /* RW_DURATION_H */
