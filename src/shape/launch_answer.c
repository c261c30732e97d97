/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/launch_answer.h"
#include "base/flag.h"
#include "shape/arrays.h"

#include <string.h>

cl_mem clri_record_buffer(const clr_plan *plan, const clr_run *run)
{
    const cl_mem answer = plan->stage.buffers[CLRI_PLAN_ANSWER];

    if (run->output)
        return run->output;
    /* A run that does not block, or whose arrays are filled from the record, has it in device
     * memory. */
    return answer && run->blocking && !run->arrays ? answer : plan->stage.buffers[CLRI_PLAN_RESULT];
}

uint64_t clri_record_index(const clr_run *run)
{
    return run->output ? run->output_index : 0;
}

/* ---- arrays ---- */

static clr_status copy_field(clri_launch *launch, size_t offset, cl_mem array, size_t size)
{
    const clr_plan *plan = launch->plan;
    const clr_run *run = launch->job->run;
    const size_t record = (size_t)clri_record_index(run) * plan->choice->pass.record_size;
    const clri_waits waits = clri_waits_of(&launch->commands);
    cl_event event = NULL;
    const cl_int code =
        clEnqueueCopyBuffer(run->queue, clri_record_buffer(plan, run), array, record + offset,
                            (size_t)run->output_index * size, size, waits.count, waits.list,
                            clri_wanted_event(&launch->commands, &event));

    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->commands.error, code, "clEnqueueCopyBuffer",
                                "copying a result of %zu bytes to its array", size);
    clri_has_started(&launch->commands, event);
    return CLR_OK;
}

/* Copies the record's fields to the run's arrays, one after the other. */
clr_status clri_launch_arrays(clri_launch *launch)
{
    const clri_pass *pass = &launch->plan->choice->pass;
    const clri_job *job = launch->job;

    if (!job->arrays || (job->part & CLRI_PART_KEEPS))
        return CLR_OK;
    for (size_t i = 0; i < pass->outcome_count; i++)
        for (size_t j = 0; j < CLRI_ARRAY_ROWS; j++) {
            const clri_array_row *row = &clri_array_rows[j];
            const clri_field *field = &pass->outcomes[i].field;
            const cl_mem array = clri_array_buffer(&job->arrays[i], row);

            if (array)
                CLRI_OR_RETURN(copy_field(launch, clri_array_offset(field, row), array,
                                          clri_array_size(field, row)));
        }
    return CLR_OK;
}

/* ---- the host ---- */

static clr_status read_record(clri_launch *launch)
{
    const clr_plan *plan = launch->plan;
    const clr_run *run = launch->job->run;
    const clri_waits waits = clri_waits_of(&launch->commands);
    cl_event event = NULL;
    const cl_int code = clEnqueueReadBuffer(
        run->queue, plan->stage.buffers[CLRI_PLAN_RESULT], run->blocking ? CL_TRUE : CL_FALSE, 0,
        plan->choice->pass.record_size, run->host, waits.count, waits.list,
        clri_wanted_event(&launch->commands, &event));

    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->commands.error, code, "clEnqueueReadBuffer",
                                "reading the result back");
    clri_has_started(&launch->commands, event);
    return run->blocking ? clri_check_last(&launch->commands) : CLR_OK;
}

/* The record lies in host memory: the run waits for its kernels, and copies nothing. */
static clr_status map_record(clri_launch *launch)
{
    const clr_plan *plan = launch->plan;
    const clr_run *run = launch->job->run;
    const cl_mem answer = plan->stage.buffers[CLRI_PLAN_ANSWER];
    const size_t size = plan->choice->pass.record_size;
    const clri_waits waits = clri_waits_of(&launch->commands);
    cl_event event = NULL;
    clr_status status;
    cl_int code;
    void *record = clEnqueueMapBuffer(run->queue, answer, CL_TRUE, CL_MAP_READ, 0, size,
                                      waits.count, waits.list, NULL, &code);

    if (!record)
        return clri_fail_opencl(launch->commands.error, code, "clEnqueueMapBuffer",
                                "reading the result back");
    status = clri_check_last(&launch->commands);
    if (status == CLR_OK)
        memcpy(run->host, record, size);
    code = clEnqueueUnmapMemObject(run->queue, answer, record, 0, NULL,
                                   clri_wanted_event(&launch->commands, &event));
    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->commands.error, code, "clEnqueueUnmapMemObject",
                                "reading the result back");
    clri_has_started(&launch->commands, event);
    return status;
}

clr_status clri_launch_answer(clri_launch *launch)
{
    const bool is_mapped = clri_record_buffer(launch->plan, launch->job->run) ==
                           launch->plan->stage.buffers[CLRI_PLAN_ANSWER];

    return is_mapped ? map_record(launch) : read_record(launch);
}
