/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shaped_device - a piece of the input on the device: buffers, a run, and its results. See
 * shaped.h.
 */
#include "clock.h"
#include "message.h"
#include "shaped.h"
#include "smaller.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Axes ------------------------------------------------------------------------------------ */

void shaped_fill_axes(const shaped *s, const rows_piece *piece, shaped_axes *made)
{
    const rows *all = &s->rows;

    made->axes = (clr_axes){.size = sizeof made->axes,
                            .rank = (unsigned)all->rank,
                            .reduced = all->reduced,
                            .extents = made->extents};
    for (size_t i = 0; i < all->inputs; i++) {
        strided_axis axes[CLR_RANK_MOST];
        rows_piece_axes(all, piece, i, axes);
        for (size_t k = 0; k < all->rank; k++) {
            made->extents[k] = axes[k].extent;
            made->strides[i][k] = (int64_t)(axes[k].stride * s->job.in.feed.element_size);
        }
        if (!strided_is_plain(axes, all->rank))
            made->axes.strides[i] = made->strides[i];
    }
}

/* ---- The plan -------------------------------------------------------------------------------- */

uint64_t shaped_device_room(const shaped *s)
{
    const clr_device *device = clr_context_device(s->job.context);
    const uint64_t share = device->global_mem_size / (2 * s->job.in.feed.input_count);

    return smaller(share, device->max_mem_alloc_size);
}

static bool is_by_label(const shaped *s)
{
    return s->rows.row->is_scattered;
}

/* Whether the first piece tells what runs are like: none that is refused for its size later. */
static bool has_typical_piece(const shaped *s)
{
    const uint64_t results = s->first.count;

    return s->rows.row->shape != CLR_SHAPE_AXIS_LABELS && results != 0 &&
           results <= shaped_device_room(s) / sizeof(uint64_t);
}

/* Fills in the typical run that the library asks for: the first piece's numbers, without
 * buffers. */
static void fill_typical(const shaped *s, device_piece *typical)
{
    const rows_piece *first = &s->first;

    *typical = (device_piece){
        .run = {.size = sizeof typical->run, .blocking = 1},
        .segments = {.size = sizeof typical->segments, .count = first->count, .type = CLR_TYPE_U64},
        .labels = {.size = sizeof typical->labels,
                   .count = first->count,
                   .type = s->rows.labels.type},
    };
    typical->run.inputs[0].count = first->end - first->begin;
    switch (s->rows.row->shape) {
    case CLR_SHAPE_SEGMENTS:
        typical->run.segments = &typical->segments;
        break;
    case CLR_SHAPE_LABELS:
        typical->run.labels = &typical->labels;
        break;
    default:
        shaped_fill_axes(s, first, &typical->axes);
        typical->run.axes = &typical->axes.axes;
    }
}

static clr_status make_plans(shaped *s)
{
    clr_plan_options how = s->job.o->plan;
    device_piece typical;

    how.shape = s->rows.row->shape;
    how.labels = s->rows.bins;
    how.label_elements = s->rows.labels.count;
    how.mask = s->job.request->is_mask_apart ? CLR_MASK_BYTES : CLR_MASK_NONE;
    if (has_typical_piece(s)) {
        fill_typical(s, &typical);
        how.like = &typical.run;
    }
    return plan_set_make(&s->plans, s->job.context, s->job.request, &how);
}

const clr_plan *shaped_plan_of(const shaped *s, size_t reduction)
{
    return plan_set_of(&s->plans, reduction);
}

/* Describes the results of all plans; everything else is the first plan's, but for the inputs. */
static void describe_plans(shaped *s)
{
    record_layout *all = &s->job.layout;
    record_layout of_plan;

    record_describe(all, shaped_plan_of(s, 0), s->job.o->result);
    all->count = s->job.request->count;
    for (size_t plan = 0; plan < s->plans.count; plan++) {
        record_describe(&of_plan, s->plans.at[plan], s->job.o->result);
        for (size_t i = 0; i < all->count; i++) {
            if (s->plans.places[i].plan == plan)
                all->results[i] = of_plan.results[s->plans.places[i].number];
        }
        if (of_plan.info.inputs > all->info.inputs)
            all->info.inputs = of_plan.info.inputs;
    }
}

/* least bytes of a result: value, status and state */
#define RESULT_SIZE 16

/* Refuses a count of results by misread labels, which no plan has memory for: some drivers crash
 * without memory. */
static int check_result_count(const shaped *s)
{
    const uint64_t room = shaped_device_room(s) / sizeof(uint64_t);
    const uint64_t half = clr_context_device(s->job.context)->global_mem_size / 2 / RESULT_SIZE;

    if (!is_by_label(s) || s->rows.count <= smaller(room, half))
        return CODE_FINE;
    return rows_refuse_labels(&s->rows);
}

/* Reports too many results in terms of the options that ask for them. */
static int fail_plans(shaped *s)
{
    const clr_error *error = clr_context_error(s->job.context);
    const bool has_no_room = error->status == CLR_ERROR_MEMORY ||
                             error->status == CLR_ERROR_DEVICE_MEMORY ||
                             strstr(error->message, "clr_plan_options.labels is");

    return is_by_label(s) && has_no_room ? rows_refuse_labels(&s->rows) : job_fail(&s->job);
}

size_t shaped_inputs(const shaped *s)
{
    return s->job.in.feed.input_count - s->job.request->is_mask_apart;
}

