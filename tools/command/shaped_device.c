/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shaped_device - a piece of the input on the device: buffers, a run and its results. See shaped.h.
 */
#include "bench_queue.h"
#include "clock.h"
#include "hush.h"
#include "message.h"
#include "session.h"
#include "shaped.h"
#include <inttypes.h>
#include <stdlib.h>
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
    cl_mem labels, outside;
    cl_mem mask; /* a byte an element, where it is apart from the inputs */
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

static bool is_by_label(const shaped *s)
{
    return s->rows.shape == CLR_SHAPE_LABELS;
}

static clr_status create_plan(shaped *s, const size_t *numbers, size_t count)
{
    const request *r = s->job.request;
    clr_plan_options how = s->job.o->plan;
    clr_reduction asked[CLR_REDUCTIONS_MOST];
    clr_status status;

    how.shape = s->rows.shape;
    how.labels = is_by_label(s) ? s->rows.count : 0;
    how.label_elements = is_by_label(s) ? s->rows.elements : 0;
    how.mask = r->is_mask_apart ? CLR_MASK_BYTES : CLR_MASK_NONE;
    for (size_t i = 0; i < count; i++) {
        asked[i] = r->reductions[numbers[i]];
        s->places[numbers[i]] = (shaped_place){s->plan_count, i};
    }
    status = hush_plan_create(s->job.context, asked, count, &how, &s->plans[s->plan_count]);
    s->plan_count += status == CLR_OK;
    return status;
}

/* By label those have a plan of their own that atomics fold then; the others share one, whose
 * labels are sorted once, unless they do not go together. */
static clr_status create_plans(shaped *s)
{
    const request *r = s->job.request;
    size_t alone[CLR_REDUCTIONS_MOST], together[CLR_REDUCTIONS_MOST];
    size_t alone_count = 0, together_count = 0;
    clr_status status = CLR_OK;

    for (size_t i = 0; i < r->count; i++) {
        if (is_by_label(s) && shaped_labels_are_folded(&r->reductions[i]))
            alone[alone_count++] = i;
        else
            together[together_count++] = i;
    }
    if (together_count != 0)
        status = create_plan(s, together, together_count);
    if (status == CLR_ERROR_UNSUPPORTED && is_by_label(s) && together_count > 1) {
        status = CLR_OK;
        for (size_t i = 0; i < together_count; i++)
            alone[alone_count++] = together[i];
    }
    for (size_t i = 0; status == CLR_OK && i < alone_count; i++)
        status = create_plan(s, &alone[i], 1);
    return status;
}

static void destroy_plans(shaped *s)
{
    while (s->plan_count > 0)
        clr_plan_destroy(s->plans[--s->plan_count]);
}

/* Where nobody asked for it, overflow is looked out for if the device can, and by label if it is no
 * sum's, for which labels would have to be sorted. */
static clr_status make_plans(shaped *s)
{
    clr_status status;

    s->wraps = is_by_label(s) && request_let_sums_wrap(s->job.request);
    status = create_plans(s);
    if (status != CLR_ERROR_UNSUPPORTED || !request_let_wrap(s->job.request))
        return status;
    destroy_plans(s);
    status = create_plans(s);
    if (status == CLR_OK && !s->job.o->quiet)
        message_note("this strategy cannot tell whether results fit 64 bits: they are taken "
                     "modulo 2^64.");
    return status;
}

const clr_plan *shaped_plan_of(const shaped *s, size_t reduction)
{
    return s->plans[s->places[reduction].plan];
}

/* The results of all plans; what else there is to say is the first one's, but for the inputs. */
static void describe_plans(shaped *s)
{
    record_layout *all = &s->job.layout;
    record_layout of_plan;

    record_describe(all, shaped_plan_of(s, 0), s->job.o->result);
    all->count = s->job.request->count;
    for (size_t plan = 0; plan < s->plan_count; plan++) {
        record_describe(&of_plan, s->plans[plan], s->job.o->result);
        for (size_t i = 0; i < all->count; i++) {
            if (s->places[i].plan == plan)
                all->results[i] = of_plan.results[s->places[i].number];
        }
        if (of_plan.info.inputs > all->info.inputs)
            all->info.inputs = of_plan.info.inputs;
    }
}

