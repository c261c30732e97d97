/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/rows/launch_slices.h"
#include "base/count.h"
#include "choose/slice_grid.h"
#include "shape/arguments.h"
#include "shape/shape_words.h"
#include "state/layout.h"

// clang-format off
enum kernel { REDUCE_COLUMNS, REDUCE_LINES, FOLD_SLICES, KERNELS };

/* What kernels are bound to, and how many groups they have. */
enum value {
    END, /* of a kernel's parameters */
    INPUT, COLUMN_INPUT, OUTPUT,
    FIRST_ROW, ROWS, COLUMNS,
    SLICES, LENGTH, VECTORS, LINE_VECTORS, LIE, ABREAST, ACROSS,
    STATES, STATE_COUNT, FOLDED, REST, LEFT,
    FOR_COLUMNS, FOR_LINES, FOR_ROWS,
    VALUES
};

/* Kernels of cl/reduce_slices.cl. */
static const clri_stage_row stage_rows[] = {
    [REDUCE_COLUMNS] = {"clr_reduce_columns", "groups have slices of columns",
        FOR_COLUMNS, {COLUMN_INPUT, STATES, COLUMNS, VECTORS, LINE_VECTORS, LIE, ABREAST, ACROSS,
                      LENGTH}},
    [REDUCE_LINES] = {"clr_reduce_lines", "groups have slices of results that lie in lines",
        FOR_LINES, {INPUT, STATES, FIRST_ROW, ROWS, SLICES, LENGTH}},
    [FOLD_SLICES] = {"clr_fold_slices", "what slices left is folded",
        FOR_ROWS, {INPUT, OUTPUT, STATES, FIRST_ROW, ROWS, STATE_COUNT, FOLDED, REST, LEFT}},
};
// clang-format on

const clri_stage_table clri_slices_table = {stage_rows, KERNELS};

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

struct values {
    clri_value of[VALUES];
    clri_arguments input, column_input, output, left;
};

/* Columns that are dealt out to more columns have axes of their own. */
static const clri_arguments *
column_arguments(const clri_launch *launch, const clri_slice_grid *grid, clri_arguments *arguments)
{
    const cl_mem dealt = launch->plan->items.beside.buffers[DEALT_AT];

    return grid->dealt > 1 ? clri_row_arguments_by_axes(arguments, launch, dealt)
                           : clri_row_arguments(arguments, launch, UINT64_MAX);
}

/* The list of results that are left to groups, if there is one. */
static const clri_arguments *left_arguments(const clri_plan_items *items, clri_arguments *arguments)
{
    const cl_mem left = items->stage.buffers[CLRI_ITEMS_LIST];

    return left ? clri_list_arguments(arguments, left, items->list_most) : NULL;
}

/* Groups for `count` results or slices, at least one. */
static clri_stage_groups slice_groups(const clri_plan_items *items, uint64_t count)
{
    return clri_groups_of((size_t)clri_larger(count, 1), items->choice->sizes.group);
}

/* Sets the values for `count` results from number `first` on. */
static void set_slice_values(const clri_launch *launch, const clri_slice_grid *grid, uint64_t first,
                             uint64_t count, struct values *values)
{
    const clri_plan_items *items = &launch->plan->items;
    clri_value *to = values->of;

    to[INPUT] = CLRI_ARGUMENTS(clri_row_arguments(&values->input, launch, UINT64_MAX));
    to[COLUMN_INPUT] = CLRI_ARGUMENTS(column_arguments(launch, grid, &values->column_input));
    to[OUTPUT] = CLRI_ARGUMENTS(clri_result_arguments(&values->output, launch));
    /* results of a launch; of dealt-out columns the results that they belong to */
    to[FIRST_ROW] = CLRI_ULONG(first);
    to[ROWS] = CLRI_ULONG(count);
    to[COLUMNS] = CLRI_ULONG(count * grid->dealt);
    /* slices, and how elements are shared out to them */
    to[SLICES] = CLRI_UINT(grid->slices);
    to[LENGTH] = CLRI_ULONG(grid->length);
    to[VECTORS] = CLRI_ULONG(grid->items.vectors);
    to[LINE_VECTORS] = CLRI_ULONG(grid->items.line_vectors);
    to[LIE] = CLRI_UINT(grid->items.lie);
    to[ABREAST] = CLRI_UINT(grid->abreast);
    to[ACROSS] = CLRI_UINT(grid->across);
    /* the partials of slices, slices of a result, and results that a group folds at a time */
    to[STATES] = CLRI_OWN(items->beside.buffers[STATES_AT]);
    to[STATE_COUNT] = CLRI_UINT(grid->slices * grid->dealt);
    to[FOLDED] = CLRI_UINT(grid->folded);
    to[REST] = CLRI_UINT(grid->rest);
    to[LEFT] = CLRI_ARGUMENTS(left_arguments(items, &values->left));
    /* work-groups */
    to[FOR_COLUMNS] = CLRI_GROUPS(slice_groups(items, grid->groups));
    to[FOR_LINES] = CLRI_GROUPS(slice_groups(items, count * grid->slices));
    to[FOR_ROWS] = CLRI_GROUPS(slice_groups(items, clri_divide_up(count, grid->folded)));
}

/* ---- commands ---- */

/* Writes the axes of dealt-out columns to the device. */
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
    struct values values;

    if (grid.dealt > 1)
        CLRI_OR_RETURN(tell_dealt(launch, &grid));
    for (uint64_t first = 0; first < count; first += grid.rows_a_launch) {
        set_slice_values(launch, &grid, first, clri_smaller(count - first, grid.rows_a_launch),
                         &values);
        CLRI_OR_RETURN(clri_enqueue_stage(
            &launch->commands, stage, grid.are_columns ? REDUCE_COLUMNS : REDUCE_LINES, values.of));
        CLRI_OR_RETURN(clri_enqueue_stage(&launch->commands, stage, FOLD_SLICES, values.of));
    }
    return CLR_OK;
}

clr_status clri_try_slices(clri_launch *launch)
{
    /* no results, and no division by 0 */
    const clri_slice_grid no_states = {
        .slices = 1, .groups = 1, .abreast = 1, .across = 1, .folded = 1};
    struct values values;

    set_slice_values(launch, &no_states, 0, 0, &values);
    return clri_enqueue_each(&launch->commands, &launch->plan->items.beside, values.of);
}
