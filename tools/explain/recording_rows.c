/* SPDX-License-Identifier: Apache-2.0 */
/*
 * recording_rows - the results of a recording that has many. See recording_rows.h.
 */
#include "recording_rows.h"
#include "message.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Which elements ------------------------------------------------------------------------- */

/* Of rows nobody has said how many there should be of: not more than a few items can log. */
#define DEFAULT_ITEMS 2048

static uint64_t stored_count(const options *o)
{
    const uint64_t length = o->shape.length;

    if (o->made.rank != 0)
        return made_shape_extents_count(o);
    if (o->explain.items != 0)
        return o->explain.items;
    return length > DEFAULT_ITEMS ? length : DEFAULT_ITEMS;
}

bool recording_rows_can_be(const options *o)
{
    const bool is_drawn = o->made.segments == 0 && o->made.spread == 0 && o->shape.bins == 0;

    return is_drawn && stored_count(o) <= OPTIONS_ITEMS_MOST;
}

int recording_rows_open(recording_rows *rows, const options *o)
{
    const uint64_t stored = stored_count(o);

    if (!made_shape_is_asked(o))
        return CODE_FINE;
    if (o->made.rank != 0 && o->explain.items != 0)
        return message_fail(CODE_USAGE, "--extents says how many numbers: leave --items out.");
    if (!recording_rows_can_be(o))
        return message_fail(CODE_USAGE,
                            "explain draws every step: arrays and rows of up to %d numbers, "
                            "neither segments nor labels.",
                            OPTIONS_ITEMS_MOST);
    int code = made_shape_check_options(o, stored);
    if (code == CODE_FINE)
        code = made_shape_open(&rows->made, o, stored, o->shape.length);
    rows->stored = o->made.rank != 0 ? stored : rows->made.elements;
    return code;
}

void recording_rows_close(recording_rows *rows)
{
    for (size_t i = 0; i < ROWS_ARRAYS; i++) {
        if (rows->buffers[i] != NULL)
            clReleaseMemObject(rows->buffers[i]);
        free(rows->arrays[i]);
    }
    made_shape_close(&rows->made);
    *rows = (recording_rows){0};
}

/* ---- Results -------------------------------------------------------------------------------- */

/* Bytes of a result in each array; 0: there is none such. */
static void find_sizes(const clr_result *result, size_t sizes[ROWS_ARRAYS])
{
    sizes[ROWS_VALUE] = result->value_size;
    sizes[ROWS_SECOND] = result->second_offset == CLR_UNKNOWN ? 0 : result->value_size;
    sizes[ROWS_INDEX] = result->index_offset == CLR_UNKNOWN ? 0 : sizeof(cl_ulong);
    sizes[ROWS_STATUS] = sizeof(cl_int);
}

static cl_int make_arrays(recording_rows *rows, cl_context opencl, const size_t sizes[ROWS_ARRAYS])
{
    cl_int code = CL_SUCCESS;

    for (size_t i = 0; code == CL_SUCCESS && i < ROWS_ARRAYS; i++) {
        const size_t size = rows->made.count * sizes[i];
        if (size == 0)
            continue;
        rows->arrays[i] = malloc(size);
        rows->buffers[i] = clCreateBuffer(opencl, CL_MEM_READ_WRITE, size, NULL, &code);
        if (rows->arrays[i] == NULL)
            code = CL_OUT_OF_HOST_MEMORY;
    }
    return code;
}

static cl_int read_arrays(recording_rows *rows, cl_command_queue queue,
                          const size_t sizes[ROWS_ARRAYS])
{
    cl_int code = CL_SUCCESS;

    for (size_t i = 0; code == CL_SUCCESS && i < ROWS_ARRAYS; i++) {
        if (rows->buffers[i] != NULL)
            code = clEnqueueReadBuffer(queue, rows->buffers[i], CL_TRUE, 0,
                                       rows->made.count * sizes[i], rows->arrays[i], 0, NULL, NULL);
    }
    return code;
}

