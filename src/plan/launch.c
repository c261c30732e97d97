/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/launch.h"
#include "choose/geometry.h"
#include "choose/local_memory.h"
#include "plan/arrays.h"
#include "state/layout.h"

#include <string.h>

/* ---- arguments ---- */

/* A kernel's arguments, bound in their order; the first failure is kept. */
struct arguments {
    cl_kernel kernel;
    cl_uint next;
    clr_status status;
    clri_error *error;
};

static void bind(struct arguments *arguments, size_t size, const void *value)
{
    const cl_uint index = arguments->next++;
    cl_int code;

    if (arguments->status != CLR_OK)
        return;
    code = clSetKernelArg(arguments->kernel, index, size, value);
    if (code != CL_SUCCESS)
        arguments->status = clri_fail_opencl(arguments->error, code, "clSetKernelArg",
                                             "binding argument %u", (unsigned)index);
}

static void bind_memory(struct arguments *arguments, cl_mem memory)
{
    bind(arguments, sizeof memory, &memory);
}

static void bind_uint(struct arguments *arguments, cl_uint value)
{
    bind(arguments, sizeof value, &value);
}

static void bind_ulong(struct arguments *arguments, cl_ulong value)
{
    bind(arguments, sizeof value, &value);
}

/* Where kernels write the record: to the caller's buffer, or to the plan's own, which holds one. */
static cl_mem record_buffer(const clr_plan *plan, const clr_run *run)
{
    return run->output ? run->output : plan->result;
}

static uint64_t record_index(const clr_run *run)
{
    return run->output ? run->output_index : 0;
}

/* Where the result goes, and what the kernel that delivers must know. */
static void bind_delivery(struct arguments *arguments, const clr_plan *plan, const clri_job *job)
{
    bind_memory(arguments, record_buffer(plan, job->run));
    bind_ulong(arguments, record_index(job->run));
    bind_ulong(arguments, job->total);
    bind_uint(arguments, job->part);
}

/* What kernels have last: local memory and a log, if they come as arguments. */
static void bind_memory_of_group(struct arguments *arguments, const clr_plan *plan,
                                 size_t group_size)
{
    const clri_choice *choice = &plan->choice;

    if (choice->local_is_dynamic)
        bind(arguments, (size_t)clri_local_memory_cells_size(choice, group_size), NULL);
    if (choice->local_is_dynamic && choice->pass.is_exact)
        bind(arguments, clri_layout_bins_size(&choice->pass, choice->group_size), NULL);
    if (plan->choice.is_traced)
        bind_memory(arguments, plan->trace.log);
}

static clr_status bind_reduce(const clri_launch *launch, const clri_job *job)
{
    const clr_plan *plan = launch->plan;
    struct arguments arguments = {.kernel = plan->reduce, .error = launch->error};

    for (unsigned i = 0; i < plan->choice.pass.inputs; i++) {
        const clr_span *input = &job->run->inputs[i];

        bind_memory(&arguments, job->count ? input->buffer : NULL);
        bind_ulong(&arguments, input->first + job->skipped);
    }
    bind_ulong(&arguments, job->count);
    bind_ulong(&arguments, job->base);
    bind_ulong(&arguments, job->run->part == CLR_PART_WHOLE ? job->total : job->run->total);
    bind_memory(&arguments, plan->states);
    bind_memory(&arguments, plan->ticket);
    bind_delivery(&arguments, plan, job);
    bind_memory_of_group(&arguments, plan, plan->choice.group_size);
    return arguments.status;
}

static clr_status bind_partials(const clri_launch *launch, const clri_job *job, cl_uint groups)
{
    const clr_plan *plan = launch->plan;
    struct arguments arguments = {.kernel = plan->after, .error = launch->error};

    bind_memory(&arguments, plan->states);
    bind_uint(&arguments, groups);
    bind_delivery(&arguments, plan, job);
    bind_memory_of_group(&arguments, plan, plan->choice.second_group_size);
    return arguments.status;
}

static clr_status bind_again(const clri_launch *launch, const clri_job *job, cl_uint from,
                             cl_uint count)
{
    const clr_plan *plan = launch->plan;
    struct arguments arguments = {.kernel = plan->after, .error = launch->error};

    bind_memory(&arguments, plan->states);
    bind_uint(&arguments, from);
    bind_uint(&arguments, count);
    bind_delivery(&arguments, plan, job);
    bind_memory_of_group(&arguments, plan, plan->choice.group_size);
    return arguments.status;
}

