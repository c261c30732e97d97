/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/buffer_check.h"
#include "plan/mask.h"

#include <inttypes.h>
#include <stdio.h>

/* Where a buffer's bytes lie: its root buffer (of a sub-buffer the parent), offset and size. */
struct extent {
    cl_mem root;
    size_t offset;
    size_t size;
};

static cl_int ask_memory(cl_mem memory, cl_mem_info what, size_t size, void *answer)
{
    return clGetMemObjectInfo(memory, what, size, answer, NULL);
}

/* `unfit` is the flag that the buffer must not have: CL_MEM_READ_ONLY for a buffer that is
 * written. */
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

static bool extents_overlap(const struct extent *a, const struct extent *b)
{
    return a->root == b->root && a->offset < b->offset + b->size && b->offset < a->offset + a->size;
}

/* Extents that a run writes: the record, arrays of each reduction, the count of indices that are
 * out of bounds, buffers of the shape. */
struct written {
    struct extent extents[2 + CLRI_ARRAY_ROWS * CLR_REDUCTIONS_MOST + CLRI_SHAPE_BUFFERS_MOST];
    unsigned count;
    clri_uses *uses; /* written or not */
};

/* Values first .. first + count - 1 of a buffer, which a run touches. */
struct stretch {
    uint64_t first;
    uint64_t count;
};

/* What a run knows a buffer by: the name of a member, for messages, and the pointer of a view that
 * stands for value `origin`. */
struct known {
    const char *name;
    size_t view;
    uint64_t origin;
};

static void add_use(clri_uses *uses, const struct known *known, const struct extent *extent,
                    size_t size, uint64_t first)
{
    uses->list[uses->count++] = (clri_use){
        extent->root, extent->offset + (size_t)(known->origin - first) * size, known->view};
}

/* Adds a range of a buffer, of values of `size` bytes, to the written extents. */
static clr_status add_written(const clr_plan *plan, const struct known *known, cl_mem buffer,
                              size_t size, struct stretch stretch, struct written *written,
                              clri_error *error)
{
    struct extent *extent = &written->extents[written->count];

    CLRI_OR_RETURN(find_extent(plan, known->name, buffer, CL_MEM_READ_ONLY, extent, error));
    CLRI_OR_RETURN(narrow_extent(known->name, extent, size, stretch.first, stretch.count, error));
    for (unsigned i = 0; i < written->count; i++)
        if (extents_overlap(extent, &written->extents[i]))
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "%s overlaps what another result is written to", known->name);
    written->count++;
    add_use(written->uses, known, extent, size, stretch.first);
    return CLR_OK;
}

/* The range that reaches from `origin` as far to both sides as `reach` says; no values if it is
 * empty. */
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

/* The rows, if strided axes place elements, results and a mask; NULL: all are contiguous. */
static const clri_rows *stepped_rows(const clr_plan *plan, const clri_job *job)
{
    return plan->asked->carrier->is_stepped ? &job->shape->rows : NULL;
}

/* Checks the elements of the arrays that a run writes. */
static clr_status results_of(const clr_plan *plan, const clri_job *job, const char *name,
                             struct stretch *stretch, clri_error *error)
{
    const uint64_t origin = job->run->output_index;
    const clri_rows *rows = stepped_rows(plan, job);

    if (rows)
        return stretch_around(name, origin, clri_rows_result_reach(rows), rows->count == 0, stretch,
                              error);
    *stretch = (struct stretch){origin, job->shape->count};
    return CLR_OK;
}

/* Checks the elements of an input that a run may read. */
static clr_status elements_extent(const clr_plan *plan, const clri_job *job, unsigned input,
                                  const char *name, struct stretch *stretch, clri_error *error)
{
    const clr_span *span = &job->run->inputs[input];
    const clri_rows *rows = stepped_rows(plan, job);

    if (rows && !plan->asked->index)
        return stretch_around(name, span->first, clri_rows_reach(rows, input), false, stretch,
                              error);
    *stretch = (struct stretch){span->first, span->count};
    return CLR_OK;
}

