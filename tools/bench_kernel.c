/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_kernel - timing a plan's kernels. See bench_kernel.h.
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS /* clCreateCommandQueue, for OpenCL 1.x */
#include "bench_kernel.h"
#include "clock.h"
#include "message.h"
#include "session.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST_RUNS_A_BURST 1000
/* A clock that ticks this often while it measures is off by one part in a hundred at most. */
#define FEWEST_TICKS         100
#define SHORTEST_DEVICE_TIME 200e-6
#define SHORTEST_HOST_TIME   10e-3

static int fail_opencl(const char *call, cl_int code)
{
    return message_fail(CODE_DEVICE, "%s() failed with the OpenCL error %d while measuring.", call,
                        (int)code);
}

/* ---- Buffers and queue ------------------------------------------------------------------------
 */

static bool is_cpu(const clr_device *device)
{
    return device->type != CLR_UNKNOWN && (device->type & CL_DEVICE_TYPE_CPU) != 0;
}

/*
 * How many copies of the data the runs take in turn: so many that four times the device's cache
 * lies between two runs over the same one, in up to a quarter of its memory.
 */
static unsigned input_copies(const clr_device *device, uint64_t size)
{
    uint64_t cache = device->global_mem_cache_size;
    uint64_t memory = device->global_mem_size;
    uint64_t copies = cache == CLR_UNKNOWN ? 1 : (4 * cache + size - 1) / size;

    if (memory != CLR_UNKNOWN && copies > memory / 4 / size)
        copies = memory / 4 / size;
    copies = copies < 1 ? 1 : copies;
    return copies > BENCH_KERNEL_INPUTS ? BENCH_KERNEL_INPUTS : (unsigned)copies;
}

static int make_queue(bench_kernel *k)
{
    const clr_device *device = clr_context_device(k->context);
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    cl_context opencl = clr_context_opencl(k->context);
    cl_int code;

    if (device->opencl_version != CLR_UNKNOWN && device->opencl_version >= 200)
        k->queue = clCreateCommandQueueWithProperties(opencl, device->device, list, &code);
    else
        k->queue = clCreateCommandQueue(opencl, device->device, CL_QUEUE_PROFILING_ENABLE, &code);
    return k->queue != NULL ? CODE_FINE : fail_opencl("clCreateCommandQueue", code);
}

static int make_buffer(bench_kernel *k, cl_mem_flags flags, uint64_t size, void *host, cl_mem *made)
{
    cl_int code;

    *made = clCreateBuffer(clr_context_opencl(k->context), flags, (size_t)size, host, &code);
    return *made != NULL ? CODE_FINE : fail_opencl("clCreateBuffer", code);
}

/* On a CPU device, kernels read the very memory that the plain loop reads. */
static int make_inputs(bench_kernel *k, uint64_t size, void *data)
{
    const clr_device *device = clr_context_device(k->context);
    bool shared = is_cpu(device);
    unsigned copies = shared ? 1 : input_copies(device, size);
    cl_mem_flags flags = CL_MEM_READ_ONLY | (shared ? CL_MEM_USE_HOST_PTR : 0);

    for (unsigned i = 0; i < copies; i++) {
        int code = make_buffer(k, flags, size, shared ? data : NULL, &k->inputs[i]);
        if (code != CODE_FINE)
            return code;
        k->input_count++;
        if (shared)
            continue;
        cl_int error = clEnqueueWriteBuffer(k->queue, k->inputs[i], CL_TRUE, 0, (size_t)size, data,
                                            0, NULL, NULL);
        if (error != CL_SUCCESS)
            return fail_opencl("clEnqueueWriteBuffer", error);
    }
    return CODE_FINE;
}

/* ---- A burst of runs --------------------------------------------------------------------------
 */

