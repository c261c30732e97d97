/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/launch_slices.h"
#include "choose/slice_grid.h"
#include "plan/row_arguments.h"
#include "plan/shape_words.h"

/* Which results a launch is for. */
struct part {
    uint64_t first_row;
    uint64_t rows;
};

static clr_status launch_columns(clri_launch *launch, const clri_slice_grid *grid,
                                 const struct part *part)
{
    const clri_plan_items *items = &launch->plan->items;
    clri_arguments arguments = {.kernel = items->columns, .error = launch->error};

    if (grid->dealt > 1)
        clri_bind_dealt_input(&arguments, launch, &items->dealt);
    else
        clri_bind_row_input(&arguments, launch, UINT64_MAX);
    clri_bind_memory(&arguments, items->slice_states);
    clri_bind_ulong(&arguments, part->rows * grid->dealt);
    clri_bind_ulong(&arguments, grid->items.vectors);
    clri_bind_ulong(&arguments, grid->items.line_vectors);
    clri_bind_uint(&arguments, grid->items.lie);
    clri_bind_uint(&arguments, grid->abreast);
    clri_bind_uint(&arguments, grid->across);
    clri_bind_ulong(&arguments, grid->length);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, items->columns, (size_t)grid->groups,
                               items->choice.sizes.group);
}

static clr_status launch_lines(clri_launch *launch, const clri_slice_grid *grid,
                               const struct part *part)
{
    const clri_plan_items *items = &launch->plan->items;
    clri_arguments arguments = {.kernel = items->lines, .error = launch->error};
    const uint64_t groups = part->rows * grid->slices;

    clri_bind_row_input(&arguments, launch, UINT64_MAX);
    clri_bind_memory(&arguments, items->slice_states);
    clri_bind_ulong(&arguments, part->first_row);
    clri_bind_ulong(&arguments, part->rows);
    clri_bind_uint(&arguments, grid->slices);
    clri_bind_ulong(&arguments, grid->length);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, items->lines, groups ? (size_t)groups : 1,
                               items->choice.sizes.group);
}

static clr_status launch_fold(clri_launch *launch, const clri_slice_grid *grid,
                              const struct part *part)
{
    const clri_plan_items *items = &launch->plan->items;
    clri_arguments arguments = {.kernel = items->fold, .error = launch->error};
    const uint64_t groups = part->rows / grid->folded + (part->rows % grid->folded != 0);

    clri_bind_row_input(&arguments, launch, UINT64_MAX);
    clri_bind_row_output(&arguments, launch);
    clri_bind_memory(&arguments, items->slice_states);
    clri_bind_ulong(&arguments, part->first_row);
    clri_bind_ulong(&arguments, part->rows);
    clri_bind_uint(&arguments, grid->slices * grid->dealt);
    clri_bind_uint(&arguments, grid->folded);
    clri_bind_uint(&arguments, grid->rest);
    if (items->list) {
        clri_bind_memory(&arguments, items->list);
        clri_bind_uint(&arguments, items->list_most);
    }
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, items->fold, groups ? (size_t)groups : 1,
                               items->choice.sizes.group);
}

/* Columns that others are dealt out to have axes of their own. */
static clr_status tell_dealt(clri_launch *launch, const clri_slice_grid *grid)
{
    const clri_rows rows = clri_columns_dealt(&launch->job->shape->rows, grid->dealt);

    return clri_shape_words_tell(launch, &rows, &launch->plan->items.dealt);
}

clr_status clri_enqueue_slices(clri_launch *launch)
{
    const clri_rows *rows = &launch->job->shape->rows;
    const clri_slice_grid grid = clri_slices_share(&launch->plan->items.choice, rows);
    struct part part = {0};
    clr_status status = CLR_OK;

    if (grid.dealt > 1)
        CLRI_TRY(tell_dealt(launch, &grid));
    for (; part.first_row < rows->count; part.first_row += part.rows) {
        const uint64_t left = rows->count - part.first_row;

        part.rows = left < grid.rows_a_launch ? left : grid.rows_a_launch;
        if (grid.are_columns)
            CLRI_TRY(launch_columns(launch, &grid, &part));
        else
            CLRI_TRY(launch_lines(launch, &grid, &part));
        CLRI_TRY(launch_fold(launch, &grid, &part));
    }
cleanup:
    return status;
}

clr_status clri_try_slices(clri_launch *launch)
{
    const clri_slice_grid grid = {.slices = 1, .groups = 1, .abreast = 1, .across = 1, .dealt = 1};
    const clri_slice_grid no_states = {.folded = 1, .dealt = 1};
    const struct part none = {0};
    clr_status status = CLR_OK;

    CLRI_TRY(launch_columns(launch, &grid, &none));
    CLRI_TRY(launch_lines(launch, &grid, &none));
    CLRI_TRY(launch_fold(launch, &no_states, &none));
cleanup:
    return status;
}