static clr_status add_array(const clr_plan *plan, const clri_job *job, size_t number,
                            const clri_array_row *row, struct written *written, clri_error *error)
{
    struct stretch stretch;
    const clri_field *field = &plan->choice->pass.outcomes[number].field;
    const cl_mem buffer = clri_array_buffer(&job->arrays[number], row);
    char name[40];
    struct known known = {.name = name};
    uint64_t plane;

    if (!buffer)
        return CLR_OK;
    snprintf(name, sizeof name, "arrays[%zu].%s", number, row->name);
    if (!clri_array_is_there(field, row, plan->choice->carrier->is_many))
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%s is given, and %s has no %s: leave it NULL",
                         name, clr_operator_name(plan->choice->pass.outcomes[number].op),
                         row->words);
    CLRI_OR_RETURN(results_of(plan, job, name, &stretch, error));
    plane = job->arrays[number].plane;
    if (!row->always)
        CLRI_OR_RETURN(clri_selection_planes(&plan->request->reductions[number], number,
                                             stretch.count, &plane, &stretch.count, error));
    known.origin = job->run->output_index;
    known.view = CLRI_IN_VIEW(arrays) + number * sizeof(clr_host_arrays) + row->member;
    return add_written(plan, &known, buffer, clri_array_size(field, row), stretch, written, error);
}

/* Checks a range that is read: it must not overlap a written extent. */
static clr_status check_read(const clr_plan *plan, const struct known *known, cl_mem buffer,
                             size_t size, struct stretch stretch, const struct written *written,
                             clri_error *error)
{
    const char *name = known->name;
    struct extent input = {0};

    if (!buffer)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%s is NULL and its count is %" PRIu64, name,
                         stretch.count);
    CLRI_OR_RETURN(find_extent(plan, name, buffer, CL_MEM_WRITE_ONLY, &input, error));
    CLRI_OR_RETURN(narrow_extent(name, &input, size, stretch.first, stretch.count, error));
    for (unsigned i = 0; i < written->count; i++)
        if (extents_overlap(&input, &written->extents[i]))
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "%s and the output overlap: the result would overwrite elements",
                             name);
    add_use(written->uses, known, &input, size, stretch.first);
    return CLR_OK;
}

static clr_status check_input(const clr_plan *plan, const clri_job *job, unsigned number,
                              const struct written *written, clri_error *error)
{
    char name[] = "input x";
    struct known known;
    struct stretch stretch;

    name[sizeof name - 2] = "xyzw"[number];
    known = (struct known){name, CLRI_IN_VIEW(run.inputs) + number * sizeof(void *),
                           job->run->inputs[number].first};
    CLRI_OR_RETURN(elements_extent(plan, job, number, name, &stretch, error));
    if (plan->asked->index && stretch.count == 0) /* of no elements every index is out of bounds */
        return CLR_OK;
    return check_read(plan, &known, job->run->inputs[number].buffer, plan->request->element_size,
                      stretch, written, error);
}

/* Checks the part of the index list that a run may read. */
static clr_status check_index(const clr_plan *plan, const clri_job *job,
                              const struct written *written, clri_error *error)
{
    const struct known known = {"clr_index.indices", CLRI_IN_VIEW(run.indices), job->index.first};
    struct stretch stretch = {job->index.first, job->index.count};
    const clri_rows *rows = stepped_rows(plan, job);

    if (rows)
        CLRI_OR_RETURN(stretch_around(known.name, job->index.first, clri_rows_reach(rows, 0), false,
                                      &stretch, error));
    return check_read(plan, &known, job->index.indices, clr_type_size(plan->asked->index), stretch,
                      written, error);
}

static clr_status check_count_at(const clr_plan *plan, const clri_job *job,
                                 const struct written *written, clri_error *error)
{
    const struct known known = {"clr_run.count_at", CLRI_IN_VIEW(count_at), job->run->count_index};

    return check_read(plan, &known, job->run->count_at, sizeof(cl_ulong),
                      (struct stretch){job->run->count_index, 1}, written, error);
}

static clr_status check_mask(const clr_plan *plan, const clri_job *job,
                             const struct written *written, clri_error *error)
{
    const struct known known = {"clr_mask.mask", CLRI_IN_VIEW(run.mask), 0};
    struct stretch elements = {job->mask.first, job->count};
    struct stretch bytes;
    const clri_rows *rows = stepped_rows(plan, job);

    if (rows)
        CLRI_OR_RETURN(stretch_around("clr_mask.mask", job->mask.first, clri_rows_mask_reach(rows),
                                      false, &elements, error));
    CLRI_OR_RETURN(clri_mask_bytes(plan->asked->mask, elements.first, elements.count, &bytes.first,
                                   &bytes.count, error));
    return check_read(plan, &known, job->mask.mask, 1, bytes, written, error);
}

