/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/launch_items.h"
#include "choose/row_grid.h"
#include "plan/launch_groups.h"
#include "plan/launch_slices.h"
#include "plan/lists.h"
#include "state/layout.h"

#define CLRI_STAGE_ROWS "plan/launch_items.def"
#include "stage/table.def"

const clri_stage_table clri_items_table = {stage_rows, KERNELS, stage_kinds};

/* ---- making ---- */

static uint32_t rows_of(const clri_choice *choice)
{
    const bool has_axes = choice->carrier == CLRI_CARRIER_ROWS;
    const bool is_staged = choice->staged.elements != 0;

    return (uint32_t)has_axes << ITEMS | (uint32_t)(choice->items.across != 0) << ACROSS |
           (uint32_t)(choice->teams.abreast != 0) << TEAMS | (uint32_t)is_staged << STAGED |
           (uint32_t)(is_staged && has_axes) << CLOSE;
}

clr_status clri_items_make_stage(clr_plan *plan, clri_error *error)
{
    clri_plan_items *items = &plan->items;

    return clri_stage_make(&items->stage, &clri_items_table, rows_of(&items->choice), plan->context,
                           items->source, items->choice.code.build_options, error);
}

/* As cl/finish/list.cl has it. */
static uint64_t list_size(uint64_t most)
{
    return CLRI_LIST_HEAD + most * sizeof(cl_ulong);
}

/* Lists of what groups are to make, and the states that these leave of giants. */
clr_status clri_items_make_lists(clr_plan *plan, clri_error *error)
{
    clri_plan_items *items = &plan->items;
    const bool has_giants = plan->choice.carrier == CLRI_CARRIER_SPANS;
    const bool has_list = has_giants || clri_pass_is_unsure(&items->choice.pass);
    const uint64_t states = CLRI_FIRST_STATE + clri_giants_states(&plan->choice);
    const uint64_t states_size = states * clri_layout_saved_size(&plan->choice.pass);
    const uint64_t sizes[CLRI_ITEMS_BUFFERS] = {
        [CLRI_ITEMS_LIST] = has_list ? list_size(CLRI_LISTED_MOST) : 0,
        [CLRI_ITEMS_MEDIUM] = has_giants ? list_size(CLRI_MEDIUM_MOST) : 0,
        [CLRI_ITEMS_GIANTS] = has_giants ? list_size(CLRI_GIANTS_MOST) : 0,
        [CLRI_ITEMS_GIANTS_STATES] = has_giants ? states_size : 0,
    };

    items->list_most = has_list ? CLRI_LISTED_MOST : 0;
    items->medium_most = has_giants ? CLRI_MEDIUM_MOST : 0;
    return clri_stage_allocate(&items->stage, plan->context, sizes, CLRI_ITEMS_BUFFERS, error);
}

/* ---- lists ---- */

static clr_status clear_list(clri_launch *launch, cl_mem list)
{
    const cl_uint none[CLRI_LIST_HEAD / sizeof(cl_uint)] = {0};
    const clri_waits waits = clri_waits_of(launch);
    cl_event event = NULL;
    const cl_int code =
        clEnqueueFillBuffer(launch->job->run->queue, list, none, sizeof none, 0, sizeof none,
                            waits.count, waits.list, clri_wanted_event(launch, &event));

    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->error, code, "clEnqueueFillBuffer", "clearing a list");
    clri_has_started(launch, event);
    return CLR_OK;
}

/* As a rule they are empty: whoever is the last to read one has left it so. */
clr_status clri_clear_lists(clri_launch *launch)
{
    clri_plan_items *items = &launch->plan->items;
    const bool are_empty = items->lists_are_empty;
    clr_status status = CLR_OK;

    items->lists_are_empty = false;
    for (size_t i = CLRI_ITEMS_LIST; i <= CLRI_ITEMS_GIANTS && !are_empty; i++)
        if (items->stage.buffers[i])
            CLRI_TRY(clear_list(launch, items->stage.buffers[i]));
cleanup:
    return status;
}

/* A giant may be among those that the list had no room for: it is made behind them. */
clr_status clri_launch_lists(clri_launch *launch)
{
    clri_plan_items *items = &launch->plan->items;
    clr_status status = CLR_OK;

    if (items->stage.buffers[CLRI_ITEMS_GIANTS])
        CLRI_TRY(clri_launch_listed_and_giants(launch));
    else if (items->stage.buffers[CLRI_ITEMS_LIST])
        CLRI_TRY(clri_launch_listed(launch));
    items->lists_are_empty = true;
cleanup:
    return status;
}

/* ---- a run's values ---- */

struct run {
    clri_value values[VALUES];
    clri_list input, output, unsure, too_long;
};

