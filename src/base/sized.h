/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sized - public structs that begin with their size, as callers of other versions have them: a
 * smaller one lacks the last members, a larger one has members that this version does not know.
 * What such a struct means is its reader's.
 */
#ifndef CLREDUCE_BASE_SIZED_H
#define CLREDUCE_BASE_SIZED_H

#include "base/status.h"

/*
 * Reads a caller's struct into the library's, all of whose other members become 0: those that the
 * caller's version did not have are at their defaults. CLR_ERROR_ARGUMENT with a sentence if the
 * size is none that the struct can have had, or if something is asked for by a member that this
 * version does not know.
 */
#define CLRI_SIZED_READ(type, to, from, error)                                                     \
    clri_sized_read(#type, (to), sizeof(type), (from), (error))
clr_status clri_sized_read(const char *name, void *to, size_t known, const void *from,
                           clri_error *error);

/* Whether a caller's struct, which may be NULL, can be written to. */
bool clri_sized_is_writable(const void *to, size_t known);

/*
 * Writes the library's struct to a caller's: as many bytes as that has, of which those that this
 * version does not know become 0. Its size stays as it is. Returns CLR_OK, or CLR_ERROR_ARGUMENT
 * with nothing written if clri_sized_is_writable() says no.
 */
#define CLRI_SIZED_WRITE(type, to, from) clri_sized_write((to), sizeof(type), (from))
clr_status clri_sized_write(void *to, size_t known, const void *from);

#endif
