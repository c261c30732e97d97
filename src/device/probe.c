/* SPDX-License-Identifier: Apache-2.0 */
#include "device/probe.h"

static clr_status run(cl_kernel kernel, cl_command_queue queue, size_t items, size_t group_size,
                      cl_mem buffer, void *bytes, size_t size, const char *what, clri_error *error)
{
    cl_int code = clSetKernelArg(kernel, 0, sizeof buffer, &buffer);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clSetKernelArg", "%s", what);
    code = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &group_size, 0, NULL, NULL);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clEnqueueNDRangeKernel", "%s", what);
    code = clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, size, bytes, 0, NULL, NULL);
    return code == CL_SUCCESS ? CLR_OK
                              : clri_fail_opencl(error, code, "clEnqueueReadBuffer", "%s", what);
}

clr_status clri_probe_run(clr_context *context, cl_program program, const char *name, size_t items,
                          size_t group_size, void *bytes, size_t size, const char *what,
                          clri_error *error)
{
    cl_command_queue queue = NULL;
    cl_kernel kernel = NULL;
    cl_mem buffer = NULL;
    clr_status status = CLR_OK;
    cl_int code;

    CLRI_TRY(clri_context_queue(context, false, &queue, error));
    kernel = clCreateKernel(program, name, &code);
    if (!kernel) {
        status = clri_fail_opencl(error, code, "clCreateKernel", "%s", what);
        goto cleanup;
    }
    buffer = clCreateBuffer(context->opencl, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, bytes,
                            &code);
    if (!buffer) {
        status = clri_fail_opencl(error, code, "clCreateBuffer", "%s", what);
        goto cleanup;
    }
    status = run(kernel, queue, items, group_size, buffer, bytes, size, what, error);
cleanup:
    if (buffer)
        clReleaseMemObject(buffer);
    if (kernel)
        clReleaseKernel(kernel);
    if (queue)
        clReleaseCommandQueue(queue);
    return status;
}
