/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_shape - the buffers of a shape, and what a run is told and what it leaves. See
 * bench_shape.h.
 */
#include "bench_shape.h"
#include "bench_queue.h"
#include "message.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Buffers --------------------------------------------------------------------------------- */

static int make_numbers(bench_shape *b)
{
    const made_numbers *numbers = made_shape_read(b->made);
    const uint64_t size = made_numbers_size(numbers);
    for (unsigned i = 0; size != 0 && i < b->input->copy_count; i++) {
        OR_RETURN(
            bench_queue_buffer(b->input->context, CL_MEM_READ_WRITE, size, NULL, &b->numbers[i]));
        OR_RETURN(bench_queue_write(b->input->queue, b->numbers[i], size, numbers->at));
    }
    return CODE_FINE;
}

static int make_array(bench_shape *b, bench_results *results, cl_mem *buffer, size_t size)
{
    *results = (bench_results){.buffer = buffer, .size = size};
    return bench_queue_buffer(b->input->context, CL_MEM_READ_WRITE, b->made->count * size, NULL,
                              buffer);
}

static int make_arrays(bench_shape *b, size_t reduction, bool statuses)
{
    const clr_result *result = &b->layout->results[reduction];
    clr_arrays *arrays = &b->arrays[reduction];
    bench_results *results = b->results[reduction];
    arrays->size = sizeof *arrays;
    OR_RETURN(make_array(b, &results[BENCH_VALUE], &arrays->value, result->value_size));
    if (result->second_offset != CLR_UNKNOWN)
        OR_RETURN(make_array(b, &results[BENCH_SECOND], &arrays->second, result->value_size));
    if (result->index_offset != CLR_UNKNOWN)
        OR_RETURN(make_array(b, &results[BENCH_INDEX], &arrays->index, sizeof(cl_ulong)));
    return statuses ? make_array(b, &results[BENCH_STATUS], &arrays->status, sizeof(cl_int))
                    : CODE_FINE;
}

/* Fills in the members of clr_run that describe the shape. */
static void describe(bench_shape *b)
{
    const made_shape *made = b->made;

    b->axes = (clr_axes){.size = sizeof b->axes,
                         .rank = (unsigned)made->rank,
                         .reduced = made->reduced,
                         .extents = made->extents};
    for (size_t k = 0; k < made->rank; k++)
        b->strides[k] = made->strides[k] * (int64_t)b->layout->info.element_size;
    for (uint64_t i = 0; made->is_view && i < b->layout->info.inputs; i++)
        b->axes.strides[i] = b->strides;
    b->segments = (clr_segments){
        .size = sizeof b->segments, .count = made->count, .type = made->numbers.type};
    b->runs = (clr_runs){.size = sizeof b->runs, .most = made->count, .type = made->keys.type};
    b->labels =
        (clr_labels){.size = sizeof b->labels, .count = made->labels, .type = made->numbers.type};
}

int bench_shape_open(bench_shape *b, const made_shape *made, const bench_input *data,
                     const record_layout *layout, bool statuses)
{
    *b = (bench_shape){.made = made, .input = data, .layout = layout};
    describe(b);
    OR_RETURN(make_numbers(b));
    for (size_t i = 0; i < layout->count; i++)
        OR_RETURN(make_arrays(b, i, statuses));
    return CODE_FINE;
}

void bench_shape_close(bench_shape *b)
{
    for (unsigned i = 0; i < BENCH_INPUT_COPIES; i++)
        if (b->numbers[i])
            clReleaseMemObject(b->numbers[i]);
    for (size_t i = 0; i < CLR_REDUCTIONS_MOST; i++)
        for (size_t j = 0; j < BENCH_ARRAYS; j++) {
            const bench_results *results = &b->results[i][j];
            if (results->buffer && *results->buffer)
                clReleaseMemObject(*results->buffer);
            free(results->host);
        }
}

/* ---- A run ----------------------------------------------------------------------------------- */

