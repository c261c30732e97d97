/* SPDX-License-Identifier: Apache-2.0 */
/*
 * embedding - a reduction in the middle of an OpenCL program: a kernel of its own fills a buffer,
 * clreduce adds it up on the same queue, after that kernel's event, and the sum stays on the device
 * until it is read.
 *
 * Exit status: 0 the sum is right, 1 it is not or something failed, after a line that says what.
 */
#define CL_TARGET_OPENCL_VERSION 300
#include <clreduce/clreduce.h>

#include <stdint.h>
#include <stdio.h>

enum { COUNT = 100000 };

static const char kernel_text[] = "__kernel void count_up(__global int *x)\n"
                                  "{\n"
                                  "    x[get_global_id(0)] = (int)get_global_id(0);\n"
                                  "}\n";

/* All that the program holds; released together, whatever there is of it. */
struct program {
    cl_context opencl;
    cl_device_id device;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    cl_mem numbers;
    cl_mem total;
    cl_event filled;
    clr_context *context;
    clr_plan *plan;
};

static void release(struct program *p)
{
    clr_plan_destroy(p->plan);
    clr_context_destroy(p->context);
    if (p->filled)
        clReleaseEvent(p->filled);
    if (p->total)
        clReleaseMemObject(p->total);
    if (p->numbers)
        clReleaseMemObject(p->numbers);
    if (p->kernel)
        clReleaseKernel(p->kernel);
    if (p->program)
        clReleaseProgram(p->program);
    if (p->queue)
        clReleaseCommandQueue(p->queue);
    if (p->opencl)
        clReleaseContext(p->opencl);
}

/* What a program of OpenCL has anyway. */
static cl_int start(struct program *p)
{
    const char *text = kernel_text;
    cl_platform_id platform;
    cl_int code = clGetPlatformIDs(1, &platform, NULL);

    if (code == CL_SUCCESS)
        code = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &p->device, NULL);
    if (code == CL_SUCCESS)
        p->opencl = clCreateContext(NULL, 1, &p->device, NULL, NULL, &code);
    if (code == CL_SUCCESS)
        p->queue = clCreateCommandQueueWithProperties(p->opencl, p->device, NULL, &code);
    if (code == CL_SUCCESS)
        p->program = clCreateProgramWithSource(p->opencl, 1, &text, NULL, &code);
    if (code == CL_SUCCESS)
        code = clBuildProgram(p->program, 1, &p->device, NULL, NULL, NULL);
    if (code == CL_SUCCESS)
        p->kernel = clCreateKernel(p->program, "count_up", &code);
    if (code == CL_SUCCESS)
        p->numbers =
            clCreateBuffer(p->opencl, CL_MEM_READ_WRITE, COUNT * sizeof(cl_int), NULL, &code);
    return code;
}

/* Once: clreduce on the program's own context, a plan, and a buffer for its results. */
static int make_plan(struct program *p)
{
    const clr_context_options options = {
        .size = sizeof options, .opencl_context = p->opencl, .opencl_device = p->device};
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    clr_plan_info info = {.size = sizeof info};
    cl_int code;

    if (clr_context_create(&options, &p->context) != CLR_OK ||
        clr_plan_create(p->context, &sum, 1, NULL, &p->plan) != CLR_OK ||
        clr_plan_describe(p->plan, &info) != CLR_OK) {
        fprintf(stderr, "embedding: %s\n", clr_context_error(p->context)->message);
        return -1;
    }
    p->total = clCreateBuffer(p->opencl, CL_MEM_READ_WRITE, info.result_size, NULL, &code);
    return code == CL_SUCCESS ? 0 : -1;
}

/* As often as wanted: nothing here waits but the last line. */
static int run(struct program *p, cl_long *total)
{
    const size_t size = COUNT;
    const clr_run run = {.size = sizeof run,
                         .queue = p->queue,
                         .inputs = {{p->numbers, 0, COUNT}},
                         .output = p->total,
                         .wait_count = 1,
                         .wait_list = &p->filled};

    if (clSetKernelArg(p->kernel, 0, sizeof p->numbers, &p->numbers) != CL_SUCCESS ||
        clEnqueueNDRangeKernel(p->queue, p->kernel, 1, NULL, &size, NULL, 0, NULL, &p->filled) !=
            CL_SUCCESS)
        return -1;
    if (clr_plan_run(p->plan, &run) != CLR_OK) {
        fprintf(stderr, "embedding: %s\n", clr_context_error(p->context)->message);
        return -1;
    }
    return clEnqueueReadBuffer(p->queue, p->total, CL_TRUE, 0, sizeof *total, total, 0, NULL,
                               NULL) == CL_SUCCESS
               ? 0
               : -1;
}

int main(void)
{
    const cl_long expected = (cl_long)COUNT * (COUNT - 1) / 2;
    struct program program = {0};
    cl_long total = 0;
    const int failed =
        start(&program) != CL_SUCCESS || make_plan(&program) != 0 || run(&program, &total) != 0;

    release(&program);
    if (failed || total != expected) {
        fprintf(stderr, "embedding: %s\n", failed ? "a call failed" : "the sum is wrong");
        return 1;
    }
    printf("sum %lld\n", (long long)total);
    return 0;
}
