/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gather - the elements that --index names: reads the inputs whole, and hands out their elements in
 * the list's order. Uses no OpenCL.
 */
#ifndef CLREDUCE_TOOLS_GATHER_H
#define CLREDUCE_TOOLS_GATHER_H

#include "input.h"
#include "options.h"
#include <clreduce/clreduce.h>
#include <stdint.h>

typedef struct gather {
    uint64_t *indices;
    uint64_t count; /* indices */
    uint64_t done;
    size_t element_size;
    size_t input_count;
    char *elements[CLR_INPUTS_MOST]; /* all elements of each input */
} gather;

/*
 * Reads the list of --index, and all of the inputs; `names` are for messages. Call gather_close()
 * whatever the outcome, with `*g` zero-initialised before. Returns 0, or the exit code after a
 * sentence.
 */
int gather_open(gather *g, const options *o, input *const *inputs, const char *const *names,
                size_t input_count);
void gather_close(gather *g);

/* Writes the next elements of each input to byte `offset` of its room; returns their number. */
uint64_t gather_read(gather *g, void *const rooms[], uint64_t offset, uint64_t capacity);

#endif
