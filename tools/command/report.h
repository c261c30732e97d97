/* SPDX-License-Identifier: Apache-2.0 */
/*
 * report - a finished job as text: the values on standard output, plainly or as one JSON object,
 * and for those who ask a summary on standard error.
 */
#ifndef CLREDUCE_TOOLS_REPORT_H
#define CLREDUCE_TOOLS_REPORT_H

#include "job.h"

/* Prints. Returns 0, or the exit code after a sentence on standard error. */
int report_print(const job *j);

/* What -v tells on standard error: device, method, sizes and times. */
void report_tell(const job *j);

/* The input as JSON: path, type and count. */
json_t *report_input_part(const job *j);

/* The times as JSON. */
json_t *report_seconds_part(const job *j);

#endif
