/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_kernel - the time that a plan's kernels take on data that is on the device: buffers, queue,
 * and which clock is good enough. Every time is of a run that was queued right behind another.
 */
#ifndef CLREDUCE_TOOLS_BENCH_KERNEL_H
#define CLREDUCE_TOOLS_BENCH_KERNEL_H

#include "options.h"

#define BENCH_KERNEL_INPUTS 64

typedef struct bench_kernel {
    const options *o;
    clr_context *context;
    clr_plan *plan;
    clr_plan_info info;
    cl_command_queue queue;
    cl_mem inputs[BENCH_KERNEL_INPUTS]; /* the same data, in as many places as outdo the cache */
    unsigned input_count;
    unsigned next; /* the input that the next run reads */
    cl_mem output;
    uint64_t count; /* elements */
    size_t method;  /* a row of bench_kernel.c */
    unsigned burst; /* runs timed together */
} bench_kernel;

/*
 * Makes ready to measure, on a copy of `data` or, on CPU devices, on `data` itself, which must stay
 * until bench_kernel_close(). That is to be called in every case, with `*k` zero-initialised before
 * this call. Returns 0, or the exit code after a sentence on standard error.
 */
int bench_kernel_open(bench_kernel *k, const options *o, clr_context *context,
                      const clr_reduction *reduction, void *data, uint64_t count);
void bench_kernel_close(bench_kernel *k);

/* Measures the seconds of a run, and reads its result. Returns 0 or the exit code, likewise. */
int bench_kernel_run(bench_kernel *k, double *seconds, uint64_t *result);

/* How the time is taken, for people. */
#define BENCH_KERNEL_METHOD_SIZE 96
void bench_kernel_method(const bench_kernel *k, char text[BENCH_KERNEL_METHOD_SIZE]);

#endif
