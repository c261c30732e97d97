/* SPDX-License-Identifier: Apache-2.0 */
/* check_pairs - weighted means, covariances and correlations of two inputs for --check, on the
 * host: of exact sums as rational numbers, rounded once. The library's results are rounded so at
 * every level, so that there is one right answer. See check.h. */
#include "check_part.h"
#include "rounding.h"
#include <math.h>

/* ---- Folding --------------------------------------------------------------------------------- */

/* x[0] is the value, x[1] its weight. A weight that is not finite makes the result NaN, as the
 * operator is defined. */
static void wmean_fold(check *c, const check_number x[])
{
    const exact_term value = check_term_of(c, &x[0]), weight = check_term_of(c, &x[1]);

    if (check_is_real(c) && !isfinite(x[1].real)) {
        c->has_nan = true;
        return;
    }
    exact_sum_add(&c->others, weight);
    if (!check_note_term(c, check_special_product(x[0].real, x[1].real)))
        return;
    exact_sum_add_product(&c->products, value, weight);
}

/* A number that is not finite makes the result NaN, whatever the sums are. */
static bool note_both(check *c, const check_number x[])
{
    const bool is_finite = check_note_term(c, x[0].real);

    return check_note_term(c, x[1].real) && is_finite;
}

static void cov_fold(check *c, const check_number x[])
{
    const exact_term a = check_term_of(c, &x[0]), b = check_term_of(c, &x[1]);

    if (!note_both(c, x))
        return;
    exact_sum_add(&c->sum, a);
    exact_sum_add(&c->others, b);
    exact_sum_add_product(&c->products, a, b);
}

static void corr_fold(check *c, const check_number x[])
{
    const exact_term a = check_term_of(c, &x[0]), b = check_term_of(c, &x[1]);

    cov_fold(c, x);
    if (check_is_real(c) && !(isfinite(x[0].real) && isfinite(x[1].real)))
        return;
    exact_sum_add_product(&c->squares, a, a);
    exact_sum_add_product(&c->other_squares, b, b);
}

static void pairs_join(check *c, const check *next)
{
    exact_sum_join(&c->sum, &next->sum);
    exact_sum_join(&c->others, &next->others);
    exact_sum_join(&c->products, &next->products);
    exact_sum_join(&c->squares, &next->squares);
    exact_sum_join(&c->other_squares, &next->other_squares);
}

/* ---- Finding --------------------------------------------------------------------------------- */

static void get(const exact_sum *sum, mpq_t total)
{
    mpq_t magnitude;

    mpq_init(magnitude);
    exact_sum_get(sum, total, magnitude);
    mpq_clear(magnitude);
}

/* The answer is a number of the result's type. */
static void answer(check_finding *found, double value)
{
    found->form = CHECK_SAME;
    found->value.real = value;
}

/* The sum of the products of deviations from the means: Sxy - Sx Sy / n. */
static void find_spread(const check *c, const exact_sum *products, const exact_sum *a,
                        const exact_sum *b, mpq_t spread)
{
    mpq_t means, other;

    mpq_inits(means, other, NULL);
    get(products, spread);
    get(a, means);
    get(b, other);
    mpq_mul(means, means, other);
    check_set_count(other, c->count);
    mpq_div(means, means, other);
    mpq_sub(spread, spread, means);
    mpq_clears(means, other, NULL);
}

/* The sum of the products over the sum of the weights: NaN where the latter is 0. A quotient of 0
 * or infinity has a sign: the numerator's is minus if it is -inf or a sum of nothing but -0. */
static void wmean_find(const check *c, const check_claim *claim, check_finding *found)
{
    const bool is_minus_zero = c->count != 0 && !c->has_other && !c->has_absent;
    const bool is_infinite = c->has_infinity || c->has_minus_infinity;
    mpq_t products, weights;
    double sign;

    found->status = c->count == 0 ? CLR_ERROR_EMPTY : CLR_OK;
    mpq_inits(products, weights, NULL);
    get(&c->products, products);
    get(&c->others, weights);
    sign = (c->has_minus_infinity || is_minus_zero) != (mpq_sgn(weights) < 0) ? -1 : 1;
    if (c->has_nan || (c->has_infinity && c->has_minus_infinity) || mpq_sgn(weights) == 0) {
        answer(found, (double)NAN);
    } else if (is_infinite) {
        answer(found, sign * (double)INFINITY);
    } else if (mpq_sgn(products) == 0) {
        answer(found, sign * 0.0);
    } else {
        mpq_div(products, products, weights);
        answer(found, rounding_of(products, false, claim->type));
    }
    mpq_clears(products, weights, NULL);
}

/* Whether some number is not finite: the answer is NaN. */
static bool is_special(const check *c, check_finding *found)
{
    const bool is = c->has_nan || c->has_infinity || c->has_minus_infinity;

    if (is)
        answer(found, (double)NAN);
    return is;
}

static void cov_find(const check *c, const check_claim *claim, check_finding *found)
{
    mpq_t spread, divisor;

    found->status = c->count <= c->ddof ? CLR_ERROR_EMPTY : CLR_OK;
    if (c->count <= c->ddof || is_special(c, found))
        return;
    mpq_inits(spread, divisor, NULL);
    find_spread(c, &c->products, &c->sum, &c->others, spread);
    check_set_count(divisor, c->count - c->ddof);
    mpq_div(spread, spread, divisor);
    answer(found, rounding_of(spread, false, claim->type));
    mpq_clears(spread, divisor, NULL);
}

/* Sxy / sqrt(Sxx Syy) is rounded once, as the root of its square, with the sign of Sxy. */
static void corr_find(const check *c, const check_claim *claim, check_finding *found)
{
    mpq_t spread, x, y;

    found->status = c->count == 0 ? CLR_ERROR_EMPTY : CLR_OK;
    if (c->count == 0 || is_special(c, found))
        return;
    mpq_inits(spread, x, y, NULL);
    find_spread(c, &c->products, &c->sum, &c->others, spread);
    find_spread(c, &c->squares, &c->sum, &c->sum, x);
    find_spread(c, &c->other_squares, &c->others, &c->others, y);
    mpq_mul(x, x, y);
    if (mpq_sgn(x) == 0) {
        answer(found, (double)NAN);
    } else {
        const bool is_negative = mpq_sgn(spread) < 0;

        mpq_mul(spread, spread, spread);
        mpq_div(spread, spread, x);
        answer(found, (is_negative ? -1 : 1) * rounding_of(spread, true, claim->type));
    }
    mpq_clears(spread, x, y, NULL);
}

/* ---- Operators ------------------------------------------------------------------------------- */

const check_method check_pairs[] = {
    {CLR_OPERATOR_WMEAN, wmean_fold, pairs_join, wmean_find, true},
    {CLR_OPERATOR_COV, cov_fold, pairs_join, cov_find, true},
    {CLR_OPERATOR_CORR, corr_fold, pairs_join, corr_find, true},
    {.fold = NULL},
};
