/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/launch.h"
#include "choose/geometry.h"
#include "plan/arguments.h"
#include "plan/arrays.h"
#include "plan/keys.h"
#include "plan/launch_answer.h"
#include "plan/launch_groups.h"
#include "plan/launch_index.h"
#include "plan/launch_items.h"
#include "plan/launch_labels.h"
#include "plan/launch_rows.h"
#include "plan/launch_runs.h"
#include "plan/sort.h"
#include "state/layout.h"

#include <string.h>

/* ---- arguments ---- */

static uint64_t record_index(const clr_run *run)
{
    return run->output ? run->output_index : 0;
}

/* How many elements the device finds, if the kernel asks. */
static void bind_count(clri_arguments *arguments, const clr_plan *plan, const clri_job *job)
{
    if (!plan->choice.input.index && !plan->choice.input.count_in_memory)
        return;
    clri_bind_memory(arguments, job->run->count_at);
    clri_bind_ulong(arguments, job->run->count_index);
}

/* Where the result goes, and what the kernel that delivers must know. */
static void bind_delivery(clri_arguments *arguments, const clr_plan *plan, const clri_job *job)
{
    if (job->run->output)
        clri_bind_memory(arguments, job->run->output);
    else
        clri_bind_own(arguments, clri_record_buffer(plan, job->run));
    clri_bind_ulong(arguments, record_index(job->run));
    clri_bind_ulong(arguments, job->total);
    clri_bind_uint(arguments, job->part);
}

static clr_status bind_reduce(const clri_launch *launch, const clri_job *job)
{
    clr_plan *plan = launch->plan;
    clri_arguments arguments = {
        .kernel = plan->reduce, .bound = &plan->reduce_bound, .error = launch->error};

    clri_bind_inputs(&arguments, plan, job, job->skipped, job->count != 0);
    clri_bind_mask(&arguments, plan, job, job->skipped, job->count != 0);
    clri_bind_ulong(&arguments, job->count);
    clri_bind_ulong(&arguments, job->base);
    clri_bind_ulong(&arguments, job->run->part == CLR_PART_WHOLE ? job->total : job->run->total);
    clri_bind_own(&arguments, plan->states);
    clri_bind_own(&arguments, plan->ticket);
    bind_delivery(&arguments, plan, job);
    bind_count(&arguments, plan, job);
    clri_bind_memory_of_group(&arguments, plan, plan->choice.sizes.group);
    return arguments.status;
}

static clr_status bind_partials(const clri_launch *launch, const clri_job *job, cl_uint groups)
{
    clr_plan *plan = launch->plan;
    clri_arguments arguments = {
        .kernel = plan->after, .bound = &plan->after_bound, .error = launch->error};

    clri_bind_own(&arguments, plan->states);
    clri_bind_uint(&arguments, groups);
    bind_delivery(&arguments, plan, job);
    if (plan->choice.input.count_in_memory) {
        clri_bind_ulong(&arguments, job->base);
        clri_bind_ulong(&arguments, job->count);
        bind_count(&arguments, plan, job);
    }
    clri_bind_memory_of_group(&arguments, plan, plan->choice.sizes.second_group);
    return arguments.status;
}

static clr_status bind_again(const clri_launch *launch, const clri_job *job, cl_uint from,
                             cl_uint count)
{
    clr_plan *plan = launch->plan;
    clri_arguments arguments = {
        .kernel = plan->after, .bound = &plan->after_bound, .error = launch->error};

    clri_bind_own(&arguments, plan->states);
    clri_bind_uint(&arguments, from);
    clri_bind_uint(&arguments, count);
    bind_delivery(&arguments, plan, job);
    clri_bind_memory_of_group(&arguments, plan, plan->choice.sizes.group);
    return arguments.status;
}

static clr_status bind_cell_begin(const clri_launch *launch)
{
    clri_arguments arguments = {.kernel = launch->plan->before, .error = launch->error};

    clri_bind_memory(&arguments, launch->plan->ticket);
    return arguments.status;
}

static clr_status bind_cell_end(const clri_launch *launch, const clri_job *job)
{
    clr_plan *plan = launch->plan;
    clri_arguments arguments = {
        .kernel = plan->after, .bound = &plan->after_bound, .error = launch->error};

    clri_bind_own(&arguments, plan->states);
    clri_bind_own(&arguments, plan->ticket);
    bind_delivery(&arguments, plan, job);
    clri_bind_memory_of_group(&arguments, plan, 1);
    return arguments.status;
}

