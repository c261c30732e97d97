/* SPDX-License-Identifier: Apache-2.0 */
/*
 * run - carrying out a plan: checks the buffers, binds them, and enqueues one or two kernels.
 * Allocates, compiles and waits for nothing.
 */
#include "compose.h"
#include "plan.h"

#include <inttypes.h>

/* What one public call asks of a plan. */
struct run {
    cl_command_queue queue;
    clr_span input;
    uint64_t base;  /* index of the input's first element in the whole input */
    uint64_t total; /* elements of the whole input, for delivering */
    cl_uint part;   /* CLRI_PART_... */
    cl_mem output;
    uint64_t output_index;
    void *host; /* where the result goes if not into `output` */
    cl_uint wait_count;
    const cl_event *wait_list;
    cl_event *event;
};

/* ---- checking ---- */

/* Where a buffer's bytes lie: in which buffer that is no sub-buffer, from where, how many. */
struct extent {
    cl_mem root;
    size_t offset;
    size_t size;
};

static cl_int ask_memory(cl_mem memory, cl_mem_info what, size_t size, void *answer)
{
    return clGetMemObjectInfo(memory, what, size, answer, NULL);
}

/* `unfit` is the flag that the buffer must not have: CL_MEM_READ_ONLY for one that is written. */
static clr_status find_extent(const clr_plan *plan, const char *name, cl_mem memory,
                              cl_mem_flags unfit, struct extent *extent, clri_error *error)
{
    cl_context context = NULL;
    cl_mem parent = NULL;
    cl_mem_object_type type = CL_MEM_OBJECT_BUFFER;
    cl_mem_flags flags = 0;
    cl_int code = ask_memory(memory, CL_MEM_CONTEXT, sizeof context, &context);

    extent->offset = 0;
    if (code == CL_SUCCESS)
        code = ask_memory(memory, CL_MEM_TYPE, sizeof type, &type);
    if (code == CL_INVALID_MEM_OBJECT || (code == CL_SUCCESS && type != CL_MEM_OBJECT_BUFFER))
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the %s is no OpenCL buffer", name);
    if (code == CL_SUCCESS)
        code = ask_memory(memory, CL_MEM_FLAGS, sizeof flags, &flags);
    if (code == CL_SUCCESS)
        code = ask_memory(memory, CL_MEM_SIZE, sizeof extent->size, &extent->size);
    if (code == CL_SUCCESS)
        code = ask_memory(memory, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent);
    if (code == CL_SUCCESS && parent)
        code = ask_memory(memory, CL_MEM_OFFSET, sizeof extent->offset, &extent->offset);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clGetMemObjectInfo", "looking at the %s buffer",
                                name);
    if (context != plan->context->opencl)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the %s buffer belongs to another OpenCL context than the plan", name);
    if (flags & unfit)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the %s buffer was created %s", name,
                         unfit == CL_MEM_READ_ONLY ? "read-only" : "write-only");
    extent->root = parent ? parent : memory;
    return CLR_OK;
}

/* Narrows a buffer's extent to `count` values of `size` bytes from value `first` on. */
static clr_status narrow_extent(const char *name, struct extent *extent, size_t size,
                                uint64_t first, uint64_t count, clri_error *error)
{
    const uint64_t room = extent->size / size;

    if (first > room || count > room - first)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "%s values %" PRIu64 " .. +%" PRIu64
                         " reach beyond the buffer, which holds %" PRIu64 " of %zu bytes",
                         name, first, count, room, size);
    extent->offset += (size_t)first * size;
    extent->size = (size_t)count * size;
    return CLR_OK;
}

static bool overlap(const struct extent *a, const struct extent *b)
{
    return a->root == b->root && a->offset < b->offset + b->size && b->offset < a->offset + a->size;
}

