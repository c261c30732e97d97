/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_report - what bench has measured, as it is told: tables for people (plain or Markdown) at
 * once, JSON at the end, CSV of what JSON has. Owns the parts that all kinds of benchmark share;
 * each kind has a file for the rest. Measures nothing.
 */
#ifndef CLREDUCE_TOOLS_BENCH_REPORT_H
#define CLREDUCE_TOOLS_BENCH_REPORT_H

#include "bench_input.h"
#include "race.h"
#include "read_peak.h"
#include "sheet.h"
#include "table.h"
#include <jansson.h>

typedef struct bench_report {
    const options *o;
    size_t count;  /* of measurements so far */
    json_t *parts; /* with --json */
} bench_report;

void bench_report_open(bench_report *report, const options *o);

/* Whether it is told in tables for people: each kind prints its own. Else this takes over the
 * measurement's facts. False if memory ran out. */
bool bench_report_is_table(const bench_report *report);
bool bench_report_add(bench_report *report, json_t *facts, const sheet *csv);

/* The end of a measurement that was told in tables. Hands `printed` on. */
bool bench_report_next(bench_report *report, bool printed);

/* Prints the JSON. False if standard output did not take all that was printed. */
bool bench_report_close(bench_report *report);

/* Says that there was no memory for a measurement. Returns the exit code. */
int bench_report_fail(void);

/* ---- Tables ---------------------------------------------------------------------------------- */

/* Prints a table in the form that is asked for, and closes it. False if memory ran out. */
bool bench_report_table(const options *o, table *t);

void bench_report_device(const clr_device *device);

/* The line on the read peak that tables are held against. */
void bench_report_peak(const read_peak *peak);

/* Begins the line that says what was measured: "sum of 1,024 f32, uniform, 4 KiB"; of several kinds
 * of data, which are NULL, without them. */
void bench_report_task(const bench_task *task, const distribution *kind);
void bench_report_copies(const bench_input *from);

/* Cells: a number as people read it; a time; a ratio with `decimals` decimals, a dash for 0. */
void bench_report_count_cell(table *t, uint64_t count);
void bench_report_time_cell(table *t, double seconds);
void bench_report_ratio_cell(table *t, int decimals, double ratio);

/* ---- JSON ------------------------------------------------------------------------------------ */

json_t *bench_report_input(const bench_task *task, unsigned copies);
json_t *bench_report_sizes(const clr_plan_info *info);
json_t *bench_report_seconds(const timing *times);

/* A number above 0, null for none. */
json_t *bench_report_positive(double number);

/* Adds how a contestant was timed, its runs, seconds and speed. */
void bench_report_add_times(json_t *part, const timed *t, double gb_per_s);

#endif
