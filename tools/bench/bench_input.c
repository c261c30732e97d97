/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_input - how many copies of the data outdo a device's cache, and their buffers. See
 * bench_input.h.
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

/* One more copy: a buffer an input, or in place the memory where the elements are. */
static int make_copy(bench_input *b, const bench_data *data, size_t size)
{
    const cl_mem_flags flags = CL_MEM_READ_ONLY | (b->in_place ? CL_MEM_USE_HOST_PTR : 0);
    cl_mem *copy = b->copies[b->copy_count++];

    for (uint64_t i = 0; i < data->input_count; i++)
        OR_RETURN(bench_queue_buffer(b->context, flags, size, b->in_place ? data->inputs[i] : NULL,
                                     &copy[i]));
    return CODE_FINE;
}

int bench_input_open(bench_input *b, clr_context *context, const bench_data *data, bool in_place)
{
    const clr_device *device = clr_context_device(context);
    size_t size = (size_t)(bench_data_size(data) / data->input_count);

    b->context = context;
    b->count = data->count;
    b->input_count = data->input_count;
    b->in_place = in_place && is_cpu(device);
    const unsigned copies = b->in_place ? 1 : copies_wanted(device, bench_data_size(data));

    OR_RETURN(bench_queue_open(context, &b->queue));
    while (b->copy_count < copies)
        OR_RETURN(make_copy(b, data, size));
    return bench_input_write(b, data);
}

int bench_input_write(bench_input *b, const bench_data *data)
{
    size_t size = (size_t)(bench_data_size(data) / data->input_count);
    int code = CODE_FINE;

    for (unsigned i = 0; !b->in_place && i < b->copy_count; i++)
        for (uint64_t j = 0; code == CODE_FINE && j < data->input_count; j++)
            code = bench_queue_write(b->queue, b->copies[i][j], size, data->inputs[j]);
    return code;
}

void bench_input_close(bench_input *b)
{
    for (unsigned i = 0; i < b->copy_count; i++)
        for (uint64_t j = 0; j < b->input_count; j++)
            if (b->copies[i][j])
                clReleaseMemObject(b->copies[i][j]);
    if (b->queue)
        clReleaseCommandQueue(b->queue);
}

const cl_mem *bench_input_next(bench_input *b)
{
    const cl_mem *copy = b->copies[b->next];

    b->next = (b->next + 1) % b->copy_count;
    return copy;
}
