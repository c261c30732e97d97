/* SPDX-License-Identifier: Apache-2.0 */
/*
 * many_report - what bench has measured of many results, a row a shape: as one table for people
 * (plain or Markdown), as JSON or as CSV. Measures nothing.
 */
#ifndef CLREDUCE_TOOLS_MANY_REPORT_H
#define CLREDUCE_TOOLS_MANY_REPORT_H

#include "bench_many.h"
#include "table.h"
#include <jansson.h>

typedef struct many_report {
    const options *o;
    size_t count;  /* of measurements so far */
    json_t *parts; /* with --json */
    table rows;    /* without --json and --csv */
    bool undecided;
} many_report;

void many_report_open(many_report *report, const options *o);

/* Prints the measurements, or keeps them until the end. False if memory ran out. */
bool many_report_add(many_report *report, const bench_many *m);

/* Prints what is left to print. False if standard output did not take it all. */
bool many_report_close(many_report *report);

#endif
