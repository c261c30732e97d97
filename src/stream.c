/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stream - data from host memory, piece by piece: two pieces take turns, so that one is filled
 * while the device works on the other. Where host and device share memory the pieces are the
 * buffers themselves; else they are pinned host memory that is copied over.
 */
#include "context.h"
#include "device.h"
#include "number.h"
#include "plan.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    PIECE_COUNT = 2,
    PIECE_SIZE = 64 << 20, /* bytes, unless the device or the caller wants less */
    RESULT_SIZE = 8,       /* bytes of the largest result */
};

struct piece {
    cl_mem staging; /* host memory that the caller fills; NULL where it is `buffer` itself */
    cl_mem buffer;  /* what kernels read */
    void *room;     /* mapped memory, or NULL */
    cl_event uploaded;
    cl_event reduced;      /* NULL: the piece is free */
    uint64_t submitted_ns; /* by the host's clock */
};

struct clr_stream {
    clr_context *context;
    size_t element_size;
    uint64_t piece_capacity; /* elements */
    size_t plan_count;
    clr_plan **plans;
    unsigned char *results; /* RESULT_SIZE bytes a plan, until all are there */
    cl_event *arrivals;     /* of the results; NULL between results */
    cl_command_queue uploads;
    cl_command_queue kernels;
    struct piece pieces[PIECE_COUNT];
    unsigned current;
    bool is_mapped;       /* the current piece's room is with the caller */
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

static bool shares_memory(const clr_device *device)
{
    return clri_yes(device->host_unified_memory) ||
           (clri_known(device->type, 0) & CL_DEVICE_TYPE_CPU);
}

/* Elements a piece: what was asked for, or what leaves the device room for other things. */
static uint64_t piece_capacity_of(const clr_device *device, uint64_t asked, size_t element_size)
{
    uint64_t size = PIECE_SIZE;

    if (asked)
        return asked;
    if (size > clri_known(device->max_mem_alloc_size, size) / 4)
        size = clri_known(device->max_mem_alloc_size, size) / 4;
    return size / element_size ? size / element_size : 1;
}

static clr_status make_memory(clr_stream *stream, cl_mem_flags flags, cl_mem *memory,
                              clri_error *error)
{
    const size_t size = (size_t)stream->piece_capacity * stream->element_size;
    cl_int code;

    *memory = clCreateBuffer(stream->context->opencl, flags, size, NULL, &code);
    if (!*memory)
        return clri_fail_opencl(error, code, "clCreateBuffer", "allocating a piece of %zu bytes",
                                size);
    return CLR_OK;
}

static clr_status map_room(clr_stream *stream, struct piece *piece, clri_error *error)
{
    const size_t size = (size_t)stream->piece_capacity * stream->element_size;
    const cl_mem host = piece->staging ? piece->staging : piece->buffer;
    cl_int code;

    piece->room = clEnqueueMapBuffer(stream->uploads, host, CL_TRUE, CL_MAP_WRITE, 0, size, 0, NULL,
                                     NULL, &code);
    if (!piece->room)
        return clri_fail_opencl(error, code, "clEnqueueMapBuffer", "mapping a piece of %zu bytes",
                                size);
    return CLR_OK;
}

static clr_status make_piece(clr_stream *stream, struct piece *piece, clri_error *error)
{
    clr_status status = CLR_OK;

    if (shares_memory(&stream->context->device))
        return make_memory(stream, CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR, &piece->buffer, error);
    CLRI_TRY(make_memory(stream, CL_MEM_READ_ONLY, &piece->buffer, error));
    CLRI_TRY(make_memory(stream, CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR, &piece->staging, error));
    CLRI_TRY(map_room(stream, piece, error));
cleanup:
    return status;
}

static void release_event(cl_event *event)
{
    if (*event)
        clReleaseEvent(*event);
    *event = NULL;
}

static void unmake_piece(clr_stream *stream, struct piece *piece)
{
    if (piece->room)
        clEnqueueUnmapMemObject(stream->uploads, piece->staging ? piece->staging : piece->buffer,
                                piece->room, 0, NULL, NULL);
    release_event(&piece->uploaded);
    release_event(&piece->reduced);
    if (piece->staging)
        clReleaseMemObject(piece->staging);
    if (piece->buffer)
        clReleaseMemObject(piece->buffer);
}

static clr_status check_arguments(const clr_reduction *reductions, size_t count,
                                  uint64_t piece_capacity, clri_error *error)
{
    if (!reductions || count == 0)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "a stream needs at least one reduction");
    for (size_t i = 0; i < count; i++)
        if (reductions[i].type != reductions[0].type)
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "reduction %zu is of another element type than the first one", i);
    if (!clri_number_of(reductions[0].type))
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%d is no element type",
                         (int)reductions[0].type);
    if (piece_capacity > SIZE_MAX / clr_type_size(reductions[0].type))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "a piece of %" PRIu64 " elements has more bytes than memory can have",
                         piece_capacity);
    return CLR_OK;
}

