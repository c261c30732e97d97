/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stream_data - feeds data from host memory to the plan piece by piece: one is filled while the
 * device works on another; or in place, where the device can read the caller's memory.
 */
#include "base/bytes.h"
#include "device/device.h"
#include "host/stream.h"
#include "host/stream_state.h"
#include "plan/dependency.h"

#include <inttypes.h>
#include <string.h>

/* ---- data ---- */

/* The event of the piece's last command, NULL if it has none. */
static const cl_event *last_event(const clr_stream *stream, const clri_piece *piece)
{
    if (piece->reduced)
        return &piece->reduced;
    for (unsigned i = (unsigned)stream->info.inputs; i-- > 0;)
        if (piece->rooms[i].uploaded)
            return &piece->rooms[i].uploaded;
    return NULL;
}

/* Waits until the device is done with the piece. */
static clr_status await_piece(clr_stream *stream, clri_piece *piece, clri_error *error)
{
    const cl_event *last = last_event(stream, piece);
    cl_int code;

    if (!last)
        return CLR_OK;
    code = clWaitForEvents(1, last);
    if (code == CL_SUCCESS && piece->reduced)
        clri_stream_add_times(stream, piece);
    for (unsigned i = 0; i < stream->info.inputs; i++)
        clri_event_release(&piece->rooms[i].uploaded);
    clri_event_release(&piece->reduced);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clWaitForEvents", "waiting for a piece");
    return CLR_OK;
}

/* Drops all data. Waits for running commands, so that no kernel reads a piece while it is
 * refilled. */
static void discard(clr_stream *stream)
{
    clFinish(stream->kernels);
    clr_plan_discard(stream->plan);
    stream->rest_count = 0;
}

/* Ends a public call; a failure leaves the stream empty, as before its first piece. A forked child
 * must not call the driver. */
static clr_status end_call(clr_stream *stream, clr_status status, clri_error *error)
{
    if (status != CLR_OK && status != CLR_ERROR_FORKED)
        discard(stream);
    return clri_context_return(stream->context, status, error);
}

static clr_status refuse_elements(clr_stream *stream, const char *sentence)
{
    clri_error error = {0};

    return clri_context_return(stream->context,
                               clri_fail(&error, CLR_ERROR_ARGUMENT, "%s", sentence), &error);
}

/* Maps the piece and copies the previous piece's rest to its front. */
static clr_status map_piece(clr_stream *stream, clri_piece *piece, clri_error *error)
{
    CLRI_OR_RETURN(clri_context_check(stream->context, error));
    CLRI_OR_RETURN(await_piece(stream, piece, error));
    for (unsigned i = 0; i < stream->info.inputs; i++) {
        CLRI_OR_RETURN(clri_staging_map(&piece->rooms[i], stream->uploads, error));
        if (stream->rest_count)
            memcpy(piece->rooms[i].mapped, stream->rest[i],
                   clri_stream_size(stream, stream->rest_count));
    }
    return CLR_OK;
}

static clr_status map(clr_stream *stream, void **rooms, uint64_t *capacity)
{
    clri_error error = {0};
    clri_piece *piece;
    clr_status status;

    if (!rooms || !capacity)
        return refuse_elements(stream, "the place for the rooms or for their capacity is NULL");
    piece = &stream->pieces[stream->current];
    status = map_piece(stream, piece, &error);
    for (unsigned i = 0; i < stream->info.inputs; i++)
        rooms[i] = status == CLR_OK ? (unsigned char *)piece->rooms[i].mapped +
                                          clri_stream_size(stream, stream->rest_count)
                                    : NULL;
    *capacity = status == CLR_OK ? stream->piece_capacity - stream->rest_count : 0;
    stream->is_mapped = status == CLR_OK;
    return end_call(stream, status, &error);
}

clr_status clr_stream_map(clr_stream *stream, void **rooms, uint64_t *capacity)
{
    clr_status status;

    if (capacity)
        *capacity = 0;
    if (!stream)
        return CLR_ERROR_ARGUMENT;
    status = clri_stream_enter(stream);
    if (status != CLR_OK)
        return status;
    status = map(stream, rooms, capacity);
    clri_busy_leave(&stream->busy);
    return status;
}

