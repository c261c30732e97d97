/* SPDX-License-Identifier: Apache-2.0 */
#include "stage/enqueue.h"

void clri_event_release(cl_event *event)
{
    if (*event)
        clReleaseEvent(*event);
    *event = NULL;
}

void clri_held_add(clri_held *held, cl_event *event)
{
    if (*event && held->count < CLRI_HELD_MOST) {
        held->events[held->count++] = *event;
        *event = NULL;
    }
    clri_event_release(event);
}

void clri_held_release(clri_held *held)
{
    while (held->count > 0)
        clri_event_release(&held->events[--held->count]);
}

/* The first command waits for the run's dependencies. Each later command waits for the event of the
 * command before it, if that has one: on an out-of-order queue, which would start both at once, and
 * where the first command may fail, so that all later commands fail with it. */
clri_waits clri_waits_of(const clri_commands *commands)
{
    if (!commands->started)
        return commands->after;
    return commands->last ? (clri_waits){1, &commands->last} : (clri_waits){0, NULL};
}

cl_event *clri_wanted_event(const clri_commands *commands, cl_event *event)
{
    return commands->keeps_events ? event : NULL;
}

/* What the first command waits for may fail, and with it each command up to the last: then events
 * of the earlier ones are held, not released (clri_held). */
void clri_has_started(clri_commands *commands, cl_event event)
{
    if (commands->after.count)
        clri_held_add(commands->held, &commands->last);
    clri_event_release(&commands->last);
    commands->last = event;
    commands->started = true;
}

/* A blocking read or map can return CL_SUCCESS although a command before it has failed: the last
 * event's status tells. */
clr_status clri_check_last(const clri_commands *commands)
{
    cl_int state = CL_COMPLETE;
    cl_int code = CL_SUCCESS;

    if (commands->last)
        code = clGetEventInfo(commands->last, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state,
                              &state, NULL);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(commands->error, code, "clGetEventInfo",
                                "looking at the run's end");
    if (state >= CL_COMPLETE)
        return CLR_OK;
    return clri_fail_event(commands->error, state, "the run has failed, or what it waits for has");
}

clr_status clri_enqueue_fill(clri_commands *commands, cl_mem buffer, const void *pattern,
                             size_t pattern_size, size_t offset, size_t size, const char *does)
{
    const clri_waits waits = clri_waits_of(commands);
    cl_event event = NULL;
    const cl_int code =
        clEnqueueFillBuffer(commands->queue, buffer, pattern, pattern_size, offset, size,
                            waits.count, waits.list, clri_wanted_event(commands, &event));

    if (code != CL_SUCCESS)
        return clri_fail_opencl(commands->error, code, "clEnqueueFillBuffer", "%s", does);
    clri_has_started(commands, event);
    return CLR_OK;
}

static void note_launch(clri_commands *commands, const clri_stage *stage, size_t row,
                        const clri_stage_groups *groups)
{
    const clri_launched_row launched = {
        .row = &stage->table->rows[row],
        .kernel = stage->kernels[row].kernel,
        .groups = *groups,
        .is_end = commands->is_end,
        .times = 1,
    };

    clri_launched_note(commands->launched, &launched);
}

static clr_status enqueue_kernel(clri_commands *commands, cl_kernel kernel,
                                 const clri_stage_groups *groups)
{
    const clri_waits waits = clri_waits_of(commands);
    const size_t items[2] = {groups->count * groups->size, groups->rows};
    const size_t group[2] = {groups->size, 1};
    cl_event event = NULL;
    const cl_int code =
        clEnqueueNDRangeKernel(commands->queue, kernel, groups->rows ? 2 : 1, NULL, items, group,
                               waits.count, waits.list, clri_wanted_event(commands, &event));

    if (code != CL_SUCCESS)
        return clri_fail_opencl(commands->error, code, "clEnqueueNDRangeKernel",
                                "launching %zu groups of %zu work-items",
                                clri_groups_in_all(groups), groups->size);
    clri_has_started(commands, event);
    return CLR_OK;
}

/* Reads the log of the launch's groups, of a traced plan. */
static void collect_log(clri_commands *commands, const clri_stage_groups *groups)
{
    const clri_waits waits = clri_waits_of(commands);

    clri_trace_collect(commands->trace, commands->queue, waits.count, waits.list,
                       clri_groups_in_all(groups), groups->size);
}

clr_status clri_enqueue_marker(clri_commands *commands)
{
    const clri_waits waits = clri_waits_of(commands);
    cl_event event = NULL;
    const cl_int code =
        clEnqueueMarkerWithWaitList(commands->queue, waits.count, waits.list, &event);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(commands->error, code, "clEnqueueMarkerWithWaitList",
                                "marking the end of the run");
    clri_has_started(commands, event);
    return CLR_OK;
}

clr_status clri_enqueue_stage(clri_commands *commands, clri_stage *stage, size_t row,
                              const clri_value *values)
{
    const clri_value *launch = &values[stage->table->rows[row].groups];

    if (launch->kind != CLRI_VALUE_GROUPS)
        return clri_fail(commands->error, CLR_ERROR_BUILD, "the row of %s does not say its groups",
                         stage->table->rows[row].kernel);
    CLRI_OR_RETURN(clri_stage_bind(stage, row, values, commands->error));
    CLRI_OR_RETURN(enqueue_kernel(commands, stage->kernels[row].kernel, &launch->groups));
    note_launch(commands, stage, row, &launch->groups);
    if (commands->trace && clri_stage_has_log(stage, row, values))
        collect_log(commands, &launch->groups);
    return CLR_OK;
}

clr_status clri_enqueue_each(clri_commands *commands, clri_stage *stage, const clri_value *values)
{
    for (size_t i = 0; i < stage->table->row_count; i++)
        if (clri_stage_has(stage, i))
            CLRI_OR_RETURN(clri_enqueue_stage(commands, stage, i, values));
    return CLR_OK;
}
