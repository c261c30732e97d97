/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_sizes - one operator over several counts of elements: three ways (plain loop, kernel,
 * kernel with transfer), or a column for each of several strategies. JSON and CSV are those of a
 * single count, again and again; the tables are this file's own.
 */
#ifndef CLREDUCE_TOOLS_SIZES_H
#define CLREDUCE_TOOLS_SIZES_H

#include "bench_report.h"
#include "ladder_report.h"
#include "plot_script.h"

/* Speeds by column and size: what a picture's curves are made of. */
typedef struct sizes_speeds {
    size_t column_count;
    char names[WORDS_STRATEGIES_MOST][WORDS_STRATEGY_SIZE];
    plot_colour colours[WORDS_STRATEGIES_MOST];
    double gb_per_s[WORDS_STRATEGIES_MOST][OPTIONS_SIZES_MOST]; /* 0 where nothing was measured */
} sizes_speeds;

/*
 * Measures the first --sizes elements of the task's data three ways, and prints; the peak, unless
 * it is NULL, beside them. Returns 0, or the exit code after a sentence on standard error.
 */
int sizes_ways(const bench_task *task, read_peak *peak, bench_report *report, sizes_speeds *speeds);

/* As sizes_ways(), for the strategies of --strategies. */
int sizes_strategies(const bench_task *task, read_peak *peak, ladder_report *report,
                     sizes_speeds *speeds);

#endif
