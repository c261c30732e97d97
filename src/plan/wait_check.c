/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/wait_check.h"

clr_status clri_check_queue(const clr_plan *plan, cl_command_queue queue, bool *in_order,
                            clri_error *error)
{
    cl_context context = NULL;
    cl_device_id device = NULL;
    cl_command_queue_properties properties = 0;
    cl_int code;

    if (queue && queue == plan->last_queue) { /* the plan holds the queue, so the handle cannot have
                                                 been reused */
        *in_order = plan->last_queue_in_order;
        return CLR_OK;
    }
    code = clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL);
    if (!queue || code == CL_INVALID_COMMAND_QUEUE)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the queue is %s",
                         queue ? "no OpenCL command queue" : "NULL");
    if (code == CL_SUCCESS)
        code = clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL);
    if (code == CL_SUCCESS)
        code =
            clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clGetCommandQueueInfo", "looking at the queue");
    if (context != plan->context->opencl || device != plan->context->device.device)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the queue belongs to another OpenCL %s than the plan",
                         context != plan->context->opencl ? "context" : "device");
    *in_order = !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    return CLR_OK;
}

static cl_int state_of(cl_event event)
{
    cl_int state = CL_COMPLETE;
    const cl_int code =
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);

    return code == CL_SUCCESS ? state : code;
}

static clr_status check_event(const clr_plan *plan, cl_uint index, cl_event event,
                              clri_error *error)
{
    cl_context context = NULL;
    cl_int state;
    const cl_int code =
        event ? clGetEventInfo(event, CL_EVENT_CONTEXT, sizeof context, &context, NULL)
              : CL_INVALID_EVENT;

    if (code == CL_INVALID_EVENT)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "wait_list[%u] is %s", (unsigned)index,
                         event ? "no OpenCL event" : "NULL");
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clGetEventInfo", "looking at wait_list[%u]",
                                (unsigned)index);
    if (context != plan->context->opencl)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "wait_list[%u] is an event of another OpenCL context than the plan's",
                         (unsigned)index);
    /* PoCL 3.1 never returns from waiting for an event that has failed already. */
    state = state_of(event);
    if (state < 0)
        return clri_fail_event(error, state, "wait_list[%u] has failed, and with it the run",
                               (unsigned)index);
    return CLR_OK;
}

clr_status clri_check_waits(const clr_plan *plan, const clr_run *run, clri_error *error)
{
    if ((run->wait_count == 0) != (run->wait_list == NULL))
        return clri_fail(error, CLR_ERROR_ARGUMENT, "wait_count is %u and wait_list is %s",
                         (unsigned)run->wait_count, run->wait_list ? "not NULL" : "NULL");
    for (cl_uint i = 0; i < run->wait_count; i++)
        CLRI_OR_RETURN(check_event(plan, i, run->wait_list[i], error));
    return CLR_OK;
}
