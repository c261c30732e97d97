/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/run_check.h"
#include "choose/geometry.h"
#include "plan/arrays.h"
#include "plan/index_list.h"
#include "plan/mask.h"

#include <inttypes.h>
#include <stdio.h>

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

/* What a run writes: the record, up to four arrays for each reduction, how many labels or indices
 * are outside, what is told of runs of keys. */
struct written {
    struct extent extents[5 + 4 * CLR_REDUCTIONS_MOST];
    unsigned count;
};

/* Values first .. first + count - 1 of a buffer, as a run touches them. */
struct stretch {
    uint64_t first;
    uint64_t count;
};

/* Adds a stretch of a buffer of values of `size` bytes each to what is written. */
static clr_status add_written(const clr_plan *plan, const char *name, cl_mem buffer, size_t size,
                              struct stretch stretch, struct written *written, clri_error *error)
{
    struct extent *extent = &written->extents[written->count];
    clr_status status = CLR_OK;

    CLRI_TRY(find_extent(plan, name, buffer, CL_MEM_READ_ONLY, extent, error));
    CLRI_TRY(narrow_extent(name, extent, size, stretch.first, stretch.count, error));
    for (unsigned i = 0; i < written->count; i++)
        if (overlap(extent, &written->extents[i]))
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "%s overlaps what another result is written to", name);
    written->count++;
cleanup:
    return status;
}

/* What reaches so far to both sides of `origin`; nothing if it is empty. */
static clr_status stretch_around(const char *name, uint64_t origin, clri_reach reach, bool is_empty,
                                 struct stretch *stretch, clri_error *error)
{
    *stretch = (struct stretch){origin, 0};
    if (is_empty)
        return CLR_OK;
    if (reach.below > origin)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "%s reaches %" PRIu64 " values below its first, which is number %" PRIu64
                         " of the buffer",
                         name, reach.below, origin);
    *stretch = (struct stretch){origin - reach.below, reach.below + reach.above + 1};
    return CLR_OK;
}

/* The elements of its arrays that a run writes. */
static clr_status results_of(const clr_plan *plan, const clri_job *job, const char *name,
                             struct stretch *stretch, clri_error *error)
{
    const uint64_t origin = job->run->output_index;

    if (plan->choice.carrier == CLRI_CARRIER_ROWS)
        return stretch_around(name, origin, clri_rows_result_reach(&job->shape->rows),
                              job->shape->count == 0, stretch, error);
    *stretch = (struct stretch){origin, job->shape ? job->shape->count : 1};
    return CLR_OK;
}

/* The elements of an input that a run may read. */
static clr_status elements_of(const clr_plan *plan, const clri_job *job, unsigned input,
                              const char *name, struct stretch *stretch, clri_error *error)
{
    const clr_span *span = &job->run->inputs[input];

    if (plan->choice.carrier == CLRI_CARRIER_ROWS && !plan->choice.input.index)
        return stretch_around(name, span->first, clri_rows_reach(&job->shape->rows, input), false,
                              stretch, error);
    *stretch = (struct stretch){span->first, span->count};
    return CLR_OK;
}

static clr_status add_array(const clr_plan *plan, const clri_job *job, size_t number,
                            const clri_array_row *row, struct written *written, clri_error *error)
{
    struct stretch stretch;
    const clri_field *field = &plan->choice.pass.outcomes[number].field;
    const cl_mem buffer = clri_array_buffer(&job->arrays[number], row);
    char name[40];

    if (!buffer)
        return CLR_OK;
    snprintf(name, sizeof name, "arrays[%zu].%s", number, row->name);
    if (!clri_array_is_there(field, row, job->shape != NULL))
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%s is given, and %s has no %s: leave it NULL",
                         name, clr_operator_name(plan->choice.pass.outcomes[number].op),
                         row->words);
    if (results_of(plan, job, name, &stretch, error) != CLR_OK)
        return error->status;
    return add_written(plan, name, buffer, clri_array_size(field, row), stretch, written, error);
}

