/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reduce_accumulator - arrays in host memory to accumulators, in one call: a run of a plan that
 * leaves states. All elements to one result are an array of one axis; what does not fit the device
 * goes in pieces, whose accumulators are merged.
 */
#include "base/count.h"
#include "base/sized.h"
#include "device/device.h"
#include "host/host_reducer.h"
#include "host/reducer.h"
#include "host/saved_state.h"
#include "problem/request_key.h"

#include <stdlib.h>
#include <string.h>

enum {
    SHARE = 2,      /* a piece's inputs take at most one part in SHARE of the device's memory ... */
    PIECE_STEP = 64 /* ... and begin at whole bytes of a mask of bits */
};

/* A call, and the axis that its elements lie along if they are to go to one result. */
typedef struct flat_axis {
    uint64_t extent;
    clr_axes axes;
} flat_axis;

/* ---- one run ---- */

/* Maps and conditions with i or n count elements of the whole, which a piece does not know. */
static clr_status check_piece(const clr_plan *plan, bool is_whole, clri_error *error)
{
    bool counts = false;

    for (size_t i = 0; i < plan->request->count; i++)
        counts |= clri_expression_counts(&plan->request->maps[i]) ||
                  clri_expression_counts(&plan->request->wheres[i]);
    if (is_whole || !counts)
        return CLR_OK;
    return clri_fail(
        error, CLR_ERROR_UNSUPPORTED,
        "the elements do not fit the device at once, and a map or a condition has i or "
        "n in it, which pieces count anew: leave it out, or give fewer elements");
}

static clr_status run_by_device(clr_context *context, const clr_reduction *reductions, size_t count,
                                clri_host_call *call, bool is_whole, clr_accumulator **accumulators,
                                clri_error *error)
{
    clri_reducer *reducer = NULL;
    char *key = NULL;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_reducer_take(context, reductions, count, call, &key, &reducer, error));
    CLRI_TRY(check_piece(reducer->plan, is_whole, error));
    CLRI_TRY(clri_reducer_run(reducer, call, error));
    for (size_t i = 0; i < count; i++)
        CLRI_TRY(clri_saved_state_take(reducer->plan, i, &accumulators[i], error));
cleanup:
    if (reducer)
        clr_plan_discard(reducer->plan);
    clri_reducer_leave(context, key, reducer, status);
    return status;
}

/* ---- all elements to one result ---- */

/* The run of some of the elements, from element `first` on. */
static clr_host_run piece_of(const clr_host_run *asked, uint64_t element_size, uint64_t first,
                             uint64_t count, flat_axis *flat)
{
    const uint64_t mask_bytes = asked->mask_kind == CLR_MASK_BITS ? first / 8 : first;
    clr_host_run piece = *asked;

    *flat = (flat_axis){
        .extent = count,
        .axes = {.size = sizeof flat->axes, .rank = 1, .reduced = 1, .extents = &flat->extent}};
    piece.shape = CLR_SHAPE_AXES;
    piece.axes = &flat->axes;
    for (unsigned i = 0; i < CLR_INPUTS_MOST; i++)
        if (piece.inputs[i] && !asked->index_type)
            piece.inputs[i] =
                (const void *)((uintptr_t)piece.inputs[i] + (uintptr_t)(first * element_size));
    if (piece.mask)
        piece.mask = (const void *)((uintptr_t)piece.mask + (uintptr_t)mask_bytes);
    return piece;
}

/* Elements of a piece: all, unless their inputs may not fit the device. */
static uint64_t piece_elements(const clr_device *device, const clr_host_run *asked,
                               uint64_t element_size)
{
    const uint64_t most = clri_known(device->max_mem_alloc_size, UINT64_MAX);
    const uint64_t room = clri_known(device->global_mem_size, UINT64_MAX) / SHARE / CLR_INPUTS_MOST;
    const uint64_t elements = clri_smaller(most, room) / clri_larger(element_size, 1);

    if (asked->index_type)
        return UINT64_MAX;
    return clri_larger(elements / PIECE_STEP, 1) * PIECE_STEP;
}

/* Adds the accumulators of a piece, whose first element is number `first` of the input. */
static clr_status add_piece(clr_accumulator **into, clr_accumulator *const *piece, size_t count,
                            uint64_t first, clri_error *error)
{
    char reason[CLRI_MESSAGE_SIZE];
    clr_status status = CLR_OK;

    for (size_t i = 0; status == CLR_OK && i < count; i++) {
        status = clr_accumulator_shift(piece[i], first, reason, sizeof reason);
        if (status == CLR_OK)
            status = clr_accumulator_merge(into[i], piece[i], reason, sizeof reason);
    }
    return status == CLR_OK ? CLR_OK : clri_fail(error, status, "%s", reason);
}

