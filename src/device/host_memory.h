/* SPDX-License-Identifier: Apache-2.0 */
/* host_memory - ranges of host memory that the device reads directly: allocated by the library
 * (clr_memory_create()), or registered by the caller (clr_memory_adopt()). One-call reductions ask
 * whether their data lie in one, and send them without a copy then. Thread-safe. */
#ifndef CLREDUCE_DEVICE_HOST_MEMORY_H
#define CLREDUCE_DEVICE_HOST_MEMORY_H

#include "base/status.h"

#include <pthread.h>
#include <stdbool.h>

typedef struct clri_host_range clri_host_range;

struct clri_host_range {
    clri_host_range *next;
    unsigned char *begin;
    size_t size;
    cl_mem buffer; /* mapped at `begin`; NULL: no buffer is */
    void *plain;   /* owned; NULL: the memory is the buffer's, or the caller's */
};

typedef struct clri_host_memory {
    pthread_mutex_t lock;
    clri_host_range *ranges;
    cl_command_queue queue; /* for mapping the buffers; NULL: no buffer has been mapped */
} clri_host_memory;

void clri_host_memory_open(clri_host_memory *all);

/* Frees all ranges. In a child of fork() (`is_forked`) it makes no OpenCL call, as the driver's
 * threads are the parent's. */
void clri_host_memory_close(clri_host_memory *all, bool is_forked);

/* Whether `size` > 0 bytes from `memory` on lie within one range. */
bool clri_host_memory_has(clri_host_memory *all, const void *memory, size_t size);

void clri_host_memory_add(clri_host_memory *all, clri_host_range *range);

/* Takes the range that begins at `memory` out of the list; NULL if there is none. */
clri_host_range *clri_host_memory_remove(clri_host_memory *all, const void *memory);

/* Frees a range that is not in the list; `is_forked` as above. */
void clri_host_memory_give_back(const clri_host_memory *all, clri_host_range *range,
                                bool is_forked);

#endif
