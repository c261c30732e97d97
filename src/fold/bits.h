/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bits - floats as integers: significand, exponent and sign, by which the host's exact folds go.
 * Exponents are counted from the exponent of subnormals, CLRI_LOWEST_F32 or _F64: a number is its
 * significand times 2^(exponent + CLRI_LOWEST_F64).
 */
#ifndef CLREDUCE_FOLD_BITS_H
#define CLREDUCE_FOLD_BITS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Exponents of the smallest subnormals, and exponent fields of infinities and NaNs. */
enum {
    CLRI_LOWEST_F32 = -149,
    CLRI_LOWEST_F64 = -1074,
    CLRI_ENDLESS_F32 = 0xff,
    CLRI_ENDLESS_F64 = 0x7ff
};

#define CLRI_INFINITY_F32 UINT32_C(0x7f800000)
#define CLRI_INFINITY_F64 UINT64_C(0x7ff0000000000000)

/* The one NaN that results are. */
#define CLRI_NAN_F32 UINT32_C(0x7fc00000)
#define CLRI_NAN_F64 UINT64_C(0x7ff8000000000000)

static inline uint32_t clri_bits_of_f32(float x)
{
    uint32_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline uint64_t clri_bits_of_f64(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float clri_f32_of_bits(uint32_t bits)
{
    float x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline double clri_f64_of_bits(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

/* A half as an f32: its subnormals are multiples of 2^-24. */
static inline float clri_f32_of_half(uint16_t half)
{
    const uint32_t sign = (uint32_t)(half & 0x8000) << 16, magnitude = half & 0x7fff;
    const uint32_t exponent = magnitude >> 10;

    if (exponent == 0x1f)
        return clri_f32_of_bits(sign | CLRI_INFINITY_F32 | magnitude << 13);
    if (exponent == 0)
        return clri_f32_of_bits(sign | clri_bits_of_f32((float)magnitude * 0x1p-24f));
    return clri_f32_of_bits(sign | ((magnitude << 13) + ((UINT32_C(127) - 15) << 23)));
}

/* 0 of subnormals and of the smallest normal numbers. */
static inline int clri_exponent_f64(uint64_t bits)
{
    const int field = (int)(bits >> 52 & CLRI_ENDLESS_F64);

    return field - (field != 0);
}

static inline uint64_t clri_significand_f64(uint64_t bits)
{
    const uint64_t is_normal = (bits >> 52 & CLRI_ENDLESS_F64) != 0;

    return (bits & ((UINT64_C(1) << 52) - 1)) | is_normal << 52;
}

#endif