/* Starts to send `count` elements of each input to the device: from the piece's rooms, or from
 * `from`. */
static clr_status upload_piece(clr_stream *stream, clri_piece *piece, const void *const *from,
                               uint64_t count, clri_error *error)
{
    const size_t size = clri_stream_size(stream, count);
    cl_int code;

    for (unsigned i = 0; i < stream->info.inputs; i++)
        CLRI_OR_RETURN(
            from ? clri_staging_write(&piece->rooms[i], stream->uploads, from[i], size, error)
                 : clri_staging_upload(&piece->rooms[i], stream->uploads, size, error));
    code = clFlush(stream->uploads); /* the kernels' queue will wait for the upload */
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clFlush", "uploading a piece of %zu bytes", size);
    return CLR_OK;
}

static clr_status reduce_piece(clr_stream *stream, clri_piece *piece, uint64_t count,
                               clri_error *error)
{
    clr_run run = {
        .size = sizeof run,
        .queue = stream->kernels,
        .part = CLR_PART_MORE,
        .total = stream->total,
        .scalars = stream->scalars,
        .wait_count = 1, /* uploads run in order, so the last one's end is the end of all */
        .wait_list = &piece->rooms[stream->info.inputs - 1].uploaded,
        .event = &piece->reduced,
    };

    for (unsigned i = 0; i < stream->info.inputs; i++)
        run.inputs[i] = (clr_span){piece->rooms[i].buffer, 0, count};
    return clri_context_again(stream->context, clr_plan_run(stream->plan, &run), error);
}

static clr_status submit_piece(clr_stream *stream, const void *const *from, uint64_t count,
                               clri_error *error)
{
    clri_piece *piece = &stream->pieces[stream->current];
    cl_int code;

    CLRI_OR_RETURN(clri_context_check(stream->context, error));
    piece->submitted_ns = clri_host_clock_ns();
    CLRI_OR_RETURN(upload_piece(stream, piece, from, count, error));
    CLRI_OR_RETURN(reduce_piece(stream, piece, count, error));
    stream->current = (stream->current + 1) % stream->piece_count;
    code = clFlush(stream->kernels);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clFlush", "starting the kernels of a piece");
    return CLR_OK;
}

/* Submits whole steps of the current piece's `count` elements, and keeps the rest. */
static clr_status submit_steps(clr_stream *stream, uint64_t count, clri_error *error)
{
    const clri_piece *piece = &stream->pieces[stream->current];
    const uint64_t whole = count - count % stream->step;

    stream->rest_count = count - whole;
    for (unsigned i = 0; stream->rest_count && i < stream->info.inputs; i++)
        memcpy(stream->rest[i],
               (unsigned char *)piece->rooms[i].mapped + clri_stream_size(stream, whole),
               clri_stream_size(stream, stream->rest_count));
    return whole ? submit_piece(stream, NULL, whole, error) : CLR_OK;
}

/* Submits the rest, after the last data. */
static clr_status submit_rest(clr_stream *stream, clri_error *error)
{
    const uint64_t count = stream->rest_count;

    if (count == 0)
        return CLR_OK;
    CLRI_OR_RETURN(map_piece(stream, &stream->pieces[stream->current], error));
    stream->rest_count = 0;
    return submit_piece(stream, NULL, count, error);
}

static clr_status submit(clr_stream *stream, uint64_t count)
{
    clri_error error = {0};

    if (!stream->is_mapped)
        return refuse_elements(stream, "clr_stream_submit() comes after clr_stream_map()");
    if (count > stream->piece_capacity - stream->rest_count)
        return refuse_elements(stream, "more elements are submitted than the piece has room for");
    if (count == 0)
        return CLR_OK;
    stream->is_mapped = false;
    return end_call(stream, submit_steps(stream, stream->rest_count + count, &error), &error);
}

