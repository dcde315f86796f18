/* SPDX-License-Identifier: GPL-2.0 */
/* Everything that prints.  Nothing here reads a file or judges a figure. */
#ifndef RW_OUT_H
#define RW_OUT_H

#include <stdio.h>

#include <jansson.h>

#include "report.h"

void rw_out_status(FILE *out, bool colour, const struct rw_report *rep);
void rw_out_doctor(FILE *out, bool colour, const struct rw_report *rep);
void rw_out_values(FILE *out, bool colour);

/*
 * The same as JSON, every value by its name in the tables, unknown as null.  NULL
 * if memory ran out.
 */
json_t *rw_json_status(const struct rw_report *rep);
json_t *rw_json_doctor(const struct rw_report *rep);
json_t *rw_json_clamp(bool on);
json_t *rw_json_version(void);
json_t *rw_json_values(void);
json_t *rw_json_error(const struct rw_err *err);

#endif /* RW_OUT_H */
