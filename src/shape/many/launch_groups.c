/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/many/launch_groups.h"
#include "base/count.h"
#include "choose/geometry.h"
#include "choose/row_grid.h"
#include "shape/arguments.h"

// clang-format off
enum kernel { REDUCE, PARTIALS, KERNELS };

/* What kernels are bound to, and how many groups they have. */
enum value {
    END, /* of a kernel's parameters */
    INPUT, OUTPUT, FIRST_ROW, ROWS,
    STATES, TICKETS, SHARED_BY,
    LIST, LIST_MOST, GIANTS, PARTS, PART_DIGITS, MOST, DONE,
    CELLS, SECOND_CELLS, BINS, LOG,
    FIRST, SECOND,
    VALUES
};

/* Kernels of cl/reduce_rows.cl and cl/finish/second_rows.cl. */
static const clri_stage_row stage_rows[] = {
    [REDUCE] = {"clr_reduce",
        "a group, or several, for a result; behind other kernels, for those that they left",
        FIRST, {INPUT, STATES, TICKETS, OUTPUT, FIRST_ROW, ROWS, LIST, LIST_MOST, GIANTS, PARTS,
                PART_DIGITS, MOST, DONE, CELLS, BINS, LOG}},
    [PARTIALS] = {"clr_reduce_partials", "what groups left that share a result is folded",
        SECOND, {INPUT, STATES, OUTPUT, FIRST_ROW, ROWS, SHARED_BY, PART_DIGITS, LIST, DONE,
                 SECOND_CELLS, BINS, LOG}},
};
// clang-format on

const clri_stage_table clri_groups_table = {stage_rows, KERNELS};

/* Whether a second launch folds the partials of groups that share a result. */
static bool has_second(const clr_plan *plan)
{
    return plan->choice->strategy.finish->kernels == CLRI_KERNELS_SECOND;
}

clr_status clri_groups_make(clr_plan *plan, clri_error *error)
{
    return clri_stage_make(&plan->stage, &clri_groups_table,
                           1u << REDUCE | clri_row_if(PARTIALS, has_second(plan)),
                           plan->design->program->opencl, error);
}

/* ---- a launch's values ---- */

/* The results of a launch, their groups, and where groups that share a result leave partials. */
struct part {
    clri_row_grid grid;
    uint64_t first_row;
    uint64_t rows;
    cl_mem list; /* the results on this list only; NULL: all */
    uint32_t list_most;
    cl_mem giants; /* or NULL: giants on this list, each in at most `parts` parts */
    uint32_t parts;
    uint32_t part_digits; /* a giant's part has 2^part_digits elements; 0: every giant has `parts`
                             parts */
    cl_uint done;         /* CLRI_DONE_...: lists that no kernel reads after the first launch */
    cl_mem states;
    uint32_t folders; /* groups that fold partials, each of several results in turn; 0: a group for
                         each result */
};

/* The most elements of a result that `groups` groups take. */
static uint64_t most_of_groups(const clri_launch *launch, uint32_t groups)
{
    const uint64_t capacity = clri_group_capacity(launch->plan->choice);

    return capacity > UINT64_MAX / groups ? UINT64_MAX : capacity * groups;
}

struct values {
    clri_value of[VALUES];
    clri_arguments input, output;
};

static void set_group_values(const clri_launch *launch, const struct part *part,
                             struct values *values)
{
    const clr_plan *plan = launch->plan;
    const clri_choice_sizes *sizes = &plan->choice->sizes;
    const uint32_t groups = part->giants ? part->parts : part->grid.groups;
    const uint64_t folders = part->folders ? part->folders : clri_larger(part->rows, 1);
    clri_value *to = values->of;

