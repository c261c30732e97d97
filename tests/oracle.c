/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tests' independent truth, see oracle.h. Integers go through GMP, floats through MPFR with
 * room for every bit, so that no step here rounds where the library's might.
 */
#include "oracle.h"

#include <float.h>
#include <gmp.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* GMP takes `long`: the tests run where that has 64 bits. */
_Static_assert(sizeof(long) == sizeof(int64_t), "long must have 64 bits");

enum {
    SUM_PRECISION = 1074 + 1024 + 64, /* every bit of 2^64 sums of binary64 */
    PRODUCT_PRECISION = 256           /* a million factors cost 20 of these */
};

/* ---- Formats ------------------------------------------------------------------------------- */

/* A binary format of 16 bits: digits behind the point, smallest normal exponent. */
typedef struct small_format {
    int digits;
    int min_exponent;
} small_format;

static const small_format f16 = {10, -14};
static const small_format bf16 = {7, -126};

static double from_small(small_format format, uint16_t bits)
{
    int field = (bits & 0x7fff) >> format.digits;
    int fraction = bits & ((1 << format.digits) - 1);
    int last = 0x7fff >> format.digits;
    double magnitude;

    if (field == last)
        magnitude = fraction ? (double)NAN : (double)INFINITY;
    else if (field == 0)
        magnitude = ldexp(fraction, format.min_exponent - format.digits);
    else
        magnitude =
            ldexp(fraction + (1 << format.digits), format.min_exponent - format.digits + field - 1);
    return copysign(magnitude, bits & 0x8000 ? -1.0 : 1.0);
}

static uint16_t to_small(small_format format, double value)
{
    unsigned sign = signbit(value) ? 0x8000u : 0;
    unsigned infinity = (0x7fffu >> format.digits) << format.digits;
    double magnitude = fabs(value);

    if (isnan(value))
        return (uint16_t)(sign | infinity | (1u << (format.digits - 1)));
    if (isinf(value))
        return (uint16_t)(sign | infinity);
    if (magnitude == 0)
        return (uint16_t)sign;

    int exponent = ilogb(magnitude);
    if (exponent < format.min_exponent)
        exponent = format.min_exponent;
    if (exponent > 128)
        return (uint16_t)(sign | infinity);
    /* The hidden bit, and a carry out of the fraction, count up the exponent's field by itself. */
    unsigned fraction = (unsigned)rint(ldexp(magnitude, format.digits - exponent));
    unsigned bits = ((unsigned)(exponent - format.min_exponent) << format.digits) + fraction;
    return (uint16_t)(sign | (bits < infinity ? bits : infinity));
}

double oracle_from_f16(uint16_t bits)
{
    return from_small(f16, bits);
}

double oracle_from_bf16(uint16_t bits)
{
    return from_small(bf16, bits);
}

uint16_t oracle_to_f16(double value)
{
    return to_small(f16, value);
}

uint16_t oracle_to_bf16(double value)
{
    return to_small(bf16, value);
}

bool oracle_is_float(clr_type type)
{
    return type >= CLR_TYPE_F16 && type <= CLR_TYPE_F64;
}

static bool is_signed(clr_type type)
{
    return type >= CLR_TYPE_I8 && type <= CLR_TYPE_I64;
}

size_t oracle_size(clr_type type)
{
    static const size_t sizes[] = {0, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8};

    return sizes[type];
}

/* An element's bits, zero-extended. */
static uint64_t load_bits(clr_type type, const void *data, size_t index)
{
    size_t size = oracle_size(type);
    const unsigned char *bytes = (const unsigned char *)data + index * size;
    uint64_t bits = 0;

    for (size_t i = 0; i < size; i++)
        bits |= (uint64_t)bytes[i] << (8 * i);
    return bits;
}

static void store_bits(clr_type type, void *data, size_t index, uint64_t bits)
{
    size_t size = oracle_size(type);
    unsigned char *bytes = (unsigned char *)data + index * size;

    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)(bits >> (8 * i));
}

