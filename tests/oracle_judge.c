/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The oracle's judgement of an answer: oracle.h states the bounds. Each operator on floats has the
 * two numbers between which the value may lie before it is rounded to the result's type; everything
 * else is compared as bits.
 */
#include "operators.h"
#include "oracle_parts.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Accumulators -------------------------------------------------------------------------- */

/* A number format that values are folded in. */
typedef struct accumulator {
    const char *name;
    double unit;            /* its unit roundoff */
    double multiplication;  /* relative error of a product of two binary64, or two binary32 */
    double least, greatest; /* the range in which it keeps its relative precision */
    double step;            /* the smallest number that it holds */
    bool is_squared;        /* sums are within (depth * 2 * unit)^2 */
} accumulator;

/* The low word of a pair of binary32 is 2^-48 of the high one and must be normal, too. */
static const accumulator accumulators[] = {
    {"f64", 0x1p-53, 0x1p-53, DBL_MIN, DBL_MAX, 0x1p-1074, false},
    {"double-float", 0x1p-45, 0x1p-45, 0x1p-78, (double)FLT_MAX, 0x1p-149, false},
    {"double-double", 0x1p-53, 0x1p-104, DBL_MIN, DBL_MAX, 0x1p-1074, true},
    {"f32", 0x1p-22, 0x1p-22, (double)FLT_MIN, (double)FLT_MAX, 0x1p-149, false},
};
static const accumulator without_error = {.name = "exact", .greatest = (double)INFINITY};

static const accumulator *find_accumulator(const char *name)
{
    for (size_t i = 0; i < sizeof accumulators / sizeof *accumulators; i++)
        if (name && strcmp(accumulators[i].name, name) == 0)
            return &accumulators[i];
    return &without_error;
}

/* Whether products of two elements keep all their bits. */
static bool holds_products(const accumulator *acc, clr_type type)
{
    return acc->greatest > (double)FLT_MAX && type != CLR_TYPE_F64;
}

/* ---- Bounds -------------------------------------------------------------------------------- */

/* A value being judged: what it may lie between, before it is rounded. */
typedef struct verdict {
    const oracle_value *value;
    const accumulator *acc;
    uint64_t depth;
    mpfr_t low, high;
} verdict;

/* Opens the interval to `bound` around the exact value. */
static void set_around(verdict *v, const mpfr_t exact, const mpfr_t bound)
{
    mpfr_sub(v->low, exact, bound, MPFR_RNDD);
    mpfr_add(v->high, exact, bound, MPFR_RNDU);
}

/* Widens the interval by a relative error, and by steps of the accumulator. */
static void widen(verdict *v, double relative, double steps)
{
    mpfr_t error;

    mpfr_init2(error, ORACLE_PRECISION);
    mpfr_abs(error, v->low, MPFR_RNDU);
    mpfr_mul_d(error, error, relative, MPFR_RNDU);
    mpfr_add_d(error, error, steps * v->acc->step, MPFR_RNDU);
    mpfr_sub(v->low, v->low, error, MPFR_RNDD);
    mpfr_abs(error, v->high, MPFR_RNDU);
    mpfr_mul_d(error, error, relative, MPFR_RNDU);
    mpfr_add_d(error, error, steps * v->acc->step, MPFR_RNDU);
    mpfr_add(v->high, v->high, error, MPFR_RNDU);
    mpfr_clear(error);
}

/* The error of adding, relative to the sum of the terms' magnitudes. */
static double growth_of_sum(const verdict *v)
{
    double growth = (double)v->depth * v->acc->unit;

    return v->acc->is_squared ? 4 * growth * growth : growth;
}

static void bound_terms(verdict *v, double relative, double steps)
{
    mpfr_t bound;

    mpfr_init2(bound, ORACLE_PRECISION);
    mpfr_mul_d(bound, v->value->above, relative, MPFR_RNDU);
    mpfr_add_d(bound, bound, steps * v->acc->step, MPFR_RNDU);
    set_around(v, v->value->exact, bound);
    mpfr_clear(bound);
}

static void bound_sum(verdict *v)
{
    bound_terms(v, growth_of_sum(v), 0);
}

static void bound_sum_of_products(verdict *v)
{
    if (holds_products(v->acc, v->value->question.type))
        bound_sum(v);
    else
        bound_terms(v, growth_of_sum(v) + v->acc->multiplication, (double)v->value->count);
}

