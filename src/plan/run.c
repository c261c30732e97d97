/* SPDX-License-Identifier: Apache-2.0 */
/*
 * run - the public calls that enqueue a run, whole or in parts. They do not allocate, compile or
 * wait, unless the strategy or a trace needs the host, or a run is unlike the typical one.
 *
 * Items fold short results, and put those that they cannot finish on lists for kernels behind them.
 * A plan made for a typical run leaves these kernels out, as lists are empty as a rule. Only a run
 * that blocks can tell: it reads the lists' counters behind its commands, and if one is not 0 the
 * plan makes the other kernels and the run begins again. A run that does not block has all of them
 * (ready.c).
 */
#include "base/flag.h"
#include "base/sized.h"
#include "plan/buffer_check.h"
#include "plan/dependency.h"
#include "plan/index_list.h"
#include "plan/launch.h"
#include "plan/mask.h"
#include "plan/native.h"
#include "plan/plan.h"
#include "plan/run_check.h"
#include "plan/shape_job.h"
#include "plan/wait_check.h"
#include "shape/arrays.h"
#include "shape/run_job.h"

#include <inttypes.h>

/* ---- the end of a run ---- */

/* Reads how many results a list has (cl/finish/list.cl), behind the run's commands. */
static clr_status read_count(clri_launch *launch, cl_mem list, cl_uint *count)
{
    const clri_commands *commands = &launch->commands;
    const clri_waits waits = clri_waits_of(commands);
    const cl_int code = clEnqueueReadBuffer(commands->queue, list, CL_TRUE, 0, sizeof *count, count,
                                            waits.count, waits.list, NULL);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(commands->error, code, "clEnqueueReadBuffer",
                                "asking whether results are left");
    return clri_check_last(commands);
}

/* Waits for the run's commands and reads whether the lists are empty that kernels behind them fold.
 */
static clr_status find_left(clri_launch *launch, bool *are_left)
{
    static const int lists[] = {CLRI_ITEMS_LIST, CLRI_ITEMS_GIANTS};
    clri_plan_items *items = &launch->plan->items;

    *are_left = false;
    for (size_t i = 0; launch->commands.started && i < sizeof lists / sizeof *lists; i++) {
        const cl_mem list = items->stage.buffers[lists[i]];
        cl_uint count = 0;

        if (list)
            CLRI_OR_RETURN(read_count(launch, list, &count));
        *are_left |= count != 0;
    }
    items->lists_are_empty = !*are_left;
    return CLR_OK;
}

static clr_status wait_for_last(const clri_commands *commands)
{
    const cl_int code = commands->last ? clWaitForEvents(1, &commands->last) : CL_SUCCESS;
    const clr_status status = clri_check_last(commands);

    if (status != CLR_OK || code == CL_SUCCESS)
        return status;
    return clri_fail_opencl(commands->error, code, "clWaitForEvents", "waiting for the run's end");
}

/* Hands the caller the event of the last command. */
static void give_event(const clr_run *run, const clri_dependency *order, cl_event *last)
{
    *run->event = *last;
    /* Without an event the next run enqueues a marker to the queue. */
    if (!order->keeps_event || clRetainEvent(*last) != CL_SUCCESS)
        *last = NULL;
}

/* What comes behind a run's last command: a marker for the caller's event where there was no
 * command, and waiting, if the run blocks. `*are_left`: some results are on lists whose kernels the
 * plan lacks. */
static clr_status end_run(clri_launch *launch, bool *are_left)
{
    const clri_job *job = launch->job;
    clri_commands *commands = &launch->commands;

    if (job->run->event && !commands->started) /* there are no results */
        CLRI_OR_RETURN(clri_enqueue_marker(commands));
    if (job->keeps_lists)
        CLRI_OR_RETURN(find_left(launch, are_left));
    else if (job->run->blocking && launch->plan->choice->carrier->is_many)
        CLRI_OR_RETURN(wait_for_last(commands));
    return CLR_OK;
}

static clr_status enqueue_run(clr_plan *plan, const clri_job *job, bool *are_left,
                              clri_error *error)
{
    const clr_run *run = job->run;
    clri_dependency order = {0};
    clri_launch launch = {.plan = plan, .job = job, .commands = clri_commands_of(plan, job, error)};
    clri_commands *commands = &launch.commands;
    clri_uses uses;
    bool held = false;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_check_waits(plan, run, error));
    CLRI_TRY(clri_check_queue(plan, run->queue, &order.in_order, error));
    CLRI_TRY(clri_check_buffers(plan, job, &uses, error));
    CLRI_TRY(clri_dependency_find(plan, run, &order, error));
    CLRI_TRY(clri_dependency_hold(plan, run->queue, error));
    held = plan->last_queue != run->queue;
    commands->after = (clri_waits){order.wait_count, order.wait_list};
    commands->keeps_events =
        order.keeps_event || run->event || (run->blocking && plan->choice->carrier->is_many);
    status = plan->native ? clri_native_launch(&launch, &uses) : clri_launch_all(&launch);
    if (status == CLR_OK)
        status = end_run(&launch, are_left);
    if (status == CLR_OK && run->event && !*are_left)
        give_event(run, &order, &commands->last);
    if (commands->started) { /* even if a later command failed, the run uses scratch memory */
        clri_dependency_remember(plan, run->queue, &order, &commands->last);
        held = false;
    }
