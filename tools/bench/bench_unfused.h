/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_unfused - what fusing saves: a plain kernel that writes what a map makes of each element to
 * a buffer, which a reduction without the map then reads.
 */
#ifndef CLREDUCE_TOOLS_BENCH_UNFUSED_H
#define CLREDUCE_TOOLS_BENCH_UNFUSED_H

#include "bench_input.h"

#define BENCH_UNFUSED_GROUP 256 /* work-items a group of that kernel, of an element each */

typedef struct bench_unfused {
    request request; /* the reductions of mapped values; borrows from the task's request */
    cl_program program;
    cl_kernel kernel;
    cl_mem mapped;
} bench_unfused;

/* Refuses operators and options that leave nothing to map. Returns 0, or the exit code after a
 * sentence on standard error. */
int bench_unfused_check(const request *r);

/* Compiles the kernel. bench_unfused_close() is to be called in every case, with `*u`
 * zero-initialised before this call. Returns 0 or the exit code. */
int bench_unfused_open(bench_unfused *u, const bench_task *task);
void bench_unfused_close(bench_unfused *u);

/* How many groups it has for `count` elements. */
uint64_t bench_unfused_groups(uint64_t count);

/* Launches it over the first `count` elements of these buffers. Returns 0 or the exit code. */
int bench_unfused_map(bench_unfused *u, const bench_input *data, const cl_mem *buffers,
                      uint64_t count);

#endif
