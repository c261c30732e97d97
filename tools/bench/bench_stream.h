/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_stream - the time from an array in host memory to its result in host memory, by way of one
 * clr_stream, as clr_reduce() and the command itself do it. The stream is made beforehand.
 */
#ifndef CLREDUCE_TOOLS_BENCH_STREAM_H
#define CLREDUCE_TOOLS_BENCH_STREAM_H

#include "bench_data.h"
#include "command_request.h"
#include "options.h"

typedef struct bench_stream {
    const options *o;
    clr_context *context;
    clr_stream *stream;
    const bench_data *data;
    uint64_t pieces; /* of the last run */
} bench_stream;

/* As bench_kernel_open(), bench_kernel_close() and bench_kernel_run(). */
int bench_stream_open(bench_stream *s, const options *o, clr_context *context, const request *r,
                      const bench_data *data);
void bench_stream_close(bench_stream *s);
int bench_stream_run(bench_stream *s, double *seconds, void *record);

#endif
