/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/launch.h"
#include "plan/launch_index.h"

clri_commands clri_commands_of(clr_plan *plan, const clri_job *job, clri_error *error)
{
    return (clri_commands){.queue = job->run->queue,
                           .is_end = job->run->part == CLR_PART_LAST && job->count == 0,
                           .held = &plan->held,
                           .launched = &plan->launched,
                           .trace = plan->choice->code.is_traced ? &plan->trace : NULL,
                           .error = error};
}

/* Notes of launches go on from part to part of an input. */
clr_status clri_launch_all(clri_launch *launch)
{
    clr_plan *plan = launch->plan;
    const clri_front *front = plan->front.choice->row;

    if (launch->job->run->part != CLR_PART_WHOLE && plan->is_running)
        clri_launched_go_on(&plan->launched);
    else
        clri_launched_clear(&plan->launched);
    if (plan->choice->code.is_traced)
        clri_trace_clear(&plan->trace);
    CLRI_OR_RETURN(clri_launch_outside(launch));
    return front ? front->launch(launch) : plan->choice->carrier->launch(launch);
}

clr_status clri_launch_once(clr_plan *plan, clri_trial *trial, cl_command_queue queue,
                            clri_error *error)
{
    const double scalars[CLR_SCALARS_MOST] = {0};
    const clr_run run = {.size = sizeof run, .queue = queue, .scalars = scalars};
    const clri_shape_job shape = {0};
    const clri_job job = {.run = &run, .shape = &shape};
    clri_launch launch = {.plan = plan, .job = &job};
    clr_status status;

    launch.commands = clri_commands_of(plan, &job, error);
    status = trial(&launch);
    clri_event_release(&launch.commands.last);
    clri_launched_clear(&plan->launched);
    if (plan->choice->code.is_traced)
        clri_trace_clear(&plan->trace);
    return status;
}
