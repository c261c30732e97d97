/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/run_check.h"
#include "choose/geometry.h"

#include <inttypes.h>

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

/* One input, which the output must not touch. */
static clr_status check_input(const clr_plan *plan, unsigned number, const clr_span *span,
                              const struct extent *output, clri_error *error)
{
    char name[] = "input x";
    struct extent input = {0};
    clr_status status = CLR_OK;

    name[sizeof name - 2] = "xyzw"[number];
    if (!span->buffer)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%s is NULL and its count is %" PRIu64, name,
                         span->count);
    CLRI_TRY(find_extent(plan, name, span->buffer, CL_MEM_WRITE_ONLY, &input, error));
    CLRI_TRY(
        narrow_extent(name, &input, plan->request.element_size, span->first, span->count, error));
    if (overlap(&input, output))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "%s and the output overlap: the result would overwrite elements", name);
cleanup:
    return status;
}

clr_status clri_check_buffers(const clr_plan *plan, const clri_job *job, clri_error *error)
{
    const clr_run *run = job->run;
    struct extent output = {0};
    clr_status status = CLR_OK;

    if (run->output) {
        CLRI_TRY(find_extent(plan, "output", run->output, CL_MEM_READ_ONLY, &output, error));
        CLRI_TRY(narrow_extent("output", &output, plan->choice.pass.record_size, run->output_index,
                               1, error));
    }
    for (unsigned i = 0; job->count && i < plan->choice.pass.inputs; i++)
        CLRI_TRY(check_input(plan, i, &run->inputs[i], &output, error));
cleanup:
    return status;
}

clr_status clri_check_queue(const clr_plan *plan, cl_command_queue queue, bool *in_order,
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

static clr_status check_counts(const clr_plan *plan, const clr_run *run, clri_error *error)
{
    for (unsigned i = 1; i < plan->choice.pass.inputs; i++)
        if (run->inputs[i].count != run->inputs[0].count)
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "input %c has %" PRIu64 " elements and input x has %" PRIu64
                             ": they must agree",
                             "xyzw"[i], run -> inputs[i].count, run->inputs[0].count);
    return CLR_OK;
}

static clr_status check_destination(const clr_run *run, clri_error *error)
{
    if (run->part == CLR_PART_MORE)
        return CLR_OK;
    if (!run->output && !run->host)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the output is NULL");
    if (run->output && run->host)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "a result goes to one place: clr_run.output or clr_run.host");
    return CLR_OK;
}

/* In the published order strips begin where the input does, not where a part does. */
static clr_status check_strips(const clr_plan *plan, const clr_run *run, clri_error *error)
{
    if (!plan->choice.pass.needs_order || run->part == CLR_PART_WHOLE ||
        run->inputs[0].count == 0 || plan->running_count % CLRI_STRIP == 0)
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_ARGUMENT,
                     "the parts before this one have %" PRIu64
                     " elements, and at level reproducible all parts but the last must have a "
                     "multiple of %d: cut the input so, or ask for level fast",
                     plan->running_count, (int)CLRI_STRIP);
}

clr_status clri_check_run(const clr_plan *plan, const clr_run *run, clri_error *error)
{
    clr_status status = CLR_OK;

    if ((int)run->part < CLR_PART_WHOLE || (int)run->part > CLR_PART_LAST)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%d is no clr_part", (int)run->part);
    if (plan->request.uses_total && run->part != CLR_PART_WHOLE && run->total == 0 &&
        run->inputs[0].count)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "a map has n in it, and clr_run.total does not say how many elements all "
                         "parts have");
    CLRI_TRY(check_counts(plan, run, error));
    CLRI_TRY(check_strips(plan, run, error));
    CLRI_TRY(check_destination(run, error));
cleanup:
    return status;
}

clr_status clri_check_total(const clr_plan *plan, uint64_t total, clri_error *error)
{
    for (size_t i = 0; i < plan->choice.pass.outcome_count; i++) {
        const clri_outcome *outcome = &plan->choice.pass.outcomes[i];
        const clri_operator *op = clri_operator_of(outcome->op);

        if (total == 0 && !op->empty)
            return clri_fail(error, CLR_ERROR_EMPTY, "%s of no elements has no value", op->name);
        if (op->fold == CLRI_FOLD_MOMENTS && total <= outcome->ddof)
            return clri_fail(error, CLR_ERROR_EMPTY,
                             "%s of %" PRIu64 " elements with ddof %" PRIu64
                             " has no value: the divisor would be 0 or less",
                             op->name, total, outcome->ddof);
    }
    return CLR_OK;
}

clr_status clri_check_waits(const clr_run *run, clri_error *error)
{
    if ((run->wait_count == 0) != (run->wait_list == NULL))
        return clri_fail(error, CLR_ERROR_ARGUMENT, "wait_count is %u and wait_list is %s",
                         (unsigned)run->wait_count, run->wait_list ? "not NULL" : "NULL");
    return CLR_OK;
}
