/* SPDX-License-Identifier: Apache-2.0 */
/*
 * staging - memory that the host fills and kernels then read. Where host and device share memory it
 * is one buffer; else a buffer and host memory, pinned if the driver can, that is copied to it.
 */
#ifndef CLREDUCE_HOST_STAGING_H
#define CLREDUCE_HOST_STAGING_H

#include "device/context.h"

/* Zero-initialised: empty. */
typedef struct clri_staging {
    cl_mem staging; /* pinned host memory; NULL where the host fills `buffer`, or: */
    void *plain;    /* host memory that the driver did not pin */
    cl_mem buffer;  /* read by kernels */
    size_t size;    /* bytes */
    void *mapped;   /* where the host fills it; NULL: not mapped */
    cl_event uploaded;
} clri_staging;

/* Whether the host fills memory other than the buffer. */
static inline bool clri_staging_copies(const clri_staging *room)
{
    return room->staging || room->plain;
}

/* `uploads` is the in-order queue for transfers, the same in all calls for a room. */
clr_status clri_staging_make(const clr_context *context, cl_command_queue uploads, size_t size,
                             clri_staging *room, clri_error *error);

/* Maps the memory at room->mapped, if it is not yet. */
clr_status clri_staging_map(clri_staging *room, cl_command_queue uploads, clri_error *error);

/* Starts to send the first `size` bytes to the device; the caller releases the event
 * room->uploaded. */
clr_status clri_staging_upload(clri_staging *room, cl_command_queue uploads, size_t size,
                               clri_error *error);

/* Sends `size` bytes from the caller's memory instead, which must not change until
 * room->uploaded. */
clr_status clri_staging_write(clri_staging *room, cl_command_queue uploads, const void *from,
                              size_t size, clri_error *error);

/* A buffer of the caller's elements in place, which must not change while kernels read it. NULL if
 * the device cannot read them there, or would copy them, or if a copy takes less time than making
 * the buffer. */
cl_mem clri_staging_lend(const clr_context *context, const void *memory, size_t size,
                         size_t element_size);

/* Of a room in any state. */
void clri_staging_unmake(clri_staging *room, cl_command_queue uploads);

#endif
