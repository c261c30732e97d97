/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/runs/launch_runs.h"
#include "choose/row_grid.h"
#include "shape/arguments.h"
#include "shape/many/launch_items.h"
#include "shape/runs/choose_runs.h"
#include "shape/runs/keys.h"

// clang-format off
enum kernel { FOLD, JOIN, KERNELS };

/* What kernels are bound to, and how many groups they have. */
enum value {
    END, /* of a kernel's parameters */
    INPUT, OUTPUT, COUNT, COUNT_AT, COUNT_INDEX,
    KEYS, FIRST_KEY, KEY_SIZE, HEADS, COUNTS, STRETCHES, LENGTH,
    STATES, MARKS,
    UNIQUE, ENDS, PLACE, RUNS_MOST, RUN_COUNT,
    BEGINS, UNSURE,
    BY_STRETCH, ONE,
    VALUES
};

/* Kernels of cl/reduce_runs.cl, cl/join_runs.cl. */
static const clri_stage_row stage_rows[] = {
    [FOLD] = {"clr_reduce_runs", "groups fold the runs of their stretches",
        BY_STRETCH, {INPUT, OUTPUT, HEADS, COUNTS, LENGTH, COUNT, COUNT_AT, COUNT_INDEX, STATES,
                     MARKS, KEYS, FIRST_KEY, KEY_SIZE, BEGINS, UNIQUE, ENDS, PLACE, RUNS_MOST,
                     UNSURE}},
    [JOIN] = {"clr_join_runs", "joins runs that go on from stretch to stretch",
        ONE, {OUTPUT, COUNTS, STRETCHES, COUNT, COUNT_AT, COUNT_INDEX, STATES, MARKS, BEGINS, ENDS,
              PLACE, RUNS_MOST, RUN_COUNT, UNSURE}},
};
// clang-format on

const clri_stage_table clri_runs_table = {stage_rows, KERNELS};

clr_status clri_runs_make(clr_plan *plan, clri_error *error)
{
    clri_plan_items *items = &plan->items;

    return items->choice->runs.elements
               ? clri_stage_make(&items->beside, &clri_runs_table, CLRI_ROWS(KERNELS),
                                 items->stage.program, error)
               : CLR_OK;
}

/* ---- a run's values ---- */

struct values {
    clri_value of[VALUES];
    clri_arguments input, output, unsure;
};

/* Whether results may be left to groups, which read the begins of runs. */
static bool is_unsure(const clri_launch *launch)
{
    return clri_pass_is_unsure(&launch->plan->items.choice->pass);
}

/* Lists of results, and the length above which a run is a giant: so long that the list has room for
 * all giants. */
static const clri_arguments *unsure_arguments(const clri_launch *launch, clri_arguments *arguments)
{
    const clri_plan_items *items = &launch->plan->items;
    const uint64_t giant = clri_runs_giant(items->choice, launch->plan->choice, launch->job->count);

    if (!is_unsure(launch))
        return NULL;
    arguments->count = 0;
    clri_add_argument(arguments, CLRI_ULONG(giant));
    clri_add_list(arguments, items->stage.buffers[CLRI_ITEMS_GIANTS], CLRI_GIANTS_MOST);
    clri_add_list(arguments, items->stage.buffers[CLRI_ITEMS_LIST], items->list_most);
    return arguments;
}

static void set_run_values(const clri_launch *launch, const clri_key_grid *grid,
                           struct values *values)
{
    const clri_job *job = launch->job;
    const clr_runs *runs = &job->shape->runs;
    const cl_mem *buffers = launch->plan->front.stage.buffers;
    const size_t size = launch->plan->items.choice->runs.items;
    clri_value *to = values->of;

    to[INPUT] = CLRI_ARGUMENTS(clri_element_arguments(&values->input, launch->plan, job, 0, true));
    to[OUTPUT] = CLRI_ARGUMENTS(clri_result_arguments(&values->output, launch));
    to[COUNT] = CLRI_ULONG(job->count);
    to[COUNT_AT] = CLRI_MEMORY(job->run->count_at);
    to[COUNT_INDEX] = CLRI_ULONG(job->run->count_index);
    /* keys, and bits that mark the begins of runs */
    to[KEYS] = CLRI_MEMORY(runs->keys);
    to[FIRST_KEY] = CLRI_ULONG(runs->first);
    to[KEY_SIZE] = CLRI_UINT(clri_key_size(runs));
    to[HEADS] = CLRI_OWN(buffers[CLRI_KEYS_HEADS]);
    to[COUNTS] = CLRI_OWN(buffers[CLRI_KEYS_COUNTS]);
    to[STRETCHES] = CLRI_UINT(grid->stretches);
    to[LENGTH] = CLRI_ULONG(grid->length);
    /* partials of the first and the last run of each chunk, and the begins of these runs */
    to[STATES] = CLRI_OWN(buffers[CLRI_KEYS_STATES]);
    to[MARKS] = CLRI_OWN(buffers[CLRI_KEYS_MARKS]);
    /* the caller's arrays for runs */
    to[UNIQUE] = CLRI_MEMORY(runs->unique);
    to[ENDS] = CLRI_MEMORY(runs->ends);
    to[PLACE] = CLRI_ULONG(job->run->output_index);
    to[RUNS_MOST] = CLRI_ULONG(runs->most);
    to[RUN_COUNT] = CLRI_MEMORY(runs->count);
    /* lists of results that the kernels cannot certify, and the begins of runs for the groups that
     * make them anew */
    to[BEGINS] = CLRI_OWN(is_unsure(launch) ? buffers[CLRI_KEYS_BEGINS] : NULL);
    to[UNSURE] = CLRI_ARGUMENTS(unsure_arguments(launch, &values->unsure));
    /* work-groups: an item for each chunk; a single group */
    to[BY_STRETCH] = CLRI_GROUPS(clri_groups_of(grid->stretches, size));
    to[ONE] = CLRI_GROUPS(clri_groups_of(1, size));
}

/* ---- commands ---- */

static clr_status launch_folded(clri_launch *launch, const clri_key_grid *grid)
{
    clri_stage *stage = &launch->plan->items.beside;
    struct values values;

    set_run_values(launch, grid, &values);
    CLRI_OR_RETURN(clri_launch_marks(launch, grid));
    if (is_unsure(launch))
        CLRI_OR_RETURN(clri_clear_lists(launch));
    CLRI_OR_RETURN(clri_enqueue_stage(&launch->commands, stage, FOLD, values.of));
    CLRI_OR_RETURN(clri_enqueue_stage(&launch->commands, stage, JOIN, values.of));
    if (is_unsure(launch))
        CLRI_OR_RETURN(clri_launch_lists(launch));
    return CLR_OK;
}

clr_status clri_launch_runs(clri_launch *launch)
{
    const clri_key_runs *choice = &launch->plan->front.choice->runs;
    const clri_key_grid grid = clri_key_runs_share(choice, launch->job->count);

    if (grid.is_folded && launch->job->shape->count)
        return launch_folded(launch, &grid);
    CLRI_OR_RETURN(clri_launch_keys(launch));
    return launch->plan->choice->carrier->launch(launch);
}

clr_status clri_try_runs(clri_launch *launch)
{
    const clri_key_grid none = {0};
    struct values values;

    set_run_values(launch, &none, &values);
    values.of[BY_STRETCH].groups.count = 1;
    return clri_enqueue_each(&launch->commands, &launch->plan->items.beside, values.of);
}
