/* SPDX-License-Identifier: Apache-2.0 */
/*
 * device_memory - buffers of a device that a run fills, and the queue that it runs on. Owns both,
 * and the sentences about OpenCL calls that failed, before which the bar is wiped. Knows nothing of
 * plans and kernels. Functions return 0, or the exit code after a
 * sentence on standard error.
 */
#ifndef CLREDUCE_TOOLS_DEVICE_MEMORY_H
#define CLREDUCE_TOOLS_DEVICE_MEMORY_H

#include "progress.h"
#include <clreduce/clreduce.h>

/* Buffers of a run: inputs, mask, offsets or labels, and four arrays of results a reduction. */
enum { DEVICE_BUFFERS_MOST = CLR_INPUTS_MOST + 4 + 4 * CLR_REDUCTIONS_MOST };

typedef struct device_memory {
    clr_context *context; /* borrowed */
    cl_command_queue queue;
    void *pinned; /* rooms in which threads put many bytes together; NULL before */
    progress *bar;
    const char *made;   /* of the numbers, in sentences: "results" */
    const char *advice; /* behind "say a smaller --chunk", or "" */
    cl_mem buffers[DEVICE_BUFFERS_MOST];
    size_t count;
} device_memory;

/* Opens the queue; the other members are set. device_memory_close() is to be called in every case.
 */
int device_memory_open(device_memory *m);
void device_memory_close(device_memory *m);

/* Releases all buffers. */
void device_memory_release(device_memory *m);

/* Says that an OpenCL call has failed, unless the code is CL_SUCCESS. */
int device_memory_check(device_memory *m, const char *call, cl_int code);

/* Makes a buffer that is read and written, of `size` bytes; NULL if that is 0. */
int device_memory_make(device_memory *m, uint64_t size, cl_mem *buffer);

/* Makes a buffer that is read, and fills it; a CPU reads a buffer that is lent where the bytes are,
 * until it is released. */
int device_memory_fill(device_memory *m, uint64_t size, const void *from, cl_mem *buffer);
int device_memory_lend(device_memory *m, uint64_t size, const void *from, cl_mem *buffer);

/* Maps a buffer to be written as a whole; NULL after a failure. */
void *device_memory_map(device_memory *m, cl_mem buffer, uint64_t size, int *code);
int device_memory_unmap(device_memory *m, cl_mem buffer, void *mapped);

/*
 * Writes the buffer's first bytes, many of them from several threads by way of pinned memory, as
 * one thread's copy is slower than the bus; `from` is read no more once the queue is finished.
 * Reading waits for all that was enqueued before.
 */
int device_memory_write(device_memory *m, cl_mem buffer, uint64_t size, const void *from);
int device_memory_read(device_memory *m, cl_mem buffer, uint64_t size, void *to);

#endif