cleanup:
    if (held)
        clReleaseCommandQueue(run->queue);
    clri_event_release(&commands->last);
    clri_dependency_release(plan, &order);
    return status;
}

/* Reads and checks the run as far as it takes no OpenCL call. */
static clr_status prepare_job(const clr_plan *plan, const clr_run *run,
                              clr_arrays arrays[CLR_REDUCTIONS_MOST], clri_shape_job *shape,
                              clri_job *job, clri_error *error)
{
    bool continues;

    *job = (clri_job){.run = run};
    CLRI_OR_RETURN(clri_index_read(plan, run, &job->index, &job->count, error));
    CLRI_OR_RETURN(clri_check_run(plan, job, error));
    CLRI_OR_RETURN(clri_mask_read(plan, run, &job->mask, error));
    CLRI_OR_RETURN(clri_shape_job_read(plan, job, shape, error));
    if (run->arrays) {
        CLRI_OR_RETURN(clri_arrays_read(run, arrays, error));
        job->arrays = arrays;
    }
    if (!(plan->asked->shape->may & CLRI_MAY_PARTS))
        return CLR_OK;
    continues = run->part != CLR_PART_WHOLE;
    job->base = continues ? plan->running_count : 0;
    job->total = job->base + job->count;
    if (continues && plan->is_running)
        job->part |= CLRI_PART_RESUMES;
    if (run->part == CLR_PART_MORE)
        job->part |= CLRI_PART_KEEPS;
    else if (!plan->asked->is_told_count)
        CLRI_OR_RETURN(clri_request_check_total(plan->request, job->total, error));
    return CLR_OK;
}

/* Records a part, or states, that have been enqueued. */
static void settle_part(clr_plan *plan, const clri_job *job)
{
    if (plan->choice->left.most) {
        plan->is_running = true;
        plan->left = job->shape->count;
        plan->part_failure = CL_COMPLETE; /* an earlier run's, whose states are no more */
        return;
    }
    if (job->run->part == CLR_PART_MORE) {
        plan->is_running = true;
        plan->running_count = job->total;
    } else if (job->run->part == CLR_PART_LAST) {
        clr_plan_discard(plan);
    }
}

static clr_status read_run(const clr_run *asked, clr_run *run, clri_error *error)
{
    if (!asked)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the run is NULL");
    return CLRI_SIZED_READ(clr_run, run, asked, error);
}

/* Enqueues the run, after making kernels that the plan lacks for it. With `may_leave` the kernels
 * behind lists may be lacking; then `*are_left` tells whether the run has left results on lists,
 * and is to begin again. */
static clr_status attempt_run(clr_plan *plan, const clr_run *run, bool may_leave, bool *are_left,
                              clri_error *error)
{
    clr_arrays arrays[CLR_REDUCTIONS_MOST];
    clri_shape_job shape;
    clri_job job;
    bool is_made = false;

    *are_left = false;
    CLRI_OR_RETURN(prepare_job(plan, run, arrays, &shape, &job, error));
    CLRI_OR_RETURN(clri_plan_make_for(plan, &shape, may_leave, &is_made, error));
    if (is_made) /* the job names buffers of the plan */
        CLRI_OR_RETURN(prepare_job(plan, run, arrays, &shape, &job, error));
    job.keeps_lists = may_leave && !clri_plan_is_made_for(plan, &shape);
    CLRI_OR_RETURN(enqueue_run(plan, &job, are_left, error));
    if (!*are_left)
        settle_part(plan, &job);
    return CLR_OK;
}

static clr_status carry_out_run(clr_plan *plan, const clr_run *asked, clri_error *error)
{
    clr_run run;
    bool are_left;

    CLRI_OR_RETURN(read_run(asked, &run, error));
    CLRI_OR_RETURN(clri_context_check(plan->context, error));
    CLRI_OR_RETURN(clri_native_check(plan, error));
    CLRI_OR_RETURN(attempt_run(plan, &run, run.blocking, &are_left, error));
    if (are_left) /* the run begins again, with all kernels that it takes */
        CLRI_OR_RETURN(attempt_run(plan, &run, false, &are_left, error));
    return run.blocking ? clri_native_check(plan, error) : CLR_OK;
}

clr_status clr_plan_run(clr_plan *plan, const clr_run *asked)
{
    clri_error error = {0};
    clr_status status;

    /* Before the other members are checked, so that callers may look at it after any failure. */
    if (CLRI_SIZED_HAS(clr_run, asked, event) && asked->event)
        *asked->event = NULL;
    if (!plan)
        return CLR_ERROR_ARGUMENT;
    status = clri_busy_enter(&plan->busy, "plan", &error);
    if (status == CLR_OK) {
        status = carry_out_run(plan, asked, &error);
        clri_busy_leave(&plan->busy);
    }
    return clri_context_return(plan->context, status, &error);
}

void clr_plan_discard(clr_plan *plan)
{
    if (!plan)
        return;
    plan->is_running = false;
    plan->running_count = 0;
    plan->part_failure = CL_COMPLETE;
}
