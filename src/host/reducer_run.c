/* SPDX-License-Identifier: Apache-2.0 */
/* reducer_run - makes a call: in one run, in pieces along an axis, or by a stream. See reducer.h.
 */
#include "base/count.h"
#include "device/device.h"
#include "host/host_cut.h"
#include "host/reducer.h"
#include "host/stream.h"

#include <string.h>

/* Bytes of a stream's pieces where device and host share memory, as little data goes through them.
 */
enum { SHARED_KEPT = 16 << 20 };

/* ---- one run ---- */

static clr_status bind(const clri_host_call *call, clri_reducer *reducer, clri_error *error)
{
    for (unsigned i = 0; i < call->count; i++) {
        const clri_host_array *array = &call->list[i];
        clri_room *room = &reducer->rooms[i];

        if (array->written)
            CLRI_OR_RETURN(clri_room_write(reducer->context, room, array->written,
                                           clri_host_array_bytes(array), array->buffer, error));
        else
            CLRI_OR_RETURN(clri_room_read(reducer->context, reducer->queue, &reducer->ferry, room,
                                          array->read, clri_host_array_bytes(array), array->size,
                                          array->buffer, error));
    }
    return CLR_OK;
}

/* Waits for the queue, and for the run's event, which tells of failed commands; a run that blocks
 * has none, as it has told. */
static clr_status await(const clri_reducer *reducer, cl_event ran, clri_error *error)
{
    cl_int code = clFinish(reducer->queue);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clFinish", "waiting for the results");
    code = ran ? clWaitForEvents(1, &ran) : CL_SUCCESS;
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clWaitForEvents", "waiting for the results");
    return CLR_OK;
}

/* Brings arrays that do, or do not, have a value for each result to the host: of `most` results. */
static clr_status fetch(const clri_host_call *call, const clri_reducer *reducer,
                        bool are_of_results, uint64_t most, clri_error *error)
{
    for (unsigned i = 0; i < call->count; i++) {
        const clri_host_array *array = &call->list[i];
        const uint64_t count = array->count < most ? array->count : most;

        if (array->written && array->is_of_results == are_of_results)
            CLRI_OR_RETURN(clri_room_fetch(reducer->queue, &reducer->rooms[i], array->written,
                                           (size_t)count * array->size, error));
    }
    return CLR_OK;
}

/* Brings all arrays that the run has written to the host, and waits for them. */
static clr_status fetch_all(const clri_host_call *call, const clri_reducer *reducer, cl_event ran,
                            clri_error *error)
{
    const bool is_counted = call->run.runs != NULL;

    CLRI_OR_RETURN(fetch(call, reducer, false, UINT64_MAX, error));
    if (is_counted) /* results behind the last run are not written */
        CLRI_OR_RETURN(await(reducer, ran, error));
    CLRI_OR_RETURN(fetch(call, reducer, true, is_counted ? *call->run_count : UINT64_MAX, error));
    return await(reducer, ran, error);
}

/* Hands the caller the record, unless a result in it does not stand for a value. */
static clr_status give_record(const clri_host_call *call, const clri_reducer *reducer,
                              clri_error *error)
{
    const clri_request *request = reducer->plan->request;
    clri_field fields[CLR_REDUCTIONS_MOST];
    const size_t size = clri_request_fields(request, fields);

    CLRI_OR_RETURN(clri_request_check_record(request, fields, reducer->record, error));
    memcpy(call->asked.record, reducer->record, size);
    return CLR_OK;
}

/* Runs the plan on buffers of the call's arrays. A record has arrived when its run, which blocks,
 * returns: small calls spare an event and a second wait. */
