/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/cells/launch_labels.h"
#include "base/count.h"
#include "base/divide.h"
#include "choose/local_memory.h"
#include "shape/arguments.h"
#include "shape/cells/label_grid.h"

// clang-format off
enum kernel { BEGIN, REDUCE, NEAR_REDUCE, SETTLE, COUNT_STRAYS, DELIVER, KERNELS };

/* What kernels are bound to, and how many groups they have. */
enum value {
    END, /* of a kernel's parameters */
    ELEMENTS, COUNT, SKIPPED, TOTAL, COUNT_AT, COUNT_INDEX,
    LABELS, FIRST_LABEL, LABEL_WORDS, ARE_SIGNED, OUTSIDE, STRAYS,
    LABELLED, ROWS, LABEL_COUNT,
    CELLS, TOLD_OF_EACH, TOLD, BETWEEN, APART,
    OFTEN, NEAR,
    RESULTS, IS_LAST, OUTPUT,
    ITEMS_APART, STEP, MOST, ALL,
    VALUES
};

/* Kernels of cl/reduce_labels.cl, cl/reduce_labels_near.cl and cl/label. */
static const clri_stage_row stage_rows[] = {
    [BEGIN] = {"clr_label_begin", "the labels' cells are made ready",
        ALL, {CELLS, TOLD_OF_EACH, RESULTS, TOLD, OUTSIDE, ITEMS_APART, STEP, MOST}},
    [REDUCE] = {"clr_reduce", "elements go to the cells of their labels",
        ALL, {ELEMENTS, COUNT, SKIPPED, TOTAL, LABELS, FIRST_LABEL, LABEL_WORDS, ARE_SIGNED,
              LABELLED, CELLS, TOLD_OF_EACH, RESULTS, TOLD, STRAYS, BETWEEN, APART, ITEMS_APART,
              STEP, MOST, COUNT_AT, COUNT_INDEX, OFTEN}},
    [NEAR_REDUCE] = {"clr_reduce_near",
        "groups fold elements into cells of their own, and these into the labels'",
        ALL, {ELEMENTS, COUNT, SKIPPED, TOTAL, LABELS, FIRST_LABEL, LABEL_WORDS, ARE_SIGNED,
              LABELLED, CELLS, TOLD_OF_EACH, RESULTS, TOLD, STRAYS, BETWEEN, APART, ITEMS_APART,
              STEP, MOST, COUNT_AT, COUNT_INDEX, NEAR}},
    [SETTLE] = {"clr_label_settle", "sees to sums of nothing but -0, if there was one",
        ALL, {ELEMENTS, COUNT, SKIPPED, TOTAL, LABELS, FIRST_LABEL, LABEL_WORDS, ARE_SIGNED,
              LABELLED, CELLS, TOLD_OF_EACH, RESULTS, TOLD, STRAYS, BETWEEN, APART, ITEMS_APART,
              STEP, MOST, COUNT_AT, COUNT_INDEX}},
    [COUNT_STRAYS] = {"clr_count_strays", "counts labels that have no result",
        ALL, {LABELS, FIRST_LABEL, LABEL_WORDS, ARE_SIGNED, ROWS, LABEL_COUNT, OUTSIDE}},
    [DELIVER] = {"clr_label_end", "cells become results",
        ALL, {CELLS, TOLD_OF_EACH, RESULTS, TOLD, BETWEEN, APART, IS_LAST, OUTPUT, ITEMS_APART,
              STEP, MOST}},
};
// clang-format on

const clri_stage_table clri_labels_table = {stage_rows, KERNELS};

clr_status clri_labels_make(clr_plan *plan, clri_error *error)
{
    const clri_choice *choice = plan->choice;
    const uint32_t rows = 1u << BEGIN | 1u << REDUCE | 1u << DELIVER |
                          clri_row_if(NEAR_REDUCE, choice->labels.near != CLRI_NEAR_NONE) |
                          clri_row_if(SETTLE, clri_labels_are_settled(choice)) |
                          clri_row_if(COUNT_STRAYS, choice->labels.of_rows);

    return clri_stage_make(&plan->stage, &clri_labels_table, rows, plan->design->program->opencl,
                           error);
}

/* ---- a launch's values ---- */

