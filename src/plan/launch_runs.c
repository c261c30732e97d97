/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/launch_runs.h"
#include "choose/choose_runs.h"
#include "choose/row_grid.h"
#include "plan/keys.h"
#include "plan/launch_items.h"
#include "plan/launch_rows.h"
#include "plan/row_arguments.h"

/* Whether results may be left to lists, and groups that need to know where runs begin. */
static bool is_unsure(const clri_launch *launch)
{
    return clri_pass_is_unsure(&launch->plan->items.choice.pass);
}

/* How many keys there are, at most or in memory. */
static void bind_count(clri_arguments *arguments, const clri_launch *launch)
{
    clri_bind_ulong(arguments, launch->job->count);
    clri_bind_memory(arguments, launch->job->run->count_at);
    clri_bind_ulong(arguments, launch->job->run->count_index);
}

/* Where states of stretches are left. */
static void bind_states(clri_arguments *arguments, const clri_launch *launch)
{
    clri_bind_memory(arguments, launch->plan->keys.stage.buffers[CLRI_KEYS_STATES]);
    clri_bind_memory(arguments, launch->plan->keys.stage.buffers[CLRI_KEYS_MARKS]);
}

static cl_mem begins_of(const clri_launch *launch)
{
    return is_unsure(launch) ? launch->plan->keys.stage.buffers[CLRI_KEYS_BEGINS] : NULL;
}

/* Of giants there are fewer than their list has places. */
static void bind_lists(clri_arguments *arguments, const clri_launch *launch)
{
    const clri_plan_items *items = &launch->plan->items;
    const uint64_t count = launch->job->count;

    if (!is_unsure(launch))
        return;
    clri_bind_ulong(arguments, clri_runs_giant(&items->choice, &launch->plan->choice, count));
    clri_bind_memory(arguments, items->giants);
    clri_bind_uint(arguments, CLRI_GIANTS_MOST);
    clri_bind_memory(arguments, items->list);
    clri_bind_uint(arguments, items->list_most);
}

static clr_status fold_runs(clri_launch *launch, const clri_key_grid *grid)
{
    const clr_plan *plan = launch->plan;
    const clr_runs *runs = &launch->job->shape->runs;
    clri_arguments arguments = {.kernel = plan->items.runs, .error = launch->error};

    clri_bind_inputs(&arguments, plan, launch->job, 0, true);
    clri_bind_mask(&arguments, plan, launch->job, 0, true);
    clri_bind_row_output(&arguments, launch);
    clri_bind_memory(&arguments, plan->keys.stage.buffers[CLRI_KEYS_HEADS]);
    clri_bind_memory(&arguments, plan->keys.stage.buffers[CLRI_KEYS_COUNTS]);
    clri_bind_ulong(&arguments, grid->length);
    bind_count(&arguments, launch);
    bind_states(&arguments, launch);
    clri_bind_memory(&arguments, runs->keys);
    clri_bind_ulong(&arguments, runs->first);
    clri_bind_uint(&arguments, clri_key_size(runs));
    clri_bind_memory(&arguments, begins_of(launch));
    clri_bind_memory(&arguments, runs->unique);
    clri_bind_memory(&arguments, runs->ends);
    clri_bind_ulong(&arguments, launch->job->run->output_index);
    clri_bind_ulong(&arguments, runs->most);
    bind_lists(&arguments, launch);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, plan->items.runs, grid->stretches,
                               plan->items.choice.runs.items);
}

static clr_status join_runs(clri_launch *launch, const clri_key_grid *grid)
{
    const clr_plan *plan = launch->plan;
    const clr_runs *runs = &launch->job->shape->runs;
    clri_arguments arguments = {.kernel = plan->items.join, .error = launch->error};

    clri_bind_row_output(&arguments, launch);
    clri_bind_memory(&arguments, plan->keys.stage.buffers[CLRI_KEYS_COUNTS]);
    clri_bind_uint(&arguments, grid->stretches);
    bind_count(&arguments, launch);
    bind_states(&arguments, launch);
    clri_bind_memory(&arguments, begins_of(launch));
    clri_bind_memory(&arguments, runs->ends);
    clri_bind_ulong(&arguments, launch->job->run->output_index);
    clri_bind_ulong(&arguments, runs->most);
    clri_bind_memory(&arguments, runs->count);
    bind_lists(&arguments, launch);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, plan->items.join, 1, plan->items.choice.runs.items);
}

static clr_status launch_folded(clri_launch *launch, const clri_key_grid *grid)
{
    clr_status status = CLR_OK;

    CLRI_TRY(clri_launch_marks(launch, grid));
    if (is_unsure(launch))
        CLRI_TRY(clri_clear_lists(launch));
    CLRI_TRY(fold_runs(launch, grid));
    CLRI_TRY(join_runs(launch, grid));
    if (is_unsure(launch))
        CLRI_TRY(clri_launch_lists(launch));
cleanup:
    return status;
}

clr_status clri_launch_runs(clri_launch *launch)
{
    const clri_key_runs *choice = &launch->plan->keys.choice;
    const clri_key_grid grid = clri_key_runs_share(choice, launch->job->count);
    clr_status status = CLR_OK;

    if (grid.is_folded && launch->job->shape->count)
        return launch_folded(launch, &grid);
    CLRI_TRY(clri_launch_keys(launch));
    CLRI_TRY(clri_launch_rows(launch));
cleanup:
    return status;
}

clr_status clri_try_runs(clri_launch *launch)
{
    const clri_key_grid grid = {.stretches = 1};
    const clri_key_grid none = {0};
    clr_status status = CLR_OK;

    CLRI_TRY(fold_runs(launch, &grid));
    CLRI_TRY(join_runs(launch, &none));
cleanup:
    return status;
}
