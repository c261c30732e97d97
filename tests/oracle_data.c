/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The oracle's test data: a table of kinds, each with a way to draw a float and a whole number.
 * What an element comes to depends on the seed and on its place alone. oracle_ends.c has the kinds
 * of floats that are drawn by the array.
 */
#include "oracle_parts.h"

#include <float.h>
#include <math.h>

uint64_t oracle_random(uint64_t *state)
{
    uint64_t x = *state;

    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *state = x;
    return x * UINT64_C(2685821657736338717);
}

/* A number in [0, 1). */
static double random_unit(uint64_t *state)
{
    return (double)(oracle_random(state) >> 11) * 0x1p-53;
}

/* 1 or -1. */
static double random_sign(uint64_t *state)
{
    return oracle_random(state) >> 63 ? -1.0 : 1.0;
}

/* A whole number below `limit`, which is small. */
static uint64_t random_below(uint64_t *state, uint64_t limit)
{
    return (oracle_random(state) >> 32) % limit;
}

/* ---- Floats -------------------------------------------------------------------------------- */

static const double greatest[] = {[CLR_TYPE_F16] = 0x1.ffcp15,
                                  [CLR_TYPE_BF16] = 0x1.fep127,
                                  [CLR_TYPE_F32] = (double)FLT_MAX,
                                  [CLR_TYPE_F64] = DBL_MAX};
static const double smallest[] = {[CLR_TYPE_F16] = 0x1p-24,
                                  [CLR_TYPE_BF16] = 0x1p-133,
                                  [CLR_TYPE_F32] = 0x1p-149,
                                  [CLR_TYPE_F64] = 0x1p-1074};

static double uniform_float(uint64_t *state, clr_type type)
{
    (void)type;
    return random_unit(state) * 2 - 1;
}

static double wide_float(uint64_t *state, clr_type type)
{
    double x;

    do {
        uint64_t bits = oracle_random(state);
        x = oracle_from_bits(type, bits);
    } while (!isfinite(x));
    return x;
}

static double special_float(uint64_t *state, clr_type type)
{
    double sign = random_sign(state);

    switch (oracle_random(state) >> 32 & 31) { /* the rarest first: NaN and infinities end it all */
    case 0:
        return oracle_random(state) >> 60 ? sign : (double)NAN;
    case 1:
        return oracle_random(state) >> 61 ? sign : sign * (double)INFINITY;
    case 2:
    case 3:
        return sign * 0.0;
    case 4:
        return sign * smallest[type];
    case 5:
        return sign * 5 * smallest[type];
    case 6:
        return sign * greatest[type];
    default:
        return sign * random_unit(state);
    }
}

static double small_float(uint64_t *state, clr_type type)
{
    (void)type;
    return rint((double)(oracle_random(state) >> 32) * 0x1p-32 * 17 - 8.5);
}

/* As near as the type's digits allow, so that a product of many stays in range. */
static double near_one_float(uint64_t *state, clr_type type)
{
    double spread = oracle_size(type) == 2 ? 0x1p-6 : 0x1p-10;
    double magnitude = 1 + (random_unit(state) - 0.5) * spread;

    return magnitude * random_sign(state);
}

static uint64_t random_factor(uint64_t *state)
{
    if (random_below(state, 32))
        return 1;
    return random_below(state, 64) ? 1 + random_below(state, 7) : 0;
}

static double factor_float(uint64_t *state, clr_type type)
{
    double magnitude = (double)random_factor(state);

    (void)type;
    return magnitude * random_sign(state);
}

static double one_float(uint64_t *state, clr_type type)
{
    (void)state;
    (void)type;
    return 1;
}

static double zero_float(uint64_t *state, clr_type type)
{
    (void)type;
    return 0 * random_sign(state);
}

static double flag_float(uint64_t *state, clr_type type)
{
    return random_below(state, 256) ? zero_float(state, type) : 1;
}

static double tie_float(uint64_t *state, clr_type type)
{
    static const double values[] = {0, 0.5, 3};
    double magnitude = values[random_below(state, 3)];

    (void)type;
    return magnitude * random_sign(state);
}

