/* SPDX-License-Identifier: Apache-2.0 */
/*
 * room - memory that the host fills and kernels read afterwards. Where host and device share memory
 * it is one buffer; else it is pinned host memory beside a buffer that it is copied to.
 */
#ifndef CLREDUCE_SRC_ROOM_H
#define CLREDUCE_SRC_ROOM_H

#include "context.h"

/* All zero, it is nothing yet. */
typedef struct clri_room {
    cl_mem staging; /* host memory that is filled; NULL where it is `buffer` itself */
    cl_mem buffer;  /* what kernels read */
    size_t size;    /* bytes */
    void *mapped;   /* where to fill it, or NULL */
    cl_event uploaded;
} clri_room;

/* Commands are for the in-order queue `uploads`, the same one in every call for a room. */
clr_status clri_room_make(const clr_context *context, cl_command_queue uploads, size_t size,
                          clri_room *room, clri_error *error);

/* Makes room->mapped the place to fill, if it is not yet. */
clr_status clri_room_map(clri_room *room, cl_command_queue uploads, clri_error *error);

/* Starts to bring the first `size` bytes to the device; room->uploaded, which the caller releases,
 * is when they are there. */
clr_status clri_room_upload(clri_room *room, cl_command_queue uploads, size_t size,
                            clri_error *error);

/* Of what has been made of it. */
void clri_room_unmake(clri_room *room, cl_command_queue uploads);

#endif
