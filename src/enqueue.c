/* SPDX-License-Identifier: Apache-2.0 */
/*
 * enqueue - carrying out a plan: the public calls that enqueue, with or without parts. Allocates,
 * compiles and waits for nothing, but where the strategy or a trace needs the host.
 */
#include "check.h"
#include "compose.h"
#include "launch.h"
#include "order.h"
#include "run.h"

static clr_status enqueue(clr_plan *plan, const clri_run *run, clri_error *error)
{
    clri_order order = {0};
    clri_launch launch = {.plan = plan, .run = run, .order = &order, .error = error};
    bool held = false;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_context_check(plan->context, error));
    CLRI_TRY(clri_check_waits(run, error));
    CLRI_TRY(clri_check_queue(plan, run->queue, &order.in_order, error));
    CLRI_TRY(clri_check_buffers(plan, run, error));
    CLRI_TRY(clri_order_find(plan, run, &order, error));
    CLRI_TRY(clri_order_hold(plan, run->queue, error));
    held = plan->last_queue != run->queue;
    status = clri_launch_all(&launch);
    if (status == CLR_OK && run->event) {
        *run->event = launch.last;
        /* Without an event of its own the plan will ask the queue for a marker. */
        if (order.in_order || clRetainEvent(launch.last) != CL_SUCCESS)
            launch.last = NULL;
    }
    if (launch.started) { /* it uses the scratch memory, even if a later command failed */
        if (order.in_order)
            clri_event_release(&launch.last);
        clri_order_remember(plan, run->queue, order.in_order, launch.last);
        held = false;
        launch.last = NULL;
    }
cleanup:
    if (held)
        clReleaseCommandQueue(run->queue);
    clri_event_release(&launch.last);
    clri_order_release(&order);
    return status;
}

/* Runs, and ends the public call. */
static clr_status run_plan(clr_plan *plan, const clri_run *run)
{
    clri_error error = {0};

    if (run->event)
        *run->event = NULL;
    return clri_context_settle(plan->context, enqueue(plan, run, &error), &error);
}

/* CLR_ERROR_EMPTY if the operator has no value for `count` elements. */
static clr_status check_empty(const clr_plan *plan, uint64_t count)
{
    const clri_operator *op = clri_operator_of(plan->reduction.op);
    clri_error error = {0};

    if (count || op->has_empty_value)
        return CLR_OK;
    return clri_context_settle(
        plan->context,
        clri_fail(&error, CLR_ERROR_EMPTY, "%s of no elements has no value", op->name), &error);
}

/* The complaint about an argument that is NULL. */
static clr_status refuse_null(const clr_plan *plan, const char *what)
{
    clri_error error = {0};

    return clri_context_settle(
        plan->context, clri_fail(&error, CLR_ERROR_ARGUMENT, "the %s is NULL", what), &error);
}

static clr_status run_whole(clr_plan *plan, clri_run *run)
{
    clr_status status = check_empty(plan, run->input.count);

    if (run->event)
        *run->event = NULL;
    run->total = run->input.count;
    return status == CLR_OK ? run_plan(plan, run) : status;
}

/* Delivers what is running: the state on the device, or nothing at all. */
static clr_status run_result(clr_plan *plan, clri_run *run)
{
    clr_status status = check_empty(plan, plan->running_count);

    if (run->event)
        *run->event = NULL;
    if (status != CLR_OK)
        return status;
    run->total = plan->running_count;
    run->part = plan->is_running ? CLRI_PART_RESUMES : 0;
    status = run_plan(plan, run);
    if (status == CLR_OK) {
        plan->is_running = false;
        plan->running_count = 0;
    }
    return status;
}

/* ---- the public calls ---- */

void clr_plan_discard(clr_plan *plan)
{
    if (!plan)
        return;
    plan->is_running = false;
    plan->running_count = 0;
}

clr_status clr_plan_enqueue(clr_plan *plan, cl_command_queue queue, clr_span input, cl_mem output,
                            uint64_t output_index, cl_uint wait_count, const cl_event *wait_list,
                            cl_event *event)
{
    clri_run run = {
        .queue = queue,
        .input = input,
        .output = output,
        .output_index = output_index,
        .wait_count = wait_count,
        .wait_list = wait_list,
        .event = event,
    };

    if (!plan)
        return CLR_ERROR_ARGUMENT;
    return output ? run_whole(plan, &run) : refuse_null(plan, "output buffer");
}

clr_status clr_plan_enqueue_to_host(clr_plan *plan, cl_command_queue queue, clr_span input,
                                    void *output, cl_uint wait_count, const cl_event *wait_list,
                                    cl_event *event)
{
    clri_run run = {
        .queue = queue,
        .input = input,
        .host = output,
        .wait_count = wait_count,
        .wait_list = wait_list,
        .event = event,
    };

    if (!plan)
        return CLR_ERROR_ARGUMENT;
    return output ? run_whole(plan, &run) : refuse_null(plan, "output");
}

clr_status clr_plan_enqueue_part(clr_plan *plan, cl_command_queue queue, clr_span input,
                                 cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    clri_run run = {
        .queue = queue,
        .input = input,
        .wait_count = wait_count,
        .wait_list = wait_list,
        .event = event,
    };
    clr_status status;

    if (!plan)
        return CLR_ERROR_ARGUMENT;
    run.base = plan->running_count;
    run.part = CLRI_PART_KEEPS | (plan->is_running ? CLRI_PART_RESUMES : 0);
    status = run_plan(plan, &run);
    if (status == CLR_OK) {
        plan->is_running = true;
        plan->running_count += input.count;
    }
    return status;
}

clr_status clr_plan_enqueue_result(clr_plan *plan, cl_command_queue queue, cl_mem output,
                                   uint64_t output_index, cl_uint wait_count,
                                   const cl_event *wait_list, cl_event *event)
{
    clri_run run = {
        .queue = queue,
        .output = output,
        .output_index = output_index,
        .wait_count = wait_count,
        .wait_list = wait_list,
        .event = event,
    };

    if (!plan)
        return CLR_ERROR_ARGUMENT;
    return output ? run_result(plan, &run) : refuse_null(plan, "output buffer");
}

clr_status clr_plan_enqueue_result_to_host(clr_plan *plan, cl_command_queue queue, void *output,
                                           cl_uint wait_count, const cl_event *wait_list,
                                           cl_event *event)
{
    clri_run run = {
        .queue = queue,
        .host = output,
        .wait_count = wait_count,
        .wait_list = wait_list,
        .event = event,
    };

    if (!plan)
        return CLR_ERROR_ARGUMENT;
    return output ? run_result(plan, &run) : refuse_null(plan, "output");
}
