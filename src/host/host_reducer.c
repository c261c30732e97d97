/* SPDX-License-Identifier: Apache-2.0 */
#include "host/host_reducer.h"
#include "fold/foldable.h"

#include <stdlib.h>
#include <string.h>

/* ---- from call to call ---- */

static void destroy_host_reducer(void *thing)
{
    clri_host_reducer *reducer = thing;

    if (!reducer)
        return;
    clri_fold_room_release(&reducer->room);
    clri_select_room_destroy(reducer->select_room);
    clri_request_free(&reducer->request);
    free(reducer);
}

/* Whether a reduction's bytes tell all of it: it has no pointer to a text, an operator or
 * quantiles, which may have changed since the last call. */
static bool is_plain(const clr_reduction *reduction)
{
    return !reduction->map && !reduction->where && !reduction->custom && !reduction->quantiles;
}

/* Whether the request was read from structs with the same bytes, and for a mask and a list of the
 * same kinds. Structs of another size, as an older header has them, are read again. */
static bool has_read(const clri_host_reducer *reducer, const clr_reduction *reductions,
                     size_t count, const clr_host_run *run, bool to_states)
{
    return reducer->count == count && reducer->to_states == to_states && count && reductions &&
           reducer->request.domain.mask == run->mask_kind &&
           reducer->request.domain.index == run->index_type &&
           reductions->size == sizeof *reductions &&
           memcmp(reducer->asked, reductions, count * sizeof *reductions) == 0;
}

/* Keeps the caller's structs for has_read(), if their bytes tell all that was read. */
static void keep_asked(clri_host_reducer *reducer, const clr_reduction *reductions, size_t count)
{
    bool are_plain = reductions->size == sizeof *reductions;

    for (size_t i = 0; are_plain && i < count; i++)
        are_plain = is_plain(&reductions[i]);
    reducer->count = are_plain ? count : 0;
    if (are_plain)
        memcpy(reducer->asked, reductions, count * sizeof *reductions);
}

/* Reads the request. Selections are for results alone: no accumulator has their elements. After a
 * failure `count` is 0, so that the next call reads again. */
static clr_status read(clri_host_reducer *reducer, const clr_reduction *reductions, size_t count,
                       const clr_host_run *run, bool to_states, clri_error *error)
{
    clri_request_free(&reducer->request);
    reducer->count = 0;
    reducer->to_states = to_states;
    CLRI_OR_RETURN((to_states ? clri_request_read : clri_request_read_any)(
        reductions, count, &reducer->request, error));
    CLRI_OR_RETURN(clri_foldable(&reducer->request, to_states, error));
    reducer->request.domain.mask = run->mask_kind;
    reducer->request.domain.index = run->index_type;
    reducer->record_size = clri_request_fields(&reducer->request, reducer->fields);
    keep_asked(reducer, reductions, count);
    return CLR_OK;
}

clr_status clri_host_reducer_take(clr_context *context, const clr_reduction *reductions,
                                  size_t count, const clr_host_run *run, uint64_t elements,
                                  bool to_states, clri_host_reducer **reducer, clri_error *error)
{
    const clri_shape *shape = clri_shape_of(run->shape);
    const bool is_hosts = context->is_host || clri_selects(reductions, count);
    clri_host_reducer *taken;
    clr_status status = CLR_OK;

    *reducer = NULL;
    if (!is_hosts && (!context->host_elements || elements > context->host_elements))
        return CLR_OK;
    taken = clri_spare_take(&context->host_reducer);
    if (!taken)
        taken = calloc(1, sizeof *taken);
    if (!taken)
        return clri_fail_memory(error);
    if (shape)
        CLRI_TRY(clri_foldable_shape(shape, error));
    if (!has_read(taken, reductions, count, run, to_states))
        CLRI_TRY(read(taken, reductions, count, run, to_states, error));
    *reducer = taken;
    return CLR_OK;
cleanup:
    clri_host_reducer_leave(context, taken);
    if (!is_hosts) {
        clri_error_clear(error);
        status = CLR_OK;
    }
    return status;
}

void clri_host_reducer_leave(clr_context *context, clri_host_reducer *reducer)
{
    if (reducer)
        clri_spare_leave(&context->host_reducer, reducer, destroy_host_reducer);
}

/* Elements along the axes, which nobody has checked yet; if the product does not fit, the largest
 * number, with which a device's call is left to the device. */
static uint64_t product_of(const clr_axes *axes)
{
    uint64_t product = 1;

    for (unsigned k = 0; axes->extents && k < axes->rank && k < CLR_RANK_MOST; k++)
        if (__builtin_mul_overflow(product, axes->extents[k], &product))
            return UINT64_MAX;
    return product;
}

uint64_t clri_host_reducer_elements(const clri_host_call *call)
{
    if (call->asked.axes)
        return product_of(&call->axes);
    return call->asked.index_type ? call->asked.index_count : call->asked.count;
}

/* ---- one result ---- */

/* A record's fields as arrays of one result each. */
static clr_host_arrays arrays_of(const clri_field *field, unsigned char *record)
{
    return (clr_host_arrays){
        .value = record + field->offset,
        .second = field->has_second ? record + field->second_offset : NULL,
        .index = field->has_index ? (cl_ulong *)(void *)(record + field->index_offset) : NULL,
        .status = field->has_status ? (cl_int *)(void *)(record + field->status_offset) : NULL,
        .plane = 1,
    };
}