static clr_status bind_cell_begin(const clri_launch *launch)
{
    struct arguments arguments = {.kernel = launch->plan->before, .error = launch->error};

    bind_memory(&arguments, launch->plan->ticket);
    return arguments.status;
}

static clr_status bind_cell_end(const clri_launch *launch, const clri_job *job)
{
    const clr_plan *plan = launch->plan;
    struct arguments arguments = {.kernel = plan->after, .error = launch->error};

    bind_memory(&arguments, plan->states);
    bind_memory(&arguments, plan->ticket);
    bind_delivery(&arguments, plan, job);
    bind_memory_of_group(&arguments, plan, 1);
    return arguments.status;
}

/* ---- commands ---- */

/* What the next command waits for, as two arguments of an OpenCL call. */
struct waits {
    cl_uint count;
    const cl_event *list;
};

/* The first command waits for what the run comes after; others follow it, by an event if the queue
 * does not keep order. */
static struct waits waits_of(const clri_launch *launch)
{
    struct waits waits = {0, NULL};

    if (!launch->started && launch->order->wait_count)
        waits = (struct waits){launch->order->wait_count, launch->order->wait_list};
    else if (launch->started && launch->last)
        waits = (struct waits){1, &launch->last};
    return waits;
}

/* Where the next command's event goes, NULL if nobody will ask for it. */
static cl_event *wanted_event(const clri_launch *launch, cl_event *event)
{
    return !launch->order->in_order || launch->job->run->event ? event : NULL;
}

static void has_started(clri_launch *launch, cl_event event)
{
    clri_event_release(&launch->last);
    launch->last = event;
    launch->started = true;
}

static clr_status launch_kernel(clri_launch *launch, cl_kernel kernel, size_t groups,
                                size_t group_size)
{
    const size_t items = groups * group_size;
    const struct waits waits = waits_of(launch);
    cl_event event = NULL;
    const cl_int code =
        clEnqueueNDRangeKernel(launch->job->run->queue, kernel, 1, NULL, &items, &group_size,
                               waits.count, waits.list, wanted_event(launch, &event));

    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->error, code, "clEnqueueNDRangeKernel",
                                "launching %zu groups of %zu work-items", groups, group_size);
    has_started(launch, event);
    return CLR_OK;
}

/* As launch_kernel(), of a kernel that logs what it does if the plan is traced. */
static clr_status launch_traceable(clri_launch *launch, cl_kernel kernel, size_t groups,
                                   size_t group_size)
{
    const clr_status status = launch_kernel(launch, kernel, groups, group_size);

    if (status == CLR_OK && launch->plan->choice.is_traced) {
        const struct waits waits = waits_of(launch);

        clri_trace_collect(&launch->plan->trace, launch->job->run->queue, waits.count, waits.list,
                           groups, group_size);
    }
    return status;
}

static clr_status launch_reduce(clri_launch *launch, const clri_job *job, uint32_t groups)
{
    clr_status status = bind_reduce(launch, job);

    if (status == CLR_OK)
        status =
            launch_traceable(launch, launch->plan->reduce, groups, launch->plan->choice.group_size);
    return status;
}

static clr_status read_back(clri_launch *launch)
{
    const clr_plan *plan = launch->plan;
    const clr_run *run = launch->job->run;
    const struct waits waits = waits_of(launch);
    cl_event event = NULL;
    const cl_int code =
        clEnqueueReadBuffer(run->queue, plan->result, CL_FALSE, 0, plan->choice.pass.record_size,
                            run->host, waits.count, waits.list, wanted_event(launch, &event));

    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->error, code, "clEnqueueReadBuffer",
                                "reading the result back");
    has_started(launch, event);
    return CLR_OK;
}

/* ---- arrays ---- */

