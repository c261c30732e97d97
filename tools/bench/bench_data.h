/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_data - the elements that a benchmark reduces, in host memory, and the answer that they
 * have: what every way of measuring starts from. Knows nothing of measuring.
 */
#ifndef CLREDUCE_TOOLS_BENCH_DATA_H
#define CLREDUCE_TOOLS_BENCH_DATA_H

#include "check.h"
#include <clreduce/clreduce.h>

typedef struct bench_data {
    void *elements;
    uint64_t count;
    clr_type type;
    int kind; /* the sample_kind that they are filled with, -1 before */
} bench_data;

/*
 * Makes room for `count` elements, as many as the device takes in one buffer at most.
 * bench_data_close() is to be called in every case. Returns 0, or the exit code after a sentence on
 * standard error.
 */
int bench_data_open(bench_data *data, clr_type type, uint64_t count, const clr_device *device);
void bench_data_close(bench_data *data);

/* Fills in elements that suit the operator. Returns 0 or the exit code, likewise. */
int bench_data_fill(bench_data *data, clr_operator op);

/* The first `count` elements of the data, which stay the data's. */
bench_data bench_data_part(const bench_data *data, uint64_t count);

/* The operator's answer, computed on the host. */
check bench_data_answer(const bench_data *data, clr_operator op);

/* Bytes of all elements. */
uint64_t bench_data_size(const bench_data *data);

#endif
