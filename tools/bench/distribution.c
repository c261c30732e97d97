/* SPDX-License-Identifier: Apache-2.0 */
/*
 * distribution - the table of kinds of data, each element made of its index and 64 random bits, so
 * that any core can make any of them. See distribution.h.
 */
#include "distribution.h"
#include "value.h"
#include <math.h>
#include <string.h>

#define TWO_PI 6.283185307179586

/* SplitMix64 (Steele, Lea, Flood 2014). */
uint64_t distribution_bits(uint64_t index)
{
    uint64_t z = (index + 1) * UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* The upper `digits` bits as a number of [0, 1), which a type of that many digits holds exactly. */
static double fraction(uint64_t bits, int digits)
{
    return (double)(bits >> (64 - digits)) / (double)(UINT64_C(1) << digits);
}

/* The lowest bits decide on the sign: the upper ones make the number. */
static double with_sign(double magnitude, uint64_t bits)
{
    return (bits & 1) != 0 ? -magnitude : magnitude;
}

/* ---- Floats ---------------------------------------------------------------------------------- */

static double uniform(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    (void)index;
    return fraction(bits, s->digits);
}

/* Box and Muller 1958, of 32 bits each for radius and angle. */
static double normal(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    double radius = sqrt(-2 * log(((double)(bits >> 32) + 0.5) * 0x1p-32));

    (void)s, (void)index;
    return radius * cos(TWO_PI * 0x1p-32 * (double)(bits & UINT32_MAX));
}

static double lognormal(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    return exp(normal(s, index, bits));
}

static double wide(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    return fmin(exp(4 * normal(s, index, bits)), ldexp(1, s->largest));
}

static double sorted(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    (void)bits;
    return (double)index / (double)s->count;
}

static double constant(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    (void)s, (void)index, (void)bits;
    return 1.0 / 3;
}

static double half_zero(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    return (bits & 1) != 0 ? 0 : uniform(s, index, bits);
}

/*
 * Every exponent is as likely as the others, and so is every significand: of wide types all but the
 * 40 largest ones, so that 2^40 of them have a sum.
 */
static double random_pattern(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    const int spared = s->largest < 127 ? 0 : 40;
    const uint64_t exponents = (uint64_t)(s->largest - s->smallest + 2 - spared);
    const int exponent = (int)((distribution_bits(bits) >> 32) * exponents >> 32);
    const uint64_t significand = bits >> (65 - s->digits);
    const uint64_t hidden = exponent == 0 ? 0 : UINT64_C(1) << (s->digits - 1);

    (void)index;
    return with_sign(ldexp((double)(significand | hidden),
                           (exponent == 0 ? 0 : exponent - 1) + s->smallest - (s->digits - 1)),
                     bits);
}

/* Numbers about as large as their squares' sums allow, and such as are as small. */
static double alternating(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    const int exponent = s->largest * 3 / 8;

    return with_sign(
        ldexp(1 + fraction(bits, s->digits - 1), index % 2 == 0 ? exponent : -exponent), bits);
}

static double smallest_of(const distribution_shape *s)
{
    return ldexp(1, s->smallest - (s->digits - 1));
}

static double subnormal(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    const uint64_t steps = bits >> (65 - s->digits);

    (void)index;
    return (double)(steps == 0 ? 1 : steps) * smallest_of(s);
}

/* Pairs: a number, and what takes it away and the number's last digit too. */
static double cancelling(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    const uint64_t of_pair = distribution_bits(s->set + index / 2);
    const int span = s->largest / 2 < 20 ? s->largest / 2 : 20;
    const int exponent = (int)(of_pair % (uint64_t)(2 * span)) - span;
    const double number = 1 + fraction(of_pair, s->digits - 2);

    (void)bits;
    return ldexp(index % 2 == 0 ? number : -(number + ldexp(1, 1 - s->digits)), exponent);
}

/* The largest number, half of whose last place is 2^(largest - digits). */
static double most_of(const distribution_shape *s)
{
    return ldexp(2 - ldexp(1, 1 - s->digits), s->largest);
}

/*
 * Of 64 elements some are at the ends of the format, among ordinary ones: the largest number after
 * what makes a tie with it, its neighbour, and what takes all of them away again; the smallest
 * normal number and subnormal ones.
 */
static double extreme(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    const uint64_t of_block = distribution_bits(s->set + index / 64);
    const double half = ldexp(1, s->largest - s->digits);
    const double tie = half * (double)((of_block >> (66 - s->digits)) | 1);
    const double sign = (of_block & 1) != 0 ? -1 : 1;

    switch ((index + (of_block >> 1)) % 64) {
    case 0:
        return -sign * tie;
    case 8:
        return sign * most_of(s);
    case 16:
        return sign * (most_of(s) - 2 * half);
    case 24:
        return -sign * (most_of(s) - 2 * half);
    case 32:
        return -sign * most_of(s);
    case 40:
        return sign * tie;
    case 48:
        return with_sign(ldexp(1, s->smallest), bits);
    case 52:
    case 56:
        return with_sign(subnormal(s, index, bits), bits);
    default:
        return with_sign(fraction(bits, s->digits), bits);
    }
}

/* ---- Floats of which all, or every other one, are the same ----------------------------------- */

static double in_turn(uint64_t index, double even, double odd)
{
    return index % 2 == 0 ? even : odd;
}

/* 2^exponent, or the nearest such number that is normal and whose reciprocal is normal, too. */
static double power(const distribution_shape *s, int exponent)
{
    const int most = -s->smallest;

    return ldexp(1, exponent > most ? most : exponent < -most ? -most : exponent);
}

static double infinite(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    (void)s, (void)index, (void)bits;
    return (double)INFINITY;
}

static double no_number(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    (void)s, (void)index, (void)bits;
    return (double)NAN;
}

static double minus_zero(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    (void)s, (void)index, (void)bits;
    return -0.0;
}

static double largest(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    (void)index, (void)bits;
    return most_of(s);
}

static double ends(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    (void)bits;
    return in_turn(index, most_of(s), smallest_of(s));
}

static double zero_one(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    (void)s, (void)bits;
    return in_turn(index, -0.0, 1);
}

static double one_tiny(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    (void)bits;
    return in_turn(index, 1, power(s, -100));
}

/* ---- Floats among which some are hard -------------------------------------------------------- */

static double infinities(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    return bits % 64 == 0 ? (double)INFINITY : uniform(s, index, bits);
}

static double nans(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    return bits % 1000 == 0 ? (double)NAN : uniform(s, index, bits);
}

static double in_turn_60(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    return (1 + fraction(bits, s->digits - 1)) * in_turn(index, power(s, 60), power(s, -60));
}

/* Every exponent from -most to most is as likely as the others. */
static double within(const distribution_shape *s, int most, uint64_t bits)
{
    const int exponent = (int)(distribution_bits(bits) % (uint64_t)(2 * most + 1)) - most;

    return (1 + fraction(bits, s->digits - 1)) * power(s, exponent);
}

static double within_16(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    (void)index;
    return within(s, 16, bits);
}

static double within_40(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    (void)index;
    return within(s, 40, bits);
}

/* Of each 8 elements four are of kind `bits`, and the others take them away, in another order. */
static double wide_pairs(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    const uint64_t of_block = distribution_bits(s->set + index / 8);
    const uint64_t place = (index * (of_block % 4 * 2 + 1) + of_block / 4) % 8;
    const double number = random_pattern(s, index, distribution_bits(of_block + place / 2));

    (void)bits;
    return place % 2 == 0 ? number : -number;
}

/*
 * So little off 1 on average that 2^30 factors stay within the range of f64. Of few digits it is a
 * number next to 1, where such are far apart: mostly 1 itself, else the one above or, twice as
 * often because half as far, the one below. The mean is 1.
 */
static double near_one(const distribution_shape *s, uint64_t index, uint64_t bits)
{
    const double step = ldexp(1, -s->digits);
    const uint64_t drawn = bits >> 58;

    (void)index;
    if (s->digits >= 24)
        return 1 + (fraction(bits, 24) - 0.5) / 1024;
    return drawn == 0 ? 1 + 2 * step : drawn <= 2 ? 1 - step : 1;
}

/* ---- Integers -------------------------------------------------------------------------------- */

static uint64_t any_integer(uint64_t count, uint64_t index, uint64_t bits)
{
    (void)count, (void)index;
    return bits;
}

/* From 0 to the middle of the range, which is where signed types end. */
static uint64_t sorted_integer(uint64_t count, uint64_t index, uint64_t bits)
{
    (void)bits;
    return (uint64_t)((double)index / (double)count * 0x1p63);
}

static uint64_t constant_integer(uint64_t count, uint64_t index, uint64_t bits)
{
    (void)count, (void)index, (void)bits;
    return UINT64_C(0x5555555555555555);
}

static uint64_t half_zero_integer(uint64_t count, uint64_t index, uint64_t bits)
{
    (void)count, (void)index;
    return (bits & 1) != 0 ? 0 : bits;
}

/* Odd whatever part of it is stored: their product is never 0. */
static uint64_t odd_integer(uint64_t count, uint64_t index, uint64_t bits)
{
    (void)count, (void)index;
    return bits | UINT64_C(0x0101010101010101);
}

/* ---- The table ------------------------------------------------------------------------------- */

// clang-format off
static const distribution rows[] = {
    {"uniform",     "random, of [0, 1); integers of their whole range", uniform, any_integer, false,
     false},
    {"normal",      "normal, mean 0, deviation 1", normal, NULL, false, false},
    {"lognormal",   "e^z, z being normal", lognormal, NULL, false, false},
    {"wide",        "e^(4 z), z being normal", wide, NULL, false, false},
    {"sorted",      "in ascending order", sorted, sorted_integer, false, false},
    {"constant",    "all the same", constant, constant_integer, false, false},
    {"half-zero",   "as uniform, but every other one, at random, is 0", half_zero, half_zero_integer,
     false, false},
    {"bits",        "random signs, exponents and significands", random_pattern, NULL, false, false},
    {"alternating", "huge and tiny in turn, of both signs", alternating, NULL, false, false},
    {"subnormal",   "below the smallest normal number", subnormal, NULL, false, false},
    {"cancelling",  "pairs that cancel but for a last digit", cancelling, NULL, false, false},
    {"extreme",     "the largest numbers, ties with them and the smallest ones, among ordinary ones",
     extreme, NULL, false, false},
    {"within-16",   "of exponents from -16 to 16", within_16, NULL, false, false},
    {"within-40",   "of exponents from -40 to 40", within_40, NULL, false, false},
    {"in-turn-60",  "about 2^60 and 2^-60 in turn", in_turn_60, NULL, false, false},
    {"one-tiny",    "1 and 2^-100 in turn", one_tiny, NULL, false, false},
    {"zero-one",    "-0 and 1 in turn", zero_one, NULL, false, false},
    {"ends",        "the largest number and the smallest above 0 in turn", ends, NULL, false,
     false},
    {"wide-pairs",  "pairs of random bits that cancel, in another order", wide_pairs, NULL, false,
     false},
    {"largest",     "all the largest number", largest, NULL, false, false},
    {"minus-zero",  "all -0", minus_zero, NULL, false, false},
    {"infinities",  "as uniform, but one in 64, at random, is infinite", infinities, NULL, false,
     true},
    {"nans",        "as uniform, but one in 1000, at random, is NaN", nans, NULL, false, true},
    {"infinite",    "all infinite", infinite, NULL, false, true},
    {"nan",         "all NaN", no_number, NULL, false, true},
    {"near-one",    "next to 1; integers odd", near_one, odd_integer, true, false},
};
// clang-format on

const distribution *distribution_at(size_t index)
{
    return index < sizeof rows / sizeof rows[0] ? &rows[index] : NULL;
}

const char *distribution_name_at(size_t index)
{
    return index < sizeof rows / sizeof rows[0] ? rows[index].name : NULL;
}

const distribution *distribution_find(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

const distribution *distribution_for(clr_operator op)
{
    return distribution_find(op == CLR_OPERATOR_PROD ? "near-one" : "uniform");
}

bool distribution_suits(const distribution *d, clr_type type)
{
    return value_kind_of(type) == VALUE_REAL ? d->real != NULL : d->integer != NULL;
}

/* ---- Filling --------------------------------------------------------------------------------- */

/* fill_TYPE(): elements stored as TYPE, each made by MAKE of its index and random bits. */
#define FILL(name, type, make)                                                                     \
    static void fill_##name(const distribution *d, const distribution_shape *s, void *elements)    \
    {                                                                                              \
        type *element = elements;                                                                  \
        PRAGMA(omp parallel for schedule(static))                                                  \
        for (uint64_t i = 0; i < s->count; i++) {                                                  \
            uint64_t bits = distribution_bits(s->set + i);                                         \
            element[i] = (type)make;                                                               \
        }                                                                                          \
    }

#define PRAGMA(text) _Pragma(#text)
#define REAL         d->real(s, i, bits)
#define INTEGER      d->integer(s->count, i, bits)

FILL(8, uint8_t, (INTEGER >> 56))
FILL(16, uint16_t, (INTEGER >> 48))
FILL(32, uint32_t, (INTEGER >> 32))
FILL(64, uint64_t, INTEGER)
FILL(f16, uint16_t, value_to_f16(REAL))
FILL(bf16, uint16_t, value_to_bf16(REAL))
FILL(f32, float, REAL)
FILL(f64, double, REAL)

static const struct {
    clr_type type;
    int digits, smallest, largest;
    void (*fill)(const distribution *d, const distribution_shape *s, void *elements);
} types[] = {
    {CLR_TYPE_I8, 0, 0, 0, fill_8},          {CLR_TYPE_I16, 0, 0, 0, fill_16},
    {CLR_TYPE_I32, 0, 0, 0, fill_32},        {CLR_TYPE_I64, 0, 0, 0, fill_64},
    {CLR_TYPE_U8, 0, 0, 0, fill_8},          {CLR_TYPE_U16, 0, 0, 0, fill_16},
    {CLR_TYPE_U32, 0, 0, 0, fill_32},        {CLR_TYPE_U64, 0, 0, 0, fill_64},
    {CLR_TYPE_F16, 11, -14, 15, fill_f16},   {CLR_TYPE_BF16, 8, -126, 127, fill_bf16},
    {CLR_TYPE_F32, 24, -126, 127, fill_f32}, {CLR_TYPE_F64, 53, -1022, 1023, fill_f64},
};

void distribution_fill(const distribution *d, clr_type type, uint64_t set, void *elements,
                       uint64_t count)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (types[i].type == type) {
            const distribution_shape shape = {.digits = types[i].digits,
                                              .smallest = types[i].smallest,
                                              .largest = types[i].largest,
                                              .count = count,
                                              .set = set << 40};
            types[i].fill(d, &shape, elements);
        }
}
