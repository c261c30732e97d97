/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/launch_items.h"
#include "plan/launch_groups.h"
#include "plan/row_arguments.h"

/* ---- lists ---- */

static clr_status clear_list(clri_launch *launch, cl_mem list)
{
    const cl_uint none = 0;
    const clri_waits waits = clri_waits_of(launch);
    cl_event event = NULL;
    const cl_int code =
        clEnqueueFillBuffer(launch->job->run->queue, list, &none, sizeof none, 0, sizeof none,
                            waits.count, waits.list, clri_wanted_event(launch, &event));

    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->error, code, "clEnqueueFillBuffer", "clearing a list");
    clri_has_started(launch, event);
    return CLR_OK;
}

static clr_status clear_lists(clri_launch *launch)
{
    const clri_plan_items *items = &launch->plan->items;
    clr_status status = CLR_OK;

    if (items->list)
        CLRI_TRY(clear_list(launch, items->list));
    if (items->giants)
        CLRI_TRY(clear_list(launch, items->giants));
cleanup:
    return status;
}

/* A giant may be among those that the list had no room for: it is made right behind them. */
static clr_status launch_lists(clri_launch *launch)
{
    const clri_plan_items *items = &launch->plan->items;
    clr_status status = CLR_OK;

    if (items->list)
        CLRI_TRY(clri_launch_listed(launch));
    if (items->giants)
        CLRI_TRY(clri_launch_giants(launch));
cleanup:
    return status;
}

/* ---- items ---- */

static clr_status launch_vectors(clri_launch *launch, const clri_item_grid *grid)
{
    const clri_plan_items *items = &launch->plan->items;
    clri_arguments arguments = {.kernel = items->kernel, .error = launch->error};

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
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, items->kernel, grid->groups, items->choice.group_size);
}

clr_status clri_launch_items(clri_launch *launch)
{
    const clri_item_grid grid =
        clri_items_share(&launch->plan->items.choice, &launch->job->shape->rows);
    clr_status status = CLR_OK;

    CLRI_TRY(clear_lists(launch));
    CLRI_TRY(launch_vectors(launch, &grid));
    CLRI_TRY(launch_lists(launch));
cleanup:
    return status;
}

/* ---- teams ---- */

static clr_status launch_team_rows(clri_launch *launch, const clri_team_grid *grid)
{
    const clri_plan_items *items = &launch->plan->items;
    const bool has_giants = items->giants;
    clri_arguments arguments = {.kernel = items->teams, .error = launch->error};

    clri_bind_row_input(&arguments, launch, UINT64_MAX);
    clri_bind_row_output(&arguments, launch);
    clri_bind_ulong(&arguments, launch->job->shape->count);
    clri_bind_uint(&arguments, grid->items);
    clri_bind_ulong(&arguments, has_giants ? grid->longest : UINT64_MAX);
    clri_bind_ulong(&arguments, grid->giant);
    clri_bind_memory(&arguments, items->list);
    clri_bind_uint(&arguments, items->list_most);
    clri_bind_memory(&arguments, items->giants);
    clri_bind_uint(&arguments, CLRI_GIANTS_MOST);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, items->teams, grid->groups, items->choice.group_size);
}

clr_status clri_launch_teams(clri_launch *launch, uint64_t count)
{
    const clri_team_grid grid =
        clri_teams_share(&launch->plan->items.choice, launch->job->shape->count, count);
    clr_status status = CLR_OK;

    CLRI_TRY(clear_lists(launch));
    CLRI_TRY(launch_team_rows(launch, &grid));
    CLRI_TRY(launch_lists(launch));
cleanup:
    return status;
}

/* ---- a trial ---- */

clr_status clri_try_items(clri_launch *launch)
{
    const clri_item_grid items = {.groups = 1};
    const clri_team_grid teams = {.groups = 1, .items = 1};
    clr_status status = CLR_OK;

    CLRI_TRY(clear_lists(launch));
    if (launch->plan->items.kernel)
        CLRI_TRY(launch_vectors(launch, &items));
    if (launch->plan->items.teams)
        CLRI_TRY(launch_team_rows(launch, &teams));
    CLRI_TRY(launch_lists(launch));
cleanup:
    return status;
}
