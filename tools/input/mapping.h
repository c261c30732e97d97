/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mapping - a stretch of an open file as memory, which stays readable whatever becomes of the file:
 * what can no longer be had of it reads as zeros, and mapping_is_whole() says so. Without that a
 * file that somebody cuts short ends whoever reads the mapping by SIGBUS, in whatever thread.
 */
#ifndef CLREDUCE_TOOLS_MAPPING_H
#define CLREDUCE_TOOLS_MAPPING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero, it is none. */
typedef struct mapping {
    const char *data; /* the first byte that was asked for; NULL: nothing is mapped */
    void *pages;      /* the mapping, in whole pages */
    size_t pages_size;
    size_t place; /* in the table of the signal's handler */
} mapping;

/*
 * Maps `size` bytes, more than 0, from byte `offset` of the file on, for reading. False if the
 * system maps nothing of that file, or too much is mapped already: then it has to be read.
 */
bool mapping_open(mapping *m, int fd, uint64_t offset, size_t size);

/* Whether all that was read of it so far were the file's own bytes. */
bool mapping_is_whole(const mapping *m);

/* Does nothing to none. Nobody reads the memory any more. */
void mapping_close(mapping *m);

#endif
