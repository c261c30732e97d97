/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ladder_report - ladders as tables for people (plain or Markdown), as JSON or as CSV. Measures
 * nothing.
 */
#ifndef CLREDUCE_TOOLS_LADDER_REPORT_H
#define CLREDUCE_TOOLS_LADDER_REPORT_H

#include "ladder.h"
#include <jansson.h>

typedef struct ladder_report {
    const options *o;
    size_t count;  /* of ladders so far */
    json_t *parts; /* with --json */
} ladder_report;

void ladder_report_open(ladder_report *report, const options *o);

/* Prints the ladder, or keeps it until the end. False if memory ran out. */
bool ladder_report_add(ladder_report *report, const ladder *l);

/* Prints what is left to print. False if standard output did not take it all. */
bool ladder_report_close(ladder_report *report);

/* The line on the read peak that tables and pictures are held against. */
void ladder_report_peak(const read_peak *peak);

#endif
