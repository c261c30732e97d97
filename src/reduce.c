/* SPDX-License-Identifier: Apache-2.0 */
/* reduce - arrays in host memory, in one call: a stream, fed to its end. */
#include "context.h"

#include <string.h>

/* Copies the inputs into the stream's rooms, piece by piece. */
static clr_status feed(clr_stream *stream, const clr_plan_info *info, const void *const *inputs,
                       uint64_t count)
{
    void *rooms[CLR_INPUTS_MOST];
    uint64_t capacity = 0;
    clr_status status = CLR_OK;

    for (uint64_t done = 0; done < count; done += capacity) {
        CLRI_TRY(clr_stream_map(stream, rooms, &capacity));
        if (capacity > count - done)
            capacity = count - done;
        for (uint64_t i = 0; i < info->inputs; i++)
            memcpy(rooms[i], (const char *)inputs[i] + done * info->element_size,
                   (size_t)(capacity * info->element_size));
        CLRI_TRY(clr_stream_submit(stream, capacity));
    }
cleanup:
    return status;
}

static clr_status refuse_null(clr_context *context, const char *what)
{
    clri_error error = {0};

    return clri_context_settle(
        context, clri_fail(&error, CLR_ERROR_ARGUMENT, "the %s is NULL", what), &error);
}

clr_status clr_reduce_all(clr_context *context, const clr_reduction *reductions,
                          size_t reduction_count, const void *const *inputs, uint64_t count,
                          void *record)
{
    /* Of no elements none asks how many there are, but a map's n has to be known. */
    const clr_stream_options options = {.size = sizeof options, .total = count ? count : 1};
    clr_plan_info info = {.size = sizeof info};
    clr_stream *stream = NULL;
    clr_status status = CLR_OK;

    if (!context)
        return CLR_ERROR_ARGUMENT;
    if (!record)
        return refuse_null(context, "place for the result");
    CLRI_TRY(clr_stream_create(context, reductions, reduction_count, &options, &stream));
    clr_plan_describe(clr_stream_plan(stream), &info);
    for (uint64_t i = 0; count && i < info.inputs; i++)
        if (!inputs || !inputs[i]) {
            status = refuse_null(context, "data");
            goto cleanup;
        }
    CLRI_TRY(feed(stream, &info, inputs, count));
    CLRI_TRY(clr_stream_result(stream, record));
cleanup:
    clr_stream_destroy(stream);
    return status;
}

clr_status clr_reduce(clr_context *context, const clr_reduction *reduction, const void *data,
                      uint64_t count, void *result)
{
    return clr_reduce_all(context, reduction, 1, &data, count, result);
}
