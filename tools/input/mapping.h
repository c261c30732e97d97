/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mapping - part of an open file as memory that stays readable whatever happens to the file:
 * missing pages read as zeros, and mapping_is_whole() reports them. A plain mapping of a file that
 * another process truncates would kill the reader by SIGBUS.
 */
#ifndef CLREDUCE_TOOLS_MAPPING_H
#define CLREDUCE_TOOLS_MAPPING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* all zero: not mapped */
typedef struct mapping {
    const char *data; /* the first byte asked for; NULL: not mapped */
    void *pages;      /* the mapping, in whole pages */
    size_t pages_size;
    size_t place; /* in the signal handler's table */
} mapping;

/*
 * Maps `size` bytes, more than 0, of the file from byte `offset` on, for reading. False if the
 * system cannot map the file, or all places are taken: then read it.
 */
bool mapping_open(mapping *m, int fd, uint64_t offset, size_t size);

/* Whether everything read from the mapping so far was the file's own bytes. */
bool mapping_is_whole(const mapping *m);

/* No thread may read the memory any more. Does nothing if not mapped. */
void mapping_close(mapping *m);

#endif