cl_int recording_rows_run(recording_rows *rows, clr_plan *plan, const record_layout *layout,
                          cl_context opencl, clr_run *run, clr_status *status)
{
    const made_shape *made = &rows->made;
    int64_t strides[CLR_RANK_MOST];
    size_t sizes[ROWS_ARRAYS];
    clr_axes axes = {.size = sizeof axes,
                     .rank = (unsigned)made->rank,
                     .reduced = made->reduced,
                     .extents = made->extents};

    for (size_t k = 0; k < made->rank; k++)
        strides[k] = made->strides[k] * (int64_t)layout->info.element_size;
    for (size_t i = 0; i < layout->info.inputs; i++) {
        axes.strides[i] = strides;
        run->inputs[i].first = made->first;
    }
    find_sizes(&layout->results[0], sizes);
    cl_int code = make_arrays(rows, opencl, sizes);
    const clr_arrays arrays = {.size = sizeof arrays,
                               .value = rows->buffers[ROWS_VALUE],
                               .second = rows->buffers[ROWS_SECOND],
                               .index = rows->buffers[ROWS_INDEX],
                               .status = rows->buffers[ROWS_STATUS]};
    if (code != CL_SUCCESS)
        return code;
    run->axes = &axes;
    run->arrays = &arrays;
    run->array_count = 1;
    *status = clr_plan_run(plan, run);
    return *status == CLR_OK ? read_arrays(rows, run->queue, sizes) : CL_SUCCESS;
}

/* ---- Are they right? ------------------------------------------------------------------------ */

/* Where number `k` is in one of the arrays; NULL if there is none such. */
static const void *at(const recording_rows *rows, unsigned array, uint64_t k, size_t size)
{
    return rows->arrays[array] == NULL ? NULL : rows->arrays[array] + k * size;
}

static check_claim claim_of(const recording_rows *rows, const clr_result *result,
                            const clr_plan *plan, uint64_t k)
{
    cl_int status;

    memcpy(&status, at(rows, ROWS_STATUS, k, sizeof status), sizeof status);
    return (check_claim){.status = (clr_status)status,
                         .type = result->type,
                         .value = at(rows, ROWS_VALUE, k, result->value_size),
                         .second = at(rows, ROWS_SECOND, k, result->value_size),
                         .index = at(rows, ROWS_INDEX, k, sizeof(cl_ulong)),
                         .depth = clr_plan_depth(plan, made_shape_length(&rows->made, k)),
                         .accumulator = result->accumulator,
                         .accuracy = result->accuracy};
}

check_verdict recording_rows_judge(const recording_rows *rows, const clr_plan *plan,
                                   const record_layout *layout, const clr_reduction *reduction,
                                   const void *elements, char sentence[CHECK_SENTENCE_SIZE])
{
    const size_t size = layout->info.element_size;
    void *own = malloc(rows->stored * size + 1);
    const void *const inputs[] = {own, own};
    check_verdict verdict = own == NULL ? CHECK_UNAVAILABLE : CHECK_AGREES;

    for (uint64_t k = 0; check_is_within(verdict) && k < rows->made.count; k++) {
        const check_claim claim = claim_of(rows, &layout->results[0], plan, k);
        check host;
        check_start(&host, reduction);
        made_shape_gather(&rows->made, k, size, elements, own);
        check_add(&host, inputs, made_shape_length(&rows->made, k));
        verdict = check_judge(&host, &claim, sentence);
    }
    free(own);
    return verdict;
}

void recording_rows_record(const recording_rows *rows, const clr_result *result, uint64_t k,
                           unsigned char record[RECORD_SIZE_MOST])
{
    const uint64_t offsets[] = {result->offset, result->second_offset, result->index_offset,
                                result->status_offset};
    size_t sizes[ROWS_ARRAYS];

    find_sizes(result, sizes);
    for (unsigned i = 0; i < ROWS_ARRAYS; i++) {
        if (offsets[i] != CLR_UNKNOWN && rows->arrays[i] != NULL)
            memcpy(record + offsets[i], at(rows, i, k, sizes[i]), sizes[i]);
    }
}
