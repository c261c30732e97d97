/* SPDX-License-Identifier: Apache-2.0 */
/*
 * levels_report - accuracy levels as tables for people (plain or Markdown), as JSON or as CSV.
 * Measures nothing.
 */
#ifndef CLREDUCE_TOOLS_LEVELS_REPORT_H
#define CLREDUCE_TOOLS_LEVELS_REPORT_H

#include "levels.h"
#include <jansson.h>

typedef struct levels_report {
    const options *o;
    size_t count;  /* of reports so far */
    json_t *parts; /* with --json */
} levels_report;

void levels_report_open(levels_report *report, const options *o);

/* Prints what was measured, or keeps it until the end. False if memory ran out. */
bool levels_report_add(levels_report *report, const levels *l);

/* Prints what is left to print. False if standard output did not take it all. */
bool levels_report_close(levels_report *report);

#endif