static void bound_product(verdict *v)
{
    double growth = (double)v->value->count * v->acc->unit;

    mpfr_set(v->low, v->value->exact, MPFR_RNDD);
    mpfr_set(v->high, v->value->exact, MPFR_RNDU);
    widen(v, growth / (1 - growth), 0);
}

/* Sums of integers are exact; what is left is to convert and to divide. */
static void bound_mean(verdict *v)
{
    bool is_float = oracle_is_float(v->value->question.type);

    bound_terms(v, is_float ? growth_of_sum(v) : 0, 0);
    mpfr_div_ui(v->low, v->low, v->value->count, MPFR_RNDD);
    mpfr_div_ui(v->high, v->high, v->value->count, MPFR_RNDU);
    widen(v, is_float ? 2 * v->acc->unit : 8 * 0x1p-53, is_float);
}

/* The root of a pair of binary32 is rounded once more where the result has fewer digits. */
static void bound_norm(verdict *v)
{
    double relative = (2 * (double)v->depth + 8) * v->acc->unit;

    if (v->acc->greatest == (double)FLT_MAX && mpfr_cmp_d(v->value->exact, (double)FLT_MIN) < 0)
        relative += 0x1p-24;
    mpfr_set(v->low, v->value->exact, MPFR_RNDD);
    mpfr_set(v->high, v->value->exact, MPFR_RNDU);
    widen(v, relative, 0);
}

/* 8 d u sqrt(var^2 + mean^2 var): nothing at all if the elements are equal. */
static void bound_variance(verdict *v)
{
    const oracle_value *value = v->value;
    double divisor = (double)(value->count - value->question.ddof);
    mpfr_t bound;

    mpfr_init2(bound, ORACLE_PRECISION);
    mpfr_add(bound, value->exact, value->below, MPFR_RNDU);
    mpfr_mul(bound, bound, value->exact, MPFR_RNDU);
    mpfr_sqrt(bound, bound, MPFR_RNDU);
    mpfr_mul_d(bound, bound, 8 * (double)v->depth * v->acc->unit, MPFR_RNDU);
    set_around(v, value->exact, bound);
    if (mpfr_sgn(value->exact) > 0)
        widen(v, 2 * v->acc->unit, 1 + 4 * (double)value->count / divisor);
    if (mpfr_sgn(v->low) < 0)
        mpfr_set_zero(v->low, 1);
    mpfr_clear(bound);
}

static void bound_root(verdict *v)
{
    mpfr_sqrt(v->low, v->low, MPFR_RNDD);
    mpfr_sqrt(v->high, v->high, MPFR_RNDU);
    if (mpfr_sgn(v->high) > 0)
        widen(v, 2 * v->acc->unit, 0);
}

static void bound_deviation(verdict *v)
{
    bound_variance(v);
    bound_root(v);
}

/* What the squares are off by, as of a variance, and the divisor: 1 / (1 - e) is below 1 + 2 e. */
static void bound_weighted_variance(verdict *v)
{
    const oracle_value *value = v->value;
    const double unit = 16 * (double)v->depth * v->acc->unit;
    mpfr_t bound;

    mpfr_init2(bound, ORACLE_PAIR_PRECISION);
    mpfr_add(bound, value->exact, value->below, MPFR_RNDU);
    mpfr_mul(bound, bound, value->exact, MPFR_RNDU);
    mpfr_sqrt(bound, bound, MPFR_RNDU);
    mpfr_mul_d(bound, bound, unit, MPFR_RNDU);
    set_around(v, value->exact, bound);
    if (mpfr_sgn(value->exact) > 0)
        widen(v, 2 * unit * value->parts, 16 * value->steps);
    if (mpfr_sgn(v->low) < 0)
        mpfr_set_zero(v->low, 1);
    mpfr_clear(bound);
}

static void bound_weighted_deviation(verdict *v)
{
    bound_weighted_variance(v);
    bound_root(v);
}

/* Of several exact sums of two inputs there is but one result, rounded once. */
static void bound_nothing(verdict *v)
{
    mpfr_set(v->low, v->value->exact, MPFR_RNDD);
    mpfr_set(v->high, v->value->exact, MPFR_RNDU);
}

