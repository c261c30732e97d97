/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/runs/keys.h"
#include "state/layout.h"

/* ---- the table ---- */

// clang-format off
enum kernel { COUNT_RUNS, ADD_RUNS, TELL_RUNS, MARK_RUNS, KERNELS };

/* What kernels are bound to, and how many groups they have. */
enum value {
    END, /* of a kernel's parameters */
    KEYS, FIRST_KEY, KEY_SIZE, COUNT, COUNT_AT, COUNT_INDEX,
    UNIQUE, ENDS, PLACE, RUNS_MOST, RUN_COUNT,
    STRETCHES, LENGTH,
    COUNTS, BEGINS, HEADS,
    BY_STRETCH, ONE,
    VALUES
};

/* Kernels of cl/find_runs.cl and cl/mark_runs.cl. */
static const clri_stage_row stage_rows[] = {
    [COUNT_RUNS] = {"clr_count_runs", "counts the runs that begin in each stretch of the keys",
        BY_STRETCH, {KEYS, FIRST_KEY, KEY_SIZE, COUNT, LENGTH, COUNTS, COUNT_AT, COUNT_INDEX}},
    [ADD_RUNS] = {"clr_add_runs", "adds up these counts",
        ONE, {COUNTS, STRETCHES, COUNT, BEGINS, ENDS, PLACE, RUNS_MOST, RUN_COUNT, COUNT_AT,
              COUNT_INDEX}},
    [TELL_RUNS] = {"clr_tell_runs", "tells where each run begins",
        BY_STRETCH, {KEYS, FIRST_KEY, KEY_SIZE, COUNT, LENGTH, COUNTS, BEGINS, UNIQUE, ENDS, PLACE,
                     RUNS_MOST, COUNT_AT, COUNT_INDEX}},
    /* for runs that are folded as they are found */
    [MARK_RUNS] = {"clr_mark_runs", "marks where runs of equal keys begin",
        BY_STRETCH, {KEYS, FIRST_KEY, KEY_SIZE, COUNT, LENGTH, COUNT_AT, COUNT_INDEX, HEADS,
                     COUNTS}},
};
// clang-format on

const clri_stage_table clri_keys_table = {stage_rows, KERNELS};

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

static void set_key_values(const clri_launch *launch, const clri_key_grid *grid,
                           clri_value to[VALUES])
{
    const clri_job *job = launch->job;
    const clri_key_runs *choice = &launch->plan->front.choice->runs;
    const clr_runs *runs = &job->shape->runs;
    const cl_mem *buffers = launch->plan->front.stage.buffers;

    /* the keys, and their count: the most, or read from memory */
    to[KEYS] = CLRI_MEMORY(runs->keys);
    to[FIRST_KEY] = CLRI_ULONG(runs->first);
    to[KEY_SIZE] = CLRI_UINT(clri_key_size(runs));
    to[COUNT] = CLRI_ULONG(job->count);
    to[COUNT_AT] = CLRI_MEMORY(job->run->count_at);
    to[COUNT_INDEX] = CLRI_ULONG(job->run->count_index);
    /* the caller's arrays for runs */
    to[UNIQUE] = CLRI_MEMORY(runs->unique);
    to[ENDS] = CLRI_MEMORY(runs->ends);
    to[PLACE] = CLRI_ULONG(job->run->output_index);
    to[RUNS_MOST] = CLRI_ULONG(runs->most);
    to[RUN_COUNT] = CLRI_MEMORY(runs->count);
    /* chunks of keys */
    to[STRETCHES] = CLRI_UINT(grid->stretches);
    to[LENGTH] = CLRI_ULONG(grid->length);
    /* scratch */
    to[COUNTS] = CLRI_OWN(buffers[CLRI_KEYS_COUNTS]);
    to[BEGINS] = CLRI_OWN(buffers[CLRI_KEYS_BEGINS]);
    to[HEADS] = CLRI_OWN(buffers[CLRI_KEYS_HEADS]);
    /* work-groups: an item or a group for each chunk; a single group */
    to[BY_STRETCH] = CLRI_GROUPS(clri_groups_of(grid->stretches, choice->group_size));
    to[ONE] = CLRI_GROUPS(clri_groups_of(1, choice->second_group_size));
}

/* ---- commands ---- */

static clr_status launch_key_kernel(clri_launch *launch, enum kernel kernel,
                                    const clri_value values[VALUES])
{
    return clri_enqueue_stage(&launch->commands, &launch->plan->front.stage, kernel, values);
}

clr_status clri_launch_marks(clri_launch *launch, const clri_key_grid *grid)
{
    clri_value values[VALUES];

    set_key_values(launch, grid, values);
    return launch_key_kernel(launch, MARK_RUNS, values);
}

clr_status clri_launch_keys(clri_launch *launch)
{
    const clri_key_runs *choice = &launch->plan->front.choice->runs;
    const clri_key_grid grid = clri_key_runs_share(choice, launch->job->count);
    clri_value values[VALUES];

    set_key_values(launch, &grid, values);
    CLRI_OR_RETURN(launch_key_kernel(launch, COUNT_RUNS, values));
    CLRI_OR_RETURN(launch_key_kernel(launch, ADD_RUNS, values));
    return launch_key_kernel(launch, TELL_RUNS, values);
}

clr_status clri_try_keys(clri_launch *launch)
{
    const clri_key_grid grid = clri_key_runs_share(&launch->plan->front.choice->runs, 0);
    clri_value values[VALUES];

    set_key_values(launch, &grid, values);
    return clri_enqueue_each(&launch->commands, &launch->plan->front.stage, values);
}
