/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/equip.h"
#include "plan/launch_index.h"
#include "plan/native.h"

#include <stdlib.h>

void clri_plan_take_design(clr_plan *plan, clri_design *design)
{
    plan->design = design;
    plan->request = &design->request;
    plan->asked = &design->asked;
    plan->choice = &design->choice;
    plan->items.choice = &design->items;
    plan->front.choice = &design->front;
}

clr_status clri_equip_kernels(clr_plan *plan, clri_error *error)
{
    CLRI_OR_RETURN(plan->choice->carrier->make(plan, error));
    return clri_outside_make(plan, error);
}

clr_status clri_equip_cells(clr_plan *plan, clri_error *error)
{
    plan->cells = calloc(1, sizeof *plan->cells);
    if (!plan->cells)
        return clri_fail_memory(error);
    plan->cells->context = plan->context;
    clri_plan_take_design(plan->cells, plan->design->cells);
    return CLR_OK;
}

clr_status clri_equip_front(clr_plan *plan, clri_error *error)
{
    const clri_front *front = plan->front.choice->row;

    CLRI_OR_RETURN(front->make(plan, error));
    return front->allocate(plan, error);
}

/* The first program's kernels, unless the design leaves them out, and its memory. */
static clr_status equip_first(clr_plan *plan, clri_error *error)
{
    if (plan->design->program)
        CLRI_OR_RETURN(clri_equip_kernels(plan, error));
    return plan->choice->carrier->allocate(plan, error);
}

clr_status clri_equip(clr_plan *plan, clri_error *error)
{
    const clri_design *design = plan->design;

    plan->ways = design->ways;
    if (design->is_native)
        return clri_native_make(plan, error);
    CLRI_OR_RETURN(equip_first(plan, error));
    if (design->items_program)
        CLRI_OR_RETURN(plan->choice->carrier->make_items(plan, error));
    if (design->cells) {
        CLRI_OR_RETURN(clri_equip_cells(plan, error));
        CLRI_OR_RETURN(equip_first(plan->cells, error));
    }
    if (design->front_program)
        CLRI_OR_RETURN(clri_equip_front(plan, error));
    return CLR_OK;
}
