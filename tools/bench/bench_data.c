/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_data - room for the inputs of a request, their elements, and the answers. See bench_data.h.
 */
#include "bench_data.h"
#include "message.h"
#include <inttypes.h>
#include <stdlib.h>

#define PAGE_SIZE 4096

static uint64_t input_size(const bench_data *data)
{
    return data->count * clr_type_size(data->type);
}

uint64_t bench_data_size(const bench_data *data)
{
    return input_size(data) * data->input_count;
}

static int check_size(const clr_device *device, uint64_t size)
{
    uint64_t limit = device->max_mem_alloc_size;

    if (limit == CLR_UNKNOWN || size <= limit)
        return CODE_FINE;
    return message_fail(CODE_USAGE,
                        "%" PRIu64 " bytes are more than the %" PRIu64
                        " that %s takes in one buffer: choose a smaller --count.",
                        size, limit, device->name);
}

static int make_room(bench_data *data)
{
    uint64_t size = input_size(data);
    void *made = aligned_alloc(PAGE_SIZE, (size + PAGE_SIZE - 1) / PAGE_SIZE * PAGE_SIZE);

    if (!made)
        return message_fail(CODE_DEVICE, "out of memory for %" PRIu64 " bytes of data.", size);
    data->inputs[data->input_count++] = made;
    return CODE_FINE;
}

int bench_data_open(bench_data *data, const request *r, clr_type type, uint64_t count,
                    const clr_device *device)
{
    *data = (bench_data){.count = count, .type = type};
    if (count == 0)
        return message_fail(CODE_USAGE, "bench needs a --count of at least 1.");
    if (count > (SIZE_MAX - PAGE_SIZE) / clr_type_size(type))
        return message_fail(CODE_USAGE, "a --count of %" PRIu64 " is beyond this machine's memory.",
                            count);

    OR_RETURN(check_size(device, input_size(data)));
    while (data->input_count < r->inputs)
        OR_RETURN(make_room(data));
    return CODE_FINE;
}

void bench_data_close(bench_data *data)
{
    for (uint64_t i = 0; i < data->input_count; i++)
        free(data->inputs[i]);
}

void bench_data_fill(bench_data *data, const distribution *kind)
{
    for (uint64_t i = 0; i < data->input_count; i++)
        distribution_fill(kind, data->type, i, data->inputs[i], data->count);
    data->kind = kind;
}

bench_data bench_data_part(const bench_data *data, uint64_t count)
{
    bench_data part = *data;

    part.count = count;
    return part;
}

void bench_data_answer(const bench_data *data, const request *r, check answers[CLR_REDUCTIONS_MOST])
{
    for (size_t i = 0; i < r->count; i++) {
        check_start(&answers[i], &r->reductions[i]);
        check_array(&answers[i], (const void *const *)data->inputs, data->count);
    }
}
