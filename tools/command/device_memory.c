/* SPDX-License-Identifier: Apache-2.0 */
/*
 * device_memory - buffers of a device that a run fills, and its queue. See device_memory.h.
 */
#include "device_memory.h"
#include "bench_queue.h"
#include "message.h"

int device_memory_open(device_memory *m)
{
    return bench_queue_open(m->context, &m->queue);
}

void device_memory_release(device_memory *m)
{
    while (m->count > 0)
        clReleaseMemObject(m->buffers[--m->count]);
}

void device_memory_close(device_memory *m)
{
    upload_close(&m->upload);
    device_memory_release(m);
    if (m->queue)
        clReleaseCommandQueue(m->queue);
    m->queue = NULL;
}

int device_memory_check(device_memory *m, const char *call, cl_int code)
{
    if (code == CL_SUCCESS)
        return CODE_FINE;
    progress_end(m->bar);
    if (code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_RESOURCES ||
        code == CL_OUT_OF_HOST_MEMORY || code == CL_INVALID_BUFFER_SIZE)
        return message_fail(CODE_DEVICE,
                            "the device has no memory left for the numbers and their %s (%s() "
                            "failed with the OpenCL error %d): say a smaller --chunk%s.",
                            m->made, call, (int)code, m->advice);
    return bench_queue_fail(call, code);
}

static int make(device_memory *m, cl_mem_flags flags, uint64_t size, void *place, cl_mem *buffer)
{
    cl_int code = CL_SUCCESS;

    *buffer = NULL;
    if (size == 0)
        return CODE_FINE;
    *buffer = clCreateBuffer(clr_context_opencl(m->context), flags, size, place, &code);
    if (*buffer)
        m->buffers[m->count++] = *buffer;
    return device_memory_check(m, "clCreateBuffer", code);
}

int device_memory_make(device_memory *m, uint64_t size, cl_mem *buffer)
{
    return make(m, CL_MEM_READ_WRITE, size, NULL, buffer);
}

int device_memory_fill(device_memory *m, uint64_t size, const void *from, cl_mem *buffer)
{
    const int code = make(m, CL_MEM_READ_ONLY, size, NULL, buffer);

    return code == CODE_FINE && size != 0 ? device_memory_write(m, *buffer, size, from) : code;
}

int device_memory_lend(device_memory *m, uint64_t size, const void *from, cl_mem *buffer)
{
    void *place = (void *)(uintptr_t)from; /* read, and not written to */

    if ((clr_context_device(m->context)->type & CL_DEVICE_TYPE_CPU) == 0)
        return device_memory_fill(m, size, from, buffer);
    return make(m, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, size, place, buffer);
}

void *device_memory_map(device_memory *m, cl_mem buffer, uint64_t size, int *code)
{
    cl_int failed = CL_SUCCESS;
    void *mapped = clEnqueueMapBuffer(m->queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, size, 0, NULL,
                                      NULL, &failed);

    *code = device_memory_check(m, "clEnqueueMapBuffer", failed);
    return mapped;
}

int device_memory_unmap(device_memory *m, cl_mem buffer, void *mapped)
{
    return device_memory_check(m, "clEnqueueUnmapMemObject",
                               clEnqueueUnmapMemObject(m->queue, buffer, mapped, 0, NULL, NULL));
}

int device_memory_write(device_memory *m, cl_mem buffer, uint64_t size, const void *from)
{
    return device_memory_check(m, "clEnqueueWriteBuffer",
                               upload_write(&m->upload, m->context, m->queue, buffer, from, size));
}

int device_memory_read(device_memory *m, cl_mem buffer, uint64_t size, void *to)
{
    return device_memory_check(
        m, "clEnqueueReadBuffer",
        clEnqueueReadBuffer(m->queue, buffer, CL_TRUE, 0, size, to, 0, NULL, NULL));
}