/* What is read of a buffer, which nothing that is written must touch. */
static clr_status check_read(const clr_plan *plan, const char *name, cl_mem buffer, size_t size,
                             struct stretch stretch, const struct written *written,
                             clri_error *error)
{
    struct extent input = {0};
    clr_status status = CLR_OK;

    if (!buffer)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%s is NULL and its count is %" PRIu64, name,
                         stretch.count);
    CLRI_TRY(find_extent(plan, name, buffer, CL_MEM_WRITE_ONLY, &input, error));
    CLRI_TRY(narrow_extent(name, &input, size, stretch.first, stretch.count, error));
    for (unsigned i = 0; i < written->count; i++)
        if (overlap(&input, &written->extents[i]))
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "%s and the output overlap: the result would overwrite elements",
                             name);
cleanup:
    return status;
}

static clr_status check_input(const clr_plan *plan, const clri_job *job, unsigned number,
                              const struct written *written, clri_error *error)
{
    char name[] = "input x";
    struct stretch stretch;
    clr_status status = CLR_OK;

    name[sizeof name - 2] = "xyzw"[number];
    CLRI_TRY(elements_of(plan, job, number, name, &stretch, error));
    if (plan->asked.index && stretch.count == 0) /* then no index is one */
        return CLR_OK;
    CLRI_TRY(check_read(plan, name, job->run->inputs[number].buffer, plan->request.element_size,
                        stretch, written, error));
cleanup:
    return status;
}

/* The part of the list of indices that a run may read. */
static clr_status check_index(const clr_plan *plan, const clri_job *job,
                              const struct written *written, clri_error *error)
{
    const char *name = "clr_index.indices";
    struct stretch stretch = {job->index.first, job->index.count};
    clr_status status = CLR_OK;

    if (plan->choice.carrier == CLRI_CARRIER_ROWS)
        CLRI_TRY(stretch_around(name, job->index.first, clri_rows_reach(&job->shape->rows, 0),
                                false, &stretch, error));
    CLRI_TRY(check_read(plan, name, job->index.indices, clr_type_size(plan->asked.index), stretch,
                        written, error));
cleanup:
    return status;
}

static clr_status check_count_at(const clr_plan *plan, const clri_job *job,
                                 const struct written *written, clri_error *error)
{
    return check_read(plan, "clr_run.count_at", job->run->count_at, sizeof(cl_ulong),
                      (struct stretch){job->run->count_index, 1}, written, error);
}

static clr_status check_offsets(const clr_plan *plan, const clri_job *job,
                                const struct written *written, clri_error *error)
{
    const clr_segments *segments = &job->shape->segments;
    const size_t size = clri_number_of(segments->type)->size;
    const struct stretch ends = {segments->first, segments->count};
    const struct stretch begins = {segments->first, segments->count + (segments->ends ? 0 : 1)};
    clr_status status = CLR_OK;

    if (segments->count == 0)
        return CLR_OK;
    CLRI_TRY(
        check_read(plan, "clr_segments.begins", segments->begins, size, begins, written, error));
    if (segments->ends)
        CLRI_TRY(check_read(plan, "clr_segments.ends", segments->ends, size, ends, written, error));
    if (segments->count_at)
        CLRI_TRY(check_read(plan, "clr_segments.count_at", segments->count_at, sizeof(cl_ulong),
                            (struct stretch){segments->count_index, 1}, written, error));
cleanup:
    return status;
}

static clr_status check_labels(const clr_plan *plan, const clri_job *job,
                               const struct written *written, clri_error *error)
{
    const clr_labels *labels = &job->shape->labels;

    if (job->count == 0)
        return CLR_OK;
    return check_read(plan, "clr_labels.labels", labels->labels, clri_number_of(labels->type)->size,
                      (struct stretch){labels->first, job->count}, written, error);
}

