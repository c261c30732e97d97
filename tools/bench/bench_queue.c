/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_queue - a queue that measures. See bench_queue.h.
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS /* clCreateCommandQueue, for OpenCL 1.x */
#include "bench_queue.h"
#include "message.h"

int bench_queue_fail(const char *call, cl_int code)
{
    return message_fail(CODE_DEVICE, "%s() failed with the OpenCL error %d.", call, (int)code);
}

int bench_queue_open(clr_context *context, cl_command_queue *queue)
{
    const clr_device *device = clr_context_device(context);
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    cl_context opencl = clr_context_opencl(context);
    cl_int code;

    if (device->opencl_version != CLR_UNKNOWN && device->opencl_version >= 200)
        *queue = clCreateCommandQueueWithProperties(opencl, device->device, list, &code);
    else
        *queue = clCreateCommandQueue(opencl, device->device, CL_QUEUE_PROFILING_ENABLE, &code);
    return *queue != NULL ? CODE_FINE : bench_queue_fail("clCreateCommandQueue", code);
}

int bench_queue_finish(cl_command_queue queue)
{
    cl_int code = clFinish(queue);

    return code == CL_SUCCESS ? CODE_FINE : bench_queue_fail("clFinish", code);
}

cl_ulong bench_queue_time(cl_event event, cl_profiling_info what)
{
    cl_ulong time = 0;

    if (clGetEventProfilingInfo(event, what, sizeof time, &time, NULL) != CL_SUCCESS)
        time = 0;
    return time;
}

double bench_queue_between(cl_ulong start, cl_ulong end)
{
    return start != 0 && end > start ? (double)(end - start) * 1e-9 : 0;
}
