/* SPDX-License-Identifier: Apache-2.0 */
/* check_weights - variances with weights on the host, of exact sums as rational numbers: of
 * weights, of their products with values and with values' squares, and of their own squares. See
 * check.h. */
#include "check_part.h"
#include <math.h>

/* ---- Folding --------------------------------------------------------------------------------- */

/* Whether a number makes the result NaN, whatever the others are. */
static bool is_none(const check *c, const check_number x[], exact_term weight)
{
    const bool are_finite = !check_is_real(c) || (isfinite(x[0].real) && isfinite(x[1].real));

    return !are_finite || (weight.negative && weight.integer != 0);
}

static void weights_fold(check *c, const check_number x[])
{
    const exact_term value = check_term_of(c, &x[0]), weight = check_term_of(c, &x[1]);

    if (is_none(c, x, weight)) {
        c->has_nan = true;
        return;
    }
    exact_sum_add(&c->others, weight);
    exact_sum_add_product(&c->products, value, weight);
    exact_sum_add_product(&c->other_squares, weight, weight);
    exact_sum_add_triple(&c->squares, value, value, weight);
    if (check_is_real(c) && fabs(x[0].real) > c->greatest.real)
        c->greatest.real = fabs(x[0].real);
}

static void weights_join(check *c, const check *next)
{
    exact_sum_join(&c->others, &next->others);
    exact_sum_join(&c->products, &next->products);
    exact_sum_join(&c->other_squares, &next->other_squares);
    exact_sum_join(&c->squares, &next->squares);
    if (next->greatest.real > c->greatest.real)
        c->greatest.real = next->greatest.real;
}

/* ---- Finding --------------------------------------------------------------------------------- */

static void get(const exact_sum *sum, mpq_t total)
{
    mpq_t magnitude;

    mpq_init(magnitude);
    exact_sum_get(sum, total, magnitude);
    mpq_clear(magnitude);
}

/* What ddof takes off the sum of weights. */
static void find_off(const check *c, bool by_reliability, const mpq_t weights, mpq_t off)
{
    mpq_t squares;

    mpq_init(squares);
    check_set_count(off, c->ddof);
    if (by_reliability) {
        get(&c->other_squares, squares);
        mpq_div(squares, squares, weights);
        mpq_mul(off, off, squares);
    }
    mpq_clear(squares);
}

/* The sum of squared distances from the mean, and the square of the mean, each with the weights. */
static void find_spread(const check *c, const mpq_t weights, mpq_t spread, mpq_t of_mean)
{
    get(&c->products, of_mean);
    mpq_mul(of_mean, of_mean, of_mean);
    mpq_div(of_mean, of_mean, weights);
    get(&c->squares, spread);
    mpq_sub(spread, spread, of_mean);
}

static void find_variance(const check *c, const check_claim *claim, bool by_reliability,
                          const mpq_t weights, check_finding *found)
{
    check_spread s;

    mpq_inits(s.weights, s.off, s.divisor, s.of_mean, NULL);
    mpq_set(s.weights, weights);
    find_off(c, by_reliability, weights, s.off);
    mpq_sub(s.divisor, weights, s.off);
    find_spread(c, weights, found->range.right, s.of_mean);
    check_bound_spread(found, c, claim, &s);
    mpq_clears(s.weights, s.off, s.divisor, s.of_mean, NULL);
}

static void find(const check *c, const check_claim *claim, bool by_reliability,
                 check_finding *found)
{
    mpq_t weights;

    found->status = c->count == 0 ? CLR_ERROR_EMPTY : CLR_OK;
    if (c->count == 0)
        return;
    mpq_init(weights);
    get(&c->others, weights);
    found->form = CHECK_SAME;
    found->value.real = (double)NAN;
    if (!c->has_nan && mpq_sgn(weights) > 0)
        find_variance(c, claim, by_reliability, weights, found);
    mpq_clear(weights);
}

static void wvar_find(const check *c, const check_claim *claim, check_finding *found)
{
    find(c, claim, false, found);
}

static void wstd_find(const check *c, const check_claim *claim, check_finding *found)
{
    found->range.is_root = true;
    find(c, claim, false, found);
}

static void rwvar_find(const check *c, const check_claim *claim, check_finding *found)
{
    find(c, claim, true, found);
}

static void rwstd_find(const check *c, const check_claim *claim, check_finding *found)
{
    found->range.is_root = true;
    find(c, claim, true, found);
}

/* ---- Operators ------------------------------------------------------------------------------- */

const check_method check_weights[] = {
    {CLR_OPERATOR_WVAR, weights_fold, weights_join, wvar_find, true},
    {CLR_OPERATOR_WSTD, weights_fold, weights_join, wstd_find, true},
    {CLR_OPERATOR_RWVAR, weights_fold, weights_join, rwvar_find, true},
    {CLR_OPERATOR_RWSTD, weights_fold, weights_join, rwstd_find, true},
    {.fold = NULL},
};
