/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/dependency.h"

/* A marker event behind the plan's last run: enqueued now, the marker stands behind all commands of
 * that run's queue. It serves where the run kept no event, and where the run failed: to wait for
 * the event of a failed run would fail this one. */
static clr_status mark_last_run(clr_plan *plan, cl_event *event, clri_error *error)
{
    cl_int code = clEnqueueMarkerWithWaitList(plan->last_queue, 0, NULL, event);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clEnqueueMarkerWithWaitList",
                                "ordering this run after the plan's last one");
    code = clFlush(plan->last_queue); /* another queue waits for the marker */
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clFlush",
                                "ordering this run after the plan's last one");
    return CLR_OK;
}

/* After a failed run: what it was to leave on the device is taken as unwritten. */
static void forget_run(clr_plan *plan, cl_int how)
{
    plan->shape.is_told = false;
    plan->items.axes.is_told = false;
    plan->items.lists_are_empty = false;
    if (plan->is_running)
        plan->part_failure = how;
}

/* The events of a failed run are held until a run succeeds: PoCL 3.1 accesses them when the next
 * command is enqueued to their queue. */
clr_status clri_dependency_look(clr_plan *plan, clri_ending *ending, clri_error *error)
{
    cl_int state = CL_COMPLETE;
    cl_int code;

    *ending = CLRI_ENDING_UNTOLD;
    if (!plan->last_event)
        return CLR_OK;
    code = clGetEventInfo(plan->last_event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state,
                          NULL);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clGetEventInfo", "looking at the plan's last run");
    *ending = state > CL_COMPLETE    ? CLRI_ENDING_TO_COME
              : state == CL_COMPLETE ? CLRI_ENDING_WELL
                                     : CLRI_ENDING_FAILED;
    if (*ending == CLRI_ENDING_WELL)
        clri_held_release(&plan->held);
    if (*ending == CLRI_ENDING_FAILED)
        forget_run(plan, state);
    return CLR_OK;
}

clr_status clri_dependency_check_parts(const clr_plan *plan, clri_error *error)
{
    if (plan->part_failure == CL_COMPLETE)
        return CLR_OK;
    return clri_fail_event(error, plan->part_failure,
                           "a part before this one has failed, or what it waited for has, so that "
                           "its elements are missing (clr_plan_discard() makes the plan ready to "
                           "begin again)");
}

static clr_status find_order(clr_plan *plan, const clr_run *run, clri_dependency *order,
                             clri_error *error)
{
    clri_ending ending;
    cl_int code;

    CLRI_OR_RETURN(clri_dependency_look(plan, &ending, error));
    if (ending == CLRI_ENDING_WELL || !plan->last_queue)
        return CLR_OK;
    if (ending != CLRI_ENDING_TO_COME && order->in_order && plan->last_queue == run->queue)
        return CLR_OK;
    if (ending == CLRI_ENDING_TO_COME) {
        code = clRetainEvent(plan->last_event);
        if (code != CL_SUCCESS)
            return clri_fail_opencl(error, code, "clRetainEvent", "holding the last run's event");
        order->events[0] = plan->last_event;
    } else {
        CLRI_OR_RETURN(mark_last_run(plan, &order->events[0], error));
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
    return CLR_OK;
}

clr_status clri_dependency_find(clr_plan *plan, const clr_run *run, clri_dependency *order,
                                clri_error *error)
{
    order->wait_count = run->wait_count;
    order->wait_list = run->wait_list;
    CLRI_OR_RETURN(find_order(plan, run, order, error));
    if (run->part != CLR_PART_WHOLE)
        CLRI_OR_RETURN(clri_dependency_check_parts(plan, error));
    order->keeps_event = !order->in_order || order->wait_count || run->part == CLR_PART_MORE;
    return CLR_OK;
}

void clri_dependency_release(clr_plan *plan, clri_dependency *order)
{
    clri_held_add(&plan->held, &order->events[0]);
    clri_held_add(&plan->held, &order->events[1]);
}

clr_status clri_dependency_hold(const clr_plan *plan, cl_command_queue queue, clri_error *error)
{
    const cl_int code = plan->last_queue == queue ? CL_SUCCESS : clRetainCommandQueue(queue);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clRetainCommandQueue", "holding the queue");
    return CLR_OK;
}

void clri_dependency_remember(clr_plan *plan, cl_command_queue queue, const clri_dependency *order,
                              cl_event *event)
{
    if (plan->last_queue && plan->last_queue != queue)
        clReleaseCommandQueue(plan->last_queue);
    plan->last_queue = queue;
    plan->last_queue_in_order = order->in_order;
    clri_held_add(&plan->held, &plan->last_event);
    if (!order->keeps_event)
        clri_event_release(event);
    plan->last_event = *event;
    *event = NULL;
}
