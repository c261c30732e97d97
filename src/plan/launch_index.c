/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/launch_index.h"
#include "base/count.h"

// clang-format off
enum kernel { COUNT_OUTSIDE, KERNELS };

/* What kernels are bound to, and how many groups they have. */
enum value {
    END, /* of a kernel's parameters */
    INDICES, FIRST, COUNT, COUNT_AT, COUNT_INDEX, ELEMENTS, OUTSIDE,
    APART, STEP, SHARE, ALL,
    VALUES
};

/* The kernel of cl/count_outside.cl. */
static const clri_stage_row stage_rows[] = {
    [COUNT_OUTSIDE] = {"clr_count_outside", "counts indices that name nothing",
        ALL, {INDICES, FIRST, COUNT, ELEMENTS, COUNT_AT, COUNT_INDEX, APART, STEP, SHARE, OUTSIDE}},
};
// clang-format on

const clri_stage_table clri_outside_table = {stage_rows, KERNELS};

/* Entries of the list that the run may read, each of which is counted once: along axes as far as
 * these reach, whichever results an entry belongs to. */
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
    clri_value to[VALUES];

    /* entries of the list, their count or its place in memory; the count of elements; the counter
     */
    to[INDICES] = CLRI_MEMORY(job->index.indices);
    to[FIRST] = CLRI_ULONG(first);
    to[COUNT] = CLRI_ULONG(count);
    to[COUNT_AT] = CLRI_MEMORY(job->run->count_at);
    to[COUNT_INDEX] = CLRI_ULONG(job->run->count_index);
    to[ELEMENTS] = CLRI_ULONG(job->run->inputs[0].count);
    to[OUTSIDE] = CLRI_MEMORY(job->index.outside);
    /* the distance of neighbouring items' entries, and of an item's entries; entries of an item */
    to[APART] = CLRI_ULONG(sizes->contiguous ? share : 1);
    to[STEP] = CLRI_ULONG(sizes->contiguous ? 1 : items);
    to[SHARE] = CLRI_ULONG(share);
    to[ALL] = CLRI_GROUPS(clri_groups_of(sizes->group_count, sizes->group));
    return clri_enqueue_stage(&launch->commands, &launch->plan->outside, COUNT_OUTSIDE, to);
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
