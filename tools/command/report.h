/* SPDX-License-Identifier: Apache-2.0 */
/*
 * report - a finished job as text: input, device and times of any job, as a JSON object, and with
 * -v as a summary on standard error; and the results of a flat job.
 */
#ifndef CLREDUCE_TOOLS_REPORT_H
#define CLREDUCE_TOOLS_REPORT_H

#include "flat.h"
#include <jansson.h>

/* Prints the results. Returns 0, or the exit code after a sentence on standard error. */
int report_flat(const flat *f);

/* With -v: reports device, method, sizes and times on standard error, and the launches of a
 * stream's plan unless it is NULL; and numbers that were rounded when read. */
void report_notes(const job *j, const clr_plan *streamed);

/* Whether a count of this reduction's that left zeros out is worth a note: where nothing says which
 * numbers count, and nothing else says how many there are; and the note. */
bool report_minds_zeros(const job *j, size_t index);
void report_note_zeros(uint64_t counted, uint64_t all);

/* A JSON object with the input and the device; functions that add strategy, accuracy and times. */
json_t *report_document(const job *j);
void report_add_plan(json_t *document, const job *j);
json_t *report_seconds_part(const job *j);

/* A result's object with operator and type, and what a selection looks for, to which its numbers
 * are added; then accuracy and check. */
json_t *report_result_begin(const job *j, size_t index);
json_t *report_result_end(const job *j, size_t index, json_t *part);

#endif
