/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reports - what each kind of benchmark has measured, as tables for people, JSON and CSV: a file a
 * kind. Each function tells one measurement. False if memory ran out. They measure nothing.
 */
#ifndef CLREDUCE_TOOLS_REPORTS_H
#define CLREDUCE_TOOLS_REPORTS_H

#include "bench_many.h"
#include "bench_report.h"
#include "bench_ways.h"
#include "ladder.h"
#include "levels.h"

bool ways_report(bench_report *report, const bench_ways *w);
bool ladder_report(bench_report *report, const ladder *l);
bool levels_report(bench_report *report, const levels *l);

/* Of many results there is one table, a row a shape, printed at the end. */
typedef struct many_table {
    size_t count; /* rows */
    table rows;
    bool undecided;
} many_table;

void many_table_open(many_table *t);
bool many_report(bench_report *report, many_table *t, const bench_many *m);

/* Prints the rows if there are any. To be called in every case. */
bool many_table_close(many_table *t, const options *o);

#endif