clr_status clr_stream_submit(clr_stream *stream, uint64_t count)
{
    clr_status status;

    if (!stream)
        return CLR_ERROR_ARGUMENT;
    status = clri_stream_enter(stream);
    if (status != CLR_OK)
        return status;
    status = submit(stream, count);
    clri_busy_leave(&stream->busy);
    return status;
}

/* ---- memory of the caller's ---- */

/* Starts the crew before the first copy large enough for it. */
static void call_crew(clr_stream *stream, uint64_t count)
{
    if (stream->crew->thread_count == 0 && clri_crew_pays(clri_stream_size(stream, count)))
        clri_crew_start(stream->crew, clri_crew_wanted());
}

/* Copies the inputs' next elements to the rooms of a piece; `*count` is how many. */
static clr_status take_piece(clr_stream *stream, const void *const *inputs, uint64_t done,
                             uint64_t *count, clri_error *error)
{
    clri_piece *piece = &stream->pieces[stream->current];

    CLRI_OR_RETURN(map_piece(stream, piece, error));
    if (*count > stream->piece_capacity - stream->rest_count)
        *count = stream->piece_capacity - stream->rest_count;
    call_crew(stream, *count);
    for (unsigned i = 0; i < stream->info.inputs; i++)
        clri_crew_copy(stream->crew,
                       (unsigned char *)piece->rooms[i].mapped +
                           clri_stream_size(stream, stream->rest_count),
                       (const unsigned char *)inputs[i] + clri_stream_size(stream, done),
                       clri_stream_size(stream, *count));
    return submit_steps(stream, stream->rest_count + *count, error);
}

/* Reduces the buffers' elements and waits, as their memory is the caller's. */
static clr_status reduce_lent(clr_stream *stream, const cl_mem *buffers, uint64_t count,
                              clri_error *error)
{
    const uint64_t begin_ns = clri_host_clock_ns();
    cl_event reduced = NULL;
    clr_run run = {.size = sizeof run,
                   .queue = stream->kernels,
                   .part = CLR_PART_MORE,
                   .total = stream->total,
                   .scalars = stream->scalars,
                   .event = &reduced};
    clr_status status = CLR_OK;
    cl_int code;

    for (unsigned i = 0; i < stream->info.inputs; i++)
        run.inputs[i] = (clr_span){buffers[i], 0, count};
    CLRI_TRY(clri_context_again(stream->context, clr_plan_run(stream->plan, &run), error));
    code = clWaitForEvents(1, &reduced);
    if (code != CL_SUCCESS)
        status = clri_fail_opencl(error, code, "clWaitForEvents", "reading the caller's memory");
    stream->times.kernel_ns += clri_host_clock_ns() - begin_ns;
cleanup:
    clri_event_release(&reduced);
    return status;
}

/* Makes buffers of `count` elements of each input from `first` on, in place. False if the device
 * cannot read some of them there; the caller releases the buffers made, even then. */
static bool lend(const clr_stream *stream, const void *const *inputs, uint64_t first,
                 uint64_t count, cl_mem *buffers)
{
    bool are_lent = true;

    for (unsigned i = 0; are_lent && i < stream->info.inputs; i++) {
        buffers[i] = clri_staging_lend(
            stream->context, (const unsigned char *)inputs[i] + clri_stream_size(stream, first),
            clri_stream_size(stream, count), (size_t)stream->info.element_size);
        are_lent = buffers[i] != NULL;
    }
    return are_lent;
}

/* Buffers of whole steps of the elements from `first` on, in place; returns how many elements, or
 * 0. */
static uint64_t lend_steps(const clr_stream *stream, const void *const *inputs, uint64_t first,
                           uint64_t count, cl_mem *buffers)
{
    const uint64_t most = clri_known(stream->context->device.max_mem_alloc_size, UINT64_MAX) /
                          stream->info.element_size;
    const uint64_t taken = count < most ? count : most;
    const uint64_t whole = taken - taken % stream->step;

    return lend(stream, inputs, first, whole, buffers) ? whole : 0;
}

/* Reduces the inputs' next elements in place; `*count` is how many, 0 if the device cannot. First
 * completes the previous piece's rest to a whole step. */