/* Room for a record of all reductions, each with a value, a second one, an index and a status at
 * most: results of several values have no record (clri_host_call_check_record()), and operators of
 * the caller's, whose results may be longer, are a device's (fold/foldable.h). */
typedef union record_room {
    cl_ulong align;
    unsigned char bytes[CLR_REDUCTIONS_MOST * 4 * sizeof(cl_ulong)];
} record_room;

/* Writes the results of one reduction. */
static clr_status write_results(clri_host_reducer *reducer, const clri_fold_job *job,
                                const clri_fold_places *places, size_t index,
                                const clr_host_arrays *arrays, clri_error *error)
{
    if (clri_selection_of(reducer->request.reductions[index].op))
        return clri_select_results(job, places, index, &reducer->select_room, arrays, error);
    return clri_fold_results(job, places, index, &reducer->room, arrays, error);
}

/* Folds each reduction to its fields of the run's record, which is written when all have a value.
 */
static clr_status fold_record(clri_host_reducer *reducer, const clri_fold_job *job,
                              const clri_fold_places *places, clri_error *error)
{
    const clr_host_run *run = job->run;
    record_room made;

    CLRI_OR_RETURN(clri_request_check_total(
        &reducer->request, run->index_type ? run->index_count : run->count, error));
    memset(made.bytes, 0, reducer->record_size);
    for (size_t i = 0; i < reducer->request.count; i++) {
        const clr_host_arrays arrays = arrays_of(&reducer->fields[i], made.bytes);

        CLRI_OR_RETURN(write_results(reducer, job, places, i, &arrays, error));
    }
    CLRI_OR_RETURN(
        clri_request_check_record(&reducer->request, reducer->fields, made.bytes, error));
    memcpy(run->record, made.bytes, reducer->record_size);
    return CLR_OK;
}

clr_status clri_host_reducer_run_flat(clri_host_reducer *reducer, const clr_host_run *run,
                                      clri_error *error)
{
    const clri_fold_job job = {
        .request = &reducer->request, .run = run, .shape = clri_shape_of(CLR_SHAPE_FLAT)};
    const clri_fold_places places = {.results = 1, .folded = 1};

    return fold_record(reducer, &job, &places, error);
}

/* ---- any shape ---- */

/* Checks the run's numbers by the shape's own reader, as a plan's run does. */
static clr_status check_shape(const clri_host_call *call, const clri_request *request,
                              clri_error *error)
{
    const clr_host_run *run = &call->asked;
    const bool has_list = run->index_type != CLR_TYPE_DEFAULT;
    const clri_shape_asked asked = {
        .run = &call->run,
        .count = has_list ? run->index_count : run->count,
        .most = UINT64_MAX,
        .inputs = request->inputs,
        .has_list = has_list,
        .walked_size = has_list ? clr_type_size(run->index_type) : request->element_size,
        .mask = call->run.mask,
        .is_typical = true, /* the reader asks for no buffers: there are arrays in their place */
    };
    clri_shape_job job;

    if (has_list)
        CLRI_OR_RETURN(
            clri_shape_check_index(run->index_type, "clr_host_run.index_type", "indices", error));
    if (run->mask_kind != CLR_MASK_NONE && run->mask_kind != CLR_MASK_BYTES &&
        run->mask_kind != CLR_MASK_BITS)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "clr_host_run.mask_kind is %d, which is none",
                         (int)run->mask_kind);
    return call->shape->read(&asked, &job, error);
}

static clri_fold_job job_of(const clri_request *request, const clri_host_call *call)
{
    return (clri_fold_job){.request = request,
                           .run = &call->asked,
                           .shape = call->shape,
                           .rows = call->asked.axes ? &call->rows : NULL};
}

/* Folds each reduction: to its accumulator, if the call leaves states, else to its part of the
 * record or to its arrays. */
static clr_status fold_all(clri_host_reducer *reducer, const clri_fold_job *job,
                           const clri_fold_places *places, const clri_host_call *call,
                           clr_accumulator **accumulators, clri_error *error)
{
    clr_status status = CLR_OK;

    if (clri_host_call_has_record(call))
        return fold_record(reducer, job, places, error);
    for (size_t i = 0; status == CLR_OK && i < reducer->request.count; i++)
        status =
            call->leaves_states
                ? clri_fold_accumulator(job, places, i, &reducer->room, &accumulators[i], error)
                : write_results(reducer, job, places, i, &call->results[i], error);
    return status;
}

clr_status clri_host_reducer_run(clri_host_reducer *reducer, clri_host_call *call,
                                 clr_accumulator **accumulators, clri_error *error)
{
    clri_fold_places places = {.results = 0};
    clri_fold_job job;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_host_call_make(call, &reducer->request, error));
    CLRI_TRY(check_shape(call, &reducer->request, error));
    job = job_of(&reducer->request, call);
    CLRI_TRY(clri_fold_find(&job, &places, error));
    CLRI_TRY(fold_all(reducer, &job, &places, call, accumulators, error));
cleanup:
    clri_fold_forget(&places);
    return status;
}
