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
}

/* What both kernels have first; what is theirs alone comes behind the first of the rows. */
static void bind_common(clri_arguments *arguments, const clri_launch *launch, uint64_t first_row)
{
    const clr_plan *plan = launch->plan;
    const clri_job *job = launch->job;
    const clri_shape_job *shape = job->shape;

    for (unsigned i = 0; i < plan->choice.pass.inputs; i++) {
        clri_bind_memory(arguments, job->run->inputs[i].buffer);
        clri_bind_ulong(arguments, job->run->inputs[i].first);
    }
    if (plan->choice.shape == CLR_SHAPE_AXES)
        clri_bind_memory(arguments, plan->shape);
    else
        bind_segments(arguments, job, shape);
    clri_bind_memory(arguments, plan->states);
    clri_bind_arrays(arguments, plan, job);
    clri_bind_ulong(arguments, job->run->output_index);
    clri_bind_ulong(arguments, first_row);
}

/* ---- commands ---- */

static clr_status launch_first(clri_launch *launch, const clri_row_grid *grid, uint64_t first_row,
                               uint64_t rows)
{
    const clr_plan *plan = launch->plan;
    clri_arguments arguments = {.kernel = plan->reduce, .error = launch->error};

    bind_common(&arguments, launch, first_row);
    clri_bind_ulong(&arguments, rows);
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

    bind_common(&arguments, launch, first_row);
    clri_bind_ulong(&arguments, rows);
    clri_bind_uint(&arguments, grid->groups);
    clri_bind_memory_of_group(&arguments, plan, plan->choice.second_group_size);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_rows(launch, plan->after, 1, plan->choice.second_group_size,
                             rows ? rows : 1);
}

clr_status clri_launch_rows(clri_launch *launch)
{
    const clri_shape_job *shape = launch->job->shape;
    const clri_row_grid grid = clri_rows_share(&launch->plan->choice, shape->count, shape->longest);
    clr_status status = CLR_OK;

    if (shape->count && launch->plan->choice.shape == CLR_SHAPE_AXES)
        CLRI_TRY(clri_shape_words_tell(launch));
    for (uint64_t first = 0; first < shape->count;) {
        const uint64_t left = shape->count - first;
        const uint64_t rows = left < grid.rows_a_launch ? left : grid.rows_a_launch;

        CLRI_TRY(launch_first(launch, &grid, first, rows));
        if (grid.groups > 1)
            CLRI_TRY(launch_second(launch, &grid, first, rows));
        first += rows;
    }
cleanup:
    return status;
}

clr_status clri_launch_rows_trial(clri_launch *launch)
{
    const clri_row_grid grid = {.groups = 1, .rows_at_once = 1, .rows_a_launch = 1};
    clr_status status = launch_first(launch, &grid, 0, 0);

    if (status == CLR_OK)
        status = launch_second(launch, &grid, 0, 0);
    return status;
}