    to[INPUT] =
        CLRI_ARGUMENTS(clri_row_arguments(&values->input, launch, most_of_groups(launch, groups)));
    to[OUTPUT] = CLRI_ARGUMENTS(clri_result_arguments(&values->output, launch));
    to[FIRST_ROW] = CLRI_ULONG(part->first_row);
    to[ROWS] = CLRI_ULONG(part->rows);
    /* partials, and the number of groups of a result */
    to[STATES] = CLRI_OWN(part->states);
    to[TICKETS] = CLRI_OWN(plan->stage.buffers[CLRI_PLAN_TICKET]);
    to[SHARED_BY] = CLRI_UINT(part->grid.groups);
    /* lists of results */
    to[LIST] = CLRI_OWN(part->list);
    to[LIST_MOST] = CLRI_UINT(part->list_most);
    to[GIANTS] = CLRI_OWN(part->giants);
    to[PARTS] = CLRI_UINT(part->parts);
    to[PART_DIGITS] = CLRI_UINT(part->part_digits);
    to[MOST] = CLRI_ULONG(most_of_groups(launch, part->grid.groups));
    to[DONE] = CLRI_UINT(part->done);
    /* a group's local memory, and a trace */
    to[CELLS] = CLRI_LOCAL(clri_local_argument(plan, sizes->group));
    to[SECOND_CELLS] = CLRI_LOCAL(clri_local_argument(plan, sizes->second_group));
    to[BINS] = CLRI_LOCAL(clri_bins_argument(plan));
    to[LOG] = CLRI_LOG(plan->trace.log);
    /* work-groups */
    to[FIRST] =
        CLRI_GROUPS(clri_groups_by_rows(part->grid.groups, sizes->group, part->grid.rows_at_once));
    to[SECOND] = CLRI_GROUPS(clri_groups_by_rows(1, sizes->second_group, (size_t)folders));
}

/* ---- commands ---- */

static clr_status launch_group_kernel(clri_launch *launch, enum kernel kernel,
                                      const struct part *part)
{
    struct values values;

    set_group_values(launch, part, &values);
    return clri_enqueue_stage(&launch->commands, &launch->plan->stage, kernel, values.of);
}

static clr_status launch_shared(clri_launch *launch, cl_mem list, uint32_t list_most)
{
    const clri_shape_job *shape = launch->job->shape;
    struct part part = {
        .grid = clri_rows_share(launch->plan->choice, shape->count, shape->longest),
        .list = list,
        .list_most = list_most,
        .states = launch->plan->stage.buffers[CLRI_PLAN_STATES],
    };

    for (; part.first_row < shape->count; part.first_row += part.rows) {
        const uint64_t left = shape->count - part.first_row;

        part.rows = left < part.grid.rows_a_launch ? left : part.grid.rows_a_launch;
        CLRI_OR_RETURN(launch_group_kernel(launch, REDUCE, &part));
        if (part.grid.groups > 1 && has_second(launch->plan))
            CLRI_OR_RETURN(launch_group_kernel(launch, PARTIALS, &part));
    }
    return CLR_OK;
}

clr_status clri_launch_groups(clri_launch *launch)
{
    return launch_shared(launch, NULL, 0);
}

/* A list that may overflow is read by a single launch: a second kernel could not see the
 * overflow. */
clr_status clri_launch_listed_shared(clri_launch *launch)
{
    const clri_plan_items *items = &launch->plan->items;
    const cl_mem list = items->stage.buffers[CLRI_ITEMS_LIST];

    if (!list || launch->job->keeps_lists)
        return CLR_OK;
    if (launch->job->shape->count > items->list_most)
        return clri_launch_listed(launch, list);
    return launch_shared(launch, list, items->list_most);
}

clr_status clri_launch_listed(clri_launch *launch, cl_mem list)
{
    const clr_plan *plan = launch->plan;
    const uint64_t count = launch->job->shape->count;
    const struct part part = {.grid = clri_listed_share(plan->choice, count),
                              .rows = count,
                              .list = list,
                              .list_most = plan->items.list_most,
                              .done = CLRI_DONE_LIST,
                              .states = plan->stage.buffers[CLRI_PLAN_STATES]};

    return launch_group_kernel(launch, REDUCE, &part);
}

