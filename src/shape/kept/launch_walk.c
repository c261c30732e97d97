/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/kept/launch_walk.h"
#include "base/count.h"
#include "base/flag.h"
#include "shape/kept/walk.h"
#include "shape/lists.h"
#include "shape/many/launch_items.h"
#include "shape/shape_words.h"
#include "shape/sort/sort.h"

#define CLRI_STAGE_ROWS "shape/kept/launch_walk.def"
#include "stage/table.def"

const clri_stage_table clri_walk_table = {stage_rows, KERNELS, stage_kinds};

/* ---- making ---- */

clr_status clri_walk_make_stage(clr_plan *plan, clri_error *error)
{
    clri_plan_items *items = &plan->items;
    const uint64_t sizes[CLRI_ITEMS_BUFFERS] = {
        [CLRI_ITEMS_AXES] = sizeof items->axes.words,
        [CLRI_ITEMS_PARTIALS] = clri_walk_states_size(items->choice),
    };

    CLRI_OR_RETURN(clri_stage_make(&items->stage, &clri_walk_table, CLRI_ROWS(KERNELS),
                                   plan->design->items_program->opencl, error));
    CLRI_OR_RETURN(
        clri_stage_allocate(&items->stage, plan->context, sizes, CLRI_ITEMS_BUFFERS, error));
    return clri_items_make_lists(plan, error);
}

/* ---- a launch's values ---- */

struct run {
    clri_value values[VALUES];
    clri_list input, output, unsure;
};

static const clri_list *list_unsure(const clri_plan_items *items, clri_list *list)
{
    const cl_mem left = items->stage.buffers[CLRI_ITEMS_LIST];

    return left ? clri_list_places(list, left, items->list_most) : NULL;
}

static clri_stage_groups groups_for(const clri_choice *choice, uint64_t count)
{
    return clri_groups_of((size_t)clri_larger(count, 1), choice->sizes.group);
}

/* Of `vectors` vectors of each label's results, from number `first` on. */
static void fill(const clri_launch *launch, const clri_walk_grid *grid, uint64_t first,
                 uint64_t vectors, struct run *run)
{
    const clr_plan *plan = launch->plan;
    const clri_plan_items *items = &plan->items;
    const clri_choice *choice = items->choice;
    const cl_mem *buffers = items->stage.buffers;
    const uint64_t labels = launch->job->shape->labels.count, width = choice->sizes.vector_width;
    const uint64_t across = clri_larger(clri_divide_up(vectors * width, grid->columns), 1);
    const uint64_t result_vectors = labels * clri_divide_up(launch->job->shape->kept, width);
    clri_value *values = run->values;

#include "stage/fill.def"
}

/* ---- commands ---- */

/* The rows of one label: without labels, which are the slowest kept axis. */
static clri_rows rows_of(const clri_shape_job *shape)
{
    clri_rows rows = shape->rows;

    rows.kept_rank--;
    rows.count = shape->kept;
    return rows;
}

clr_status clri_launch_walk(clri_launch *launch)
{
    clri_plan_items *items = &launch->plan->items;
    const clri_rows rows = rows_of(launch->job->shape);
    const clri_walk_grid grid = clri_walk_share(items->choice, &rows, launch->job->count);
    const uint64_t all = grid.items.vectors;
    struct run run;

    CLRI_OR_RETURN(clri_shape_words_tell(launch, &rows, items->choice,
                                         items->stage.buffers[CLRI_ITEMS_AXES], &items->axes));
    for (uint64_t first = 0; first < all; first += grid.vectors_a_launch) {
        fill(launch, &grid, first, clri_smaller(all - first, grid.vectors_a_launch), &run);
        if (grid.tiles > 0)
            CLRI_OR_RETURN(clri_enqueue_stage(&launch->commands, &items->stage, WALK, run.values));
        if (grid.tiles > 1)
            CLRI_OR_RETURN(clri_enqueue_stage(&launch->commands, &items->stage, JOIN, run.values));
    }
    return clri_enqueue_stage(&launch->commands, &items->stage, FILL, run.values);
}

/* The sort may not have run: nothing of it is looked at for no vectors. */
clr_status clri_try_walk(clri_launch *launch)
{
    const clri_walk_grid none = {.length = 1, .columns = 1};
    struct run run;

    fill(launch, &none, 0, 0, &run);
    return clri_enqueue_each(&launch->commands, &launch->plan->items.stage, run.values);
}