double oracle_load(clr_type type, const void *data, size_t index)
{
    uint64_t bits = load_bits(type, data, index);
    uint32_t low = (uint32_t)bits;
    float single;
    double wide;

    switch (type) {
    case CLR_TYPE_F16:
        return oracle_from_f16((uint16_t)bits);
    case CLR_TYPE_BF16:
        return oracle_from_bf16((uint16_t)bits);
    case CLR_TYPE_F32:
        memcpy(&single, &low, sizeof single);
        return (double)single;
    default:
        memcpy(&wide, &bits, sizeof wide);
        return wide;
    }
}

void oracle_store(clr_type type, void *data, size_t index, double value)
{
    float single = (float)value;
    uint32_t low;
    uint64_t bits;

    switch (type) {
    case CLR_TYPE_F16:
        bits = oracle_to_f16(value);
        break;
    case CLR_TYPE_BF16:
        bits = oracle_to_bf16(value);
        break;
    case CLR_TYPE_F32:
        memcpy(&low, &single, sizeof low);
        bits = low;
        break;
    default:
        memcpy(&bits, &value, sizeof bits);
        break;
    }
    store_bits(type, data, index, bits);
}

/* ---- Exact integers ------------------------------------------------------------------------ */

static void load_integer(clr_type type, const void *data, size_t index, mpz_t out)
{
    uint64_t bits = load_bits(type, data, index);
    unsigned unused = (unsigned)(64 - 8 * oracle_size(type));

    if (is_signed(type))
        mpz_set_si(out, (int64_t)(bits << unused) >> unused);
    else
        mpz_set_ui(out, bits);
}

static void fold_integer(clr_operator op, const mpz_t x, mpz_t total)
{
    switch (op) {
    case CLR_OPERATOR_SUM:
        mpz_add(total, total, x);
        break;
    case CLR_OPERATOR_PROD:
        mpz_mul(total, total, x);
        mpz_fdiv_r_2exp(total, total, 64); /* wraps, and keeps the number short */
        break;
    case CLR_OPERATOR_MIN:
        if (mpz_cmp(x, total) < 0)
            mpz_set(total, x);
        break;
    case CLR_OPERATOR_MAX:
        if (mpz_cmp(x, total) > 0)
            mpz_set(total, x);
        break;
    }
}

static void reduce_integers(const void *data, size_t count, oracle_value *out)
{
    mpz_t total, x;

    mpz_init_set_ui(total, out->op == CLR_OPERATOR_PROD);
    mpz_init(x);
    for (size_t i = 0; i < count; i++) {
        load_integer(out->type, data, i, x);
        if (i == 0 && out->op >= CLR_OPERATOR_MIN)
            mpz_set(total, x);
        fold_integer(out->op, x, total);
    }
    mpz_fdiv_r_2exp(total, total, 64);
    out->bits = mpz_get_ui(total);
    mpz_clears(total, x, NULL);
}

/* ---- Exact floats -------------------------------------------------------------------------- */

/* Less in the order in which -0 is below +0. Neither is a NaN. */
static bool is_less(double a, double b)
{
    return a < b || (a == b && signbit(a) && !signbit(b));
}

static void find_extreme(const void *data, size_t count, oracle_value *out)
{
    size_t best = 0;

    for (size_t i = 0; i < count; i++) {
        double x = oracle_load(out->type, data, i);
        double y = oracle_load(out->type, data, best);
        if (isnan(x)) {
            out->nan = true;
            return;
        }
        if (out->op == CLR_OPERATOR_MIN ? is_less(x, y) : is_less(y, x))
            best = i;
    }
    out->bits = count ? load_bits(out->type, data, best) : 0;
}

/* Adds or multiplies; MPFR tells whether it had to round, which the precision rules out. */
static void must_be_exact(int ternary)
{
    if (ternary)
        abort();
}

