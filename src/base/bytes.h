/* SPDX-License-Identifier: Apache-2.0 */
/* bytes - checks the size of host memory that a caller describes by a pointer and a count, before
 * the two are multiplied anywhere. */
#ifndef CLREDUCE_BASE_BYTES_H
#define CLREDUCE_BASE_BYTES_H

#include "base/status.h"

/* CLR_ERROR_ARGUMENT with a sentence if `count` elements of `size` bytes exceed PTRDIFF_MAX, as no
 * object in C does. `what` names the memory, such as "the data". */
clr_status clri_bytes_check(const char *what, uint64_t count, uint64_t size, clri_error *error);

#endif
