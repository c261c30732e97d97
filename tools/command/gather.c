/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gather - the elements that --index names. See gather.h.
 */
#include "gather.h"
#include "message.h"
#include "number_list.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Elements that are read at a time where only the end tells how many there are. */
#define STEP (UINT64_C(1) << 20)

static int fail_memory(const char *name)
{
    return message_fail(CODE_DEVICE, "out of memory for all elements of %s.", name);
}

/* All elements of the input, as many as there are. */
static int read_input(gather *g, size_t number, input *in, const char *name, uint64_t *count)
{
    uint64_t room = input_count(in) == INPUT_COUNT_UNKNOWN ? STEP : input_count(in) + 1;
    uint64_t got;

    *count = 0;
    do {
        char *larger = room > SIZE_MAX / g->element_size
                           ? NULL
                           : realloc(g->elements[number], room * g->element_size);
        if (larger == NULL)
            return fail_memory(name);
        g->elements[number] = larger;
        got = input_read(in, larger + *count * g->element_size, room - *count);
        *count += got;
        room += *count == room ? room : 0;
    } while (got != 0);
    if (input_error(in) != NULL)
        return message_fail(CODE_INPUT, "%s", input_error(in));
    return CODE_FINE;
}

static int check_indices(const gather *g, const char *path, const char *name, uint64_t elements)
{
    for (uint64_t i = 0; i < g->count; i++) {
        if (g->indices[i] >= elements)
            return message_fail(CODE_INPUT,
                                "%s: index %" PRIu64 " is %" PRIu64 ", but %s has %" PRIu64
                                " elements, numbered from 0.",
                                number_list_file(path), i, g->indices[i], name, elements);
    }
    return CODE_FINE;
}

int gather_open(gather *g, const options *o, input *const *inputs, const char *const *names,
                size_t input_count)
{
    static const number_list_name called = {"index", "indices"};
    const char *path = o->index;
    int code = number_list_read(o, path, &called, &g->indices, &g->count);

    g->element_size = input_element_size(inputs[0]);
    g->input_count = input_count;
    for (size_t i = 0; code == CODE_FINE && i < input_count; i++) {
        uint64_t elements;
        code = read_input(g, i, inputs[i], names[i], &elements);
        if (code == CODE_FINE)
            code = check_indices(g, path, names[i], elements);
    }
    return code;
}

void gather_close(gather *g)
{
    for (size_t i = 0; i < CLR_INPUTS_MOST; i++)
        free(g->elements[i]);
    free(g->indices);
    *g = (gather){0};
}

uint64_t gather_read(gather *g, void *const rooms[], uint64_t offset, uint64_t capacity)
{
    const uint64_t left = g->count - g->done;
    const uint64_t count = capacity < left ? capacity : left;
    const size_t size = g->element_size;

    for (size_t n = 0; n < g->input_count; n++) {
        char *room = (char *)rooms[n] + offset;
        for (uint64_t i = 0; i < count; i++)
            memcpy(room + i * size, g->elements[n] + g->indices[g->done + i] * size, size);
    }
    g->done += count;
    return count;
}