struct values {
    clri_value of[VALUES];
    clri_arguments elements, labelled, often, near, output;
};

/* A launch: takes `count` elements from `skipped` on, or initialises cells, or delivers them. */
struct launch {
    uint64_t skipped;
    uint64_t count;
    clri_labels_grid grid;
    cl_uint turn;
    bool is_last;
};

/* A group's local places for frequent labels; kernels without such places get the turn instead. */
static const clri_arguments *often_arguments(const clri_launch *launch, const struct launch *is,
                                             clri_arguments *arguments)
{
    const clr_plan *plan = launch->plan;
    const uint64_t local = clri_local_memory_free(&plan->context->device);
    const uint32_t places = clri_labels_places(local, is->grid.most * plan->choice->sizes.group);

    arguments->count = 0;
    if (clri_labels_have_places(plan->choice)) {
        clri_add_argument(arguments, CLRI_LOCAL((size_t)clri_labels_places_size(places)));
        clri_add_argument(arguments, CLRI_UINT(places));
    } else {
        clri_add_argument(arguments, CLRI_UINT(is->turn));
    }
    return arguments;
}

/* A group's own cells of all labels. */
static const clri_arguments *near_arguments(const clri_launch *launch, const struct launch *is,
                                            clri_arguments *arguments)
{
    const clri_choice *choice = launch->plan->choice;
    const cl_mem cells = launch->plan->stage.buffers[CLRI_PLAN_NEAR];
    const uint32_t rows = is->grid.rows;

    arguments->count = 0;
    if (cells) {
        clri_add_list(arguments, cells, clri_labels_near_longs(choice, rows));
        clri_add_argument(arguments, CLRI_UINT(rows ? rows : 1)); /* an integer has a single row */
    } else {
        clri_add_argument(arguments, CLRI_LOCAL((size_t)clri_labels_near_size(
                                         choice, launch->job->shape->count, rows)));
        clri_add_argument(arguments, CLRI_UINT(rows));
        clri_add_argument(arguments, CLRI_UINT(is->turn));
    }
    return arguments;
}

/* An extent, by which numbers below 2^31 are divided: cl/label/of_row.cl. */
static void add_extent(clri_arguments *arguments, uint64_t extent)
{
    const uint64_t shift = 31 + clri_divide_shift(extent);

    clri_add_argument(arguments, CLRI_UINT((cl_uint)extent));
    clri_add_argument(arguments, CLRI_UINT((cl_uint)clri_divide_up(UINT64_C(1) << shift,
                                                                   clri_larger(extent, 1))));
    clri_add_argument(arguments, CLRI_UINT((cl_uint)shift));
}

/* How elements lie, of labels of rows. */
static const clri_arguments *labelled_arguments(const clri_launch *launch, const struct launch *is,
                                                clri_arguments *arguments)
{
    const clri_labelled_rows *labelled = &launch->job->shape->labelled;
    const uint64_t inner = clri_larger(labelled->inner, 1);

    arguments->count = 0;
    clri_add_argument(arguments, CLRI_UINT((cl_uint)labelled->outer));
    add_extent(arguments, labelled->inner);
    add_extent(arguments, labelled->rows);
    clri_add_argument(arguments, CLRI_ULONG(launch->job->shape->labels.count));
    clri_add_argument(arguments, CLRI_UINT((cl_uint)(is->skipped / inner)));
    clri_add_argument(arguments, CLRI_UINT((cl_uint)(is->skipped % inner)));
    return arguments;
}

static void set_label_values(const clri_launch *launch, const struct launch *is,
                             struct values *values)
{
    const clr_plan *plan = launch->plan;
    const clri_job *job = launch->job;
    const clr_labels *labels = &job->shape->labels;
    const clri_number *number = clri_number_of(labels->type ? labels->type : CLR_TYPE_U32);
    const clri_cell_steps cells = clri_labels_cells(plan->choice, job->shape->count);
    const cl_mem *buffers = plan->stage.buffers;
    const clri_labels_grid *grid = &is->grid;
    const bool are_of_rows = plan->choice->labels.of_rows;
    clri_value *to = values->of;

