/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stream - data from host memory, piece by piece: two pieces take turns, so that one is filled
 * while the device works on the other. What a piece is made of, a room for each input, is room's.
 */
#include "host/stream.h"
#include "base/sized.h"
#include "choose/geometry.h"
#include "device/device.h"
#include "host/saved_state.h"
#include "host/staging.h"
#include "plan/dependency.h"
#include "plan/plan.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    PIECE_COUNT = 2,
    PIECE_SIZE = 64 << 20, /* bytes, unless the device or the caller wants less */
};

struct piece {
    clri_staging rooms[CLR_INPUTS_MOST];
    cl_event reduced;      /* NULL: the piece is free */
    uint64_t submitted_ns; /* by the host's clock */
};

struct clr_stream {
    clr_context *context;
    clr_plan *plan;
    clr_plan_info info;
    uint64_t piece_capacity; /* elements; 0: the pieces are to be made anew */
    uint64_t step;           /* all pieces but the last have a multiple of so many elements */
    unsigned char
        *rest[CLR_INPUTS_MOST]; /* what was submitted beyond that: the next piece's begin */
    uint64_t rest_count;        /* elements of each input */
    uint64_t total;             /* what a map's n is */
    unsigned char *record;      /* results, until they may be handed out */
    cl_command_queue uploads;
    cl_command_queue kernels;
    struct piece pieces[PIECE_COUNT];
    unsigned current;
    bool is_mapped;       /* the current piece's rooms are with the caller */
    uint64_t kernels_end; /* device's clock, ns: end of the piece before */
    clr_stream_times times;
};

static uint64_t host_clock_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

/* ---- making and unmaking ---- */

/* Elements a piece: what was asked for, or what leaves the device room for other things. */
static uint64_t piece_capacity_of(const clr_device *device, const clr_stream_options *options,
                                  size_t element_size)
{
    uint64_t size = PIECE_SIZE;
    uint64_t capacity;

    if (options->piece_capacity)
        return options->piece_capacity;
    if (size > clri_known(device->max_mem_alloc_size, size) / 4)
        size = clri_known(device->max_mem_alloc_size, size) / 4;
    capacity = size / element_size ? size / element_size : 1;
    return options->total && options->total < capacity ? options->total : capacity;
}

/* The same, in whole steps. */
static uint64_t stepped_capacity(const clr_stream *stream, const clr_stream_options *options)
{
    const uint64_t capacity =
        piece_capacity_of(&stream->context->device, options, stream->info.element_size);

    return (capacity + stream->step - 1) / stream->step * stream->step;
}

/* At level reproducible pieces are cut where strips end, whatever is submitted at a time. */
static clr_status settle_step(clr_stream *stream, clri_error *error)
{
    stream->step = stream->plan->choice.pass.needs_order ? CLRI_STRIP : 1;
    for (unsigned i = 0; stream->step > 1 && i < stream->info.inputs; i++) {
        stream->rest[i] = malloc((size_t)(stream->step * stream->info.element_size));
        if (!stream->rest[i])
            return clri_fail_memory(error);
    }
    return CLR_OK;
}

static size_t size_of(const clr_stream *stream, uint64_t count)
{
    return (size_t)(count * stream->info.element_size);
}

static void unmake_piece(clr_stream *stream, struct piece *piece)
{
    for (unsigned i = 0; i < CLR_INPUTS_MOST; i++)
        clri_staging_unmake(&piece->rooms[i], stream->uploads);
    clri_event_release(&piece->reduced);
}

static clr_status settle_options(const clr_stream_options *asked, clr_stream_options *options,
                                 clri_error *error)
{
    *options = (clr_stream_options){.size = sizeof *options};
    if (!asked)
        return CLR_OK;
    return CLRI_SIZED_READ(clr_stream_options, options, asked, error);
}

