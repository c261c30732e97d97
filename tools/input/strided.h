/* SPDX-License-Identifier: Apache-2.0 */
/*
 * strided - elements of an array of several axes in the order of their indices, the last axis
 * fastest, wherever they lie. Pure.
 */
#ifndef CLREDUCE_TOOLS_STRIDED_H
#define CLREDUCE_TOOLS_STRIDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An axis of an array: its extent, and elements from one index to the next. */
typedef struct strided_axis {
    uint64_t extent;
    uint64_t stride;
} strided_axis;

/* Sets the strides of an array without gaps; of Fortran's order the first axis is the fastest. */
void strided_fill(strided_axis axes[], size_t rank, bool is_fortran);

/* Whether the order of the indices is that in which elements lie, from the first one on. */
bool strided_is_plain(const strided_axis axes[], size_t rank);

/* Where element number `number` lies, in elements from the first. No extent is 0. */
uint64_t strided_place(const strided_axis axes[], size_t rank, uint64_t number);

/* Copies elements number first .. first + count - 1, of `size` bytes each, one behind the other. */
void strided_gather(const strided_axis axes[], size_t rank, size_t size, const void *from,
                    uint64_t first, uint64_t count, void *to);

#endif
