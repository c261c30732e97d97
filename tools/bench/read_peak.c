/* SPDX-License-Identifier: Apache-2.0 */
/*
 * read_peak - kernels that only read, their geometries, and the competition of these. See
 * read_peak.h.
 */
#include "read_peak.h"
#include "bench_queue.h"
#include "clock.h"
#include "message.h"
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

/* Data that no cache holds, and long enough to read that a launch's start and end hardly count. */
#define MOST_BYTES    (UINT64_C(1) << 30)
#define FIRST_VECTORS (UINT64_C(1) << 12)
#define LONGEST_FILL  0.25 /* seconds */
#define TRIAL_RUNS    5
#define SCOUT_PART    32 /* of the data tells whether a geometry is worth a trial */
#define HOPELESS      2  /* times the best geometry's time: not worth more runs */
#define VECTOR_SIZE   16

/*
 * Four loads in flight an item. What they read is folded by xor, and the comparison, which only one
 * in 2^32 sets of data would pass, keeps compilers from leaving the loads out.
 */
static const char source[] =
    "__kernel void fill(__global uint4 *data, ulong count)\n"
    "{\n"
    "    for (ulong i = get_global_id(0); i < count; i += get_global_size(0)) {\n"
    "        uint x = (uint)i * 2654435769u;\n"
    "        data[i] = (uint4)(x, x ^ x >> 15, x * 2246822519u, ~x);\n"
    "    }\n"
    "}\n"
    "void keep(uint4 x, __global uint *never)\n"
    "{\n"
    "    if ((x.x ^ x.y ^ x.z ^ x.w) == 0x9E3779B9u)\n"
    "        *never = x.x;\n"
    "}\n"
    "uint4 read(__global const uint4 *data, ulong first, ulong step, ulong end)\n"
    "{\n"
    "    uint4 a = 0, b = 0, c = 0, d = 0;\n"
    "    ulong i = first;\n"
    "    for (; i + 3 * step < end; i += 4 * step) {\n"
    "        a ^= data[i];\n"
    "        b ^= data[i + step];\n"
    "        c ^= data[i + 2 * step];\n"
    "        d ^= data[i + 3 * step];\n"
    "    }\n"
    "    for (; i < end; i += step)\n"
    "        a ^= data[i];\n"
    "    return a ^ b ^ c ^ d;\n"
    "}\n"
    "__kernel void strided(__global const uint4 *data, ulong count, __global uint *never)\n"
    "{\n"
    "    keep(read(data, get_global_id(0), get_global_size(0), count), never);\n"
    "}\n"
    "__kernel void contiguous(__global const uint4 *data, ulong count, __global uint *never)\n"
    "{\n"
    "    ulong share = (count + get_global_size(0) - 1) / get_global_size(0);\n"
    "    ulong first = min(get_global_id(0) * share, count);\n"
    "    keep(read(data, first, 1, min(first + share, count)), never);\n"
    "}\n";

/* GPUs want neighbours to read neighbours, CPUs a stretch for each item. */
static const struct {
    const char *kernel;
    size_t group_size;
    size_t groups_a_unit;
} geometries[] = {
    {"contiguous", 1, 1}, {"contiguous", 1, 4}, {"strided", 256, 8},
    {"strided", 256, 32}, {"strided", 512, 4},  {"strided", 1024, 2},
};

#define GEOMETRY_COUNT (sizeof geometries / sizeof geometries[0])

/* ---- Geometry -------------------------------------------------------------------------------- */

static uint64_t known(uint64_t fact, uint64_t otherwise)
{
    return fact == CLR_UNKNOWN ? otherwise : fact;
}

static size_t group_size_of(const read_peak *peak, size_t geometry)
{
    uint64_t most = known(clr_context_device(peak->context)->max_work_group_size, 1);
    uint64_t wanted = geometries[geometry].group_size;

    return (size_t)(wanted < most ? wanted : most);
}

static size_t groups_of(const read_peak *peak, size_t geometry)
{
    uint64_t units = known(clr_context_device(peak->context)->max_compute_units, 1);

    return (size_t)units * geometries[geometry].groups_a_unit;
}

/* Up to a quarter of the memory, and up to the largest buffer. */
static uint64_t bytes_for(const clr_device *device)
{
    uint64_t bytes = MOST_BYTES;

    if (bytes > known(device->global_mem_size, bytes) / 4)
        bytes = device->global_mem_size / 4;
    if (bytes > known(device->max_mem_alloc_size, bytes))
        bytes = device->max_mem_alloc_size;
    return bytes / VECTOR_SIZE * VECTOR_SIZE;
}

/* ---- Running --------------------------------------------------------------------------------- */

static int make_kernel(read_peak *peak, const char *name, cl_kernel *kernel)
{
    OR_RETURN(bench_queue_kernel(peak->program, name, kernel));
    const cl_int error = clSetKernelArg(*kernel, 0, sizeof peak->data, &peak->data);
    return error == CL_SUCCESS ? CODE_FINE : bench_queue_fail("clSetKernelArg", error);
}

static int make_buffers(read_peak *peak)
{
    const uint64_t bytes = bytes_for(clr_context_device(peak->context));
    const int code = bench_queue_buffer(peak->context, CL_MEM_READ_WRITE, bytes, NULL, &peak->data);

    peak->count = bytes / VECTOR_SIZE;
    return code != CODE_FINE ? code
                             : bench_queue_buffer(peak->context, CL_MEM_READ_WRITE, sizeof(cl_uint),
                                                  NULL, &peak->never);
}

/* The time of reading `count` vectors, by the device's clock or, where that stands still, by the
 * host's. */
