/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stream_whole - data that one launch takes at once: no pieces that take turns, no second queue and
 * no state in between, which small arrays would wait for longer than for anything else.
 */
#include "host/stream.h"
#include "host/stream_state.h"

#include <string.h>

/* Bytes of an input. */
enum {
    SHARED_MOST = 1 << 18, /* where the device shares the host's memory: more it reads in place */
    PINNED_MOST = 1 << 20, /* copied to pinned memory first; of more the driver's own copies win, */
    WHOLE_MOST = 4 << 20   /* and of more than that those of several threads */
};

/* Whether nothing has been taken, nor is on its way. */
static bool is_fresh(const clr_stream *stream)
{
    return !stream->is_mapped && !stream->rest_count && !stream->plan->is_running &&
           !stream->pieces[0].reduced;
}

/* Whether the data go through the first piece, which nobody has mapped. */
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

/* Starts to bring an input's `size` bytes to the device: by way of the room's pinned memory, or
 * from where they lie. */
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

/* Reduces what these buffers have, and waits. */
static clr_status reduce(clr_stream *stream, const cl_mem *buffers, uint64_t count,
                         clri_error *error)
{
    clr_run run = {
        .size = sizeof run, .queue = stream->kernels, .host = stream->record, .blocking = 1};

    for (unsigned i = 0; i < stream->info.inputs; i++)
        run.inputs[i] = (clr_span){buffers[i], 0, count};
    return clri_stream_again(clr_plan_run(stream->plan, &run), stream, error);
}

/* By way of the first piece. */
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

/* Where the elements lie, if the device reads them there: `*is_done` says whether. */
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
    return clri_stream_settle(stream, status, &error);
}
