/* SPDX-License-Identifier: Apache-2.0 */
/*
 * count - arithmetic of counts: the smaller and the larger of two, and a quotient rounded up.
 */
#ifndef CLREDUCE_BASE_COUNT_H
#define CLREDUCE_BASE_COUNT_H

#include <stdint.h>

static inline uint64_t clri_smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static inline uint64_t clri_larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Never overflows. */
static inline uint64_t clri_divide_up(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

#endif
