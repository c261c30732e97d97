/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reduce - arrays in host memory, in one call: by the host itself (by_host.h), or by a stream. The
 * context keeps the stream, with its plan and queues, for the next call of the same kind.
 */
#include "base/bytes.h"
#include "device/context.h"
#include "device/device.h"
#include "host/by_host.h"
#include "host/stream.h"
#include "plan/plan.h"
#include "problem/request.h"
#include "problem/request_key.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((format(printf, 2, 3))) static clr_status refuse(clr_context *context,
                                                               const char *format, ...)
{
    clri_error error = {0};
    char sentence[200];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    return clri_context_return(context, clri_fail(&error, CLR_ERROR_ARGUMENT, "%s", sentence),
                               &error);
}

/* The arguments of a public call. */
struct call {
    const clr_reduction *reductions;
    size_t reduction_count;
    const void *const *inputs;
    size_t input_count;
    uint64_t count;
    void *record;
    size_t record_size;
    bool is_single; /* `result` has room for one result's value, not for a record */
};

/* What the reductions of a call take and give. */
struct asked {
    const clri_request *request;
    clri_field fields[CLR_REDUCTIONS_MOST];
    size_t record_size;
};

/* Whether the counts and the record's size are possible. */
static clr_status check_sizes(clr_context *context, const struct asked *asked,
                              const struct call *call)
{
    clri_error error = {0};
    clr_status status = CLR_OK;

    CLRI_TRY(clri_bytes_check("the data", call->count, asked->request->element_size, &error));
    CLRI_TRY(clri_bytes_check("the place for the result", call->record_size, 1, &error));
cleanup:
    return clri_context_return(context, status, &error);
}

static clr_status check_inputs(clr_context *context, const struct asked *asked,
                               const struct call *call)
{
    const bool are_left_out = !call->inputs && call->count == 0;
    const unsigned inputs = asked->request->inputs;

    if (are_left_out && call->input_count == 0)
        return CLR_OK;
    if (!call->inputs && !are_left_out)
        return refuse(context, "the data is NULL");
    if (inputs != call->input_count)
        return refuse(context,
                      "what is asked for takes %u input%s, and %zu %s handed over: "
                      "clr_reduce() takes one, clr_reduce_pair() two, clr_reduce_all() up to %d",
                      inputs, inputs == 1 ? "" : "s", call->input_count,
                      call->input_count == 1 ? "is" : "are", (int)CLR_INPUTS_MOST);
    for (unsigned i = 0; call->count && i < inputs; i++)
        if (!call->inputs[i])
            return refuse(context, "the data is NULL");
    return check_sizes(context, asked, call);
}

static clr_status check_record(clr_context *context, const struct asked *asked,
                               const struct call *call)
{
    const clr_reduction *reduction = &asked->request->reductions[0];
    const clri_field *field = &asked->fields[0];
    const char *type = clr_type_name(reduction->result);
    const bool fits = call->is_single ? call->record_size == asked->record_size
                                      : call->record_size >= asked->record_size;

    if (fits)
        return CLR_OK;
    if (!call->is_single)
        return refuse(context,
                      "the record of %zu results takes %zu bytes, and the place for it has %zu: "
                      "clr_result shows how it is laid out",
                      call->reduction_count, asked->record_size, call->record_size);
    return refuse(context, "the result of %s takes %zu bytes%s%s%s%s, and the place for it has %zu",
                  clr_operator_name(reduction->op), asked->record_size,
                  type ? ", its value being " : "", type ? type : "",
                  field->has_index ? " with an index" : "",
                  field->has_status ? " with a status" : "", call->record_size);
}

static clr_status check_call(clr_context *context, const clri_request *request,
                             const struct call *call)
{
    struct asked asked = {.request = request};
    const clr_status status = (asked.record_size = clri_request_fields(request, asked.fields),
                               check_inputs(context, &asked, call));

    return status == CLR_OK ? check_record(context, &asked, call) : status;
}

/* ---- the host's own ---- */

