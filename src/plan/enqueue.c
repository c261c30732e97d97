/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/enqueue.h"

/* The first command waits for what the run comes after; others follow it, by an event if the queue
 * does not keep order, or if the first one may fail, which all others shall then do, too. */
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

static void note(clri_launch *launch, cl_kernel kernel, const size_t items[2], size_t group_size)
{
    const clri_job *job = launch->job;
    const clri_launched_row row = {.kernel = kernel,
                                   .groups = items[0] / group_size,
                                   .rows = items[1],
                                   .group_size = group_size,
                                   .is_end = job->run->part == CLR_PART_LAST && job->count == 0,
                                   .times = 1};

    clri_launched_note(&launch->plan->launched, &row);
}

static clr_status enqueue(clri_launch *launch, cl_kernel kernel, cl_uint dimensions,
                          const size_t items[2], const size_t group[2])
{
    const clri_waits waits = clri_waits_of(launch);
    cl_event event = NULL;
    const cl_int code =
        clEnqueueNDRangeKernel(launch->job->run->queue, kernel, dimensions, NULL, items, group,
                               waits.count, waits.list, clri_wanted_event(launch, &event));

    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->error, code, "clEnqueueNDRangeKernel",
                                "launching %zu groups of %zu work-items",
                                items[0] / group[0] * items[1], group[0]);
    note(launch, kernel, items, group[0]);
    clri_has_started(launch, event);
    return CLR_OK;
}

clr_status clri_enqueue_kernel(clri_launch *launch, cl_kernel kernel, size_t groups,
                               size_t group_size)
{
    const size_t items[2] = {groups * group_size, 1};
    const size_t group[2] = {group_size, 1};

    return enqueue(launch, kernel, 1, items, group);
}

clr_status clri_enqueue_stage(clri_launch *launch, clri_stage *stage, size_t row,
                              const clri_value *values, size_t group_size)
{
    clr_status status = CLR_OK;

    CLRI_TRY(clri_stage_bind(stage, row, values, launch->error));
    CLRI_TRY(clri_enqueue_kernel(launch, stage->kernels[row],
                                 values[stage->table->rows[row].groups].groups, group_size));
cleanup:
    return status;
}

/* Takes over what so many groups logged, of a plan that is traced. */
static void collect(clri_launch *launch, size_t groups, size_t group_size)
{
    const clri_waits waits = clri_waits_of(launch);

    if (launch->plan->choice.code.is_traced)
        clri_trace_collect(&launch->plan->trace, launch->job->run->queue, waits.count, waits.list,
                           groups, group_size);
}

clr_status clri_enqueue_traceable(clri_launch *launch, cl_kernel kernel, size_t groups,
                                  size_t group_size)
{
    const clr_status status = clri_enqueue_kernel(launch, kernel, groups, group_size);

    if (status == CLR_OK)
        collect(launch, groups, group_size);
    return status;
}

clr_status clri_enqueue_rows(clri_launch *launch, cl_kernel kernel, size_t groups,
                             size_t group_size, size_t rows)
{
    const size_t items[2] = {groups * group_size, rows};
    const size_t group[2] = {group_size, 1};
    const clr_status status = enqueue(launch, kernel, 2, items, group);

    if (status == CLR_OK)
        collect(launch, groups * rows, group_size);
    return status;
}