static int enqueue(bench_kernel *k, cl_event *event)
{
    const clr_span span = {k->inputs[k->next], 0, k->count};

    k->next = (k->next + 1) % k->input_count;
    if (clr_plan_enqueue(k->plan, k->queue, span, k->output, 0, 0, NULL, event) != CLR_OK)
        return session_fail(k->o, k->context, k->info.type);
    return CODE_FINE;
}

/* Enqueues so many runs; the last one's event is handed out. */
static int enqueue_runs(bench_kernel *k, unsigned runs, cl_event *last)
{
    int code = CODE_FINE;

    for (unsigned i = 1; code == CODE_FINE && i <= runs; i++)
        code = enqueue(k, i == runs ? last : NULL);
    return code;
}

static int finish(bench_kernel *k)
{
    cl_int code = clFinish(k->queue);

    return code == CL_SUCCESS ? CODE_FINE : fail_opencl("clFinish", code);
}

static void release_event(cl_event event)
{
    if (event != NULL)
        clReleaseEvent(event);
}

/* ---- Methods ----------------------------------------------------------------------------------
 */

/* The device's time of an event, 0 if it does not tell. */
static cl_ulong device_time(cl_event event, cl_profiling_info what)
{
    cl_ulong time = 0;

    if (clGetEventProfilingInfo(event, what, sizeof time, &time, NULL) != CL_SUCCESS)
        time = 0;
    return time;
}

/* Seconds between two of the device's times; 0 if its clock stands still. */
static double between(cl_ulong start, cl_ulong end)
{
    return start != 0 && end > start ? (double)(end - start) * 1e-9 : 0;
}

/*
 * A burst behind a run that is not counted. From the end of that one to the end of the burst's last
 * one are all launches and what lies between them; `alone` takes the last event's own time instead.
 */
static int time_by_device(bench_kernel *k, bool alone, double *seconds)
{
    cl_event before = NULL, last = NULL;
    int code = enqueue(k, &before);

    if (code == CODE_FINE)
        code = enqueue_runs(k, k->burst, &last);
    if (code == CODE_FINE)
        code = finish(k);
    if (code == CODE_FINE)
        *seconds = between(alone ? device_time(last, CL_PROFILING_COMMAND_START)
                                 : device_time(before, CL_PROFILING_COMMAND_END),
                           device_time(last, CL_PROFILING_COMMAND_END));
    release_event(before);
    release_event(last);
    return code;
}

static int time_launch(bench_kernel *k, double *seconds)
{
    return time_by_device(k, true, seconds);
}

static int time_burst(bench_kernel *k, double *seconds)
{
    return time_by_device(k, false, seconds);
}

static int time_by_host(bench_kernel *k, double *seconds)
{
    int code = enqueue(k, NULL);

    if (code == CODE_FINE)
        code = finish(k);

    uint64_t start = clock_ns();
    if (code == CODE_FINE)
        code = enqueue_runs(k, k->burst, NULL);
    if (code == CODE_FINE)
        code = finish(k);
    *seconds = (double)(clock_ns() - start) * 1e-9;
    return code;
}

enum { LAUNCH, BURST, HOST };

static const struct {
    int (*time)(bench_kernel *k, double *seconds);
    const char *text;
} methods[] = {
    [LAUNCH] = {time_launch, "device's clock, launch's start to end"},
    [BURST] = {time_burst, "device's clock, from the end of the run before"},
    [HOST] = {time_by_host, "host's clock around clFinish()"},
};

/* Runs a burst; the result is that of its last run. */
static int run_burst(bench_kernel *k, double *seconds, uint64_t *result)
{
    static const unsigned char poison[sizeof *result] = {0xFF, 0xFF, 0xFF, 0xFF,
                                                         0xFF, 0xFF, 0xFF, 0xFF};
    cl_int error =
        clEnqueueWriteBuffer(k->queue, k->output, CL_TRUE, 0, sizeof poison, poison, 0, NULL, NULL);

    if (error != CL_SUCCESS)
        return fail_opencl("clEnqueueWriteBuffer", error);
    int code = methods[k->method].time(k, seconds);
    if (code != CODE_FINE)
        return code;
    error =
        clEnqueueReadBuffer(k->queue, k->output, CL_TRUE, 0, sizeof *result, result, 0, NULL, NULL);
    *seconds /= k->burst;
    return error == CL_SUCCESS ? CODE_FINE : fail_opencl("clEnqueueReadBuffer", error);
}