/* What all kernels have. */
static void fill(const clri_launch *launch, struct run *run)
{
    const clri_plan_items *items = &launch->plan->items;

    run->input.count = run->output.count = run->unsure.count = run->too_long.count = 0;
    clri_list_rows(&run->input, launch, UINT64_MAX);
    clri_list_arrays(&run->output, launch);
    if (clri_pass_is_unsure(&items->choice.pass))
        clri_list_list(&run->unsure, items->stage.buffers[CLRI_ITEMS_LIST], items->list_most);
    run->values[INPUT].list = &run->input;
    run->values[OUTPUT].list = &run->output;
    run->values[UNSURE].list = &run->unsure;
    run->values[TOO_LONG].list = &run->too_long;
    run->values[COUNT].wide = launch->job->shape->count;
    run->values[LOG].memory = launch->plan->trace.log;
}

static clr_status launch_kernel(clri_launch *launch, enum kernel kernel, const struct run *run)
{
    return clri_enqueue_stage(launch, &launch->plan->items.stage, kernel, run->values);
}

/* ---- items ---- */

static void fill_vectors(const clri_plan_items *items, const clri_item_grid *grid,
                         clri_value values[VALUES])
{
    values[VECTORS].wide = grid->vectors;
    values[LINE_VECTORS].wide = grid->line_vectors;
    values[LIE].number = grid->lie;
    values[FOR_VECTORS].groups = clri_groups_of(grid->groups, items->choice.sizes.group);
}

clr_status clri_launch_items(clri_launch *launch)
{
    const clri_plan_items *items = &launch->plan->items;
    const clri_item_grid grid = clri_items_share(&items->choice, &launch->job->shape->rows);
    const bool is_across = clri_stage_has(&items->stage, ACROSS) && grid.lie == CLRI_LIE_ACROSS;
    struct run run;
    clr_status status = CLR_OK;

    fill(launch, &run);
    fill_vectors(items, &grid, run.values);
    CLRI_TRY(clri_clear_lists(launch));
    CLRI_TRY(launch_kernel(launch, is_across ? ACROSS : ITEMS, &run));
    CLRI_TRY(clri_launch_lists(launch));
cleanup:
    return status;
}

/* ---- where kernels leave results ---- */

/* A list for what is too long, and, above `giant` elements, another one. */
struct left_over {
    cl_mem list;
    uint32_t list_most;
    cl_mem giants;
    uint64_t giant;
};

static struct left_over left_to_groups(const clri_plan_items *items, uint64_t giant)
{
    return (struct left_over){.list = items->stage.buffers[CLRI_ITEMS_LIST],
                              .list_most = items->list_most,
                              .giants = items->stage.buffers[CLRI_ITEMS_GIANTS],
                              .giant = giant};
}

static struct left_over left_to_large_teams(const clri_plan_items *items)
{
    return (struct left_over){.list = items->stage.buffers[CLRI_ITEMS_MEDIUM],
                              .list_most = items->medium_most,
                              .giant = UINT64_MAX};
}

/* ---- teams ---- */

/* For the results on the list `only`, or all if that is NULL. */
static void fill_teams(const clri_plan_items *items, const clri_team_grid *grid, cl_mem only,
                       const struct left_over *left, clri_value values[VALUES])
{
    values[TEAM].number = grid->items;
    values[ONLY].memory = only;
    values[ONLY_MOST].number = items->medium_most;
    values[LONGEST].wide = grid->longest;
    values[GIANT].wide = left->giant;
    values[LONGER].memory = left->list;
    values[LONGER_MOST].number = left->list_most;
    values[GIANTS].memory = left->giants;
    values[GIANTS_MOST].number = CLRI_GIANTS_MOST;
    values[FOR_TEAMS].groups = clri_groups_of(grid->groups, items->choice.sizes.group);
}

static clr_status launch_lines(clri_launch *launch, struct run *run)
{
    const clri_plan_items *items = &launch->plan->items;
    const clri_rows *rows = &launch->job->shape->rows;
    const clri_team_grid grid = clri_teams_share(&items->choice, rows->count, rows->length);
    const struct left_over left = left_to_groups(items, grid.giant);

    fill_teams(items, &grid, NULL, &left, run->values);
    return launch_kernel(launch, TEAMS, run);
}

/* ---- a stage ---- */

static void fill_stage(const clri_plan_items *items, const clri_stage_grid *grid,
                       clri_value values[VALUES])
{
    values[STAGE_ROWS].number = grid->rows;
    values[STAGE_TEAM].number = grid->items;
    values[FOR_STAGES].groups = clri_groups_of(grid->groups, items->choice.staged.group_size);
}

/* Segments that are too long for it. */
static void fill_too_long(const clri_stage_grid *grid, const struct left_over *left,
                          clri_list *list)
{
    clri_list_add(list, CLRI_VALUE_UINT, (clri_value){.number = grid->longest});
    clri_list_list(list, left->list, left->list_most);
    clri_list_add(list, CLRI_VALUE_ULONG, (clri_value){.wide = left->giant});
    clri_list_add(list, CLRI_VALUE_OWN, (clri_value){.memory = left->giants});
}