/* What the plan's own answers decide: sizes, and whether there is all that it asks for. */
static clr_status settle_sizes(clr_stream *stream, const clr_stream_options *options,
                               clri_error *error)
{
    stream->info.size = sizeof stream->info;
    clr_plan_describe(stream->plan, &stream->info);
    if (stream->plan->request.uses_total && !options->total)
        return clri_fail(
            error, CLR_ERROR_ARGUMENT,
            "a map or a condition has n in it, and clr_stream_options.total does not say how many "
            "elements will come");
    if (options->piece_capacity > SIZE_MAX / stream->info.element_size)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "a piece of %" PRIu64 " elements has more bytes than memory can have",
                         options->piece_capacity);
    stream->total = options->total;
    stream->record = calloc(1, stream->info.result_size);
    return stream->record ? settle_step(stream, error) : clri_fail_memory(error);
}

static void unmake_pieces(clr_stream *stream)
{
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        unmake_piece(stream, &stream->pieces[i]);
    stream->piece_capacity = 0;
}

static clr_status make_pieces(clr_stream *stream, uint64_t capacity, clri_error *error)
{
    clr_status status = CLR_OK;

    for (unsigned i = 0; i < PIECE_COUNT; i++)
        for (unsigned j = 0; j < stream->info.inputs; j++)
            CLRI_TRY(clri_staging_make(stream->context, stream->uploads, size_of(stream, capacity),
                                       &stream->pieces[i].rooms[j], error));
    stream->piece_capacity = capacity;
cleanup:
    return status;
}

static clr_status make_memories(clr_stream *stream, const clr_stream_options *options,
                                clri_error *error)
{
    clr_status status = CLR_OK;

    CLRI_TRY(settle_sizes(stream, options, error));
    CLRI_TRY(clri_context_queue(stream->context, true, &stream->uploads, error));
    CLRI_TRY(clri_context_queue(stream->context, true, &stream->kernels, error));
    CLRI_TRY(make_pieces(stream, stepped_capacity(stream, options), error));
cleanup:
    return status;
}

clr_status clr_stream_create(clr_context *context, const clr_reduction *reductions,
                             size_t reduction_count, const clr_stream_options *asked,
                             clr_stream **stream)
{
    clr_stream_options options;
    clri_error error = {0};
    clr_status status;

    if (stream)
        *stream = NULL;
    if (!context || !stream)
        return CLR_ERROR_ARGUMENT;
    status = settle_options(asked, &options, &error);
    if (status != CLR_OK)
        return clri_context_settle(context, status, &error);
    *stream = calloc(1, sizeof **stream);
    if (!*stream)
        return clri_context_settle(context, clri_fail_memory(&error), &error);
    (*stream)->context = context;
    (*stream)->times.size = sizeof(*stream)->times;
    /* Its failures are recorded by clr_plan_create() itself. */
    status = clr_plan_create(context, reductions, reduction_count, options.plan, &(*stream)->plan);
    if (status == CLR_OK)
        status = clri_context_settle(context, make_memories(*stream, &options, &error), &error);
    if (status != CLR_OK) {
        clr_stream_destroy(*stream);
        *stream = NULL;
    }
    return status;
}

void clr_stream_destroy(clr_stream *stream)
{
    if (!stream)
        return;
    if (stream->kernels)
        clFinish(stream->kernels);
    unmake_pieces(stream);
    clr_plan_destroy(stream->plan);
    if (stream->uploads) {
        clFinish(stream->uploads);
        clReleaseCommandQueue(stream->uploads);
    }
    if (stream->kernels)
        clReleaseCommandQueue(stream->kernels);
    for (unsigned i = 0; i < CLR_INPUTS_MOST; i++)
        free(stream->rest[i]);
    free(stream->record);
    free(stream);
}

clr_status clri_stream_renew(clr_stream *stream, const clr_stream_options *options,
                             clri_error *error)
{
    const uint64_t capacity = stepped_capacity(stream, options);

    stream->total = options->total;
    if (capacity <= stream->piece_capacity)
        return CLR_OK;
    unmake_pieces(stream);
    return make_pieces(stream, capacity, error);
}

void clri_stream_trim(clr_stream *stream, uint64_t most)
{
    const uint64_t held =
        PIECE_COUNT * stream->info.inputs * size_of(stream, stream->piece_capacity);

    if (held <= most)
        return;
    clFinish(stream->kernels);
    unmake_pieces(stream);
    clFinish(stream->uploads);
}

const clr_plan *clr_stream_plan(const clr_stream *stream)
{
    return stream ? stream->plan : NULL;
}

/* ---- times ---- */