/* Runs that last at least `shortest` together. */
static unsigned burst_for(double seconds, double shortest)
{
    if (seconds <= 0 || shortest / seconds > MOST_RUNS_A_BURST)
        return MOST_RUNS_A_BURST;
    return seconds >= shortest ? 1 : (unsigned)ceil(shortest / seconds);
}

/* Warms up, and finds out which clock to go by. */
static int choose_method(bench_kernel *k)
{
    uint64_t tick = clr_context_device(k->context)->profiling_timer_resolution;
    double shortest = tick == CLR_UNKNOWN ? 0 : (double)tick * 1e-9 * FEWEST_TICKS;
    double seconds = 0;
    uint64_t result;

    k->method = BURST;
    k->burst = 1;
    int code = run_burst(k, &seconds, &result);
    if (code == CODE_FINE)
        code = run_burst(k, &seconds, &result);
    if (code != CODE_FINE)
        return code;
    if (seconds <= 0) {
        k->method = HOST;
        code = run_burst(k, &seconds, &result);
        k->burst = burst_for(seconds, SHORTEST_HOST_TIME);
        return code;
    }
    k->burst = burst_for(seconds, fmax(shortest, SHORTEST_DEVICE_TIME));
    if (k->burst == 1 && clr_plan_launches(k->plan, k->count) == 1)
        k->method = LAUNCH;
    return CODE_FINE;
}

/* ---- The interface ----------------------------------------------------------------------------
 */

static int make_plan(bench_kernel *k, const clr_reduction *reduction)
{
    if (clr_plan_create(k->context, reduction, &k->o->plan, &k->plan) != CLR_OK)
        return session_fail(k->o, k->context, reduction->type);
    k->info.size = sizeof k->info;
    clr_plan_describe(k->plan, &k->info);
    return CODE_FINE;
}

int bench_kernel_open(bench_kernel *k, const options *o, clr_context *context,
                      const clr_reduction *reduction, void *data, uint64_t count)
{
    k->o = o;
    k->context = context;
    k->count = count;

    int code = make_plan(k, reduction);
    if (code == CODE_FINE)
        code = make_queue(k);
    if (code == CODE_FINE)
        code = make_inputs(k, count * clr_type_size(reduction->type), data);
    if (code == CODE_FINE)
        code = make_buffer(k, CL_MEM_READ_WRITE, sizeof(uint64_t), NULL, &k->output);
    return code != CODE_FINE ? code : choose_method(k);
}

void bench_kernel_close(bench_kernel *k)
{
    clr_plan_destroy(k->plan);
    for (unsigned i = 0; i < BENCH_KERNEL_INPUTS; i++) {
        if (k->inputs[i] != NULL)
            clReleaseMemObject(k->inputs[i]);
    }
    if (k->output != NULL)
        clReleaseMemObject(k->output);
    if (k->queue != NULL)
        clReleaseCommandQueue(k->queue);
}

int bench_kernel_run(bench_kernel *k, double *seconds, uint64_t *result)
{
    int code = run_burst(k, seconds, result);

    if (code == CODE_FINE && *seconds <= 0)
        return message_fail(CODE_DEVICE, "the device's clock stood still while measuring.");
    return code;
}

void bench_kernel_method(const bench_kernel *k, char text[BENCH_KERNEL_METHOD_SIZE])
{
    int used = snprintf(text, BENCH_KERNEL_METHOD_SIZE, "%s", methods[k->method].text);

    if (k->burst > 1)
        snprintf(text + used, (size_t)(BENCH_KERNEL_METHOD_SIZE - used), ", %u runs together",
                 k->burst);
}
