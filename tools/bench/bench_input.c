/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_input - a benchmark's data on the device. See bench_input.h.
 */
#include "bench_input.h"
#include "bench_queue.h"
#include "message.h"
#include <unistd.h>

static bool is_cpu(const clr_device *device)
{
    return device->type != CLR_UNKNOWN && (device->type & CL_DEVICE_TYPE_CPU) != 0;
}

/* The device's last cache: some drivers of CPUs tell of an inner one. */
static uint64_t last_cache(const clr_device *device)
{
    const uint64_t told =
        device->global_mem_cache_size == CLR_UNKNOWN ? 0 : device->global_mem_cache_size;
    const long own = is_cpu(device) ? sysconf(_SC_LEVEL3_CACHE_SIZE) : 0;

    return own > 0 && (uint64_t)own > told ? (uint64_t)own : told;
}

/*
 * How many copies of the data the runs take in turn: so many that four times the device's cache
 * lies between two runs over the same one, in up to a quarter of its memory.
 */
static unsigned copies_wanted(const clr_device *device, uint64_t size)
{
    uint64_t memory = device->global_mem_size;
    uint64_t copies = (4 * last_cache(device) + size - 1) / size;

    if (memory != CLR_UNKNOWN && copies > memory / 4 / size)
        copies = memory / 4 / size;
    copies = copies < 1 ? 1 : copies;
    return copies > BENCH_INPUT_COPIES ? BENCH_INPUT_COPIES : (unsigned)copies;
}

static int make_buffer(bench_input *b, cl_mem *buffer, cl_mem_flags flags, size_t size, void *host)
{
    cl_int code;

    *buffer = clCreateBuffer(clr_context_opencl(b->context), flags, size, host, &code);
    return *buffer != NULL ? CODE_FINE : bench_queue_fail("clCreateBuffer", code);
}

/* The elements where they are. */
static int use_in_place(bench_input *b, const bench_data *data, size_t size)
{
    int code = CODE_FINE;

    for (uint64_t i = 0; code == CODE_FINE && i < data->input_count; i++)
        code = make_buffer(b, &b->copies[0][i], CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, size,
                           data->inputs[i]);
    b->copy_count = 1;
    b->in_place = true;
    return code;
}

static int make_copy(bench_input *b, const bench_data *data, size_t size)
{
    cl_mem *copy = b->copies[b->copy_count++];
    int code = CODE_FINE;

    for (uint64_t i = 0; code == CODE_FINE && i < data->input_count; i++)
        code = make_buffer(b, &copy[i], CL_MEM_READ_ONLY, size, NULL);
    return code;
}

static int write_copy(bench_input *b, const cl_mem *copy, const bench_data *data, size_t size)
{
    for (uint64_t i = 0; i < data->input_count; i++) {
        cl_int error = clEnqueueWriteBuffer(b->queue, copy[i], CL_TRUE, 0, size, data->inputs[i], 0,
                                            NULL, NULL);
        if (error != CL_SUCCESS)
            return bench_queue_fail("clEnqueueWriteBuffer", error);
    }
    return CODE_FINE;
}

int bench_input_open(bench_input *b, clr_context *context, const bench_data *data, bool in_place)
{
    const clr_device *device = clr_context_device(context);
    size_t size = (size_t)(bench_data_size(data) / data->input_count);

    b->context = context;
    b->count = data->count;
    b->input_count = data->input_count;
    int code = bench_queue_open(context, &b->queue);
    if (code != CODE_FINE)
        return code;
    if (in_place && is_cpu(device))
        return use_in_place(b, data, size);

    unsigned copies = copies_wanted(device, bench_data_size(data));
    while (code == CODE_FINE && b->copy_count < copies)
        code = make_copy(b, data, size);
    return code != CODE_FINE ? code : bench_input_write(b, data);
}

int bench_input_write(bench_input *b, const bench_data *data)
{
    size_t size = (size_t)(bench_data_size(data) / data->input_count);
    int code = CODE_FINE;

    for (unsigned i = 0; code == CODE_FINE && !b->in_place && i < b->copy_count; i++)
        code = write_copy(b, b->copies[i], data, size);
    return code;
}

void bench_input_close(bench_input *b)
{
    for (unsigned i = 0; i < b->copy_count; i++) {
        for (uint64_t j = 0; j < b->input_count; j++) {
            if (b->copies[i][j] != NULL)
                clReleaseMemObject(b->copies[i][j]);
        }
    }
    if (b->queue != NULL)
        clReleaseCommandQueue(b->queue);
}

const cl_mem *bench_input_next(bench_input *b)
{
    const cl_mem *copy = b->copies[b->next];

    b->next = (b->next + 1) % b->copy_count;
    return copy;
}
