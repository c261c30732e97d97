/* SPDX-License-Identifier: Apache-2.0 */
/*
 * host_memory - stretches of the host's memory that the device reads by itself: those that the
 * library has given out, and those that the caller says are such. Many threads may use them at
 * once.
 */
#ifndef CLREDUCE_DEVICE_HOST_MEMORY_H
#define CLREDUCE_DEVICE_HOST_MEMORY_H

#include "base/status.h"

#include <pthread.h>
#include <stdbool.h>

typedef struct clri_stretch clri_stretch;

struct clri_stretch {
    clri_stretch *next;
    unsigned char *begin;
    size_t size;
    cl_mem buffer; /* that is mapped there; NULL: none is */
    void *plain;   /* memory of the process's own; NULL: it is the buffer's, or the caller's */
};

typedef struct clri_host_memory {
    pthread_mutex_t lock;
    clri_stretch *stretches;
    cl_command_queue queue; /* on which they are mapped; NULL: none has been */
} clri_host_memory;

void clri_host_memory_open(clri_host_memory *all);

/* Gives back what is left; without a word to the driver if `is_forked`. */
void clri_host_memory_close(clri_host_memory *all, bool is_forked);

/* Whether all of these bytes, more than none, are in one of the stretches. */
bool clri_host_memory_has(clri_host_memory *all, const void *memory, size_t size);

void clri_host_memory_add(clri_host_memory *all, clri_stretch *stretch);

/* The stretch that begins there, which is in the list no more; NULL if none does. */
clri_stretch *clri_host_memory_remove(clri_host_memory *all, const void *memory);

/* Of a stretch that is in no list any more, likewise. */
void clri_host_memory_give_back(const clri_host_memory *all, clri_stretch *stretch, bool is_forked);

#endif
