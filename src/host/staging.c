/* SPDX-License-Identifier: Apache-2.0 */
#include "host/staging.h"
#include "device/device.h"
#include "device/host_buffer.h"

#include <stdlib.h>

enum {
    ALIGNMENT_MOST = 16, /* the strictest in C */
    /* Bytes: making a buffer of less takes as long as copying it
     * (docs/history/2026-11-23-host-data.md, "Arrays that a CPU reads in place"). */
    LENT_LEAST = 1 << 18
};

/*
 * Whether kernels read host memory in place. GPUs that share it do so for whole pages and cache
 * lines, and copy other ranges (Intel, "Getting the Most from OpenCL 1.2: How to Increase
 * Performance by Minimizing Buffer Copies on Intel Processor Graphics", 2014).
 */
static bool reads_in_place(const clr_device *device, const void *memory, size_t size)
{
    enum { PAGE = 4096, LINE = 64 };

    if (clri_known(device->type, 0) & CL_DEVICE_TYPE_CPU)
        return true;
    return clri_yes(device->host_unified_memory) && (uintptr_t)memory % PAGE == 0 &&
           size % LINE == 0;
}

/* The alignment that C compilers give: 8 for elements of 24 bytes. Kernels load elements so
 * aligned. */
static bool is_aligned(const void *memory, size_t element_size)
{
    const size_t power = element_size & -element_size;

    return (uintptr_t)memory % (power < ALIGNMENT_MOST ? power : ALIGNMENT_MOST) == 0;
}

cl_mem clri_staging_lend(const clr_context *context, const void *memory, size_t size,
                         size_t element_size)
{
    void *place = (void *)(uintptr_t)memory; /* kernels only read it */
    cl_int code;

    if (size < LENT_LEAST || !is_aligned(memory, element_size) ||
        !reads_in_place(&context->device, memory, size))
        return NULL;
    return clCreateBuffer(context->opencl, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, size, place,
                          &code);
}

static clr_status make_memory(const clr_context *context, cl_mem_flags flags, size_t size,
                              cl_mem *memory, clri_error *error)
{
    cl_int code;

    *memory = clCreateBuffer(context->opencl, flags, size, NULL, &code);
    if (!*memory)
        return clri_fail_opencl(error, code, "clCreateBuffer", "allocating a piece of %zu bytes",
                                size);
    return CLR_OK;
}

enum { PINNED = CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR };

clr_status clri_staging_make(const clr_context *context, cl_command_queue uploads, size_t size,
                             clri_staging *room, clri_error *error)
{
    room->size = size;
    if (clri_device_shares_memory(&context->device))
        return make_memory(context, PINNED, size, &room->buffer, error);
    CLRI_OR_RETURN(make_memory(context, CL_MEM_READ_ONLY, size, &room->buffer, error));
    room->staging = clri_host_buffer_pin(context, uploads, size, CL_MAP_WRITE, &room->mapped);
    if (!room->staging)
        room->mapped = room->plain = malloc(size);
    return room->mapped ? CLR_OK : clri_fail_memory(error);
}

clr_status clri_staging_map(clri_staging *room, cl_command_queue uploads, clri_error *error)
{
    cl_int code;

    if (room->mapped)
        return CLR_OK;
    room->mapped = clEnqueueMapBuffer(uploads, room->buffer, CL_TRUE, CL_MAP_WRITE, 0, room->size,
                                      0, NULL, NULL, &code);
    if (!room->mapped)
        return clri_fail_opencl(error, code, "clEnqueueMapBuffer", "mapping a piece of %zu bytes",
                                room->size);
    return CLR_OK;
}

clr_status clri_staging_write(clri_staging *room, cl_command_queue uploads, const void *from,
                              size_t size, clri_error *error)
{
    const cl_int code = clEnqueueWriteBuffer(uploads, room->buffer, CL_FALSE, 0, size, from, 0,
                                             NULL, &room->uploaded);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clEnqueueWriteBuffer",
                                "uploading a piece of %zu bytes", size);
    return CLR_OK;
}

clr_status clri_staging_upload(clri_staging *room, cl_command_queue uploads, size_t size,
                               clri_error *error)
{
    cl_int code;

    if (clri_staging_copies(room))
        return clri_staging_write(room, uploads, room->mapped, size, error);
    code = clEnqueueUnmapMemObject(uploads, room->buffer, room->mapped, 0, NULL, &room->uploaded);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clEnqueueUnmapMemObject",
                                "uploading a piece of %zu bytes", size);
    room->mapped = NULL;
    return CLR_OK;
}

void clri_staging_unmake(clri_staging *room, cl_command_queue uploads)
{
    if (room->plain)
        clFinish(uploads); /* which may still read it */
    else if (room->mapped)
        clEnqueueUnmapMemObject(uploads, room->staging ? room->staging : room->buffer, room->mapped,
                                0, NULL, NULL);
    if (room->uploaded)
        clReleaseEvent(room->uploaded);
    if (room->staging)
        clReleaseMemObject(room->staging);
    if (room->buffer)
        clReleaseMemObject(room->buffer);
    free(room->plain);
    *room = (clri_staging){0};
}
