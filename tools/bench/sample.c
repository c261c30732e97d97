/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sample - random elements of every type, made of numbers of 64 random bits. See sample.h.
 */
#include "sample.h"
#include "value.h"
#include <string.h>

/* Number `index` of a sequence of random ones: SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t random_bits(uint64_t index)
{
    uint64_t z = (index + 1) * UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* The upper `digits` bits as a number of [0, 1), which a type of that many digits holds exactly. */
static double fraction(uint64_t bits, unsigned digits)
{
    return (double)(bits >> (64 - digits)) / (double)(UINT64_C(1) << digits);
}

/* So little off 1 on average that 2^30 factors stay within the range of f64. */
static double near_one(uint64_t bits)
{
    return 1 + (fraction(bits, 24) - 0.5) / 1024;
}

/*
 * A pattern next to that of 1, where such numbers are far apart: mostly 1 itself, else one number
 * above or, twice as often because half as far, the one below. The mean is 1.
 */
static uint16_t pattern_near(uint16_t one, uint64_t bits)
{
    static const int8_t steps[64] = {+1, -1, -1};

    return (uint16_t)(one + steps[bits >> 58]);
}

static uint64_t any_bits(uint64_t bits)
{
    return bits;
}

/* Odd whatever part of it is stored: their product is never 0. */
static uint64_t odd_bits(uint64_t bits)
{
    return bits | UINT64_C(0x0101010101010101);
}

static uint16_t spread_f16(uint64_t bits)
{
    return value_to_f16(fraction(bits, 11));
}

static uint16_t near_one_f16(uint64_t bits)
{
    return pattern_near(0x3C00, bits);
}

static uint16_t spread_bf16(uint64_t bits)
{
    return value_to_bf16(fraction(bits, 8));
}

static uint16_t near_one_bf16(uint64_t bits)
{
    return pattern_near(0x3F80, bits);
}

static float spread_f32(uint64_t bits)
{
    return (float)fraction(bits, 24);
}

static float near_one_f32(uint64_t bits)
{
    return (float)near_one(bits);
}

static double spread_f64(uint64_t bits)
{
    return fraction(bits, 53);
}

/* ---- Filling -------------------------------------------------------------------------------- */

/* fill_NAME(): every element made by NAME() and stored as TYPE. */
#define FILL(name, type)                                                                           \
    static void fill_##name(void *elements, uint64_t count)                                        \
    {                                                                                              \
        type *element = elements;                                                                  \
        for (uint64_t i = 0; i < count; i++)                                                       \
            element[i] = name(random_bits(i));                                                     \
    }

FILL(spread_f16, uint16_t)
FILL(near_one_f16, uint16_t)
FILL(spread_bf16, uint16_t)
FILL(near_one_bf16, uint16_t)
FILL(spread_f32, float)
FILL(near_one_f32, float)
FILL(spread_f64, double)
FILL(near_one, double)

/* Integers of any width, eight bytes at a time. */
#define FILL_BYTES(name)                                                                           \
    static void fill_##name(void *elements, uint64_t size)                                         \
    {                                                                                              \
        unsigned char *at = elements;                                                              \
        for (uint64_t i = 0; i < size; i += sizeof(uint64_t)) {                                    \
            uint64_t bits = name(random_bits(i));                                                  \
            uint64_t room = size - i;                                                              \
            memcpy(at + i, &bits, room < sizeof bits ? room : sizeof bits);                        \
        }                                                                                          \
    }

FILL_BYTES(any_bits)
FILL_BYTES(odd_bits)

// clang-format off
static const struct {
    clr_type type;
    void (*fill[2])(void *elements, uint64_t count); /* by sample_kind */
} floats[] = {
    {CLR_TYPE_F16,  {fill_spread_f16,  fill_near_one_f16}},
    {CLR_TYPE_BF16, {fill_spread_bf16, fill_near_one_bf16}},
    {CLR_TYPE_F32,  {fill_spread_f32,  fill_near_one_f32}},
    {CLR_TYPE_F64,  {fill_spread_f64,  fill_near_one}},
};
// clang-format on

sample_kind sample_kind_for(clr_operator op)
{
    return op == CLR_OPERATOR_PROD ? SAMPLE_NEAR_ONE : SAMPLE_SPREAD;
}

int sample_fill(clr_type type, sample_kind kind, void *elements, uint64_t count)
{
    for (size_t i = 0; i < sizeof floats / sizeof floats[0]; i++) {
        if (floats[i].type == type) {
            floats[i].fill[kind](elements, count);
            return 0;
        }
    }
    if (value_kind_of(type) == VALUE_REAL)
        return -1;
    (kind == SAMPLE_NEAR_ONE ? fill_odd_bits : fill_any_bits)(elements,
                                                              count * clr_type_size(type));
    return 0;
}
