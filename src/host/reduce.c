/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reduce - arrays in host memory to one result of each reduction, in one call: by the host itself
 * (host_reducer.h), or by a reducer, as a run of shape FLAT (reduce_shape.c). Here are the checks
 * of what these calls say in their own words, the number of inputs and the size of the result.
 */
#include "base/bytes.h"
#include "host/host_reducer.h"
#include "host/reducer.h"

#include <string.h>

/* The arguments of a public call. */
struct call {
    const clr_reduction *reductions;
    size_t reduction_count;
    size_t input_count;
    bool has_inputs; /* the array of inputs is not NULL */
    bool is_single;  /* the record has room for one result's value, not for a record */
    clr_host_run run;
};

static clr_status check_inputs(const clri_request *request, const struct call *call,
                               clri_error *error)
{
    const unsigned inputs = request->inputs;

    if (!call->has_inputs && call->run.count == 0 && call->input_count == 0)
        return CLR_OK;
    if (!call->has_inputs && call->run.count)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the data is NULL");
    if (inputs != call->input_count)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "what is asked for takes %u input%s, and %zu %s handed over: "
                         "clr_reduce() takes one, clr_reduce_pair() two, clr_reduce_all() up to %d",
                         inputs, inputs == 1 ? "" : "s", call->input_count,
                         call->input_count == 1 ? "is" : "are", (int)CLR_INPUTS_MOST);
    for (unsigned i = 0; call->run.count && i < inputs; i++)
        if (!call->run.inputs[i])
            return clri_fail(error, CLR_ERROR_ARGUMENT, "the data is NULL");
    return clri_bytes_check("the data", call->run.count, request->element_size, error);
}

static clr_status check_call(const clri_request *request, size_t record_size,
                             const struct call *call, clri_error *error)
{
    CLRI_OR_RETURN(clri_request_check_scalars(
        request->scalars, NULL,
        "clr_host_run.scalars, which this call has not and clr_reduce_shape() of shape FLAT has,",
        error));
    CLRI_OR_RETURN(check_inputs(request, call, error));
    return clri_host_call_check_record(request, record_size, call->run.record_size, call->is_single,
                                       error);
}

static clr_status reduce_by_device(clr_context *context, const struct call *call, clri_error *error)
{
    clri_host_call made = {.count = 0};
    clri_reducer *reducer = NULL;
    char *key = NULL;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_host_call_read(&call->run, call->reduction_count, &made, error));
    CLRI_TRY(clri_reducer_take(context, call->reductions, call->reduction_count, &made, &key,
                               &reducer, error));
    CLRI_TRY(
        check_call(reducer->plan->request, reducer->plan->choice->pass.record_size, call, error));
    CLRI_TRY(clri_reducer_run(reducer, &made, error));
cleanup:
    clri_reducer_leave(context, key, reducer, status);
    return status;
}

static clr_status reduce_by_host(clri_host_reducer *reducer, const struct call *call,
                                 clri_error *error)
{
    CLRI_OR_RETURN(check_call(&reducer->request, reducer->record_size, call, error));
    return clri_host_reducer_run_flat(reducer, &call->run, error);
}

static clr_status carry_out_call(clr_context *context, const struct call *call)
{
    clri_host_reducer *own = NULL;
    clri_error error;
    clr_status status = CLR_OK;

    if (!context)
        return CLR_ERROR_ARGUMENT;
    clri_error_begin(&error);
    CLRI_TRY(clri_context_check_open(context, &error));
    if (!call->run.record)
        CLRI_TRY(clri_fail(&error, CLR_ERROR_ARGUMENT, "the place for the result is NULL"));
    CLRI_TRY(clri_host_reducer_take(context, call->reductions, call->reduction_count, &call->run,
                                    call->run.count, false, &own, &error));
    status = own ? reduce_by_host(own, call, &error) : reduce_by_device(context, call, &error);
cleanup:
    clri_host_reducer_leave(context, own);
    return clri_context_return(context, status, &error);
}

clr_status clr_reduce_all(clr_context *context, const clr_reduction *reductions,
                          size_t reduction_count, const void *const *inputs, size_t input_count,
                          uint64_t count, void *record, size_t record_size)
{
    struct call call = {
        .reductions = reductions,
        .reduction_count = reduction_count,
        .input_count = input_count,
        .has_inputs = inputs != NULL,
        .run = {
            .size = sizeof call.run, .count = count, .record = record, .record_size = record_size}};

    for (size_t i = 0; inputs && i < input_count && i < CLR_INPUTS_MOST; i++)
        call.run.inputs[i] = inputs[i];
    return carry_out_call(context, &call);
}

clr_status clr_reduce(clr_context *context, const clr_reduction *reduction, const void *data,
                      uint64_t count, void *result, size_t result_size)
{
    return carry_out_call(context, &(struct call){.reductions = reduction,
                                                  .reduction_count = 1,
                                                  .input_count = 1,
                                                  .has_inputs = true,
                                                  .is_single = true,
                                                  .run = {.size = sizeof(clr_host_run),
                                                          .inputs = {data},
                                                          .count = count,
                                                          .record = result,
                                                          .record_size = result_size}});
}

clr_status clr_reduce_pair(clr_context *context, const clr_reduction *reduction, const void *x,
                           const void *y, uint64_t count, void *result, size_t result_size)
{
    return carry_out_call(context, &(struct call){.reductions = reduction,
                                                  .reduction_count = 1,
                                                  .input_count = 2,
                                                  .has_inputs = true,
                                                  .is_single = true,
                                                  .run = {.size = sizeof(clr_host_run),
                                                          .inputs = {x, y},
                                                          .count = count,
                                                          .record = result,
                                                          .record_size = result_size}});
}
