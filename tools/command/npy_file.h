/* SPDX-License-Identifier: Apache-2.0 */
/*
 * npy_file - an array as an .npy file, in C order and the host's byte order.
 */
#ifndef CLREDUCE_TOOLS_NPY_FILE_H
#define CLREDUCE_TOOLS_NPY_FILE_H

#include <clreduce/clreduce.h>
#include <stddef.h>
#include <stdio.h>

/* extents in Python's notation, without parentheses: "2, 3", "2,", "" */
#define NPY_FILE_SHAPE_SIZE 320
void npy_file_shape(const uint64_t extents[], size_t rank, char text[NPY_FILE_SHAPE_SIZE]);

/* Writes header and elements; the stream's error flag tells of failures. */
void npy_file_write(FILE *to, clr_type type, const uint64_t extents[], size_t rank,
                    const void *elements);

#endif
