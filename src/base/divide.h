/* SPDX-License-Identifier: Apache-2.0 */
/*
 * divide - what kernels need to divide numbers below 2^63 by the same one again and again, with a
 * multiplication for each: cl/extent/multiply.cl, which says by whom that is.
 */
#ifndef CLREDUCE_BASE_DIVIDE_H
#define CLREDUCE_BASE_DIVIDE_H

#include <stdint.h>

/* The number of bits of divisor - 1. */
static inline uint64_t clri_divide_shift(uint64_t divisor)
{
    return divisor > 1 ? 64 - (uint64_t)__builtin_clzll(divisor - 1) : 0;
}

/* 2^(63 + shift) / divisor, rounded up; of 0, by which nobody divides, 0. */
static inline uint64_t clri_divide_inverse(uint64_t divisor)
{
    __extension__ typedef unsigned __int128 wide;
    const wide dividend = (wide)1 << (63 + clri_divide_shift(divisor));

    return divisor ? (uint64_t)((dividend + divisor - 1) / divisor) : 0;
}

#endif