static clr_status check_keys(const clr_plan *plan, const clri_job *job,
                             const struct written *written, clri_error *error)
{
    const clr_runs *runs = &job->shape->runs;

    if (job->count == 0)
        return CLR_OK;
    return check_read(plan, "clr_runs.keys", runs->keys, clri_number_of(runs->type)->size,
                      (struct stretch){runs->first, job->count}, written, error);
}

static clr_status check_mask(const clr_plan *plan, const clri_job *job,
                             const struct written *written, clri_error *error)
{
    struct stretch elements = {job->mask.first, job->count};
    struct stretch bytes;
    clr_status status = CLR_OK;

    if (plan->choice.carrier == CLRI_CARRIER_ROWS)
        CLRI_TRY(stretch_around("clr_mask.mask", job->mask.first,
                                clri_rows_mask_reach(&job->shape->rows), false, &elements, error));
    CLRI_TRY(clri_mask_bytes(plan->asked.mask, elements.first, elements.count, &bytes.first,
                             &bytes.count, error));
    CLRI_TRY(check_read(plan, "clr_mask.mask", job->mask.mask, 1, bytes, written, error));
cleanup:
    return status;
}

/* What is told of runs of keys besides their results. */
static clr_status add_runs(const clr_plan *plan, const clri_job *job, struct written *written,
                           clri_error *error)
{
    const clr_runs *runs = &job->shape->runs;
    const struct stretch results = {job->run->output_index, job->shape->count};
    clr_status status = CLR_OK;

    if (runs->count)
        CLRI_TRY(add_written(plan, "clr_runs.count", runs->count, sizeof(cl_ulong),
                             (struct stretch){0, 1}, written, error));
    if (runs->unique)
        CLRI_TRY(add_written(plan, "clr_runs.unique", runs->unique,
                             clri_number_of(runs->type)->size, results, written, error));
    if (runs->ends)
        CLRI_TRY(add_written(plan, "clr_runs.ends", runs->ends, sizeof(cl_ulong), results, written,
                             error));
cleanup:
    return status;
}

/* Whether the run reads elements at all. */
static bool has_elements(const clr_plan *plan, const clri_job *job)
{
    if (plan->choice.carrier == CLRI_CARRIER_ROWS)
        return job->shape->count && job->shape->rows.length;
    return job->count != 0;
}

/* Whether an array of some reduction is given, or anything else is written that a run's shape is
 * about. */
static bool is_written_anywhere(const clr_plan *plan, const clri_job *job)
{
    const clri_shape_job *shape = job->shape;
    bool is_written = job->run->output || job->run->host || !job->arrays || job->index.outside;

    for (size_t i = 0; !is_written && i < plan->choice.pass.outcome_count; i++)
        for (size_t row = 0; row < CLRI_ARRAY_ROWS; row++)
            is_written |= clri_array_buffer(&job->arrays[i], &clri_array_rows[row]) != NULL;
    return is_written || (shape && (shape->labels.outside || shape->runs.count ||
                                    shape->runs.unique || shape->runs.ends));
}

