/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/launch_rows.h"
#include "choose/slice_grid.h"
#include "plan/launch_groups.h"
#include "plan/launch_items.h"
#include "plan/launch_slices.h"
#include "plan/launch_walk.h"
#include "plan/shape_words.h"

static clri_way find_way(const clr_plan *plan, const clri_shape_job *shape)
{
    const clri_choice *items = &plan->items.choice;

    if (!plan->items.are_there)
        return CLRI_WAY_GROUPS;
    if (items->walk.longest_tile)
        return CLRI_WAY_WALK;
    return plan->choice.carrier == CLRI_CARRIER_ROWS
               ? clri_way_with_slices(items, &plan->choice, &shape->rows)
               : clri_way_of_segments(items, shape->count);
}

/* Launches the second program's kernels, and the groups for the results left on lists. */
static clr_status launch_way(clri_launch *launch, clri_way way)
{
    const bool has_axes = launch->plan->choice.carrier == CLRI_CARRIER_ROWS;

    switch (way) {
    case CLRI_WAY_GROUPS:
        break;
    case CLRI_WAY_ITEMS:
        return clri_launch_items(launch);
    case CLRI_WAY_TEAMS:
        return has_axes ? clri_launch_lines(launch) : clri_launch_segments(launch);
    case CLRI_WAY_STAGE:
        return clri_launch_staged(launch);
    case CLRI_WAY_SLICES:
        return clri_launch_slices(launch);
    case CLRI_WAY_WALK:
        return clri_launch_walk(launch);
    }
    return CLR_OK;
}

clr_status clri_launch_rows(clri_launch *launch)
{
    clr_plan *plan = launch->plan;
    const clri_shape_job *shape = launch->job->shape;
    const clri_way way = find_way(plan, shape);
    clr_status status = CLR_OK;

    if (shape->count == 0)
        return CLR_OK;
    if (plan->choice.carrier == CLRI_CARRIER_ROWS)
        CLRI_TRY(clri_shape_words_tell(launch, &shape->rows, &plan->choice,
                                       plan->stage.buffers[CLRI_PLAN_AXES], &plan->shape));
    if (way == CLRI_WAY_GROUPS)
        return clri_launch_groups(launch);
    CLRI_TRY(clri_clear_lists(launch));
    CLRI_TRY(launch_way(launch, way));
    return way == CLRI_WAY_SLICES ? clri_launch_listed_shared(launch) : clri_launch_lists(launch);
cleanup:
    return status;
}
