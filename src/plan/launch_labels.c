/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/launch_labels.h"
#include "choose/label_grid.h"
#include "choose/local_memory.h"
#include "plan/lists.h"

#define CLRI_STAGE_ROWS "plan/launch_labels.def"
#include "stage/table.def"

const clri_stage_table clri_labels_table = {stage_rows, KERNELS, stage_kinds};

clr_status clri_labels_make(clr_plan *plan, clri_error *error)
{
    const clri_choice *choice = &plan->choice;
    const bool has_near = choice->labels.near != CLRI_NEAR_NONE;
    const uint32_t rows = 1u << BEGIN | 1u << REDUCE | (uint32_t)has_near << NEAR_REDUCE |
                          (uint32_t)clri_labels_are_settled(choice) << SETTLE | 1u << DELIVER;

    return clri_stage_make(&plan->stage, &clri_labels_table, rows, plan->context, plan->source,
                           choice->code.build_options, error);
}

/* ---- a launch's values ---- */

struct run {
    clri_value values[VALUES];
    clri_list elements, count_at, often, near, output;
};

static void fill_labels(const clri_launch *launch, uint64_t skipped, clri_value values[VALUES])
{
    const clr_labels *labels = &launch->job->shape->labels;
    const clri_number *number = clri_number_of(labels->type ? labels->type : CLR_TYPE_U32);

    values[LABELS].memory = labels->labels;
    values[FIRST_LABEL].wide = labels->first + skipped;
    values[LABEL_WORDS].number = (cl_uint)(number->size / sizeof(cl_uint));
    values[ARE_SIGNED].number = number->class == CLRI_SIGNED;
    values[OUTSIDE].memory = labels->outside;
}

static void fill_cells(const clri_launch *launch, clri_value values[VALUES])
{
    const cl_mem *buffers = launch->plan->stage.buffers;
    const uint64_t results = launch->job->shape->count;
    const clri_cell_steps cells = clri_labels_cells(&launch->plan->choice, results);

    values[CELLS].memory = buffers[CLRI_PLAN_STATES];
    values[TOLD_OF_EACH].memory = buffers[CLRI_PLAN_TICKET];
    values[TOLD].memory = buffers[CLRI_PLAN_TOLD];
    values[BETWEEN].wide = cells.between;
    values[APART].wide = cells.apart;
    values[RESULTS].wide = results;
}

static void fill_grid(const clri_launch *launch, const clri_labels_grid *grid,
                      clri_value values[VALUES])
{
    values[ITEMS_APART].wide = grid->apart;
    values[STEP].wide = grid->step;
    values[MOST].wide = grid->most;
    values[ALL].groups = clri_groups_of(grid->groups, launch->plan->choice.sizes.group);
}

/* Of `count` elements from `skipped` on. */
static void fill_elements(const clri_launch *launch, uint64_t skipped, uint64_t count,
                          struct run *run)
{
    const clr_plan *plan = launch->plan;
    clri_value *values = run->values;

    run->elements.count = run->count_at.count = 0;
    clri_list_elements(&run->elements, plan, launch->job, skipped, count != 0);
    if (clri_reads_taken(&plan->choice) || plan->choice.input.count_in_memory)
        clri_list_count_at(&run->count_at, launch->job->run);
    values[ELEMENTS].list = &run->elements;
    values[COUNT].wide = count;
    values[SKIPPED].wide = skipped;
    values[TOTAL].wide = launch->job->count;
    values[COUNT_AT].list = &run->count_at;
}

static void fill(const clri_launch *launch, uint64_t skipped, uint64_t count,
                 const clri_labels_grid *grid, struct run *run)
{
    fill_elements(launch, skipped, count, run);
    fill_labels(launch, skipped, run->values);
    fill_cells(launch, run->values);
    fill_grid(launch, grid, run->values);
}

/* ---- commands ---- */

static clr_status launch_kernel(clri_launch *launch, enum kernel kernel, const struct run *run)
{
    return clri_enqueue_stage(launch, &launch->plan->stage, kernel, run->values);
}

static clr_status begin(clri_launch *launch)
{
    const clri_choice *choice = &launch->plan->choice;
    const uint64_t numbers =
        choice->labels.most * (clri_labels_cell_size(choice) / sizeof(cl_ulong));
    const clri_labels_grid grid = clri_labels_share(choice, numbers);
    struct run run;

    fill(launch, 0, 0, &grid, &run);
    return launch_kernel(launch, BEGIN, &run);
}

static void add_uint(clri_list *list, cl_uint number)
{
    clri_list_add(list, CLRI_VALUE_UINT, (clri_value){.number = number});
}

static void add_local(clri_list *list, uint64_t size)
{
    clri_list_add(list, CLRI_VALUE_LOCAL, (clri_value){.size = (size_t)size});
}

/* To the cells of their labels. */
static clr_status take(clri_launch *launch, uint64_t skipped, uint64_t count, cl_uint turn)
{
    const clr_plan *plan = launch->plan;
    const clri_labels_grid grid = clri_labels_share(&plan->choice, count);
    const uint64_t local = clri_local_memory_free(&plan->context->device);
    const uint32_t places = clri_labels_places(local, grid.most * plan->choice.sizes.group);
    struct run run;

    fill(launch, skipped, count, &grid, &run);
    run.often.count = 0;
    if (clri_labels_have_places(&plan->choice)) {
        add_local(&run.often, clri_labels_places_size(places));
        add_uint(&run.often, places);
    } else {
        add_uint(&run.often, turn);
    }
    run.values[OFTEN].list = &run.often;
    return launch_kernel(launch, REDUCE, &run);
}