static clr_status check_buffers(const clr_plan *plan, const struct run *run, clri_error *error)
{
    struct extent input = {0};
    struct extent output = {0};
    clr_status status = CLR_OK;

    if (run->input.count) {
        if (!run->input.buffer)
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "the input buffer is NULL and its count is %" PRIu64,
                             run->input.count);
        CLRI_TRY(find_extent(plan, "input", run->input.buffer, CL_MEM_WRITE_ONLY, &input, error));
        CLRI_TRY(narrow_extent("input", &input, clr_type_size(plan->reduction.type),
                               run->input.first, run->input.count, error));
    }
    if (run->output) {
        CLRI_TRY(find_extent(plan, "output", run->output, CL_MEM_READ_ONLY, &output, error));
        CLRI_TRY(narrow_extent("output", &output, clr_type_size(plan->reduction.result),
                               run->output_index, 1, error));
    }
    if (run->input.count && run->output && overlap(&input, &output))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "input and output overlap: the result would overwrite elements");
cleanup:
    return status;
}

/* Whether the queue is one on the plan's device; `*in_order` tells its kind. */
static clr_status check_queue(const clr_plan *plan, cl_command_queue queue, bool *in_order,
                              clri_error *error)
{
    cl_context context = NULL;
    cl_device_id device = NULL;
    cl_command_queue_properties properties = 0;
    cl_int code;

    if (queue && queue == plan->last_queue) { /* held, so it is still the queue it was */
        *in_order = plan->last_queue_in_order;
        return CLR_OK;
    }
    code = clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL);
    if (!queue || code == CL_INVALID_COMMAND_QUEUE)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the queue is %s",
                         queue ? "no OpenCL command queue" : "NULL");
    if (code == CL_SUCCESS)
        code = clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL);
    if (code == CL_SUCCESS)
        code =
            clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clGetCommandQueueInfo", "looking at the queue");
    if (context != plan->context->opencl || device != plan->context->device.device)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the queue belongs to another OpenCL %s than the plan",
                         context != plan->context->opencl ? "context" : "device");
    *in_order = !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    return CLR_OK;
}

static clr_status check_waits(const struct run *run, clri_error *error)
{
    if ((run->wait_count == 0) != (run->wait_list == NULL))
        return clri_fail(error, CLR_ERROR_ARGUMENT, "wait_count is %u and wait_list is %s",
                         (unsigned)run->wait_count, run->wait_list ? "not NULL" : "NULL");
    return CLR_OK;
}

/* ---- order: a run comes after the plan's last one ---- */

/*
 * The event list that a run's first kernel waits for: the caller's, and the plan's last run
 * unless the queue's own order sees to that. Two lists become one by a marker, so that nothing
 * has to be allocated.
 */
struct order {
    bool in_order;
    cl_event events[2]; /* owned, or NULL */
    cl_uint wait_count;
    const cl_event *wait_list;
};

static void release_event(cl_event *event)
{
    if (*event)
        clReleaseEvent(*event);
    *event = NULL;
}

/* An event for the plan's last run, which went to another queue that keeps order by itself. */
static clr_status mark_last_run(clr_plan *plan, cl_event *event, clri_error *error)
{
    cl_int code = clEnqueueMarkerWithWaitList(plan->last_queue, 0, NULL, event);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clEnqueueMarkerWithWaitList",
                                "ordering this run after the plan's last one");
    code = clFlush(plan->last_queue); /* another queue will wait for it */
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clFlush",
                                "ordering this run after the plan's last one");
    return CLR_OK;
}

static clr_status find_order(clr_plan *plan, const struct run *run, struct order *order,
                             clri_error *error)
{
    clr_status status = CLR_OK;
    cl_int code;

    order->wait_count = run->wait_count;
    order->wait_list = run->wait_list;
    if (!plan->last_queue || (order->in_order && plan->last_queue == run->queue))
        return CLR_OK;
    if (plan->last_event) {
        code = clRetainEvent(plan->last_event);
        if (code != CL_SUCCESS)
            return clri_fail_opencl(error, code, "clRetainEvent", "holding the last run's event");
        order->events[0] = plan->last_event;
    } else {
        CLRI_TRY(mark_last_run(plan, &order->events[0], error));
    }
    if (run->wait_count) {
        code = clEnqueueMarkerWithWaitList(run->queue, run->wait_count, run->wait_list,
                                           &order->events[1]);
        if (code != CL_SUCCESS)
            return clri_fail_opencl(error, code, "clEnqueueMarkerWithWaitList",
                                    "waiting for the caller's events");
    }
    order->wait_count = order->events[1] ? 2 : 1;
    order->wait_list = order->events;
cleanup:
    return status;
}