static uint64_t event_time(cl_event event, cl_profiling_info what)
{
    cl_ulong time = 0;

    if (event && clGetEventProfilingInfo(event, what, sizeof time, &time, NULL) != CL_SUCCESS)
        time = 0;
    return time;
}

/* Adds the times of a piece's uploads, and returns when the last one ended; 0 if no clock tells. */
static uint64_t add_uploads(clr_stream *stream, const struct piece *piece)
{
    uint64_t end = 0;

    for (unsigned i = 0; i < stream->info.inputs; i++) {
        const clri_staging *room = &piece->rooms[i];
        const uint64_t start = event_time(room->uploaded, CL_PROFILING_COMMAND_START);

        end = event_time(room->uploaded, CL_PROFILING_COMMAND_END);
        if (room->staging && end > start)
            stream->times.upload_ns += end - start;
    }
    return end;
}

/*
 * Adds a finished piece's times. Its kernels ran from when the upload and the kernels of the
 * piece before had ended until its last event ended: the events of single kernels would leave out
 * what lies between them.
 */
static void add_times(clr_stream *stream, const struct piece *piece)
{
    const uint64_t upload_end = add_uploads(stream, piece);
    const uint64_t end = event_time(piece->reduced, CL_PROFILING_COMMAND_END);
    const uint64_t start = upload_end > stream->kernels_end ? upload_end : stream->kernels_end;

    if (end > start && start != 0)
        stream->times.kernel_ns += end - start;
    else
        stream->times.kernel_ns += host_clock_ns() - piece->submitted_ns;
    stream->kernels_end = end;
}

/* ---- data ---- */

/* The last of the piece's commands, NULL if it has none. */
static const cl_event *last_event(const clr_stream *stream, const struct piece *piece)
{
    if (piece->reduced)
        return &piece->reduced;
    for (unsigned i = (unsigned)stream->info.inputs; i-- > 0;)
        if (piece->rooms[i].uploaded)
            return &piece->rooms[i].uploaded;
    return NULL;
}

/* Waits until the piece is free again. */
static clr_status await_piece(clr_stream *stream, struct piece *piece, clri_error *error)
{
    const cl_event *last = last_event(stream, piece);
    cl_int code;

    if (!last)
        return CLR_OK;
    code = clWaitForEvents(1, last);
    if (code == CL_SUCCESS && piece->reduced)
        add_times(stream, piece);
    for (unsigned i = 0; i < stream->info.inputs; i++)
        clri_event_release(&piece->rooms[i].uploaded);
    clri_event_release(&piece->reduced);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clWaitForEvents", "waiting for a piece");
    return CLR_OK;
}

/* Starts afresh. What is still running is waited for, so that no kernel reads a piece while it is
 * filled again. */
static void discard(clr_stream *stream)
{
    clFinish(stream->kernels);
    clr_plan_discard(stream->plan);
    stream->rest_count = 0;
}

/*
 * Ends a public call; after a failure the stream is as it was before its first piece. A forked
 * child must not touch the driver.
 */
static clr_status settle(clr_stream *stream, clr_status status, clri_error *error)
{
    if (status != CLR_OK && status != CLR_ERROR_FORKED)
        discard(stream);
    return clri_context_settle(stream->context, status, error);
}

static clr_status refuse(clr_stream *stream, const char *sentence)
{
    clri_error error = {0};

    return clri_context_settle(stream->context,
                               clri_fail(&error, CLR_ERROR_ARGUMENT, "%s", sentence), &error);
}

/* Makes the piece ready to be filled, behind what is left of the one before. */
static clr_status map_piece(clr_stream *stream, struct piece *piece, clri_error *error)
{
    clr_status status = CLR_OK;

    CLRI_TRY(clri_context_check(stream->context, error));
    CLRI_TRY(await_piece(stream, piece, error));
    for (unsigned i = 0; i < stream->info.inputs; i++) {
        CLRI_TRY(clri_staging_map(&piece->rooms[i], stream->uploads, error));
        if (stream->rest_count)
            memcpy(piece->rooms[i].mapped, stream->rest[i], size_of(stream, stream->rest_count));
    }
cleanup:
    return status;
}

