/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/kept/launch_walk.h"
#include "base/count.h"
#include "base/flag.h"
#include "shape/arguments.h"
#include "shape/kept/walk.h"
#include "shape/many/launch_items.h"
#include "shape/shape_words.h"
#include "shape/sort/sort.h"

// clang-format off
enum kernel { WALK, JOIN, FILL, KERNELS };

/* What kernels are bound to, and how many groups they have. */
enum value {
    END, /* of a kernel's parameters */
    INPUT, OUTPUT, UNSURE,
    KEYS, NUMBERS, BEGINS, LABELS,
    LENGTH, ROWS, FIRST_VECTOR, VECTORS, LINE_VECTORS, LIE,
    STATES, COLUMNS, ACROSS,
    FOR_TILES, FOR_BLOCKS, FOR_RESULTS,
    VALUES
};

/* Kernels of cl/walk_labels.cl, cl/join_labels.cl and cl/fill_labels.cl. */
static const clri_stage_row stage_rows[] = {
    [WALK] = {"clr_walk_labels", "work-items walk over tiles of the sorted labels",
        FOR_TILES, {INPUT, OUTPUT, KEYS, NUMBERS, BEGINS, LABELS, LENGTH, ROWS, FIRST_VECTOR,
                    VECTORS, LINE_VECTORS, LIE, STATES, UNSURE}},
    [JOIN] = {"clr_join_labels", "partials of labels that cross tiles are joined",
        FOR_BLOCKS, {INPUT, OUTPUT, KEYS, NUMBERS, BEGINS, LABELS, LENGTH, ROWS, FIRST_VECTOR,
                     VECTORS, LINE_VECTORS, LIE, STATES, COLUMNS, ACROSS, UNSURE}},
    [FILL] = {"clr_fill_labels", "results of labels that have no index are filled",
        FOR_RESULTS, {OUTPUT, BEGINS, LABELS, ROWS}},
};
// clang-format on

const clri_stage_table clri_walk_table = {stage_rows, KERNELS};

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

struct values {
    clri_value of[VALUES];
    clri_arguments input, output, unsure;
};

static const clri_arguments *unsure_arguments(const clri_plan_items *items,
                                              clri_arguments *arguments)
{
    const cl_mem left = items->stage.buffers[CLRI_ITEMS_LIST];

    return left ? clri_list_arguments(arguments, left, items->list_most) : NULL;
}

static clri_stage_groups walk_groups(const clri_choice *choice, uint64_t count)
{
    return clri_groups_of((size_t)clri_larger(count, 1), choice->sizes.group);
}

/* Of `vectors` vectors of each label's results, from number `first` on. */
static void set_walk_values(const clri_launch *launch, const clri_walk_grid *grid, uint64_t first,
                            uint64_t vectors, struct values *values)
{
    const clr_plan *plan = launch->plan;
    const clri_plan_items *items = &plan->items;
    const clri_choice *choice = items->choice;
    const cl_mem *buffers = items->stage.buffers;
    const uint64_t labels = launch->job->shape->labels.count, width = choice->sizes.vector_width;
    const uint64_t across = clri_larger(clri_divide_up(vectors * width, grid->columns), 1);
    const uint64_t result_vectors = labels * clri_divide_up(launch->job->shape->kept, width);
    clri_value *to = values->of;

    /* elements by the axes of one label's results; arrays; a list for results that items are unsure
     * of */
    to[INPUT] = CLRI_ARGUMENTS(
        clri_row_arguments_unindexed(&values->input, launch, buffers[CLRI_ITEMS_AXES]));
    to[OUTPUT] = CLRI_ARGUMENTS(clri_result_arguments(&values->output, launch));
    to[UNSURE] = CLRI_ARGUMENTS(unsure_arguments(items, &values->unsure));
    /* what the sort has left */
    to[KEYS] = CLRI_OWN(clri_sorted_keys(plan, labels));
    to[NUMBERS] = CLRI_OWN(clri_sorted_numbers(plan, labels));
    to[BEGINS] = CLRI_OWN(plan->front.stage.buffers[CLRI_SORTED_BEGINS]);
    to[LABELS] = CLRI_UINT((cl_uint)labels);
    /* tiles; of a label's results the vectors that a launch is for */
    to[LENGTH] = CLRI_UINT(grid->length);
    to[ROWS] = CLRI_ULONG(launch->job->shape->kept);
    to[FIRST_VECTOR] = CLRI_ULONG(first);
    to[VECTORS] = CLRI_ULONG(vectors);
    to[LINE_VECTORS] = CLRI_ULONG(grid->items.line_vectors);
    to[LIE] = CLRI_UINT(grid->items.lie);
    /* partials; how many results a group joins, and how many groups join all */
    to[STATES] = CLRI_OWN(buffers[CLRI_ITEMS_PARTIALS]);
    to[COLUMNS] = CLRI_UINT(grid->columns);
    to[ACROSS] = CLRI_UINT((cl_uint)across);
    /* work-groups */
    to[FOR_TILES] =
        CLRI_GROUPS(walk_groups(choice, clri_walk_groups(choice, grid->tiles * vectors)));
    to[FOR_BLOCKS] =
        CLRI_GROUPS(walk_groups(choice, clri_divide_up(grid->tiles, CLRI_JOIN_TILES) * across));
    to[FOR_RESULTS] = CLRI_GROUPS(walk_groups(choice, clri_walk_groups(choice, result_vectors)));
}

/* ---- commands ---- */

/* The rows of one label: without labels, which are the slowest kept axis. */
static clri_rows rows_of_label(const clri_shape_job *shape)
{
    clri_rows rows = shape->rows;

    rows.kept_rank--;
    rows.count = shape->kept;
    return rows;
}

clr_status clri_launch_walk(clri_launch *launch)
{
    clri_plan_items *items = &launch->plan->items;
    const clri_rows rows = rows_of_label(launch->job->shape);
    const clri_walk_grid grid = clri_walk_share(items->choice, &rows, launch->job->count);
    const uint64_t all = grid.items.vectors;
    struct values values;

    CLRI_OR_RETURN(clri_shape_words_tell(launch, &rows, items->choice,
                                         items->stage.buffers[CLRI_ITEMS_AXES], &items->axes));
    for (uint64_t first = 0; first < all; first += grid.vectors_a_launch) {
        set_walk_values(launch, &grid, first, clri_smaller(all - first, grid.vectors_a_launch),
                        &values);
        if (grid.tiles > 0)
            CLRI_OR_RETURN(clri_enqueue_stage(&launch->commands, &items->stage, WALK, values.of));
        if (grid.tiles > 1)
            CLRI_OR_RETURN(clri_enqueue_stage(&launch->commands, &items->stage, JOIN, values.of));
    }
    return clri_enqueue_stage(&launch->commands, &items->stage, FILL, values.of);
}

/* The sort may not have run: nothing of it is looked at for no vectors. */
clr_status clri_try_walk(clri_launch *launch)
{
    const clri_walk_grid none = {.length = 1, .columns = 1};
    struct values values;

    set_walk_values(launch, &none, 0, 0, &values);
    return clri_enqueue_each(&launch->commands, &launch->plan->items.stage, values.of);
}
