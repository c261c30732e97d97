/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gather - the elements that --index names. See gather.h.
 */
#include "gather.h"
#include "beside.h"
#include "message.h"
#include "smaller.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Reads all elements of an input. */
static int read_input(gather *g, size_t number, input *in, const char *name, uint64_t *count)
{
    void *elements = NULL;
    const bool has_room = beside_read(in, UINT64_MAX, &elements, count);

    g->elements[number] = elements;
    if (!has_room)
        return message_fail(CODE_DEVICE, "out of memory for all elements of %s.", name);
    return beside_fail(in);
}

static int check_indices(const gather *g, const char *path, const char *name, uint64_t elements)
{
    for (uint64_t i = 0; i < g->count; i++)
        if (g->indices[i] >= elements)
            return message_fail(CODE_INPUT,
                                "%s: index %" PRIu64 " is %" PRIu64 ", but %s has %" PRIu64
                                " elements, numbered from 0.",
                                beside_name(path), i, g->indices[i], name, elements);
    return CODE_FINE;
}

int gather_open(gather *g, const options *o, input *const *inputs, const char *const *names,
                size_t input_count)
{
    const char *path = o->index.path;
    g->element_size = input_element_size(inputs[0]);
    g->input_count = input_count;
    OR_RETURN(beside_read_list(o, &o->index, "index", "indices", &g->indices, &g->count));
    for (size_t i = 0; i < input_count; i++) {
        uint64_t elements;
        OR_RETURN(read_input(g, i, inputs[i], names[i], &elements));
        OR_RETURN(check_indices(g, path, names[i], elements));
    }
    return CODE_FINE;
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
    const uint64_t count = smaller(capacity, g->count - g->done);
    const size_t size = g->element_size;

    for (size_t n = 0; n < g->input_count; n++) {
        char *room = (char *)rooms[n] + offset;
        for (uint64_t i = 0; i < count; i++)
            memcpy(room + i * size, g->elements[n] + g->indices[g->done + i] * size, size);
    }
    g->done += count;
    return count;
}