static int launch(read_peak *peak, cl_kernel kernel, size_t geometry, cl_ulong count,
                  double *seconds)
{
    size_t group = group_size_of(peak, geometry);
    size_t items = groups_of(peak, geometry) * group;
    cl_event event = NULL;
    uint64_t start = clock_ns();
    cl_int error = clSetKernelArg(kernel, 1, sizeof count, &count);

    if (error != CL_SUCCESS)
        return bench_queue_fail("clSetKernelArg", error);
    error = clEnqueueNDRangeKernel(peak->queue, kernel, 1, NULL, &items, &group, 0, NULL, &event);

    if (error != CL_SUCCESS)
        return bench_queue_fail("clEnqueueNDRangeKernel", error);
    int code = bench_queue_finish(peak->queue);
    *seconds = bench_queue_between(bench_queue_time(event, CL_PROFILING_COMMAND_START),
                                   bench_queue_time(event, CL_PROFILING_COMMAND_END));
    if (*seconds <= 0)
        *seconds = (double)(clock_ns() - start) * 1e-9;
    clReleaseEvent(event);
    return code;
}

/*
 * Fills ever more of the data, and leaves it at less than all where that takes as long as on no
 * memory: on a simulator, say.
 */
static int fill(read_peak *peak)
{
    cl_ulong all = peak->count;
    cl_kernel kernel = NULL;
    double seconds = 0;
    int code = CODE_FINE;

    peak->count = all < FIRST_VECTORS ? all : FIRST_VECTORS;
    for (;;) {
        code = make_kernel(peak, "fill", &kernel);
        if (code == CODE_FINE)
            code = launch(peak, kernel, 0, peak->count, &seconds);
        if (kernel)
            clReleaseKernel(kernel);
        if (code != CODE_FINE || peak->count == all || seconds > LONGEST_FILL)
            return code;
        peak->count = peak->count < all / 4 ? 4 * peak->count : all;
    }
}

/* ---- The competition ------------------------------------------------------------------------- */

/* Whether a part of the data, read behind a run that warms up, tells that the geometry is far
 * behind the best so far. */
static int scout(read_peak *peak, cl_kernel kernel, size_t geometry, bool *is_hopeless)
{
    cl_ulong part = peak->count / SCOUT_PART + 1;
    double seconds = 0;
    int code = launch(peak, kernel, geometry, part, &seconds);

    if (code == CODE_FINE)
        code = launch(peak, kernel, geometry, part, &seconds);
    *is_hopeless = peak->seconds != 0 && seconds * SCOUT_PART > HOPELESS * peak->seconds;
    return code;
}

/* The best of some runs; 0 if the geometry is not worth them. */
static int try_kernel(read_peak *peak, cl_kernel kernel, size_t geometry, double *best)
{
    double seconds;
    bool is_hopeless = false;
    int code = scout(peak, kernel, geometry, &is_hopeless);

    *best = 0;
    for (int i = 0; code == CODE_FINE && !is_hopeless && i < TRIAL_RUNS; i++) {
        code = launch(peak, kernel, geometry, peak->count, &seconds);
        *best = *best == 0 || seconds < *best ? seconds : *best;
    }
    return code;
}

static int try_geometry(read_peak *peak, size_t geometry)
{
    cl_kernel kernel = NULL;
    double best = 0;
    int code = make_kernel(peak, geometries[geometry].kernel, &kernel);

    if (code == CODE_FINE) {
        cl_int error = clSetKernelArg(kernel, 2, sizeof peak->never, &peak->never);
        code = error == CL_SUCCESS ? CODE_FINE : bench_queue_fail("clSetKernelArg", error);
    }
    if (code == CODE_FINE)
        code = try_kernel(peak, kernel, geometry, &best);
    if (code == CODE_FINE && best != 0 && (peak->seconds == 0 || best < peak->seconds)) {
        cl_kernel loser = peak->kernel;
        peak->kernel = kernel;
        peak->geometry = geometry;
        peak->seconds = best;
        kernel = loser;
    }
    if (kernel)
        clReleaseKernel(kernel);
    return code;
}

int read_peak_open(read_peak *peak, clr_context *context)
{
    peak->context = context;

    OR_RETURN(bench_queue_open(context, &peak->queue));
    OR_RETURN(bench_queue_build(context, source, "", &peak->program));
    OR_RETURN(make_buffers(peak));
    OR_RETURN(fill(peak));
    for (size_t i = 0; i < GEOMETRY_COUNT; i++)
        OR_RETURN(try_geometry(peak, i));
    return CODE_FINE;
}

void read_peak_close(read_peak *peak)
{
    if (peak->kernel)
        clReleaseKernel(peak->kernel);
    if (peak->never)
        clReleaseMemObject(peak->never);
    if (peak->data)
        clReleaseMemObject(peak->data);
    if (peak->program)
        clReleaseProgram(peak->program);
    if (peak->queue)
        clReleaseCommandQueue(peak->queue);
}

int read_peak_run(read_peak *peak)
{
    double seconds = 0;

    OR_RETURN(launch(peak, peak->kernel, peak->geometry, peak->count, &seconds));
    if (seconds < peak->seconds)
        peak->seconds = seconds;
    return CODE_FINE;
}

double read_peak_gb_per_s(const read_peak *peak)
{
    return (double)peak->count * VECTOR_SIZE / peak->seconds * 1e-9;
}

void read_peak_method(const read_peak *peak, char text[READ_PEAK_TEXT_SIZE])
{
    size_t group = group_size_of(peak, peak->geometry);

    snprintf(text, READ_PEAK_TEXT_SIZE,
             "best run of %zu groups of %zu work-item%s reading %" PRIu64 " MiB, %s",
             groups_of(peak, peak->geometry), group, group == 1 ? "" : "s",
             (uint64_t)peak->count * VECTOR_SIZE >> 20, geometries[peak->geometry].kernel);
}
