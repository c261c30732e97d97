/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stream - creates streams and resets them for other data. stream_data moves data through them; a
 * piece has a room (staging) for each input.
 */
#include "host/stream.h"
#include "base/bytes.h"
#include "base/sized.h"
#include "choose/geometry.h"
#include "device/device.h"
#include "host/saved_state.h"
#include "host/stream_state.h"
#include "plan/asked.h"
#include "plan/dependency.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- making and unmaking ---- */

/* Bytes of a piece, unless device or caller want less. */
enum {
    SHARED_SIZE = 64 << 20, /* where host and device share memory */
    PINNED_SIZE = 16 << 20, /* pinned, and so taken from other processes */
    PINNED_MOST = 64 << 20  /* all pinned pieces together */
};

/* Bytes of one input in a piece. */
static uint64_t piece_size_of(const clr_stream *stream)
{
    const uint64_t share = PINNED_MOST / (stream->piece_count * stream->info.inputs);

    if (stream->piece_count == CLRI_PIECES_SHARED)
        return SHARED_SIZE;
    return share < PINNED_SIZE ? share : PINNED_SIZE;
}

/* Elements a piece: as the caller asks, or so that the device keeps memory for other data. */
static uint64_t piece_capacity_of(const clr_stream *stream, const clr_stream_options *options)
{
    const clr_device *device = &stream->context->device;
    const size_t element_size = (size_t)stream->info.element_size;
    uint64_t size = piece_size_of(stream);
    uint64_t capacity;

    if (options->piece_capacity)
        return options->piece_capacity;
    if (size > clri_known(device->max_mem_alloc_size, size) / 4)
        size = clri_known(device->max_mem_alloc_size, size) / 4;
    capacity = size / element_size ? size / element_size : 1;
    return options->total && options->total < capacity ? options->total : capacity;
}

/* piece_capacity_of() in whole steps. */
static uint64_t stepped_capacity(const clr_stream *stream, const clr_stream_options *options)
{
    const uint64_t capacity = piece_capacity_of(stream, options);

    return (capacity + stream->step - 1) / stream->step * stream->step;
}

/* At level reproducible pieces end where strips end, however much is submitted at a time. */
static clr_status choose_step(clr_stream *stream, clri_error *error)
{
    stream->step = stream->plan->choice->pass.needs_order ? CLRI_STRIP : 1;
    for (unsigned i = 0; stream->step > 1 && i < stream->info.inputs; i++) {
        stream->rest[i] = malloc((size_t)(stream->step * stream->info.element_size));
        if (!stream->rest[i])
            return clri_fail_memory(error);
    }
    return CLR_OK;
}

clr_status clri_stream_enter(clr_stream *stream)
{
    clri_error error = {0};

    return clri_context_return(stream->context, clri_busy_enter(&stream->busy, "stream", &error),
                               &error);
}

size_t clri_stream_size(const clr_stream *stream, uint64_t count)
{
    return (size_t)(count * stream->info.element_size);
}

static void unmake_piece(clr_stream *stream, clri_piece *piece)
{
    for (unsigned i = 0; i < CLR_INPUTS_MOST; i++)
        clri_staging_unmake(&piece->rooms[i], stream->uploads);
    clri_event_release(&piece->reduced);
}

/* A stream feeds a plan of one result with inputs and nothing else. */
static clr_status check_plan_options(const clr_plan_options *asked, clri_error *error)
{
    clr_plan_options options;
    clri_domain domain;
    const char *member;
    const clr_status status = clri_plan_options_read(asked, &options, &domain, error);

    if (status != CLR_OK)
        return status;
    if (!(domain.shape->may & CLRI_MAY_PARTS))
        return clri_fail(
            error, CLR_ERROR_ARGUMENT,
            "clr_plan_options.shape, which is %s, is given to a stream, whose elements "
            "all go to one result: make a plan of that shape, and run that",
            domain.shape->name);
    member = domain.index           ? "index"
             : domain.mask          ? "mask"
             : domain.is_told_count ? "device_count"
                                    : NULL;
    if (member)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_plan_options.%s is given to a stream, whose elements all go to one "
                         "result: make a plan with it, and run that",
                         member);
    return CLR_OK;
}

static clr_status read_options(const clr_stream_options *asked, clr_stream_options *options,
                               clri_error *error)
{
    *options = (clr_stream_options){.size = sizeof *options};
    if (!asked)
        return CLR_OK;
    CLRI_OR_RETURN(CLRI_SIZED_READ(clr_stream_options, options, asked, error));
    return check_plan_options(options->plan, error);
}

static clr_status copy_scalars(clr_stream *stream, const double *scalars, clri_error *error)
{
    const unsigned count = stream->plan->request->scalars;

    CLRI_OR_RETURN(clri_request_check_scalars(count, scalars, "clr_stream_options.scalars", error));
    if (count)
        stream->scalars = memcpy(stream->own_scalars, scalars, count * sizeof *scalars);
    return CLR_OK;
}

/* Sizes that follow from the plan, and refusals of plans that ask for more than inputs. */
static clr_status choose_sizes(clr_stream *stream, const clr_stream_options *options,
                               clri_error *error)
{
    stream->info.size = sizeof stream->info;
    clr_plan_describe(stream->plan, &stream->info);
    if (stream->plan->request->uses_total && !options->total)
        return clri_fail(
            error, CLR_ERROR_ARGUMENT,
            "a map or a condition has n in it, and clr_stream_options.total does not say how many "
            "elements will come");
    CLRI_OR_RETURN(copy_scalars(stream, options->scalars, error));
    CLRI_OR_RETURN(clri_bytes_check("a piece of a stream", options->piece_capacity,
                                    stream->info.element_size, error));
    stream->total = options->total;
    stream->record = calloc(1, (size_t)stream->info.result_size);
    clri_request_fields(stream->plan->request, stream->fields);
    if (!stream->record)
        return clri_fail_memory(error);
    return choose_step(stream, error);
}