/* Bytes that a result takes at least: its value, its status and its state. */
#define RESULT_SIZE 16

/* Labels that were read wrongly have room for no plan, and some drivers end where memory does. */
static int check_result_count(const shaped *s)
{
    const uint64_t room = shaped_device_room(s) / sizeof(uint64_t);
    const uint64_t half = clr_context_device(s->job.context)->global_mem_size / 2 / RESULT_SIZE;

    if (!is_by_label(s) || s->rows.count <= (room < half ? room : half))
        return CODE_FINE;
    return rows_refuse_labels(&s->rows);
}

/* That there are too many results is told in the words of the options that ask for them. */
static int fail_plans(shaped *s)
{
    const clr_error *error = clr_context_error(s->job.context);
    const bool has_no_room = error->status == CLR_ERROR_MEMORY ||
                             error->status == CLR_ERROR_DEVICE_MEMORY ||
                             strstr(error->message, "clr_plan_options.labels is") != NULL;

    return is_by_label(s) && has_no_room ? rows_refuse_labels(&s->rows) : fail_library(s);
}

/* Inputs that the plans have: not a mask that is apart, which is the last one. */
static size_t plan_inputs(const shaped *s)
{
    return s->job.feed.input_count - s->job.request->is_mask_apart;
}

int shaped_device_open(shaped *s)
{
    const int sound = check_result_count(s);

    if (sound != CODE_FINE)
        return sound;
    if (make_plans(s) != CLR_OK)
        return fail_plans(s);
    describe_plans(s);
    if (s->job.layout.info.inputs != plan_inputs(s))
        return message_fail(CODE_USAGE,
                            "the reduction takes %" PRIu64 " inputs, but %zu are there.",
                            s->job.layout.info.inputs, plan_inputs(s));
    const int code = job_check_record(&s->job);
    return code == CODE_FINE ? bench_queue_open(s->job.context, &s->queue) : code;
}

void shaped_device_close(shaped *s)
{
    upload_close(&s->upload);
    if (s->queue != NULL)
        clReleaseCommandQueue(s->queue);
    destroy_plans(s);
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
    code = upload_write(&s->upload, s->job.context, s->queue, *buffer, from, size);
    return code == CL_SUCCESS ? CODE_FINE : fail_opencl(s, "clEnqueueWriteBuffer", code);
}

/* What a CPU reads where it is, until the buffer is released, and others have a copy of. */
static int lend_buffer(shaped *s, uint64_t size, const void *from, cl_mem *buffer)
{
    void *place = (void *)(uintptr_t)from; /* read, and not written to */
    cl_int code;

    if (size == 0 || (clr_context_device(s->job.context)->type & CL_DEVICE_TYPE_CPU) == 0)
        return make_buffer(s, CL_MEM_READ_ONLY, size, from, buffer);
    *buffer = clCreateBuffer(clr_context_opencl(s->job.context),
                             CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, size, place, &code);
    return *buffer != NULL ? CODE_FINE : fail_opencl(s, "clCreateBuffer", code);
}

static int make_labels(shaped *s, device_piece *d)
{
    const labels *l = &s->rows.labels;
    int code = lend_buffer(s, l->count * clr_type_size(l->type), l->at, &d->labels);

    return code != CODE_FINE
               ? code
               : make_buffer(s, CL_MEM_READ_WRITE, sizeof s->outside, &s->outside, &d->outside);
}

