/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_data - the elements that a benchmark reduces. See bench_data.h.
 */
#include "bench_data.h"
#include "message.h"
#include "sample.h"
#include <inttypes.h>
#include <stdlib.h>

#define PAGE_SIZE 4096

uint64_t bench_data_size(const bench_data *data)
{
    return data->count * clr_type_size(data->type);
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

int bench_data_open(bench_data *data, clr_type type, uint64_t count, const clr_device *device)
{
    *data = (bench_data){.count = count, .type = type, .kind = -1};
    if (count == 0)
        return message_fail(CODE_USAGE, "bench needs a --count of at least 1.");
    if (count > (SIZE_MAX - PAGE_SIZE) / clr_type_size(type))
        return message_fail(CODE_USAGE, "a --count of %" PRIu64 " is beyond this machine's memory.",
                            count);

    uint64_t size = bench_data_size(data);
    int code = check_size(device, size);
    if (code != CODE_FINE)
        return code;
    data->elements = aligned_alloc(PAGE_SIZE, (size + PAGE_SIZE - 1) / PAGE_SIZE * PAGE_SIZE);
    if (data->elements == NULL)
        return message_fail(CODE_DEVICE, "out of memory for %" PRIu64 " bytes of data.", size);
    return CODE_FINE;
}

void bench_data_close(bench_data *data)
{
    free(data->elements);
}

int bench_data_fill(bench_data *data, clr_operator op)
{
    sample_kind kind = sample_kind_for(op);

    /* Operators that want elements of one kind share them. */
    if (data->kind == (int)kind)
        return CODE_FINE;
    if (sample_fill(data->type, kind, data->elements, data->count) != 0)
        return message_fail(CODE_USAGE, "bench has no data of type %s.", clr_type_name(data->type));
    data->kind = (int)kind;
    return CODE_FINE;
}

bench_data bench_data_part(const bench_data *data, uint64_t count)
{
    bench_data part = *data;

    part.count = count;
    return part;
}

check bench_data_answer(const bench_data *data, clr_operator op)
{
    check answer;

    check_start(&answer, op, data->type);
    check_add(&answer, data->elements, data->count);
    return answer;
}
