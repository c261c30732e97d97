/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/one/launch_flat.h"
#include "base/count.h"
#include "choose/geometry.h"
#include "shape/arguments.h"
#include "shape/launch_answer.h"
#include "state/layout.h"

#include <string.h>

// clang-format off
enum kernel { CELL_BEGIN, REDUCE, PARTIALS, AGAIN, CELL_END, KERNELS };

/* What kernels are bound to, and how many groups they have. */
enum value {
    END, /* of a kernel's parameters */
    ELEMENTS, COUNT, BASE, TOTAL, COUNT_AT, COUNT_INDEX, DELIVERY,
    STATES, TICKET, FIRST_STATE, STATE_COUNT,
    CELLS, SECOND_CELLS, ONE_CELL, BINS, LOG,
    ALL, SECOND, ONE_ITEM, FEWER,
    VALUES
};

/* Kernels of cl/reduce.cl and of the strategy's finish (cl/finish). */
static const clri_stage_row stage_rows[] = {
    [CELL_BEGIN] = {"clr_cell_begin", "the cell of all groups is made ready", ONE_ITEM, {TICKET}},
    [REDUCE] = {"clr_reduce", "groups fold their shares of the elements",
        ALL, {ELEMENTS, COUNT, BASE, TOTAL, STATES, TICKET, DELIVERY, COUNT_AT, COUNT_INDEX, CELLS,
              BINS, LOG}},
    [PARTIALS] = {"clr_reduce_partials", "one group folds what the groups left",
        SECOND, {STATES, STATE_COUNT, DELIVERY, BASE, COUNT, COUNT_AT, COUNT_INDEX, SECOND_CELLS,
                 BINS, LOG}},
    [AGAIN] = {"clr_reduce_again", "groups fold what the groups before them left",
        FEWER, {STATES, FIRST_STATE, STATE_COUNT, DELIVERY, CELLS, BINS, LOG}},
    [CELL_END] = {"clr_cell_end", "the cell becomes the result",
        ONE_ITEM, {STATES, TICKET, DELIVERY, ONE_CELL, BINS, LOG}},
};
// clang-format on

const clri_stage_table clri_flat_table = {stage_rows, KERNELS};

/* Kernels of a finish, besides the first kernel. */
static const uint32_t kernels_of[] = {
    [CLRI_KERNELS_ALONE] = 0,
    [CLRI_KERNELS_SECOND] = 1u << PARTIALS,
    [CLRI_KERNELS_AGAIN] = 1u << AGAIN,
    [CLRI_KERNELS_CELL] = 1u << CELL_BEGIN | 1u << CELL_END,
    [CLRI_KERNELS_HOST] = 0,
};

clr_status clri_flat_make(clr_plan *plan, clri_error *error)
{
    const uint32_t rows = kernels_of[plan->choice->strategy.finish->kernels] | 1u << REDUCE;

    return clri_stage_make(&plan->stage, &clri_flat_table, rows, plan->design->program->opencl,
                           error);
}

/* ---- a part's values ---- */

struct values {
    clri_value of[VALUES];
    clri_arguments elements, delivery;
};

/* The record's buffer, its index there, and the numbers that the delivering kernel needs; the ddofs
 * among them. */
static const clri_arguments *delivery_arguments(const clr_plan *plan, const clri_job *job,
                                                clri_arguments *arguments)
{
    arguments->count = 0;
    if (job->run->output)
        clri_add_argument(arguments, CLRI_MEMORY(job->run->output));
    else
        clri_add_argument(arguments, CLRI_OWN(clri_record_buffer(plan, job->run)));
    clri_add_argument(arguments, CLRI_ULONG(clri_record_index(job->run)));
    clri_add_argument(arguments, CLRI_ULONG(job->total));
    clri_add_argument(arguments, CLRI_UINT(job->part));
    clri_add_ddofs(arguments, &plan->choice->pass);
    return arguments;
}

/* The count of partials that the finish folds: of the groups, or of all strips of the block so
 * far. */
static uint32_t states_left(const clri_choice *choice, const clri_job *job, uint32_t groups)
{
    if (!clri_strategy_is_ordered(&choice->strategy))
        return groups;
    return (job->part >> CLRI_STRIPS_BEFORE) + (uint32_t)clri_strips(job->count);
}

static void set_part_values(const clr_plan *plan, const clri_job *job, uint32_t groups,
                            struct values *values)
{
    const clri_choice_sizes *sizes = &plan->choice->sizes;
    const cl_mem *buffers = plan->stage.buffers;
    const bool is_whole = job->run->part == CLR_PART_WHOLE;
    clri_value *to = values->of;

