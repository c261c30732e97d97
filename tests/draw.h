/* SPDX-License-Identifier: Apache-2.0 */
/* draw - what tests draw at random, of the seed's numbers (split_mix.h). */
#ifndef CLREDUCE_TESTS_DRAW_H
#define CLREDUCE_TESTS_DRAW_H

#include "split_mix.h"
#include "unit.h"

/* An element of an array. */
#define ONE_OF(seed, array) ((array)[below(seed, COUNT(array))])

static inline size_t below(uint64_t *seed, size_t limit)
{
    return (size_t)(next_random(seed) % limit);
}

#endif
