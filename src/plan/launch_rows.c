/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/launch_rows.h"
#include "choose/geometry.h"
#include "plan/arguments.h"
#include "plan/shape_words.h"

/* ---- arguments ---- */

static void bind_segments(clri_arguments *arguments, const clri_job *job,
                          const clri_shape_job *shape)
{
    const clr_segments *segments = &shape->segments;
    const clri_number *number = clri_number_of(segments->type ? segments->type : CLR_TYPE_U32);

    clri_bind_memory(arguments, segments->begins);
    clri_bind_ulong(arguments, segments->first);
    clri_bind_memory(arguments, segments->ends ? segments->ends : segments->begins);
    clri_bind_ulong(arguments, segments->ends ? segments->first : segments->first + 1);
    clri_bind_ulong(arguments, job->count);
    clri_bind_uint(arguments, (cl_uint)(number->size / sizeof(cl_uint)));
    clri_bind_uint(arguments, number->class == CLRI_SIGNED);
    clri_bind_memory(arguments, segments->count_at);
    clri_bind_ulong(arguments, segments->count_index);
}

/* What all kernels have: inputs, the shape, ... */
static void bind_input(clri_arguments *arguments, const clri_launch *launch)
{
    const clr_plan *plan = launch->plan;
    const clri_job *job = launch->job;

    for (unsigned i = 0; i < plan->choice.pass.inputs; i++) {
        clri_bind_memory(arguments, job->run->inputs[i].buffer);
        clri_bind_ulong(arguments, job->run->inputs[i].first);
    }
    if (plan->choice.shape == CLR_SHAPE_AXES)
        clri_bind_memory(arguments, plan->shape);
    else
        bind_segments(arguments, job, job->shape);
}

/* ... and where results go. */
static void bind_output(clri_arguments *arguments, const clri_launch *launch)
{
    clri_bind_arrays(arguments, launch->plan, launch->job);
    clri_bind_ulong(arguments, launch->job->run->output_index);
}

/* What both kernels of groups have first. */
static void bind_rows(clri_arguments *arguments, const clri_launch *launch, uint64_t first_row,
                      uint64_t rows)
{
    bind_input(arguments, launch);
    clri_bind_memory(arguments, launch->plan->states);
    bind_output(arguments, launch);
    clri_bind_ulong(arguments, first_row);
    clri_bind_ulong(arguments, rows);
}

/* ---- groups ---- */

/* `list`: only the results that are on it, unless they are too many; NULL: all. */
static clr_status launch_first(clri_launch *launch, const clri_row_grid *grid, uint64_t first_row,
                               uint64_t rows, cl_mem list)
{
    const clr_plan *plan = launch->plan;
    clri_arguments arguments = {.kernel = plan->reduce, .error = launch->error};

    bind_rows(&arguments, launch, first_row, rows);
    clri_bind_memory(&arguments, list);
    clri_bind_uint(&arguments, plan->items.list_most);
    clri_bind_memory_of_group(&arguments, plan, plan->choice.group_size);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_rows(launch, plan->reduce, grid->groups, plan->choice.group_size,
                             grid->rows_at_once);
}

static clr_status launch_second(clri_launch *launch, const clri_row_grid *grid, uint64_t first_row,
                                uint64_t rows)
{
    const clr_plan *plan = launch->plan;
    clri_arguments arguments = {.kernel = plan->after, .error = launch->error};

    bind_rows(&arguments, launch, first_row, rows);
    clri_bind_uint(&arguments, grid->groups);
    clri_bind_memory_of_group(&arguments, plan, plan->choice.second_group_size);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_rows(launch, plan->after, 1, plan->choice.second_group_size,
                             rows ? rows : 1);
}

static clr_status launch_groups(clri_launch *launch)
{
    const clri_shape_job *shape = launch->job->shape;
    const clri_row_grid grid = clri_rows_share(&launch->plan->choice, shape->count, shape->longest);
    clr_status status = CLR_OK;

    for (uint64_t first = 0; first < shape->count;) {
        const uint64_t left = shape->count - first;
        const uint64_t rows = left < grid.rows_a_launch ? left : grid.rows_a_launch;

        CLRI_TRY(launch_first(launch, &grid, first, rows, NULL));
        if (grid.groups > 1)
            CLRI_TRY(launch_second(launch, &grid, first, rows));
        first += rows;
    }
cleanup:
    return status;
}

/* ---- items ---- */

static clr_status clear_list(clri_launch *launch)
{
    const cl_uint none = 0;
    const clri_waits waits = clri_waits_of(launch);
    cl_event event = NULL;
    const cl_int code = clEnqueueFillBuffer(launch->job->run->queue, launch->plan->items.list,
                                            &none, sizeof none, 0, sizeof none, waits.count,
                                            waits.list, clri_wanted_event(launch, &event));

    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->error, code, "clEnqueueFillBuffer", "clearing a list");
    clri_has_started(launch, event);
    return CLR_OK;
}

static clr_status launch_vectors(clri_launch *launch, const clri_item_grid *grid)
{
    const clri_plan_items *items = &launch->plan->items;
    clri_arguments arguments = {.kernel = items->kernel, .error = launch->error};

    bind_input(&arguments, launch);
    bind_output(&arguments, launch);
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

/* By items; and what they are not sure of by groups, each of which has such a result to itself. */
static clr_status launch_items(clri_launch *launch, const clri_item_grid *grid)
{
    const clri_plan_items *items = &launch->plan->items;
    const uint64_t count = launch->job->shape->count;
    const uint64_t most = launch->plan->choice.group_count;
    const clri_row_grid again = {.groups = 1,
                                 .rows_at_once = (uint32_t)(count && count < most ? count : most)};
    clr_status status = CLR_OK;

    if (items->list)
        CLRI_TRY(clear_list(launch));
    CLRI_TRY(launch_vectors(launch, grid));
    if (items->list)
        CLRI_TRY(launch_first(launch, &again, 0, count, items->list));
cleanup:
    return status;
}

/* ---- a run ---- */

clr_status clri_launch_rows(clri_launch *launch)
{
    const clri_plan_items *items = &launch->plan->items;
    const clri_rows *rows = &launch->job->shape->rows;
    clr_status status = CLR_OK;

    if (launch->job->shape->count == 0)
        return CLR_OK;
    if (launch->plan->choice.shape == CLR_SHAPE_AXES)
        CLRI_TRY(clri_shape_words_tell(launch));
    if (items->are_there && clri_items_are_better(&items->choice, &launch->plan->choice, rows)) {
        const clri_item_grid grid = clri_items_share(&items->choice, rows);

        return launch_items(launch, &grid);
    }
    status = launch_groups(launch);
cleanup:
    return status;
}

clr_status clri_try_rows(clri_launch *launch)
{
    const clri_row_grid grid = {.groups = 1, .rows_at_once = 1, .rows_a_launch = 1};
    clr_status status = launch_first(launch, &grid, 0, 0, NULL);

    if (status == CLR_OK)
        status = launch_second(launch, &grid, 0, 0);
    return status;
}

clr_status clri_try_items(clri_launch *launch)
{
    const clri_item_grid grid = {.groups = 1};

    return launch_items(launch, &grid);
}
