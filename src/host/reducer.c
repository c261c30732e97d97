/* SPDX-License-Identifier: Apache-2.0 */
#include "host/reducer.h"
#include "problem/request_key.h"

#include <stdio.h>
#include <stdlib.h>

/* Bytes of copies that a call leaves on the device. */
enum { ROOMS_KEPT = 64 << 20 };

static void destroy(void *thing)
{
    clri_reducer *reducer = thing;

    if (!reducer)
        return;
    for (unsigned i = 0; i < CLRI_HOST_ARRAYS_MOST; i++)
        clri_room_release(&reducer->rooms[i]);
    clr_plan_destroy(reducer->plan);
    if (reducer->queue)
        clri_ferry_release(&reducer->ferry, reducer->queue);
    if (reducer->queue)
        clReleaseCommandQueue(reducer->queue);
    free(reducer);
}

static clr_status make(clr_context *context, const clr_reduction *reductions, size_t count,
                       const clr_plan_options *options, clri_reducer **made, clri_error *error)
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
    *made = reducer;
    reducer = NULL;
cleanup:
    destroy(reducer);
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

clr_status clri_reducer_take(clr_context *context, const char *key, const clr_reduction *reductions,
                             size_t count, const clr_plan_options *options, clri_reducer **reducer,
                             clri_error *error)
{
    clr_plan_options larger = *options;
    clri_reducer *left = key ? clri_shelf_take(&context->reducers, key) : NULL;

    if (left && has_room(left, options)) {
        *reducer = left;
        return CLR_OK;
    }
    if (left) {
        larger.labels = with_more(options->labels);
        larger.label_elements = with_more(options->label_elements);
        larger.runs = with_more(options->runs);
        larger.states = with_more(options->states);
        destroy(left);
        if (make(context, reductions, count, &larger, reducer, error) == CLR_OK)
            return CLR_OK;
        clri_error_clear(error);
    }
    return make(context, reductions, count, options, reducer, error);
}

clr_status clri_reducer_take_for(clr_context *context, const clr_reduction *reductions,
                                 size_t count, const clri_host_call *call, const clr_run *like,
                                 char **key, clri_reducer **reducer, clri_error *error)
{
    const clr_plan_options options = clri_host_call_options(call, like);
    char kind[48];

    snprintf(kind, sizeof kind, "%d,%d,%d,%d,", (int)options.shape, (int)options.mask,
             (int)options.index, call->leaves_states);
    *key = clri_request_key(kind, reductions, count, NULL);
    return clri_reducer_take(context, *key, reductions, count, &options, reducer, error);
}

void clri_reducer_leave(clr_context *context, char *key, clri_reducer *reducer, bool is_well)
{
    uint64_t kept = 0;

    if (!reducer || !key || !is_well) {
        destroy(reducer);
        free(key);
        return;
    }
    for (unsigned i = 0; i < CLRI_HOST_ARRAYS_MOST; i++) {
        kept += reducer->rooms[i].size;
        if (kept > ROOMS_KEPT) {
            kept -= reducer->rooms[i].size;
            clri_room_release(&reducer->rooms[i]);
        }
    }
    clri_shelf_put(&context->reducers, key, reducer, destroy);
}
