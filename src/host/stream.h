/* SPDX-License-Identifier: Apache-2.0 */
/* stream - what a stream can do for one-call reductions, which use one after another. */
#ifndef CLREDUCE_HOST_STREAM_H
#define CLREDUCE_HOST_STREAM_H

#include "base/status.h"

/*
 * Makes a stream that has given its result ready for other data, as if it had been created with
 * these options; its plan stays.
 */
clr_status clri_stream_renew(clr_stream *stream, const clr_stream_options *options,
                             clri_error *error);

/* Bytes that its pieces have on the host; where memory is not shared, as many on the device. */
uint64_t clri_stream_held(const clr_stream *stream);

/* Gives back that memory, of a stream that has given its result. */
void clri_stream_trim(clr_stream *stream);

#endif
