/* SPDX-License-Identifier: Apache-2.0 */
/*
 * limbs - compiles the kernels' integers of any length and their rounding (cl/exact) for the host,
 * where accumulators, and sums that the host makes by itself, are rounded: one source for both, so
 * their bits cannot differ. OpenCL C's types and functions are defined here as macros, and
 * undefined below.
 */
#ifndef CLREDUCE_BASE_LIMBS_H
#define CLREDUCE_BASE_LIMBS_H

#include "base/wide_product.h"

#include <stdbool.h>
#include <stdint.h>

#define uint           uint32_t
#define ulong          uint64_t
#define clz(x)         __builtin_clzll(x)
#define mul_hi         clri_product_high
#define CLR_FN         static inline __attribute__((always_inline))
#define CLR_COLD       CLR_FN
#define CLR_LIMB_SPACE /* C has one address space */

/* Each file needs those before it. */
/* clang-format off */
#include "../../cl/exact/limbs.cl"
#include "../../cl/exact/leading.cl"
#include "../../cl/exact/rounding.cl"
#include "../../cl/exact/quotient.cl"
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