static clr_status take_in_place(clr_stream *stream, const void *const *inputs, uint64_t done,
                                uint64_t *count, clri_error *error)
{
    uint64_t gap = stream->rest_count ? stream->step - stream->rest_count : 0;
    cl_mem buffers[CLR_INPUTS_MOST] = {NULL};
    const uint64_t lent =
        gap < *count ? lend_steps(stream, inputs, done + gap, *count - gap, buffers) : 0;
    clr_status status = CLR_OK;

    *count = lent ? gap + lent : 0;
    if (lent && gap)
        CLRI_TRY(take_piece(stream, inputs, done, &gap, error));
    if (lent)
        CLRI_TRY(reduce_lent(stream, buffers, lent, error));
cleanup:
    for (unsigned i = 0; i < stream->info.inputs; i++)
        if (buffers[i])
            clReleaseMemObject(buffers[i]);
    return status;
}

/* Whether the next elements are pinned, and the device copies from there. */
static bool are_pinned(const clr_stream *stream, const void *const *inputs, uint64_t done,
                       uint64_t count)
{
    bool are = clri_staging_copies(&stream->pieces[0].rooms[0]);

    for (unsigned i = 0; are && i < stream->info.inputs; i++)
        are =
            clri_host_memory_has(&stream->context->host_memory,
                                 (const unsigned char *)inputs[i] + clri_stream_size(stream, done),
                                 clri_stream_size(stream, count));
    return are;
}

/*
 * Sends whole steps of the next elements from pinned memory; `*count` is how many, 0 if they have
 * to be copied to a room. First completes the previous piece's rest to a whole step. Uploads may
 * still run on return.
 */
static clr_status send_pinned(clr_stream *stream, const void *const *inputs, uint64_t done,
                              uint64_t *count, clri_error *error)
{
    uint64_t gap = stream->rest_count ? stream->step - stream->rest_count : 0;
    const uint64_t most = *count < stream->piece_capacity
                              ? *count
                              : stream->piece_capacity / stream->step * stream->step;
    const uint64_t whole = most - most % stream->step;
    const void *from[CLR_INPUTS_MOST];

    if (gap >= *count || whole == 0 || !are_pinned(stream, inputs, done, *count)) {
        *count = 0;
        return CLR_OK;
    }
    *count = gap ? gap : whole;
    if (gap)
        return take_piece(stream, inputs, done, count, error);
    for (unsigned i = 0; i < stream->info.inputs; i++)
        from[i] = (const unsigned char *)inputs[i] + clri_stream_size(stream, done);
    CLRI_OR_RETURN(await_piece(stream, &stream->pieces[stream->current], error));
    stream->is_sending = true;
    return submit_piece(stream, from, whole, error);
}

/* Waits until no upload reads the caller's memory. */
static clr_status end_sending(clr_stream *stream, clr_status status, clri_error *error)
{
    const cl_int code = stream->is_sending ? clFinish(stream->uploads) : CL_SUCCESS;

    stream->is_sending = false;
    if (code != CL_SUCCESS && status == CLR_OK)
        return clri_fail_opencl(error, code, "clFinish", "reading the caller's memory");
    return status;
}

static clr_status take_elements(clr_stream *stream, const void *const *inputs, uint64_t count,
                                clri_error *error)
{
    clr_status status = CLR_OK;
    clri_crew crew = {0};
    uint64_t taken;

    stream->crew = &crew;
    CLRI_TRY(clri_context_check(stream->context, error));
    for (uint64_t done = 0; done < count; done += taken) {
        taken = count - done;
        CLRI_TRY(take_in_place(stream, inputs, done, &taken, error));
        if (taken)
            continue;
        taken = count - done;
        CLRI_TRY(send_pinned(stream, inputs, done, &taken, error));
        if (taken)
            continue;
        taken = count - done;
        CLRI_TRY(take_piece(stream, inputs, done, &taken, error));
    }
cleanup:
    clri_crew_end(&crew);
    stream->crew = NULL;
    return end_sending(stream, status, error);
}

