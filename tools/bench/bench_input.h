/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_input - a benchmark's data on the device, in as many copies as outdo its cache. What is
 * measured side by side shares one of these.
 */
#ifndef CLREDUCE_TOOLS_BENCH_INPUT_H
#define CLREDUCE_TOOLS_BENCH_INPUT_H

#include "bench_data.h"

#define BENCH_INPUT_COPIES 64

typedef struct bench_input {
    clr_context *context;
    cl_command_queue queue;                             /* see bench_queue.h */
    uint64_t input_count;                               /* buffers of a copy */
    cl_mem copies[BENCH_INPUT_COPIES][CLR_INPUTS_MOST]; /* the same data in several places */
    unsigned copy_count;
    bool in_place;  /* the host's memory itself */
    unsigned next;  /* the copy that the next run reads */
    uint64_t count; /* elements of a buffer */
} bench_input;

/*
 * Copies the data to the device; or uses it where it is, if that is asked for and the device is a
 * CPU: then it must stay until bench_input_close(). That is to be called in every case, with
 * `*b` zero-initialised before this call. Returns 0, or the exit code after a sentence on
 * standard error.
 */
int bench_input_open(bench_input *b, clr_context *context, const bench_data *data, bool in_place);
void bench_input_close(bench_input *b);

/* Overwrites the copies with other elements of the same count; data used in place stay. */
int bench_input_write(bench_input *b, const bench_data *data);

/* The copies in turn: the buffers of one. */
const cl_mem *bench_input_next(bench_input *b);

#endif
