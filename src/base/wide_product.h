/* SPDX-License-Identifier: Apache-2.0 */
/* wide_product - the upper half of a product of two 64-bit numbers, for the host: OpenCL C's
 * mul_hi(). */
#ifndef CLREDUCE_BASE_WIDE_PRODUCT_H
#define CLREDUCE_BASE_WIDE_PRODUCT_H

#include <stdint.h>

/* By the compiler's 128-bit integers, one instruction; by halves where it has none, as for 32-bit
 * machines. */
static inline uint64_t clri_product_high(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 wide;

    return (uint64_t)((wide)a * b >> 64);
#else
    const uint64_t a_low = a & UINT32_MAX, a_high = a >> 32;
    const uint64_t b_low = b & UINT32_MAX, b_high = b >> 32;
    const uint64_t first = a_high * b_low + (a_low * b_low >> 32);
    const uint64_t second = a_low * b_high + (first & UINT32_MAX);

    return a_high * b_high + (first >> 32) + (second >> 32);
#endif
}

#endif
