/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/ready_items.h"
#include "base/count.h"
#include "choose/choose_items.h"
#include "choose/choose_runs.h"
#include "choose/walk.h"
#include "compose/compose.h"
#include "plan/launch_items.h"
#include "plan/launch_runs.h"
#include "plan/launch_slices.h"
#include "plan/launch_walk.h"

/* Whether the device allows the group sizes of all kernels. */
static bool are_taken(const clr_plan *plan)
{
    const cl_device_id device = plan->context->device.device;
    const clri_plan_items *items = &plan->items;
    const uint64_t group = items->choice.sizes.group;

    return clri_stage_group_limit(&items->stage, device) >= group &&
           clri_stage_group_limit(&items->slices, device) >= group &&
           clri_stage_group_limit(&items->runs, device) >= group;
}

clr_status clri_items_make(clr_plan *plan, const clr_plan_options *options, clri_error *error)
{
    clri_plan_items *items = &plan->items;
    clr_status status = CLR_OK;

    CLRI_TRY((plan->choice.input.keeps_axes ? clri_walk_choose : clri_items_choose)(
        &plan->context->device, &plan->request, options, &plan->choice, &items->choice,
        &items->are_there, error));
    if (!items->are_there)
        return CLR_OK;
    clri_runs_choose(&plan->context->device, &plan->keys.choice, &items->choice);
    CLRI_TRY(clri_compose(&items->choice, &items->source, error));
    CLRI_TRY(items->choice.walk.longest_tile ? clri_walk_make_stage(plan, error)
                                             : clri_items_make_stage(plan, error));
    CLRI_TRY(clri_slices_make(plan, error));
    CLRI_TRY(clri_runs_make(plan, error));
    if (are_taken(plan))
        return clri_items_make_lists(plan, error);
    clri_plan_unmake_items(plan);
cleanup:
    return status;
}

clr_status clri_items_try(clri_launch *launch)
{
    const clri_plan_items *items = &launch->plan->items;
    clr_status status = CLR_OK;

    if (items->choice.walk.longest_tile)
        return clri_try_walk(launch);
    CLRI_TRY(clri_try_items(launch));
    if (items->slices.program)
        CLRI_TRY(clri_try_slices(launch));
    if (items->runs.program)
        CLRI_TRY(clri_try_runs(launch));
cleanup:
    return status;
}
