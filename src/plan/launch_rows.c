/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/launch_rows.h"
#include "choose/slice_grid.h"
#include "plan/launch_groups.h"
#include "plan/launch_items.h"
#include "plan/shape_words.h"

static clri_way find_way(const clr_plan *plan, const clri_shape_job *shape)
{
    const clri_choice *items = &plan->items.choice;

    if (!plan->items.are_there)
        return CLRI_WAY_GROUPS;
    return plan->choice.carrier == CLRI_CARRIER_ROWS
               ? clri_way_with_slices(items, &plan->choice, &shape->rows)
               : clri_way_of_segments(items, shape->count);
}

clr_status clri_launch_rows(clri_launch *launch)
{
    const clri_shape_job *shape = launch->job->shape;
    const bool has_axes = launch->plan->choice.carrier == CLRI_CARRIER_ROWS;
    clr_status status = CLR_OK;

    if (shape->count == 0)
        return CLR_OK;
    if (has_axes)
        CLRI_TRY(clri_shape_words_tell(launch, &shape->rows,
                                       launch->plan->stage.buffers[CLRI_PLAN_AXES],
                                       &launch->plan->shape));
    switch (find_way(launch->plan, shape)) {
    case CLRI_WAY_GROUPS:
        return clri_launch_groups(launch);
    case CLRI_WAY_ITEMS:
        return clri_launch_items(launch);
    case CLRI_WAY_TEAMS:
        return clri_launch_teams(launch);
    case CLRI_WAY_STAGE:
        return clri_launch_staged(launch);
    case CLRI_WAY_SLICES:
        return clri_launch_slices(launch);
    }
cleanup:
    return status;
}
