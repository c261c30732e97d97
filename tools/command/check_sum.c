/* SPDX-License-Identifier: Apache-2.0 */
/* check_sum - exact sums on the host; norms, means and variances follow from them. See check.h. */
#include "check_part.h"
#include <math.h>

/* ---- Folding --------------------------------------------------------------------------------- */

static exact_term integer_term(const check *c, uint64_t integer)
{
    bool negative;
    uint64_t magnitude = value_magnitude(c->type, integer, &negative);

    return exact_term_of_integer(magnitude, negative);
}

exact_term check_term_of(const check *c, const check_number *x)
{
    return check_is_real(c) ? exact_term_of(x->real) : integer_term(c, x->integer);
}

bool check_note_term(check *c, double number)
{
    if (check_is_real(c))
        return check_note(c, number);
    c->has_other = true;
    return true;
}

static void sum_fold(check *c, const check_number x[])
{
    if (check_note_term(c, x->real))
        exact_sum_add(&c->sum, check_term_of(c, x));
}

static void asum_fold(check *c, const check_number x[])
{
    exact_term term = check_term_of(c, x);

    term.negative = false;
    if (check_note_term(c, fabs(x->real)))
        exact_sum_add(&c->sum, term);
}

double check_special_product(double x, double y)
{
    bool is_plain = isfinite(x) && isfinite(y) && x != 0 && y != 0;

    return is_plain ? 1 : x * y;
}

/* Records a product's exponent; for subnormals it is too large by their missing digits. */
static void note_product(check *c, exact_term a, exact_term b)
{
    int exponent = (int)(a.place + b.place) - 2 * (1075 - 52);

    if (a.integer != 0 && b.integer != 0 && exponent < c->least_product)
        c->least_product = exponent;
}

static void dot_fold(check *c, const check_number x[])
{
    exact_term a = check_term_of(c, &x[0]), b = check_term_of(c, &x[1]);

    if (!check_note_term(c, check_special_product(x[0].real, x[1].real)))
        return;
    exact_sum_add_product(&c->sum, a, b);
    note_product(c, a, b);
}

static void sumsq_fold(check *c, const check_number x[])
{
    const check_number both[] = {*x, *x};

    dot_fold(c, both);
}

static void moments_fold(check *c, const check_number x[])
{
    exact_term term = check_term_of(c, x);

    if (!check_note_term(c, x->real))
        return;
    exact_sum_add(&c->sum, term);
    exact_sum_add_product(&c->squares, term, term);
}

static void sum_join(check *c, const check *next)
{
    exact_sum_join(&c->sum, &next->sum);
    exact_sum_join(&c->squares, &next->squares);
    if (next->least_product < c->least_product)
        c->least_product = next->least_product;
}

/* ---- Finding --------------------------------------------------------------------------------- */

/* The sum of integers modulo 2^64. */
static void find_integer(const check *c, const mpq_t total, check_finding *found)
{
    bool is_signed = value_kind_of(c->type) == VALUE_SIGNED;
    mpz_t low, most, least;

    mpz_init(low);
    mpz_fdiv_r_2exp(low, mpq_numref(total), 64);
    mpz_export(&found->value.integer, NULL, -1, sizeof found->value.integer, 0, 0, low);
    mpz_init_set_ui(most, 1);
    mpz_mul_2exp(most, most, is_signed ? 63 : 64);
    mpz_init(least);
    if (is_signed)
        mpz_neg(least, most);
    bool fits = mpz_cmp(mpq_numref(total), least) >= 0 && mpz_cmp(mpq_numref(total), most) < 0;
    if (c->overflow == CLR_OVERFLOW_DETECT && !fits)
        found->status = CLR_ERROR_OVERFLOW;
    mpz_clears(low, most, least, NULL);
}

/* Whether NaN or infinities decide. Infinities of both signs, and any in a variance, make a NaN. */
static bool is_special(const check *c, bool infinity_is_nan, check_finding *found)
{
    bool infinite = c->has_infinity || c->has_minus_infinity;

    if (!c->has_nan && !infinite)
        return false;
    found->form = CHECK_SAME;
    found->value.real = c->has_infinity ? (double)INFINITY : -(double)INFINITY;
    if (c->has_nan || infinity_is_nan || (c->has_infinity && c->has_minus_infinity))
        found->value.real = (double)NAN;
    return true;
}

