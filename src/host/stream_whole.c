/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stream_whole - data that one launch takes at once, without turns of pieces, a second queue, or a
 * saved state, each of which costs small arrays more time than the rest; and no data.
 */
#include "host/stream.h"
#include "host/stream_state.h"

#include <stdlib.h>
#include <string.h>

/* Most bytes of an input. */
enum {
    SHARED_MOST = 1 << 18, /* device shares the memory: larger inputs are read in place */
    PINNED_MOST = 1 << 20, /* copied to pinned memory first; beyond, the driver copies faster */
    WHOLE_MOST = 4 << 20   /* beyond, the crew copies faster */
};

/* Whether no data were taken. */
static bool is_fresh(const clr_stream *stream)
{
    return !stream->is_mapped && !stream->rest_count && !stream->plan->is_running &&
           !stream->pieces[0].reduced;
}

/* Whether the data fit the first piece, and it is not mapped. */
static bool fits(const clr_stream *stream, uint64_t count)
{
    const clri_piece *piece = &stream->pieces[0];
    const size_t most = clri_staging_copies(&piece->rooms[0]) ? WHOLE_MOST : SHARED_MOST - 1;

    if (count > stream->piece_capacity || clri_stream_size(stream, count) > most)
        return false;
    for (unsigned i = 0; i < stream->info.inputs; i++)
        if (piece->rooms[i].mapped && !clri_staging_copies(&piece->rooms[i]))
            return false;
    return true;
}

/* Starts to send `size` bytes of an input to the device, by the room's pinned memory or
 * directly. */
static clr_status send(const clr_stream *stream, const clri_staging *room, const void *from,
                       size_t size, clri_error *error)
{
    const bool is_copied = room->staging && size <= PINNED_MOST &&
                           !clri_host_memory_has(&stream->context->host_memory, from, size);
    const void *at = is_copied ? memcpy(room->mapped, from, size) : from;
    const cl_int code =
        clEnqueueWriteBuffer(stream->kernels, room->buffer, CL_FALSE, 0, size, at, 0, NULL, NULL);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clEnqueueWriteBuffer", "uploading %zu bytes", size);
    return CLR_OK;
}

/* Reduces the buffers' elements and waits. */
static clr_status reduce(clr_stream *stream, const cl_mem *buffers, uint64_t count,
                         clri_error *error)
{
    clr_run run = {.size = sizeof run,
                   .queue = stream->kernels,
                   .host = stream->record,
                   .scalars = stream->scalars,
                   .blocking = 1};

    for (unsigned i = 0; i < stream->info.inputs; i++)
        run.inputs[i] = (clr_span){buffers[i], 0, count};
    return clri_context_again(stream->context, clr_plan_run(stream->plan, &run), error);
}

/* Through the first piece. */
static clr_status send_and_reduce(clr_stream *stream, const void *const *inputs, uint64_t count,
                                  clri_error *error)
{
    const clri_staging *rooms = stream->pieces[0].rooms;
    cl_mem buffers[CLR_INPUTS_MOST] = {NULL};
    clr_status status = CLR_OK;

    for (unsigned i = 0; i < stream->info.inputs; i++) {
        buffers[i] = rooms[i].buffer;
        CLRI_TRY(send(stream, &rooms[i], inputs[i], clri_stream_size(stream, count), error));
    }
    CLRI_TRY(reduce(stream, buffers, count, error));
cleanup:
    return status;
}

/* In place, if the device reads there: `*is_done` says so. */
static clr_status reduce_in_place(clr_stream *stream, const void *const *inputs, uint64_t count,
                                  bool *is_done, clri_error *error)
{
    cl_mem buffers[CLR_INPUTS_MOST] = {NULL};
    clr_status status = CLR_OK;

    *is_done = count <= clri_stream_lent_most(stream) &&
               clri_stream_lend(stream, inputs, 0, count, buffers);
    if (*is_done)
        status = reduce(stream, buffers, count, error);
    for (unsigned i = 0; i < stream->info.inputs; i++)
        if (buffers[i])
            clReleaseMemObject(buffers[i]);
    return status;
}

clr_status clri_stream_whole(clr_stream *stream, const void *const *inputs, uint64_t count,
                             void *record, bool *is_done)
{
    clri_error error = {0};
    clr_status status = CLR_OK;

    *is_done = count != 0 && is_fresh(stream);
    if (!*is_done)
        return CLR_OK;
    CLRI_TRY(clri_context_check(stream->context, &error));
    if (fits(stream, count))
        CLRI_TRY(send_and_reduce(stream, inputs, count, &error));
    else
        CLRI_TRY(reduce_in_place(stream, inputs, count, is_done, &error));
    if (!*is_done)
        return CLR_OK;
    CLRI_TRY(clri_stream_check_record(stream, &error));
    memcpy(record, stream->record, (size_t)stream->info.result_size);
cleanup:
    return clri_stream_end_call(stream, status, &error);
}

void clri_stream_none(const clr_stream *stream, uint64_t count, void *record, bool *is_done)
{
    *is_done = count == 0 && stream->record_of_none && is_fresh(stream);
    if (*is_done)
        memcpy(record, stream->record_of_none, (size_t)stream->info.result_size);
}

void clri_stream_keep_none(clr_stream *stream, uint64_t count, const void *record)
{
    if (count == 0 && !stream->record_of_none)
        stream->record_of_none = malloc((size_t)stream->info.result_size);
    if (count == 0 && stream->record_of_none) /* else the next call launches again */
        memcpy(stream->record_of_none, record, (size_t)stream->info.result_size);
}
