/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plain_kernel - the kernels of examples/ladder, embedded: strategies as plain OpenCL C, for
 * reading (cmake/reader writes plain_kernels.c; tools/CMakeLists.txt lists the files).
 */
#ifndef CLREDUCE_TOOLS_PLAIN_KERNEL_H
#define CLREDUCE_TOOLS_PLAIN_KERNEL_H

#include <stddef.h>

typedef struct plain_kernel {
    const char *path; /* below examples/ladder/: 06_interleaved.cl */
    const char *text; /* the whole file; its first line is the licence's */
} plain_kernel;

extern const plain_kernel plain_kernels[];
extern const size_t plain_kernel_count;

/* A file has its strategy's name, behind a number if it is a rung; "no-barriers" is no_barriers.cl.
 * NULL: the strategy has no such kernel. */
const plain_kernel *plain_kernel_find(const char *strategy);

/* The kernel's text without the licence; its first line is the idea. NULL for strategies that have
 * none. */
const char *plain_kernel_text(const char *strategy);

#endif
