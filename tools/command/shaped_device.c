/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shaped_device - a piece of the input on the device: buffers, a run and its results. See shaped.h.
 */
#include "bench_queue.h"
#include "clock.h"
#include "message.h"
#include "session.h"
#include "shaped.h"
#include <inttypes.h>
#include <string.h>

/* Arrays of a reduction, at most: value, second, index and status. */
enum { ARRAYS_MOST = 4 };

/* An array of results on the device, and where its part of all results begins here. */
typedef struct result_array {
    cl_mem *buffer;
    size_t size; /* bytes of a result */
    unsigned char *to;
} result_array;

/* What a run needs on the device. */
typedef struct device_piece {
    cl_mem inputs[CLR_INPUTS_MOST];
    cl_mem offsets;
    clr_arrays arrays[CLR_REDUCTIONS_MOST];
    result_array results[ARRAYS_MOST * CLR_REDUCTIONS_MOST];
    size_t result_count;
} device_piece;

/* ---- Failing --------------------------------------------------------------------------------- */

static int fail_opencl(shaped *s, const char *call, cl_int code)
{
    progress_end(&s->job.bar);
    if (code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_RESOURCES ||
        code == CL_OUT_OF_HOST_MEMORY || code == CL_INVALID_BUFFER_SIZE)
        return message_fail(CODE_DEVICE,
                            "the device has no memory left for the numbers and their results "
                            "(%s() failed with the OpenCL error %d): say a smaller --chunk.",
                            call, (int)code);
    return message_fail(CODE_DEVICE, "%s() failed with the OpenCL error %d.", call, (int)code);
}

static int fail_library(shaped *s)
{
    progress_end(&s->job.bar);
    return session_fail(s->job.o, s->job.context, s->job.feed.type);
}

/* ---- The plan -------------------------------------------------------------------------------- */

uint64_t shaped_device_room(const shaped *s)
{
    const clr_device *device = clr_context_device(s->job.context);
    const uint64_t share = device->global_mem_size / (2 * s->job.feed.input_count);

    return share < device->max_mem_alloc_size ? share : device->max_mem_alloc_size;
}

/* Where nobody asked for it, overflow is looked out for if the device can. */
static clr_status create_plan(shaped *s)
{
    const request *r = s->job.request;
    clr_plan_options how = s->job.o->plan;
    clr_status status;

    how.shape = s->rows.shape;
    status = clr_plan_create(s->job.context, r->reductions, r->count, &how, &s->plan);
    if (status != CLR_ERROR_UNSUPPORTED || !request_let_wrap(s->job.request))
        return status;
    status = clr_plan_create(s->job.context, r->reductions, r->count, &how, &s->plan);
    if (status == CLR_OK && !s->job.o->quiet)
        message_note("this strategy cannot tell whether results fit 64 bits: they are taken "
                     "modulo 2^64.");
    return status;
}

int shaped_device_open(shaped *s)
{
    if (create_plan(s) != CLR_OK)
        return fail_library(s);
    record_describe(&s->job.layout, s->plan, s->job.o->result);
    if (s->job.layout.info.inputs != s->job.feed.input_count)
        return message_fail(CODE_USAGE,
                            "the reduction takes %" PRIu64 " inputs, but %" PRIu64 " are there.",
                            s->job.layout.info.inputs, s->job.feed.input_count);
    const int code = job_check_record(&s->job);
    return code == CODE_FINE ? bench_queue_open(s->job.context, &s->queue) : code;
}

void shaped_device_close(shaped *s)
{
    if (s->queue != NULL)
        clReleaseCommandQueue(s->queue);
    clr_plan_destroy(s->plan);
}

/* ---- Buffers --------------------------------------------------------------------------------- */

static int make_buffer(shaped *s, cl_mem_flags flags, uint64_t size, const void *from,
                       cl_mem *buffer)
{
    cl_int code;

    if (size == 0)
        return CODE_FINE;
    *buffer = clCreateBuffer(clr_context_opencl(s->job.context), flags, size, NULL, &code);
    if (*buffer == NULL)
        return fail_opencl(s, "clCreateBuffer", code);
    if (from == NULL)
        return CODE_FINE;
    code = clEnqueueWriteBuffer(s->queue, *buffer, CL_TRUE, 0, size, from, 0, NULL, NULL);
    return code == CL_SUCCESS ? CODE_FINE : fail_opencl(s, "clEnqueueWriteBuffer", code);
}

/* Counted from where the piece's elements begin. */
static int make_offsets(shaped *s, const rows_piece *piece, device_piece *d)
{
    const uint64_t *from = s->rows.offsets + piece->first;
    const size_t size = (piece->count + 1) * sizeof *from;
    int code = make_buffer(s, CL_MEM_READ_ONLY, size, NULL, &d->offsets);
    cl_int failed = CL_SUCCESS;

    if (code != CODE_FINE)
        return code;
    uint64_t *to = clEnqueueMapBuffer(s->queue, d->offsets, CL_TRUE, CL_MAP_WRITE, 0, size, 0, NULL,
                                      NULL, &failed);
    if (to == NULL)
        return fail_opencl(s, "clEnqueueMapBuffer", failed);
    for (uint64_t i = 0; i <= piece->count; i++)
        to[i] = from[i] - piece->begin;
    failed = clEnqueueUnmapMemObject(s->queue, d->offsets, to, 0, NULL, NULL);
    return failed == CL_SUCCESS ? CODE_FINE : fail_opencl(s, "clEnqueueUnmapMemObject", failed);
}

