/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/launch_groups.h"
#include "choose/geometry.h"
#include "choose/row_grid.h"
#include "plan/launch_index.h"
#include "plan/row_arguments.h"

/* Which results, how they are shared out, and where groups that share one leave their states. */
struct part {
    clri_row_grid grid;
    uint64_t first_row;
    uint64_t rows;
    cl_mem list; /* only those that are on it; NULL: all */
    uint32_t list_most;
    cl_mem giants; /* those on it, too, in so many parts at most; or NULL */
    uint32_t parts;
    uint32_t part_digits; /* 2^that elements are a part of a giant; 0: all giants have as many */
    cl_uint done;         /* CLRI_DONE_...: lists that the first launch is the last one to read */
    cl_mem states;
};

/* Elements of a result that nobody has too many of. */
static uint64_t most_of(const clri_launch *launch, uint32_t groups)
{
    const uint64_t capacity = clri_group_capacity(&launch->plan->choice);

    return capacity > UINT64_MAX / groups ? UINT64_MAX : capacity * groups;
}

/* What both kernels have first. */
static void bind_rows(clri_arguments *arguments, const clri_launch *launch, const struct part *part)
{
    const uint32_t groups = part->giants ? part->parts : part->grid.groups;

    clri_bind_row_input(arguments, launch, most_of(launch, groups));
    clri_bind_memory(arguments, part->states);
    clri_bind_row_output(arguments, launch);
    clri_bind_ulong(arguments, part->first_row);
    clri_bind_ulong(arguments, part->rows);
}

static clr_status launch_first(clri_launch *launch, const struct part *part)
{
    const clr_plan *plan = launch->plan;
    clri_arguments arguments = {.kernel = plan->reduce, .error = launch->error};

    bind_rows(&arguments, launch, part);
    clri_bind_memory(&arguments, part->list);
    clri_bind_uint(&arguments, part->list_most);
    clri_bind_memory(&arguments, part->giants);
    clri_bind_uint(&arguments, part->parts);
    clri_bind_uint(&arguments, part->part_digits);
    clri_bind_ulong(&arguments, most_of(launch, part->grid.groups));
    clri_bind_uint(&arguments, part->done);
    clri_bind_memory_of_group(&arguments, plan, plan->choice.sizes.group);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_rows(launch, plan->reduce, part->grid.groups, plan->choice.sizes.group,
                             part->grid.rows_at_once);
}

/* By so many groups, of a result each in turn. */
static clr_status launch_second_by(clri_launch *launch, const struct part *part, uint64_t groups)
{
    const clr_plan *plan = launch->plan;
    clri_arguments arguments = {.kernel = plan->after, .error = launch->error};

    bind_rows(&arguments, launch, part);
    clri_bind_uint(&arguments, part->grid.groups);
    clri_bind_uint(&arguments, part->part_digits);
    clri_bind_memory(&arguments, part->list);
    clri_bind_uint(&arguments, part->done);
    clri_bind_memory_of_group(&arguments, plan, plan->choice.sizes.second_group);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_rows(launch, plan->after, 1, plan->choice.sizes.second_group,
                             (size_t)(groups ? groups : 1));
}

static clr_status launch_second(clri_launch *launch, const struct part *part)
{
    return launch_second_by(launch, part, part->rows);
}

static clr_status launch_shared(clri_launch *launch, cl_mem list, uint32_t list_most)
{
    const clri_shape_job *shape = launch->job->shape;
    struct part part = {
        .grid = clri_rows_share(&launch->plan->choice, shape->count, shape->longest),
        .list = list,
        .list_most = list_most,
        .states = launch->plan->states,
    };
    clr_status status = CLR_OK;

    for (; part.first_row < shape->count; part.first_row += part.rows) {
        const uint64_t left = shape->count - part.first_row;

        part.rows = left < part.grid.rows_a_launch ? left : part.grid.rows_a_launch;
        CLRI_TRY(launch_first(launch, &part));
        if (part.grid.groups > 1)
            CLRI_TRY(launch_second(launch, &part));
    }
cleanup:
    return status;
}

