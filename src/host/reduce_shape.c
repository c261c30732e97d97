/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reduce_shape - arrays in host memory to results of any shape there, in one call: by the host
 * itself (host_reducer.h), or by a reducer, which runs a plan on the arrays or on copies of them.
 */
#include "host/host_reducer.h"
#include "host/reducer.h"

static clr_status reduce_by_device(clr_context *context, const clr_reduction *reductions,
                                   size_t count, clri_host_call *call, clri_error *error)
{
    clri_reducer *reducer = NULL;
    char *key = NULL;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_reducer_take(context, reductions, count, call, &key, &reducer, error));
    CLRI_TRY(clri_reducer_run(reducer, call, error));
cleanup:
    clri_reducer_leave(context, key, reducer, status);
    return status;
}

clr_status clr_reduce_shape(clr_context *context, const clr_reduction *reductions,
                            size_t reduction_count, const clr_host_run *asked)
{
    clri_host_call call = {.count = 0};
    clri_host_reducer *own = NULL;
    clri_error error = {0};
    clr_status status = CLR_OK;

    if (!context)
        return CLR_ERROR_ARGUMENT;
    CLRI_TRY(clri_context_check_open(context, &error));
    CLRI_TRY(clri_host_call_read(asked, reduction_count, &call, &error));
    CLRI_TRY(clri_host_reducer_take(context, reductions, reduction_count, &call.asked,
                                    clri_host_reducer_elements(&call), false, &own, &error));
    status = own ? clri_host_reducer_run(own, &call, NULL, &error)
                 : reduce_by_device(context, reductions, reduction_count, &call, &error);
cleanup:
    clri_host_reducer_leave(context, own);
    return clri_context_return(context, status, &error);
}