/*
 * Makes everything but the plans, whose failures are recorded by clr_plan_create() itself.
 */
static clr_status make_memories(clr_stream *stream, clri_error *error)
{
    clr_status status = CLR_OK;

    CLRI_TRY(clri_context_queue(stream->context, true, &stream->uploads, error));
    CLRI_TRY(clri_context_queue(stream->context, true, &stream->kernels, error));
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        CLRI_TRY(make_piece(stream, &stream->pieces[i], error));
cleanup:
    return status;
}

static clr_status make_plans(clr_stream *stream, const clr_reduction *reductions, size_t count,
                             const clr_plan_options *options)
{
    clr_status status = CLR_OK;

    for (size_t i = 0; status == CLR_OK && i < count; i++) {
        status = clr_plan_create(stream->context, &reductions[i], options, &stream->plans[i]);
        if (status == CLR_OK)
            stream->plan_count++;
    }
    return status;
}

static clr_stream *allocate(clr_context *context, size_t plan_count)
{
    clr_stream *stream = calloc(1, sizeof *stream);

    if (!stream)
        return NULL;
    stream->context = context;
    stream->plans = calloc(plan_count, sizeof *stream->plans);
    stream->results = calloc(plan_count, RESULT_SIZE);
    stream->arrivals = calloc(plan_count, sizeof *stream->arrivals);
    stream->times.size = sizeof stream->times;
    if (!stream->plans || !stream->results || !stream->arrivals) {
        clr_stream_destroy(stream);
        return NULL;
    }
    return stream;
}

clr_status clr_stream_create(clr_context *context, const clr_reduction *reductions,
                             size_t reduction_count, const clr_plan_options *options,
                             uint64_t piece_capacity, clr_stream **stream)
{
    clri_error error = {0};
    clr_status status;

    if (stream)
        *stream = NULL;
    if (!context || !stream)
        return CLR_ERROR_ARGUMENT;
    status = clri_context_check(context, &error);
    if (status == CLR_OK)
        status = check_arguments(reductions, reduction_count, piece_capacity, &error);
    if (status != CLR_OK)
        return clri_context_settle(context, status, &error);
    *stream = allocate(context, reduction_count);
    if (!*stream)
        return clri_context_settle(context, clri_fail_memory(&error), &error);
    (*stream)->element_size = clr_type_size(reductions[0].type);
    (*stream)->piece_capacity =
        piece_capacity_of(&context->device, piece_capacity, (*stream)->element_size);
    status = make_plans(*stream, reductions, reduction_count, options);
    if (status == CLR_OK)
        status = clri_context_settle(context, make_memories(*stream, &error), &error);
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
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        unmake_piece(stream, &stream->pieces[i]);
    for (size_t i = 0; i < stream->plan_count; i++)
        clr_plan_destroy(stream->plans[i]);
    if (stream->uploads) {
        clFinish(stream->uploads);
        clReleaseCommandQueue(stream->uploads);
    }
    if (stream->kernels)
        clReleaseCommandQueue(stream->kernels);
    free(stream->arrivals);
    free(stream->results);
    free(stream->plans);
    free(stream);
}

const clr_plan *clr_stream_plan(const clr_stream *stream, size_t index)
{
    return stream && index < stream->plan_count ? stream->plans[index] : NULL;
}

/* ---- times ---- */

static uint64_t event_time(cl_event event, cl_profiling_info what)
{
    cl_ulong time = 0;

    if (event && clGetEventProfilingInfo(event, what, sizeof time, &time, NULL) != CL_SUCCESS)
        time = 0;
    return time;
}

/*
 * Adds a finished piece's times. Its kernels ran from when the upload and the kernels of the
 * piece before had ended until its last event ended: the events of single kernels would leave out
 * what lies between them.
 */
