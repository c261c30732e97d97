/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_sizes - one operator over several counts of elements: three ways (plain loop, kernel,
 * kernel with transfer), or a column for each of several strategies. JSON and CSV are those of a
 * single count, again and again; the tables are this file's own.
 */
#ifndef CLREDUCE_TOOLS_SIZES_H
#define CLREDUCE_TOOLS_SIZES_H

#include "bench_plot.h"
#include "reports.h"

/*
 * Measures the first --sizes elements of the task's data three ways, and prints; the peak, unless
 * it is NULL, beside them. Returns 0, or the exit code after a sentence on standard error.
 */
int sizes_ways(const bench_task *task, read_peak *peak, bench_report *report, bench_speeds *speeds);

/* As sizes_ways(), for the strategies of --strategies. */
int sizes_strategies(const bench_task *task, read_peak *peak, bench_report *report,
                     bench_speeds *speeds);

#endif