static clr_status copy_field(clri_launch *launch, size_t offset, cl_mem array, size_t size)
{
    const clr_plan *plan = launch->plan;
    const clr_run *run = launch->job->run;
    const size_t record = (size_t)record_index(run) * plan->choice.pass.record_size;
    const struct waits waits = waits_of(launch);
    cl_event event = NULL;
    const cl_int code = clEnqueueCopyBuffer(run->queue, record_buffer(plan, run), array,
                                            record + offset, (size_t)run->output_index * size, size,
                                            waits.count, waits.list, wanted_event(launch, &event));

    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->error, code, "clEnqueueCopyBuffer",
                                "copying a result of %zu bytes to its array", size);
    has_started(launch, event);
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
    CLRI_TRY(
        launch_traceable(launch, launch->plan->after, 1, launch->plan->choice.second_group_size));
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
        CLRI_TRY(launch_traceable(launch, launch->plan->after, groups, choice->group_size));
        from += count;
    }
cleanup:
    return status;
}

static clr_status finish_cell(clri_launch *launch, const clri_job *job)
{
    clr_status status = bind_cell_end(launch, job);

    if (status == CLR_OK)
        status = launch_traceable(launch, launch->plan->after, 1, 1);
    return status;
}

/* Fetches the groups' states, which takes waiting for them. */
static clr_status fetch_states(clri_launch *launch, uint32_t groups)
{
    const clr_plan *plan = launch->plan;
    const size_t size = clri_layout_saved_size(&plan->choice.pass);
    const struct waits waits = waits_of(launch);
    const cl_int code =
        clEnqueueReadBuffer(launch->job->run->queue, plan->states, CL_TRUE, CLRI_FIRST_STATE * size,
                            groups * size, plan->host_states, waits.count, waits.list, NULL);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->error, code, "clEnqueueReadBuffer",
                                "fetching the groups' states");
    return CLR_OK;
}

/* Writes a result that the host has computed to where the run wants it. */
static clr_status deliver_from_host(clri_launch *launch, const clri_job *job, const void *result)
{
    const size_t size = launch->plan->choice.pass.record_size;
    const clr_run *run = job->run;
    const struct waits waits = waits_of(launch);
    cl_event event = NULL;
    cl_int code;

    if (run->host)
        memcpy(run->host, result, size);
    if (!run->output && !job->arrays)
        return CLR_OK;
    code = clEnqueueFillBuffer(run->queue, record_buffer(launch->plan, run), result, size,
                               (size_t)record_index(run) * size, size, waits.count, waits.list,
                               wanted_event(launch, &event));
    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->error, code, "clEnqueueFillBuffer", "writing the result");
    has_started(launch, event);
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
        CLRI_TRY(launch_kernel(launch, plan->before, 1, 1));
    }
    CLRI_TRY(launch_reduce(launch, job, groups));
    switch (kernels) {
    case CLRI_KERNELS_ALONE:
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
    const struct waits waits = waits_of(launch);
    cl_event event = NULL;
    const cl_int code =
        clEnqueueMarkerWithWaitList(launch->job->run->queue, waits.count, waits.list, &event);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(launch->error, code, "clEnqueueMarkerWithWaitList",
                                "marking the end of the run");
    has_started(launch, event);
    return CLR_OK;
}

clr_status clri_launch_all(clri_launch *launch)
{
    clr_plan *plan = launch->plan;
    const bool on_host = plan->choice.strategy.finish->kernels == CLRI_KERNELS_HOST;
    clr_status status = CLR_OK;

    if (plan->choice.is_traced)
        clri_trace_clear(&plan->trace);
    if (plan->choice.pass.needs_order)
        CLRI_TRY(launch_strips(launch));
    else
        CLRI_TRY(launch_parts(launch));
    CLRI_TRY(fill_arrays(launch));
    if (on_host && launch->job->run->event)
        CLRI_TRY(mark_end(launch));
    else if (!on_host && launch->job->run->host)
        CLRI_TRY(read_back(launch));
    if (on_host && (launch->job->part & CLRI_PART_KEEPS))
        plan->host_running = plan->host_next;
cleanup:
    return status;
}

clr_status clri_launch_trial(clr_plan *plan, cl_command_queue queue, clri_error *error)
{
    const clr_run run = {.size = sizeof run, .queue = queue};
    const clri_job job = {.run = &run, .part = CLRI_CUT_KEEPS};
    const clri_dependency order = {.in_order = true};
    clri_launch launch = {.plan = plan, .job = &job, .order = &order, .error = error};
    const clr_status status = launch_part(&launch, &job);

    clri_event_release(&launch.last);
    if (plan->choice.is_traced)
        clri_trace_clear(&plan->trace);
    return status;
}