static clr_status run_and_fetch(clri_host_call *call, clri_reducer *reducer, cl_event *ran,
                                clri_error *error)
{
    const bool has_record = reducer->record != NULL;

    CLRI_OR_RETURN(bind(call, reducer, error));
    call->run.queue = reducer->queue;
    call->run.event = has_record ? NULL : ran;
    call->run.host = reducer->record;
    call->run.blocking = has_record;
    CLRI_OR_RETURN(
        clri_context_again(reducer->context, clr_plan_run(reducer->plan, &call->run), error));
    if (!has_record || call->asked.indices_outside)
        CLRI_OR_RETURN(fetch_all(call, reducer, *ran, error));
    return has_record ? give_record(call, reducer, error) : CLR_OK;
}

static clr_status run_whole(clri_host_call *call, clri_reducer *reducer, clri_error *error)
{
    cl_event ran = NULL;
    const clr_status status = run_and_fetch(call, reducer, &ran, error);

    if (status != CLR_OK)
        clFinish(reducer->queue); /* commands may still use the caller's memory */
    clri_ferry_rest(&reducer->ferry);
    for (unsigned i = 0; i < call->count; i++)
        clri_room_return(&reducer->rooms[i]);
    if (ran)
        clReleaseEvent(ran);
    return status;
}

/* ---- many results ---- */

/* Pieces along an axis, where the device cannot take all at once. */
static clr_status run_pieces(clri_host_call *call, clri_reducer *reducer, clri_error *error)
{
    const uint64_t step = clri_host_cut_step(&reducer->context->device, call);
    const uint64_t extent = step ? clri_host_cut_extent(call) : 0;
    clri_host_call piece;

    if (!step)
        return run_whole(call, reducer, error);
    for (uint64_t first = 0; first < extent; first += step) {
        clri_host_cut(call, first, clri_smaller(step, extent - first), &piece);
        CLRI_OR_RETURN(clri_host_call_make(&piece, reducer->plan->request, error));
        CLRI_OR_RETURN(run_whole(&piece, reducer, error));
    }
    return CLR_OK;
}

/* ---- one result ---- */

/* Whether one run takes all elements: few, or in place. Streams know neither masks nor lists. */
static bool is_whole(const clri_host_call *call, const clri_reducer *reducer)
{
    const clr_device *device = &reducer->context->device;
    const uint64_t size = call->asked.count * call->element_size;

    if (call->run.mask || call->run.index || !clri_crew_pays(size))
        return true;
    return clri_known(device->type, 0) & CL_DEVICE_TYPE_CPU &&
           size <= clri_known(device->max_mem_alloc_size, UINT64_MAX);
}

static clr_stream_options stream_options(const clri_host_call *call, const clri_reducer *reducer)
{
    const unsigned inputs = reducer->plan->request->inputs;
    const uint64_t room = SHARED_KEPT / (2 * inputs) / call->element_size;
    const bool is_shared = clri_device_shares_memory(&reducer->context->device);

    return (clr_stream_options){
        .size = sizeof(clr_stream_options),
        .piece_capacity = is_shared ? clri_smaller(call->asked.count, clri_larger(room, 1)) : 0,
        .total = call->asked.count,
        .scalars = call->asked.scalars,
    };
}

/* Sends the elements through the reducer's stream. */
static clr_status run_stream(clri_host_call *call, clri_reducer *reducer, clri_error *error)
{
    const clr_stream_options options = stream_options(call, reducer);
    clr_context *context = reducer->context;

    if (reducer->stream)
        CLRI_OR_RETURN(clri_stream_renew(reducer->stream, &options, error));
    else
        CLRI_OR_RETURN(clri_stream_make(reducer->plan, &options, false, &reducer->stream, error));
    CLRI_OR_RETURN(clri_context_again(
        context, clr_stream_take(reducer->stream, call->asked.inputs, call->asked.count), error));
    return clri_context_again(context, clr_stream_result(reducer->stream, call->asked.record),
                              error);
}

clr_status clri_reducer_run(clri_reducer *reducer, clri_host_call *call, clri_error *error)
{
    CLRI_OR_RETURN(clri_host_call_make(call, reducer->plan->request, error));
    if (!clri_host_call_has_record(call))
        return run_pieces(call, reducer, error);
    return (is_whole(call, reducer) ? run_whole : run_stream)(call, reducer, error);
}
