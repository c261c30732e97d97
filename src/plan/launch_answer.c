/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/launch_answer.h"

#include <string.h>

cl_mem clri_record_buffer(const clr_plan *plan, const clr_run *run)
{
    if (run->output)
        return run->output;
    /* Where nobody waits, and where arrays are filled from it, the device's own memory is nearer.
     */
    return plan->answer && run->blocking && !run->arrays ? plan->answer : plan->result;
}

static clr_status read_record(clri_launch *launch)
{
    const clr_plan *plan = launch->plan;
    const clr_run *run = launch->job->run;
    const clri_waits waits = clri_waits_of(launch);
    cl_event event = NULL;
    const cl_int code =
        clEnqueueReadBuffer(run->queue, plan->result, run->blocking ? CL_TRUE : CL_FALSE, 0,
                            plan->choice.pass.record_size, run->host, waits.count, waits.list,
                            clri_wanted_event(launch, &event));

    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->error, code, "clEnqueueReadBuffer",
                                "reading the result back");
    clri_has_started(launch, event);
    return run->blocking ? clri_check_last(launch) : CLR_OK;
}

/* It lies in the host's memory: what is waited for is the kernels, and no copy. */
static clr_status map_record(clri_launch *launch)
{
    const clr_plan *plan = launch->plan;
    const clr_run *run = launch->job->run;
    const size_t size = plan->choice.pass.record_size;
    const clri_waits waits = clri_waits_of(launch);
    cl_event event = NULL;
    clr_status status;
    cl_int code;
    void *record = clEnqueueMapBuffer(run->queue, plan->answer, CL_TRUE, CL_MAP_READ, 0, size,
                                      waits.count, waits.list, NULL, &code);

    if (!record)
        return clri_fail_opencl(launch->error, code, "clEnqueueMapBuffer",
                                "reading the result back");
    status = clri_check_last(launch);
    if (status == CLR_OK)
        memcpy(run->host, record, size);
    code = clEnqueueUnmapMemObject(run->queue, plan->answer, record, 0, NULL,
                                   clri_wanted_event(launch, &event));
    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->error, code, "clEnqueueUnmapMemObject",
                                "reading the result back");
    clri_has_started(launch, event);
    return status;
}

clr_status clri_launch_answer(clri_launch *launch)
{
    const bool is_mapped =
        clri_record_buffer(launch->plan, launch->job->run) == launch->plan->answer;

    return is_mapped ? map_record(launch) : read_record(launch);
}