static void sum_floats(const void *data, size_t count, oracle_value *out)
{
    bool infinite[2] = {false, false};

    mpfr_set_zero(out->exact, 1);
    mpfr_set_zero(out->above, 1);
    for (size_t i = 0; i < count; i++) {
        double x = oracle_load(out->type, data, i);
        if (isnan(x)) {
            out->nan = true;
        } else if (isinf(x)) {
            infinite[x > 0] = true;
        } else {
            must_be_exact(mpfr_add_d(out->exact, out->exact, x, MPFR_RNDN));
            must_be_exact(mpfr_add_d(out->above, out->above, fabs(x), MPFR_RNDN));
        }
    }
    mpfr_set(out->below, out->above, MPFR_RNDN);
    out->nan |= infinite[0] && infinite[1];
    out->infinite = infinite[1] - infinite[0];
}

static void multiply_floats(const void *data, size_t count, oracle_value *out)
{
    bool infinite = false, zero = false;

    mpfr_set_ui(out->exact, 1, MPFR_RNDN);
    mpfr_set_ui(out->above, 1, MPFR_RNDN);
    mpfr_set_ui(out->below, 1, MPFR_RNDN);
    for (size_t i = 0; i < count; i++) {
        double x = oracle_load(out->type, data, i);
        out->nan |= isnan(x);
        infinite |= isinf(x) != 0;
        zero |= x == 0;
        out->negative ^= signbit(x) != 0;
        if (isnan(x) || isinf(x) || x == 0)
            continue;
        mpfr_mul_d(out->exact, out->exact, x, MPFR_RNDN);
        if (fabs(x) > 1)
            mpfr_mul_d(out->above, out->above, fabs(x), MPFR_RNDU);
        else
            mpfr_mul_d(out->below, out->below, fabs(x), MPFR_RNDD);
    }
    out->nan |= infinite && zero;
    out->infinite = infinite ? (out->negative ? -1 : 1) : 0;
    if (zero)
        mpfr_set_zero(out->exact, out->negative ? -1 : 1);
}

void oracle_reduce(clr_operator op, clr_type type, const void *data, size_t count,
                   oracle_value *out)
{
    bool extreme = op == CLR_OPERATOR_MIN || op == CLR_OPERATOR_MAX;

    *out = (oracle_value){.op = op, .type = type, .count = count, .empty = extreme && count == 0};
    mpfr_inits2(op == CLR_OPERATOR_SUM ? SUM_PRECISION : PRODUCT_PRECISION, out->exact, out->above,
                out->below, (mpfr_ptr)NULL);
    if (!oracle_is_float(type))
        reduce_integers(data, count, out);
    else if (extreme)
        find_extreme(data, count, out);
    else if (op == CLR_OPERATOR_SUM)
        sum_floats(data, count, out);
    else
        multiply_floats(data, count, out);
}

void oracle_clear(oracle_value *value)
{
    mpfr_clears(value->exact, value->above, value->below, (mpfr_ptr)NULL);
}

/* ---- Judgement ----------------------------------------------------------------------------- */

/* The range in which an accumulator keeps its relative precision. */
typedef struct range {
    double least;
    double greatest;
} range;

static range accumulator_range(double unit_roundoff)
{
    /* The low word of a pair is 2^-48 of the high one and must be normal, too. */
    static const range pair = {0x1p-78, (double)FLT_MAX};
    static const range wide = {DBL_MIN, DBL_MAX};

    return unit_roundoff > 0x1p-53 ? pair : wide;
}

/* True if some order of combination leaves the accumulator's range on its way. */
static bool may_leave_range(const oracle_value *value, double unit_roundoff)
{
    range limits = accumulator_range(unit_roundoff);

    if (mpfr_cmp_d(value->above, limits.greatest) > 0)
        return true;
    return value->op == CLR_OPERATOR_PROD && mpfr_cmp_d(value->below, limits.least) < 0;
}