/* What labels of sums are to be told, behind all that. */
static clr_status settle(clri_launch *launch, uint64_t skipped, uint64_t count)
{
    const clri_labels_grid grid = clri_labels_share(&launch->plan->choice, count);
    struct run run;

    fill(launch, skipped, count, &grid, &run);
    return launch_kernel(launch, SETTLE, &run);
}

/* To cells that each group has of its own, and from there to those. */
static clr_status take_near(clri_launch *launch, uint64_t skipped, uint64_t count,
                            const clri_labels_grid *grid, cl_uint turn)
{
    const clri_choice *choice = &launch->plan->choice;
    const cl_mem cells = launch->plan->stage.buffers[CLRI_PLAN_NEAR];
    const uint64_t results = launch->job->shape->count;
    struct run run;

    fill(launch, skipped, count, grid, &run);
    run.near.count = 0;
    if (cells) {
        clri_list_list(&run.near, cells, clri_labels_near_longs(choice, grid->rows));
        add_uint(&run.near, grid->rows ? grid->rows : 1); /* an integer is its only row */
    } else {
        add_local(&run.near, clri_labels_near_size(choice, results, grid->rows));
        add_uint(&run.near, grid->rows);
        add_uint(&run.near, turn);
    }
    run.values[NEAR].list = &run.near;
    return launch_kernel(launch, NEAR_REDUCE, &run);
}

/* Whether groups have cells of their own, in all launches of the run; `grid` is for one of `count`.
 */
static bool is_near(const clri_launch *launch, uint64_t count, clri_labels_grid *grid)
{
    const clr_plan *plan = launch->plan;
    const uint64_t local = clri_local_memory_free(&plan->context->device);
    const uint64_t all = launch->job->count;
    const uint64_t most =
        all < plan->choice.labels.elements_a_launch ? all : plan->choice.labels.elements_a_launch;

    return clri_labels_are_near(&plan->choice, local, launch->job->shape->count, most, count, grid);
}

/* Whichever way is better. */
static clr_status take_part(clri_launch *launch, uint64_t skipped, uint64_t count, cl_uint turn)
{
    clri_labels_grid grid;

    return is_near(launch, count, &grid) ? take_near(launch, skipped, count, &grid, turn)
                                         : take(launch, skipped, count, turn);
}

/* Cells are carried, or delivered. */
static clr_status end(clri_launch *launch, bool is_last)
{
    const clri_labels_grid grid =
        clri_labels_share(&launch->plan->choice, launch->job->shape->count);
    struct run run;

    fill(launch, 0, 0, &grid, &run);
    run.output.count = 0;
    clri_list_arrays(&run.output, launch);
    run.values[OUTPUT].list = &run.output;
    run.values[IS_LAST].number = is_last;
    return launch_kernel(launch, DELIVER, &run);
}

/* In turns all bits of what are compared meet: no turn begins before all elements have had the last
 * one. Cells that carry have one turn. */
static clr_status take_all(clri_launch *launch, cl_uint turn)
{
    const clri_choice *choice = &launch->plan->choice;
    const bool carries = choice->pass.members[0].form.cell_carries;
    const uint64_t count = launch->job->count;
    uint64_t skipped = 0;
    clr_status status = CLR_OK;

    do {
        const uint64_t left = count - skipped;
        const uint64_t part =
            left < choice->labels.elements_a_launch ? left : choice->labels.elements_a_launch;

        if (skipped && carries)
            CLRI_TRY(end(launch, false));
        CLRI_TRY(take_part(launch, skipped, part, turn));
        skipped += part;
    } while (skipped < count);
cleanup:
    return status;
}

/* When all elements have been taken, as one that is -0 may be behind others of its label; groups
 * that have cells of their own leave nothing to settle. */
static clr_status settle_all(clri_launch *launch)
{
    const uint64_t most = launch->plan->choice.labels.elements_a_launch;
    const uint64_t count = launch->job->count;
    uint64_t skipped = 0;
    clri_labels_grid grid;
    clr_status status = CLR_OK;

    if (!clri_stage_has(&launch->plan->stage, SETTLE) || is_near(launch, count, &grid))
        return CLR_OK;
    do {
        const uint64_t part = count - skipped < most ? count - skipped : most;

        CLRI_TRY(settle(launch, skipped, part));
        skipped += part;
    } while (skipped < count);
cleanup:
    return status;
}

clr_status clri_launch_labels(clri_launch *launch)
{
    const unsigned turns = clri_labels_turns(&launch->plan->choice);
    clr_status status = CLR_OK;

    CLRI_TRY(begin(launch));
    for (unsigned turn = 0; turn < turns; turn++)
        CLRI_TRY(take_all(launch, turn));
    CLRI_TRY(settle_all(launch));
    CLRI_TRY(end(launch, true));
cleanup:
    return status;
}

clr_status clri_try_labels(clri_launch *launch)
{
    const clri_labels_grid grid = clri_labels_share(&launch->plan->choice, 0);
    clr_status status = CLR_OK;

    CLRI_TRY(begin(launch));
    CLRI_TRY(take(launch, 0, 0, 0));
    if (clri_stage_has(&launch->plan->stage, NEAR_REDUCE))
        CLRI_TRY(take_near(launch, 0, 0, &grid, 0));
    if (clri_stage_has(&launch->plan->stage, SETTLE))
        CLRI_TRY(settle(launch, 0, 0));
    CLRI_TRY(end(launch, true));
cleanup:
    return status;
}
