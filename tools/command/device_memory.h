/* SPDX-License-Identifier: Apache-2.0 */
/*
 * device_memory - the buffers of a run and its queue, and messages about failed OpenCL calls,
 * before which the progress bar is wiped. Knows nothing of plans and kernels. Functions return 0,
 * or the exit code after a sentence on standard error.
 */
#ifndef CLREDUCE_TOOLS_DEVICE_MEMORY_H
#define CLREDUCE_TOOLS_DEVICE_MEMORY_H

#include <clreduce/clreduce.h>

/* Buffers of a run: inputs, mask, offsets or labels, and four arrays of results for each
 * reduction. */
enum { DEVICE_BUFFERS_MOST = CLR_INPUTS_MOST + 4 + 4 * CLR_REDUCTIONS_MOST };

typedef struct device_memory {
    clr_context *context; /* borrowed */
    cl_command_queue queue;
    void *pinned; /* pinned memory in which threads assemble large transfers; NULL until needed */
    const char *made;   /* the numbers' name for messages: "results" */
    const char *advice; /* follows "say a smaller --chunk"; or "" */
    cl_mem buffers[DEVICE_BUFFERS_MOST];
    size_t count;
} device_memory;

/* Opens the queue; the other members must be set. Call device_memory_close() whatever the
 * outcome. */
int device_memory_open(device_memory *m);
void device_memory_close(device_memory *m);

/* Releases all buffers. */
void device_memory_release(device_memory *m);

/* Reports that an OpenCL call failed, unless the code is CL_SUCCESS. */
int device_memory_check(device_memory *m, const char *call, cl_int code);

/* Makes a read-write buffer of `size` bytes; NULL if `size` is 0. */
int device_memory_make(device_memory *m, uint64_t size, cl_mem *buffer);

/* Makes a read-only buffer with the bytes; a CPU uses the bytes in place, until the release. */
int device_memory_fill(device_memory *m, uint64_t size, const void *from, cl_mem *buffer);
int device_memory_lend(device_memory *m, uint64_t size, const void *from, cl_mem *buffer);

/* Maps a buffer to be overwritten; NULL after a failure. */
void *device_memory_map(device_memory *m, cl_mem buffer, uint64_t size, int *code);
int device_memory_unmap(device_memory *m, cl_mem buffer, void *mapped);

/*
 * Writes the buffer's first bytes; large transfers by several threads through pinned memory, as one
 * thread copies slower than the bus. `from` is read until the queue is finished. Reading waits for
 * all commands enqueued before.
 */
int device_memory_write(device_memory *m, cl_mem buffer, uint64_t size, const void *from);
int device_memory_read(device_memory *m, cl_mem buffer, uint64_t size, void *to);

#endif