/* The mask has been read as 0 and 1 of the elements' type. */
static int make_mask(shaped *s, uint64_t count, const void *truths, device_piece *d)
{
    const size_t size = s->job.feed.element_size;
    const unsigned char *truth = truths;
    unsigned char *bytes = malloc(count + 1);

    if (bytes == NULL)
        return message_fail(CODE_DEVICE, "out of memory for a mask of %" PRIu64 " bytes.", count);
    for (uint64_t i = 0; i < count; i++, truth += size) {
        bytes[i] = 0;
        for (size_t k = 0; k < size; k++)
            bytes[i] |= truth[k] != 0;
    }
    const int code = make_buffer(s, CL_MEM_READ_ONLY, count, bytes, &d->mask);
    free(bytes);
    return code;
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

    for (size_t i = 0; code == CODE_FINE && i < plan_inputs(s); i++)
        code = lend_buffer(s, size, rooms[i], &d->inputs[i]);
    if (code == CODE_FINE && s->job.request->is_mask_apart)
        code = make_mask(s, piece->end - piece->begin, rooms[s->job.request->mask], d);
    if (code == CODE_FINE && s->rows.shape == CLR_SHAPE_SEGMENTS)
        code = make_offsets(s, piece, d);
    if (code == CODE_FINE && is_by_label(s))
        code = make_labels(s, d);
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
    const cl_mem others[] = {d->offsets, d->labels, d->outside, d->mask};

    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (others[i] != NULL)
            clReleaseMemObject(others[i]);
    }
    for (size_t i = 0; i < d->result_count; i++) {
        if (*d->results[i].buffer != NULL)
            clReleaseMemObject(*d->results[i].buffer);
    }
}

/* ---- Running --------------------------------------------------------------------------------- */

/* Extents and strides as the library takes them; of a cut axis what the piece has of it. */
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
    for (size_t i = 0; i < all->inputs; i++) {
        strided_axis axes[CLR_RANK_MOST];
        rows_piece_axes(all, piece, i, axes);
        for (size_t k = 0; k < all->rank; k++) {
            described->extents[k] = axes[k].extent;
            described->strides[i][k] = (int64_t)(axes[k].stride * s->job.feed.element_size);
        }
        if (!strided_is_plain(axes, all->rank))
            described->axes.strides[i] = described->strides[i];
    }
}

/* By axes and by offsets; one plan makes all results. */
static clr_status run_rows(shaped *s, const rows_piece *piece, const device_piece *d, clr_run *run)
{
    const clr_segments segments = {
        .size = sizeof segments, .count = piece->count, .type = CLR_TYPE_U64, .begins = d->offsets};
    axes_of_piece axes;

    if (s->rows.shape == CLR_SHAPE_SEGMENTS) {
        run->segments = &segments;
    } else {
        describe_axes(s, piece, &axes);
        run->axes = &axes.axes;
    }
    run->arrays = d->arrays;
    run->array_count = s->job.layout.count;
    return clr_plan_run(s->plans[0], run);
}

/* Several plans, all of which leave out the same elements. */
static clr_status run_labels(shaped *s, const device_piece *d, clr_run *run)
{
    const labels *l = &s->rows.labels;
    const clr_labels by = {.size = sizeof by,
                           .count = s->rows.count,
                           .type = l->type,
                           .labels = d->labels,
                           .outside = d->outside};
    clr_arrays arrays[CLR_REDUCTIONS_MOST];
    clr_status status = CLR_OK;

    run->labels = &by;
    run->arrays = arrays;
    for (size_t plan = 0; status == CLR_OK && plan < s->plan_count; plan++) {
        run->array_count = 0;
        for (size_t i = 0; i < s->job.layout.count; i++) {
            if (s->places[i].plan == plan)
                arrays[run->array_count++] = d->arrays[i];
        }
        status = clr_plan_run(s->plans[plan], run);
    }
    return status;
}

static int run(shaped *s, const rows_piece *piece, const device_piece *d)
{
    const uint64_t start_ns = clock_ns();
    const clr_mask mask = {.size = sizeof mask, .mask = d->mask};
    clr_run asked = {.size = sizeof asked, .queue = s->queue};

    asked.mask = s->job.request->is_mask_apart ? &mask : NULL;
    for (size_t i = 0; i < plan_inputs(s); i++)
        asked.inputs[i] = (clr_span){d->inputs[i], 0, piece->end - piece->begin};
    if ((is_by_label(s) ? run_labels(s, d, &asked) : run_rows(s, piece, d, &asked)) != CLR_OK)
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
    if (d->outside == NULL)
        return CODE_FINE;
    const cl_int code = clEnqueueReadBuffer(s->queue, d->outside, CL_TRUE, 0, sizeof s->outside,
                                            &s->outside, 0, NULL, NULL);
    return code == CL_SUCCESS ? CODE_FINE : fail_opencl(s, "clEnqueueReadBuffer", code);
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
