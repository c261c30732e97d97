/* SPDX-License-Identifier: Apache-2.0 */
/*
 * native_kernel - C functions of this library as commands of a queue: native kernels, which drivers
 * of CPUs offer. They need no compiler, and run on the memory that buffers have in this process.
 *
 * A driver hands a native kernel the addresses of its buffers. PoCL 3.1 hands them out in the order
 * in which the buffers were made, leaves out a buffer that is given twice, and forgets the offset
 * of a sub-buffer. So each buffer has a command of its own, which has one address to hand out: that
 * of the root buffer, to which the caller adds offsets. The function comes behind these commands,
 * with all buffers on its list, so that they live until it has run. A driver that does this
 * otherwise is found by a trial.
 */
#ifndef CLREDUCE_STAGE_NATIVE_KERNEL_H
#define CLREDUCE_STAGE_NATIVE_KERNEL_H

#include "device/context.h"
#include "stage/enqueue.h"

/* The most buffers of a native kernel. */
enum { CLRI_NATIVE_BUFFERS_MOST = 96 };

typedef void(CL_CALLBACK clri_native_function)(void *arguments);

/* A native kernel's own copy of what the caller hands on begins with this. */
typedef struct clri_native_head {
    void *addresses[CLRI_NATIVE_BUFFERS_MOST]; /* the driver's, which nobody reads */
} clri_native_head;

/* Whether the context's device runs native kernels rightly; tried once. */
bool clri_native_works(clr_context *context);

/*
 * Enqueues commands that write the addresses of buffers to `where`, when they run: memory that
 * outlives the function behind them. Here and below the buffers are no sub-buffers, each is given
 * once, and there are at most CLRI_NATIVE_BUFFERS_MOST of them.
 */
clr_status clri_enqueue_addresses(clri_commands *commands, const cl_mem *buffers, unsigned count,
                                  void **where);

/* Enqueues the function behind these commands, with a copy of `size` bytes of arguments, of which
 * the head is the first part. */
clr_status clri_enqueue_native(clri_commands *commands, clri_native_function *function,
                               clri_native_head *arguments, size_t size, const cl_mem *buffers,
                               unsigned count);

#endif