/* True if the elements have one sign, so that all intermediate values have it, and grow. */
static bool sum_is_monotone(const oracle_value *value)
{
    return value->op == CLR_OPERATOR_SUM && mpfr_cmpabs(value->exact, value->above) == 0;
}

/* The greatest error that the contract allows before the result is rounded to its type. */
static void error_bound(const oracle_value *value, uint64_t depth, double unit_roundoff, mpfr_t out)
{
    if (value->op == CLR_OPERATOR_SUM) {
        mpfr_mul_d(out, value->above, unit_roundoff, MPFR_RNDU);
        mpfr_mul_ui(out, out, depth, MPFR_RNDU);
    } else {
        double growth = (double)value->count * unit_roundoff;
        mpfr_abs(out, value->exact, MPFR_RNDU);
        mpfr_mul_d(out, out, growth / (1 - growth), MPFR_RNDU);
    }
}

static double round_to(clr_type type, const mpfr_t value)
{
    return type == CLR_TYPE_F32 ? (double)mpfr_get_flt(value, MPFR_RNDN)
                                : mpfr_get_d(value, MPFR_RNDN);
}

static bool accepts_finite(const oracle_value *value, clr_type result_type, double result,
                           uint64_t depth, double unit_roundoff, char *why, size_t why_size)
{
    mpfr_t bound, edge;

    mpfr_inits2(SUM_PRECISION, bound, edge, (mpfr_ptr)NULL);
    error_bound(value, depth, unit_roundoff, bound);
    mpfr_sub(edge, value->exact, bound, MPFR_RNDD);
    double low = round_to(result_type, edge);
    mpfr_add(edge, value->exact, bound, MPFR_RNDU);
    double high = round_to(result_type, edge);
    mpfr_clears(bound, edge, (mpfr_ptr)NULL);

    bool signs_agree =
        value->op == CLR_OPERATOR_SUM || (signbit(result) != 0) == (value->negative != 0);
    if (signs_agree && result >= low && result <= high)
        return true;
    snprintf(why, why_size, "%a is not in [%a, %a], depth %" PRIu64 ", u %a", result, low, high,
             depth, unit_roundoff);
    return false;
}

static bool accepts_float(const oracle_value *value, clr_type result_type, double result,
                          uint64_t depth, double unit_roundoff, char *why, size_t why_size)
{
    if (value->nan) {
        snprintf(why, why_size, "%a instead of NaN", result);
        return isnan(result);
    }
    if (may_leave_range(value, unit_roundoff)) {
        int sign = mpfr_sgn(value->exact);
        if (!sum_is_monotone(value) || value->infinite || (isinf(result) && result * sign > 0))
            return true;
    }
    if (value->infinite) {
        snprintf(why, why_size, "%a instead of an infinity of sign %d", result, value->infinite);
        return isinf(result) && (result > 0) == (value->infinite > 0);
    }
    return accepts_finite(value, result_type, result, depth, unit_roundoff, why, why_size);
}

/* A NaN whose first fraction bit is set: the others are signalling. */
static bool is_quiet_nan(clr_type type, uint64_t bits)
{
    static const int digits[] = {
        [CLR_TYPE_F16] = 10, [CLR_TYPE_BF16] = 7, [CLR_TYPE_F32] = 23, [CLR_TYPE_F64] = 52};

    return isnan(oracle_load(type, &bits, 0)) && (bits >> (digits[type] - 1) & 1);
}

static bool accepts_bits(const oracle_value *value, clr_type result_type, const void *result,
                         char *why, size_t why_size)
{
    uint64_t expected = value->bits;
    uint64_t bits = load_bits(result_type, result, 0);

    if (value->nan) {
        snprintf(why, why_size, "bits %#" PRIx64 " instead of a quiet NaN", bits);
        return is_quiet_nan(result_type, bits);
    }
    expected &= UINT64_MAX >> (64 - 8 * oracle_size(result_type));
    snprintf(why, why_size, "bits %#" PRIx64 " instead of %#" PRIx64, bits, expected);
    return bits == expected;
}