static void add_times(clr_stream *stream, const struct piece *piece)
{
    const uint64_t upload_start = event_time(piece->uploaded, CL_PROFILING_COMMAND_START);
    const uint64_t upload_end = event_time(piece->uploaded, CL_PROFILING_COMMAND_END);
    const uint64_t end = event_time(piece->reduced, CL_PROFILING_COMMAND_END);
    const uint64_t start = upload_end > stream->kernels_end ? upload_end : stream->kernels_end;

    if (piece->staging && upload_end > upload_start)
        stream->times.upload_ns += upload_end - upload_start;
    if (end > start && start != 0)
        stream->times.kernel_ns += end - start;
    else
        stream->times.kernel_ns += host_clock_ns() - piece->submitted_ns;
    stream->kernels_end = end;
}

/* ---- data ---- */

/* Waits until the piece is free again. */
static clr_status await_piece(clr_stream *stream, struct piece *piece, clri_error *error)
{
    const cl_event *last = piece->reduced ? &piece->reduced : &piece->uploaded;
    cl_int code;

    if (!*last)
        return CLR_OK;
    code = clWaitForEvents(1, last);
    if (code == CL_SUCCESS && piece->reduced)
        add_times(stream, piece);
    release_event(&piece->uploaded);
    release_event(&piece->reduced);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clWaitForEvents", "waiting for a piece");
    return CLR_OK;
}

/*
 * Some plans may have seen a piece that others have not: all of them start afresh, and what is
 * still running is waited for, so that no kernel reads a piece while it is filled again.
 */
