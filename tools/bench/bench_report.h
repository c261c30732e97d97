/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_report - what bench has measured three ways, as a table for people (plain or Markdown), as
 * JSON or as CSV. Measures nothing.
 */
#ifndef CLREDUCE_TOOLS_BENCH_REPORT_H
#define CLREDUCE_TOOLS_BENCH_REPORT_H

#include "bench_ways.h"
#include <jansson.h>

typedef struct bench_report {
    const options *o;
    size_t count; /* of measurements so far */
    json_t *rows; /* with --json */
} bench_report;

void bench_report_open(bench_report *report, const options *o);

/* Prints the measurements, or keeps them until the end. False if memory ran out. */
bool bench_report_add(bench_report *report, const bench_ways *w);

/* Prints what is left to print. False if standard output did not take it all. */
bool bench_report_close(bench_report *report);

/* Lines and members that the reports of all kinds of benchmark begin with. */
void bench_report_device(const clr_device *device);
json_t *bench_report_input(const bench_task *task, unsigned copies);
json_t *bench_report_sizes(const clr_plan_info *info);
json_t *bench_report_seconds(const timing *times);

#endif
