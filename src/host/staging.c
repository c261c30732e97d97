/* SPDX-License-Identifier: Apache-2.0 */
#include "host/staging.h"
#include "device/device.h"

static bool shares_memory(const clr_device *device)
{
    return clri_yes(device->host_unified_memory) ||
           (clri_known(device->type, 0) & CL_DEVICE_TYPE_CPU);
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

clr_status clri_staging_make(const clr_context *context, cl_command_queue uploads, size_t size,
                             clri_staging *room, clri_error *error)
{
    const cl_mem_flags pinned = CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR;
    clr_status status = CLR_OK;

    room->size = size;
    if (shares_memory(&context->device))
        return make_memory(context, pinned, size, &room->buffer, error);
    CLRI_TRY(make_memory(context, CL_MEM_READ_ONLY, size, &room->buffer, error));
    CLRI_TRY(make_memory(context, pinned, size, &room->staging, error));
    CLRI_TRY(clri_staging_map(room, uploads, error));
cleanup:
    return status;
}

clr_status clri_staging_map(clri_staging *room, cl_command_queue uploads, clri_error *error)
{
    const cl_mem host = room->staging ? room->staging : room->buffer;
    cl_int code;

    if (room->mapped)
        return CLR_OK;
    room->mapped = clEnqueueMapBuffer(uploads, host, CL_TRUE, CL_MAP_WRITE, 0, room->size, 0, NULL,
                                      NULL, &code);
    if (!room->mapped)
        return clri_fail_opencl(error, code, "clEnqueueMapBuffer", "mapping a piece of %zu bytes",
                                room->size);
    return CLR_OK;
}

clr_status clri_staging_upload(clri_staging *room, cl_command_queue uploads, size_t size,
                               clri_error *error)
{
    const char *call;
    cl_int code;

    if (room->staging) {
        call = "clEnqueueWriteBuffer";
        code = clEnqueueWriteBuffer(uploads, room->buffer, CL_FALSE, 0, size, room->mapped, 0, NULL,
                                    &room->uploaded);
    } else {
        call = "clEnqueueUnmapMemObject";
        code =
            clEnqueueUnmapMemObject(uploads, room->buffer, room->mapped, 0, NULL, &room->uploaded);
        if (code == CL_SUCCESS)
            room->mapped = NULL;
    }
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, call, "uploading a piece of %zu bytes", size);
    return CLR_OK;
}

void clri_staging_unmake(clri_staging *room, cl_command_queue uploads)
{
    if (room->mapped)
        clEnqueueUnmapMemObject(uploads, room->staging ? room->staging : room->buffer, room->mapped,
                                0, NULL, NULL);
    if (room->uploaded)
        clReleaseEvent(room->uploaded);
    if (room->staging)
        clReleaseMemObject(room->staging);
    if (room->buffer)
        clReleaseMemObject(room->buffer);
    *room = (clri_staging){0};
}
