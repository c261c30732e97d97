/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/launch_index.h"
#include "plan/arguments.h"

/* The entries of the list that the run may look at. */
struct listed {
    uint64_t first;
    uint64_t count;
};

static struct listed find_listed(const clr_plan *plan, const clri_job *job)
{
    const uint64_t first = job->index.first;
    clri_reach reach;

    if (plan->choice.carrier != CLRI_CARRIER_ROWS)
        return (struct listed){first, job->index.count};
    if (job->shape->count == 0 || job->shape->rows.length == 0)
        return (struct listed){first, 0};
    reach = clri_rows_reach(&job->shape->rows, 0);
    return (struct listed){first - reach.below, reach.below + reach.above + 1};
}

/* Entries `first` on, shared out among items: neighbours to each on a CPU, else to neighbours. */
static clr_status count_outside(clri_launch *launch, uint64_t first, uint64_t count)
{
    const clr_plan *plan = launch->plan;
    const clri_choice *choice = &plan->choice;
    const clr_run *run = launch->job->run;
    clri_arguments arguments = {.kernel = plan->outside, .error = launch->error};
    const uint64_t items = (uint64_t)choice->sizes.group_count * choice->sizes.group;
    const uint64_t share = count / items + (count % items != 0);

    clri_bind_memory(&arguments, launch->job->index.indices);
    clri_bind_ulong(&arguments, first);
    clri_bind_ulong(&arguments, count);
    clri_bind_ulong(&arguments, run->inputs[0].count);
    clri_bind_memory(&arguments, run->count_at);
    clri_bind_ulong(&arguments, run->count_index);
    clri_bind_ulong(&arguments, choice->sizes.contiguous ? share : 1);
    clri_bind_ulong(&arguments, choice->sizes.contiguous ? 1 : items);
    clri_bind_ulong(&arguments, share);
    clri_bind_memory(&arguments, launch->job->index.outside);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, plan->outside, choice->sizes.group_count,
                               choice->sizes.group);
}

static clr_status clear(clri_launch *launch)
{
    const cl_ulong none = 0;
    const clri_waits waits = clri_waits_of(launch);
    cl_event event = NULL;
    const cl_int code = clEnqueueFillBuffer(launch->job->run->queue, launch->job->index.outside,
                                            &none, sizeof none, 0, sizeof none, waits.count,
                                            waits.list, clri_wanted_event(launch, &event));

    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->error, code, "clEnqueueFillBuffer",
                                "clearing clr_index.outside");
    clri_has_started(launch, event);
    return CLR_OK;
}

clr_status clri_launch_outside(clri_launch *launch)
{
    struct listed listed;
    clr_status status = CLR_OK;

    if (!launch->job->index.outside || launch->plan->sort.choice.is_there) /* whose keys tell it */
        return CLR_OK;
    listed = find_listed(launch->plan, launch->job);
    CLRI_TRY(clear(launch));
    if (listed.count)
        CLRI_TRY(count_outside(launch, listed.first, listed.count));
cleanup:
    return status;
}

clr_status clri_try_outside(clri_launch *launch)
{
    return launch->plan->outside ? count_outside(launch, 0, 0) : CLR_OK;
}