/* Holds the queue for the plan, before anything is enqueued that could not be ordered without. */
static clr_status hold_queue(const clr_plan *plan, cl_command_queue queue, clri_error *error)
{
    const cl_int code = plan->last_queue == queue ? CL_SUCCESS : clRetainCommandQueue(queue);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clRetainCommandQueue", "holding the queue");
    return CLR_OK;
}

/* Remembers what the next run has to come after. Takes over `event` and the hold on the queue. */
static void remember_run(clr_plan *plan, cl_command_queue queue, bool in_order, cl_event event)
{
    if (plan->last_queue && plan->last_queue != queue)
        clReleaseCommandQueue(plan->last_queue);
    plan->last_queue = queue;
    plan->last_queue_in_order = in_order;
    release_event(&plan->last_event);
    plan->last_event = event;
}

/* ---- enqueueing ---- */

static clr_status bind(cl_kernel kernel, cl_uint index, size_t size, const void *value,
                       clri_error *error)
{
    const cl_int code = clSetKernelArg(kernel, index, size, value);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clSetKernelArg", "binding argument %u",
                                (unsigned)index);
    return CLR_OK;
}

static clr_status bind_reduce(clr_plan *plan, const struct run *run, cl_mem output,
                              clri_error *error)
{
    const cl_kernel kernel = plan->reduce;
    const cl_mem input = run->input.count ? run->input.buffer : NULL;
    const cl_ulong first = run->input.first;
    const cl_ulong count = run->input.count;
    const cl_ulong base = run->base;
    const cl_ulong index = run->output_index;
    const cl_ulong total = run->total;
    clr_status status = CLR_OK;

    CLRI_TRY(bind(kernel, 0, sizeof input, &input, error));
    CLRI_TRY(bind(kernel, 1, sizeof first, &first, error));
    CLRI_TRY(bind(kernel, 2, sizeof count, &count, error));
    CLRI_TRY(bind(kernel, 3, sizeof base, &base, error));
    CLRI_TRY(bind(kernel, 4, sizeof plan->partials, &plan->partials, error));
    CLRI_TRY(bind(kernel, 5, sizeof plan->ticket, &plan->ticket, error));
    CLRI_TRY(bind(kernel, 6, sizeof output, &output, error));
    CLRI_TRY(bind(kernel, 7, sizeof index, &index, error));
    CLRI_TRY(bind(kernel, 8, sizeof total, &total, error));
    CLRI_TRY(bind(kernel, 9, sizeof run->part, &run->part, error));
cleanup:
    return status;
}

static clr_status bind_reduce_partials(clr_plan *plan, const struct run *run, cl_mem output,
                                       cl_uint groups, clri_error *error)
{
    const cl_kernel kernel = plan->reduce_partials;
    const cl_ulong index = run->output_index;
    const cl_ulong total = run->total;
    clr_status status = CLR_OK;

    CLRI_TRY(bind(kernel, 0, sizeof plan->partials, &plan->partials, error));
    CLRI_TRY(bind(kernel, 1, sizeof groups, &groups, error));
    CLRI_TRY(bind(kernel, 2, sizeof output, &output, error));
    CLRI_TRY(bind(kernel, 3, sizeof index, &index, error));
    CLRI_TRY(bind(kernel, 4, sizeof total, &total, error));
    CLRI_TRY(bind(kernel, 5, sizeof run->part, &run->part, error));
cleanup:
    return status;
}

/*
 * Enqueues `groups` groups. `*last` is the event of the command before, released here, or NULL;
 * it becomes this one's event if `wants_event`.
 */
static clr_status launch(const struct run *run, cl_kernel kernel, size_t groups, size_t group_size,
                         cl_uint wait_count, const cl_event *wait_list, bool wants_event,
                         cl_event *last, clri_error *error)
{
    const size_t items = groups * group_size;
    cl_event event = NULL;
    const cl_int code =
        clEnqueueNDRangeKernel(run->queue, kernel, 1, NULL, &items, &group_size, wait_count,
                               wait_count ? wait_list : NULL, wants_event ? &event : NULL);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clEnqueueNDRangeKernel",
                                "launching %zu groups of %zu work-items", groups, group_size);
    release_event(last);
    *last = event;
    return CLR_OK;
}

