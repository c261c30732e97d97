/* SPDX-License-Identifier: Apache-2.0 */
/* sized - reads and writes public structs that begin with their size, so that programs and
 * libraries of different versions fit: a smaller struct lacks the last members, a larger one has
 * members that this version does not know. Knows nothing of the members' meaning. */
#ifndef CLREDUCE_BASE_SIZED_H
#define CLREDUCE_BASE_SIZED_H

#include "base/status.h"

#include <stddef.h>

/*
 * Reads a caller's struct into the library's; members that the caller's version lacks become 0,
 * their default. CLR_ERROR_ARGUMENT with a sentence if the struct has never had that size, or if a
 * member unknown to this version is not 0.
 */
#define CLRI_SIZED_READ(type, to, from, error)                                                     \
    clri_sized_read(#type, (to), sizeof(type), (from), (error))
clr_status clri_sized_read(const char *name, void *to, size_t known, const void *from,
                           clri_error *error);

/* Whether a caller's struct, which may be NULL, has a plausible size and reaches to the member's
 * end: else the member may not be read. */
#define CLRI_SIZED_HAS(type, from, member)                                                         \
    clri_sized_has((from), sizeof(type), offsetof(type, member) + sizeof(((type *)0)->member))
bool clri_sized_has(const void *from, size_t known, size_t end);

/* Whether a caller's struct can be written to; `to` may be NULL. */
bool clri_sized_is_writable(const void *to, size_t known);

/*
 * Writes the library's struct to a caller's, as far as the caller's size goes; members unknown to
 * this version become 0, the size stays. CLR_ERROR_ARGUMENT, with nothing written, unless
 * clri_sized_is_writable().
 */
#define CLRI_SIZED_WRITE(type, to, from) clri_sized_write((to), sizeof(type), (from))
clr_status clri_sized_write(void *to, size_t known, const void *from);

#endif
