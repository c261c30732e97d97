/* SPDX-License-Identifier: Apache-2.0 */
/* sample - of products that need no device: whole, or in the small scope of sanitizers every
 * fourth. */
#ifndef CLREDUCE_TESTS_SAMPLE_H
#define CLREDUCE_TESTS_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Whether the place of this number, as a sum of what varies in the product, is left out. */
static inline bool is_left_out(size_t number)
{
    const char *scope = getenv("CLR_TEST_SCOPE");

    return scope && strcmp(scope, "small") == 0 && number % 4 != 0;
}

#endif