/* ---- commands ---- */

static clr_status launch_reduce(clri_launch *launch, const clri_job *job, uint32_t groups)
{
    clr_status status = bind_reduce(launch, job);

    if (status == CLR_OK)
        status = clri_enqueue_traceable(launch, launch->plan->reduce, groups,
                                        launch->plan->choice.sizes.group);
    return status;
}

/* ---- arrays ---- */

static clr_status copy_field(clri_launch *launch, size_t offset, cl_mem array, size_t size)
{
    const clr_plan *plan = launch->plan;
    const clr_run *run = launch->job->run;
    const size_t record = (size_t)record_index(run) * plan->choice.pass.record_size;
    const clri_waits waits = clri_waits_of(launch);
    cl_event event = NULL;
    const cl_int code =
        clEnqueueCopyBuffer(run->queue, clri_record_buffer(plan, run), array, record + offset,
                            (size_t)run->output_index * size, size, waits.count, waits.list,
                            clri_wanted_event(launch, &event));

    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->error, code, "clEnqueueCopyBuffer",
                                "copying a result of %zu bytes to its array", size);
    clri_has_started(launch, event);
    return CLR_OK;
}

/* Copies the record's fields to the arrays that the run wants them in, one after the other. */
static clr_status fill_arrays(clri_launch *launch)
{
    const clri_pass *pass = &launch->plan->choice.pass;
    const clri_job *job = launch->job;
    clr_status status = CLR_OK;

    if (!job->arrays || (job->part & CLRI_PART_KEEPS))
        return CLR_OK;
    for (size_t i = 0; i < pass->outcome_count; i++)
        for (size_t j = 0; j < CLRI_ARRAY_ROWS; j++) {
            const clri_array_row *row = &clri_array_rows[j];
            const clri_field *field = &pass->outcomes[i].field;
            const cl_mem array = clri_array_buffer(&job->arrays[i], row);

            if (array)
                CLRI_TRY(copy_field(launch, clri_array_offset(field, row), array,
                                    clri_array_size(field, row)));
        }
cleanup:
    return status;
}

/* ---- finishes ---- */

/* How many states that launch folds: the groups', or those of all strips of the block so far. */
static uint32_t states_left(const clri_choice *choice, const clri_job *job, uint32_t groups)
{
    if (!clri_strategy_is_ordered(&choice->strategy))
        return groups;
    return (job->part >> CLRI_STRIPS_BEFORE) + (uint32_t)clri_strips(job->count);
}

static clr_status finish_second(clri_launch *launch, const clri_job *job, uint32_t groups)
{
    clr_status status = CLR_OK;

    if (job->part & CLRI_STRIPS_WAIT)
        return CLR_OK;
    CLRI_TRY(bind_partials(launch, job, states_left(&launch->plan->choice, job, groups)));
    CLRI_TRY(clri_enqueue_traceable(launch, launch->plan->after, 1,
                                    launch->plan->choice.sizes.second_group));
cleanup:
    return status;
}

/* Each launch writes its states behind those that it reads. */
static clr_status finish_again(clri_launch *launch, const clri_job *job, uint32_t groups)
{
    const clri_choice *choice = &launch->plan->choice;
    uint32_t from = CLRI_FIRST_STATE;
    clr_status status = CLR_OK;

    while (groups > 1) {
        const uint32_t count = groups;

        groups = clri_groups_again(choice, count);
        CLRI_TRY(bind_again(launch, job, from, count));
        CLRI_TRY(clri_enqueue_traceable(launch, launch->plan->after, groups, choice->sizes.group));
        from += count;
    }
cleanup:
    return status;
}

static clr_status finish_cell(clri_launch *launch, const clri_job *job)
{
    clr_status status = bind_cell_end(launch, job);

    if (status == CLR_OK)
        status = clri_enqueue_traceable(launch, launch->plan->after, 1, 1);
    return status;
}

/* Fetches the groups' states, which takes waiting for them. */
static clr_status fetch_states(clri_launch *launch, uint32_t groups)
{
    const clr_plan *plan = launch->plan;
    const size_t size = clri_layout_saved_size(&plan->choice.pass);
    const clri_waits waits = clri_waits_of(launch);
    const cl_int code =
        clEnqueueReadBuffer(launch->job->run->queue, plan->states, CL_TRUE, CLRI_FIRST_STATE * size,
                            groups * size, plan->host_states, waits.count, waits.list, NULL);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->error, code, "clEnqueueReadBuffer",
                                "fetching the groups' states");
    return clri_check_last(launch);
}

