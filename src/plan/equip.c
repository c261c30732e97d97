/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/equip.h"
#include "plan/launch_index.h"

#include <stdlib.h>

void clri_equip_by(clr_plan *plan, clri_design *design)
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
    clr_status status = CLR_OK;

    CLRI_TRY(plan->choice->carrier->make(plan, error));
    CLRI_TRY(clri_outside_make(plan, error));
cleanup:
    return status;
}

clr_status clri_equip_cells(clr_plan *plan, clri_error *error)
{
    plan->cells = calloc(1, sizeof *plan->cells);
    if (!plan->cells)
        return clri_fail_memory(error);
    plan->cells->context = plan->context;
    clri_equip_by(plan->cells, plan->design->cells);
    return CLR_OK;
}

clr_status clri_equip_front(clr_plan *plan, clri_error *error)
{
    const clri_front *front = plan->front.choice->row;
    clr_status status = CLR_OK;

    CLRI_TRY(front->make(plan, error));
    CLRI_TRY(front->allocate(plan, error));
cleanup:
    return status;
}

/* The first program's kernels, unless the design leaves them out, and its memory. */
static clr_status equip_first(clr_plan *plan, clri_error *error)
{
    clr_status status = CLR_OK;

    if (plan->design->program)
        CLRI_TRY(clri_equip_kernels(plan, error));
    CLRI_TRY(plan->choice->carrier->allocate(plan, error));
cleanup:
    return status;
}

clr_status clri_equip(clr_plan *plan, clri_error *error)
{
    const clri_design *design = plan->design;
    clr_status status = CLR_OK;

    CLRI_TRY(equip_first(plan, error));
    if (design->items_program)
        CLRI_TRY(plan->choice->carrier->make_items(plan, error));
    if (design->cells) {
        CLRI_TRY(clri_equip_cells(plan, error));
        CLRI_TRY(equip_first(plan->cells, error));
    }
    if (design->front_program)
        CLRI_TRY(clri_equip_front(plan, error));
    plan->ways = design->ways;
cleanup:
    return status;
}
