/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/one/launch_host.h"
#include "shape/one/launch_answer.h"
#include "state/layout.h"

#include <string.h>

/* Reads the groups' partials back, blocking. */
static clr_status fetch_states(clri_launch *launch, uint32_t groups)
{
    const clr_plan *plan = launch->plan;
    const size_t size = clri_layout_saved_size(&plan->choice->pass);
    const clri_waits waits = clri_waits_of(&launch->commands);
    const cl_int code = clEnqueueReadBuffer(
        launch->job->run->queue, plan->stage.buffers[CLRI_PLAN_STATES], CL_TRUE,
        CLRI_FIRST_STATE * size, groups * size, plan->host.states, waits.count, waits.list, NULL);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->commands.error, code, "clEnqueueReadBuffer",
                                "fetching the groups' states");
    return clri_check_last(&launch->commands);
}

/* Writes the host's result to where the run wants it. */
static clr_status deliver_from_host(clri_launch *launch, const clri_job *job, const void *result)
{
    const size_t size = launch->plan->choice->pass.record_size;
    const clr_run *run = job->run;

    if (run->host)
        memcpy(run->host, result, size);
    if (!run->output && !job->arrays)
        return CLR_OK;
    return clri_enqueue_fill(&launch->commands, clri_record_buffer(launch->plan, run), result, size,
                             (size_t)clri_record_index(run) * size, size, "writing the result");
}

clr_status clri_finish_on_host(clri_launch *launch, const clri_job *job, uint32_t groups)
{
    clr_plan *plan = launch->plan;
    const clri_state_form *form = &plan->choice->pass.members[0].form;
    uint64_t result = 0;
    clri_host_fold_state state;
    clr_status status = fetch_states(launch, groups);

    if (status != CLR_OK)
        return status;
    state = clri_host_fold(form, plan->host.states, groups);
    if (job->part & CLRI_CUT_RESUMES)
        state = clri_host_fold_combine(form, plan->host.cut, state);
    if (job->part & CLRI_CUT_KEEPS) {
        plan->host.cut = state;
        return CLR_OK;
    }
    if (job->part & CLRI_PART_RESUMES)
        state = clri_host_fold_combine(form, plan->host.running, state);
    if (job->part & CLRI_PART_KEEPS) {
        plan->host.next = state;
        return CLR_OK;
    }
    clri_host_fold_round(form, state, job->total, plan->choice->pass.outcomes[0].result, &result);
    return deliver_from_host(launch, job, &result);
}