void bench_shape_ask(bench_shape *b, unsigned copy, clr_run *run)
{
    b->segments.begins = b->numbers[copy];
    b->labels.labels = b->numbers[copy];
    b->runs.keys = b->numbers[copy];
    run->output = NULL;
    run->arrays = b->arrays;
    run->array_count = b->layout->count;
    if (b->made->rank != 0)
        run->axes = &b->axes;
    if (b->made->shape == CLR_SHAPE_SEGMENTS)
        run->segments = &b->segments;
    if (b->made->shape == CLR_SHAPE_RUNS)
        run->runs = &b->runs;
    if (b->made->labels != 0)
        run->labels = &b->labels;
}

int bench_shape_poison(bench_shape *b)
{
    const unsigned char poison = 0xFF;
    cl_int error = CL_SUCCESS;

    for (size_t i = 0; i < b->layout->count; i++)
        for (size_t j = 0; error == CL_SUCCESS && j < BENCH_ARRAYS; j++) {
            const bench_results *results = &b->results[i][j];
            if (results->buffer)
                error = clEnqueueFillBuffer(b->input->queue, *results->buffer, &poison, 1, 0,
                                            b->made->count * results->size, 0, NULL, NULL);
        }
    return error == CL_SUCCESS ? bench_queue_finish(b->input->queue)
                               : bench_queue_fail("clEnqueueFillBuffer", error);
}

static int read_array(bench_shape *b, bench_results *results)
{
    const uint64_t size = b->made->count * results->size;

    if (!results->host)
        results->host = malloc(size);
    if (!results->host)
        return message_fail(CODE_DEVICE, "out of memory for %" PRIu64 " results.", b->made->count);
    return bench_queue_read(b->input->queue, *results->buffer, size, results->host);
}

int bench_shape_read(bench_shape *b)
{
    int code = CODE_FINE;

    for (size_t i = 0; i < b->layout->count; i++)
        for (size_t j = 0; code == CODE_FINE && j < BENCH_ARRAYS; j++)
            if (b->results[i][j].buffer)
                code = read_array(b, &b->results[i][j]);
    return code;
}

/* Number `k` of an array; NULL if there is no such array. */
static const void *number_at(const bench_shape *b, size_t reduction, size_t array, uint64_t k)
{
    const bench_results *results = &b->results[reduction][array];
    const char *host = results->host;

    return host ? host + k * results->size : NULL;
}

/* The check gathers a label's elements and counts them from 0, but an index by label counts all
 * elements, or goes along the labelled axes: it is left out of the claim. */
check_claim bench_shape_claim(const bench_shape *b, const clr_plan *plan, size_t reduction,
                              uint64_t k, uint64_t length)
{
    const clr_result *result = &b->layout->results[reduction];
    const bool has_index = b->made->labels == 0;
    const cl_int *status = number_at(b, reduction, BENCH_STATUS, k);

    return (check_claim){.status = status ? (clr_status)*status : CLR_OK,
                         .type = result->type,
                         .value = number_at(b, reduction, BENCH_VALUE, k),
                         .second = number_at(b, reduction, BENCH_SECOND, k),
                         .index = has_index ? number_at(b, reduction, BENCH_INDEX, k) : NULL,
                         .depth = clr_plan_depth(plan, length),
                         .accumulator = result->accumulator,
                         .accuracy = result->accuracy};
}

void bench_shape_record(const bench_shape *b, uint64_t k, unsigned char *record)
{
    const clr_result *result = &b->layout->results[0];
    const uint64_t offsets[BENCH_ARRAYS] = {result->offset, result->second_offset,
                                            result->index_offset, result->status_offset};

    for (size_t i = 0; i < BENCH_ARRAYS; i++) {
        const void *number = number_at(b, 0, i, k);
        if (number && offsets[i] != CLR_UNKNOWN)
            memcpy(record + offsets[i], number, b->results[0][i].size);
    }
}

uint64_t bench_shape_bytes(const bench_shape *b)
{
    const uint64_t element_size = b->layout->info.element_size * b->layout->info.inputs;
    uint64_t bytes = b->made->elements * element_size + made_numbers_size(made_shape_read(b->made));

    for (size_t i = 0; i < b->layout->count; i++)
        for (size_t j = 0; j < BENCH_ARRAYS; j++)
            bytes += b->made->count * b->results[i][j].size;
    return bytes;
}
