/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/rows/launch_slices.h"
#include "base/count.h"
#include "choose/slice_grid.h"
#include "shape/lists.h"
#include "shape/shape_words.h"
#include "state/layout.h"

#define CLRI_STAGE_ROWS "shape/rows/launch_slices.def"
#include "stage/table.def"

const clri_stage_table clri_slices_table = {stage_rows, KERNELS, stage_kinds};

enum buffer { STATES_AT, DEALT_AT, BUFFERS };

clr_status clri_slices_make(clr_plan *plan, clri_error *error)
{
    clri_plan_items *items = &plan->items;
    const clri_choice_slices *slices = &items->choice->slices;
    const uint64_t sizes[BUFFERS] = {
        [STATES_AT] = slices->states * clri_layout_saved_size(&items->choice->pass),
        [DEALT_AT] = slices->deal_columns ? sizeof items->axes.words : 0,
    };

    if (!slices->lanes || !clri_items_go(items->choice, CLRI_WAY_SLICES))
        return CLR_OK;
    CLRI_OR_RETURN(clri_stage_make(&items->beside, &clri_slices_table, CLRI_ROWS(KERNELS),
                                   items->stage.program, error));
    return clri_stage_allocate(&items->beside, plan->context, sizes, BUFFERS, error);
}

/* ---- a launch's values ---- */

struct run {
    clri_value values[VALUES];
    clri_list input, column_input, output, left;
};

/* Columns that are dealt out to more columns have axes of their own. */
static const clri_list *list_columns(const clri_launch *launch, const clri_slice_grid *grid,
                                     clri_list *list)
{
    const cl_mem dealt = launch->plan->items.beside.buffers[DEALT_AT];

    return grid->dealt > 1 ? clri_list_by_axes(list, launch, dealt)
                           : clri_list_rows(list, launch, UINT64_MAX);
}

/* The list of results that are left to groups, if there is one. */
static const clri_list *list_left(const clri_plan_items *items, clri_list *list)
{
    const cl_mem left = items->stage.buffers[CLRI_ITEMS_LIST];

    return left ? clri_list_places(list, left, items->list_most) : NULL;
}

/* Groups for `count` results or slices, at least one. */
static clri_stage_groups groups_for(const clri_plan_items *items, uint64_t count)
{
    return clri_groups_of((size_t)clri_larger(count, 1), items->choice->sizes.group);
}

/* Sets the values for `count` results from number `first` on. */
static void fill(const clri_launch *launch, const clri_slice_grid *grid, uint64_t first,
                 uint64_t count, struct run *run)
{
    const clri_plan_items *items = &launch->plan->items;
    clri_value *values = run->values;

#include "stage/fill.def"
}

/* ---- commands ---- */

static clr_status tell_dealt(clri_launch *launch, const clri_slice_grid *grid)
{
    const clri_rows rows = clri_columns_dealt(&launch->job->shape->rows, grid->dealt);
    clri_plan_items *items = &launch->plan->items;

    return clri_shape_words_tell(launch, &rows, launch->plan->choice,
                                 items->beside.buffers[DEALT_AT], &items->axes);
}

clr_status clri_launch_slices(clri_launch *launch)
{
    const uint64_t count = launch->job->shape->count;
    clri_stage *stage = &launch->plan->items.beside;
    const clri_slice_grid grid =
        clri_slices_share(launch->plan->items.choice, &launch->job->shape->rows);
    struct run run;

    if (grid.dealt > 1)
        CLRI_OR_RETURN(tell_dealt(launch, &grid));
    for (uint64_t first = 0; first < count; first += grid.rows_a_launch) {
        fill(launch, &grid, first, clri_smaller(count - first, grid.rows_a_launch), &run);
        CLRI_OR_RETURN(clri_enqueue_stage(&launch->commands, stage,
                                          grid.are_columns ? REDUCE_COLUMNS : REDUCE_LINES,
                                          run.values));
        CLRI_OR_RETURN(clri_enqueue_stage(&launch->commands, stage, FOLD_SLICES, run.values));
    }
    return CLR_OK;
}

clr_status clri_try_slices(clri_launch *launch)
{
    const clri_slice_grid no_states = {
        .slices = 1, .groups = 1, .abreast = 1, .across = 1, .folded = 1};
    struct run run;

    fill(launch, &no_states, 0, 0, &run);
    return clri_enqueue_each(&launch->commands, &launch->plan->items.beside, run.values);
}
