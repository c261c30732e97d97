/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/launch_slices.h"
#include "base/count.h"
#include "choose/slice_grid.h"
#include "plan/lists.h"
#include "plan/shape_words.h"
#include "state/layout.h"

#define CLRI_STAGE_ROWS "plan/launch_slices.def"
#include "stage/table.def"

const clri_stage_table clri_slices_table = {stage_rows, KERNELS, stage_kinds};

enum buffer { STATES_AT, DEALT_AT, BUFFERS };

clr_status clri_slices_make(clr_plan *plan, clri_error *error)
{
    clri_plan_items *items = &plan->items;
    const clri_choice_slices *slices = &items->choice.slices;
    const uint64_t sizes[BUFFERS] = {
        [STATES_AT] = slices->states * clri_layout_saved_size(&items->choice.pass),
        [DEALT_AT] = slices->deal_columns ? sizeof items->dealt.words : 0,
    };
    clr_status status = CLR_OK;

    if (!slices->lanes)
        return CLR_OK;
    CLRI_TRY(clri_stage_share(&items->slices, &clri_slices_table, CLRI_ROWS(KERNELS), &items->stage,
                              error));
    CLRI_TRY(clri_stage_allocate(&items->slices, plan->context, sizes, BUFFERS, error));
cleanup:
    return status;
}

/* ---- a run's values ---- */

struct run {
    clri_value values[VALUES];
    clri_list input, column_input, output, left;
};

static void fill_lists(const clri_launch *launch, const clri_slice_grid *grid, struct run *run)
{
    const clri_plan_items *items = &launch->plan->items;
    const bool are_dealt = grid->dealt > 1;

    run->input.count = run->column_input.count = run->output.count = run->left.count = 0;
    clri_list_rows(&run->input, launch, UINT64_MAX);
    if (are_dealt)
        clri_list_by_axes(&run->column_input, launch, items->slices.buffers[DEALT_AT]);
    clri_list_arrays(&run->output, launch);
    if (items->stage.buffers[CLRI_ITEMS_LIST])
        clri_list_list(&run->left, items->stage.buffers[CLRI_ITEMS_LIST], items->list_most);
    run->values[INPUT].list = &run->input;
    run->values[COLUMN_INPUT].list = are_dealt ? &run->column_input : &run->input;
    run->values[OUTPUT].list = &run->output;
    run->values[LEFT].list = &run->left;
}

static void fill(const clri_launch *launch, const clri_slice_grid *grid, struct run *run)
{
    const clri_plan_items *items = &launch->plan->items;
    clri_value *values = run->values;

    fill_lists(launch, grid, run);
    values[SLICES].number = grid->slices;
    values[LENGTH].wide = grid->length;
    values[VECTORS].wide = grid->items.vectors;
    values[LINE_VECTORS].wide = grid->items.line_vectors;
    values[LIE].number = grid->items.lie;
    values[ABREAST].number = grid->abreast;
    values[ACROSS].number = grid->across;
    values[STATES].memory = items->slices.buffers[STATES_AT];
    values[STATE_COUNT].number = grid->slices * grid->dealt;
    values[FOLDED].number = grid->folded;
    values[REST].number = grid->rest;
    values[FOR_COLUMNS].groups = clri_groups_of((size_t)grid->groups, items->choice.sizes.group);
}

/* Which results a launch is for. */
static void fill_part(const clri_launch *launch, const clri_slice_grid *grid, uint64_t first_row,
                      uint64_t count, clri_value values[VALUES])
{
    const uint64_t lines = clri_larger(count * grid->slices, 1);
    const uint64_t folds = clri_larger(clri_divide_up(count, grid->folded), 1);
    const size_t size = launch->plan->items.choice.sizes.group;

    values[FIRST_ROW].wide = first_row;
    values[ROWS].wide = count;
    values[COLUMNS].wide = count * grid->dealt;
    values[FOR_LINES].groups = clri_groups_of((size_t)lines, size);
    values[FOR_ROWS].groups = clri_groups_of((size_t)folds, size);
}

/* ---- commands ---- */

/* Columns that others are dealt out to have axes of their own. */
static clr_status tell_dealt(clri_launch *launch, const clri_slice_grid *grid)
{
    const clri_rows rows = clri_columns_dealt(&launch->job->shape->rows, grid->dealt);
    clri_plan_items *items = &launch->plan->items;

    return clri_shape_words_tell(launch, &rows, items->slices.buffers[DEALT_AT], &items->dealt);
}

static clr_status launch_kernel(clri_launch *launch, enum kernel kernel, const struct run *run)
{
    return clri_enqueue_stage(launch, &launch->plan->items.slices, kernel, run->values);
}

clr_status clri_enqueue_slices(clri_launch *launch)
{
    const uint64_t count = launch->job->shape->count;
    const clri_slice_grid grid =
        clri_slices_share(&launch->plan->items.choice, &launch->job->shape->rows);
    struct run run;
    clr_status status = CLR_OK;

    fill(launch, &grid, &run);
    if (grid.dealt > 1)
        CLRI_TRY(tell_dealt(launch, &grid));
    for (uint64_t first = 0; first < count; first += grid.rows_a_launch) {
        fill_part(launch, &grid, first, clri_smaller(count - first, grid.rows_a_launch),
                  run.values);
        CLRI_TRY(launch_kernel(launch, grid.are_columns ? REDUCE_COLUMNS : REDUCE_LINES, &run));
        CLRI_TRY(launch_kernel(launch, FOLD_SLICES, &run));
    }
cleanup:
    return status;
}

clr_status clri_try_slices(clri_launch *launch)
{
    const clri_slice_grid no_states = {
        .slices = 1, .groups = 1, .abreast = 1, .across = 1, .folded = 1};
    struct run run;

    fill(launch, &no_states, &run);
    fill_part(launch, &no_states, 0, 0, run.values);
    return clri_enqueue_each(launch, &launch->plan->items.slices, run.values);
}
