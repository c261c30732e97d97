/* SPDX-License-Identifier: Apache-2.0 */
/*
 * report - what is told of a finished job: its input, device and times, as a JSON object and,
 * with -v, as a summary on standard error; and the results of a flat job.
 */
#ifndef CLREDUCE_TOOLS_REPORT_H
#define CLREDUCE_TOOLS_REPORT_H

#include "flat.h"
#include <jansson.h>

/* Prints the results. Returns 0, or the exit code after a sentence on standard error. */
int report_flat(const flat *f);

/* On standard error: with -v device, method, sizes and times, and the launches of `streamed`, the
 * plan by which the input was streamed, unless it is NULL; without -q how many numbers were rounded
 * when they were read. */
void report_notes(const job *j, const clr_plan *streamed);

/* Whether the user is to be told that a count left zeros out: of the operator count, if no map,
 * mask, condition or index says which numbers count and no operator size says how many there are.
 */
bool report_minds_zeros(const job *j, size_t index);

/* Tells the user that zeros were left out, if fewer than all numbers were counted. */
void report_note_zeros(uint64_t counted, uint64_t all);

/* A new JSON object with the job's input and device. report_add_plan() adds strategy, accuracy and
 * the times, which report_seconds_part() gives alone, as a new object. */
json_t *report_document(const job *j);
void report_add_plan(json_t *document, const job *j);
json_t *report_seconds_part(const job *j);

/* A new object for a result, with operator, type and, of operators that select, their parameters.
 * The caller adds the result's numbers; report_result_end() adds accuracy and check, and returns
 * it. */
json_t *report_result_begin(const job *j, size_t index);
json_t *report_result_end(const job *j, size_t index, json_t *part);

#endif