static clr_status take_checked(clr_stream *stream, const void *const *inputs, uint64_t count)
{
    clri_error error = {0};

    if (stream->is_mapped)
        return refuse_elements(stream,
                               "clr_stream_take() does not come between clr_stream_map() and "
                               "clr_stream_submit()");
    if (count == 0)
        return CLR_OK;
    for (unsigned i = 0; i < stream->info.inputs; i++)
        if (!inputs || !inputs[i])
            return refuse_elements(stream, "the data is NULL");
    if (clri_bytes_check("the data", count, stream->info.element_size, &error) != CLR_OK)
        return clri_context_return(stream->context, error.status, &error);
    return end_call(stream, take_elements(stream, inputs, count, &error), &error);
}

clr_status clr_stream_take(clr_stream *stream, const void *const *inputs, uint64_t count)
{
    clr_status status;

    if (!stream)
        return CLR_ERROR_ARGUMENT;
    status = clri_stream_enter(stream);
    if (status != CLR_OK)
        return status;
    status = take_checked(stream, inputs, count);
    clri_busy_leave(&stream->busy);
    return status;
}

/* ---- results ---- */

/* Waits for the results in stream->record, and for all pieces. */
static clr_status await_results(clr_stream *stream, clri_error *error)
{
    cl_event arrival = NULL;
    const clr_run run = {
        .size = sizeof run,
        .queue = stream->kernels,
        .part = CLR_PART_LAST,
        .host = stream->record,
        .total = stream->total,
        .scalars = stream->scalars,
        .event = &arrival,
        .blocking = 1,
    };
    clr_status status = CLR_OK;
    cl_int code;

    CLRI_TRY(clri_context_again(stream->context, clr_plan_run(stream->plan, &run), error));
    code = clWaitForEvents(1, &arrival); /* reports a failed command; clFinish() need not */
    if (code != CL_SUCCESS) {
        status = clri_fail_opencl(error, code, "clWaitForEvents", "waiting for the results");
        goto cleanup;
    }
    for (unsigned i = 0; i < stream->piece_count; i++)
        CLRI_TRY(await_piece(stream, &stream->pieces[(stream->current + i) % stream->piece_count],
                             error));
cleanup:
    clri_event_release(&arrival);
    return status;
}

static clr_status fetch_results(clr_stream *stream, clri_error *error)
{
    CLRI_OR_RETURN(clri_context_check(stream->context, error));
    CLRI_OR_RETURN(submit_rest(stream, error));
    CLRI_OR_RETURN(await_results(stream, error));
    return clri_request_check_record(stream->plan->request, stream->fields, stream->record, error);
}

static clr_status give_result(clr_stream *stream, void *record)
{
    clri_error error = {0};
    clr_status status;

    if (!record)
        return refuse_elements(stream, "the place for the results is NULL");
    status = fetch_results(stream, &error);
    if (status == CLR_OK)
        memcpy(record, stream->record, (size_t)stream->info.result_size);
    return end_call(stream, status, &error);
}

clr_status clr_stream_result(clr_stream *stream, void *record)
{
    clr_status status;

    if (!stream)
        return CLR_ERROR_ARGUMENT;
    status = clri_stream_enter(stream);
    if (status != CLR_OK)
        return status;
    status = give_result(stream, record);
    clri_busy_leave(&stream->busy);
    return status;
}

static clr_status drop(clr_stream *stream)
{
    clri_error error = {0};
    clr_status status = clri_context_check(stream->context, &error);

    if (stream->is_mapped)
        return refuse_elements(stream,
                               "a piece is mapped: submit it first, of 0 elements if it has none");
    if (status == CLR_OK)
        discard(stream);
    for (unsigned i = 0; status == CLR_OK && i < stream->piece_count; i++)
        status = await_piece(stream, &stream->pieces[i], &error);
    return end_call(stream, status, &error);
}

clr_status clr_stream_discard(clr_stream *stream)
{
    clr_status status;

    if (!stream)
        return CLR_ERROR_ARGUMENT;
    status = clri_stream_enter(stream);
    if (status != CLR_OK)
        return status;
    status = drop(stream);
    clri_busy_leave(&stream->busy);
    return status;
}
