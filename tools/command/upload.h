/* SPDX-License-Identifier: Apache-2.0 */
/*
 * upload - many bytes from memory of any kind to a buffer of a device with memory of its own: by
 * way of pinned memory, which several threads fill and send from, as one thread's copy is slower
 * than the bus.
 */
#ifndef CLREDUCE_TOOLS_UPLOAD_H
#define CLREDUCE_TOOLS_UPLOAD_H

#include <clreduce/clreduce.h>

/* Pinned memory that is kept from one upload to the next. All zero: there is none yet. */
typedef struct upload {
    clr_context *context;
    void *pinned;
} upload;

/*
 * Writes `size` bytes to the buffer's beginning; when it returns, or at the latest when the queue
 * is finished, they are there, and `from` is read no more. Returns what OpenCL says.
 */
cl_int upload_write(upload *u, clr_context *context, cl_command_queue queue, cl_mem buffer,
                    const void *from, uint64_t size);

/* When the queue is finished. */
void upload_close(upload *u);

#endif
