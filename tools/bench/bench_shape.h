/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_shape - a shape to measure on the device: its offsets, keys or labels, and the arrays that
 * receive the results. Like the elements (bench_input.h), offsets, keys and labels are there in so
 * many copies that a run finds none in a cache. Measures nothing.
 */
#ifndef CLREDUCE_TOOLS_BENCH_SHAPE_H
#define CLREDUCE_TOOLS_BENCH_SHAPE_H

#include "bench_input.h"
#include "check.h"
#include "made_shape.h"
#include "result_record.h"

/* An array of results on the device, and its copy on the host. */
typedef struct bench_results {
    cl_mem *buffer; /* NULL: the reduction has no such array */
    size_t size;    /* bytes of a result */
    void *host;     /* the copy, once results are read */
} bench_results;

enum { BENCH_VALUE, BENCH_SECOND, BENCH_INDEX, BENCH_STATUS, BENCH_ARRAYS };

typedef struct bench_shape {
    const made_shape *made;
    const bench_input *input;
    const record_layout *layout;
    cl_mem numbers[BENCH_INPUT_COPIES];
    clr_arrays arrays[CLR_REDUCTIONS_MOST];
    bench_results results[CLR_REDUCTIONS_MOST][BENCH_ARRAYS];
    clr_axes axes;
    int64_t strides[CLR_RANK_MOST]; /* in bytes */
    clr_segments segments;
    clr_runs runs;
    clr_labels labels;
} bench_shape;

/*
 * Makes the buffers that a run of a plan with this layout needs; with `statuses` also one for
 * statuses. The shape, the input and the layout are borrowed. bench_shape_close() is to be called
 * in every case, with `*b` zero-initialised before. Returns 0, or the exit code after a sentence on
 * standard error, as all of these do.
 */
int bench_shape_open(bench_shape *b, const made_shape *made, const bench_input *data,
                     const record_layout *layout, bool statuses);
void bench_shape_close(bench_shape *b);

/* Puts the shape into a run over copy number `copy` of the input; to be run before the next call.
 */
void bench_shape_ask(bench_shape *b, unsigned copy, clr_run *run);

/* Fills the arrays, so that a run that writes nothing is noticed. */
int bench_shape_poison(bench_shape *b);

/* Reads all results. */
int bench_shape_read(bench_shape *b);

/* The claim of a reduction's result number `k`, which has `length` elements: once all are read. */
check_claim bench_shape_claim(const bench_shape *b, const clr_plan *plan, size_t reduction,
                              uint64_t k, uint64_t length);

/* Result number `k` of the first reduction, as its record would have it. */
void bench_shape_record(const bench_shape *b, uint64_t k, unsigned char *record);

/* Bytes that a run reads and writes: elements, offsets, labels or keys, and results. */
uint64_t bench_shape_bytes(const bench_shape *b);

#endif
