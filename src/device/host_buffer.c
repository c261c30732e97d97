/* SPDX-License-Identifier: Apache-2.0 */
#include "device/host_buffer.h"
#include "base/text.h"

#include <string.h>

/* The function and flag of cl_nv_create_buffer, which Khronos' headers leave out. */
typedef cl_mem(CL_API_CALL *create_buffer_nv)(cl_context, cl_mem_flags, cl_bitfield, size_t, void *,
                                              cl_int *);
enum { MEM_LOCATION_HOST_NV = 1 << 0 };

cl_mem clri_host_buffer_create(const clr_context *context, size_t size)
{
    create_buffer_nv create = NULL;
    void *address = NULL;
    cl_int code;

    if (clri_text_has_word(context->device.extensions, "cl_nv_create_buffer"))
        address =
            clGetExtensionFunctionAddressForPlatform(context->device.platform, "clCreateBufferNV");
    if (!address)
        return NULL;
    memcpy(&create, &address,
           sizeof create); /* C has no cast from an object pointer to a function pointer */
    return create(context->opencl, CL_MEM_READ_WRITE, MEM_LOCATION_HOST_NV, size, NULL, &code);
}

cl_mem clri_host_buffer_pin(const clr_context *context, cl_command_queue queue, size_t size,
                            cl_map_flags how, void **mapped)
{
    cl_int code;
    cl_mem pinned = clCreateBuffer(context->opencl, CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR, size,
                                   NULL, &code);

    *mapped = pinned
                  ? clEnqueueMapBuffer(queue, pinned, CL_TRUE, how, 0, size, 0, NULL, NULL, &code)
                  : NULL;
    if (*mapped || !pinned)
        return pinned;
    clReleaseMemObject(pinned);
    return NULL;
}
