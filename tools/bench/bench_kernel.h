/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_kernel - the time that a plan's kernels take on data that is on the device, and which clock
 * is good enough. Every time is of a run that was queued right behind another.
 */
#ifndef CLREDUCE_TOOLS_BENCH_KERNEL_H
#define CLREDUCE_TOOLS_BENCH_KERNEL_H

#include "bench_input.h"
#include "bench_shape.h"
#include "bench_unfused.h"
#include "options.h"
#include "race.h"
#include "result_record.h"

typedef struct bench_kernel {
    const options *o;
    bench_input *input;
    clr_plan *plan;
    record_layout layout;
    cl_mem output;
    bench_shape *shape; /* of a plan of many results, to be set before it runs; else NULL */
    bench_unfused
        *map; /* a map kernel, launched before each run, which reduces its results; else NULL */
    size_t method;  /* a row of bench_kernel.c */
    unsigned burst; /* runs timed together */
} bench_kernel;

/*
 * Takes the plan over, also on failure. bench_kernel_close() is to be called in every case, with
 * `*k` zero-initialised before this call. Returns 0, or the exit code after a sentence on standard
 * error.
 */
int bench_kernel_open(bench_kernel *k, const options *o, bench_input *data, clr_plan *plan);

/* The same, with the plan of the task's request that these options describe. */
int bench_kernel_plan(bench_kernel *k, const bench_task *task, bench_input *data,
                      const clr_plan_options *how);
void bench_kernel_close(bench_kernel *k);

/*
 * Warms up, and finds out how to take the time. With `alike`, kernels that are held against each
 * other are timed in one way, however many launches they have. Returns 0 or the exit code.
 */
int bench_kernel_warm(bench_kernel *k, bool alike);

/*
 * Measures the seconds of a run, and reads its result, of a plan of one. Returns 0 or the exit
 * code.
 */
int bench_kernel_run(bench_kernel *k, double *seconds, void *record);

/* One run over the first `count` elements, by the host's clock. It needs no warming. */
int bench_kernel_try(bench_kernel *k, uint64_t count, double *seconds, void *record);

/* How the time is taken, for people. */
void bench_kernel_method(const bench_kernel *k, char text[RACE_METHOD_SIZE]);

#endif
