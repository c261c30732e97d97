/* SPDX-License-Identifier: Apache-2.0 */
/*
 * describe_record - where one-call reductions put their results, told without a plan, which a
 * context of the device "host" has none of.
 */
#include "base/sized.h"
#include "problem/request.h"

#include <string.h>

/* What is known of a result without a device. */
static clr_result result_of(const clri_request *request, size_t index, const clri_field *field)
{
    const clr_reduction *reduction = &request->reductions[index];

    return (clr_result){
        .op = reduction->op,
        .type = reduction->result,
        .accuracy = clri_selection_of(reduction->op)
                        ? CLR_ACCURACY_EXACT
                        : clri_operator_accuracy(reduction->op, clri_request_value(request, index),
                                                 reduction->accuracy),
        .offset = field->offset,
        .value_size = field->value_size,
        .second_offset = clri_record_offset(field->second_offset),
        .index_offset = clri_record_offset(field->index_offset),
        .status_offset = clri_record_offset(field->status_offset),
    };
}

/* The results lie as far apart as the caller's version of the struct is long. */
static void write_results(const clri_request *request, const clri_field *fields, void *results,
                          size_t size)
{
    unsigned char *place = results;

    for (size_t i = 0; i < request->count; i++, place += size) {
        const clr_result told = result_of(request, i, &fields[i]);

        memcpy(place, &size, sizeof size);
        CLRI_SIZED_WRITE(clr_result, place, &told);
    }
}

/* Refuses what has no result of known size: an operator of the caller's own, whose size compiling
 * alone tells, and an operator that does not take the type. */
static clr_status check_sizes(const clri_request *request, clri_error *error)
{
    if (request->custom.source)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "how long the result of an operator of the caller's own is shows when "
                         "it is compiled: a plan tells it");
    for (size_t i = 0; i < request->count; i++)
        if (!clr_type_size(request->reductions[i].result))
            return clri_fail(error, CLR_ERROR_UNSUPPORTED, "there is no %s of %s",
                             clr_operator_name(request->reductions[i].op),
                             clri_request_name_of(clri_request_value(request, i)));
    return CLR_OK;
}

static clr_status describe(const clr_reduction *reductions, size_t count, clr_result *results,
                           uint64_t *record_size, clri_error *error)
{
    clri_field fields[CLR_REDUCTIONS_MOST];
    clri_request request = {.count = 0};
    clr_status status = CLR_OK;
    size_t size;

    if (!clri_sized_is_writable(results, sizeof *results))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the places for results are NULL, or the first has no size");
    CLRI_TRY(clri_request_read_any(reductions, count, &request, error));
    CLRI_TRY(check_sizes(&request, error));
    CLRI_TRY(clri_request_check_single(&request, error));
    size = clri_request_fields(&request, fields);
    write_results(&request, fields, results, results->size);
    if (record_size)
        *record_size = size;
cleanup:
    clri_request_free(&request);
    return status;
}

clr_status clr_record_describe(const clr_reduction *reductions, size_t reduction_count,
                               clr_result *results, uint64_t *record_size, char *reason,
                               size_t reason_size)
{
    clri_error error = {0};

    return clri_error_answer(describe(reductions, reduction_count, results, record_size, &error),
                             &error, reason, reason_size);
}