/* Giants whose partials may exceed scratch memory, some at a time: how many giants there are the
 * host does not know, so launches for all that the list can have are enqueued, and most find none.
 */
static clr_status launch_giants_in_turn(clri_launch *launch, const clri_row_grid *grid)
{
    const clri_plan_items *items = &launch->plan->items;
    struct part part = {.grid = *grid,
                        .rows = grid->rows_a_launch,
                        .list = items->stage.buffers[CLRI_ITEMS_GIANTS],
                        .list_most = CLRI_GIANTS_MOST,
                        .states = items->stage.buffers[CLRI_ITEMS_GIANTS_STATES]};

    for (; part.first_row < CLRI_GIANTS_MOST; part.first_row += part.rows) {
        const bool is_last = part.first_row + part.rows >= CLRI_GIANTS_MOST;

        part.done = 0;
        CLRI_OR_RETURN(launch_group_kernel(launch, REDUCE, &part));
        part.done = is_last ? CLRI_DONE_LIST : 0;
        CLRI_OR_RETURN(launch_group_kernel(launch, PARTIALS, &part));
    }
    return CLR_OK;
}

/* Folds the partials of giants in a single launch: as many groups as before, of several results in
 * turn. */
static clr_status fold_giants(clri_launch *launch, const clri_row_grid *grid)
{
    const clri_plan_items *items = &launch->plan->items;
    const struct part part = {.grid = *grid,
                              .rows = CLRI_GIANTS_MOST,
                              .part_digits = clri_giant_part_digits(launch->plan->choice),
                              .list = items->stage.buffers[CLRI_ITEMS_GIANTS],
                              .done = CLRI_DONE_LIST,
                              .states = items->stage.buffers[CLRI_ITEMS_GIANTS_STATES],
                              .folders = grid->groups};

    return launch_group_kernel(launch, PARTIALS, &part);
}

clr_status clri_launch_listed_and_giants(clri_launch *launch, cl_mem list)
{
    const clr_plan *plan = launch->plan;
    const clri_shape_job *shape = launch->job->shape;
    const clri_row_grid giants = clri_giants_share(plan->choice, shape->longest);
    const bool are_at_once = giants.rows_a_launch == CLRI_GIANTS_MOST;
    const bool are_shared = giants.groups > 1;
    struct part part = {.grid = clri_listed_share(plan->choice, UINT64_MAX),
                        .rows = shape->count,
                        .list = list,
                        .list_most = plan->items.list_most,
                        .giants = plan->items.stage.buffers[CLRI_ITEMS_GIANTS],
                        .parts = giants.groups,
                        .part_digits = clri_giant_part_digits(plan->choice),
                        .done = CLRI_DONE_LIST | (are_shared ? 0 : CLRI_DONE_GIANTS),
                        .states = plan->items.stage.buffers[CLRI_ITEMS_GIANTS_STATES]};

    if (!clri_giants_can_be(plan->items.choice, plan->choice, shape->longest))
        return clri_launch_listed(launch, list);
    if (!are_at_once) {
        CLRI_OR_RETURN(clri_launch_listed(launch, list));
        return launch_giants_in_turn(launch, &giants);
    }
    CLRI_OR_RETURN(launch_group_kernel(launch, REDUCE, &part));
    if (are_shared)
        CLRI_OR_RETURN(fold_giants(launch, &giants));
    return CLR_OK;
}

clr_status clri_try_groups(clri_launch *launch)
{
    const struct part part = {.grid = {.groups = 1, .rows_at_once = 1, .rows_a_launch = 1},
                              .states = launch->plan->stage.buffers[CLRI_PLAN_STATES]};
    struct values values;

    set_group_values(launch, &part, &values);
    return clri_enqueue_each(&launch->commands, &launch->plan->stage, values.of);
}
