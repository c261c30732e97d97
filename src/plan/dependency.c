/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/dependency.h"

void clri_event_release(cl_event *event)
{
    if (*event)
        clReleaseEvent(*event);
    *event = NULL;
}

/* An event for the plan's last run, which went to another queue that keeps order by itself. */
static clr_status mark_last_run(clr_plan *plan, cl_event *event, clri_error *error)
{
    cl_int code = clEnqueueMarkerWithWaitList(plan->last_queue, 0, NULL, event);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clEnqueueMarkerWithWaitList",
                                "ordering this run after the plan's last one");
    code = clFlush(plan->last_queue); /* another queue will wait for it */
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clFlush",
                                "ordering this run after the plan's last one");
    return CLR_OK;
}

clr_status clri_dependency_find(clr_plan *plan, const clr_run *run, clri_dependency *order,
                                clri_error *error)
{
    clr_status status = CLR_OK;
    cl_int code;

    order->wait_count = run->wait_count;
    order->wait_list = run->wait_list;
    if (!plan->last_queue || (order->in_order && plan->last_queue == run->queue))
        return CLR_OK;
    if (plan->last_event) {
        code = clRetainEvent(plan->last_event);
        if (code != CL_SUCCESS)
            return clri_fail_opencl(error, code, "clRetainEvent", "holding the last run's event");
        order->events[0] = plan->last_event;
    } else {
        CLRI_TRY(mark_last_run(plan, &order->events[0], error));
    }
    if (run->wait_count) {
        code = clEnqueueMarkerWithWaitList(run->queue, run->wait_count, run->wait_list,
                                           &order->events[1]);
        if (code != CL_SUCCESS)
            return clri_fail_opencl(error, code, "clEnqueueMarkerWithWaitList",
                                    "waiting for the caller's events");
    }
    order->wait_count = order->events[1] ? 2 : 1;
    order->wait_list = order->events;
cleanup:
    return status;
}

void clri_dependency_release(clri_dependency *order)
{
    clri_event_release(&order->events[0]);
    clri_event_release(&order->events[1]);
}

clr_status clri_dependency_hold(const clr_plan *plan, cl_command_queue queue, clri_error *error)
{
    const cl_int code = plan->last_queue == queue ? CL_SUCCESS : clRetainCommandQueue(queue);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clRetainCommandQueue", "holding the queue");
    return CLR_OK;
}

void clri_dependency_remember(clr_plan *plan, cl_command_queue queue, bool in_order, cl_event event)
{
    if (plan->last_queue && plan->last_queue != queue)
        clReleaseCommandQueue(plan->last_queue);
    plan->last_queue = queue;
    plan->last_queue_in_order = in_order;
    clri_event_release(&plan->last_event);
    plan->last_event = event;
}