static void destroy_accumulators(clr_accumulator **accumulators, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        clr_accumulator_destroy(accumulators[i]);
        accumulators[i] = NULL;
    }
}

static clr_status run_piece(clr_context *context, const clr_reduction *reductions, size_t count,
                            const clr_host_run *piece, bool is_whole,
                            clr_accumulator **accumulators, clri_error *error)
{
    clri_host_call call = {.leaves_states = true};
    clri_host_reducer *own = NULL;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_host_call_read(piece, count, &call, error));
    CLRI_TRY(clri_host_reducer_take(context, reductions, count, &call.asked,
                                    clri_host_reducer_elements(&call), true, &own, error));
    status = own ? clri_host_reducer_run(own, &call, accumulators, error)
                 : run_by_device(context, reductions, count, &call, is_whole, accumulators, error);
cleanup:
    clri_host_reducer_leave(context, own);
    return status;
}

static clr_status run_flat(clr_context *context, const clr_reduction *reductions, size_t count,
                           const clr_host_run *asked, uint64_t element_size,
                           clr_accumulator **accumulators, clri_error *error)
{
    const uint64_t elements = asked->index_type ? asked->index_count : asked->count;
    const uint64_t most = piece_elements(&context->device, asked, element_size);
    clr_accumulator *rest[CLR_REDUCTIONS_MOST] = {NULL};
    clr_host_run piece;
    flat_axis flat;
    clr_status status = CLR_OK;

    piece = piece_of(asked, element_size, 0, clri_smaller(elements, most), &flat);
    CLRI_TRY(run_piece(context, reductions, count, &piece, elements <= most, accumulators, error));
    for (uint64_t first = most; first < elements; first += most) {
        piece = piece_of(asked, element_size, first, clri_smaller(most, elements - first), &flat);
        CLRI_TRY(run_piece(context, reductions, count, &piece, false, rest, error));
        CLRI_TRY(add_piece(accumulators, rest, count, first, error));
        destroy_accumulators(rest, count);
    }
cleanup:
    destroy_accumulators(rest, count);
    return status;
}

/* ---- the call ---- */

static clr_status carry_out(clr_context *context, const clr_reduction *reductions, size_t count,
                            const clr_host_run *asked, clr_accumulator **accumulators,
                            clri_error *error)
{
    clr_host_run read;
    size_t element_size = 0;
    char *key;

    CLRI_OR_RETURN(CLRI_SIZED_READ(clr_host_run, &read, asked, error));
    if (read.shape != CLR_SHAPE_FLAT)
        return run_piece(context, reductions, count, &read, true, accumulators, error);
    CLRI_OR_RETURN(clri_host_call_check(&read, clri_shape_of(CLR_SHAPE_FLAT), error));
    key = clri_request_key("", reductions, count, &element_size);
    free(key);
    return run_flat(context, reductions, count, &read, element_size, accumulators, error);
}

static clr_status check_call(size_t count, const clr_host_run *asked,
                             clr_accumulator **accumulators, clri_error *error)
{
    if (!asked || !accumulators)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the %s",
                         asked ? "places of the accumulators are NULL" : "run is NULL");
    if (count == 0 || count > CLR_REDUCTIONS_MOST)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "there are %zu reductions: 1 to %d are possible", count,
                         CLR_REDUCTIONS_MOST);
    memset(accumulators, 0, count * sizeof *accumulators);
    return CLR_OK;
}

clr_status clr_reduce_accumulator(clr_context *context, const clr_reduction *reductions,
                                  size_t reduction_count, const clr_host_run *run,
                                  clr_accumulator **accumulators)
{
    clri_error error = {0};
    clr_status status = CLR_OK;

    if (!context)
        return CLR_ERROR_ARGUMENT;
    CLRI_TRY(clri_context_check_open(context, &error));
    CLRI_TRY(check_call(reduction_count, run, accumulators, &error));
    status = carry_out(context, reductions, reduction_count, run, accumulators, &error);
    if (status != CLR_OK)
        destroy_accumulators(accumulators, reduction_count);
cleanup:
    return clri_context_return(context, status, &error);
}