/* Pairs of binary32 have no exponential: without fp64 it is one of binary32. */
static void bound_logarithm(verdict *v)
{
    double unit = v->acc->greatest == (double)FLT_MAX ? 0x1p-22 : v->acc->unit;
    double absolute = 4 * ((double)v->depth + 4) * unit;

    mpfr_sub_d(v->low, v->value->exact, absolute, MPFR_RNDD);
    mpfr_add_d(v->high, v->value->exact, absolute, MPFR_RNDU);
    widen(v, 4 * unit, 0);
}

/* ---- Ranges -------------------------------------------------------------------------------- */

/* Whether terms of one sign that come to `sum` may leave the range: one alone only by itself. */
static bool side_may_leave(const verdict *v, const mpfr_t sum, uint64_t terms)
{
    const double growth = terms > 1 ? ((double)v->depth + 1) * v->acc->unit : 0;

    return mpfr_cmp_d(sum, v->acc->greatest / (1 + growth)) > 0;
}

static bool sum_may_leave(const verdict *v)
{
    const oracle_value *value = v->value;
    bool may_leave;
    mpfr_t side;

    mpfr_init2(side, ORACLE_PRECISION);
    mpfr_add(side, value->above, value->exact, MPFR_RNDU);
    mpfr_div_2ui(side, side, 1, MPFR_RNDU);
    may_leave = side_may_leave(v, side, value->signs[0]);
    mpfr_sub(side, value->above, value->exact, MPFR_RNDU);
    mpfr_div_2ui(side, side, 1, MPFR_RNDU);
    may_leave |= side_may_leave(v, side, value->signs[1]);
    mpfr_clear(side);
    return may_leave;
}

static bool product_may_leave(const verdict *v)
{
    return mpfr_cmp_d(v->value->above, v->acc->greatest) > 0 ||
           mpfr_cmp_d(v->value->below, v->acc->least) < 0;
}

/* Two elements differ by up to the root of twice the sum of squares around the mean. */
static bool squares_may_leave(const verdict *v)
{
    return mpfr_cmp_d(v->value->above, v->acc->greatest / 4) > 0;
}

/* Or the divisor is close to 0. */
static bool weights_may_leave(const verdict *v)
{
    return squares_may_leave(v) || 16 * (double)v->depth * v->acc->unit * v->value->parts >= 0.5;
}

/* Integers are summed as such; norms and logarithms are scaled. */
static bool never_leaves(const verdict *v)
{
    (void)v;
    return false;
}

/* The operators whose results are computed; NULL where they are compared. */
static const struct {
    void (*bound)(verdict *v);
    bool (*may_leave)(const verdict *v);
} judges[OPERATORS + 1] = {
    [CLR_OPERATOR_SUM] = {bound_sum, sum_may_leave},
    [CLR_OPERATOR_PROD] = {bound_product, product_may_leave},
    [CLR_OPERATOR_DOT] = {bound_sum_of_products, sum_may_leave},
    [CLR_OPERATOR_ASUM] = {bound_sum, sum_may_leave},
    [CLR_OPERATOR_SUMSQ] = {bound_sum_of_products, sum_may_leave},
    [CLR_OPERATOR_NRM2] = {bound_norm, never_leaves},
    [CLR_OPERATOR_MEAN] = {bound_mean, sum_may_leave},
    [CLR_OPERATOR_VAR] = {bound_variance, squares_may_leave},
    [CLR_OPERATOR_STD] = {bound_deviation, squares_may_leave},
    [CLR_OPERATOR_LOGSUMEXP] = {bound_logarithm, never_leaves},
    [CLR_OPERATOR_WMEAN] = {bound_nothing, never_leaves},
    [CLR_OPERATOR_COV] = {bound_nothing, never_leaves},
    [CLR_OPERATOR_CORR] = {bound_nothing, never_leaves},
    [CLR_OPERATOR_WVAR] = {bound_weighted_variance, weights_may_leave},
    [CLR_OPERATOR_WSTD] = {bound_weighted_deviation, weights_may_leave},
    [CLR_OPERATOR_RWVAR] = {bound_weighted_variance, weights_may_leave},
    [CLR_OPERATOR_RWSTD] = {bound_weighted_deviation, weights_may_leave},
};

