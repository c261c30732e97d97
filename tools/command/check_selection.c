/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check_selection - results of operators that select, on the host: the elements that count are
 * sorted, and what is looked for is read off. Positions of quantiles are computed as NumPy does,
 * values between two elements as rational numbers. See check.h.
 */
#include "check_part.h"
#include "operator_list.h"
#include "output.h"
#include "rounding.h"
#include "smaller.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The elements in order. */
typedef struct sorted {
    const check *c;
    const check_selected *claim;
    check_extreme *at;
    uint64_t count;
    uint64_t nans;
    bool is_real;
} sorted;

/* A value that the host finds. */
typedef struct finding {
    bool is_integer;
    uint64_t integer;
    double real;
    bool is_near_zero; /* of either sign: a number too small for the type */
} finding;

/* ---- Order ----------------------------------------------------------------------------------- */

/* -0 is before +0. */
static int compare_reals(double a, double b)
{
    if (a == 0 && b == 0)
        return (signbit(a) == 0) - (signbit(b) == 0);
    return (a > b) - (a < b);
}

static int compare_indices(const check_extreme *a, const check_extreme *b)
{
    return (a->index > b->index) - (a->index < b->index);
}

/* NaNs are last. */
static int rising_real(const void *x, const void *y)
{
    const check_extreme *a = x, *b = y;

    if (a->is_nan || b->is_nan)
        return a->is_nan != b->is_nan ? a->is_nan - b->is_nan : compare_indices(a, b);
    const int order = compare_reals(a->real, b->real);
    return order != 0 ? order : compare_indices(a, b);
}

static int rising_signed(const void *x, const void *y)
{
    const check_extreme *a = x, *b = y;
    const int64_t p = (int64_t)a->integer, q = (int64_t)b->integer;

    return p != q ? (p > q) - (p < q) : compare_indices(a, b);
}

static int rising_unsigned(const void *x, const void *y)
{
    const check_extreme *a = x, *b = y;

    return a->integer != b->integer ? (a->integer > b->integer) - (a->integer < b->integer)
                                    : compare_indices(a, b);
}

/* NaNs are first, and of equal elements the lower index, also in falling order. */
static int best_real(const void *x, const void *y, int sign)
{
    const check_extreme *a = x, *b = y;

    if (a->is_nan || b->is_nan)
        return a->is_nan != b->is_nan ? b->is_nan - a->is_nan : compare_indices(a, b);
    const int order = sign * compare_reals(a->real, b->real);
    return order != 0 ? order : compare_indices(a, b);
}

static int smallest_real(const void *x, const void *y)
{
    return best_real(x, y, 1);
}

static int largest_real(const void *x, const void *y)
{
    return best_real(x, y, -1);
}

static int largest_signed(const void *x, const void *y)
{
    const check_extreme *a = x, *b = y;

    return a->integer != b->integer ? rising_signed(y, x) : compare_indices(a, b);
}

static int largest_unsigned(const void *x, const void *y)
{
    const check_extreme *a = x, *b = y;

    return a->integer != b->integer ? rising_unsigned(y, x) : compare_indices(a, b);
}

typedef int (*order)(const void *x, const void *y);

static order order_of(const check *c)
{
    const bool falls = c->op == CLR_OPERATOR_TOPK,
               has_best = falls || c->op == CLR_OPERATOR_BOTTOMK;

    switch (value_kind_of(c->type)) {
    case VALUE_SIGNED:
        return falls ? largest_signed : rising_signed;
    case VALUE_UNSIGNED:
        return falls ? largest_unsigned : rising_unsigned;
    case VALUE_REAL:
        break;
    }
    return !has_best ? rising_real : falls ? largest_real : smallest_real;
}

/* Copies the elements that count, and sorts them. False: memory ran out. */
static bool sort(sorted *s, const void *const *inputs, uint64_t count)
{
    s->at = malloc(count * sizeof *s->at + 1);
    for (uint64_t i = 0; s->at && i < count; i++) {
        check_number x[2];

        if (!check_takes(s->c, inputs, i, 1, x))
            continue;
        s->at[s->count++] = (check_extreme){x->real, x->integer,
                                            s->c->numbers ? s->c->numbers[i] : i, isnan(x->real)};
        s->nans += isnan(x->real) != 0;
    }
    if (s->at)
        qsort(s->at, s->count, sizeof *s->at, order_of(s->c));
    return s->at != NULL;
}

/* ---- Quantiles ------------------------------------------------------------------------------- */

/* alpha and beta of Hyndman and Fan's numbers 4 to 9 */
static const struct {
    clr_interpolation method;
    double alpha, beta;
} continuous[] = {
    {CLR_INTERPOLATION_INTERPOLATED_INVERTED_CDF, 0, 1},
    {CLR_INTERPOLATION_HAZEN, 0.5, 0.5},
    {CLR_INTERPOLATION_WEIBULL, 0, 0},
    {CLR_INTERPOLATION_MEDIAN_UNBIASED, 1 / 3.0, 1 / 3.0},
    {CLR_INTERPOLATION_NORMAL_UNBIASED, 3 / 8.0, 3 / 8.0},
};

