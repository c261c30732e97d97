/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/one/launch_flat.h"
#include "choose/geometry.h"
#include "shape/lists.h"
#include "shape/one/launch_answer.h"
#include "shape/one/launch_host.h"

#define CLRI_STAGE_ROWS "shape/one/launch_flat.def"
#include "stage/table.def"

const clri_stage_table clri_flat_table = {stage_rows, KERNELS, stage_kinds};

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

struct run {
    clri_value values[VALUES];
    clri_list elements, delivery;
};

/* The record's buffer, its index there, and the numbers that the delivering kernel needs; the ddofs
 * among them. */
static const clri_list *list_delivery(const clr_plan *plan, const clri_job *job, clri_list *list)
{
    list->count = 0;
    if (job->run->output)
        clri_list_memory(list, job->run->output);
    else
        clri_list_own(list, clri_record_buffer(plan, job->run));
    clri_list_ulong(list, clri_record_index(job->run));
    clri_list_ulong(list, job->total);
    clri_list_uint(list, job->part);
    clri_list_add_ddofs(list, &plan->choice->pass);
    return list;
}

/* The count of partials that the finish folds: of the groups, or of all strips of the block so
 * far. */
static uint32_t states_left(const clri_choice *choice, const clri_job *job, uint32_t groups)
{
    if (!clri_strategy_is_ordered(&choice->strategy))
        return groups;
    return (job->part >> CLRI_STRIPS_BEFORE) + (uint32_t)clri_strips(job->count);
}

static void fill(const clr_plan *plan, const clri_job *job, uint32_t groups, struct run *run)
{
    const clri_choice_sizes *sizes = &plan->choice->sizes;
    const cl_mem *buffers = plan->stage.buffers;
    const bool is_whole = job->run->part == CLR_PART_WHOLE;
    clri_value *values = run->values;

#include "stage/fill.def"
}

/* ---- commands ---- */

static clr_status launch_kernel(clri_launch *launch, enum kernel kernel, const struct run *run)
{
    return clri_enqueue_stage(&launch->commands, &launch->plan->stage, kernel, run->values);
}

/* Relaunches until one partial is left; each launch writes its partials behind those it reads. */
static clr_status finish_again(clri_launch *launch, uint32_t groups, struct run *run)
{
    clri_value *values = run->values;

    while (groups > 1) {
        values[STATE_COUNT].number = groups;
        groups = clri_groups_again(launch->plan->choice, groups);
        values[FEWER].groups.count = groups;
        CLRI_OR_RETURN(launch_kernel(launch, AGAIN, run));
        values[FIRST_STATE].number += values[STATE_COUNT].number;
    }
    return CLR_OK;
}

static clr_status finish(clri_launch *launch, const clri_job *job, uint32_t groups, struct run *run)
{
    switch (launch->plan->choice->strategy.finish->kernels) {
    case CLRI_KERNELS_ALONE:
    case CLRI_KERNELS_LABELS: /* src/shape/cells/launch_labels.c has them */
        break;
    case CLRI_KERNELS_SECOND:
        return job->part & CLRI_STRIPS_WAIT ? CLR_OK : launch_kernel(launch, PARTIALS, run);
    case CLRI_KERNELS_AGAIN:
        return finish_again(launch, groups, run);
    case CLRI_KERNELS_CELL:
        return launch_kernel(launch, CELL_END, run);
    case CLRI_KERNELS_HOST:
        return clri_finish_on_host(launch, job, groups);
    }
    return CLR_OK;
}

/* ---- parts ---- */

static clr_status launch_part(clri_launch *launch, const clri_job *job)
{
    const uint32_t groups = clri_groups(launch->plan->choice, job->count);
    struct run run;

    fill(launch->plan, job, groups, &run);
    if (clri_stage_has(&launch->plan->stage, CELL_BEGIN))
        CLRI_OR_RETURN(launch_kernel(launch, CELL_BEGIN, &run));
    CLRI_OR_RETURN(launch_kernel(launch, REDUCE, &run));
    return finish(launch, job, groups, &run);
}

/* Reduces the input, in parts if the kernels take fewer elements at once; a carried state joins the
 * parts. */
static clr_status launch_parts(clri_launch *launch)
{
    const uint64_t capacity = clri_part_capacity(launch->plan->choice);
    clri_job part = *launch->job;
    uint64_t left = part.count;
    clr_status status = CLR_OK;

    for (; status == CLR_OK && left > capacity; left -= capacity) {
        part.count = capacity;
        part.part |= CLRI_CUT_KEEPS;
        status = launch_part(launch, &part);
        part.part |= CLRI_CUT_RESUMES;
        part.skipped += capacity;
        part.base += capacity;
    }
    if (status != CLR_OK)
        return status;
    part.part &= ~(cl_uint)CLRI_CUT_KEEPS;
    part.count = left;
    return launch_part(launch, &part);
}

/* What the kernels do with strips at a part's begin and end; `left` elements of the run follow
 * it. */
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

/* Reduces the input in the published order: block by block, independent of the caller's parts. */
static clr_status launch_strips(clri_launch *launch)
{
    clri_job part = *launch->job;
    uint64_t left = part.count;
    clr_status status;

    do {
        const uint64_t room = CLRI_BLOCK - part.base % CLRI_BLOCK;

        part.count = left < room ? left : room;
        left -= part.count;
        part.part = fate_of_strips(launch->job, &part, left);
        status = launch_part(launch, &part);
        part.skipped += part.count;
        part.base += part.count;
    } while (status == CLR_OK && left != 0);
    return status;
}

clr_status clri_launch_flat(clri_launch *launch)
{
    return launch->plan->choice->pass.needs_order ? launch_strips(launch) : launch_parts(launch);
}

clr_status clri_try_flat(clri_launch *launch)
{
    clri_job job = *launch->job;
    struct run run;

    job.part = CLRI_CUT_KEEPS;
    fill(launch->plan, &job, 1, &run);
    return clri_enqueue_each(&launch->commands, &launch->plan->stage, run.values);
}
