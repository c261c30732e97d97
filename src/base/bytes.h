/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bytes - memory of the host's that a caller tells by a pointer and a count: whether there can be
 * so much of it.
 */
#ifndef CLREDUCE_BASE_BYTES_H
#define CLREDUCE_BASE_BYTES_H

#include "base/status.h"

/*
 * CLR_ERROR_ARGUMENT with a sentence if `count` elements of `size` bytes are more than PTRDIFF_MAX
 * bytes, which no object in C has. `what` is what lies there, such as "the data".
 */
clr_status clri_bytes_check(const char *what, uint64_t count, uint64_t size, clri_error *error);

#endif