/* Where the quantile lies among n elements, counted from 0. */
static double position_of(double q, double n, clr_interpolation method)
{
    const double at = (n - 1) * q, step = n * q - 1, half = n * q - 1 - 0.5;

    for (size_t i = 0; i < sizeof continuous / sizeof *continuous; i++) {
        const double alpha = continuous[i].alpha, beta = continuous[i].beta;
        if (continuous[i].method == method)
            return n * q + (alpha + q * (1 - alpha - beta)) - 1;
    }
    switch ((int)method) {
    case CLR_INTERPOLATION_INVERTED_CDF:
        return ceil(step);
    case CLR_INTERPOLATION_AVERAGED_INVERTED_CDF:
        return step == floor(step) ? step + 0.5 : ceil(step);
    case CLR_INTERPOLATION_CLOSEST_OBSERVATION: /* of two as near the one of even rank, from 1 */
        return half == floor(half) && fmod(half, 2) != 0 ? half : floor(half) + 1;
    case CLR_INTERPOLATION_LOWER:
        return floor(at);
    case CLR_INTERPOLATION_HIGHER:
        return ceil(at);
    case CLR_INTERPOLATION_NEAREST:
        return rint(at);
    case CLR_INTERPOLATION_MIDPOINT:
        return (floor(at) + ceil(at)) / 2;
    }
    return at;
}

static void set_number(mpq_t number, const sorted *s, const check_extreme *from)
{
    bool negative = false;

    if (s->is_real) {
        mpq_set_d(number, from->real);
        return;
    }
    check_set_count(number, value_magnitude(s->c->type, from->integer, &negative));
    if (negative)
        mpq_neg(number, number);
}

/* a + part (b - a), rounded once to the result's type. */
static double value_between(const sorted *s, const check_extreme *a, const check_extreme *b,
                            double part, bool *is_near_zero)
{
    mpq_t x, y, share;
    double value;

    mpq_inits(x, y, share, NULL);
    set_number(x, s, a);
    set_number(y, s, b);
    mpq_set_d(share, part);
    mpq_sub(y, y, x);
    mpq_mul(y, y, share);
    mpq_add(x, x, y);
    value = rounding_of(x, false, s->claim->type);
    *is_near_zero = value == 0 && mpq_sgn(x) != 0;
    mpq_clears(x, y, share, NULL);
    return value;
}

static bool is_same_element(const sorted *s, const check_extreme *a, const check_extreme *b)
{
    return s->is_real ? compare_reals(a->real, b->real) == 0 : a->integer == b->integer;
}

static finding element_of(const sorted *s, const check_extreme *at)
{
    return (finding){!s->is_real, at->integer, at->real, false};
}

static finding find_quantile(const sorted *s, double q)
{
    const double n = (double)s->count;
    const double position =
        fmin(fmax(position_of(q, n, s->claim->reduction->interpolation), 0), n - 1);
    const double part = position - floor(position);
    const check_extreme *a = &s->at[(uint64_t)position], *b = part == 0 ? a : a + 1;
    finding found = {.is_integer = false};

    if (s->nans != 0)
        found.real = (double)NAN;
    else if (is_same_element(s, a, b) && (s->is_real || s->claim->type == s->c->type))
        return element_of(s, a);
    else if (s->is_real && (isinf(a->real) || isinf(b->real)))
        found.real = a->real + b->real;
    else
        found.real = value_between(s, a, b, part, &found.is_near_zero);
    return found;
}

/* ---- Equal elements -------------------------------------------------------------------------- */

/* NaNs are equal, and so are -0 and +0. */
static bool are_equal(const sorted *s, const check_extreme *a, const check_extreme *b)
{
    if (!s->is_real)
        return a->integer == b->integer;
    return (a->is_nan && b->is_nan) || a->real == b->real;
}

/* The mode, how many elements have it, and the number of different elements. */
static finding find_mode(const sorted *s, uint64_t *count, uint64_t *distinct)
{
    uint64_t most = 0, equal = 0;
    const check_extreme *mode = s->at;

    *distinct = 0;
    for (uint64_t i = 0; i < s->count; i++) {
        const bool is_new = i == 0 || !are_equal(s, &s->at[i - 1], &s->at[i]);

        *distinct += is_new;
        equal = is_new ? 1 : equal + 1;
        if (equal > most) {
            most = equal;
            mode = &s->at[i + 1 - equal];
        }
    }
    if (s->nans != 0)
        mode = &s->at[s->count - 1];
    *count = s->nans != 0 ? s->nans : most;
    return s->count == 0 ? (finding){.is_integer = true} : element_of(s, mode);
}

/* ---- Judging --------------------------------------------------------------------------------- */

