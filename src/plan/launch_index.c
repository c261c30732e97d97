/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/launch_index.h"
#include "base/count.h"

#define CLRI_STAGE_ROWS "plan/launch_index.def"
#include "stage/table.def"

const clri_stage_table clri_outside_table = {stage_rows, KERNELS, stage_kinds};

/* Entries of the list that the run may read. */
struct listed {
    uint64_t first;
    uint64_t count;
};

static struct listed find_listed(const clr_plan *plan, const clri_job *job)
{
    const uint64_t first = job->index.first;
    clri_reach reach;

    if (!plan->choice->carrier->is_stepped)
        return (struct listed){first, job->index.count};
    if (job->shape->count == 0 || job->shape->rows.length == 0)
        return (struct listed){first, 0};
    reach = clri_rows_reach(&job->shape->rows, 0);
    return (struct listed){first - reach.below, reach.below + reach.above + 1};
}

clr_status clri_outside_make(clr_plan *plan, clri_error *error)
{
    return plan->choice->input.index
               ? clri_stage_make(&plan->outside, &clri_outside_table, CLRI_ROWS(KERNELS),
                                 plan->stage.program, error)
               : CLR_OK;
}

/* Counts entries from `first` on: an item has neighbouring entries on a CPU, else neighbouring
 * items have neighbouring entries. */
static clr_status count_outside(clri_launch *launch, uint64_t first, uint64_t count)
{
    const clri_choice_sizes *sizes = &launch->plan->choice->sizes;
    const clri_job *job = launch->job;
    const uint64_t items = (uint64_t)sizes->group_count * sizes->group;
    const uint64_t share = clri_divide_up(count, items);
    clri_value values[VALUES];

#include "stage/fill.def"
    return clri_enqueue_stage(&launch->commands, &launch->plan->outside, COUNT_OUTSIDE, values);
}

clr_status clri_launch_outside(clri_launch *launch)
{
    const clri_front *front = launch->plan->front.choice->row;
    const cl_ulong none = 0;
    struct listed listed;

    if (!launch->job->index.outside || (front && front->counts_outside))
        return CLR_OK;
    listed = find_listed(launch->plan, launch->job);
    CLRI_OR_RETURN(clri_enqueue_fill(&launch->commands, launch->job->index.outside, &none,
                                     sizeof none, 0, sizeof none, "clearing clr_index.outside"));
    if (listed.count)
        CLRI_OR_RETURN(count_outside(launch, listed.first, listed.count));
    return CLR_OK;
}

clr_status clri_try_outside(clri_launch *launch)
{
    return launch->plan->outside.program ? count_outside(launch, 0, 0) : CLR_OK;
}