static void unmake_pieces(clr_stream *stream)
{
    for (unsigned i = 0; i < stream->piece_count; i++)
        unmake_piece(stream, &stream->pieces[i]);
    stream->piece_capacity = 0;
}

static clr_status make_pieces(clr_stream *stream, uint64_t capacity, clri_error *error)
{
    for (unsigned i = 0; i < stream->piece_count; i++)
        for (unsigned j = 0; j < stream->info.inputs; j++)
            CLRI_OR_RETURN(clri_staging_make(stream->context, stream->uploads,
                                             clri_stream_size(stream, capacity),
                                             &stream->pieces[i].rooms[j], error));
    stream->piece_capacity = capacity;
    return CLR_OK;
}

static clr_status make_memories(clr_stream *stream, const clr_stream_options *options,
                                bool is_timed, clri_error *error)
{
    CLRI_OR_RETURN(choose_sizes(stream, options, error));
    CLRI_OR_RETURN(clri_context_queue(stream->context, is_timed, &stream->uploads, error));
    CLRI_OR_RETURN(clri_context_queue(stream->context, is_timed, &stream->kernels, error));
    return make_pieces(stream, stepped_capacity(stream, options), error);
}

clr_status clri_stream_make(clr_plan *plan, const clr_stream_options *options, bool is_timed,
                            clr_stream **made, clri_error *error)
{
    clr_stream *stream = calloc(1, sizeof *stream);
    clr_status status = CLR_OK;

    if (!stream)
        return clri_fail_memory(error);
    stream->context = plan->context;
    stream->plan = plan;
    stream->piece_count =
        clri_device_shares_memory(&plan->context->device) ? CLRI_PIECES_SHARED : CLRI_PIECES_MOST;
    stream->times.size = sizeof stream->times;
    CLRI_TRY(make_memories(stream, options, is_timed, error));
    *made = stream;
    return CLR_OK;
cleanup:
    clr_stream_destroy(stream);
    return status;
}

clr_status clr_stream_create(clr_context *context, const clr_reduction *reductions,
                             size_t reduction_count, const clr_stream_options *asked,
                             clr_stream **stream)
{
    clr_stream_options options;
    clri_error error = {0};
    clr_plan *plan = NULL;
    clr_status status = CLR_OK;

    if (stream)
        *stream = NULL;
    if (!context || !stream)
        return CLR_ERROR_ARGUMENT;
    CLRI_TRY(read_options(asked, &options, &error));
    CLRI_TRY(clri_context_again(
        context, clr_plan_create(context, reductions, reduction_count, options.plan, &plan),
        &error));
    CLRI_TRY(clri_stream_make(plan, &options, true, stream, &error));
    (*stream)->own_plan = plan;
    return CLR_OK;
cleanup:
    clr_plan_destroy(plan);
    return clri_context_return(context, status, &error);
}

void clr_stream_destroy(clr_stream *stream)
{
    if (!stream)
        return;
    if (stream->kernels)
        clFinish(stream->kernels);
    unmake_pieces(stream);
    if (stream->uploads) {
        clFinish(stream->uploads);
        clReleaseCommandQueue(stream->uploads);
    }
    if (stream->kernels)
        clReleaseCommandQueue(stream->kernels);
    for (unsigned i = 0; i < CLR_INPUTS_MOST; i++)
        free(stream->rest[i]);
    clr_plan_destroy(stream->own_plan);
    free(stream->record);
    free(stream);
}

clr_status clri_stream_renew(clr_stream *stream, const clr_stream_options *options,
                             clri_error *error)
{
    const uint64_t capacity = stepped_capacity(stream, options);

    stream->total = options->total;
    CLRI_OR_RETURN(copy_scalars(stream, options->scalars, error));
    if (capacity <= stream->piece_capacity)
        return CLR_OK;
    unmake_pieces(stream);
    return make_pieces(stream, capacity, error);
}

uint64_t clri_stream_held(const clr_stream *stream)
{
    return stream->piece_count * stream->info.inputs *
           clri_stream_size(stream, stream->piece_capacity);
}

void clri_stream_trim(clr_stream *stream)
{
    clFinish(stream->kernels);
    unmake_pieces(stream);
    clFinish(stream->uploads);
}

const clr_plan *clr_stream_plan(const clr_stream *stream)
{
    return stream ? stream->plan : NULL;
}

clr_status clr_stream_accumulator(clr_stream *stream, size_t index, clr_accumulator **accumulator)
{
    clri_error error = {0};
    clr_status status;

    if (accumulator)
        *accumulator = NULL;
    if (!stream)
        return CLR_ERROR_ARGUMENT;
    status = clri_stream_enter(stream);
    if (status != CLR_OK)
        return status;
    status = clri_context_check(stream->context, &error);
    if (status == CLR_OK)
        status = clri_saved_state_take(stream->plan, index, accumulator, &error);
    clri_busy_leave(&stream->busy);
    return clri_context_return(stream->context, status, &error);
}

clr_status clr_stream_describe(const clr_stream *stream, clr_stream_times *times)
{
    return stream ? CLRI_SIZED_WRITE(clr_stream_times, times, &stream->times) : CLR_ERROR_ARGUMENT;
}
