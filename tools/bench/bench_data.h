/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_data - the elements that a benchmark reduces, in host memory, the answer that they have,
 * and the task: what every way of measuring starts from. Knows nothing of measuring.
 */
#ifndef CLREDUCE_TOOLS_BENCH_DATA_H
#define CLREDUCE_TOOLS_BENCH_DATA_H

#include "check.h"
#include "command_request.h"
#include "distribution.h"
#include "options.h"
#include <clreduce/clreduce.h>

typedef struct bench_data {
    void *inputs[CLR_INPUTS_MOST];
    uint64_t input_count;
    uint64_t count; /* elements of an input */
    clr_type type;
    const distribution *kind; /* of elements; NULL before they are filled in */
} bench_data;

/*
 * Makes room for `count` elements of each of the request's inputs, as many as the device takes in
 * one buffer at most. bench_data_close() is to be called in every case. Returns 0, or the exit code
 * after a sentence on standard error.
 */
int bench_data_open(bench_data *data, const request *r, clr_type type, uint64_t count,
                    const clr_device *device);
void bench_data_close(bench_data *data);

/* Fills in elements of that kind, which has to suit the type. */
void bench_data_fill(bench_data *data, const distribution *kind);

/* The first `count` elements of the data, or room for them, which stay the data's. */
bench_data bench_data_part(const bench_data *data, uint64_t count);

/* The answers of the request's reductions, computed on the host. */
void bench_data_answer(const bench_data *data, const request *r,
                       check answers[CLR_REDUCTIONS_MOST]);

/* Bytes of all elements of all inputs. */
uint64_t bench_data_size(const bench_data *data);

/* A task: a request's operators over one array on one device. */
typedef struct bench_task {
    const options *o;
    clr_context *context;
    const request *request;         /* borrowed */
    char names[REQUEST_NAMES_SIZE]; /* of its operators */
    bench_data data;                /* borrowed: filled in, and not closed with the task */
} bench_task;

#endif
