/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stream - data from host memory, piece by piece: two pieces take turns, so that one is filled
 * while the device works on the other. Where host and device share memory the pieces are the
 * buffers themselves; else they are pinned host memory that is copied over.
 */
#include "context.h"
#include "device.h"
#include "number.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    PIECE_COUNT = 2,
    PIECE_SIZE = 64 << 20, /* bytes, unless the device or the caller wants less */
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
    uint64_t piece_count; /* elements */
    size_t plan_count;
    clr_plan **plans;
    unsigned char *results; /* 8 bytes a plan, until all are there */
    cl_command_queue uploads;
    cl_command_queue kernels;
    struct piece pieces[PIECE_COUNT];
    unsigned current;
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
static uint64_t piece_count_of(const clr_device *device, uint64_t asked, size_t element_size)
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
    const size_t size = (size_t)stream->piece_count * stream->element_size;
    cl_int code;

    *memory = clCreateBuffer(stream->context->opencl, flags, size, NULL, &code);
    if (!*memory)
        return clri_fail_opencl(error, code, "clCreateBuffer", "allocating a piece of %zu bytes",
                                size);
    return CLR_OK;
}

static clr_status map_room(clr_stream *stream, struct piece *piece, clri_error *error)
{
    const size_t size = (size_t)stream->piece_count * stream->element_size;
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

static clr_status check_arguments(const clr_reduction *reductions, size_t count, clri_error *error)
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
    stream->results = calloc(plan_count, 8);
    stream->times.size = sizeof stream->times;
    if (!stream->plans || !stream->results) {
        clr_stream_destroy(stream);
        return NULL;
    }
    return stream;
}

clr_status clr_stream_create(clr_context *context, const clr_reduction *reductions,
                             size_t reduction_count, const clr_plan_options *options,
                             uint64_t piece_count, clr_stream **stream)
{
    clri_error error = {0};
    clr_status status;

    if (stream)
        *stream = NULL;
    if (!context || !stream)
        return CLR_ERROR_ARGUMENT;
    status = clri_context_check(context, &error);
    if (status == CLR_OK)
        status = check_arguments(reductions, reduction_count, &error);
    if (status != CLR_OK)
        return clri_context_settle(context, status, &error);
    *stream = allocate(context, reduction_count);
    if (!*stream)
        return clri_context_settle(context, clri_fail_memory(&error), &error);
    (*stream)->element_size = clr_type_size(reductions[0].type);
    (*stream)->piece_count = piece_count_of(&context->device, piece_count, (*stream)->element_size);
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

clr_status clr_stream_map(clr_stream *stream, void **room, uint64_t *capacity)
{
    clri_error error = {0};
    clr_status status;
    struct piece *piece;

    if (!stream || !room || !capacity)
        return CLR_ERROR_ARGUMENT;
    piece = &stream->pieces[stream->current];
    status = await_piece(stream, piece, &error);
    if (status == CLR_OK && !piece->room)
        status = map_room(stream, piece, &error);
    *room = status == CLR_OK ? piece->room : NULL;
    *capacity = status == CLR_OK ? stream->piece_count : 0;
    return clri_context_settle(stream->context, status, &error);
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

/* Some plans may have seen a piece that others have not: all of them start afresh. */
static void discard(clr_stream *stream)
{
    for (size_t i = 0; i < stream->plan_count; i++)
        clr_plan_discard(stream->plans[i]);
}

static clr_status reduce_piece(clr_stream *stream, struct piece *piece, uint64_t count)
{
    const clr_span span = {piece->buffer, 0, count};
    clr_status status = CLR_OK;

    for (size_t i = 0; status == CLR_OK && i < stream->plan_count; i++) {
        const bool is_last = i + 1 == stream->plan_count;

        status = clr_plan_enqueue_part(stream->plans[i], stream->kernels, span, 1, &piece->uploaded,
                                       is_last ? &piece->reduced : NULL);
    }
    return status;
}

clr_status clr_stream_submit(clr_stream *stream, uint64_t count)
{
    clri_error error = {0};
    clr_status status = CLR_OK;
    cl_int code;
    struct piece *piece;

    if (!stream)
        return CLR_ERROR_ARGUMENT;
    piece = &stream->pieces[stream->current];
    if (!piece->room || count > stream->piece_count)
        return clri_context_settle(
            stream->context,
            clri_fail(&error, CLR_ERROR_ARGUMENT,
                      piece->room ? "more elements are submitted than the piece has room for"
                                  : "clr_stream_submit() comes after clr_stream_map()"),
            &error);
    if (count == 0)
        return CLR_OK;
    piece->submitted_ns = host_clock_ns();
    CLRI_TRY(clri_context_settle(stream->context, upload(stream, piece, count, &error), &error));
    CLRI_TRY(reduce_piece(stream, piece, count));
    stream->current = (stream->current + 1) % PIECE_COUNT;
    code = clFlush(stream->kernels);
    if (code != CL_SUCCESS)
        status = clri_context_settle(
            stream->context,
            clri_fail_opencl(&error, code, "clFlush", "starting the kernels of a piece"), &error);
cleanup:
    if (status != CLR_OK)
        discard(stream);
    return status;
}

/* Waits for every piece and for the results, which arrive in stream->results. */
static clr_status await_results(clr_stream *stream, clri_error *error)
{
    clr_status status = CLR_OK;
    cl_int code = clFinish(stream->kernels);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clFinish", "waiting for the results");
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        CLRI_TRY(await_piece(stream, &stream->pieces[(stream->current + i) % PIECE_COUNT], error));
cleanup:
    return status;
}

clr_status clr_stream_result(clr_stream *stream, void *const *results)
{
    clri_error error = {0};
    clr_status status = CLR_OK;

    if (!stream || !results)
        return CLR_ERROR_ARGUMENT;
    for (size_t i = 0; i < stream->plan_count; i++)
        CLRI_TRY(clr_plan_enqueue_result_to_host(stream->plans[i], stream->kernels,
                                                 stream->results + 8 * i, 0, NULL, NULL));
    CLRI_TRY(clri_context_settle(stream->context, await_results(stream, &error), &error));
    for (size_t i = 0; i < stream->plan_count; i++) {
        clr_plan_info info = {.size = sizeof info};

        clr_plan_describe(stream->plans[i], &info);
        memcpy(results[i], stream->results + 8 * i, (size_t)info.result_size);
    }
cleanup:
    return status;
}

clr_status clr_stream_describe(const clr_stream *stream, clr_stream_times *times)
{
    if (!stream || !times || times->size != sizeof *times)
        return CLR_ERROR_ARGUMENT;
    *times = stream->times;
    return CLR_OK;
}

/* ---- the one-shot ---- */

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
    CLRI_TRY(clr_stream_create(context, reduction, 1, NULL, 0, &stream));
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
