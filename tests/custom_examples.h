/* SPDX-License-Identifier: Apache-2.0 */
/*
 * custom_examples - custom operators under test: their texts, elements, and the results that C
 * computes, element by element, to the bit.
 */
#ifndef CLREDUCE_TESTS_CUSTOM_EXAMPLES_H
#define CLREDUCE_TESTS_CUSTOM_EXAMPLES_H

#include <clreduce/clreduce.h>

enum { EXAMPLE_COMPLEX, EXAMPLE_MATRIX, EXAMPLE_BOX, EXAMPLES };

struct example {
    clr_custom custom;
    void (*fill)(void *data, size_t count);
    void (*fold)(const void *data, size_t count, void *result);
    size_t result_size;
};

extern const struct example examples[EXAMPLES];

/* An element, and the result, of EXAMPLE_COMPLEX. */
struct complex_number {
    float re, im;
};

#endif
