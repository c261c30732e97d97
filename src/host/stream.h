/* SPDX-License-Identifier: Apache-2.0 */
/* stream - what a stream can do for one-call reductions, which use one after another. */
#ifndef CLREDUCE_HOST_STREAM_H
#define CLREDUCE_HOST_STREAM_H

#include "base/status.h"

#include <stdbool.h>

/* As clr_stream_create(); unless `is_timed` its queues have no clocks, which cost each command
 * some µs, and its kernels' times are the host's. */
clr_status clri_stream_make(clr_context *context, const clr_reduction *reductions,
                            size_t reduction_count, const clr_stream_options *options,
                            bool is_timed, clr_stream **stream);

/*
 * Makes a stream that has given its result ready for other data, as if it had been created with
 * these options; its plan stays.
 */
clr_status clri_stream_renew(clr_stream *stream, const clr_stream_options *options,
                             clri_error *error);

/*
 * What clr_stream_take() and clr_stream_result() do of a stream that has taken nothing yet, by one
 * run; a public call in all but name. `*is_done` is false where it takes those two.
 */
clr_status clri_stream_whole(clr_stream *stream, const void *const *inputs, uint64_t count,
                             void *record, bool *is_done);

/* Bytes that its pieces have on the host; where memory is not shared, as many on the device. */
uint64_t clri_stream_held(const clr_stream *stream);

/* Gives back that memory, of a stream that has given its result. */
void clri_stream_trim(clr_stream *stream);

#endif
