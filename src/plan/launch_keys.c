/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/launch_keys.h"
#include "plan/arguments.h"

cl_uint clri_key_size(const clr_runs *runs)
{
    return (cl_uint)(runs->type ? clri_number_of(runs->type)->size : 1);
}

static void bind_keys(clri_arguments *arguments, const clri_launch *launch,
                      const clri_key_grid *grid)
{
    const clr_runs *runs = &launch->job->shape->runs;

    clri_bind_memory(arguments, runs->keys);
    clri_bind_ulong(arguments, runs->first);
    clri_bind_uint(arguments, clri_key_size(runs));
    clri_bind_ulong(arguments, launch->job->count);
    clri_bind_ulong(arguments, grid->length);
    clri_bind_memory(arguments, launch->plan->keys.counts);
}

/* Behind all else that a kernel is told. */
static void bind_there(clri_arguments *arguments, const clri_launch *launch)
{
    if (!launch->plan->keys.choice.is_told_count)
        return;
    clri_bind_memory(arguments, launch->job->run->count_at);
    clri_bind_ulong(arguments, launch->job->run->count_index);
}

static clr_status count_runs(clri_launch *launch, const clri_key_grid *grid)
{
    const clri_plan_keys *keys = &launch->plan->keys;
    clri_arguments arguments = {.kernel = keys->count, .error = launch->error};

    bind_keys(&arguments, launch, grid);
    bind_there(&arguments, launch);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, keys->count, grid->stretches, keys->choice.group_size);
}

static clr_status add_runs(clri_launch *launch, const clri_key_grid *grid)
{
    const clri_plan_keys *keys = &launch->plan->keys;
    const clr_runs *runs = &launch->job->shape->runs;
    clri_arguments arguments = {.kernel = keys->add, .error = launch->error};

    clri_bind_memory(&arguments, keys->counts);
    clri_bind_uint(&arguments, grid->stretches);
    clri_bind_ulong(&arguments, launch->job->count);
    clri_bind_memory(&arguments, keys->begins);
    clri_bind_memory(&arguments, runs->ends);
    clri_bind_ulong(&arguments, launch->job->run->output_index);
    clri_bind_ulong(&arguments, runs->most);
    clri_bind_memory(&arguments, runs->count);
    bind_there(&arguments, launch);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, keys->add, 1, keys->choice.second_group_size);
}

static clr_status tell_runs(clri_launch *launch, const clri_key_grid *grid)
{
    const clri_plan_keys *keys = &launch->plan->keys;
    const clr_runs *runs = &launch->job->shape->runs;
    clri_arguments arguments = {.kernel = keys->tell, .error = launch->error};

    bind_keys(&arguments, launch, grid);
    clri_bind_memory(&arguments, keys->begins);
    clri_bind_memory(&arguments, runs->unique);
    clri_bind_memory(&arguments, runs->ends);
    clri_bind_ulong(&arguments, launch->job->run->output_index);
    clri_bind_ulong(&arguments, runs->most);
    bind_there(&arguments, launch);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, keys->tell, grid->stretches, keys->choice.group_size);
}

clr_status clri_launch_marks(clri_launch *launch, const clri_key_grid *grid)
{
    const clri_plan_keys *keys = &launch->plan->keys;
    const clr_runs *runs = &launch->job->shape->runs;
    clri_arguments arguments = {.kernel = keys->mark, .error = launch->error};

    clri_bind_memory(&arguments, runs->keys);
    clri_bind_ulong(&arguments, runs->first);
    clri_bind_uint(&arguments, clri_key_size(runs));
    clri_bind_ulong(&arguments, launch->job->count);
    clri_bind_ulong(&arguments, grid->length);
    clri_bind_memory(&arguments, launch->job->run->count_at);
    clri_bind_ulong(&arguments, launch->job->run->count_index);
    clri_bind_memory(&arguments, keys->heads);
    clri_bind_memory(&arguments, keys->counts);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, keys->mark, grid->stretches, keys->choice.group_size);
}

clr_status clri_launch_keys(clri_launch *launch)
{
    const clri_key_runs *choice = &launch->plan->keys.choice;
    const clri_key_grid grid = clri_key_runs_share(choice, launch->job->count);
    clr_status status = CLR_OK;

    CLRI_TRY(count_runs(launch, &grid));
    CLRI_TRY(add_runs(launch, &grid));
    CLRI_TRY(tell_runs(launch, &grid));
cleanup:
    return status;
}
