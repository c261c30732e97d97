/* SPDX-License-Identifier: Apache-2.0 */
/*
 * npy_header - the header of a .npy file, versions 1 to 3: a prefix, then a Python dictionary,
 * which names the elements' type and the array's extents. All of it is checked; what it says is not
 * held against the file's size, which is input_npy.c's. The format:
 * https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 */
#ifndef CLREDUCE_TOOLS_NPY_HEADER_H
#define CLREDUCE_TOOLS_NPY_HEADER_H

#include "input_format.h"

/* The bytes that a .npy file begins with. */
#define NPY_MAGIC      "\x93NUMPY"
#define NPY_MAGIC_SIZE 6

/* The array that a header describes. */
typedef struct npy_array {
    bool is_fortran;
    bool has_truths; /* elements are truths: bytes 0 and 1 */
    size_t rank;
    uint64_t *extents; /* to be freed, whatever the outcome */
} npy_array;

/* Reads the header, at the file's begin, into the array, which is zero before, and into the file's
 * type, count and byte order, and its field of structures. Returns false after input_fail(). */
bool npy_header_read(input_file *file, npy_array *array);

#endif
