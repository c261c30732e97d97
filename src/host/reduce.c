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

/* What one of the calls below was handed. */
struct call {
    const clr_reduction *reductions;
    size_t reduction_count;
    const void *const *inputs;
    size_t input_count;
    uint64_t count;
    void *record;
    size_t record_size;
    bool is_single; /* the place is that of one result, and as large */
};

static clr_status check_inputs(clr_context *context, const clr_plan_info *info,
                               const struct call *call)
{
    if (!call->inputs && call->count == 0)
        return CLR_OK;
    if (!call->inputs)
        return refuse(context, "the data is NULL");
    if (info->inputs != call->input_count)
        return refuse(context,
                      "what is asked for takes %" PRIu64 " input%s, and %zu %s handed over: "
                      "clr_reduce() takes one, clr_reduce_pair() two, clr_reduce_all() up to %d",
                      info->inputs, info->inputs == 1 ? "" : "s", call->input_count,
                      call->input_count == 1 ? "is" : "are", (int)CLR_INPUTS_MOST);
    for (uint64_t i = 0; call->count && i < info->inputs; i++)
        if (!call->inputs[i])
            return refuse(context, "the data is NULL");
    return CLR_OK;
}

static clr_status check_record(clr_context *context, const clr_stream *stream,
                               const clr_plan_info *info, const struct call *call)
{
    const bool fits = call->is_single ? call->record_size == info->result_size
                                      : call->record_size >= info->result_size;
    clr_result result = {.size = sizeof result};
    const char *type;

    if (fits)
        return CLR_OK;
    if (!call->is_single)
        return refuse(context,
                      "the record of %zu results takes %" PRIu64
                      " bytes, and the place for it has %zu: clr_result shows how it is laid out",
                      call->reduction_count, info->result_size, call->record_size);
    clr_plan_result(clr_stream_plan(stream), 0, &result);
    type = clr_type_name(result.type);
    return refuse(context,
                  "the result of %s takes %" PRIu64 " bytes%s%s%s%s, and the place for it has %zu",
                  clr_operator_name(result.op), info->result_size, type ? ", its value being " : "",
                  type ? type : "", result.index_offset != CLR_UNKNOWN ? " with an index" : "",
                  result.status_offset != CLR_UNKNOWN ? " with a status" : "", call->record_size);
}

static clr_status reduce(clr_context *context, const struct call *call)
{
    /* Of no elements none asks how many there are, but a map's n has to be known. */
    const clr_stream_options options = {.size = sizeof options,
                                        .total = call->count ? call->count : 1};
    clr_plan_info info = {.size = sizeof info};
    clr_stream *stream = NULL;
    clr_status status = CLR_OK;

    if (!context)
        return CLR_ERROR_ARGUMENT;
    if (!call->record)
        return refuse(context, "the place for the result is NULL");
    CLRI_TRY(
        clr_stream_create(context, call->reductions, call->reduction_count, &options, &stream));
    clr_plan_describe(clr_stream_plan(stream), &info);
    CLRI_TRY(check_inputs(context, &info, call));
    CLRI_TRY(check_record(context, stream, &info, call));
    CLRI_TRY(feed(stream, &info, call->inputs, call->count));
    CLRI_TRY(clr_stream_result(stream, call->record));
cleanup:
    clr_stream_destroy(stream);
    return status;
}

clr_status clr_reduce_all(clr_context *context, const clr_reduction *reductions,
                          size_t reduction_count, const void *const *inputs, size_t input_count,
                          uint64_t count, void *record, size_t record_size)
{
    return reduce(context, &(struct call){.reductions = reductions,
                                          .reduction_count = reduction_count,
                                          .inputs = inputs,
                                          .input_count = input_count,
                                          .count = count,
                                          .record = record,
                                          .record_size = record_size});
}

/* One reduction of `input_count` inputs. */
static clr_status reduce_one(clr_context *context, const clr_reduction *reduction,
                             const void *const *inputs, size_t input_count, uint64_t count,
                             void *result, size_t result_size)
{
    return reduce(context, &(struct call){.reductions = reduction,
                                          .reduction_count = 1,
                                          .inputs = inputs,
                                          .input_count = input_count,
                                          .count = count,
                                          .record = result,
                                          .record_size = result_size,
                                          .is_single = true});
}

clr_status clr_reduce(clr_context *context, const clr_reduction *reduction, const void *data,
                      uint64_t count, void *result, size_t result_size)
{
    return reduce_one(context, reduction, &data, 1, count, result, result_size);
}

clr_status clr_reduce_pair(clr_context *context, const clr_reduction *reduction, const void *x,
                           const void *y, uint64_t count, void *result, size_t result_size)
{
    const void *const inputs[] = {x, y};

    return reduce_one(context, reduction, inputs, 2, count, result, result_size);
}