clr_status clri_launch_staged(clri_launch *launch)
{
    const clri_plan_items *items = &launch->plan->items;
    const clri_stage_grid grid = clri_rows_staged(&items->choice, &launch->job->shape->rows);
    struct run run;
    clr_status status = CLR_OK;

    fill(launch, &run);
    fill_stage(items, &grid, run.values);
    CLRI_TRY(clri_clear_lists(launch));
    CLRI_TRY(launch_kernel(launch, grid.is_close ? CLOSE : STAGED, &run));
    CLRI_TRY(clri_launch_lists(launch));
cleanup:
    return status;
}

/* ---- segments ---- */

/* What a stage is for: ends that are the next ones' begins. */
static clri_stage_grid stage_of_segments(const clri_launch *launch)
{
    const clri_shape_job *shape = launch->job->shape;

    return shape->segments.ends
               ? (clri_stage_grid){0}
               : clri_segments_staged(&launch->plan->items.choice, shape->count, shape->longest);
}

/* Most segments, by a stage or by small teams; the longer ones are left to large teams, or to
 * groups at once. */
static clr_status launch_most_segments(clri_launch *launch, const clri_segment_grid *grid,
                                       const clri_stage_grid *stage, struct run *run)
{
    const clri_plan_items *items = &launch->plan->items;
    const struct left_over left = grid->are_left_to_groups
                                      ? left_to_groups(items, grid->large.giant)
                                      : left_to_large_teams(items);

    if (stage->groups) {
        fill_stage(items, stage, run->values);
        fill_too_long(stage, &left, &run->too_long);
        return launch_kernel(launch, STAGED, run);
    }
    fill_teams(items, &grid->small, NULL, &left, run->values);
    return launch_kernel(launch, TEAMS, run);
}

/* Small teams for most segments, or a stage, and large ones for what they leave, or for all. */
static clr_status launch_segments(clri_launch *launch, struct run *run)
{
    const clri_plan_items *items = &launch->plan->items;
    const clri_shape_job *shape = launch->job->shape;
    const clri_segment_grid grid =
        clri_segments_share(&items->choice, &launch->plan->choice, shape->count, shape->longest);
    const clri_stage_grid stage = stage_of_segments(launch);
    const bool are_some_left = stage.groups || grid.small.items;
    const struct left_over left = left_to_groups(items, grid.large.giant);
    clr_status status = CLR_OK;

    if (are_some_left)
        CLRI_TRY(launch_most_segments(launch, &grid, &stage, run));
    if (are_some_left && grid.are_left_to_groups)
        return CLR_OK;
    fill_teams(items, &grid.large, are_some_left ? items->stage.buffers[CLRI_ITEMS_MEDIUM] : NULL,
               &left, run->values);
    CLRI_TRY(launch_kernel(launch, TEAMS, run));
cleanup:
    return status;
}

clr_status clri_launch_teams(clri_launch *launch)
{
    struct run run;
    clr_status status = CLR_OK;

    fill(launch, &run);
    CLRI_TRY(clri_clear_lists(launch));
    if (launch->plan->choice.carrier == CLRI_CARRIER_ROWS)
        CLRI_TRY(launch_lines(launch, &run));
    else
        CLRI_TRY(launch_segments(launch, &run));
    CLRI_TRY(clri_launch_lists(launch));
cleanup:
    return status;
}

/* ---- slices ---- */

clr_status clri_launch_slices(clri_launch *launch)
{
    clr_status status = CLR_OK;

    CLRI_TRY(clri_clear_lists(launch));
    CLRI_TRY(clri_enqueue_slices(launch));
    if (launch->plan->items.stage.buffers[CLRI_ITEMS_LIST])
        CLRI_TRY(clri_launch_listed_shared(launch));
cleanup:
    return status;
}

/* ---- a trial ---- */

clr_status clri_try_items(clri_launch *launch)
{
    const clri_plan_items *items = &launch->plan->items;
    const clri_item_grid vectors = {.groups = 1};
    const clri_team_grid teams = {.groups = 1, .items = 1};
    const clri_stage_grid stage = {.groups = 1, .rows = 1, .items = 1};
    const struct left_over none = {0};
    struct run run;
    clr_status status = CLR_OK;

    fill(launch, &run);
    fill_vectors(items, &vectors, run.values);
    fill_teams(items, &teams, NULL, &none, run.values);
    fill_stage(items, &stage, run.values);
    if (launch->plan->choice.carrier == CLRI_CARRIER_SPANS)
        fill_too_long(&stage, &none, &run.too_long);
    CLRI_TRY(clri_clear_lists(launch));
    CLRI_TRY(clri_enqueue_each(launch, &launch->plan->items.stage, run.values));
cleanup:
    return status;
}