clr_status clri_launch_groups(clri_launch *launch)
{
    return launch_shared(launch, NULL, 0);
}

/* Of a list that has no room for all of them the second kernel is not told. */
clr_status clri_launch_listed_shared(clri_launch *launch)
{
    const clri_plan_items *items = &launch->plan->items;

    if (launch->job->shape->count > items->list_most)
        return clri_launch_listed(launch);
    return launch_shared(launch, items->list, items->list_most);
}

clr_status clri_launch_listed(clri_launch *launch)
{
    const clr_plan *plan = launch->plan;
    const uint64_t count = launch->job->shape->count;
    const struct part part = {.grid = clri_listed_share(&plan->choice, count),
                              .rows = count,
                              .list = plan->items.list,
                              .list_most = plan->items.list_most,
                              .done = CLRI_DONE_LIST,
                              .states = plan->states};

    return launch_first(launch, &part);
}

/* Giants of which there may be more than there is room for their states: some of them at a time. */
static clr_status launch_giants_in_turn(clri_launch *launch, const clri_row_grid *grid)
{
    const clri_plan_items *items = &launch->plan->items;
    struct part part = {.grid = *grid,
                        .rows = grid->rows_a_launch,
                        .list = items->giants,
                        .list_most = CLRI_GIANTS_MOST,
                        .states = items->giants_states};
    clr_status status = CLR_OK;

    for (; part.first_row < CLRI_GIANTS_MOST; part.first_row += part.rows) {
        const bool is_last = part.first_row + part.rows >= CLRI_GIANTS_MOST;

        part.done = 0;
        CLRI_TRY(launch_first(launch, &part));
        part.done = is_last ? CLRI_DONE_LIST : 0;
        CLRI_TRY(launch_second(launch, &part));
    }
cleanup:
    return status;
}

/* What groups left of giants in one launch. */
static clr_status fold_giants(clri_launch *launch, const clri_row_grid *grid)
{
    const clri_plan_items *items = &launch->plan->items;
    const struct part part = {.grid = *grid,
                              .rows = CLRI_GIANTS_MOST,
                              .part_digits = clri_giant_part_digits(&launch->plan->choice),
                              .list = items->giants,
                              .done = CLRI_DONE_LIST,
                              .states = items->giants_states};

    return launch_second_by(launch, &part, grid->groups);
}

clr_status clri_launch_listed_and_giants(clri_launch *launch)
{
    const clr_plan *plan = launch->plan;
    const clri_shape_job *shape = launch->job->shape;
    const clri_row_grid giants = clri_giants_share(&plan->choice, shape->longest);
    const bool are_at_once = giants.rows_a_launch == CLRI_GIANTS_MOST;
    const bool are_shared = giants.groups > 1;
    struct part part = {.grid = clri_listed_share(&plan->choice, UINT64_MAX),
                        .rows = shape->count,
                        .list = plan->items.list,
                        .list_most = plan->items.list_most,
                        .giants = plan->items.giants,
                        .parts = giants.groups,
                        .part_digits = clri_giant_part_digits(&plan->choice),
                        .done = CLRI_DONE_LIST | (are_shared ? 0 : CLRI_DONE_GIANTS),
                        .states = plan->items.giants_states};
    clr_status status = CLR_OK;

    if (!clri_giants_can_be(&plan->items.choice, &plan->choice, shape->longest))
        return clri_launch_listed(launch);
    if (!are_at_once) {
        CLRI_TRY(clri_launch_listed(launch));
        return launch_giants_in_turn(launch, &giants);
    }
    CLRI_TRY(launch_first(launch, &part));
    if (are_shared)
        CLRI_TRY(fold_giants(launch, &giants));
cleanup:
    return status;
}

clr_status clri_try_groups(clri_launch *launch)
{
    const struct part part = {.grid = {.groups = 1, .rows_at_once = 1, .rows_a_launch = 1},
                              .states = launch->plan->states};
    clr_status status = launch_first(launch, &part);

    if (status == CLR_OK)
        status = launch_second(launch, &part);
    if (status == CLR_OK)
        status = clri_try_outside(launch);
    return status;
}