clr_status clri_check_buffers(const clr_plan *plan, const clri_job *job, clri_error *error)
{
    const clr_run *run = job->run;
    const clr_shape shape = clri_plan_shape(plan);
    struct written written;
    clr_status status = CLR_OK;

    written.count = 0;
    if (run->part != CLR_PART_MORE && !is_written_anywhere(plan, job))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_run.arrays has nothing but NULL, so that no result would be written: "
                         "give an array, or clr_run.output or host");
    if (run->output)
        CLRI_TRY(add_written(plan, "output", run->output, plan->choice.pass.record_size,
                             (struct stretch){run->output_index, 1}, &written, error));
    for (size_t i = 0; job->arrays && i < plan->choice.pass.outcome_count; i++)
        for (size_t row = 0; row < CLRI_ARRAY_ROWS; row++)
            CLRI_TRY(add_array(plan, job, i, &clri_array_rows[row], &written, error));
    if (job->index.outside)
        CLRI_TRY(add_written(plan, "clr_index.outside", job->index.outside, sizeof(cl_ulong),
                             (struct stretch){0, 1}, &written, error));
    if (shape == CLR_SHAPE_RUNS)
        CLRI_TRY(add_runs(plan, job, &written, error));
    if (shape == CLR_SHAPE_LABELS && job->shape->labels.outside)
        CLRI_TRY(add_written(plan, "clr_labels.outside", job->shape->labels.outside,
                             sizeof(cl_ulong), (struct stretch){0, 1}, &written, error));
    for (unsigned i = 0; has_elements(plan, job) && i < plan->choice.pass.inputs; i++)
        CLRI_TRY(check_input(plan, job, i, &written, error));
    if (run->count_at)
        CLRI_TRY(check_count_at(plan, job, &written, error));
    if (has_elements(plan, job) && plan->asked.index)
        CLRI_TRY(check_index(plan, job, &written, error));
    if (plan->asked.mask != CLR_MASK_NONE && has_elements(plan, job))
        CLRI_TRY(check_mask(plan, job, &written, error));
    if (shape == CLR_SHAPE_SEGMENTS)
        CLRI_TRY(check_offsets(plan, job, &written, error));
    if (shape == CLR_SHAPE_LABELS)
        CLRI_TRY(check_labels(plan, job, &written, error));
    if (shape == CLR_SHAPE_RUNS)
        CLRI_TRY(check_keys(plan, job, &written, error));
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
    const unsigned inputs = plan->choice.pass.inputs;

    for (unsigned i = inputs; i < CLR_INPUTS_MOST; i++)
        if (run->inputs[i].buffer || run->inputs[i].count)
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "input %c is given, and the plan's reductions take %u input%s: leave "
                             "it 0",
                             "xyzw"[i], inputs, inputs == 1 ? "" : "s");
    if (plan->choice.carrier == CLRI_CARRIER_ROWS && !plan->choice.input.index)
        return CLR_OK; /* as extents say how many there are */
    for (unsigned i = 1; i < inputs; i++)
        if (run->inputs[i].count != run->inputs[0].count)
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "input %c has %" PRIu64 " elements and input x has %" PRIu64
                             ": they must agree",
                             "xyzw"[i], run -> inputs[i].count, run->inputs[0].count);
    return CLR_OK;
}

static clr_status check_destination(const clr_run *run, clri_error *error)
{
    if (run->blocking && !run->host)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_run.blocking waits for results in clr_run.host, which is NULL");
    if (run->part == CLR_PART_MORE)
        return CLR_OK;
    if (!run->output && !run->host && !run->arrays)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the output is NULL");
    if (run->output && run->host)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "a result goes to one place: clr_run.output or clr_run.host");
    return CLR_OK;
}

/* In the published order strips begin where the input does, not where a part does. */
static clr_status check_strips(const clr_plan *plan, const clri_job *job, clri_error *error)
{
    if (!plan->choice.pass.needs_order || job->run->part == CLR_PART_WHOLE || job->count == 0 ||
        plan->running_count % CLRI_STRIP == 0)
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_ARGUMENT,
                     "the parts before this one have %" PRIu64
                     " elements, and at level reproducible all parts but the last must have a "
                     "multiple of %d: cut the input so, or ask for level fast",
                     plan->running_count, (int)CLRI_STRIP);
}

