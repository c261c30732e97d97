/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reduce_shape - arrays in host memory to many results there, in one call: a run of a plan whose
 * buffers are the caller's arrays, or copies of them.
 */
#include "base/count.h"
#include "host/by_host.h"
#include "host/host_cut.h"
#include "host/host_run.h"

/* Makes the call, in pieces if the device needs it. */
static clr_status run_pieces(clri_host_call *call, clri_reducer *reducer, clri_error *error)
{
    const uint64_t step = clri_host_cut_step(&reducer->context->device, call);
    const uint64_t extent = step ? clri_host_cut_extent(call) : 0;
    clri_host_call piece;
    clr_status status = CLR_OK;

    if (!step)
        return clri_host_run(call, reducer, error);
    for (uint64_t first = 0; first < extent; first += step) {
        clri_host_cut(call, first, clri_smaller(step, extent - first), &piece);
        CLRI_TRY(clri_host_call_make(&piece, reducer->plan->request, error));
        CLRI_TRY(clri_host_run(&piece, reducer, error));
    }
cleanup:
    return status;
}

/* Makes the call, if it is the host's. */
static clr_status carry_out_by_host(clr_context *context, const clr_reduction *reductions,
                                    size_t count, clri_host_call *call, bool *is_done,
                                    clri_error *error)
{
    clri_request request;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_by_host_takes(context, reductions, count, clri_by_host_elements(call), false,
                                &request, is_done, error));
    if (!*is_done)
        return CLR_OK;
    status = clri_by_host_many(context, &request, call, NULL, error);
    clri_request_free(&request);
cleanup:
    return status;
}

static clr_status carry_out(clr_context *context, const clr_reduction *reductions, size_t count,
                            clri_host_call *call, clri_error *error)
{
    const clr_run like = {.size = sizeof like, .axes = &call->axes};
    clri_reducer *reducer = NULL;
    char *key = NULL;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_reducer_take_for(context, reductions, count, call, &like, &key, &reducer, error));
    CLRI_TRY(clri_host_call_make(call, reducer->plan->request, error));
    CLRI_TRY(run_pieces(call, reducer, error));
cleanup:
    clri_reducer_leave(context, key, reducer, status == CLR_OK || status == CLR_ERROR_ARGUMENT);
    return status;
}

clr_status clr_reduce_shape(clr_context *context, const clr_reduction *reductions,
                            size_t reduction_count, const clr_host_run *asked)
{
    clri_host_call call = {.count = 0};
    clri_error error = {0};
    bool is_done = false;
    clr_status status = CLR_OK;

    if (!context)
        return CLR_ERROR_ARGUMENT;
    CLRI_TRY(clri_context_check_open(context, &error));
    CLRI_TRY(clri_host_call_read(asked, reduction_count, &call, &error));
    CLRI_TRY(carry_out_by_host(context, reductions, reduction_count, &call, &is_done, &error));
    if (!is_done)
        CLRI_TRY(carry_out(context, reductions, reduction_count, &call, &error));
cleanup:
    return clri_context_return(context, status, &error);
}
