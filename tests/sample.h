/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sample - samples a product of cases that needs no device: all, or in the small scope of
 * sanitizers every fourth.
 */
#ifndef CLREDUCE_TESTS_SAMPLE_H
#define CLREDUCE_TESTS_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Whether the case is left out; `number` is the sum of its indices along the product's axes. */
static inline bool is_left_out(size_t number)
{
    const char *scope = getenv("CLR_TEST_SCOPE");

    return scope && strcmp(scope, "small") == 0 && number % 4 != 0;
}

#endif
