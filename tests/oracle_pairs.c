/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is made of two inputs together, see oracle.h: weighted means, covariances, correlations. All
 * sums are exact in MPFR, as definitions have them: of deviations from the means, which are taken n
 * times as large to be whole. Only the last division and the root round, in more digits than can
 * hide a tie.
 */
#include "oracle_parts.h"

#include <math.h>
#include <stdlib.h>

void oracle_must_be_exact(int ternary)
{
    if (ternary)
        abort();
}

void oracle_load_whole(clr_type type, const void *data, size_t index, mpfr_t to)
{
    const uint64_t bits = oracle_load_bits(type, data, index);
    const unsigned unused = (unsigned)(64 - 8 * oracle_size(type));

    if (oracle_is_float(type))
        oracle_must_be_exact(mpfr_set_d(to, oracle_load(type, data, index), MPFR_RNDN));
    else if (oracle_is_signed(type))
        oracle_must_be_exact(mpfr_set_sj(to, (intmax_t)(bits << unused) >> unused, MPFR_RNDN));
    else
        oracle_must_be_exact(mpfr_set_uj(to, bits, MPFR_RNDN));
}

static bool is_finite(clr_type type, const void *data, size_t index)
{
    return !oracle_is_float(type) || isfinite(oracle_load(type, data, index));
}

/* What the weighted products and the weights are that no sum shows: not finite, or zeros. */
static void note_products(const oracle_pairs *in, oracle_value *out)
{
    bool infinite[2] = {false, false};

    out->minus_zero = in->count > 0 && !in->has_absent;
    for (size_t i = 0; i < in->count; i++) {
        const double x = oracle_load(in->type, in->x, i), y = oracle_load(in->type, in->y, i);

        out->nan |= isnan(x * y) || !isfinite(y);
        if (isinf(x) && !isnan(x * y))
            infinite[signbit(x) == signbit(y)] = true;
        out->minus_zero &= (x == 0 || y == 0) && signbit(x) != signbit(y);
    }
    out->nan |= infinite[0] && infinite[1];
    out->infinite = infinite[1] - infinite[0];
}

/* Sums the products and the weights of pairs that are finite. */
static void add_weighted(const oracle_pairs *in, mpfr_t products, mpfr_t weights)
{
    mpfr_t x, y;

    mpfr_inits2(ORACLE_PRECISION, x, y, (mpfr_ptr)NULL);
    mpfr_set_zero(products, 1);
    mpfr_set_zero(weights, 1);
    for (size_t i = 0; i < in->count; i++) {
        if (!is_finite(in->type, in->x, i) || !is_finite(in->type, in->y, i))
            mpfr_set_zero(x, 1);
        else
            oracle_load_whole(in->type, in->x, i, x);
        if (is_finite(in->type, in->y, i))
            oracle_load_whole(in->type, in->y, i, y);
        else
            mpfr_set_zero(y, 1);
        oracle_must_be_exact(mpfr_add(weights, weights, y, MPFR_RNDN));
        oracle_must_be_exact(mpfr_mul(x, x, y, MPFR_RNDN));
        oracle_must_be_exact(mpfr_add(products, products, x, MPFR_RNDN));
    }
    mpfr_clears(x, y, (mpfr_ptr)NULL);
}

void oracle_weighted_mean(const oracle_pairs *in, oracle_value *out)
{
    mpfr_t products, weights;

    mpfr_inits2(ORACLE_PRECISION, products, weights, (mpfr_ptr)NULL);
    if (oracle_is_float(in->type))
        note_products(in, out);
    add_weighted(in, products, weights);
    if (out->minus_zero)
        mpfr_set_zero(products, -1);
    out->minus_zero = false;
    if (mpfr_sgn(weights) == 0)
        out->nan = true;
    else
        mpfr_div(out->exact, products, weights, MPFR_RNDN);
    if (mpfr_sgn(weights) < 0)
        out->infinite = -out->infinite;
    mpfr_clears(products, weights, (mpfr_ptr)NULL);
}

