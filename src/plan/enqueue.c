/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/enqueue.h"

/* The first command waits for the run's dependencies. Later commands wait for an event of the one
 * before if the queue is out-of-order, or if the first command may fail: then all later commands
 * fail, too. */
clri_waits clri_waits_of(const clri_launch *launch)
{
    clri_waits waits = {0, NULL};

    if (!launch->started && launch->order->wait_count)
        waits = (clri_waits){launch->order->wait_count, launch->order->wait_list};
    else if (launch->started && launch->last)
        waits = (clri_waits){1, &launch->last};
    return waits;
}

cl_event *clri_wanted_event(const clri_launch *launch, cl_event *event)
{
    return launch->order->keeps_event || launch->job->run->event ? event : NULL;
}

void clri_has_started(clri_launch *launch, cl_event event)
{
    if (launch->order->wait_count)
        clri_dependency_hold_event(launch->plan, &launch->last);
    clri_event_release(&launch->last);
    launch->last = event;
    launch->started = true;
}

clr_status clri_check_last(const clri_launch *launch)
{
    cl_int state = CL_COMPLETE;
    cl_int code = CL_SUCCESS;

    if (launch->last)
        code = clGetEventInfo(launch->last, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state,
                              NULL);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->error, code, "clGetEventInfo", "looking at the run's end");
    if (state >= CL_COMPLETE)
        return CLR_OK;
    return clri_fail_event(launch->error, state, "the run has failed, or what it waits for has");
}

clr_status clri_enqueue_fill(clri_launch *launch, cl_mem buffer, const void *pattern,
                             size_t pattern_size, size_t offset, size_t size, const char *does)
{
    const clri_waits waits = clri_waits_of(launch);
    cl_event event = NULL;
    const cl_int code =
        clEnqueueFillBuffer(launch->job->run->queue, buffer, pattern, pattern_size, offset, size,
                            waits.count, waits.list, clri_wanted_event(launch, &event));

    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->error, code, "clEnqueueFillBuffer", "%s", does);
    clri_has_started(launch, event);
    return CLR_OK;
}

static void note(clri_launch *launch, const clri_stage *stage, size_t row,
                 const clri_stage_groups *groups)
{
    const clri_job *job = launch->job;
    const clri_launched_row launched = {
        .row = &stage->table->rows[row],
        .kernel = stage->kernels[row].kernel,
        .groups = *groups,
        .is_end = job->run->part == CLR_PART_LAST && job->count == 0,
        .times = 1,
    };

    clri_launched_note(&launch->plan->launched, &launched);
}

static clr_status enqueue(clri_launch *launch, cl_kernel kernel, const clri_stage_groups *groups)
{
    const clri_waits waits = clri_waits_of(launch);
    const size_t items[2] = {groups->count * groups->size, groups->rows};
    const size_t group[2] = {groups->size, 1};
    cl_event event = NULL;
    const cl_int code =
        clEnqueueNDRangeKernel(launch->job->run->queue, kernel, groups->rows ? 2 : 1, NULL, items,
                               group, waits.count, waits.list, clri_wanted_event(launch, &event));

    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->error, code, "clEnqueueNDRangeKernel",
                                "launching %zu groups of %zu work-items",
                                clri_groups_in_all(groups), groups->size);
    clri_has_started(launch, event);
    return CLR_OK;
}

/* Reads the log of the launch's groups, of a traced plan. */
static void collect(clri_launch *launch, const clri_stage_groups *groups)
{
    const clri_waits waits = clri_waits_of(launch);

    clri_trace_collect(&launch->plan->trace, launch->job->run->queue, waits.count, waits.list,
                       clri_groups_in_all(groups), groups->size);
}

clr_status clri_enqueue_stage(clri_launch *launch, clri_stage *stage, size_t row,
                              const clri_value *values)
{
    const clri_stage_groups *groups = &values[stage->table->rows[row].groups].groups;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_stage_bind(stage, row, values, launch->error));
    CLRI_TRY(enqueue(launch, stage->kernels[row].kernel, groups));
    note(launch, stage, row, groups);
    if (launch->plan->choice.code.is_traced && clri_stage_has_log(stage, row))
        collect(launch, groups);
cleanup:
    return status;
}

clr_status clri_enqueue_each(clri_launch *launch, clri_stage *stage, const clri_value *values)
{
    clr_status status = CLR_OK;

    for (size_t i = 0; i < stage->table->row_count; i++)
        if (clri_stage_has(stage, i))
            CLRI_TRY(clri_enqueue_stage(launch, stage, i, values));
cleanup:
    return status;
}
