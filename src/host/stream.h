/* SPDX-License-Identifier: Apache-2.0 */
/* stream - what a stream can do for one-call reductions, which use one after another. */
#ifndef CLREDUCE_HOST_STREAM_H
#define CLREDUCE_HOST_STREAM_H

#include "base/status.h"

/*
 * Makes a stream that has given its result ready for `total` elements, more or fewer than those
 * that it was made for.
 */
clr_status clri_stream_renew(clr_stream *stream, uint64_t total, clri_error *error);

/* Gives back the memory of its pieces, on the host and on the device, if it is more than `most`. */
void clri_stream_trim(clr_stream *stream, uint64_t most);

#endif
