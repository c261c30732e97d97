/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/launch.h"
#include "base/flag.h"
#include "plan/launch_answer.h"
#include "plan/launch_flat.h"
#include "plan/launch_index.h"
#include "plan/launch_labels.h"
#include "plan/launch_rows.h"
#include "plan/launch_runs.h"
#include "plan/shape_words.h"
#include "plan/sort.h"

clri_commands clri_commands_of(clr_plan *plan, const clri_job *job, clri_error *error)
{
    return (clri_commands){.queue = job->run->queue,
                           .is_end = job->run->part == CLR_PART_LAST && job->count == 0,
                           .held = &plan->held,
                           .launched = &plan->launched,
                           .trace = plan->choice.code.is_traced ? &plan->trace : NULL,
                           .error = error};
}

/* A marker event for a run whose last step was work of the host. */
static clr_status mark_end(clri_launch *launch)
{
    const clri_waits waits = clri_waits_of(&launch->commands);
    cl_event event = NULL;
    const cl_int code =
        clEnqueueMarkerWithWaitList(launch->job->run->queue, waits.count, waits.list, &event);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->commands.error, code, "clEnqueueMarkerWithWaitList",
                                "marking the end of the run");
    clri_has_started(&launch->commands, event);
    return CLR_OK;
}

/* Reduces the sorted elements of each label. */
static clr_status launch_by_label(clri_launch *launch)
{
    clr_status status = CLR_OK;

    if (launch->plan->choice.input.keeps_axes)
        CLRI_TRY(clri_shape_words_tell(launch, &launch->job->shape->rows, &launch->plan->choice,
                                       launch->plan->stage.buffers[CLRI_PLAN_AXES],
                                       &launch->plan->shape));
    CLRI_TRY(clri_launch_sort(launch));
    CLRI_TRY(clri_launch_rows(launch));
    CLRI_TRY(clri_launch_names(launch));
cleanup:
    return status;
}

/* Delivers the record of a single result to where the run wants it. */
static clr_status launch_record(clri_launch *launch)
{
    clr_plan *plan = launch->plan;
    const bool on_host = plan->choice.strategy.finish->kernels == CLRI_KERNELS_HOST;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_launch_flat(launch));
    CLRI_TRY(clri_launch_arrays(launch));
    if (on_host && launch->job->run->event)
        CLRI_TRY(mark_end(launch));
    else if (!on_host && launch->job->run->host)
        CLRI_TRY(clri_launch_answer(launch));
    if (on_host && (launch->job->part & CLRI_PART_KEEPS))
        plan->host.running = plan->host.next;
cleanup:
    return status;
}

clr_status clri_launch_all(clri_launch *launch)
{
    clr_plan *plan = launch->plan;
    clr_status status = CLR_OK;

    if (launch->job->run->part != CLR_PART_WHOLE && plan->is_running)
        clri_launched_go_on(&plan->launched);
    else
        clri_launched_clear(&plan->launched);
    if (plan->choice.code.is_traced)
        clri_trace_clear(&plan->trace);
    CLRI_TRY(clri_launch_outside(launch));
    if (plan->choice.carrier == CLRI_CARRIER_CELLS)
        return clri_launch_labels(launch);
    if (plan->keys.choice.are_there)
        return clri_launch_runs(launch);
    if (plan->sort.choice.is_there)
        return launch_by_label(launch);
    return plan->choice.carrier == CLRI_CARRIER_ONE ? launch_record(launch)
                                                    : clri_launch_rows(launch);
cleanup:
    return status;
}

clr_status clri_launch_once(clr_plan *plan, clri_trial *trial, cl_command_queue queue,
                            clri_error *error)
{
    const clr_run run = {.size = sizeof run, .queue = queue};
    const clri_shape_job shape = {0};
    const clri_job job = {.run = &run, .shape = &shape};
    clri_launch launch = {.plan = plan, .job = &job};
    clr_status status;

    launch.commands = clri_commands_of(plan, &job, error);
    status = trial(&launch);
    clri_event_release(&launch.commands.last);
    clri_launched_clear(&plan->launched);
    if (plan->choice.code.is_traced)
        clri_trace_clear(&plan->trace);
    return status;
}
