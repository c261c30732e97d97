/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plain_kernel - the kernels of examples/ladder, embedded: strategies as plain OpenCL C, to be read
 * (cmake/reader writes plain_kernels.c; tools/CMakeLists.txt says of which files).
 */
#ifndef CLREDUCE_TOOLS_PLAIN_KERNEL_H
#define CLREDUCE_TOOLS_PLAIN_KERNEL_H

#include <stddef.h>

typedef struct plain_kernel {
    const char *path; /* below examples/ladder/: 06_interleaved.cl */
    const char *text; /* of the whole file: the first line is its licence's */
} plain_kernel;

extern const plain_kernel plain_kernels[];
extern const size_t plain_kernel_count;

/* A file's name is its strategy's, behind a number if it is a rung; "no-barriers" has
 * no_barriers.cl. NULL of a strategy without a kernel there. */
const plain_kernel *plain_kernel_find(const char *strategy);

/* The lines of that kernel, the first of which says its idea; NULL likewise. */
const char *plain_kernel_text(const char *strategy);

#endif