static finding find(const sorted *s, uint64_t value)
{
    const clr_reduction *reduction = s->claim->reduction;
    uint64_t count, distinct = 0;
    finding found;

    switch ((int)s->c->op) {
    case CLR_OPERATOR_MEDIAN:
        return find_quantile(s, 0.5);
    case CLR_OPERATOR_QUANTILE:
        return find_quantile(s, reduction->quantiles[value]);
    case CLR_OPERATOR_TOPK:
    case CLR_OPERATOR_BOTTOMK:
        return element_of(s, &s->at[value]);
    }
    found = find_mode(s, &count, &distinct);
    return s->c->op == CLR_OPERATOR_UNIQUE ? (finding){.is_integer = true, .integer = distinct}
                                           : found;
}

static const void *value_at(const check_selected *claim, uint64_t value)
{
    return (const char *)claim->value + value * claim->stride * clr_type_size(claim->type);
}

static bool is_right(const check_selected *claim, const finding *found, uint64_t value)
{
    const void *at = value_at(claim, value);

    if (found->is_integer)
        return value_integer(claim->type, at) == found->integer;
    const double real = value_real(claim->type, at);
    return (isnan(real) && isnan(found->real)) ||
           (real == found->real && (found->is_near_zero || compare_reals(real, found->real) == 0));
}

static void found_text(const check_selected *claim, const finding *found,
                       char text[OUTPUT_TEXT_SIZE])
{
    unsigned char value[sizeof(uint64_t)] = {0};

    if (found->is_integer)
        value_store(found->integer, clr_type_size(claim->type), value);
    else
        value_store_real(claim->type, found->real, value);
    output_text(claim->type, value, text);
}

/* Compares value number `value`, and its index. */
static check_verdict judge(const sorted *s, uint64_t value, char *sentence)
{
    const check_selected *claim = s->claim;
    const finding found = find(s, value);
    const uint64_t *index = claim->index ? &claim->index[value * claim->stride] : NULL;
    char ours[OUTPUT_TEXT_SIZE], right[OUTPUT_TEXT_SIZE];

    output_text(claim->type, value_at(claim, value), ours);
    found_text(claim, &found, right);
    if (!index) {
        snprintf(sentence, CHECK_SENTENCE_SIZE,
                 "value %" PRIu64 " of %.16s is %s, sorting gives %s", value,
                 clr_operator_name(s->c->op), ours, right);
        return is_right(claim, &found, value) ? CHECK_AGREES : CHECK_DIFFERS;
    }
    snprintf(sentence, CHECK_SENTENCE_SIZE,
             "value %" PRIu64 " of %.16s is %s at %" PRIu64 ", sorting gives %s at %" PRIu64, value,
             clr_operator_name(s->c->op), ours, *index, right, s->at[value].index);
    return is_right(claim, &found, value) && *index == s->at[value].index ? CHECK_AGREES
                                                                          : CHECK_DIFFERS;
}

static check_verdict judge_mode(const sorted *s, char *sentence)
{
    uint64_t right, distinct;

    find_mode(s, &right, &distinct);
    snprintf(sentence, CHECK_SENTENCE_SIZE,
             "the mode is of %" PRIu64 " elements, sorting gives %" PRIu64, *s->claim->count,
             right);
    return *s->claim->count == right ? CHECK_AGREES : CHECK_DIFFERS;
}

/* Compares what there is: a value at all, and how many. */
static check_verdict judge_count(const sorted *s, uint64_t *values, char *sentence)
{
    const check_selected *claim = s->claim;
    const bool has_k = claim->reduction->k != 0,
               may_be_empty = has_k || s->c->op == CLR_OPERATOR_UNIQUE;
    const clr_status status = s->count == 0 && !may_be_empty ? CLR_ERROR_EMPTY : CLR_OK;

    *values = has_k ? smaller(s->count, claim->reduction->k) : claim->values;
    snprintf(sentence, CHECK_SENTENCE_SIZE,
             "%.16s is \"%s\" with %" PRIu64 " values, sorting gives \"%s\" with %" PRIu64,
             clr_operator_name(s->c->op), clr_status_name(claim->status), claim->values,
             clr_status_name(status), *values);
    if (status != CLR_OK)
        *values = 0;
    return claim->status == status && (status != CLR_OK || claim->values == *values)
               ? CHECK_AGREES
               : CHECK_DIFFERS;
}

check_verdict check_judge_selected(const check *c, const check_selected *claim,
                                   const void *const *inputs, uint64_t count,
                                   char sentence[CHECK_SENTENCE_SIZE])
{
    sorted s = {.c = c, .claim = claim, .is_real = check_is_real(c)};
    check_verdict verdict = CHECK_UNAVAILABLE;
    uint64_t values = 0;

    if (c->missing) {
        snprintf(sentence, CHECK_SENTENCE_SIZE, "not available for %s", c->missing);
        return verdict;
    }
    if (sort(&s, inputs, count))
        verdict = judge_count(&s, &values, sentence);
    else
        snprintf(sentence, CHECK_SENTENCE_SIZE, "not available, as memory ran out");
    for (uint64_t v = 0; verdict == CHECK_AGREES && v < values; v++)
        verdict = judge(&s, v, sentence);
    if (verdict == CHECK_AGREES && values != 0 && claim->count)
        verdict = judge_mode(&s, sentence);
    free(s.at);
    return verdict;
}
