/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_queue - OpenCL calls that either succeed or have told why they did not. See bench_queue.h.
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS /* clCreateCommandQueue, for OpenCL 1.x */
#include "bench_queue.h"
#include "message.h"

int bench_queue_fail(const char *call, cl_int code)
{
    return message_fail(CODE_DEVICE, "%s() failed with the OpenCL error %d.", call, (int)code);
}

static int judge(const char *call, cl_int code)
{
    return code == CL_SUCCESS ? CODE_FINE : bench_queue_fail(call, code);
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
    return judge("clCreateCommandQueue", code);
}

int bench_queue_finish(cl_command_queue queue)
{
    return judge("clFinish", clFinish(queue));
}

int bench_queue_buffer(clr_context *context, cl_mem_flags flags, size_t size, void *host,
                       cl_mem *buffer)
{
    cl_int code;

    *buffer = clCreateBuffer(clr_context_opencl(context), flags, size, host, &code);
    return judge("clCreateBuffer", code);
}

int bench_queue_write(cl_command_queue queue, cl_mem buffer, size_t size, const void *from)
{
    return judge("clEnqueueWriteBuffer",
                 clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, size, from, 0, NULL, NULL));
}

int bench_queue_read(cl_command_queue queue, cl_mem buffer, size_t size, void *to)
{
    return judge("clEnqueueReadBuffer",
                 clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, size, to, 0, NULL, NULL));
}

int bench_queue_build(clr_context *context, const char *text, const char *how, cl_program *program)
{
    const cl_device_id device = clr_context_device(context)->device;
    cl_int code;

    *program = clCreateProgramWithSource(clr_context_opencl(context), 1, &text, NULL, &code);
    if (!*program)
        return bench_queue_fail("clCreateProgramWithSource", code);
    return judge("clBuildProgram", clBuildProgram(*program, 1, &device, how, NULL, NULL));
}

int bench_queue_kernel(cl_program program, const char *name, cl_kernel *kernel)
{
    cl_int code;

    *kernel = clCreateKernel(program, name, &code);
    return judge("clCreateKernel", code);
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