/* Computes a call that is the host's. */
static clr_status reduce_by_host(clr_context *context, const struct call *call, bool *is_done)
{
    clri_request request;
    clri_error error = {0};
    clr_status status = CLR_OK;

    *is_done = false;
    CLRI_TRY(clri_context_check_open(context, &error));
    CLRI_TRY(clri_by_host_takes(context, call->reductions, call->reduction_count, call->count,
                                false, &request, is_done, &error));
    if (!*is_done)
        return CLR_OK;
    status = check_call(context, &request, call);
    if (status == CLR_OK) {
        status =
            clri_by_host_record(context, &request, call->inputs, call->count, call->record, &error);
        clri_context_return(context, status, &error);
    }
    clri_request_free(&request);
    return status;
cleanup:
    return clri_context_return(context, status, &error);
}

/* ---- streams of the same kind ---- */

/* Bytes kept in the pieces of all idle streams, and in one stream where device and host share
 * memory, as little data goes through its pieces. */
enum { PIECES_KEPT = 64 << 20, SHARED_KEPT = 16 << 20 };

static void destroy_stream(void *stream)
{
    clr_stream_destroy(stream);
}

/* Pieces no larger than are kept, so that no call has to allocate them again. */
static clr_stream_options options_of(const clr_context *context, const struct call *call,
                                     size_t element_size)
{
    const uint64_t rooms = 2 * (call->input_count ? call->input_count : 1);
    const uint64_t room = SHARED_KEPT / rooms / (element_size ? element_size : 1);
    const bool is_shared = clri_device_shares_memory(&context->device);

    return (clr_stream_options){
        .size = sizeof(clr_stream_options),
        .piece_capacity = !is_shared           ? 0
                          : call->count < room ? call->count
                                               : room,
        /* 0 would mean unknown, and a map's n has to be known */
        .total = call->count ? call->count : 1,
    };
}

/* A stream left by an earlier call, or a new one. */
static clr_status get_stream(clr_context *context, const struct call *call, const char *key,
                             size_t element_size, clr_stream **stream)
{
    const clr_stream_options options = options_of(context, call, element_size);
    clri_error error = {0};
    clr_status status = clri_context_check(context, &error);

    if (status != CLR_OK)
        return clri_context_return(context, status, &error);
    *stream = key ? clri_shelf_take(&context->streams, key) : NULL;
    if (*stream)
        return clri_context_return(context, clri_stream_renew(*stream, &options, &error), &error);
    return clri_stream_make(context, call->reductions, call->reduction_count, &options, false,
                            stream);
}

/* Streams used last keep their pieces. */
static void trim_stream(void *stream, void *user)
{
    uint64_t *left = user;
    const uint64_t held = clri_stream_held(stream);

    if (held > *left)
        clri_stream_trim(stream);
    else
        *left -= held;
}

/* Leaves the stream for the next call, unless it failed. */
static void leave_stream(clr_context *context, char *key, clr_stream *stream, clr_status status)
{
    const bool is_well = status == CLR_OK || status == CLR_ERROR_ARGUMENT ||
                         status == CLR_ERROR_EMPTY || status == CLR_ERROR_OVERFLOW;

    if (!stream || !key || !is_well) {
        clr_stream_destroy(stream);
        free(key);
        return;
    }
    clri_shelf_put(&context->streams, key, stream, destroy_stream);
    clri_shelf_visit(&context->streams, trim_stream, &(uint64_t){PIECES_KEPT});
}

/* ---- the calls ---- */

static clr_status reduce(clr_context *context, const struct call *call)
{
    clr_stream *stream = NULL;
    size_t element_size = 0;
    bool is_done = false;
    char *key = NULL;
    clr_status status = CLR_OK;

    if (!context)
        return CLR_ERROR_ARGUMENT;
    if (!call->record)
        return refuse(context, "the place for the result is NULL");
    CLRI_TRY(reduce_by_host(context, call, &is_done));
    if (is_done)
        return CLR_OK;
    key = clri_request_key("", call->reductions, call->reduction_count, &element_size);
    CLRI_TRY(get_stream(context, call, key, element_size, &stream));
    CLRI_TRY(check_call(context, clr_stream_plan(stream)->request, call));
    clri_stream_none(stream, call->count, call->record, &is_done);
    if (!is_done)
        CLRI_TRY(clri_stream_whole(stream, call->inputs, call->count, call->record, &is_done));
    if (is_done)
        goto cleanup;
    CLRI_TRY(clr_stream_take(stream, call->inputs, call->count));
    CLRI_TRY(clr_stream_result(stream, call->record));
    clri_stream_keep_none(stream, call->count, call->record);
cleanup:
    leave_stream(context, key, stream, status);
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
