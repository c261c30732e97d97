/* SPDX-License-Identifier: Apache-2.0 */
/*
 * strided - elements of an array of several axes in index order, the last axis fastest, whatever
 * their strides. Pure.
 */
#ifndef CLREDUCE_TOOLS_STRIDED_H
#define CLREDUCE_TOOLS_STRIDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An axis: its extent, and the stride in elements. */
typedef struct strided_axis {
    uint64_t extent;
    uint64_t stride;
} strided_axis;

/* Sets the strides of a contiguous array; in Fortran order the first axis is the fastest. */
void strided_fill(strided_axis axes[], size_t rank, bool is_fortran);

/* Whether elements lie in index order, without gaps. */
bool strided_is_plain(const strided_axis axes[], size_t rank);

/* The offset of element number `number`, in elements. No extent is 0. */
uint64_t strided_place(const strided_axis axes[], size_t rank, uint64_t number);

/* Copies elements number first .. first + count - 1, of `size` bytes each, to contiguous memory. */
void strided_gather(const strided_axis axes[], size_t rank, size_t size, const void *from,
                    uint64_t first, uint64_t count, void *to);

#endif
