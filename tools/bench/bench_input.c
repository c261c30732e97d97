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

static int make_buffer(bench_input *input, cl_mem_flags flags, uint64_t size, void *host)
{
    cl_int code;
    cl_mem made =
        clCreateBuffer(clr_context_opencl(input->context), flags, (size_t)size, host, &code);

    if (made == NULL)
        return bench_queue_fail("clCreateBuffer", code);
    input->copies[input->copy_count++] = made;
    return CODE_FINE;
}

static int make_copy(bench_input *input, const bench_data *data)
{
    size_t size = (size_t)bench_data_size(data);
    int code = make_buffer(input, CL_MEM_READ_ONLY, size, NULL);

    if (code != CODE_FINE)
        return code;
    cl_int error = clEnqueueWriteBuffer(input->queue, input->copies[input->copy_count - 1], CL_TRUE,
                                        0, size, data->elements, 0, NULL, NULL);
    return error == CL_SUCCESS ? CODE_FINE : bench_queue_fail("clEnqueueWriteBuffer", error);
}

int bench_input_open(bench_input *input, clr_context *context, const bench_data *data,
                     bool in_place)
{
    const clr_device *device = clr_context_device(context);
    uint64_t size = bench_data_size(data);

    input->context = context;
    input->count = data->count;
    int code = bench_queue_open(context, &input->queue);
    if (code != CODE_FINE)
        return code;
    if (in_place && is_cpu(device))
        return make_buffer(input, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, size, data->elements);

    unsigned copies = copies_wanted(device, size);
    while (code == CODE_FINE && input->copy_count < copies)
        code = make_copy(input, data);
    return code;
}

void bench_input_close(bench_input *input)
{
    for (unsigned i = 0; i < input->copy_count; i++)
        clReleaseMemObject(input->copies[i]);
    if (input->queue != NULL)
        clReleaseCommandQueue(input->queue);
}

cl_mem bench_input_next(bench_input *input)
{
    cl_mem copy = input->copies[input->next];

    input->next = (input->next + 1) % input->copy_count;
    return copy;
}