clr_status clri_check_run(const clr_plan *plan, const clri_job *job, clri_error *error)
{
    const clr_run *run = job->run;
    clr_status status = CLR_OK;

    if ((int)run->part < CLR_PART_WHOLE || (int)run->part > CLR_PART_LAST)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%d is no clr_part", (int)run->part);
    if (plan->request.uses_total && run->part != CLR_PART_WHOLE && run->total == 0 && job->count)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "a map or a condition has n in it, and clr_run.total does not say how "
                         "many elements all "
                         "parts have");
    if (plan->choice.carrier == CLRI_CARRIER_ONE &&
        (run->axes || run->segments || run->labels || run->runs))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_run.%s is given, and the plan's shape is flat: make a plan with "
                         "clr_plan_options.shape",
                         run->axes       ? "axes"
                         : run->segments ? "segments"
                         : run->labels   ? "labels"
                                         : "runs");
    if (run->count_at && !plan->asked.is_told_count)
        return clri_fail(
            error, CLR_ERROR_ARGUMENT,
            "clr_run.count_at is given, and the plan takes counts of elements from the "
            "host: make it with clr_plan_options.device_count");
    if (plan->asked.is_told_count && run->part != CLR_PART_WHOLE)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "a plan with clr_plan_options.device_count takes its input as a whole: "
                         "clr_run.part is %d",
                         (int)run->part);
    CLRI_TRY(check_counts(plan, run, error));
    CLRI_TRY(check_strips(plan, job, error));
    CLRI_TRY(check_destination(run, error));
    if (run->array_count != (run->arrays ? plan->choice.pass.outcome_count : 0))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_run.array_count is %zu with arrays %s: it takes one for each of the "
                         "plan's reductions, %zu",
                         run->array_count, run->arrays ? "given" : "NULL",
                         plan->choice.pass.outcome_count);
cleanup:
    return status;
}

clr_status clri_check_total(const clr_plan *plan, uint64_t total, clri_error *error)
{
    for (size_t i = 0; i < plan->choice.pass.outcome_count; i++) {
        const clri_outcome *outcome = &plan->choice.pass.outcomes[i];
        const clri_operator *op = clri_operator_of(outcome->op);

        if (total >= clri_outcome_least(outcome))
            continue;
        if (total == 0)
            return clri_fail(error, CLR_ERROR_EMPTY, "%s of no elements has no value", op->name);
        else
            return clri_fail(error, CLR_ERROR_EMPTY,
                             "%s of %" PRIu64 " elements with ddof %" PRIu64
                             " has no value: the divisor would be 0 or less",
                             op->name, total, outcome->ddof);
    }
    return CLR_OK;
}

static cl_int state_of(cl_event event)
{
    cl_int state = CL_COMPLETE;
    const cl_int code =
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);

    return code == CL_SUCCESS ? state : code;
}

static clr_status check_event(const clr_plan *plan, cl_uint index, cl_event event,
                              clri_error *error)
{
    cl_context context = NULL;
    cl_int state;
    const cl_int code =
        event ? clGetEventInfo(event, CL_EVENT_CONTEXT, sizeof context, &context, NULL)
              : CL_INVALID_EVENT;

    if (code == CL_INVALID_EVENT)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "wait_list[%u] is %s", (unsigned)index,
                         event ? "no OpenCL event" : "NULL");
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clGetEventInfo", "looking at wait_list[%u]",
                                (unsigned)index);
    if (context != plan->context->opencl)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "wait_list[%u] is an event of another OpenCL context than the plan's",
                         (unsigned)index);
    /* PoCL 3.1 waits for ever for what has failed already. */
    state = state_of(event);
    if (state < 0)
        return clri_fail_event(error, state, "wait_list[%u] has failed, and with it the run",
                               (unsigned)index);
    return CLR_OK;
}

clr_status clri_check_waits(const clr_plan *plan, const clr_run *run, clri_error *error)
{
    clr_status status = CLR_OK;

    if ((run->wait_count == 0) != (run->wait_list == NULL))
        return clri_fail(error, CLR_ERROR_ARGUMENT, "wait_count is %u and wait_list is %s",
                         (unsigned)run->wait_count, run->wait_list ? "not NULL" : "NULL");
    for (cl_uint i = 0; i < run->wait_count; i++)
        CLRI_TRY(check_event(plan, i, run->wait_list[i], error));
cleanup:
    return status;
}
