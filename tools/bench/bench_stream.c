/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_stream - timing a stream from array to result. See bench_stream.h.
 */
#include "bench_stream.h"
#include "clock.h"
#include "hush.h"
#include "message.h"
#include "result_record.h"
#include "session.h"
#include <string.h>

int bench_stream_open(bench_stream *s, const options *o, clr_context *context, const request *r,
                      const bench_data *data)
{
    const clr_stream_options create = {
        .size = sizeof create, .plan = &o->plan, .total = data->count};
    unsigned char record[RECORD_SIZE_MOST];
    double seconds;

    s->o = o;
    s->context = context;
    s->data = data;
    if (hush_stream_create(context, r->reductions, r->count, &create, &s->stream) != CLR_OK)
        return session_fail(o, context, data->type);
    return bench_stream_run(s, &seconds, record); /* the first one warms up */
}

void bench_stream_close(bench_stream *s)
{
    clr_stream_destroy(s->stream);
}

static clr_status submit_all(bench_stream *s)
{
    const bench_data *data = s->data;
    size_t size = clr_type_size(data->type);
    clr_status status = CLR_OK;

    s->pieces = 0;
    for (uint64_t done = 0; status == CLR_OK && done < data->count; s->pieces++) {
        void *rooms[CLR_INPUTS_MOST] = {NULL};
        uint64_t count = 0;
        status = clr_stream_map(s->stream, rooms, &count);
        if (status != CLR_OK)
            break;
        count = count < data->count - done ? count : data->count - done;
        for (uint64_t i = 0; i < data->input_count; i++)
            memcpy(rooms[i], (const char *)data->inputs[i] + done * size, count * size);
        status = clr_stream_submit(s->stream, count);
        done += count;
    }
    return status;
}

int bench_stream_run(bench_stream *s, double *seconds, void *record)
{
    uint64_t start = clock_ns();

    if (submit_all(s) != CLR_OK || clr_stream_result(s->stream, record) != CLR_OK)
        return session_fail(s->o, s->context, s->data->type);
    *seconds = (double)(clock_ns() - start) * 1e-9;
    return CODE_FINE;
}