static void discard(clr_stream *stream)
{
    clFinish(stream->kernels);
    for (size_t i = 0; i < stream->plan_count; i++)
        clr_plan_discard(stream->plans[i]);
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

static clr_status map_piece(clr_stream *stream, struct piece *piece, clri_error *error)
{
    clr_status status = CLR_OK;

    CLRI_TRY(clri_context_check(stream->context, error));
    CLRI_TRY(await_piece(stream, piece, error));
    if (!piece->room)
        CLRI_TRY(map_room(stream, piece, error));
cleanup:
    return status;
}

clr_status clr_stream_map(clr_stream *stream, void **room, uint64_t *capacity)
{
    clri_error error = {0};
    struct piece *piece;
    clr_status status;

    if (!stream)
        return CLR_ERROR_ARGUMENT;
    if (!room || !capacity)
        return refuse(stream, "the place for the room or for its capacity is NULL");
    piece = &stream->pieces[stream->current];
    status = map_piece(stream, piece, &error);
    *room = status == CLR_OK ? piece->room : NULL;
    *capacity = status == CLR_OK ? stream->piece_capacity : 0;
    stream->is_mapped = status == CLR_OK;
    return settle(stream, status, &error);
}

/* Starts to bring `count` elements of the piece to the device. */
static clr_status upload(clr_stream *stream, struct piece *piece, uint64_t count, clri_error *error)
{
    const size_t size = (size_t)count * stream->element_size;
    const char *call;
    cl_int code;

    if (piece->staging) {
        call = "clEnqueueWriteBuffer";
        code = clEnqueueWriteBuffer(stream->uploads, piece->buffer, CL_FALSE, 0, size, piece->room,
                                    0, NULL, &piece->uploaded);
    } else {
        call = "clEnqueueUnmapMemObject";
        code = clEnqueueUnmapMemObject(stream->uploads, piece->buffer, piece->room, 0, NULL,
                                       &piece->uploaded);
        if (code == CL_SUCCESS)
            piece->room = NULL;
    }
    if (code == CL_SUCCESS) {
        call = "clFlush";
        code = clFlush(stream->uploads); /* the kernels' queue will wait for it */
    }
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, call, "uploading a piece of %zu bytes", size);
    return CLR_OK;
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
    const clr_span span = {piece->buffer, 0, count};
    clr_status status = CLR_OK;

    for (size_t i = 0; status == CLR_OK && i < stream->plan_count; i++) {
        const bool is_last = i + 1 == stream->plan_count;

        status = again(clr_plan_enqueue_part(stream->plans[i], stream->kernels, span, 1,
                                             &piece->uploaded, is_last ? &piece->reduced : NULL),
                       stream, error);
    }
    return status;
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

clr_status clr_stream_submit(clr_stream *stream, uint64_t count)
{
    clri_error error = {0};

    if (!stream)
        return CLR_ERROR_ARGUMENT;
    if (!stream->is_mapped)
        return refuse(stream, "clr_stream_submit() comes after clr_stream_map()");
    if (count > stream->piece_capacity)
        return refuse(stream, "more elements are submitted than the piece has room for");
    if (count == 0)
        return CLR_OK;
    stream->is_mapped = false;
    return settle(stream, submit_piece(stream, count, &error), &error);
}

/* Whether every plan has a value for what was submitted. */
static clr_status check_empty(const clr_stream *stream, clri_error *error)
{
    for (size_t i = 0; i < stream->plan_count; i++) {
        const clri_operator *op = clri_operator_of(stream->plans[i]->reduction.op);

        if (stream->plans[i]->running_count == 0 && !op->has_empty_value)
            return clri_fail(error, CLR_ERROR_EMPTY, "%s of no elements has no value", op->name);
    }
    return CLR_OK;
}

/* Waits for the results, which arrive in stream->results, and for the pieces they are made of. */
static clr_status await_results(clr_stream *stream, clri_error *error)
{
    clr_status status = CLR_OK;
    cl_int code;

    for (size_t i = 0; i < stream->plan_count; i++)
        CLRI_TRY(again(clr_plan_enqueue_result_to_host(stream->plans[i], stream->kernels,
                                                       stream->results + RESULT_SIZE * i, 0, NULL,
                                                       &stream->arrivals[i]),
                       stream, error));
    /* Of a command that failed the event tells, but clFinish() need not. */
    code = clWaitForEvents((cl_uint)stream->plan_count, stream->arrivals);
    if (code != CL_SUCCESS) {
        status = clri_fail_opencl(error, code, "clWaitForEvents", "waiting for the results");
        goto cleanup;
    }
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        CLRI_TRY(await_piece(stream, &stream->pieces[(stream->current + i) % PIECE_COUNT], error));
cleanup:
    return status;
}

static void drop_arrivals(clr_stream *stream)
{
    for (size_t i = 0; i < stream->plan_count; i++)
        release_event(&stream->arrivals[i]);
}

static clr_status fetch_results(clr_stream *stream, clri_error *error)
{
    clr_status status = CLR_OK;

    CLRI_TRY(clri_context_check(stream->context, error));
    CLRI_TRY(check_empty(stream, error));
    status = await_results(stream, error);
    drop_arrivals(stream);
cleanup:
    return status;
}

clr_status clr_stream_result(clr_stream *stream, void *const *results)
{
    clri_error error = {0};
    clr_status status;

    if (!stream)
        return CLR_ERROR_ARGUMENT;
    for (size_t i = 0; i < stream->plan_count; i++)
        if (!results || !results[i])
            return refuse(stream, "the place for a result is NULL");
    status = fetch_results(stream, &error);
    if (status == CLR_OK)
        for (size_t i = 0; i < stream->plan_count; i++)
            memcpy(results[i], stream->results + RESULT_SIZE * i,
                   clr_type_size(stream->plans[i]->reduction.result));
    return settle(stream, status, &error);
}

clr_status clr_stream_describe(const clr_stream *stream, clr_stream_times *times)
{
    if (!stream || !times || times->size != sizeof *times)
        return CLR_ERROR_ARGUMENT;
    *times = stream->times;
    return CLR_OK;
}

/* ---- the one-shot ---- */

/* No more than there is to reduce; 0, which is refused or means the default, for what is amiss. */
static uint64_t one_shot_capacity(const clr_context *context, const clr_reduction *reduction,
                                  uint64_t count)
{
    const size_t size = reduction ? clr_type_size(reduction->type) : 0;
    const uint64_t most = size ? piece_capacity_of(&context->device, 0, size) : 0;

    return count && count < most ? count : most;
}

clr_status clr_reduce(clr_context *context, const clr_reduction *reduction, const void *data,
                      uint64_t count, void *result)
{
    const unsigned char *at = data;
    clr_stream *stream = NULL;
    clri_error error = {0};
    clr_status status = CLR_OK;

    if (!context)
        return CLR_ERROR_ARGUMENT;
    if ((!data && count) || !result)
        return clri_context_settle(context,
                                   clri_fail(&error, CLR_ERROR_ARGUMENT, "the %s is NULL",
                                             result ? "data" : "place for the result"),
                                   &error);
    CLRI_TRY(clr_stream_create(context, reduction, 1, NULL,
                               one_shot_capacity(context, reduction, count), &stream));
    while (count) {
        uint64_t capacity = 0;
        void *room = NULL;

        CLRI_TRY(clr_stream_map(stream, &room, &capacity));
        if (capacity > count)
            capacity = count;
        memcpy(room, at, (size_t)capacity * stream->element_size);
        CLRI_TRY(clr_stream_submit(stream, capacity));
        at += capacity * stream->element_size;
        count -= capacity;
    }
    CLRI_TRY(clr_stream_result(stream, &result));
cleanup:
    clr_stream_destroy(stream);
    return status;
}