/* Where ORACLE_OFFSET lies: the spread is some tens of the type's steps there, or more. */
static const struct {
    double base, spread;
} offsets[] = {
    [CLR_TYPE_I8] = {100, 20},   [CLR_TYPE_I16] = {3e4, 1e3}, [CLR_TYPE_I32] = {1e8, 1e3},
    [CLR_TYPE_I64] = {1e8, 1e3}, [CLR_TYPE_U8] = {200, 40},   [CLR_TYPE_U16] = {6e4, 1e3},
    [CLR_TYPE_U32] = {1e8, 1e3}, [CLR_TYPE_U64] = {1e8, 1e3}, [CLR_TYPE_F16] = {1000, 20},
    [CLR_TYPE_BF16] = {100, 20}, [CLR_TYPE_F32] = {1e8, 1e3}, [CLR_TYPE_F64] = {1e8, 1},
};

static double offset_float(uint64_t *state, clr_type type)
{
    return offsets[type].base + offsets[type].spread * random_unit(state);
}

static double extreme_float(uint64_t *state, clr_type type)
{
    return random_sign(state) * greatest[type];
}

static double greatest_float(uint64_t *state, clr_type type)
{
    return greatest[type] * (1 - random_unit(state) / 8);
}

static double subnormal_float(uint64_t *state, clr_type type)
{
    static const int digits[] = {
        [CLR_TYPE_F16] = 10, [CLR_TYPE_BF16] = 7, [CLR_TYPE_F32] = 23, [CLR_TYPE_F64] = 52};
    double sign = random_sign(state);

    return sign * (double)(oracle_random(state) >> (64 - digits[type]) | 1) * smallest[type];
}

static double infinite_float(uint64_t *state, clr_type type)
{
    (void)state;
    (void)type;
    return (double)INFINITY;
}

static double minus_infinite_float(uint64_t *state, clr_type type)
{
    return -infinite_float(state, type);
}

static double nan_float(uint64_t *state, clr_type type)
{
    (void)state;
    (void)type;
    return (double)NAN;
}

/* ---- Integers ------------------------------------------------------------------------------ */

/* All are cut to the type's bits. */

static uint64_t top_bit(clr_type type)
{
    return UINT64_C(1) << (8 * oracle_size(type) - 1);
}

static uint64_t uniform_integer(uint64_t *state, clr_type type)
{
    (void)type;
    return oracle_random(state);
}

static uint64_t wide_integer(uint64_t *state, clr_type type)
{
    uint64_t x = oracle_random(state);

    (void)type;
    return x >> (oracle_random(state) >> 58);
}

static uint64_t special_integer(uint64_t *state, clr_type type)
{
    uint64_t x = oracle_random(state);
    uint64_t top = top_bit(type);
    const uint64_t extremes[] = {0, 1, UINT64_MAX, top, top - 1};

    return x >> 61 ? x : extremes[(x >> 32) % 5];
}

/* Whole numbers around 0 that reach as far as `most`; unsigned ones begin there. */
static uint64_t around_zero(uint64_t *state, clr_type type, uint64_t most)
{
    return oracle_is_signed(type) ? random_below(state, 2 * most + 1) - most
                                  : random_below(state, most + 1);
}

static uint64_t small_integer(uint64_t *state, clr_type type)
{
    return around_zero(state, type, 8);
}

static uint64_t tiny_integer(uint64_t *state, clr_type type)
{
    return around_zero(state, type, 1);
}

static uint64_t odd_integer(uint64_t *state, clr_type type)
{
    (void)type;
    return oracle_random(state) | 1;
}

static uint64_t factor_integer(uint64_t *state, clr_type type)
{
    uint64_t magnitude = random_factor(state);

    return oracle_is_signed(type) && oracle_random(state) >> 63 ? 0 - magnitude : magnitude;
}

static uint64_t one_integer(uint64_t *state, clr_type type)
{
    (void)state;
    (void)type;
    return 1;
}

static uint64_t zero_integer(uint64_t *state, clr_type type)
{
    (void)state;
    (void)type;
    return 0;
}

static uint64_t flag_integer(uint64_t *state, clr_type type)
{
    (void)type;
    return random_below(state, 256) == 0;
}

static uint64_t tie_integer(uint64_t *state, clr_type type)
{
    static const uint64_t values[] = {3, 5, 100};

    (void)type;
    return values[random_below(state, 3)];
}

static uint64_t offset_integer(uint64_t *state, clr_type type)
{
    return (uint64_t)offset_float(state, type);
}

