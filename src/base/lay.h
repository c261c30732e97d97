/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lay - lays out a struct as C and OpenCL C do, member by member: each at the next multiple of its
 * alignment, the struct's size a multiple of the largest alignment. Records, states and local
 * memory are sized by it on the host, and declared as structs in kernels; no other file rounds
 * sizes up.
 */
#ifndef CLREDUCE_BASE_LAY_H
#define CLREDUCE_BASE_LAY_H

#include <stddef.h>

typedef struct clri_lay {
    size_t size; /* without the padding behind the last member */
    size_t align;
} clri_lay;

static inline size_t clri_lay_round_up(size_t size, size_t multiple)
{
    return (size + multiple - 1) / multiple * multiple;
}

/* Adds a member and returns its offset. */
static inline size_t clri_lay_add(clri_lay *lay, size_t size, size_t align)
{
    const size_t offset = clri_lay_round_up(lay->size, align);

    lay->size = offset + size;
    lay->align = align > lay->align ? align : lay->align;
    return offset;
}

/* The struct's size, padding included. */
static inline size_t clri_lay_end(const clri_lay *lay)
{
    return clri_lay_round_up(lay->size, lay->align > 0 ? lay->align : 1);
}

#endif
