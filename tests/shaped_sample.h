/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shaped_sample - random arrays, views of them and offsets, for tests of results of axes and of
 * segments; and which elements belong to a result, by the header's words.
 */
#ifndef CLREDUCE_TESTS_SHAPED_SAMPLE_H
#define CLREDUCE_TESTS_SHAPED_SAMPLE_H

#include "draw.h"
#include "oracle.h"

enum {
    INPUTS_MOST = 2,
    ELEMENTS_MOST = 70000,
    GUARD = 5, /* untouched elements on either side of results */
};

/* Places of elements in both inputs, result by result; and of the results in their arrays. */
struct sample {
    clr_shape shape;
    clr_type type; /* of elements */
    size_t inputs;
    size_t room[INPUTS_MOST];   /* elements of a buffer */
    size_t origin[INPUTS_MOST]; /* clr_span.first */
    clr_axes axes;
    uint64_t extents[CLR_RANK_MOST];
    int64_t strides[INPUTS_MOST][CLR_RANK_MOST];
    int64_t result_strides[CLR_RANK_MOST];
    bool is_row_major;
    uint64_t *begins, *ends; /* of segments */
    bool has_ends;
    clr_type offsets;
    size_t rows;
    size_t result_room, result_origin;
    unsigned char *elements[INPUTS_MOST];
};

/* In place, as its axes point into it. */
void sample_make(clr_shape shape, clr_type type, size_t inputs, uint64_t seed,
                 struct sample *sample);
void sample_destroy(struct sample *sample);

/* The elements of a result, to be freed, and what is to become of it. */
struct row {
    size_t count;
    size_t place; /* from the results' origin; may wrap below it */
    unsigned char *elements[INPUTS_MOST];
    clr_status status;
};

void row_find(const struct sample *sample, size_t number, struct row *row);

#endif
