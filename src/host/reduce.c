/* SPDX-License-Identifier: Apache-2.0 */
/* reduce - arrays in host memory, in one call: a stream, fed to its end. */
#include "device/context.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
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

static clr_status refuse(clr_context *context, const char *format, ...)
{
    clri_error error = {0};
    char sentence[200];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    return clri_context_settle(context, clri_fail(&error, CLR_ERROR_ARGUMENT, "%s", sentence),
                               &error);
}

/* `given` is how many pointers stand at `inputs`, UINT64_MAX if that is the caller's to know. */
static clr_status check_inputs(clr_context *context, const clr_plan_info *info,
                               const void *const *inputs, uint64_t given, uint64_t count)
{
    if (info->inputs > given)
        return refuse(context,
                      "the reduction takes %" PRIu64 " inputs, and clr_reduce() has one argument "
                      "for them: hand them to clr_reduce_all()",
                      info->inputs);
    for (uint64_t i = 0; count && i < info->inputs; i++)
        if (!inputs || !inputs[i])
            return refuse(context, "the data is NULL");
    return CLR_OK;
}

static clr_status reduce(clr_context *context, const clr_reduction *reductions,
                         size_t reduction_count, const void *const *inputs, uint64_t given,
                         uint64_t count, void *record)
{
    /* Of no elements none asks how many there are, but a map's n has to be known. */
    const clr_stream_options options = {.size = sizeof options, .total = count ? count : 1};
    clr_plan_info info = {.size = sizeof info};
    clr_stream *stream = NULL;
    clr_status status = CLR_OK;

    if (!context)
        return CLR_ERROR_ARGUMENT;
    if (!record)
        return refuse(context, "the place for the result is NULL");
    CLRI_TRY(clr_stream_create(context, reductions, reduction_count, &options, &stream));
    clr_plan_describe(clr_stream_plan(stream), &info);
    CLRI_TRY(check_inputs(context, &info, inputs, given, count));
    CLRI_TRY(feed(stream, &info, inputs, count));
    CLRI_TRY(clr_stream_result(stream, record));
cleanup:
    clr_stream_destroy(stream);
    return status;
}

clr_status clr_reduce_all(clr_context *context, const clr_reduction *reductions,
                          size_t reduction_count, const void *const *inputs, uint64_t count,
                          void *record)
{
    return reduce(context, reductions, reduction_count, inputs, UINT64_MAX, count, record);
}

clr_status clr_reduce(clr_context *context, const clr_reduction *reduction, const void *data,
                      uint64_t count, void *result)
{
    return reduce(context, reduction, 1, &data, 1, count, result);
}