    /* elements of a launch, their count, elements before them, count of the run; or counts in
     * memory */
    to[ELEMENTS] = CLRI_ARGUMENTS(
        clri_element_arguments(&values->elements, plan, job, is->skipped, is->count != 0));
    to[COUNT] = CLRI_ULONG(is->count);
    to[SKIPPED] = CLRI_ULONG(is->skipped);
    to[TOTAL] = CLRI_ULONG(job->count);
    to[COUNT_AT] = CLRI_MEMORY(job->run->count_at);
    to[COUNT_INDEX] = CLRI_ULONG(job->run->count_index);
    /* labels, and the counter of labels out of bounds */
    to[LABELS] = CLRI_MEMORY(labels->labels);
    to[FIRST_LABEL] = CLRI_ULONG(labels->first + (are_of_rows ? 0 : is->skipped));
    to[LABEL_WORDS] = CLRI_UINT((cl_uint)(number->size / sizeof(cl_uint)));
    to[ARE_SIGNED] = CLRI_UINT(number->class == CLRI_SIGNED);
    to[OUTSIDE] = CLRI_MEMORY(labels->outside);
    to[STRAYS] = CLRI_MEMORY(are_of_rows ? NULL : labels->outside);
    /* labels of rows: how elements lie, the number of rows, the number of labels that have results
     */
    to[LABELLED] =
        CLRI_ARGUMENTS(are_of_rows ? labelled_arguments(launch, is, &values->labelled) : NULL);
    to[ROWS] = CLRI_UINT((cl_uint)job->shape->labelled.rows);
    to[LABEL_COUNT] = CLRI_ULONG(labels->count);
    /* cells, a word for each, a record for all; strides between cells and between their
     * words */
    to[CELLS] = CLRI_OWN(buffers[CLRI_PLAN_STATES]);
    to[TOLD_OF_EACH] = CLRI_OWN(buffers[CLRI_PLAN_TICKET]);
    to[TOLD] = CLRI_OWN(buffers[CLRI_PLAN_TOLD]);
    to[BETWEEN] = CLRI_ULONG(cells.between);
    to[APART] = CLRI_ULONG(cells.apart);
    /* a group's own memory */
    to[OFTEN] = CLRI_ARGUMENTS(often_arguments(launch, is, &values->often));
    to[NEAR] = CLRI_ARGUMENTS(near_arguments(launch, is, &values->near));
    /* results */
    to[RESULTS] = CLRI_ULONG(job->shape->count);
    to[IS_LAST] = CLRI_UINT(is->is_last);
    to[OUTPUT] = CLRI_ARGUMENTS(clri_result_arguments(&values->output, launch));
    /* how elements or words are shared out among items: src/shape/cells/label_grid.h */
    to[ITEMS_APART] = CLRI_ULONG(grid->apart);
    to[STEP] = CLRI_ULONG(grid->step);
    to[MOST] = CLRI_ULONG(grid->most);
    to[ALL] = CLRI_GROUPS(clri_groups_of(grid->groups, plan->choice->sizes.group));
}

/* ---- commands ---- */

static clr_status launch_label_kernel(clri_launch *launch, enum kernel kernel,
                                      const struct launch *is)
{
    struct values values;

    set_label_values(launch, is, &values);
    return clri_enqueue_stage(&launch->commands, &launch->plan->stage, kernel, values.of);
}

static clr_status begin_cells(clri_launch *launch)
{
    const clri_choice *choice = launch->plan->choice;
    const uint64_t numbers =
        choice->labels.most * (clri_labels_cell_size(choice) / sizeof(cl_ulong));
    const struct launch is = {.grid = clri_labels_share(choice, numbers)};

    return launch_label_kernel(launch, BEGIN, &is);
}

/* Whether groups have cells of their own, in all launches of the run; `grid` is for a launch
 * of `count` elements. */
static bool is_near(const clri_launch *launch, uint64_t count, clri_labels_grid *grid)
{
    const clr_plan *plan = launch->plan;
    const uint64_t local = clri_local_memory_free(&plan->context->device);
    const uint64_t all = launch->job->count;
    const uint64_t most =
        all < plan->choice->labels.elements_a_launch ? all : plan->choice->labels.elements_a_launch;

    return clri_labels_are_near(plan->choice, local, launch->job->shape->count, most, count, grid);
}

