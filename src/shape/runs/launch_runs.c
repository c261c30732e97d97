/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/runs/launch_runs.h"
#include "choose/row_grid.h"
#include "shape/lists.h"
#include "shape/many/launch_items.h"
#include "shape/runs/choose_runs.h"
#include "shape/runs/keys.h"

#define CLRI_STAGE_ROWS "shape/runs/launch_runs.def"
#include "stage/table.def"

const clri_stage_table clri_runs_table = {stage_rows, KERNELS, stage_kinds};

clr_status clri_runs_make(clr_plan *plan, clri_error *error)
{
    clri_plan_items *items = &plan->items;

    return items->choice->runs.elements
               ? clri_stage_make(&items->beside, &clri_runs_table, CLRI_ROWS(KERNELS),
                                 items->stage.program, error)
               : CLR_OK;
}

/* ---- a run's values ---- */

struct run {
    clri_value values[VALUES];
    clri_list input, output, unsure;
};

/* Whether results may be left to groups, which read the begins of runs. */
static bool is_unsure(const clri_launch *launch)
{
    return clri_pass_is_unsure(&launch->plan->items.choice->pass);
}

/* Lists of results, and the length above which a run is a giant: so long that the list has room for
 * all giants. */
static const clri_list *list_unsure(const clri_launch *launch, clri_list *list)
{
    const clri_plan_items *items = &launch->plan->items;
    const uint64_t giant = clri_runs_giant(items->choice, launch->plan->choice, launch->job->count);

    if (!is_unsure(launch))
        return NULL;
    list->count = 0;
    clri_list_ulong(list, giant);
    clri_list_add_places(list, items->stage.buffers[CLRI_ITEMS_GIANTS], CLRI_GIANTS_MOST);
    clri_list_add_places(list, items->stage.buffers[CLRI_ITEMS_LIST], items->list_most);
    return list;
}

static void fill(const clri_launch *launch, const clri_key_grid *grid, struct run *run)
{
    const clri_job *job = launch->job;
    const clr_runs *runs = &job->shape->runs;
    const cl_mem *buffers = launch->plan->front.stage.buffers;
    const size_t size = launch->plan->items.choice->runs.items;
    clri_value *values = run->values;

#include "stage/fill.def"
}

/* ---- commands ---- */

static clr_status launch_folded(clri_launch *launch, const clri_key_grid *grid)
{
    clri_stage *stage = &launch->plan->items.beside;
    struct run run;

    fill(launch, grid, &run);
    CLRI_OR_RETURN(clri_launch_marks(launch, grid));
    if (is_unsure(launch))
        CLRI_OR_RETURN(clri_clear_lists(launch));
    CLRI_OR_RETURN(clri_enqueue_stage(&launch->commands, stage, FOLD, run.values));
    CLRI_OR_RETURN(clri_enqueue_stage(&launch->commands, stage, JOIN, run.values));
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
    struct run run;

    fill(launch, &none, &run);
    run.values[BY_STRETCH].groups.count = 1;
    return clri_enqueue_each(&launch->commands, &launch->plan->items.beside, run.values);
}
