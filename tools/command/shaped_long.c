/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shaped_long - results with more elements than any buffer of the device holds: each goes through a
 * stream, as a single result does. See shaped.h.
 */
#include "clock.h"
#include "hush.h"
#include "message.h"
#include "shaped.h"
#include <stdlib.h>
#include <string.h>

/* Whether each result's elements are contiguous in a piece's rooms. Of several results along axes
 * the kept axes have to be in front of the reduced ones. */
static bool are_in_a_row(const shaped *s, const rows_piece *piece)
{
    const rows *all = &s->rows;
    bool are = piece->count == 1 || !piece->is_across;

    if (all->row->has_offsets)
        return !all->row->is_scattered && piece->count == 1;
    for (uint64_t i = 0; are && i < all->inputs; i++) {
        strided_axis axes[CLR_RANK_MOST];
        rows_piece_axes(all, piece, i, axes);
        are = strided_is_plain(axes, all->rank);
    }
    for (size_t k = 1; are && piece->count > 1 && k < all->rank; k++)
        are = (all->reduced >> (k - 1) & 1) <= (all->reduced >> k & 1);
    return are;
}

bool shaped_long_can(const shaped *s, const rows_piece *piece)
{
    return !s->job.request->is_mask_apart && are_in_a_row(s, piece);
}

/* Copies a record's values to result number `row`. */
static void place(shaped *s, size_t reduction, uint64_t row, const unsigned char *record,
                  const clr_result *found)
{
    const shaped_results *to = &s->results[reduction];
    const size_t size = found->value_size;

    memcpy(to->value + row * size, record + found->offset, size);
    if (to->second)
        memcpy(to->second + row * size, record + found->second_offset, size);
    if (to->index)
        memcpy(to->index + row, record + found->index_offset, sizeof *to->index);
}

/* Takes the result of the stream's elements; a result without a value has its status. */
static clr_status take_result(shaped *s, size_t reduction, uint64_t row, clr_stream *stream)
{
    clr_plan_info info = clr_plan_info_defaults();
    clr_result found = clr_result_defaults();

    clr_plan_describe(clr_stream_plan(stream), &info);
    clr_plan_result(clr_stream_plan(stream), 0, &found);
    unsigned char *record = malloc(info.result_size);
    clr_status status = !record ? CLR_ERROR_MEMORY : clr_stream_result(stream, record);
    const bool is_none = status == CLR_ERROR_EMPTY || status == CLR_ERROR_OVERFLOW;

    if (status == CLR_OK)
        place(s, reduction, row, record, &found);
    if (status == CLR_OK || is_none)
        s->results[reduction].status[row] = (cl_int)status;
    free(record);
    return is_none ? CLR_OK : status;
}

/* Each reduction has its own stream, so that a reduction without a value leaves the others'
 * values. */
static clr_status run_reduction(shaped *s, size_t reduction, const rows_piece *piece,
                                const void *const rooms[], uint64_t length)
{
    const size_t skip = length * s->job.in.feed.element_size;
    clr_stream_options how = clr_stream_options_defaults();
    clr_stream *stream = NULL;

    how.plan = &s->job.o->plan;
    how.total = length;
    how.scalars = request_scalars(s->job.o);
    clr_status status = hush_stream_create(s->job.context, &s->job.request->reductions[reduction],
                                           1, &how, &stream);
    for (uint64_t row = 0; status == CLR_OK && row < piece->count; row++) {
        const void *inputs[CLR_INPUTS_MOST] = {NULL};
        for (size_t i = 0; i < s->job.in.feed.input_count; i++)
            inputs[i] = (const char *)rooms[i] + row * skip;
        status = clr_stream_take(stream, inputs, length);
        if (status == CLR_OK)
            status = take_result(s, reduction, piece->first + row, stream);
    }
    clr_stream_destroy(stream);
    return status;
}

int shaped_long_run(shaped *s, const rows_piece *piece, void *const rooms[])
{
    const uint64_t length = (piece->end - piece->begin) / piece->count;
    const uint64_t start_ns = clock_ns();
    const void *inputs[CLR_INPUTS_MOST] = {NULL};
    clr_status status = CLR_OK;

    for (size_t i = 0; i < s->job.in.feed.input_count; i++)
        inputs[i] = rooms[i];
    for (size_t i = 0; status == CLR_OK && i < s->job.layout.count; i++)
        status = run_reduction(s, i, piece, inputs, length);
    s->job.kernel_ns += clock_ns() - start_ns;
    return status == CLR_OK ? CODE_FINE : job_fail(&s->job);
}
