/* SPDX-License-Identifier: Apache-2.0 */
/* stream - what streams offer to one-call reductions, which send large arrays by them. */
#ifndef CLREDUCE_HOST_STREAM_H
#define CLREDUCE_HOST_STREAM_H

#include "base/status.h"

#include <stdbool.h>

/* A stream to a plan of one result, which outlives it, with checked options. Unless `is_timed` the
 * queues do not profile, which costs some µs a command, and kernels' times are taken by the host's
 * clock. */
clr_status clri_stream_make(clr_plan *plan, const clr_stream_options *options, bool is_timed,
                            clr_stream **stream, clri_error *error);

/* Resets a stream that has given its result for other data and options; its plan stays. */
clr_status clri_stream_renew(clr_stream *stream, const clr_stream_options *options,
                             clri_error *error);

/* Bytes that the stream's pieces hold on the host; without shared memory also on the device. */
uint64_t clri_stream_held(const clr_stream *stream);

/* Frees the pieces of a stream that has given its result. */
void clri_stream_trim(clr_stream *stream);

#endif