/* ---- Computed values ----------------------------------------------------------------------- */

/* True if all terms have one sign, so that all intermediate values have it, and grow. Variances are
 * made of differences from means, which do not. */
static bool is_monotone(const oracle_value *value)
{
    return judges[value->question.op].may_leave == sum_may_leave &&
           mpfr_cmpabs(value->exact, value->above) == 0;
}

static double round_to(clr_type type, const mpfr_t value)
{
    return type == CLR_TYPE_F32 ? (double)mpfr_get_flt(value, MPFR_RNDN)
                                : mpfr_get_d(value, MPFR_RNDN);
}

/* To nearest of any type: first to binary64 by rounding to odd, which the second rounding cannot
 * tell from the number itself (Boldo and Melquiond, "Emulation of FMA", 2008). */
static double round_once(clr_type type, const mpfr_t value)
{
    double odd = mpfr_get_d(value, MPFR_RNDZ);

    if (type == CLR_TYPE_F32 || type == CLR_TYPE_F64)
        return round_to(type, value);
    if (mpfr_cmp_d(value, odd) != 0) {
        uint64_t bits;

        memcpy(&bits, &odd, sizeof bits);
        bits |= 1;
        memcpy(&odd, &bits, sizeof odd);
    }
    return type == CLR_TYPE_F16 ? oracle_from_f16(oracle_to_f16(odd))
                                : oracle_from_bf16(oracle_to_bf16(odd));
}

/* The result of finite elements, rounded once. */
static double correct_result(const oracle_value *value, clr_type type)
{
    double result;
    mpfr_t x;

    mpfr_init2(x, mpfr_get_prec(value->exact));
    mpfr_set(x, value->exact, MPFR_RNDN);
    if (value->question.op == CLR_OPERATOR_MEAN)
        mpfr_div_ui(x, x, value->count, MPFR_RNDN);
    if (value->question.op == CLR_OPERATOR_STD)
        mpfr_sqrt(x, x, MPFR_RNDN);
    result = value->minus_zero ? -0.0 : round_once(type, x);
    mpfr_clear(x);
    return result;
}

uint64_t oracle_round(const oracle_value *value, clr_type type)
{
    double result = value->nan        ? (double)NAN
                    : value->infinite ? value->infinite * (double)INFINITY
                                      : correct_result(value, type);
    uint64_t bits = 0;

    oracle_store(type, &bits, 0, result);
    return bits;
}

static bool accepts_exact(const oracle_value *value, const oracle_answer *answer, double result,
                          char *why, size_t why_size)
{
    double expected = correct_result(value, answer->type);

    snprintf(why, why_size, "%a instead of %a, which is correctly rounded", result, expected);
    return result == expected && !signbit(result) == !signbit(expected);
}

static bool accepts_finite(const oracle_value *value, const oracle_answer *answer, double result,
                           char *why, size_t why_size)
{
    clr_operator op = value->question.op;
    verdict v = {value, find_accumulator(answer->accumulator), answer->depth, {{0}}, {{0}}};

    mpfr_inits2(ORACLE_PRECISION, v.low, v.high, (mpfr_ptr)NULL);
    judges[op].bound(&v);
    double low = round_to(answer->type, v.low);
    double high = round_to(answer->type, v.high);
    mpfr_clears(v.low, v.high, (mpfr_ptr)NULL);

    bool signs_agree = op != CLR_OPERATOR_PROD || (signbit(result) != 0) == value->negative;
    if (signs_agree && result >= low && result <= high)
        return true;
    snprintf(why, why_size, "%a is not in [%a, %a], depth %" PRIu64 ", accumulator %s", result, low,
             high, answer->depth, v.acc->name);
    return false;
}

static bool accepts_float(const oracle_value *value, const oracle_answer *answer, char *why,
                          size_t why_size)
{
    const verdict range = {
        .value = value, .acc = find_accumulator(answer->accumulator), .depth = answer->depth};
    double result = oracle_load(answer->type, answer->value, 0);

    if (value->nan) {
        snprintf(why, why_size, "%a instead of NaN", result);
        return isnan(result);
    }
    if (!answer->is_exact && judges[value->question.op].may_leave(&range)) {
        int sign = mpfr_sgn(value->exact);
        if (!is_monotone(value) || value->infinite || (isinf(result) && result * sign > 0))
            return true;
    }
    if (value->infinite) {
        snprintf(why, why_size, "%a instead of an infinity of sign %d", result, value->infinite);
        return isinf(result) && (result > 0) == (value->infinite > 0);
    }
    return answer->is_exact ? accepts_exact(value, answer, result, why, why_size)
                            : accepts_finite(value, answer, result, why, why_size);
}

