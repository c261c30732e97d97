/* SPDX-License-Identifier: Apache-2.0 */
/*
 * empty_kernel - compiles a kernel that does nothing, launches it and waits for it: what cold.sh
 * holds first answers against. A program of its own, not installed, without clr_context, which
 * would test the device.
 *
 * CLREDUCE_DEVICE names the device, by default the library's choice. Exit status: 0 the kernel
 * has run, else something failed, after a line that says what.
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS /* clCreateCommandQueue, for OpenCL 1.x */
#include "bench_queue.h"
#include "message.h"
#include <stdlib.h>

static const char *const text = "__kernel void empty(void) {}\n";

static void check(const char *call, cl_int code)
{
    if (code != CL_SUCCESS)
        exit(bench_queue_fail(call, code));
}

static cl_device_id pick(void)
{
    clr_device_list *list = NULL;
    const clr_device *picked = NULL;

    if (clr_device_list_create(&list) != CLR_OK ||
        clr_device_list_pick(list, getenv("CLREDUCE_DEVICE"), &picked) != CLR_OK)
        exit(message_library(clr_device_list_error(list), false));
    const cl_device_id device = picked->device;
    clr_device_list_destroy(list);
    return device;
}

int main(void)
{
    const cl_device_id device = pick();
    const size_t one = 1;
    cl_int code;

    const cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    check("clCreateContext", code);
    const cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
    check("clCreateCommandQueue", code);
    const cl_program program =
        clCreateProgramWithSource(context, 1, (const char **)&text, NULL, &code);
    check("clCreateProgramWithSource", code);
    check("clBuildProgram", clBuildProgram(program, 1, &device, "", NULL, NULL));
    const cl_kernel kernel = clCreateKernel(program, "empty", &code);
    check("clCreateKernel", code);
    check("clEnqueueNDRangeKernel",
          clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
    check("clFinish", clFinish(queue));
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}