/* Folds elements into the cells of their labels: directly by atomics, or by way of each
 * group's own cells, whichever is faster. */
static clr_status take_part(clri_launch *launch, uint64_t skipped, uint64_t count, cl_uint turn)
{
    struct launch is = {.skipped = skipped, .count = count, .turn = turn};

    if (is_near(launch, count, &is.grid))
        return launch_label_kernel(launch, NEAR_REDUCE, &is);
    is.grid = clri_labels_share(launch->plan->choice, count);
    return launch_label_kernel(launch, REDUCE, &is);
}

/* Finds sums of -0 alone, after all elements have been taken. */
static clr_status settle_part(clri_launch *launch, uint64_t skipped, uint64_t count)
{
    const struct launch is = {
        .skipped = skipped, .count = count, .grid = clri_labels_share(launch->plan->choice, count)};

    return launch_label_kernel(launch, SETTLE, &is);
}

/* Carries the cells of a part, or delivers results. */
static clr_status end_cells(clri_launch *launch, bool is_last)
{
    const clri_choice *choice = launch->plan->choice;
    const struct launch is = {.grid = clri_labels_share(choice, launch->job->shape->count),
                              .is_last = is_last};

    return launch_label_kernel(launch, DELIVER, &is);
}

/* Values are compared in turns, some bits in each: a turn begins when all elements have had the one
 * before. Cells that carry bits upward need a single turn. */
static clr_status take_all(clri_launch *launch, cl_uint turn)
{
    const clri_choice *choice = launch->plan->choice;
    const bool carries = choice->pass.members[0].form.cell_carries;
    const uint64_t count = launch->job->count;
    uint64_t skipped = 0;

    do {
        const uint64_t left = count - skipped;
        const uint64_t part =
            left < choice->labels.elements_a_launch ? left : choice->labels.elements_a_launch;

        if (skipped && carries)
            CLRI_OR_RETURN(end_cells(launch, false));
        CLRI_OR_RETURN(take_part(launch, skipped, part, turn));
        skipped += part;
    } while (skipped < count);
    return CLR_OK;
}

/* Runs after all elements, as any element may prove that a label's zero is not -0; groups with
 * cells of their own have settled it already. */
static clr_status settle_all(clri_launch *launch)
{
    const uint64_t most = launch->plan->choice->labels.elements_a_launch;
    const uint64_t count = launch->job->count;
    uint64_t skipped = 0;
    clri_labels_grid grid;

    if (!clri_stage_has(&launch->plan->stage, SETTLE) || is_near(launch, count, &grid))
        return CLR_OK;
    do {
        const uint64_t part = count - skipped < most ? count - skipped : most;

        CLRI_OR_RETURN(settle_part(launch, skipped, part));
        skipped += part;
    } while (skipped < count);
    return CLR_OK;
}

/* Counts labels of rows that have no result, each once: kernels that fold meet a label with all
 * elements of its row. */
static clr_status count_strays(clri_launch *launch)
{
    const clri_shape_job *shape = launch->job->shape;
    const struct launch is = {.grid =
                                  clri_labels_share(launch->plan->choice, shape->labelled.rows)};

    if (!clri_stage_has(&launch->plan->stage, COUNT_STRAYS) || !shape->labels.outside)
        return CLR_OK;
    return launch_label_kernel(launch, COUNT_STRAYS, &is);
}

clr_status clri_launch_labels(clri_launch *launch)
{
    const unsigned turns = clri_labels_turns(launch->plan->choice);

    CLRI_OR_RETURN(begin_cells(launch));
    CLRI_OR_RETURN(count_strays(launch));
    for (unsigned turn = 0; turn < turns; turn++)
        CLRI_OR_RETURN(take_all(launch, turn));
    CLRI_OR_RETURN(settle_all(launch));
    return end_cells(launch, true);
}

clr_status clri_try_labels(clri_launch *launch)
{
    const struct launch none = {.grid = clri_labels_share(launch->plan->choice, 0),
                                .is_last = true};
    struct values values;

    set_label_values(launch, &none, &values);
    return clri_enqueue_each(&launch->commands, &launch->plan->stage, values.of);
}
