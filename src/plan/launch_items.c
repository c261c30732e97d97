/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/launch_items.h"
#include "choose/row_grid.h"
#include "plan/launch_groups.h"
#include "plan/launch_slices.h"
#include "plan/row_arguments.h"

/* ---- lists ---- */

static clr_status clear_list(clri_launch *launch, cl_mem list)
{
    const cl_uint none[CLRI_LIST_HEAD / sizeof(cl_uint)] = {0};
    const clri_waits waits = clri_waits_of(launch);
    cl_event event = NULL;
    const cl_int code =
        clEnqueueFillBuffer(launch->job->run->queue, list, none, sizeof none, 0, sizeof none,
                            waits.count, waits.list, clri_wanted_event(launch, &event));

    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->error, code, "clEnqueueFillBuffer", "clearing a list");
    clri_has_started(launch, event);
    return CLR_OK;
}

/* As a rule they are empty: whoever is the last to read one has left it so. */
clr_status clri_clear_lists(clri_launch *launch)
{
    clri_plan_items *items = &launch->plan->items;
    const bool are_empty = items->lists_are_empty;
    clr_status status = CLR_OK;

    items->lists_are_empty = false;
    if (items->list && !are_empty)
        CLRI_TRY(clear_list(launch, items->list));
    if (items->medium && !are_empty)
        CLRI_TRY(clear_list(launch, items->medium));
    if (items->giants && !are_empty)
        CLRI_TRY(clear_list(launch, items->giants));
cleanup:
    return status;
}

/* A giant may be among those that the list had no room for: it is made behind them. */
clr_status clri_launch_lists(clri_launch *launch)
{
    clri_plan_items *items = &launch->plan->items;
    clr_status status = CLR_OK;

    if (items->giants)
        CLRI_TRY(clri_launch_listed_and_giants(launch));
    else if (items->list)
        CLRI_TRY(clri_launch_listed(launch));
    items->lists_are_empty = true;
cleanup:
    return status;
}

/* ---- items ---- */

static clr_status launch_vectors(clri_launch *launch, cl_kernel kernel, const clri_item_grid *grid)
{
    const clri_plan_items *items = &launch->plan->items;
    clri_arguments arguments = {.kernel = kernel, .error = launch->error};

    clri_bind_row_input(&arguments, launch, UINT64_MAX);
    clri_bind_row_output(&arguments, launch);
    clri_bind_ulong(&arguments, launch->job->shape->count);
    clri_bind_ulong(&arguments, grid->vectors);
    clri_bind_ulong(&arguments, grid->line_vectors);
    clri_bind_uint(&arguments, grid->lie);
    if (items->list) {
        clri_bind_memory(&arguments, items->list);
        clri_bind_uint(&arguments, items->list_most);
    }
    clri_bind_log(&arguments, launch->plan);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_traceable(launch, kernel, grid->groups, items->choice.sizes.group);
}

clr_status clri_launch_items(clri_launch *launch)
{
    const clri_plan_items *items = &launch->plan->items;
    const clri_item_grid grid = clri_items_share(&items->choice, &launch->job->shape->rows);
    const bool is_across = items->across && grid.lie == CLRI_LIE_ACROSS;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_clear_lists(launch));
    CLRI_TRY(launch_vectors(launch, is_across ? items->across : items->kernel, &grid));
    CLRI_TRY(clri_launch_lists(launch));
cleanup:
    return status;
}

/* ---- teams ---- */

/* Which results a launch of teams is for, all if `only` is NULL, and what it leaves to others. */
struct team_part {
    clri_team_grid grid;
    cl_mem only;
    uint32_t only_most;
    cl_mem list;
    uint32_t list_most;
    cl_mem giants;
};

static clr_status launch_part(clri_launch *launch, const struct team_part *part)
{
    const clri_plan_items *items = &launch->plan->items;
    clri_arguments arguments = {.kernel = items->teams, .error = launch->error};

    clri_bind_row_input(&arguments, launch, UINT64_MAX);
    clri_bind_row_output(&arguments, launch);
    clri_bind_ulong(&arguments, launch->job->shape->count);
    clri_bind_uint(&arguments, part->grid.items);
    clri_bind_memory(&arguments, part->only);
    clri_bind_uint(&arguments, part->only_most);
    clri_bind_ulong(&arguments, part->grid.longest);
    clri_bind_ulong(&arguments, part->grid.giant);
    clri_bind_memory(&arguments, part->list);
    clri_bind_uint(&arguments, part->list_most);
    clri_bind_memory(&arguments, part->giants);
    clri_bind_uint(&arguments, CLRI_GIANTS_MOST);
    clri_bind_log(&arguments, launch->plan);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_traceable(launch, items->teams, part->grid.groups,
                                  items->choice.sizes.group);
}

static clr_status launch_lines(clri_launch *launch)
{
    const clri_plan_items *items = &launch->plan->items;
    const clri_rows *rows = &launch->job->shape->rows;
    const struct team_part part = {.grid =
                                       clri_teams_share(&items->choice, rows->count, rows->length),
                                   .list = items->list,
                                   .list_most = items->list_most};

    return launch_part(launch, &part);
}

/* ---- a stage ---- */

/* Where segments go that are too long for it. */
struct left_over {
    cl_mem list;
    uint32_t list_most;
    cl_mem giants;
    uint64_t giant;
};

