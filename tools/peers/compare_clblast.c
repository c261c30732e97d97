/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compare_clblast - times CLBlast's xSUM, ixMAX, xDOT and xNRM2 on the OpenCL device whose name is
 * in COMPARE_DEVICE; xASUM and ixAMAX are the same kernels, so they are not timed. CLBlast folds
 * f32 in f32, and has no maximum without its index and no standard deviation: prepare() leaves both
 * out.
 *
 * Build: cc -std=gnu11 -O2 compare_clblast.c -lclblast -lOpenCL
 * Usage: see compare_common.h
 */
#define CL_TARGET_OPENCL_VERSION          120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS /* clCreateCommandQueue */
#include "compare_common.h"
#include <clblast_c.h>

#define MOST_DEVICES 64

typedef struct device_side {
    const compare_task *task;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_mem x, y, result;
    const char *x_file;
    compare_operator op;
    size_t count;
} device_side;

static void check(const char *what, cl_int code)
{
    char text[128];

    if (code == CL_SUCCESS)
        return;
    snprintf(text, sizeof text, "compare_clblast: %s failed with %d.", what, (int)code);
    compare_stop(text);
}

static cl_device_id find_device(const char *name)
{
    cl_platform_id platforms[MOST_DEVICES];
    cl_device_id devices[MOST_DEVICES];
    cl_uint platform_count = 0, device_count = 0;
    char found[256];

    check("clGetPlatformIDs", clGetPlatformIDs(MOST_DEVICES, platforms, &platform_count));
    for (cl_uint i = 0; i < platform_count && i < MOST_DEVICES; i++) {
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, MOST_DEVICES, devices,
                           &device_count) != CL_SUCCESS)
            continue;
        for (cl_uint k = 0; k < device_count && k < MOST_DEVICES; k++) {
            check("clGetDeviceInfo",
                  clGetDeviceInfo(devices[k], CL_DEVICE_NAME, sizeof found, found, NULL));
            if (strcmp(found, name) == 0)
                return devices[k];
        }
    }
    compare_stop("compare_clblast: no device has the name that COMPARE_DEVICE has.");
    return NULL;
}

static void open_device(device_side *d)
{
    const char *name = getenv("COMPARE_DEVICE");
    cl_int code;

    d->device = find_device(name ? name : "");
    d->context = clCreateContext(NULL, 1, &d->device, NULL, NULL, &code);
    check("clCreateContext", code);
    d->queue = clCreateCommandQueue(d->context, d->device, 0, &code);
    check("clCreateCommandQueue", code);
    d->result = clCreateBuffer(d->context, CL_MEM_READ_WRITE, sizeof(double), NULL, &code);
    check("clCreateBuffer", code);
}

/* A file's first `size` bytes on the device; NULL if its memory has no room for them. */
static cl_mem upload(const device_side *d, const char *file, size_t size)
{
    cl_int code;
    cl_mem buffer = clCreateBuffer(d->context, CL_MEM_READ_WRITE, size, NULL, &code);

    if (buffer &&
        clEnqueueWriteBuffer(d->queue, buffer, CL_TRUE, 0, size, compare_data(d->task, file, size),
                             0, NULL, NULL) == CL_SUCCESS)
        return buffer;
    fprintf(stderr, "compare_clblast: left out: no room for %s on the device.\n", file);
    if (buffer)
        clReleaseMemObject(buffer);
    return NULL;
}

static bool prepare(void *user, compare_operator op, size_t count)
{
    device_side *d = user;
    const char *file = compare_file(op, 0), *other = compare_file(op, 1);
    /* as many as the largest count takes: a file is uploaded once for all counts */
    const size_t size = d->task->sizes[d->task->size_count - 1] * compare_width(op);

    d->op = op;
    d->count = count;
    if (op == COMPARE_MAX_F32 || op == COMPARE_STD_F32)
        return false;
    if (!d->x || strcmp(d->x_file, file) != 0) {
        if (d->x)
            clReleaseMemObject(d->x);
        d->x = upload(d, file, size);
        d->x_file = file;
    }
    if (other && !d->y)
        d->y = upload(d, other, size);
    return d->x && (!other || d->y);
}

static CLBlastStatusCode call(device_side *d)
{
    switch (d->op) {
    case COMPARE_SUM_F32:
        return CLBlastSsum(d->count, d->result, 0, d->x, 0, 1, &d->queue, NULL);
    case COMPARE_SUM_F64:
        return CLBlastDsum(d->count, d->result, 0, d->x, 0, 1, &d->queue, NULL);
    case COMPARE_ARGMAX_F32:
        return CLBlastiSmax(d->count, d->result, 0, d->x, 0, 1, &d->queue, NULL);
    case COMPARE_DOT_F32:
        return CLBlastSdot(d->count, d->result, 0, d->x, 0, 1, d->y, 0, 1, &d->queue, NULL);
    default:
        return CLBlastSnrm2(d->count, d->result, 0, d->x, 0, 1, &d->queue, NULL);
    }
}

static void enqueue(void *user)
{
    check("a call", (cl_int)call(user));
}

static void finish(void *user)
{
    device_side *d = user;

    check("clFinish", clFinish(d->queue));
}

static double fetch(void *user)
{
    device_side *d = user;
    union {
        float f32;
        double f64;
        cl_uint index;
    } value;
    const size_t size = d->op == COMPARE_SUM_F64 ? sizeof value.f64 : sizeof value.f32;

    enqueue(d);
    check("clEnqueueReadBuffer",
          clEnqueueReadBuffer(d->queue, d->result, CL_TRUE, 0, size, &value, 0, NULL, NULL));
    return d->op == COMPARE_SUM_F64      ? value.f64
           : d->op == COMPARE_ARGMAX_F32 ? (double)value.index
                                         : (double)value.f32;
}

int main(int argc, char **argv)
{
    const char *version = getenv("COMPARE_VERSION");
    const compare_task task = compare_begin(argc, argv);
    device_side device = {.task = &task};
    const compare_peer peer = {.name = "clblast",
                               .version = version ? version : "?",
                               .folded = "f32",
                               .user = &device,
                               .prepare = prepare,
                               .enqueue = enqueue,
                               .finish = finish,
                               .fetch = fetch};

    open_device(&device);
    compare_run(&task, &peer);
    return 0;
}