static int make_inputs(shaped *s, const rows_piece *piece, void *const rooms[], device_piece *d)
{
    const uint64_t size = (piece->end - piece->begin) * s->job.feed.element_size;
    const uint64_t start_ns = clock_ns();
    int code = CODE_FINE;

    for (size_t i = 0; code == CODE_FINE && i < s->job.feed.input_count; i++)
        code = make_buffer(s, CL_MEM_READ_ONLY, size, rooms[i], &d->inputs[i]);
    if (code == CODE_FINE && s->rows.shape == CLR_SHAPE_SEGMENTS)
        code = make_offsets(s, piece, d);
    s->job.upload_ns += clock_ns() - start_ns;
    return code;
}

/* Notes an array of results, unless there is none of the kind. */
static void add_array(device_piece *d, cl_mem *buffer, void *all, size_t size, uint64_t first)
{
    if (all != NULL)
        d->results[d->result_count++] =
            (result_array){buffer, size, (unsigned char *)all + first * size};
}

static int make_results(shaped *s, const rows_piece *piece, device_piece *d)
{
    int code = CODE_FINE;

    for (size_t i = 0; i < s->job.layout.count; i++) {
        const size_t size = s->job.layout.results[i].value_size;
        const shaped_results *all = &s->results[i];
        clr_arrays *arrays = &d->arrays[i];
        arrays->size = sizeof *arrays;
        add_array(d, &arrays->value, all->value, size, piece->first);
        add_array(d, &arrays->second, all->second, size, piece->first);
        add_array(d, &arrays->index, all->index, sizeof *all->index, piece->first);
        add_array(d, &arrays->status, all->status, sizeof *all->status, piece->first);
    }
    for (size_t i = 0; code == CODE_FINE && i < d->result_count; i++)
        code = make_buffer(s, CL_MEM_READ_WRITE, piece->count * d->results[i].size, NULL,
                           d->results[i].buffer);
    return code;
}

static void release(device_piece *d)
{
    for (size_t i = 0; i < CLR_INPUTS_MOST; i++) {
        if (d->inputs[i] != NULL)
            clReleaseMemObject(d->inputs[i]);
    }
    if (d->offsets != NULL)
        clReleaseMemObject(d->offsets);
    for (size_t i = 0; i < d->result_count; i++) {
        if (*d->results[i].buffer != NULL)
            clReleaseMemObject(*d->results[i].buffer);
    }
}

/* ---- Running --------------------------------------------------------------------------------- */

/* Extents and strides as the library takes them; of the first axis what the piece has of it. */
typedef struct axes_of_piece {
    clr_axes axes;
    uint64_t extents[CLR_RANK_MOST];
    int64_t strides[CLR_INPUTS_MOST][CLR_RANK_MOST];
} axes_of_piece;

static void describe_axes(const shaped *s, const rows_piece *piece, axes_of_piece *described)
{
    const rows *all = &s->rows;

    *described = (axes_of_piece){.axes = {.size = sizeof described->axes,
                                          .rank = (unsigned)all->rank,
                                          .reduced = all->reduced,
                                          .extents = described->extents}};
    for (size_t k = 0; k < all->rank; k++)
        described->extents[k] = all->axes[0][k].extent;
    if (piece->count < all->count)
        described->extents[0] = piece->count / (all->count / described->extents[0]);
    for (size_t i = 0; i < all->inputs; i++) {
        if (strided_is_plain(all->axes[i], all->rank))
            continue;
        for (size_t k = 0; k < all->rank; k++)
            described->strides[i][k] = (int64_t)(all->axes[i][k].stride * s->job.feed.element_size);
        described->axes.strides[i] = described->strides[i];
    }
}

static int run(shaped *s, const rows_piece *piece, const device_piece *d)
{
    const clr_segments segments = {
        .size = sizeof segments, .count = piece->count, .type = CLR_TYPE_U64, .begins = d->offsets};
    const uint64_t start_ns = clock_ns();
    axes_of_piece axes;
    clr_run asked = {.size = sizeof asked,
                     .queue = s->queue,
                     .arrays = d->arrays,
                     .array_count = s->job.layout.count};

    if (s->rows.shape == CLR_SHAPE_SEGMENTS) {
        asked.segments = &segments;
    } else {
        describe_axes(s, piece, &axes);
        asked.axes = &axes.axes;
    }
    for (size_t i = 0; i < s->job.feed.input_count; i++)
        asked.inputs[i] = (clr_span){d->inputs[i], 0, piece->end - piece->begin};
    if (clr_plan_run(s->plan, &asked) != CLR_OK)
        return fail_library(s);
    const cl_int code = clFinish(s->queue);
    s->job.kernel_ns += clock_ns() - start_ns;
    return code == CL_SUCCESS ? CODE_FINE : fail_opencl(s, "clFinish", code);
}

static int fetch(shaped *s, const rows_piece *piece, const device_piece *d)
{
    for (size_t i = 0; i < d->result_count; i++) {
        const result_array *array = &d->results[i];
        const cl_int code =
            clEnqueueReadBuffer(s->queue, *array->buffer, CL_TRUE, 0, piece->count * array->size,
                                array->to, 0, NULL, NULL);
        if (code != CL_SUCCESS)
            return fail_opencl(s, "clEnqueueReadBuffer", code);
    }
    return CODE_FINE;
}

int shaped_device_run(shaped *s, const rows_piece *piece, void *const rooms[])
{
    device_piece d = {0};
    int code = make_inputs(s, piece, rooms, &d);

    if (code == CODE_FINE)
        code = make_results(s, piece, &d);
    if (code == CODE_FINE)
        code = run(s, piece, &d);
    if (code == CODE_FINE)
        code = fetch(s, piece, &d);
    release(&d);
    return code;
}
