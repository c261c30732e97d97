/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check_product - products on the host. See check.h.
 */
#include "check_part.h"
#include <math.h>

static void multiply_real(check *c, double number)
{
    bool finite = check_note(c, number);

    c->negative ^= signbit(number) != 0;
    if (finite && number != 0)
        exact_product_multiply(fabs(number) > 1 ? &c->growth : &c->shrink, exact_term_of(number));
}

static void multiply_integer(check *c, uint64_t integer)
{
    bool negative;
    uint64_t magnitude = value_magnitude(c->type, integer, &negative);

    c->integer *= integer;
    c->negative ^= negative;
    c->has_zero = c->has_zero || integer == 0;
    if (integer != 0 && !c->too_wide)
        c->too_wide = __builtin_mul_overflow(c->product, magnitude, &c->product);
}

static void product_fold(check *c, const check_number x[])
{
    if (check_is_real(c))
        multiply_real(c, x->real);
    else
        multiply_integer(c, x->integer);
}

static void product_join(check *c, const check *next)
{
    exact_product_join(&c->growth, &next->growth);
    exact_product_join(&c->shrink, &next->shrink);
    c->integer *= next->integer;
    c->too_wide = c->too_wide || next->too_wide;
    if (!c->too_wide)
        c->too_wide = __builtin_mul_overflow(c->product, next->product, &c->product);
}

static void find_integer(const check *c, check_finding *found)
{
    bool is_signed = value_kind_of(c->type) == VALUE_SIGNED;
    uint64_t most = is_signed ? (uint64_t)INT64_MAX + c->negative : UINT64_MAX;
    bool fits = c->has_zero || (!c->too_wide && c->product <= most);

    found->value.integer = c->integer;
    if (c->overflow == CLR_OVERFLOW_DETECT && !fits)
        found->status = CLR_ERROR_OVERFLOW;
}

static void find_finite(const check *c, const check_claim *claim, check_finding *found)
{
    check_range *range = &found->range;
    exact_product product = c->growth;

    exact_product_join(&product, &c->shrink);
    if (!c->has_zero)
        exact_product_get(&product, range->right);
    if (c->negative)
        mpq_neg(range->right, range->right);
    found->form = CHECK_NEAR;
    range->has_sign = true;
    range->negative = c->negative;
    check_bound_product(found, c, claim);
}

static void product_find(const check *c, const check_claim *claim, check_finding *found)
{
    if (!check_is_real(c)) {
        find_integer(c, found);
        return;
    }
    bool infinite = c->has_infinity || c->has_minus_infinity;
    if (c->has_nan || (infinite && c->has_zero)) {
        found->form = CHECK_SAME;
        found->value.real = (double)NAN;
    } else if (infinite) {
        found->form = CHECK_SAME;
        found->value.real = c->negative ? -(double)INFINITY : (double)INFINITY;
        check_bound_infinite_product(found, c, claim);
    } else {
        find_finite(c, claim, found);
    }
}

/* ---- Operators ------------------------------------------------------------------------------- */

const check_method check_products[] = {
    {CLR_OPERATOR_PROD, product_fold, product_join, product_find, false},
    {.fold = NULL},
};
