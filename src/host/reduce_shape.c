/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reduce_shape - arrays in host memory to many results there, in one call: a run of a plan whose
 * buffers are the caller's arrays, or copies of them.
 */
#include "base/count.h"
#include "host/host_cut.h"
#include "host/reducer.h"
#include "problem/request_key.h"

#include <stdio.h>

static clr_status bind(const clri_host_call *call, clri_reducer *reducer, clri_error *error)
{
    clr_status status = CLR_OK;

    for (unsigned i = 0; i < call->count; i++) {
        const clri_host_array *array = &call->list[i];
        clri_room *room = &reducer->rooms[i];

        if (array->written)
            CLRI_TRY(clri_room_write(reducer->context, room, array->written,
                                     clri_host_array_bytes(array), array->buffer, error));
        else
            CLRI_TRY(clri_room_read(reducer->context, reducer->queue, &reducer->ferry, room,
                                    array->read, clri_host_array_bytes(array), array->buffer,
                                    error));
    }
cleanup:
    return status;
}

/* Waits for the queue, and for the run's event, which tells of failed commands. */
static clr_status await(const clri_reducer *reducer, cl_event ran, clri_error *error)
{
    cl_int code = clFinish(reducer->queue);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clFinish", "waiting for the results");
    code = clWaitForEvents(1, &ran);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clWaitForEvents", "waiting for the results");
    return CLR_OK;
}

/* Brings arrays that do, or do not, have a value for each result to the host: of `most` results. */
static clr_status fetch(const clri_host_call *call, const clri_reducer *reducer,
                        bool are_of_results, uint64_t most, clri_error *error)
{
    clr_status status = CLR_OK;

    for (unsigned i = 0; i < call->count; i++) {
        const clri_host_array *array = &call->list[i];
        const uint64_t count = array->count < most ? array->count : most;

        if (array->written && array->is_of_results == are_of_results)
            CLRI_TRY(clri_room_fetch(reducer->queue, &reducer->rooms[i], array->written,
                                     (size_t)count * array->size, error));
    }
cleanup:
    return status;
}

static clr_status run(clri_host_call *call, clri_reducer *reducer, clri_error *error)
{
    const bool is_counted = call->run.runs != NULL;
    cl_event ran = NULL;
    clr_status status = CLR_OK;

    call->run.queue = reducer->queue;
    call->run.event = &ran;
    CLRI_TRY(bind(call, reducer, error));
    CLRI_TRY(clri_context_again(reducer->context, clr_plan_run(reducer->plan, &call->run), error));
    CLRI_TRY(fetch(call, reducer, false, UINT64_MAX, error));
    if (is_counted) /* results behind the last run are not written */
        CLRI_TRY(await(reducer, ran, error));
    CLRI_TRY(fetch(call, reducer, true, is_counted ? call->run_count : UINT64_MAX, error));
    CLRI_TRY(await(reducer, ran, error));
    if (call->asked.run_count)
        *call->asked.run_count = call->run_count;
cleanup:
    clFinish(reducer->queue); /* after a failure commands may still use the caller's memory */
    clri_ferry_rest(&reducer->ferry);
    for (unsigned i = 0; i < call->count; i++)
        clri_room_return(&reducer->rooms[i]);
    if (ran)
        clReleaseEvent(ran);
    return status;
}

/* Makes the call, in pieces if the device needs it. */
static clr_status run_pieces(clri_host_call *call, clri_reducer *reducer, clri_error *error)
{
    const uint64_t step = clri_host_cut_step(&reducer->context->device, call);
    const uint64_t extent = step ? clri_host_cut_extent(call) : 0;
    clri_host_call piece;
    clr_status status = CLR_OK;

    if (!step)
        return run(call, reducer, error);
    for (uint64_t first = 0; first < extent; first += step) {
        clri_host_cut(call, first, clri_smaller(step, extent - first), &piece);
        CLRI_TRY(clri_host_call_make(&piece, reducer->plan, error));
        CLRI_TRY(run(&piece, reducer, error));
    }
cleanup:
    return status;
}

static clr_status carry_out(clr_context *context, const clr_reduction *reductions, size_t count,
                            clri_host_call *call, clri_error *error)
{
    const clr_run like = {.size = sizeof like, .axes = &call->axes};
    const clr_plan_options options = clri_host_call_options(call, &like);
    clri_reducer *reducer = NULL;
    char kind[40];
    char *key;
    clr_status status = CLR_OK;

    snprintf(kind, sizeof kind, "%d,%d,%d,", (int)options.shape, (int)options.mask,
             (int)options.index);
    key = clri_request_key(kind, reductions, count, NULL);
    CLRI_TRY(clri_reducer_take(context, key, reductions, count, &options, &reducer, error));
    CLRI_TRY(clri_host_call_make(call, reducer->plan, error));
    CLRI_TRY(run_pieces(call, reducer, error));
cleanup:
    clri_reducer_leave(context, key, reducer, status == CLR_OK || status == CLR_ERROR_ARGUMENT);
    return status;
}

clr_status clr_reduce_shape(clr_context *context, const clr_reduction *reductions,
                            size_t reduction_count, const clr_host_run *asked)
{
    clri_host_call call = {.count = 0};
    clri_error error = {0};
    clr_status status = CLR_OK;

    if (!context)
        return CLR_ERROR_ARGUMENT;
    CLRI_TRY(clri_context_check(context, &error));
    CLRI_TRY(clri_host_call_read(asked, reduction_count, &call, &error));
    CLRI_TRY(carry_out(context, reductions, reduction_count, &call, &error));
cleanup:
    return clri_context_return(context, status, &error);
}