clr_status clr_stream_map(clr_stream *stream, void **rooms, uint64_t *capacity)
{
    clri_error error = {0};
    struct piece *piece;
    clr_status status;

    if (!stream)
        return CLR_ERROR_ARGUMENT;
    if (!rooms || !capacity)
        return refuse(stream, "the place for the rooms or for their capacity is NULL");
    piece = &stream->pieces[stream->current];
    status = map_piece(stream, piece, &error);
    for (unsigned i = 0; i < stream->info.inputs; i++)
        rooms[i] = status == CLR_OK ? (unsigned char *)piece->rooms[i].mapped +
                                          size_of(stream, stream->rest_count)
                                    : NULL;
    *capacity = status == CLR_OK ? stream->piece_capacity - stream->rest_count : 0;
    stream->is_mapped = status == CLR_OK;
    return settle(stream, status, &error);
}

/* Starts to bring `count` elements of each input to the device. */
static clr_status upload(clr_stream *stream, struct piece *piece, uint64_t count, clri_error *error)
{
    const size_t size = size_of(stream, count);
    clr_status status = CLR_OK;
    cl_int code;

    for (unsigned i = 0; i < stream->info.inputs; i++)
        CLRI_TRY(clri_staging_upload(&piece->rooms[i], stream->uploads, size, error));
    code = clFlush(stream->uploads); /* the kernels' queue will wait for it */
    if (code != CL_SUCCESS)
        status = clri_fail_opencl(error, code, "clFlush", "uploading a piece of %zu bytes", size);
cleanup:
    return status;
}

/*
 * A public call's failure as one of the call that made it: what it recorded for the thread is
 * taken over, as this call will record its own.
 */
static clr_status again(clr_status status, const clr_stream *stream, clri_error *error)
{
    if (status != CLR_OK)
        clri_fail_again(error, clr_context_error(stream->context));
    return status;
}

static clr_status reduce_piece(clr_stream *stream, struct piece *piece, uint64_t count,
                               clri_error *error)
{
    clr_run run = {
        .size = sizeof run,
        .queue = stream->kernels,
        .part = CLR_PART_MORE,
        .total = stream->total,
        .wait_count = 1, /* uploads follow one another: the last one's end is the end of all */
        .wait_list = &piece->rooms[stream->info.inputs - 1].uploaded,
        .event = &piece->reduced,
    };

    for (unsigned i = 0; i < stream->info.inputs; i++)
        run.inputs[i] = (clr_span){piece->rooms[i].buffer, 0, count};
    return again(clr_plan_run(stream->plan, &run), stream, error);
}

static clr_status submit_piece(clr_stream *stream, uint64_t count, clri_error *error)
{
    struct piece *piece = &stream->pieces[stream->current];
    clr_status status = CLR_OK;
    cl_int code;

    CLRI_TRY(clri_context_check(stream->context, error));
    piece->submitted_ns = host_clock_ns();
    CLRI_TRY(upload(stream, piece, count, error));
    CLRI_TRY(reduce_piece(stream, piece, count, error));
    stream->current = (stream->current + 1) % PIECE_COUNT;
    code = clFlush(stream->kernels);
    if (code != CL_SUCCESS)
        status = clri_fail_opencl(error, code, "clFlush", "starting the kernels of a piece");
cleanup:
    return status;
}

/* Submits whole steps of the current piece's `count` elements, and keeps the rest for the next. */
static clr_status submit_steps(clr_stream *stream, uint64_t count, clri_error *error)
{
    const struct piece *piece = &stream->pieces[stream->current];
    const uint64_t whole = count - count % stream->step;

    stream->rest_count = count - whole;
    for (unsigned i = 0; stream->rest_count && i < stream->info.inputs; i++)
        memcpy(stream->rest[i], (unsigned char *)piece->rooms[i].mapped + size_of(stream, whole),
               size_of(stream, stream->rest_count));
    return whole ? submit_piece(stream, whole, error) : CLR_OK;
}

/* Submits what is left, as there will be no more. */
static clr_status submit_rest(clr_stream *stream, clri_error *error)
{
    const uint64_t count = stream->rest_count;
    clr_status status = CLR_OK;

    if (count == 0)
        return CLR_OK;
    CLRI_TRY(map_piece(stream, &stream->pieces[stream->current], error));
    stream->rest_count = 0;
    CLRI_TRY(submit_piece(stream, count, error));
cleanup:
    return status;
}