    /* elements of a part, their count, elements before them, count of the whole input; or counts in
     * memory */
    to[ELEMENTS] = CLRI_ARGUMENTS(
        clri_element_arguments(&values->elements, plan, job, job->skipped, job->count != 0));
    to[COUNT] = CLRI_ULONG(job->count);
    to[BASE] = CLRI_ULONG(job->base);
    to[TOTAL] = CLRI_ULONG(is_whole ? job->total : job->run->total);
    to[COUNT_AT] = CLRI_MEMORY(job->run->count_at);
    to[COUNT_INDEX] = CLRI_ULONG(job->run->count_index);
    to[DELIVERY] = CLRI_ARGUMENTS(delivery_arguments(plan, job, &values->delivery));
    /* partials, and the range that is folded */
    to[STATES] = CLRI_OWN(buffers[CLRI_PLAN_STATES]);
    to[TICKET] = CLRI_OWN(buffers[CLRI_PLAN_TICKET]);
    to[FIRST_STATE] = CLRI_UINT(CLRI_FIRST_STATE);
    to[STATE_COUNT] = CLRI_UINT(states_left(plan->choice, job, groups));
    /* a group's local memory, and a trace */
    to[CELLS] = CLRI_LOCAL(clri_local_argument(plan, sizes->group));
    to[SECOND_CELLS] = CLRI_LOCAL(clri_local_argument(plan, sizes->second_group));
    to[ONE_CELL] = CLRI_LOCAL(clri_local_argument(plan, 1));
    to[BINS] = CLRI_LOCAL(clri_bins_argument(plan));
    to[LOG] = CLRI_LOG(plan->trace.log);
    /* work-groups: all; a single group; a single item; fewer with each relaunch */
    to[ALL] = CLRI_GROUPS(clri_groups_of(groups, sizes->group));
    to[SECOND] = CLRI_GROUPS(clri_groups_of(1, sizes->second_group));
    to[ONE_ITEM] = CLRI_GROUPS(clri_groups_of(1, 1));
    to[FEWER] = CLRI_GROUPS(clri_groups_of(1, sizes->group));
}

/* ---- commands ---- */

static clr_status launch_flat_kernel(clri_launch *launch, enum kernel kernel,
                                     const struct values *values)
{
    return clri_enqueue_stage(&launch->commands, &launch->plan->stage, kernel, values->of);
}

/* Relaunches until one partial is left. Each launch writes its partials behind those that it reads:
 * groups of one launch run in any order, so that none may write where another still reads. */
static clr_status finish_again(clri_launch *launch, uint32_t groups, struct values *values)
{
    clri_value *to = values->of;

    while (groups > 1) {
        to[STATE_COUNT].number = groups;
        groups = clri_groups_again(launch->plan->choice, groups);
        to[FEWER].groups.count = groups;
        CLRI_OR_RETURN(launch_flat_kernel(launch, AGAIN, values));
        to[FIRST_STATE].number += to[STATE_COUNT].number;
    }
    return CLR_OK;
}

/* ---- the finish of strategies that fold partials on the host ---- */

/* Reads the groups' partials back, blocking. */
static clr_status fetch_states(clri_launch *launch, uint32_t groups)
{
    const clr_plan *plan = launch->plan;
    const size_t size = clri_layout_saved_size(&plan->choice->pass);
    const clri_waits waits = clri_waits_of(&launch->commands);
    const cl_int code = clEnqueueReadBuffer(
        launch->job->run->queue, plan->stage.buffers[CLRI_PLAN_STATES], CL_TRUE,
        CLRI_FIRST_STATE * size, groups * size, plan->host.states, waits.count, waits.list, NULL);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->commands.error, code, "clEnqueueReadBuffer",
                                "fetching the groups' states");
    return clri_check_last(&launch->commands);
}

/* Writes the host's result to where the run wants it. */
static clr_status deliver_from_host(clri_launch *launch, const clri_job *job, const void *result)
{
    const size_t size = launch->plan->choice->pass.record_size;
    const clr_run *run = job->run;

    if (run->host)
        memcpy(run->host, result, size);
    if (!run->output && !job->arrays)
        return CLR_OK;
    return clri_enqueue_fill(&launch->commands, clri_record_buffer(launch->plan, run), result, size,
                             (size_t)clri_record_index(run) * size, size, "writing the result");
}

/* Waits for the partials of `groups` groups, folds them, and delivers as cl/finish/deliver.cl does.
 */
static clr_status finish_on_host(clri_launch *launch, const clri_job *job, uint32_t groups)
{
    clr_plan *plan = launch->plan;
    const clri_state_form *form = &plan->choice->pass.members[0].form;
    uint64_t result = 0;
    clri_host_fold_state state;
    clr_status status = fetch_states(launch, groups);

    if (status != CLR_OK)
        return status;
    state = clri_host_fold(form, plan->host.states, groups);
    if (job->part & CLRI_CUT_RESUMES)
        state = clri_host_fold_combine(form, plan->host.cut, state);
    if (job->part & CLRI_CUT_KEEPS) {
        plan->host.cut = state;
        return CLR_OK;
    }
    if (job->part & CLRI_PART_RESUMES)
        state = clri_host_fold_combine(form, plan->host.running, state);
    if (job->part & CLRI_PART_KEEPS) {
        plan->host.next = state;
        return CLR_OK;
    }
    clri_host_fold_round(form, state, job->total, plan->choice->pass.outcomes[0].result, &result);
    return deliver_from_host(launch, job, &result);
}

