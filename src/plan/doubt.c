/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/doubt.h"

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

clr_status clri_doubt_find(clri_launch *launch, bool *are_left)
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

clr_status clri_wait_for_last(const clri_commands *commands)
{
    const cl_int code = commands->last ? clWaitForEvents(1, &commands->last) : CL_SUCCESS;
    const clr_status status = clri_check_last(commands);

    if (status != CLR_OK || code == CL_SUCCESS)
        return status;
    return clri_fail_opencl(commands->error, code, "clWaitForEvents", "waiting for the run's end");
}
