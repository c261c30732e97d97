/* SPDX-License-Identifier: Apache-2.0 */
/*
 * carrier_cells - a cell in memory for each label, into which items fold elements by atomics, in
 * any order: labels need no sort, and any number of items may meet one label. It has a choice, a
 * text and kernels of its own, as there is no load, group and finish of a strategy.
 */
#include "shape/cells/label_grid.h"
#include "shape/cells/label_source.h"
#include "shape/cells/labels.h"
#include "shape/cells/launch_labels.h"

enum { TOLD_LONGS = 3 }; /* of clr_told (cl/reduce_labels.cl) */

/* Allocates the cells of all labels, and in TICKET a word for each, all to be initialised. */
static clr_status allocate_cells(clr_plan *plan, clri_error *error)
{
    const clri_choice *choice = plan->choice;
    const bool are_alone = clri_labels_are_alone(choice);
    const uint64_t sizes[CLRI_PLAN_BUFFERS] = {
        [CLRI_PLAN_STATES] = choice->labels.most * clri_labels_cell_size(choice),
        [CLRI_PLAN_TICKET] = choice->labels.most * sizeof(cl_uint),
        [CLRI_PLAN_NEAR] = are_alone ? clri_labels_near_room(choice) : 0,
        [CLRI_PLAN_LEFT] = choice->left.most * choice->left.layout.size,
    };

    CLRI_OR_RETURN(clri_stage_allocate_zeros(&plan->stage, plan->context, CLRI_PLAN_TOLD,
                                             TOLD_LONGS * sizeof(cl_ulong), error));
    return clri_stage_allocate(&plan->stage, plan->context, sizes, CLRI_PLAN_BUFFERS, error);
}

const clri_carrier clri_carrier_cells = {
    .name = "cells",
    .is_many = true,
    .is_atomic = true,
    .choose = clri_labels_choose,
    .launches = clri_labels_launches,
    .compose = clri_source_labels,
    .make = clri_labels_make,
    .allocate = allocate_cells,
    .try = clri_try_labels,
    .launch = clri_launch_labels,
};