static clr_status read_back(clr_plan *plan, const struct run *run, bool wants_event, cl_event *last,
                            clri_error *error)
{
    const size_t size = clr_type_size(plan->reduction.result);
    cl_event event = NULL;
    const cl_int code =
        clEnqueueReadBuffer(run->queue, plan->result, CL_FALSE, 0, size, run->host, *last ? 1 : 0,
                            *last ? last : NULL, wants_event ? &event : NULL);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clEnqueueReadBuffer", "reading the result back");
    release_event(last);
    *last = event;
    return CLR_OK;
}

/*
 * Enqueues the commands of a run one after the other. `*last` receives the event of the last one
 * enqueued, if there is one, and `*started` whether any was: also on failure.
 */
static clr_status enqueue_commands(clr_plan *plan, const struct run *run, const struct order *order,
                                   cl_event *last, bool *started, clri_error *error)
{
    const clri_choice *choice = &plan->choice;
    const uint32_t groups = clri_groups(choice, run->input.count);
    const cl_mem output = run->output ? run->output : plan->result;
    const bool chains = !order->in_order; /* each command waits for the one before */
    const bool wants = chains || run->event;
    const bool two = plan->reduce_partials != NULL;
    clr_status status = CLR_OK;

    CLRI_TRY(bind_reduce(plan, run, output, error));
    if (two)
        CLRI_TRY(bind_reduce_partials(plan, run, output, groups, error));
    CLRI_TRY(launch(run, plan->reduce, groups, choice->group_size, order->wait_count,
                    order->wait_list, chains || (wants && !two && !run->host), last, error));
    *started = true;
    if (two)
        CLRI_TRY(launch(run, plan->reduce_partials, 1, choice->second_group_size, chains ? 1 : 0,
                        last, chains || (wants && !run->host), last, error));
    if (run->host)
        CLRI_TRY(read_back(plan, run, wants, last, error));
cleanup:
    return status;
}

static clr_status enqueue(clr_plan *plan, const struct run *run, clri_error *error)
{
    struct order order = {0};
    cl_event last = NULL;
    bool started = false;
    bool held = false;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_context_check(plan->context, error));
    CLRI_TRY(check_waits(run, error));
    CLRI_TRY(check_queue(plan, run->queue, &order.in_order, error));
    CLRI_TRY(check_buffers(plan, run, error));
    CLRI_TRY(find_order(plan, run, &order, error));
    CLRI_TRY(hold_queue(plan, run->queue, error));
    held = plan->last_queue != run->queue;
    status = enqueue_commands(plan, run, &order, &last, &started, error);
    if (status == CLR_OK && run->event) {
        *run->event = last;
        /* Without an event of its own the plan will ask the queue for a marker. */
        if (order.in_order || clRetainEvent(last) != CL_SUCCESS)
            last = NULL;
    }
    if (started) { /* what was enqueued uses the scratch memory, even if a later command failed */
        remember_run(plan, run->queue, order.in_order, last);
        held = false;
        last = NULL;
    }
cleanup:
    if (held)
        clReleaseCommandQueue(run->queue);
    release_event(&last);
    release_event(&order.events[0]);
    release_event(&order.events[1]);
    return status;
}

/* Runs, and ends the public call. */
static clr_status run_plan(clr_plan *plan, const struct run *run)
{
    clri_error error = {0};

    if (run->event)
        *run->event = NULL;
    return clri_context_settle(plan->context, enqueue(plan, run, &error), &error);
}

/* CLR_ERROR_EMPTY if the operator has no value for `count` elements. */
static clr_status check_empty(const clr_plan *plan, uint64_t count)
{
    const clri_operator *op = clri_operator_of(plan->reduction.op);
    clri_error error = {0};

    if (count || op->has_empty_value)
        return CLR_OK;
    return clri_context_settle(
        plan->context,
        clri_fail(&error, CLR_ERROR_EMPTY, "%s of no elements has no value", op->name), &error);
}