bool oracle_accepts(const oracle_value *value, clr_type result_type, const void *result,
                    uint64_t depth, double unit_roundoff, char *why, size_t why_size)
{
    if (value->empty) {
        snprintf(why, why_size, "a value where there is none");
        return false;
    }
    if (value->op >= CLR_OPERATOR_MIN || !oracle_is_float(value->type))
        return accepts_bits(value, result_type, result, why, why_size);
    return accepts_float(value, result_type, oracle_load(result_type, result, 0), depth,
                         unit_roundoff, why, why_size);
}

/* ---- Test data ----------------------------------------------------------------------------- */

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

/* A finite element of random bits: the exponents are alike in number. */
static double random_wide(uint64_t *state, clr_type type)
{
    double x;

    do {
        uint64_t bits = oracle_random(state);
        x = oracle_load(type, &bits, 0);
    } while (!isfinite(x));
    return x;
}

static double random_special(uint64_t *state, clr_type type)
{
    static const double greatest[] = {[CLR_TYPE_F16] = 0x1.ffcp15,
                                      [CLR_TYPE_BF16] = 0x1.fep127,
                                      [CLR_TYPE_F32] = (double)FLT_MAX,
                                      [CLR_TYPE_F64] = DBL_MAX};
    static const double smallest[] = {[CLR_TYPE_F16] = 0x1p-24,
                                      [CLR_TYPE_BF16] = 0x1p-133,
                                      [CLR_TYPE_F32] = 0x1p-149,
                                      [CLR_TYPE_F64] = 0x1p-1074};
    double sign = oracle_random(state) >> 63 ? -1.0 : 1.0;

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

/* As near as the type's digits allow, so that a product of many stays in range. */
static double random_near_one(uint64_t *state, clr_type type)
{
    double spread = oracle_size(type) == 2 ? 0x1p-6 : 0x1p-10;
    double magnitude = 1 + (random_unit(state) - 0.5) * spread;

    return oracle_random(state) >> 63 ? -magnitude : magnitude;
}

static double random_float(oracle_data kind, uint64_t *state, clr_type type)
{
    switch (kind) {
    case ORACLE_WIDE:
        return random_wide(state, type);
    case ORACLE_SPECIAL:
        return random_special(state, type);
    case ORACLE_SMALL:
        return (double)(oracle_random(state) >> 32) * 0x1p-32 * 17 - 8.5;
    case ORACLE_NEAR_ONE:
        return random_near_one(state, type);
    default:
        return random_unit(state) * 2 - 1;
    }
}

static uint64_t random_integer(oracle_data kind, uint64_t *state, clr_type type)
{
    uint64_t x = oracle_random(state);
    uint64_t top = UINT64_C(1) << (8 * oracle_size(type) - 1);
    const uint64_t extremes[] = {0, 1, UINT64_MAX, top, top - 1};

    switch (kind) {
    case ORACLE_WIDE:
        return x >> (oracle_random(state) >> 58);
    case ORACLE_SPECIAL:
        return x >> 61 ? x : extremes[(x >> 32) % 5];
    case ORACLE_SMALL:
        return (x >> 32) % (is_signed(type) ? 17 : 9) - (is_signed(type) ? 8 : 0);
    case ORACLE_NEAR_ONE:
        return x | 1;
    default:
        return x;
    }
}

void oracle_fill(oracle_data kind, uint64_t seed, clr_type type, void *data, size_t count)
{
    uint64_t state = seed * UINT64_C(0x9e3779b97f4a7c15) | 1;

    for (size_t i = 0; i < count; i++) {
        if (!oracle_is_float(type)) {
            store_bits(type, data, i, random_integer(kind, &state, type));
            continue;
        }
        double x = random_float(kind, &state, type);
        oracle_store(type, data, i, kind == ORACLE_SMALL ? rint(x) : x);
    }
}
