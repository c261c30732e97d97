/* SPDX-License-Identifier: Apache-2.0 */
/*
 * staging - memory that the host fills and kernels read afterwards. Where host and device share
 * memory it is one buffer; else it is host memory beside a buffer that it is copied to: pinned, if
 * the driver has such.
 */
#ifndef CLREDUCE_HOST_STAGING_H
#define CLREDUCE_HOST_STAGING_H

#include "device/context.h"

/* All zero, it is nothing yet. */
typedef struct clri_staging {
    cl_mem staging; /* pinned memory that is filled; NULL where it is `buffer` itself, or: */
    void *plain;    /* memory of the process's own, that nobody has pinned */
    cl_mem buffer;  /* what kernels read */
    size_t size;    /* bytes */
    void *mapped;   /* where to fill it, or NULL */
    cl_event uploaded;
} clri_staging;

/* Whether the room's bytes are copied to the buffer. */
static inline bool clri_staging_copies(const clri_staging *room)
{
    return room->staging || room->plain;
}

/* Commands are for the in-order queue `uploads`, the same one in every call for a room. */
clr_status clri_staging_make(const clr_context *context, cl_command_queue uploads, size_t size,
                             clri_staging *room, clri_error *error);

/* Makes room->mapped the place to fill, if it is not yet. */
clr_status clri_staging_map(clri_staging *room, cl_command_queue uploads, clri_error *error);

/* Starts to bring the first `size` bytes to the device; room->uploaded, which the caller releases,
 * is when they are there. */
clr_status clri_staging_upload(clri_staging *room, cl_command_queue uploads, size_t size,
                               clri_error *error);

/* The same of bytes at `from`, which stay as they are until then, past the memory to be filled. */
clr_status clri_staging_write(clri_staging *room, cl_command_queue uploads, const void *from,
                              size_t size, clri_error *error);

/*
 * A buffer of these bytes where they lie, for kernels to read while they stay as they are. NULL if
 * the device cannot, or would copy them, or the driver does not want to: then they go by a room.
 */
cl_mem clri_staging_lend(const clr_context *context, const void *memory, size_t size);

/* Of what has been made of it. */
void clri_staging_unmake(clri_staging *room, cl_command_queue uploads);

#endif
