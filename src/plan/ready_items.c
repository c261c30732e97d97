/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/ready_items.h"
#include "compose/compose.h"
#include "shape/many/launch_items.h"

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
    const clri_carrier *carrier = plan->choice.carrier;
    const clri_front *front = plan->front.choice.row;
    clri_plan_items *items = &plan->items;
    clr_status status = CLR_OK;

    if (!carrier->choose_items)
        return CLR_OK;
    CLRI_TRY(carrier->choose_items(&plan->context->device, &plan->request, options, &plan->choice,
                                   &items->choice, &items->are_there, error));
    if (!items->are_there)
        return CLR_OK;
    if (front && front->choose_items)
        front->choose_items(plan, &items->choice);
    CLRI_TRY(clri_compose(&items->choice, &items->source, error));
    CLRI_TRY(carrier->make_items(plan, error));
    if (are_taken(plan))
        return clri_items_make_lists(plan, error);
    clri_plan_unmake_items(plan);
cleanup:
    return status;
}