/* A result of level exact has one value and one sign: a sum of -0 alone is -0. */
static bool is_decided(const check *c, const check_claim *claim, check_finding *found)
{
    check_range *range = &found->range;
    bool only_minus_zero = c->count != 0 && !c->has_other && !c->has_absent;

    found->form = CHECK_NEAR;
    if (claim->accuracy != CLR_ACCURACY_EXACT)
        return false;
    range->has_sign = true;
    range->negative = mpq_sgn(range->right) < 0 || (only_minus_zero && !range->is_root);
    return true;
}

static void sum_find(const check *c, const check_claim *claim, check_finding *found)
{
    mpq_t magnitude;

    mpq_init(magnitude);
    exact_sum_get(&c->sum, found->range.right, magnitude);
    if (value_kind_of(claim->type) != VALUE_REAL)
        find_integer(c, found->range.right, found);
    else if (is_special(c, false, found))
        check_bound_infinite_sum(found, claim, magnitude);
    else if (!is_decided(c, claim, found))
        check_bound_sum(found, c, claim, magnitude);
    mpq_clear(magnitude);
}

static void nrm2_find(const check *c, const check_claim *claim, check_finding *found)
{
    mpq_t magnitude;

    if (is_special(c, false, found))
        return;
    mpq_init(magnitude);
    exact_sum_get(&c->sum, found->range.right, magnitude);
    found->range.is_root = true;
    if (!is_decided(c, claim, found))
        check_bound_norm(found, c, claim);
    mpq_clear(magnitude);
}

static void divide(mpq_t number, uint64_t divisor)
{
    mpq_t by;

    mpq_init(by);
    check_set_count(by, divisor);
    mpq_div(number, number, by);
    mpq_clear(by);
}

static void mean_find(const check *c, const check_claim *claim, check_finding *found)
{
    mpq_t magnitude;

    found->status = c->count == 0 ? CLR_ERROR_EMPTY : CLR_OK;
    if (c->count == 0)
        return;
    mpq_init(magnitude);
    exact_sum_get(&c->sum, found->range.right, magnitude);
    divide(found->range.right, c->count);
    if (is_special(c, false, found))
        check_bound_infinite_sum(found, claim, magnitude);
    else if (!is_decided(c, claim, found))
        check_bound_mean(found, c, claim, magnitude);
    mpq_clear(magnitude);
}

/* The variance (S2 - S1^2 / n) / (n - ddof), for the sums S1 of x and S2 of x^2; and the square of
 * the mean. */
static void find_spread(const check *c, mpq_t variance, mpq_t square_of_mean)
{
    mpq_t part;

    mpq_init(part);
    exact_sum_get(&c->sum, square_of_mean, part);
    mpq_mul(square_of_mean, square_of_mean, square_of_mean);
    divide(square_of_mean, c->count);
    exact_sum_get(&c->squares, variance, part);
    mpq_sub(variance, variance, square_of_mean);
    divide(variance, c->count - c->ddof);
    divide(square_of_mean, c->count);
    mpq_clear(part);
}

static void var_find(const check *c, const check_claim *claim, check_finding *found)
{
    mpq_t square_of_mean;

    found->status = c->count <= c->ddof ? CLR_ERROR_EMPTY : CLR_OK;
    if (c->count <= c->ddof || is_special(c, true, found))
        return;
    mpq_init(square_of_mean);
    find_spread(c, found->range.right, square_of_mean);
    if (is_decided(c, claim, found))
        found->range.negative = false;
    else
        check_bound_variance(found, c, claim, square_of_mean);
    mpq_clear(square_of_mean);
}

static void std_find(const check *c, const check_claim *claim, check_finding *found)
{
    found->range.is_root = true;
    var_find(c, claim, found);
}

/* ---- Operators ------------------------------------------------------------------------------- */

const check_method check_sums[] = {
    {CLR_OPERATOR_SUM, sum_fold, sum_join, sum_find, false},
    {CLR_OPERATOR_DOT, dot_fold, sum_join, sum_find, true},
    {CLR_OPERATOR_ASUM, asum_fold, sum_join, sum_find, false},
    {CLR_OPERATOR_SUMSQ, sumsq_fold, sum_join, sum_find, false},
    {CLR_OPERATOR_NRM2, sumsq_fold, sum_join, nrm2_find, false},
    {CLR_OPERATOR_MEAN, sum_fold, sum_join, mean_find, false},
    {CLR_OPERATOR_VAR, moments_fold, sum_join, var_find, false},
    {CLR_OPERATOR_STD, moments_fold, sum_join, std_find, false},
    {.fold = NULL},
};