/* Writes a result that the host has computed to where the run wants it. */
static clr_status deliver_from_host(clri_launch *launch, const clri_job *job, const void *result)
{
    const size_t size = launch->plan->choice.pass.record_size;
    const clr_run *run = job->run;
    const clri_waits waits = clri_waits_of(launch);
    cl_event event = NULL;
    cl_int code;

    if (run->host)
        memcpy(run->host, result, size);
    if (!run->output && !job->arrays)
        return CLR_OK;
    code = clEnqueueFillBuffer(run->queue, clri_record_buffer(launch->plan, run), result, size,
                               (size_t)record_index(run) * size, size, waits.count, waits.list,
                               clri_wanted_event(launch, &event));
    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->error, code, "clEnqueueFillBuffer", "writing the result");
    clri_has_started(launch, event);
    return CLR_OK;
}

/* What cl/finish/deliver.cl does, on the host. */
static clr_status finish_host(clri_launch *launch, const clri_job *job, uint32_t groups)
{
    clr_plan *plan = launch->plan;
    const clri_state_form *form = &plan->choice.pass.members[0].form;
    uint64_t result = 0;
    clri_host_fold_state state;
    clr_status status = fetch_states(launch, groups);

    if (status != CLR_OK)
        return status;
    state = clri_host_fold(form, plan->host_states, groups);
    if (job->part & CLRI_CUT_RESUMES)
        state = clri_host_fold_combine(form, plan->host_cut, state);
    if (job->part & CLRI_CUT_KEEPS) {
        plan->host_cut = state;
        return CLR_OK;
    }
    if (job->part & CLRI_PART_RESUMES)
        state = clri_host_fold_combine(form, plan->host_running, state);
    if (job->part & CLRI_PART_KEEPS) {
        plan->host_next = state;
        return CLR_OK;
    }
    clri_host_fold_round(form, state, job->total, plan->choice.pass.outcomes[0].result, &result);
    return deliver_from_host(launch, job, &result);
}

/* ---- parts ---- */

static clr_status launch_part(clri_launch *launch, const clri_job *job)
{
    const clr_plan *plan = launch->plan;
    const clri_kernels kernels = plan->choice.strategy.finish->kernels;
    const uint32_t groups = clri_groups(&plan->choice, job->count);
    clr_status status = CLR_OK;

    if (kernels == CLRI_KERNELS_CELL) {
        CLRI_TRY(bind_cell_begin(launch));
        CLRI_TRY(clri_enqueue_kernel(launch, plan->before, 1, 1));
    }
    CLRI_TRY(launch_reduce(launch, job, groups));
    switch (kernels) {
    case CLRI_KERNELS_ALONE:
    case CLRI_KERNELS_LABELS: /* src/plan/launch_labels.c */
        break;
    case CLRI_KERNELS_SECOND:
        status = finish_second(launch, job, groups);
        break;
    case CLRI_KERNELS_AGAIN:
        status = finish_again(launch, job, groups);
        break;
    case CLRI_KERNELS_CELL:
        status = finish_cell(launch, job);
        break;
    case CLRI_KERNELS_HOST:
        status = finish_host(launch, job, groups);
        break;
    }
cleanup:
    return status;
}

/* The input, in parts if it is more than the kernels take at once; the state of what has been done
 * waits between them. */
static clr_status launch_parts(clri_launch *launch)
{
    const uint64_t capacity = clri_part_capacity(&launch->plan->choice);
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

/* What becomes of the strips from a part's begin on, with `left` elements of the run behind it. */
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

/* The input in the published order: block by block, whatever parts it comes in. */
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

/* An event for a run whose last command was the host's own doing. */
static clr_status mark_end(clri_launch *launch)
{
    const clri_waits waits = clri_waits_of(launch);
    cl_event event = NULL;
    const cl_int code =
        clEnqueueMarkerWithWaitList(launch->job->run->queue, waits.count, waits.list, &event);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->error, code, "clEnqueueMarkerWithWaitList",
                                "marking the end of the run");
    clri_has_started(launch, event);
    return CLR_OK;
}

