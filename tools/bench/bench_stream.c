/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_stream - timing a stream from array to result. See bench_stream.h.
 */
#include "bench_stream.h"
#include "clock.h"
#include "message.h"
#include "session.h"
#include <string.h>

int bench_stream_open(bench_stream *s, const options *o, clr_context *context,
                      const clr_reduction *reduction, const void *data, uint64_t count)
{
    double seconds;
    uint64_t result;

    s->o = o;
    s->context = context;
    s->data = data;
    s->count = count;
    s->type = reduction->type;
    if (clr_stream_create(context, reduction, 1, &o->plan, 0, &s->stream) != CLR_OK)
        return session_fail(o, context, s->type);
    return bench_stream_run(s, &seconds, &result); /* the first one warms up */
}

void bench_stream_close(bench_stream *s)
{
    clr_stream_destroy(s->stream);
}

static clr_status submit_all(bench_stream *s)
{
    const unsigned char *at = s->data;
    size_t size = clr_type_size(s->type);
    clr_status status = CLR_OK;

    s->pieces = 0;
    for (uint64_t left = s->count; status == CLR_OK && left != 0;) {
        void *room = NULL;
        uint64_t count = 0;
        status = clr_stream_map(s->stream, &room, &count);
        if (status != CLR_OK)
            break;
        count = count < left ? count : left;
        memcpy(room, at, count * size);
        status = clr_stream_submit(s->stream, count);
        at += count * size;
        left -= count;
        s->pieces++;
    }
    return status;
}

int bench_stream_run(bench_stream *s, double *seconds, uint64_t *result)
{
    uint64_t start = clock_ns();
    void *place = result;

    if (submit_all(s) != CLR_OK || clr_stream_result(s->stream, &place) != CLR_OK)
        return session_fail(s->o, s->context, s->type);
    *seconds = (double)(clock_ns() - start) * 1e-9;
    return CODE_FINE;
}
