/* SPDX-License-Identifier: Apache-2.0 */
/*
 * limbs - compiles the kernels' integers of any length and their rounding (cl/exact) for the host,
 * so that host and devices share one source. OpenCL C's types and functions are defined here as
 * macros, and undefined below.
 */
#ifndef CLREDUCE_BASE_LIMBS_H
#define CLREDUCE_BASE_LIMBS_H

#include <stdbool.h>
#include <stdint.h>

/* By halves: compilers for 32 bits have no integers of 128. */
static inline uint64_t clri_mul_hi(uint64_t a, uint64_t b)
{
    const uint64_t a_low = a & UINT32_MAX, a_high = a >> 32;
    const uint64_t b_low = b & UINT32_MAX, b_high = b >> 32;
    const uint64_t first = a_high * b_low + (a_low * b_low >> 32);
    const uint64_t second = a_low * b_high + (first & UINT32_MAX);

    return a_high * b_high + (first >> 32) + (second >> 32);
}

#define uint           uint32_t
#define ulong          uint64_t
#define clz(x)         __builtin_clzll(x)
#define mul_hi         clri_mul_hi
#define CLR_FN         static inline __attribute__((always_inline))
#define CLR_COLD       CLR_FN
#define CLR_LIMB_SPACE /* C has one address space */

/* Each file needs those before it. */
/* clang-format off */
#include "../../cl/exact/limbs.cl"
#include "../../cl/exact/leading.cl"
#include "../../cl/exact/rounding.cl"
#include "../../cl/exact/variance.cl"
#include "../../cl/exact/wide.cl"
/* clang-format on */

#undef uint
#undef ulong
#undef clz
#undef mul_hi
#undef CLR_FN
#undef CLR_COLD
#undef CLR_LIMB_SPACE

#endif