/* Checks the shape's own buffers: the written ones, or the ones that are read. */
static clr_status check_shape(const clr_plan *plan, const clri_job *job, bool are_written,
                              struct written *written, clri_error *error)
{
    for (unsigned i = 0; i < job->shape->buffer_count; i++) {
        const clri_shape_buffer *buffer = &job->shape->buffers[i];
        const struct known known = {buffer->name, buffer->view, buffer->first};
        const struct stretch stretch = {buffer->first, buffer->count};

        if (buffer->is_written != are_written)
            continue;
        if (are_written)
            CLRI_OR_RETURN(
                add_written(plan, &known, buffer->memory, buffer->size, stretch, written, error));
        else
            CLRI_OR_RETURN(
                check_read(plan, &known, buffer->memory, buffer->size, stretch, written, error));
    }
    return CLR_OK;
}

/* Whether the run reads elements at all. */
static bool has_elements(const clr_plan *plan, const clri_job *job)
{
    const clri_rows *rows = stepped_rows(plan, job);

    return rows ? rows->count && rows->length : job->count != 0;
}

/* ---- all buffers ---- */

/* Whether the run writes anything that the caller can read. */
static bool is_written_anywhere(const clr_plan *plan, const clri_job *job)
{
    bool is_written = job->run->output || job->run->host || !job->arrays || job->index.outside;

    for (size_t i = 0; !is_written && i < plan->choice->pass.outcome_count; i++)
        for (size_t row = 0; row < CLRI_ARRAY_ROWS; row++)
            is_written |= clri_array_buffer(&job->arrays[i], &clri_array_rows[row]) != NULL;
    for (unsigned i = 0; i < job->shape->buffer_count; i++)
        is_written |= job->shape->buffers[i].is_written;
    return is_written;
}

static clr_status check_written(const clr_plan *plan, const clri_job *job, struct written *written,
                                clri_error *error)
{
    const clr_run *run = job->run;

    if (run->part != CLR_PART_MORE && !is_written_anywhere(plan, job))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_run.arrays has nothing but NULL, so that no result would be written: "
                         "give an array, or clr_run.output or host");
    if (run->output)
        CLRI_OR_RETURN(
            add_written(plan, &(struct known){"output", CLRI_IN_VIEW(output), run->output_index},
                        run->output, plan->choice->pass.record_size,
                        (struct stretch){run->output_index, 1}, written, error));
    for (size_t i = 0; job->arrays && i < plan->choice->pass.outcome_count; i++)
        for (size_t row = 0; row < CLRI_ARRAY_ROWS; row++)
            CLRI_OR_RETURN(add_array(plan, job, i, &clri_array_rows[row], written, error));
    if (job->index.outside)
        CLRI_OR_RETURN(add_written(
            plan, &(struct known){"clr_index.outside", CLRI_IN_VIEW(run.indices_outside), 0},
            job->index.outside, sizeof(cl_ulong), (struct stretch){0, 1}, written, error));
    return check_shape(plan, job, true, written, error);
}

clr_status clri_check_buffers(const clr_plan *plan, const clri_job *job, clri_uses *uses,
                              clri_error *error)
{
    const bool reads = has_elements(plan, job);
    struct written written;

    uses->count = 0;
    written.count = 0;
    written.uses = uses;
    CLRI_OR_RETURN(check_written(plan, job, &written, error));
    for (unsigned i = 0; reads && i < plan->choice->pass.inputs; i++)
        CLRI_OR_RETURN(check_input(plan, job, i, &written, error));
    if (job->run->count_at)
        CLRI_OR_RETURN(check_count_at(plan, job, &written, error));
    if (reads && plan->asked->index)
        CLRI_OR_RETURN(check_index(plan, job, &written, error));
    if (reads && plan->asked->mask != CLR_MASK_NONE)
        CLRI_OR_RETURN(check_mask(plan, job, &written, error));
    return check_shape(plan, job, false, &written, error);
}