clr_status clr_stream_submit(clr_stream *stream, uint64_t count)
{
    clri_error error = {0};

    if (!stream)
        return CLR_ERROR_ARGUMENT;
    if (!stream->is_mapped)
        return refuse(stream, "clr_stream_submit() comes after clr_stream_map()");
    if (count > stream->piece_capacity - stream->rest_count)
        return refuse(stream, "more elements are submitted than the piece has room for");
    if (count == 0)
        return CLR_OK;
    stream->is_mapped = false;
    return settle(stream, submit_steps(stream, stream->rest_count + count, &error), &error);
}

/* Waits for the results, which arrive in stream->record, and for the pieces they are made of. */
static clr_status await_results(clr_stream *stream, clri_error *error)
{
    cl_event arrival = NULL;
    const clr_run run = {
        .size = sizeof run,
        .queue = stream->kernels,
        .part = CLR_PART_LAST,
        .host = stream->record,
        .total = stream->total,
        .event = &arrival,
    };
    clr_status status = CLR_OK;
    cl_int code;

    CLRI_TRY(again(clr_plan_run(stream->plan, &run), stream, error));
    code =
        clWaitForEvents(1, &arrival); /* of a command that failed it tells; clFinish() need not */
    if (code != CL_SUCCESS) {
        status = clri_fail_opencl(error, code, "clWaitForEvents", "waiting for the results");
        goto cleanup;
    }
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        CLRI_TRY(await_piece(stream, &stream->pieces[(stream->current + i) % PIECE_COUNT], error));
cleanup:
    clri_event_release(&arrival);
    return status;
}

/* Whether each result is one: some depend on what the data are. */
static clr_status check_record(const clr_stream *stream, clri_error *error)
{
    for (size_t i = 0; i < stream->info.reductions; i++) {
        clr_result result = {.size = sizeof result};
        cl_int said = CLR_OK;

        clr_plan_result(stream->plan, i, &result);
        if (result.status_offset != CLR_UNKNOWN)
            memcpy(&said, stream->record + result.status_offset, sizeof said);
        if (said == CLR_ERROR_OVERFLOW)
            return clri_fail(error, CLR_ERROR_OVERFLOW, "%s does not fit %s",
                             clr_operator_name(result.op), clr_type_name(result.type));
        if (said != CLR_OK)
            return clri_fail(error, (clr_status)said,
                             "%s has no value, as too few of the elements are no NaN",
                             clr_operator_name(result.op));
    }
    return CLR_OK;
}

static clr_status fetch_results(clr_stream *stream, clri_error *error)
{
    clr_status status = CLR_OK;

    CLRI_TRY(clri_context_check(stream->context, error));
    CLRI_TRY(submit_rest(stream, error));
    CLRI_TRY(await_results(stream, error));
    CLRI_TRY(check_record(stream, error));
cleanup:
    return status;
}

clr_status clr_stream_result(clr_stream *stream, void *record)
{
    clri_error error = {0};
    clr_status status;

    if (!stream)
        return CLR_ERROR_ARGUMENT;
    if (!record)
        return refuse(stream, "the place for the results is NULL");
    status = fetch_results(stream, &error);
    if (status == CLR_OK)
        memcpy(record, stream->record, stream->info.result_size);
    return settle(stream, status, &error);
}

clr_status clr_stream_accumulator(clr_stream *stream, size_t index, clr_accumulator **accumulator)
{
    clri_error error = {0};
    clr_status status;

    if (accumulator)
        *accumulator = NULL;
    if (!stream)
        return CLR_ERROR_ARGUMENT;
    status = clri_context_check(stream->context, &error);
    if (status == CLR_OK)
        status = clri_saved_state_take(stream->plan, index, accumulator, &error);
    return clri_context_settle(stream->context, status, &error);
}

clr_status clr_stream_describe(const clr_stream *stream, clr_stream_times *times)
{
    return stream ? CLRI_SIZED_WRITE(clr_stream_times, times, &stream->times) : CLR_ERROR_ARGUMENT;
}
