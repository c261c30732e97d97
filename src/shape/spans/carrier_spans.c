/* SPDX-License-Identifier: Apache-2.0 */
/*
 * carrier_spans - results between offsets in memory: by groups, or by teams of items and stages.
 * How long each span is the device alone knows: a run launches what its mean length makes likely,
 * and kernels put on lists what is longer than they can take. Runs of keys may be folded as they
 * are found (shape/runs/launch_runs.h).
 */
#include "base/count.h"
#include "choose/choose_items.h"
#include "choose/row_grid.h"
#include "shape/arguments.h"
#include "shape/many/launch_groups.h"
#include "shape/many/launch_items.h"
#include "shape/ranks/ranked.h"
#include "shape/runs/launch_runs.h"
#include "shape/spans/spans.h"

/* ---- the second program: items, teams and stages ---- */

static clr_status make_span_items(clr_plan *plan, clri_error *error)
{
    CLRI_OR_RETURN(clri_items_make_stage(plan, error));
    return clri_runs_make(plan, error);
}

static clr_status try_span_items(clri_launch *launch)
{
    CLRI_OR_RETURN(clri_try_items(launch));
    if (launch->plan->items.beside.program)
        CLRI_OR_RETURN(clri_try_runs(launch));
    return CLR_OK;
}

/* ---- a run ---- */

static void add_offsets(clri_arguments *arguments, const clri_launch *launch, uint64_t most)
{
    const clri_job *job = launch->job;
    const clr_segments *segments = &job->shape->segments;
    const clri_number *number = clri_number_of(segments->type ? segments->type : CLR_TYPE_U32);

    clri_add_argument(arguments, CLRI_MEMORY(segments->begins));
    clri_add_argument(arguments, CLRI_ULONG(segments->first));
    clri_add_argument(arguments, CLRI_MEMORY(segments->ends ? segments->ends : segments->begins));
    clri_add_argument(arguments,
                      CLRI_ULONG(segments->ends ? segments->first : segments->first + 1));
    clri_add_argument(arguments, CLRI_ULONG(job->count));
    clri_add_argument(arguments, CLRI_ULONG(most));
    clri_add_argument(arguments, CLRI_UINT((cl_uint)(number->size / sizeof(cl_uint))));
    clri_add_argument(arguments, CLRI_UINT(number->class == CLRI_SIGNED));
    clri_add_argument(arguments, CLRI_MEMORY(segments->count_at));
    clri_add_argument(arguments, CLRI_ULONG(segments->count_index));
}

/* Segments that are too long for a team are left to groups. So are exact sums that two or three
 * doubles cannot certify; if segments are short on average these are made again by items from
 * integers, as a group is far too much for a short result (shape/many/launch_items.h). The average
 * is the number of all elements (`longest`, as one segment may have them all) over that of
 * segments. */
static void ways_of_spans(const clr_plan *plan, const clri_shape_job *shape, clri_ways *found)
{
    const clri_choice *items = plan->items.choice;
    const bool are_short = shape->longest / clri_larger(shape->count, 1) <= items->again.longest;
    const bool are_again = items->again.longest && are_short;

    if (clri_way_of_segments(items, shape->count) == CLRI_WAY_GROUPS) {
        *found = (clri_ways){.first = 1u << CLRI_WAY_GROUPS};
        return;
    }
    found->first =
        1u << CLRI_WAY_TEAMS | (clri_segments_are_staged(plan, shape) ? 1u << CLRI_WAY_STAGE : 0);
    found->left = 1u << CLRI_WAY_GROUPS | (are_again ? 1u << CLRI_WAY_AGAIN : 0);
}

clr_status clri_launch_spans(clri_launch *launch)
{
    const clri_plan_items *items = &launch->plan->items;
    const uint64_t count = launch->job->shape->count;

    if (count == 0)
        return CLR_OK;
    if (!clri_has_items(launch->plan) ||
        clri_way_of_segments(items->choice, count) == CLRI_WAY_GROUPS)
        return clri_launch_groups(launch);
    CLRI_OR_RETURN(clri_clear_lists(launch));
    CLRI_OR_RETURN(clri_launch_segments(launch));
    return clri_launch_lists(launch);
}

/* ---- the rows ---- */

/* How elements are found, whether results are folded or selected. */
// clang-format off: a member a line
#define TEXT                                                                                       \
    {                                                                                              \
        .axes = "shape/offsets", .rows = "shape/by_offsets", .ends = "shape/ends_by_offsets",      \
        .staged = "stage/by_offsets",                                                              \
    }
// clang-format on

static const clri_carrier ranked = {
    .name = "spans",
    CLRI_BY_RANKS,
    .is_uneven = true,
    .text = TEXT,
    .add_arguments = add_offsets,
};

const clri_carrier clri_carrier_spans = {
    .name = "spans",
    .ranked = &ranked,
    CLRI_BY_GROUPS,
    .is_uneven = true,
    .has_giants = true,
    .text = TEXT,
    .choose_items = clri_items_choose,
    .make_items = make_span_items,
    .try_items = try_span_items,
    .add_arguments = add_offsets,
    .launch = clri_launch_spans,
    .ways = ways_of_spans,
};
