/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reports - what each kind of benchmark has measured, as tables for people, JSON and CSV: a file a
 * kind. Each function tells one measurement. False if memory ran out. They measure nothing.
 *
 * `over_first` is the time as a multiple of that on the first kind of data; 0: there is none.
 */
#ifndef CLREDUCE_TOOLS_REPORTS_H
#define CLREDUCE_TOOLS_REPORTS_H

#include "bench_many.h"
#include "bench_report.h"
#include "bench_ways.h"
#include "ladder.h"
#include "levels.h"

bool ways_report(bench_report *report, const bench_ways *w, double over_first);
bool ladder_report(bench_report *report, const ladder *l);
bool levels_report(bench_report *report, const levels *l);

/* Of many results there is one table, a row a shape, printed at the end. */
typedef struct many_table {
    size_t count; /* rows */
    table rows;
    bool undecided;
} many_table;

void many_table_open(many_table *t);
bool many_report(bench_report *report, many_table *t, const bench_many *m, double over_first);

/* Prints the rows if there are any. To be called in every case. */
bool many_table_close(many_table *t, const options *o);

/* Of several kinds of data there is one table, a row a shape on a kind, printed at the end. */
typedef struct kinds_row kinds_row;

typedef struct kinds_table {
    const options *o;
    bool replaces; /* other tables: of several kinds, unless JSON or CSV is asked for */
    size_t count;
    kinds_row *rows;
} kinds_table;

/* Opens a table with room for all lengths on `kinds` kinds of data. kinds_table_close() is to be
 * called if it is true. */
bool kinds_table_open(kinds_table *t, const bench_report *report, size_t kinds);

/* Takes a measurement over, of ways the kernel's. Returns its time over that on the first kind. */
double kinds_take_ways(kinds_table *t, const bench_ways *w);
double kinds_take_many(kinds_table *t, const bench_many *m);

/* Prints the rows, worst first, if the table replaces others. */
bool kinds_table_close(kinds_table *t);

#endif