/* ---- parts ---- */

static clr_status finish_part(clri_launch *launch, const clri_job *job, uint32_t groups,
                              struct values *values)
{
    switch (launch->plan->choice->strategy.finish->kernels) {
    case CLRI_KERNELS_ALONE:
    case CLRI_KERNELS_LABELS: /* src/shape/cells/launch_labels.c has them */
        break;
    case CLRI_KERNELS_SECOND:
        return job->part & CLRI_STRIPS_WAIT ? CLR_OK : launch_flat_kernel(launch, PARTIALS, values);
    case CLRI_KERNELS_AGAIN:
        return finish_again(launch, groups, values);
    case CLRI_KERNELS_CELL:
        return launch_flat_kernel(launch, CELL_END, values);
    case CLRI_KERNELS_HOST:
        return finish_on_host(launch, job, groups);
    }
    return CLR_OK;
}

static clr_status launch_part(clri_launch *launch, const clri_job *job)
{
    const uint32_t groups = clri_groups(launch->plan->choice, job->count);
    struct values values;

    set_part_values(launch->plan, job, groups, &values);
    if (clri_stage_has(&launch->plan->stage, CELL_BEGIN))
        CLRI_OR_RETURN(launch_flat_kernel(launch, CELL_BEGIN, &values));
    CLRI_OR_RETURN(launch_flat_kernel(launch, REDUCE, &values));
    return finish_part(launch, job, groups, &values);
}

/* What the kernels do with the partials of strips that lie before and in a part; `left` elements of
 * the run follow it. In the published order a block's strips are folded as one tree when the block
 * is full, or at the input's end: a part that ends within a block only leaves its strips' partials
 * for the parts behind it, and from the second block on a carried state resumes. */
static cl_uint fate_of_strips(const clri_job *run, const clri_job *part, uint64_t left)
{
    const bool is_whole = run->run->part == CLR_PART_WHOLE;
    const bool is_end = left == 0 && !(run->part & CLRI_PART_KEEPS);
    const bool fills_block = part->count != 0 && (part->base + part->count) % CLRI_BLOCK == 0;
    cl_uint fate = (cl_uint)clri_strips(part->base % CLRI_BLOCK) << CLRI_STRIPS_BEFORE;

    if (is_whole)
        fate |= CLRI_STRIPS_APART;

    if (!is_end && !fills_block)
        return fate | CLRI_STRIPS_WAIT;
    if (part->base >= CLRI_BLOCK)
        fate |= is_whole ? CLRI_CUT_RESUMES : CLRI_PART_RESUMES;
    if (!is_end)
        fate |= is_whole ? CLRI_CUT_KEEPS : CLRI_PART_KEEPS;
    return fate;
}

/* What the kernels do with a part's partials: those of all parts of a run become one result by a
 * carried state. */
static cl_uint fate_of_part(const clri_launch *launch, const clri_job *part, uint64_t left)
{
    const clri_job *run = launch->job;
    cl_uint fate = run->part;

    if (launch->plan->choice->pass.needs_order)
        return fate_of_strips(run, part, left);
    if (part->skipped > run->skipped)
        fate |= CLRI_CUT_RESUMES;
    if (left)
        fate |= CLRI_CUT_KEEPS;
    return fate;
}

/* Elements that one launch takes at most: as many as kernels count, and in the published order
 * those up to the end of a block, wherever the caller's parts begin. */
static uint64_t part_most(const clr_plan *plan, const clri_job *part)
{
    if (plan->choice->pass.needs_order)
        return CLRI_BLOCK - part->base % CLRI_BLOCK;
    return clri_part_capacity(plan->choice);
}

clr_status clri_launch_flat(clri_launch *launch)
{
    clri_job part = *launch->job;
    uint64_t left = part.count;

    do {
        part.count = clri_smaller(left, part_most(launch->plan, &part));
        left -= part.count;
        part.part = fate_of_part(launch, &part, left);
        CLRI_OR_RETURN(launch_part(launch, &part));
        part.skipped += part.count;
        part.base += part.count;
    } while (left);
    return CLR_OK;
}

clr_status clri_try_flat(clri_launch *launch)
{
    clri_job job = *launch->job;
    struct values values;

    job.part = CLRI_CUT_KEEPS;
    set_part_values(launch->plan, &job, 1, &values);
    return clri_enqueue_each(&launch->commands, &launch->plan->stage, values.of);
}
