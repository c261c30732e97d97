/* SPDX-License-Identifier: Apache-2.0 */
/*
 * room - a buffer that stands for an array of the caller's during a call: the array itself, where
 * the device reads and writes host memory in place, or a copy on the device, whose buffer is kept
 * for the next call.
 */
#ifndef CLREDUCE_HOST_ROOM_H
#define CLREDUCE_HOST_ROOM_H

#include "host/ferry.h"

/* Zero-initialised: empty. */
typedef struct clri_room {
    cl_mem kept; /* memory of the device; NULL: none yet */
    size_t size; /* bytes of it */
    cl_mem lent; /* the caller's memory; NULL: `kept` has a copy of it */
} clri_room;

/* The array's buffer for kernels that read it. It may be copied by commands in the queue, during
 * which it must not change. */
clr_status clri_room_read(clr_context *context, cl_command_queue queue, clri_ferry *ferry,
                          clri_room *room, const void *array, size_t size, size_t element_size,
                          cl_mem *buffer, clri_error *error);

/* The array's buffer for kernels that write all of it. */
clr_status clri_room_write(const clr_context *context, clri_room *room, void *array, size_t size,
                           cl_mem *buffer, clri_error *error);

/* Has what kernels have written in the array, once the queue's commands have run. */
clr_status clri_room_fetch(cl_command_queue queue, const clri_room *room, void *array, size_t size,
                           clri_error *error);

/* Gives the caller's memory back, when no command uses it any more. */
void clri_room_return(clri_room *room);

void clri_room_release(clri_room *room);

#endif
