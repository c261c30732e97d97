/* SPDX-License-Identifier: Apache-2.0 */
/*
 * divide - constants by which kernels divide numbers below 2^63 by a fixed divisor with one
 * multiplication and a shift (Granlund and Montgomery, "Division by invariant integers using
 * multiplication", 1994; cl/extent/multiply.cl): divisions of 64 bits take GPUs many registers
 * (docs/history/2026-11-25-registers-and-giants.md, "Registers of groups that fold rows").
 */
#ifndef CLREDUCE_BASE_DIVIDE_H
#define CLREDUCE_BASE_DIVIDE_H

#include <stdbool.h>
#include <stdint.h>

/* The number of bits of divisor - 1. */
static inline uint64_t clri_divide_shift(uint64_t divisor)
{
    return divisor > 1 ? 64 - (uint64_t)__builtin_clzll(divisor - 1) : 0;
}

/*
 * 2^(63 + shift) / divisor, rounded up; 0 for divisor 0, which no kernel divides by. Bit by bit, as
 * compilers for 32 bits lack integers of 128. The quotient's first bit is 1, for 2^shift is less
 * than 2 divisor.
 */
static inline uint64_t clri_divide_inverse(uint64_t divisor)
{
    uint64_t quotient = 1;
    uint64_t rest = (UINT64_C(1) << clri_divide_shift(divisor)) - divisor;

    if (!divisor)
        return 0;
    for (int bit = 0; bit < 63; bit++) {
        const bool is_set = 2 * rest >= divisor;

        quotient = 2 * quotient + is_set;
        rest = 2 * rest - (is_set ? divisor : 0);
    }
    return quotient + (rest != 0);
}

#endif