/* Results of the elements as they are sorted. */
static clr_status launch_by_label(clri_launch *launch)
{
    clr_status status = CLR_OK;

    CLRI_TRY(clri_launch_sort(launch));
    CLRI_TRY(clri_launch_rows(launch));
    CLRI_TRY(clri_launch_names(launch));
cleanup:
    return status;
}

clr_status clri_launch_all(clri_launch *launch)
{
    clr_plan *plan = launch->plan;
    const bool on_host = plan->choice.strategy.finish->kernels == CLRI_KERNELS_HOST;
    clr_status status = CLR_OK;

    if (launch->job->run->part != CLR_PART_WHOLE && plan->is_running)
        clri_launched_go_on(&plan->launched);
    else
        clri_launched_clear(&plan->launched);
    if (plan->choice.code.is_traced)
        clri_trace_clear(&plan->trace);
    CLRI_TRY(clri_launch_outside(launch));
    if (plan->choice.carrier == CLRI_CARRIER_CELLS)
        return clri_launch_labels(launch);
    if (plan->keys.choice.are_there)
        return clri_launch_runs(launch);
    if (plan->sort.choice.is_there)
        return launch_by_label(launch);
    if (plan->choice.carrier != CLRI_CARRIER_ONE)
        return clri_launch_rows(launch);
    if (plan->choice.pass.needs_order)
        CLRI_TRY(launch_strips(launch));
    else
        CLRI_TRY(launch_parts(launch));
    CLRI_TRY(fill_arrays(launch));
    if (on_host && launch->job->run->event)
        CLRI_TRY(mark_end(launch));
    else if (!on_host && launch->job->run->host)
        CLRI_TRY(clri_launch_answer(launch));
    if (on_host && (launch->job->part & CLRI_PART_KEEPS))
        plan->host_running = plan->host_next;
cleanup:
    return status;
}

/* Runs on an in-order queue, by itself, what is to be tried of many results. */
static clr_status try_rows(clr_plan *plan, cl_command_queue queue,
                           clr_status (*launch_rows)(clri_launch *launch), clri_error *error)
{
    const clr_run run = {.size = sizeof run, .queue = queue};
    const clri_shape_job shape = {0};
    const clri_job job = {.run = &run, .shape = &shape};
    const clri_dependency order = {.in_order = true};
    clri_launch launch = {.plan = plan, .job = &job, .order = &order, .error = error};
    const clr_status status = launch_rows(&launch);

    clri_event_release(&launch.last);
    clri_launched_clear(&plan->launched);
    if (plan->choice.code.is_traced)
        clri_trace_clear(&plan->trace);
    return status;
}

static clr_status try_items(clri_launch *launch)
{
    clr_status status = CLR_OK;

    CLRI_TRY(clri_try_items(launch));
    if (launch->plan->items.runs)
        CLRI_TRY(clri_try_runs(launch));
cleanup:
    return status;
}

clr_status clri_launch_items_trial(clr_plan *plan, cl_command_queue queue, clri_error *error)
{
    return try_rows(plan, queue, try_items, error);
}

clr_status clri_launch_keys_trial(clr_plan *plan, cl_command_queue queue, clri_error *error)
{
    return try_rows(plan, queue, clri_launch_keys, error);
}

clr_status clri_launch_sort_trial(clr_plan *plan, cl_command_queue queue, clri_error *error)
{
    return try_rows(plan, queue, clri_launch_sort_each, error);
}

clr_status clri_launch_trial(clr_plan *plan, cl_command_queue queue, clri_error *error)
{
    const clr_run run = {.size = sizeof run, .queue = queue};
    const clri_job job = {.run = &run, .part = CLRI_CUT_KEEPS};
    const clri_dependency order = {.in_order = true};
    clri_launch launch = {.plan = plan, .job = &job, .order = &order, .error = error};
    clr_status status;

    if (plan->choice.carrier != CLRI_CARRIER_ONE)
        return try_rows(plan, queue,
                        plan->choice.carrier == CLRI_CARRIER_CELLS ? clri_launch_labels_trial
                                                                   : clri_try_groups,
                        error);
    status = launch_part(&launch, &job);
    if (status == CLR_OK)
        status = clri_try_outside(&launch);
    clri_event_release(&launch.last);
    clri_launched_clear(&plan->launched);
    if (plan->choice.code.is_traced)
        clri_trace_clear(&plan->trace);
    return status;
}
