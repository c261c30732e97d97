/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/launch_labels.h"
#include "choose/label_grid.h"
#include "choose/local_memory.h"
#include "plan/arguments.h"
#include "plan/launch_index.h"

/* ---- arguments ---- */

static void bind_grid(clri_arguments *arguments, const clri_labels_grid *grid)
{
    clri_bind_ulong(arguments, grid->apart);
    clri_bind_ulong(arguments, grid->step);
    clri_bind_ulong(arguments, grid->most);
}

static void bind_labels(clri_arguments *arguments, const clr_labels *labels, uint64_t skipped)
{
    const clri_number *number = clri_number_of(labels->type ? labels->type : CLR_TYPE_U32);

    clri_bind_memory(arguments, labels->labels);
    clri_bind_ulong(arguments, labels->first + skipped);
    clri_bind_uint(arguments, (cl_uint)(number->size / sizeof(cl_uint)));
    clri_bind_uint(arguments, number->class == CLRI_SIGNED);
}

static void bind_cells(clri_arguments *arguments, const clri_launch *launch)
{
    const clri_cell_steps cells =
        clri_labels_cells(&launch->plan->choice, launch->job->shape->count);

    clri_bind_ulong(arguments, cells.between);
    clri_bind_ulong(arguments, cells.apart);
}

/* ---- commands ---- */

static clr_status begin(clri_launch *launch)
{
    const clr_plan *plan = launch->plan;
    const clri_shape_job *shape = launch->job->shape;
    const uint64_t numbers =
        plan->choice.labels.most * (clri_labels_cell_size(&plan->choice) / sizeof(cl_ulong));
    const clri_labels_grid grid = clri_labels_share(&plan->choice, numbers);
    clri_arguments arguments = {.kernel = plan->before, .error = launch->error};

    clri_bind_memory(&arguments, plan->states);
    clri_bind_memory(&arguments, plan->ticket);
    clri_bind_ulong(&arguments, shape->count);
    clri_bind_memory(&arguments, plan->told);
    clri_bind_memory(&arguments, shape->labels.outside);
    bind_grid(&arguments, &grid);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, plan->before, grid.groups, plan->choice.sizes.group);
}

/* What all kernels have that take elements, `count` of them from `skipped` on. */
static void bind_elements(clri_arguments *arguments, const clri_launch *launch, uint64_t skipped,
                          uint64_t count, const clri_labels_grid *grid)
{
    const clr_plan *plan = launch->plan;
    const clri_job *job = launch->job;
    const clri_shape_job *shape = job->shape;

    clri_bind_inputs(arguments, plan, job, skipped, count != 0);
    clri_bind_mask(arguments, plan, job, skipped, count != 0);
    clri_bind_ulong(arguments, count);
    clri_bind_ulong(arguments, skipped);
    clri_bind_ulong(arguments, job->count);
    bind_labels(arguments, &shape->labels, skipped);
    clri_bind_memory(arguments, plan->states);
    clri_bind_memory(arguments, plan->ticket);
    clri_bind_ulong(arguments, shape->count);
    clri_bind_memory(arguments, plan->told);
    clri_bind_memory(arguments, shape->labels.outside);
    bind_cells(arguments, launch);
    bind_grid(arguments, grid);
    if (clri_reads_taken(&plan->choice) || plan->choice.input.count_in_memory) {
        clri_bind_memory(arguments, job->run->count_at);
        clri_bind_ulong(arguments, job->run->count_index);
    }
}

static void bind_places(clri_arguments *arguments, const clr_plan *plan, uint64_t elements)
{
    const uint64_t local = clri_local_memory_free(&plan->context->device);
    const uint32_t places = clri_labels_places(local, elements);

    clri_bind_local(arguments, (size_t)clri_labels_places_size(places));
    clri_bind_uint(arguments, places);
}

/* To the cells of their labels. */
static clr_status take(clri_launch *launch, uint64_t skipped, uint64_t count, cl_uint turn)
{
    const clr_plan *plan = launch->plan;
    const clri_labels_grid grid = clri_labels_share(&plan->choice, count);
    clri_arguments arguments = {.kernel = plan->reduce, .error = launch->error};

    bind_elements(&arguments, launch, skipped, count, &grid);
    if (clri_labels_have_places(&plan->choice))
        bind_places(&arguments, plan, grid.most * plan->choice.sizes.group);
    else
        clri_bind_uint(&arguments, turn);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, plan->reduce, grid.groups, plan->choice.sizes.group);
}

/* What labels of sums are to be told, behind all that. */
static clr_status settle(clri_launch *launch, uint64_t skipped, uint64_t count)
{
    const clr_plan *plan = launch->plan;
    const clri_labels_grid grid = clri_labels_share(&plan->choice, count);
    clri_arguments arguments = {.kernel = plan->settle, .error = launch->error};

    bind_elements(&arguments, launch, skipped, count, &grid);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, plan->settle, grid.groups, plan->choice.sizes.group);
}

/* To cells that each group has of its own, and from there to those. */
static clr_status take_near(clri_launch *launch, uint64_t skipped, uint64_t count,
                            const clri_labels_grid *grid, cl_uint turn)
{
    const clr_plan *plan = launch->plan;
    const uint64_t results = launch->job->shape->count;
    clri_arguments arguments = {.kernel = plan->near, .error = launch->error};

    bind_elements(&arguments, launch, skipped, count, grid);
    if (plan->near_cells) {
        clri_bind_memory(&arguments, plan->near_cells);
        clri_bind_uint(&arguments, clri_labels_near_longs(&plan->choice, grid->rows));
        clri_bind_uint(&arguments, grid->rows ? grid->rows : 1); /* an integer is its only row */
    } else {
        clri_bind_local(&arguments,
                        (size_t)clri_labels_near_size(&plan->choice, results, grid->rows));
        clri_bind_uint(&arguments, grid->rows);
        clri_bind_uint(&arguments, turn);
    }
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, plan->near, grid->groups, plan->choice.sizes.group);
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
    const clr_plan *plan = launch->plan;
    const clri_job *job = launch->job;
    const clri_labels_grid grid = clri_labels_share(&plan->choice, job->shape->count);
    clri_arguments arguments = {.kernel = plan->after, .error = launch->error};

    clri_bind_memory(&arguments, plan->states);
    clri_bind_memory(&arguments, plan->ticket);
    clri_bind_ulong(&arguments, job->shape->count);
    clri_bind_memory(&arguments, plan->told);
    bind_cells(&arguments, launch);
    clri_bind_uint(&arguments, is_last);
    clri_bind_arrays(&arguments, plan, job);
    clri_bind_ulong(&arguments, job->run->output_index);
    bind_grid(&arguments, &grid);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, plan->after, grid.groups, plan->choice.sizes.group);
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

    if (!launch->plan->settle || is_near(launch, count, &grid))
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

clr_status clri_launch_labels_trial(clri_launch *launch)
{
    const clri_labels_grid grid = clri_labels_share(&launch->plan->choice, 0);
    clr_status status = clri_launch_labels(launch);

    if (status == CLR_OK && launch->plan->near)
        status = take_near(launch, 0, 0, &grid, 0);
    if (status == CLR_OK)
        status = clri_try_outside(launch);
    return status;
}
