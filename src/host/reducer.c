/* SPDX-License-Identifier: Apache-2.0 */
#include "host/reducer.h"
#include "device/device.h"
#include "host/stream.h"
#include "problem/request_key.h"

#include <stdio.h>
#include <stdlib.h>

/* Bytes of copies and pieces that all calls together leave on the device. */
enum { ROOMS_KEPT = 64 << 20 };

/* ---- making and unmaking ---- */

static void destroy_reducer(void *thing)
{
    clri_reducer *reducer = thing;

    if (!reducer)
        return;
    clr_stream_destroy(reducer->stream);
    for (unsigned i = 0; i < CLRI_HOST_ARRAYS_MOST; i++)
        clri_room_release(&reducer->rooms[i]);
    clr_plan_destroy(reducer->plan);
    if (reducer->queue)
        clri_ferry_release(&reducer->ferry, reducer->queue);
    if (reducer->queue)
        clReleaseCommandQueue(reducer->queue);
    free(reducer->record);
    free(reducer);
}

static clr_status make_reducer(clr_context *context, const clr_reduction *reductions, size_t count,
                               const clr_plan_options *options, clri_reducer **made,
                               clri_error *error)
{
    clri_reducer *reducer = calloc(1, sizeof *reducer);
    clr_status status = CLR_OK;

    if (!reducer)
        return clri_fail_memory(error);
    reducer->context = context;
    reducer->options = *options;
    reducer->options.like = NULL;
    CLRI_TRY(clri_context_again(
        context, clr_plan_create(context, reductions, count, options, &reducer->plan), error));
    CLRI_TRY(clri_context_queue(context, false, &reducer->queue, error));
    if (!reducer->plan->choice->carrier->is_many) {
        reducer->record = calloc(1, reducer->plan->choice->pass.record_size);
        if (!reducer->record)
            CLRI_TRY(clri_fail_memory(error));
    }
    *made = reducer;
    reducer = NULL;
cleanup:
    destroy_reducer(reducer);
    return status;
}

static bool has_room(const clri_reducer *reducer, const clr_plan_options *options)
{
    return reducer->options.labels >= options->labels &&
           reducer->options.label_elements >= options->label_elements &&
           reducer->options.runs >= options->runs && reducer->options.states >= options->states;
}

/* Half as much again, so that calls which grow step by step do not each make a plan. */
static uint64_t with_more(uint64_t needed)
{
    return needed + needed / 2;
}

/* Makes a reducer with more memory than an outgrown one, which is destroyed. False if there is not
 * as much memory. */
static bool make_larger(clri_reducer *outgrown, const clr_reduction *reductions, size_t count,
                        const clr_plan_options *options, clri_reducer **reducer, clri_error *error)
{
    clr_context *context = outgrown->context;
    clr_plan_options larger = *options;

    larger.labels = with_more(options->labels);
    larger.label_elements = with_more(options->label_elements);
    larger.runs = with_more(options->runs);
    larger.states = with_more(options->states);
    destroy_reducer(outgrown);
    if (make_reducer(context, reductions, count, &larger, reducer, error) == CLR_OK)
        return true;
    clri_error_clear(error);
    return false;
}

/* ---- from call to call ---- */

clr_status clri_reducer_take(clr_context *context, const clr_reduction *reductions, size_t count,
                             clri_host_call *call, char **key, clri_reducer **reducer,
                             clri_error *error)
{
    const clr_run like = {.size = sizeof like, .axes = &call->axes};
    const clr_plan_options options = clri_host_call_options(call, &like);
    char kind[48];
    clri_reducer *left;

    CLRI_OR_RETURN(clri_context_check(context, error));
    snprintf(kind, sizeof kind, "%d,%d,%d,%d,", (int)options.shape, (int)options.mask,
             (int)options.index, call->leaves_states);
    *key = clri_request_key(kind, reductions, count, NULL);
    left = *key ? clri_shelf_take(&context->reducers, *key) : NULL;
    if (left && has_room(left, &options)) {
        *reducer = left;
        return CLR_OK;
    }
    if (left && make_larger(left, reductions, count, &options, reducer, error))
        return CLR_OK;
    return make_reducer(context, reductions, count, &options, reducer, error);
}

/* Lets a reducer keep memory while the bytes left, at `user`, suffice, and takes it off these; what
 * they do not suffice for is freed. */
static void trim(void *thing, void *user)
{
    clri_reducer *reducer = thing;
    uint64_t *left = user;
    const uint64_t held = reducer->stream ? clri_stream_held(reducer->stream) : 0;

    if (held > *left)
        clri_stream_trim(reducer->stream);
    else
        *left -= held;
    for (unsigned i = 0; i < CLRI_HOST_ARRAYS_MOST; i++)
        if (reducer->rooms[i].size > *left)
            clri_room_release(&reducer->rooms[i]);
        else
            *left -= reducer->rooms[i].size;
}

void clri_reducer_leave(clr_context *context, char *key, clri_reducer *reducer, clr_status status)
{
    const bool is_well = status == CLR_OK || status == CLR_ERROR_ARGUMENT ||
                         status == CLR_ERROR_EMPTY || status == CLR_ERROR_OVERFLOW;

    if (!reducer || !key || !is_well) {
        destroy_reducer(reducer);
        free(key);
        return;
    }
    clri_shelf_put(&context->reducers, key, reducer, destroy_reducer);
    clri_shelf_visit(&context->reducers, trim, &(uint64_t){ROOMS_KEPT});
}
