/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_report - what bench has measured, as a table for people, as JSON or as CSV. Measures
 * nothing.
 */
#ifndef CLREDUCE_TOOLS_BENCH_REPORT_H
#define CLREDUCE_TOOLS_BENCH_REPORT_H

#include "check.h"
#include "options.h"
#include "timing.h"
#include <jansson.h>

#define BENCH_SERIES_COUNT 3

/* One way to the result, timed. */
typedef struct bench_series {
    const char *name;
    char method[128]; /* how the time was taken */
    timing times;
} bench_series;

/* One operator's measurements. */
typedef struct bench_row {
    const clr_device *device;
    const clr_plan_info *info;
    uint64_t count; /* elements */
    unsigned copies;
    bench_series series[BENCH_SERIES_COUNT]; /* the last one is what the others are held against */
    check_verdict verdict;
} bench_row;

typedef struct bench_report {
    const options *o;
    size_t row_count;
    json_t *rows; /* with --json */
} bench_report;

void bench_report_open(bench_report *report, const options *o);

/* Prints the row, or keeps it until the end. */
void bench_report_add(bench_report *report, const bench_row *row);

/* Prints what is left to print. False if standard output did not take it all. */
bool bench_report_close(bench_report *report);

#endif
