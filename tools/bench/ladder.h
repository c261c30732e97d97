/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ladder - strategies timed in turns on the same data (race.h), in the order in which they improve
 * on each other. A rung is a strategy with its sizes. Results are checked against the host's.
 * Prints nothing but failures and the progress bar.
 */
#ifndef CLREDUCE_TOOLS_LADDER_H
#define CLREDUCE_TOOLS_LADDER_H

#include "bench_kernel.h"
#include "check.h"
#include "read_peak.h"
#include "rung.h"

#define LADDER_RUNGS_MOST RACE_MOST

typedef struct ladder {
    bench_task task;
    bench_input input;
    read_peak *peak;                    /* borrowed; takes turns with the strategies */
    check answers[CLR_REDUCTIONS_MOST]; /* the host's results, by which rungs are judged */
    size_t count;
    rung rungs[LADDER_RUNGS_MOST];
    bench_unfused unfused;         /* with --unfused: a kernel for the map alone, then the rest */
    struct ladder_kernel *kernels; /* one a rung; private to ladder.c */
} ladder;

/* Whether options ask for a ladder: --strategies, lists of sizes, or --unfused. */
bool ladder_is_asked(const options *o);

/* Which of --group, --vector and --loads is the first list; SWEEP_COUNT if none is. Rungs that
 * differ by it alone follow one another. */
size_t ladder_sweep(const options *o);

/*
 * Measures the strategies of --strategies, or the one of -s, each with every combination of listed
 * sizes; strategies that are wrong by design with --unsound only. `peak`, or NULL, is borrowed
 * until ladder_close(), which is to be called in every case. Returns 0, or the exit code after a
 * sentence on standard error. A strategy that cannot run is no failure, but a rung that says why.
 */
int ladder_run(ladder *l, const bench_task *task, read_peak *peak);
void ladder_close(ladder *l);

/* The type of the first operator's results. */
clr_type ladder_result(const ladder *l);

/* Reports wrong results of sound strategies, and plans that failed, on standard error. Returns 0 or
 * the exit code. */
int ladder_judge(const ladder *l);

#endif
