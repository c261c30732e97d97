/* SPDX-License-Identifier: Apache-2.0 */
/*
 * count - arithmetic of counts: the smaller and the larger of two, a quotient rounded up, and
 * powers of two.
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

/* The largest power of two up to x, or 1. */
static inline uint64_t clri_floor_power_of_two(uint64_t x)
{
    uint64_t power = 1;

    while (power <= x / 2)
        power *= 2;
    return power;
}

#endif
