/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_plot - what bench has measured as a picture for --plot: a ladder as bars, sizes as curves.
 * Knows which words and colours go with the measurements; the drawing is plot's and plot_script's.
 */
#ifndef CLREDUCE_TOOLS_BENCH_PLOT_H
#define CLREDUCE_TOOLS_BENCH_PLOT_H

#include "ladder.h"
#include "plot_script.h"

/* The measurement of a strategy, or of a way, at one size. */
typedef struct bench_cell {
    double gb_per_s; /* 0: nothing */
    bool is_marked;  /* the answer is none to be compared */
    char reason[RUNG_REASON_SIZE];
} bench_cell;

typedef struct bench_column {
    char name[WORDS_STRATEGY_SIZE];
    plot_colour colour;
    bench_cell cells[OPTIONS_SIZES_MOST];
} bench_column;

/* Speeds by column and size, from which tables and curves over sizes are made. */
typedef struct bench_speeds {
    size_t column_count;
    bench_column columns[WORDS_STRATEGIES_MOST];
} bench_speeds;

/* Each draws the file of --plot. Returns 0, or the exit code after a sentence on standard error. */
int bench_plot_ladder(const ladder *l);
int bench_plot_sweep(const ladder *l); /* curves over the first list of sizes */
int bench_plot_sizes(const bench_task *task, const read_peak *peak, const bench_speeds *speeds);

/* The colour of a strategy: that of its family. */
plot_colour bench_plot_colour(const clr_strategy_info *strategy);

#endif
