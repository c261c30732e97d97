/* SPDX-License-Identifier: Apache-2.0 */
#include "host/host_run.h"

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

clr_status clri_host_run(clri_host_call *call, clri_reducer *reducer, clri_error *error)
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
    CLRI_TRY(fetch(call, reducer, true, is_counted ? *call->run_count : UINT64_MAX, error));
    CLRI_TRY(await(reducer, ran, error));
cleanup:
    clFinish(reducer->queue); /* after a failure commands may still use the caller's memory */
    clri_ferry_rest(&reducer->ferry);
    for (unsigned i = 0; i < call->count; i++)
        clri_room_return(&reducer->rooms[i]);
    if (ran)
        clReleaseEvent(ran);
    return status;
}