static clr_status launch_stage(clri_launch *launch, const clri_stage_grid *grid,
                               const struct left_over *left)
{
    const clri_plan_items *items = &launch->plan->items;
    const cl_kernel kernel = grid->is_close ? items->close : items->staged;
    clri_arguments arguments = {.kernel = kernel, .error = launch->error};

    clri_bind_row_input(&arguments, launch, UINT64_MAX);
    clri_bind_row_output(&arguments, launch);
    clri_bind_ulong(&arguments, launch->job->shape->count);
    clri_bind_uint(&arguments, grid->rows);
    clri_bind_uint(&arguments, grid->items);
    if (left) {
        clri_bind_uint(&arguments, grid->longest);
        clri_bind_memory(&arguments, left->list);
        clri_bind_uint(&arguments, left->list_most);
        clri_bind_ulong(&arguments, left->giant);
        clri_bind_memory(&arguments, left->giants);
    }
    if (clri_pass_is_unsure(&items->choice.pass)) {
        clri_bind_memory(&arguments, items->list);
        clri_bind_uint(&arguments, items->list_most);
    }
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, kernel, grid->groups, items->choice.staged.group_size);
}

clr_status clri_launch_staged(clri_launch *launch)
{
    const clri_stage_grid grid =
        clri_rows_staged(&launch->plan->items.choice, &launch->job->shape->rows);
    clr_status status = CLR_OK;

    CLRI_TRY(clri_clear_lists(launch));
    CLRI_TRY(launch_stage(launch, &grid, NULL));
    CLRI_TRY(clri_launch_lists(launch));
cleanup:
    return status;
}

/* ---- teams of segments ---- */

/* What a stage is for: ends that are the next ones' begins. */
static clri_stage_grid stage_of_segments(const clri_launch *launch)
{
    const clri_shape_job *shape = launch->job->shape;

    return shape->segments.ends
               ? (clri_stage_grid){0}
               : clri_segments_staged(&launch->plan->items.choice, shape->count, shape->longest);
}

/* For what is left over by those that go first: large teams, or groups at once. */
static struct left_over left_by_first(const clri_plan_items *items, const clri_segment_grid *grid)
{
    const struct left_over to_teams = {
        .list = items->medium, .list_most = items->medium_most, .giant = UINT64_MAX};
    const struct left_over to_groups = {.list = items->list,
                                        .list_most = items->list_most,
                                        .giants = items->giants,
                                        .giant = grid->large.giant};

    return grid->are_left_to_groups ? to_groups : to_teams;
}

static clr_status launch_small_teams(clri_launch *launch, const clri_segment_grid *grid,
                                     const struct left_over *left)
{
    struct team_part part = {.grid = grid->small,
                             .list = left->list,
                             .list_most = left->list_most,
                             .giants = left->giants};

    part.grid.giant = left->giant;
    return launch_part(launch, &part);
}

/* Small teams for most segments, or a stage, and large ones for what they leave, or for all. */
static clr_status launch_segments(clri_launch *launch)
{
    const clri_plan_items *items = &launch->plan->items;
    const clri_shape_job *shape = launch->job->shape;
    const clri_segment_grid grid =
        clri_segments_share(&items->choice, &launch->plan->choice, shape->count, shape->longest);
    const clri_stage_grid stage = stage_of_segments(launch);
    const bool is_first = stage.groups == 0 && grid.small.items;
    const struct left_over left = left_by_first(items, &grid);
    const struct team_part large = {.grid = grid.large,
                                    .only = stage.groups || is_first ? items->medium : NULL,
                                    .only_most = items->medium_most,
                                    .list = items->list,
                                    .list_most = items->list_most,
                                    .giants = items->giants};
    clr_status status = CLR_OK;

    if (stage.groups)
        CLRI_TRY(launch_stage(launch, &stage, &left));
    if (is_first)
        CLRI_TRY(launch_small_teams(launch, &grid, &left));
    if (!large.only || !grid.are_left_to_groups)
        CLRI_TRY(launch_part(launch, &large));
cleanup:
    return status;
}

clr_status clri_launch_teams(clri_launch *launch)
{
    clr_status status = CLR_OK;

    CLRI_TRY(clri_clear_lists(launch));
    if (launch->plan->choice.carrier == CLRI_CARRIER_ROWS)
        CLRI_TRY(launch_lines(launch));
    else
        CLRI_TRY(launch_segments(launch));
    CLRI_TRY(clri_launch_lists(launch));
cleanup:
    return status;
}

/* ---- slices ---- */

clr_status clri_launch_slices(clri_launch *launch)
{
    clr_status status = CLR_OK;

    CLRI_TRY(clri_clear_lists(launch));
    CLRI_TRY(clri_enqueue_slices(launch));
    if (launch->plan->items.list)
        CLRI_TRY(clri_launch_listed_shared(launch));
cleanup:
    return status;
}

/* ---- a trial ---- */

clr_status clri_try_items(clri_launch *launch)
{
    const clri_item_grid items = {.groups = 1};
    const struct team_part teams = {.grid = {.groups = 1, .items = 1}};
    const clri_stage_grid stage = {.groups = 1, .rows = 1, .items = 1};
    const struct left_over none = {0};
    const bool has_axes = launch->plan->choice.carrier == CLRI_CARRIER_ROWS;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_clear_lists(launch));
    if (launch->plan->items.kernel)
        CLRI_TRY(launch_vectors(launch, launch->plan->items.kernel, &items));
    if (launch->plan->items.across)
        CLRI_TRY(launch_vectors(launch, launch->plan->items.across, &items));
    if (launch->plan->items.teams)
        CLRI_TRY(launch_part(launch, &teams));
    if (launch->plan->items.staged)
        CLRI_TRY(launch_stage(launch, &stage, has_axes ? NULL : &none));
    if (launch->plan->items.columns)
        CLRI_TRY(clri_try_slices(launch));
    CLRI_TRY(clri_launch_lists(launch));
cleanup:
    return status;
}