static uint64_t extreme_integer(uint64_t *state, clr_type type)
{
    uint64_t least = oracle_is_signed(type) ? top_bit(type) : 0;

    return oracle_random(state) >> 63 ? least : least - 1;
}

static uint64_t greatest_integer(uint64_t *state, clr_type type)
{
    uint64_t limit = oracle_is_signed(type) ? top_bit(type) - 1 : 2 * top_bit(type) - 1;

    return limit - oracle_random(state) % (limit / 16);
}

/* Steps of 2^62 are so rare that sums of some hundred elements end on either side. */
static uint64_t brink_integer(uint64_t *state, clr_type type)
{
    uint64_t x = oracle_random(state);
    uint64_t magnitude = x >> 44;

    if (oracle_size(type) < 8)
        return x;
    if (random_below(state, oracle_is_signed(type) ? 64 : 256) == 0)
        magnitude += UINT64_C(1) << 62;
    return oracle_is_signed(type) && x & 1 ? 0 - magnitude : magnitude;
}

/* A power of two or its neighbours, of either sign where there is one. */
static uint64_t power_integer(uint64_t *state, clr_type type)
{
    const uint64_t bit = UINT64_C(1) << random_below(state, 8 * oracle_size(type));
    const uint64_t magnitude = bit + random_below(state, 3) - 1;

    return oracle_is_signed(type) && oracle_random(state) >> 63 ? 0 - magnitude : magnitude;
}

/* ---- Kinds --------------------------------------------------------------------------------- */

static const struct {
    double (*of_floats)(uint64_t *state, clr_type type);
    uint64_t (*of_integers)(uint64_t *state, clr_type type);
} kinds[] = {
    [ORACLE_UNIFORM] = {uniform_float, uniform_integer},
    [ORACLE_WIDE] = {wide_float, wide_integer},
    [ORACLE_SPECIAL] = {special_float, special_integer},
    [ORACLE_SMALL] = {small_float, small_integer},
    [ORACLE_NEAR_ONE] = {near_one_float, odd_integer},
    [ORACLE_FACTORS] = {factor_float, factor_integer},
    [ORACLE_ONES] = {one_float, one_integer},
    [ORACLE_FLAGS] = {flag_float, flag_integer},
    [ORACLE_ZEROS] = {zero_float, zero_integer},
    [ORACLE_TIES] = {tie_float, tie_integer},
    [ORACLE_OFFSET] = {offset_float, offset_integer},
    [ORACLE_EXTREMES] = {extreme_float, extreme_integer},
    [ORACLE_GREATEST] = {greatest_float, greatest_integer},
    [ORACLE_BRINK] = {uniform_float, brink_integer},
    [ORACLE_SUBNORMAL] = {subnormal_float, tiny_integer},
    [ORACLE_INFINITE] = {infinite_float, uniform_integer},
    [ORACLE_MINUS_INFINITE] = {minus_infinite_float, uniform_integer},
    [ORACLE_NANS] = {nan_float, uniform_integer},
    [ORACLE_ONE_NAN] = {uniform_float, uniform_integer},
    /* Floats: oracle_ends.c. */
    [ORACLE_BRIM] = {NULL, special_integer},
    [ORACLE_BALANCE] = {NULL, brink_integer},
    [ORACLE_SPANS] = {NULL, wide_integer},
    [ORACLE_ROWS] = {NULL, power_integer},
    [ORACLE_DUST] = {NULL, tiny_integer},
    [ORACLE_ROOTS] = {NULL, wide_integer},
};

oracle_data oracle_data_of_second(oracle_data kind)
{
    if (kind == ORACLE_BALANCE)
        return ORACLE_ONES;
    return kind == ORACLE_BRIM ? ORACLE_FACTORS : kind;
}

void oracle_fill(oracle_data kind, uint64_t seed, clr_type type, void *data, size_t count)
{
    uint64_t state = seed * UINT64_C(0x9e3779b97f4a7c15) | 1;

    if (oracle_fill_ends(kind, &state, type, data, count))
        return;
    for (size_t i = 0; i < count; i++)
        if (oracle_is_float(type))
            oracle_store(type, data, i, kinds[kind].of_floats(&state, type));
        else
            oracle_store_bits(type, data, i, kinds[kind].of_integers(&state, type));
    if (kind == ORACLE_ONE_NAN && count > 0 && oracle_is_float(type))
        oracle_store(type, data, (size_t)(seed % count), (double)NAN);
}
