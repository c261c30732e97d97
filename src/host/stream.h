/* SPDX-License-Identifier: Apache-2.0 */
/* stream - what streams offer to one-call reductions, which reuse them. */
#ifndef CLREDUCE_HOST_STREAM_H
#define CLREDUCE_HOST_STREAM_H

#include "base/status.h"

#include <stdbool.h>

/* As clr_stream_create(). Unless `is_timed` the queues do not profile, which costs some µs a
 * command, and kernels' times are taken by the host's clock. */
clr_status clri_stream_make(clr_context *context, const clr_reduction *reductions,
                            size_t reduction_count, const clr_stream_options *options,
                            bool is_timed, clr_stream **stream);

/* Resets a stream that has given its result for other data and options; its plan stays. */
clr_status clri_stream_renew(clr_stream *stream, const clr_stream_options *options,
                             clri_error *error);

/* clr_stream_take() and clr_stream_result() in one run, for a fresh stream; ends as a public call
 * does. `*is_done` is false if the data have to be taken in pieces. */
clr_status clri_stream_whole(clr_stream *stream, const void *const *inputs, uint64_t count,
                             void *record, bool *is_done);

/* The results of no elements, without a launch, for a fresh stream that has given them before:
 * `*is_done` says so; and keeps them, once it has. */
void clri_stream_none(const clr_stream *stream, uint64_t count, void *record, bool *is_done);
void clri_stream_keep_none(clr_stream *stream, uint64_t count, const void *record);

/* Bytes that the stream's pieces hold on the host; without shared memory also on the device. */
uint64_t clri_stream_held(const clr_stream *stream);

/* Frees the pieces of a stream that has given its result. */
void clri_stream_trim(clr_stream *stream);

#endif