/* The complaint about an argument that is NULL. */
static clr_status refuse_null(const clr_plan *plan, const char *what)
{
    clri_error error = {0};

    return clri_context_settle(
        plan->context, clri_fail(&error, CLR_ERROR_ARGUMENT, "the %s is NULL", what), &error);
}

static clr_status run_whole(clr_plan *plan, struct run *run)
{
    clr_status status = check_empty(plan, run->input.count);

    if (run->event)
        *run->event = NULL;
    run->total = run->input.count;
    return status == CLR_OK ? run_plan(plan, run) : status;
}

/* Delivers what is running: the state on the device, or nothing at all. */
static clr_status run_result(clr_plan *plan, struct run *run)
{
    clr_status status = check_empty(plan, plan->running_count);

    if (run->event)
        *run->event = NULL;
    if (status != CLR_OK)
        return status;
    run->total = plan->running_count;
    run->part = plan->is_running ? CLRI_PART_RESUMES : 0;
    status = run_plan(plan, run);
    if (status == CLR_OK) {
        plan->is_running = false;
        plan->running_count = 0;
    }
    return status;
}

/* ---- the public calls ---- */

void clr_plan_discard(clr_plan *plan)
{
    if (!plan)
        return;
    plan->is_running = false;
    plan->running_count = 0;
}

clr_status clr_plan_enqueue(clr_plan *plan, cl_command_queue queue, clr_span input, cl_mem output,
                            uint64_t output_index, cl_uint wait_count, const cl_event *wait_list,
                            cl_event *event)
{
    struct run run = {
        .queue = queue,
        .input = input,
        .output = output,
        .output_index = output_index,
        .wait_count = wait_count,
        .wait_list = wait_list,
        .event = event,
    };

    if (!plan)
        return CLR_ERROR_ARGUMENT;
    return output ? run_whole(plan, &run) : refuse_null(plan, "output buffer");
}

clr_status clr_plan_enqueue_to_host(clr_plan *plan, cl_command_queue queue, clr_span input,
                                    void *output, cl_uint wait_count, const cl_event *wait_list,
                                    cl_event *event)
{
    struct run run = {
        .queue = queue,
        .input = input,
        .host = output,
        .wait_count = wait_count,
        .wait_list = wait_list,
        .event = event,
    };

    if (!plan)
        return CLR_ERROR_ARGUMENT;
    return output ? run_whole(plan, &run) : refuse_null(plan, "output");
}

clr_status clr_plan_enqueue_part(clr_plan *plan, cl_command_queue queue, clr_span input,
                                 cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    struct run run = {
        .queue = queue,
        .input = input,
        .wait_count = wait_count,
        .wait_list = wait_list,
        .event = event,
    };
    clr_status status;

    if (!plan)
        return CLR_ERROR_ARGUMENT;
    run.base = plan->running_count;
    run.part = CLRI_PART_KEEPS | (plan->is_running ? CLRI_PART_RESUMES : 0);
    status = run_plan(plan, &run);
    if (status == CLR_OK) {
        plan->is_running = true;
        plan->running_count += input.count;
    }
    return status;
}

clr_status clr_plan_enqueue_result(clr_plan *plan, cl_command_queue queue, cl_mem output,
                                   uint64_t output_index, cl_uint wait_count,
                                   const cl_event *wait_list, cl_event *event)
{
    struct run run = {
        .queue = queue,
        .output = output,
        .output_index = output_index,
        .wait_count = wait_count,
        .wait_list = wait_list,
        .event = event,
    };

    if (!plan)
        return CLR_ERROR_ARGUMENT;
    return output ? run_result(plan, &run) : refuse_null(plan, "output buffer");
}

clr_status clr_plan_enqueue_result_to_host(clr_plan *plan, cl_command_queue queue, void *output,
                                           cl_uint wait_count, const cl_event *wait_list,
                                           cl_event *event)
{
    struct run run = {
        .queue = queue,
        .host = output,
        .wait_count = wait_count,
        .wait_list = wait_list,
        .event = event,
    };

    if (!plan)
        return CLR_ERROR_ARGUMENT;
    return output ? run_result(plan, &run) : refuse_null(plan, "output");
}