int shaped_device_open(shaped *s)
{
    const int sound = check_result_count(s);

    if (sound != CODE_FINE)
        return sound;
    if (make_plans(s) != CLR_OK)
        return fail_plans(s);
    describe_plans(s);
    const int code = job_check_record(&s->job, shaped_inputs(s));
    s->memory = (device_memory){.context = s->job.context, .made = "results", .advice = ""};
    return code == CODE_FINE ? device_memory_open(&s->memory) : code;
}

void shaped_device_close(shaped *s)
{
    device_memory_close(&s->memory);
    plan_set_destroy(&s->plans);
}

/* ---- Buffers --------------------------------------------------------------------------------- */

unsigned char *shaped_mask(const shaped *s, uint64_t count, const void *truths)
{
    const size_t size = s->job.in.feed.element_size;
    const unsigned char *truth = truths;
    unsigned char *bytes = malloc(count + 1);

    for (uint64_t i = 0; bytes && i < count; i++, truth += size) {
        bytes[i] = 0;
        for (size_t k = 0; k < size; k++)
            bytes[i] |= truth[k] != 0;
    }
    return bytes;
}

/* The mask was read as 0 and 1 of the elements' type; a buffer of it has bytes. */
static int make_mask(shaped *s, uint64_t count, const void *truths, device_piece *d)
{
    unsigned char *bytes = shaped_mask(s, count, truths);

    if (!bytes)
        return message_fail(CODE_DEVICE, "out of memory for a mask of %" PRIu64 " bytes.", count);
    d->mask.size = sizeof d->mask;
    d->run.mask = &d->mask;
    const int code = device_memory_fill(&s->memory, count, bytes, &d->mask.mask);
    free(bytes);
    return code;
}

/* ---- Inputs and results ---------------------------------------------------------------------- */

static int make_inputs(shaped *s, const rows_piece *piece, void *const rooms[], device_piece *d)
{
    const uint64_t count = piece->end - piece->begin;
    const uint64_t start_ns = clock_ns();
    for (size_t i = 0; i < shaped_inputs(s); i++) {
        d->run.inputs[i].count = count;
        OR_RETURN(device_memory_lend(&s->memory, count * s->job.in.feed.element_size, rooms[i],
                                     &d->run.inputs[i].buffer));
    }
    if (s->job.request->is_mask_apart)
        OR_RETURN(make_mask(s, count, rooms[s->job.request->mask], d));
    OR_RETURN(s->rows.row->lend(s, piece, d));
    s->job.upload_ns += clock_ns() - start_ns;
    return CODE_FINE;
}

/* Records an array of results, unless the plan has none of the kind. */
static void add_array(device_piece *d, cl_mem *buffer, void *all, size_t size, uint64_t first)
{
    if (all)
        d->results[d->result_count++] =
            (result_array){buffer, size, (unsigned char *)all + first * size};
}

static int make_results(shaped *s, const rows_piece *piece, device_piece *d)
{
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
    for (size_t i = 0; i < d->result_count; i++)
        OR_RETURN(device_memory_make(&s->memory, piece->count * d->results[i].size,
                                     d->results[i].buffer));
    return CODE_FINE;
}

/* ---- Running --------------------------------------------------------------------------------- */

/* Runs each plan with its reductions' arrays; all plans leave out the same elements. */
static clr_status run_plans(shaped *s, device_piece *d)
{
    clr_arrays arrays[CLR_REDUCTIONS_MOST];
    clr_status status = CLR_OK;

    d->run.arrays = arrays;
    d->run.scalars = request_scalars(s->job.o);
    for (size_t plan = 0; status == CLR_OK && plan < s->plans.count; plan++) {
        d->run.array_count = 0;
        for (size_t i = 0; i < s->job.layout.count; i++) {
            if (s->plans.places[i].plan == plan)
                arrays[d->run.array_count++] = d->arrays[i];
        }
        status = clr_plan_run(s->plans.at[plan], &d->run);
    }
    return status;
}

static int run(shaped *s, device_piece *d)
{
    const uint64_t start_ns = clock_ns();

    if (run_plans(s, d) != CLR_OK)
        return job_fail(&s->job);
    const cl_int code = clFinish(s->memory.queue);
    s->job.kernel_ns += clock_ns() - start_ns;
    return device_memory_check(&s->memory, "clFinish", code);
}

static int fetch(shaped *s, const rows_piece *piece, const device_piece *d)
{
    for (size_t i = 0; i < d->result_count; i++)
        OR_RETURN(device_memory_read(&s->memory, *d->results[i].buffer,
                                     piece->count * d->results[i].size, d->results[i].to));
    if (d->labels.outside)
        OR_RETURN(
            device_memory_read(&s->memory, d->labels.outside, sizeof s->outside, &s->outside));
    return CODE_FINE;
}

int shaped_device_run(shaped *s, const rows_piece *piece, void *const rooms[])
{
    device_piece d = {.run = {.size = sizeof d.run, .queue = s->memory.queue, .blocking = 1}};
    int code = make_inputs(s, piece, rooms, &d);

    if (code == CODE_FINE)
        code = make_results(s, piece, &d);
    if (code == CODE_FINE)
        code = run(s, &d);
    if (code == CODE_FINE)
        code = fetch(s, piece, &d);
    device_memory_release(&s->memory);
    return code;
}
