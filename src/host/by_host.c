/* SPDX-License-Identifier: Apache-2.0 */
#include "host/by_host.h"
#include "fold/fold.h"
#include "fold/foldable.h"

#include <stdlib.h>
#include <string.h>

/* ---- who computes a call ---- */

clr_status clri_by_host_takes(const clr_context *context, const clr_reduction *reductions,
                              size_t count, uint64_t elements, bool to_states,
                              clri_request *request, bool *takes, clri_error *error)
{
    clr_status status = CLR_OK;

    *takes = false;
    if (!context->is_host && (!context->host_elements || elements > context->host_elements))
        return CLR_OK;
    CLRI_TRY(clri_request_read(reductions, count, request, error));
    CLRI_TRY(clri_foldable(request, to_states, error));
    *takes = true;
    return CLR_OK;
cleanup:
    clri_request_free(request);
    if (!context->is_host) {
        clri_error_clear(error);
        status = CLR_OK;
    }
    return status;
}

/* The most a count can be, if a product does not fit. */
static uint64_t product_of(const clr_axes *axes)
{
    uint64_t product = 1;

    for (unsigned k = 0; axes->extents && k < axes->rank && k < CLR_RANK_MOST; k++)
        if (__builtin_mul_overflow(product, axes->extents[k], &product))
            return UINT64_MAX;
    return product;
}

uint64_t clri_by_host_elements(const clri_host_call *call)
{
    if (call->asked.axes)
        return product_of(&call->axes);
    return call->asked.index_type ? call->asked.index_count : call->asked.count;
}

/* ---- rooms ---- */

static void destroy_room(void *room)
{
    clri_fold_room_destroy(room);
}

/* What an earlier call has left, or a new one; NULL if memory ran out. */
static clri_fold_room *take_room(clr_context *context)
{
    clri_fold_room *room = clri_spare_take(&context->fold_room);

    return room ? room : calloc(1, sizeof *room);
}

static void leave_room(clr_context *context, clri_fold_room *room)
{
    clri_spare_leave(&context->fold_room, room, destroy_room);
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
    };
}

/* Room for a record of all reductions, with the alignment of its fields. */
typedef union record_room {
    cl_ulong align;
    unsigned char bytes[CLR_REDUCTIONS_MOST * 4 * sizeof(cl_ulong)];
} record_room;

clr_status clri_by_host_record(clr_context *context, const clri_request *request,
                               const void *const *inputs, uint64_t count, void *record,
                               clri_error *error)
{
    clr_host_run run = {.count = count};
    const clri_fold_job job = {
        .request = request, .run = &run, .shape = clri_shape_of(CLR_SHAPE_FLAT)};
    const clri_fold_places places = {.results = 1, .folded = 1};
    clri_field fields[CLR_REDUCTIONS_MOST];
    const size_t size = clri_request_fields(request, fields);
    record_room made = {.align = 0};
    clri_fold_room *room = NULL;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_request_check_scalars(request->scalars, NULL, CLRI_NO_SCALARS, error));
    CLRI_TRY(clri_request_check_total(request, count, error));
    for (unsigned i = 0; inputs && i < request->inputs; i++)
        run.inputs[i] = inputs[i];
    room = take_room(context);
    if (!room)
        return clri_fail_memory(error);
    memset(made.bytes, 0, size);
    for (size_t i = 0; i < request->count; i++) {
        const clr_host_arrays arrays = arrays_of(&fields[i], made.bytes);

        CLRI_TRY(clri_fold_results(&job, &places, i, room, &arrays, error));
    }
    CLRI_TRY(clri_request_check_record(request, made.bytes, error));
    memcpy(record, made.bytes, size);
cleanup:
    if (room)
        leave_room(context, room);
    return status;
}

/* ---- many results ---- */

/* Checks what the arrays say, by the shape's own reader, as a plan does of buffers. */
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
        .is_typical = true, /* there are arrays in place of buffers */
    };
    clri_shape_job job;
    clr_status status = CLR_OK;

    if (has_list)
        CLRI_TRY(
            clri_shape_check_index(run->index_type, "clr_host_run.index_type", "indices", error));
    if (run->mask_kind != CLR_MASK_NONE && run->mask_kind != CLR_MASK_BYTES &&
        run->mask_kind != CLR_MASK_BITS)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "clr_host_run.mask_kind is %d, which is none",
                         (int)run->mask_kind);
    CLRI_TRY(call->shape->read(&asked, &job, error));
cleanup:
    return status;
}

static clri_fold_job job_of(const clri_request *request, const clri_host_call *call)
{
    return (clri_fold_job){.request = request,
                           .run = &call->asked,
                           .shape = call->shape,
                           .rows = call->asked.axes ? &call->rows : NULL};
}

/* Folds each reduction: to its accumulator, if the call leaves states, or to its arrays. */
static clr_status fold_all(const clri_fold_job *job, const clri_fold_places *places,
                           clri_fold_room *room, const clri_host_call *call,
                           clr_accumulator **accumulators, clri_error *error)
{
    clr_status status = CLR_OK;

    for (size_t i = 0; status == CLR_OK && i < job->request->count; i++)
        status = call->leaves_states
                     ? clri_fold_accumulator(job, places, i, room, &accumulators[i], error)
                     : clri_fold_results(job, places, i, room, &call->results[i], error);
    return status;
}

clr_status clri_by_host_many(clr_context *context, const clri_request *request,
                             clri_host_call *call, clr_accumulator **accumulators,
                             clri_error *error)
{
    clri_fold_places places = {.results = 0};
    clri_fold_room *room = NULL;
    clri_fold_job job;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_host_call_make(call, request, error));
    CLRI_TRY(check_shape(call, request, error));
    job = job_of(request, call);
    CLRI_TRY(clri_fold_find(&job, &places, error));
    room = take_room(context);
    status =
        room ? fold_all(&job, &places, room, call, accumulators, error) : clri_fail_memory(error);
cleanup:
    clri_fold_forget(&places);
    if (room)
        leave_room(context, room);
    return status;
}
