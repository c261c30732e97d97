/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/runs/keys.h"
#include "state/layout.h"

/* ---- the table ---- */

#define CLRI_STAGE_ROWS "shape/runs/keys.def"
#include "stage/table.def"

const clri_stage_table clri_keys_table = {stage_rows, KERNELS, stage_kinds};

/* ---- making ---- */

clr_status clri_keys_make(clr_plan *plan, clri_error *error)
{
    const uint32_t rows =
        plan->front.choice->runs.marked ? CLRI_ROWS(KERNELS) : CLRI_ROWS(MARK_RUNS);

    return clri_stage_make(&plan->front.stage, &clri_keys_table, rows,
                           plan->design->front_program->opencl, error);
}

/* Allocates the count of runs in each chunk, and their sum; the begin of each run, and the last
 * run's end. For runs that are folded as they are found: a bit for each key; where the first and
 * the last run of each chunk begin, and their partials. */
clr_status clri_keys_allocate(clr_plan *plan, clri_error *error)
{
    const clri_key_runs *choice = &plan->front.choice->runs;
    const uint64_t ends = 2 * (uint64_t)choice->marked_stretches;
    const uint64_t bits = sizeof(cl_uint) * 8;
    const bool marks = choice->marked != 0;
    const uint64_t sizes[] = {
        [CLRI_KEYS_BEGINS] = (choice->most + 1) * sizeof(cl_ulong),
        [CLRI_KEYS_COUNTS] = ((uint64_t)choice->stretches + 1) * sizeof(cl_ulong),
        [CLRI_KEYS_HEADS] = choice->marked / bits * sizeof(cl_uint),
        [CLRI_KEYS_MARKS] = marks ? ends * sizeof(cl_ulong) : 0,
        [CLRI_KEYS_STATES] = marks ? ends * clri_layout_saved_size(&plan->items.choice->pass) : 0,
    };

    return clri_stage_allocate(&plan->front.stage, plan->context, sizes,
                               sizeof sizes / sizeof *sizes, error);
}

/* ---- a run's values ---- */

cl_uint clri_key_size(const clr_runs *runs)
{
    return (cl_uint)(runs->type ? clri_number_of(runs->type)->size : 1);
}

static void fill(const clri_launch *launch, const clri_key_grid *grid, clri_value values[VALUES])
{
    const clri_job *job = launch->job;
    const clri_key_runs *choice = &launch->plan->front.choice->runs;
    const clr_runs *runs = &job->shape->runs;
    const cl_mem *buffers = launch->plan->front.stage.buffers;

#include "stage/fill.def"
}

/* ---- commands ---- */

static clr_status launch_kernel(clri_launch *launch, enum kernel kernel,
                                const clri_value values[VALUES])
{
    return clri_enqueue_stage(&launch->commands, &launch->plan->front.stage, kernel, values);
}

clr_status clri_launch_marks(clri_launch *launch, const clri_key_grid *grid)
{
    clri_value values[VALUES];

    fill(launch, grid, values);
    return launch_kernel(launch, MARK_RUNS, values);
}

clr_status clri_launch_keys(clri_launch *launch)
{
    const clri_key_runs *choice = &launch->plan->front.choice->runs;
    const clri_key_grid grid = clri_key_runs_share(choice, launch->job->count);
    clri_value values[VALUES];

    fill(launch, &grid, values);
    CLRI_OR_RETURN(launch_kernel(launch, COUNT_RUNS, values));
    CLRI_OR_RETURN(launch_kernel(launch, ADD_RUNS, values));
    return launch_kernel(launch, TELL_RUNS, values);
}

clr_status clri_try_keys(clri_launch *launch)
{
    const clri_key_grid grid = clri_key_runs_share(&launch->plan->front.choice->runs, 0);
    clri_value values[VALUES];

    fill(launch, &grid, values);
    return clri_enqueue_each(&launch->commands, &launch->plan->front.stage, values);
}