/* ---- Bits ---------------------------------------------------------------------------------- */

/* A NaN whose first fraction bit is set: the others are signalling. */
static bool is_quiet_nan(clr_type type, uint64_t bits)
{
    static const int digits[] = {
        [CLR_TYPE_F16] = 10, [CLR_TYPE_BF16] = 7, [CLR_TYPE_F32] = 23, [CLR_TYPE_F64] = 52};

    return isnan(oracle_from_bits(type, bits)) && (bits >> (digits[type] - 1) & 1);
}

static bool is_end(clr_operator op)
{
    return op == CLR_OPERATOR_FIRST || op == CLR_OPERATOR_LAST;
}

static bool accepts_bits(const oracle_value *value, clr_type type, const void *result,
                         uint64_t expected, char *why, size_t why_size)
{
    uint64_t bits = oracle_load_bits(type, result, 0);
    bool keeps_nans = is_end(value->question.op) && type != CLR_TYPE_F16; /* read as f32 */

    if (value->nan && !keeps_nans) {
        snprintf(why, why_size, "bits %#" PRIx64 " instead of a quiet NaN", bits);
        return is_quiet_nan(type, bits);
    }
    expected &= UINT64_MAX >> (64 - 8 * oracle_size(type));
    snprintf(why, why_size, "bits %#" PRIx64 " instead of %#" PRIx64, bits, expected);
    return bits == expected;
}

static bool has_index(clr_operator op)
{
    return op == CLR_OPERATOR_ARGMIN || op == CLR_OPERATOR_ARGMAX || op == CLR_OPERATOR_IAMAX ||
           is_end(op);
}

static bool accepts_compared(const oracle_value *value, const oracle_answer *answer, char *why,
                             size_t why_size)
{
    clr_operator op = value->question.op;

    if (!accepts_bits(value, answer->type, answer->value, value->bits, why, why_size))
        return false;
    if (op == CLR_OPERATOR_MINMAX)
        return accepts_bits(value, answer->type, answer->second, value->second_bits, why, why_size);
    if (!has_index(op) || answer->index == value->index)
        return true;
    snprintf(why, why_size, "index %" PRIu64 " instead of %" PRIu64, answer->index, value->index);
    return false;
}

/* ---- Answers ------------------------------------------------------------------------------- */

static bool accepts_status(const oracle_value *value, clr_status status, char *why, size_t why_size)
{
    clr_status expected = value->empty      ? CLR_ERROR_EMPTY
                          : value->overflow ? CLR_ERROR_OVERFLOW
                                            : CLR_OK;

    snprintf(why, why_size, "status %d instead of %d", (int)status, (int)expected);
    return status == expected;
}

/* Whether the result is computed in floats, so that f32 and f64 may both be asked for. */
static bool is_computed(const oracle_question *question)
{
    return judges[question->op].bound &&
           oracle_is_float(oracle_result(question->op, question->type));
}

static bool accepts_type(const oracle_question *question, const oracle_answer *answer, char *why,
                         size_t why_size)
{
    clr_type type = answer->type;
    clr_type usual = oracle_result(question->op, question->type);

    snprintf(why, why_size, "type %d instead of %d", (int)type, (int)usual);
    return type == usual ||
           (is_computed(question) && (type == CLR_TYPE_F32 || type == CLR_TYPE_F64 ||
                                      (answer->is_exact && oracle_is_float(type))));
}

bool oracle_accepts(const oracle_value *value, const oracle_answer *answer, char *why,
                    size_t why_size)
{
    if (!accepts_status(value, answer->status, why, why_size))
        return false;
    if (answer->status != CLR_OK)
        return true;
    if (!accepts_type(&value->question, answer, why, why_size))
        return false;
    return is_computed(&value->question) ? accepts_float(value, answer, why, why_size)
                                         : accepts_compared(value, answer, why, why_size);
}
