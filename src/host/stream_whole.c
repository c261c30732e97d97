/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stream_whole - data that one launch takes at once: no pieces that take turns, no second queue and
 * no state in between, which small arrays would wait for longer than for anything else.
 */
#include "host/stream.h"
#include "host/stream_state.h"

#include <string.h>

/* Bytes of an input: of more the copies of several threads are worth what they cost. */
enum { WHOLE_MOST = 1 << 18 };

/* Whether the data fit the first piece, which nobody has mapped. */
static bool fits(const clr_stream *stream, uint64_t count)
{
    const clri_piece *piece = &stream->pieces[0];

    if (count == 0 || count > stream->piece_capacity ||
        clri_stream_size(stream, count) >= WHOLE_MOST || stream->is_mapped || stream->rest_count ||
        stream->plan->is_running || piece->reduced)
        return false;
    for (unsigned i = 0; i < stream->info.inputs; i++)
        if (piece->rooms[i].mapped && !clri_staging_copies(&piece->rooms[i]))
            return false;
    return true;
}

/* Starts to bring an input's `size` bytes to the device. */
static clr_status send(clr_stream *stream, const clri_staging *room, const void *from, size_t size,
                       clri_error *error)
{
    const cl_int code =
        clEnqueueWriteBuffer(stream->kernels, room->buffer, CL_FALSE, 0, size, from, 0, NULL, NULL);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clEnqueueWriteBuffer", "uploading %zu bytes", size);
    return CLR_OK;
}

/* Reduces what the first piece will have, and waits. */
static clr_status reduce(clr_stream *stream, uint64_t count, clri_error *error)
{
    clr_run run = {
        .size = sizeof run, .queue = stream->kernels, .host = stream->record, .blocking = 1};

    for (unsigned i = 0; i < stream->info.inputs; i++)
        run.inputs[i] = (clr_span){stream->pieces[0].rooms[i].buffer, 0, count};
    return clri_stream_again(clr_plan_run(stream->plan, &run), stream, error);
}

bool clri_stream_takes_whole(const clr_stream *stream, uint64_t count)
{
    return fits(stream, count);
}

clr_status clri_stream_whole(clr_stream *stream, const void *const *inputs, uint64_t count,
                             void *record)
{
    const size_t size = clri_stream_size(stream, count);
    clri_error error = {0};
    clr_status status = CLR_OK;

    CLRI_TRY(clri_context_check(stream->context, &error));
    for (unsigned i = 0; i < stream->info.inputs; i++)
        CLRI_TRY(send(stream, &stream->pieces[0].rooms[i], inputs[i], size, &error));
    CLRI_TRY(reduce(stream, count, &error));
    CLRI_TRY(clri_stream_check_record(stream, &error));
    memcpy(record, stream->record, stream->info.result_size);
cleanup:
    return clri_stream_settle(stream, status, &error);
}