static void find_total(const oracle_pairs *in, const void *data, mpfr_t total)
{
    mpfr_t x;

    mpfr_init2(x, ORACLE_PRECISION);
    mpfr_set_zero(total, 1);
    for (size_t i = 0; i < in->count; i++) {
        oracle_load_whole(in->type, data, i, x);
        oracle_must_be_exact(mpfr_add(total, total, x, MPFR_RNDN));
    }
    mpfr_clear(x);
}

/* n times the deviation of an element from the mean. */
static void find_deviation(const oracle_pairs *in, const void *data, size_t index,
                           const mpfr_t total, mpfr_t to)
{
    oracle_load_whole(in->type, data, index, to);
    oracle_must_be_exact(mpfr_mul_ui(to, to, in->count, MPFR_RNDN));
    oracle_must_be_exact(mpfr_sub(to, to, total, MPFR_RNDN));
}

/* n^2 times the sum of products of two deviations. */
static void find_spread(const oracle_pairs *in, const void *a, const void *b, mpfr_t to)
{
    mpfr_t totals[2], deviations[2];

    for (int k = 0; k < 2; k++) {
        mpfr_init2(totals[k], ORACLE_PAIR_PRECISION);
        mpfr_init2(deviations[k], ORACLE_PAIR_PRECISION);
        find_total(in, k ? b : a, totals[k]);
    }
    mpfr_set_zero(to, 1);
    for (size_t i = 0; i < in->count; i++) {
        for (int k = 0; k < 2; k++)
            find_deviation(in, k ? b : a, i, totals[k], deviations[k]);
        oracle_must_be_exact(mpfr_mul(deviations[0], deviations[0], deviations[1], MPFR_RNDN));
        oracle_must_be_exact(mpfr_add(to, to, deviations[0], MPFR_RNDN));
    }
    for (int k = 0; k < 2; k++)
        mpfr_clears(totals[k], deviations[k], (mpfr_ptr)NULL);
}

static bool are_finite(const oracle_pairs *in)
{
    bool are = true;

    for (size_t i = 0; i < in->count; i++)
        are &= is_finite(in->type, in->x, i) && is_finite(in->type, in->y, i);
    return are;
}

void oracle_covariance(const oracle_pairs *in, oracle_value *out)
{
    mpfr_t spread;

    out->nan = !are_finite(in);
    if (out->nan)
        return;
    mpfr_init2(spread, ORACLE_PAIR_PRECISION);
    find_spread(in, in->x, in->y, spread);
    mpfr_div_ui(spread, spread, in->count, MPFR_RNDN);
    mpfr_div_ui(spread, spread, in->count, MPFR_RNDN);
    mpfr_div_ui(out->exact, spread, in->count - out->question.ddof, MPFR_RNDN);
    if (mpfr_sgn(out->exact) == 0)
        mpfr_set_zero(out->exact, 1);
    mpfr_clear(spread);
}

/* The quotient is N / root(A B), in which the factors n cancel. */
void oracle_correlation(const oracle_pairs *in, oracle_value *out)
{
    mpfr_t spreads[3];

    out->nan = !are_finite(in);
    if (out->nan)
        return;
    for (int k = 0; k < 3; k++) {
        mpfr_init2(spreads[k], ORACLE_PAIR_PRECISION);
        find_spread(in, k == 2 ? in->y : in->x, k == 1 ? in->x : in->y, spreads[k]);
    }
    out->nan = mpfr_sgn(spreads[1]) == 0 || mpfr_sgn(spreads[2]) == 0;
    oracle_must_be_exact(mpfr_mul(spreads[1], spreads[1], spreads[2], MPFR_RNDN));
    mpfr_sqrt(spreads[1], spreads[1], MPFR_RNDN);
    if (!out->nan)
        mpfr_div(out->exact, spreads[0], spreads[1], MPFR_RNDN);
    if (mpfr_sgn(out->exact) == 0)
        mpfr_set_zero(out->exact, 1);
    for (int k = 0; k < 3; k++)
        mpfr_clear(spreads[k]);
}
