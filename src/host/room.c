/* SPDX-License-Identifier: Apache-2.0 */
#include "host/room.h"
#include "device/device.h"
#include "host/staging.h"

/* The least bytes of a buffer: an array without elements has one, too. */
enum { ROOM_LEAST = 64 };

static clr_status make_kept(const clr_context *context, clri_room *room, size_t size,
                            clri_error *error)
{
    cl_int code;

    size = size < ROOM_LEAST ? ROOM_LEAST : size;
    if (room->size >= size)
        return CLR_OK;
    clri_room_release(room);
    room->kept = clCreateBuffer(context->opencl, CL_MEM_READ_WRITE, size, NULL, &code);
    if (!room->kept)
        return clri_fail_opencl(error, code, "clCreateBuffer",
                                "allocating %zu bytes for a copy of an array", size);
    room->size = size;
    return CLR_OK;
}

clr_status clri_room_read(clr_context *context, cl_command_queue queue, clri_ferry *ferry,
                          clri_room *room, const void *array, size_t size, size_t element_size,
                          cl_mem *buffer, clri_error *error)
{
    room->lent = clri_staging_lend(context, array, size, element_size);
    *buffer = room->lent;
    if (room->lent)
        return CLR_OK;
    CLRI_OR_RETURN(make_kept(context, room, size, error));
    *buffer = room->kept;
    if (size)
        CLRI_OR_RETURN(clri_ferry_send(ferry, context, queue, room->kept, array, size, error));
    return CLR_OK;
}

clr_status clri_room_write(const clr_context *context, clri_room *room, void *array, size_t size,
                           cl_mem *buffer, clri_error *error)
{
    /* a GPU that shares the host's memory may write it in place, too, which nobody has measured */
    const bool is_cpu = clri_known(context->device.type, 0) & CL_DEVICE_TYPE_CPU;
    cl_int code;

    if (is_cpu && size)
        room->lent = clCreateBuffer(context->opencl, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, size,
                                    array, &code);
    *buffer = room->lent;
    if (room->lent)
        return CLR_OK;
    CLRI_OR_RETURN(make_kept(context, room, size, error));
    *buffer = room->kept;
    return CLR_OK;
}

/* Memory that kernels have written in place is there once it has been mapped. */
static clr_status map_lent(cl_command_queue queue, const clri_room *room, size_t size,
                           clri_error *error)
{
    cl_int code;
    void *mapped =
        clEnqueueMapBuffer(queue, room->lent, CL_FALSE, CL_MAP_READ, 0, size, 0, NULL, NULL, &code);

    if (!mapped)
        return clri_fail_opencl(error, code, "clEnqueueMapBuffer", "mapping %zu bytes of results",
                                size);
    code = clEnqueueUnmapMemObject(queue, room->lent, mapped, 0, NULL, NULL);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clEnqueueUnmapMemObject",
                                "unmapping %zu bytes of results", size);
    return CLR_OK;
}

clr_status clri_room_fetch(cl_command_queue queue, const clri_room *room, void *array, size_t size,
                           clri_error *error)
{
    cl_int code;

    if (size == 0)
        return CLR_OK;
    if (room->lent)
        return map_lent(queue, room, size, error);
    code = clEnqueueReadBuffer(queue, room->kept, CL_FALSE, 0, size, array, 0, NULL, NULL);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clEnqueueReadBuffer",
                                "copying %zu bytes of results to the host", size);
    return CLR_OK;
}

void clri_room_return(clri_room *room)
{
    if (room->lent)
        clReleaseMemObject(room->lent);
    room->lent = NULL;
}

void clri_room_release(clri_room *room)
{
    clri_room_return(room);
    if (room->kept)
        clReleaseMemObject(room->kept);
    room->kept = NULL;
    room->size = 0;
}
