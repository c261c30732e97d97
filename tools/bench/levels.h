/* SPDX-License-Identifier: Apache-2.0 */
/*
 * levels - the accuracy levels of a request in a race, on each of several kinds of data: their
 * ratios are what is asked for. Results are checked on the host: those of level exact to the bit,
 * others by their bound. Prints nothing but failures and the progress bar.
 */
#ifndef CLREDUCE_TOOLS_LEVELS_H
#define CLREDUCE_TOOLS_LEVELS_H

#include "bench_kernel.h"
#include "rung.h"

#define LEVELS_MOST 4

/* A level: its plan, or why there is none of its own. */
typedef struct level {
    clr_accuracy accuracy;
    bool runs;
    char reason[256]; /* "" if it runs */
    bench_kernel kernel;
} level;

/* The measurement of a level on one kind of data. */
typedef struct level_cell {
    timed timed;
    rung_answer answer;
    char reason[RUNG_REASON_SIZE];          /* why the answer is wrong */
    unsigned char record[RECORD_SIZE_MOST]; /* of the first run */
} level_cell;

typedef struct level_row {
    const distribution *kind;
    level_cell cells[LEVELS_MOST]; /* in the order of the levels */
} level_row;

typedef struct levels {
    bench_task task;
    bench_input input;
    level levels[LEVELS_MOST]; /* exact, reproducible, fast, relaxed */
    size_t row_count;
    level_row rows[DISTRIBUTIONS_MOST];
} levels;

/*
 * Measures the levels on `count` kinds of data, for which the task's data has the room.
 * levels_close() is to be called in every case. Returns 0, or the exit code after a sentence on
 * standard error. That a level cannot be had is no failure, but a reason.
 */
int levels_run(levels *l, const bench_task *task, const distribution *const kinds[], size_t count);
void levels_close(levels *l);

/* Speed, and its ratio to that of level fast on the same data; 0 if there is none. */
double levels_gb_per_s(const levels *l, size_t row, size_t column);
double levels_over_fast(const levels *l, size_t row, size_t column);

/* Says which answers should not be wrong. Returns 0 or the exit code. */
int levels_judge(const levels *l);

#endif
