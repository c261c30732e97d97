/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/launch_runs.h"
#include "choose/choose_runs.h"
#include "choose/row_grid.h"
#include "plan/keys.h"
#include "plan/launch_items.h"
#include "plan/launch_rows.h"
#include "plan/lists.h"

#define CLRI_STAGE_ROWS "plan/launch_runs.def"
#include "stage/table.def"

const clri_stage_table clri_runs_table = {stage_rows, KERNELS, stage_kinds};

clr_status clri_runs_make(clr_plan *plan, clri_error *error)
{
    clri_plan_items *items = &plan->items;

    return items->choice.runs.elements ? clri_stage_share(&items->runs, &clri_runs_table,
                                                          CLRI_ROWS(KERNELS), &items->stage, error)
                                       : CLR_OK;
}

/* ---- a run's values ---- */

struct run {
    clri_value values[VALUES];
    clri_list input, output, count_at, unsure;
};

/* Whether results may be left to lists, and groups that need to know where runs begin. */
static bool is_unsure(const clri_launch *launch)
{
    return clri_pass_is_unsure(&launch->plan->items.choice.pass);
}

/* Of giants there are fewer than their list has places. */
static void fill_unsure(const clri_launch *launch, clri_list *list)
{
    const clri_plan_items *items = &launch->plan->items;
    const uint64_t giant =
        clri_runs_giant(&items->choice, &launch->plan->choice, launch->job->count);

    clri_list_add(list, CLRI_VALUE_ULONG, (clri_value){.wide = giant});
    clri_list_list(list, items->stage.buffers[CLRI_ITEMS_GIANTS], CLRI_GIANTS_MOST);
    clri_list_list(list, items->stage.buffers[CLRI_ITEMS_LIST], items->list_most);
}

static void fill_lists(const clri_launch *launch, struct run *run)
{
    run->input.count = run->output.count = run->count_at.count = run->unsure.count = 0;
    clri_list_elements(&run->input, launch->plan, launch->job, 0, true);
    clri_list_arrays(&run->output, launch);
    clri_list_count_at(&run->count_at, launch->job->run);
    if (is_unsure(launch))
        fill_unsure(launch, &run->unsure);
    run->values[INPUT].list = &run->input;
    run->values[OUTPUT].list = &run->output;
    run->values[COUNT_AT].list = &run->count_at;
    run->values[UNSURE].list = &run->unsure;
}

static void fill_keys(const clri_launch *launch, clri_value values[VALUES])
{
    const clr_runs *runs = &launch->job->shape->runs;

    values[KEYS].memory = runs->keys;
    values[FIRST_KEY].wide = runs->first;
    values[KEY_SIZE].number = clri_key_size(runs);
    values[UNIQUE].memory = runs->unique;
    values[ENDS].memory = runs->ends;
    values[PLACE].wide = launch->job->run->output_index;
    values[RUNS_MOST].wide = runs->most;
    values[RUN_COUNT].memory = runs->count;
}

static void fill_scratch(const clri_launch *launch, clri_value values[VALUES])
{
    const cl_mem *buffers = launch->plan->keys.stage.buffers;

    values[HEADS].memory = buffers[CLRI_KEYS_HEADS];
    values[COUNTS].memory = buffers[CLRI_KEYS_COUNTS];
    values[STATES].memory = buffers[CLRI_KEYS_STATES];
    values[MARKS].memory = buffers[CLRI_KEYS_MARKS];
    values[BEGINS].memory = is_unsure(launch) ? buffers[CLRI_KEYS_BEGINS] : NULL;
}

static void fill(const clri_launch *launch, const clri_key_grid *grid, struct run *run)
{
    const size_t size = launch->plan->items.choice.runs.items;
    clri_value *values = run->values;

    fill_lists(launch, run);
    fill_keys(launch, values);
    fill_scratch(launch, values);
    values[COUNT].wide = launch->job->count;
    values[STRETCHES].number = grid->stretches;
    values[LENGTH].wide = grid->length;
    values[BY_STRETCH].groups = clri_groups_of(grid->stretches, size);
    values[ONE].groups = clri_groups_of(1, size);
}

/* ---- commands ---- */

static clr_status launch_folded(clri_launch *launch, const clri_key_grid *grid)
{
    clri_stage *stage = &launch->plan->items.runs;
    struct run run;
    clr_status status = CLR_OK;

    fill(launch, grid, &run);
    CLRI_TRY(clri_launch_marks(launch, grid));
    if (is_unsure(launch))
        CLRI_TRY(clri_clear_lists(launch));
    CLRI_TRY(clri_enqueue_stage(launch, stage, FOLD, run.values));
    CLRI_TRY(clri_enqueue_stage(launch, stage, JOIN, run.values));
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
    const clri_key_grid none = {0};
    struct run run;

    fill(launch, &none, &run);
    run.values[BY_STRETCH].groups.count = 1;
    return clri_enqueue_each(launch, &launch->plan->items.runs, run.values);
}
