/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check_order - what is found by comparing, on the host. See check.h. All of it is exact.
 */
#include "check_part.h"
#include <math.h>

/* ---- Extremes: IEEE 754-2019 minimum and maximum --------------------------------------------- */

/* Whether a comes before b, -0 being smaller than +0. */
static bool is_less_real(double a, double b)
{
    return a < b || (a == b && signbit(a) && !signbit(b));
}

static bool is_less(const check *c, const check_extreme *a, const check_extreme *b, bool is_signed)
{
    if (check_is_real(c))
        return is_less_real(a->real, b->real);
    return is_signed ? (int64_t)a->integer < (int64_t)b->integer : a->integer < b->integer;
}

/* The first NaN stays; of equals the first stays too. */
static void take_least(check *c, const check_extreme *now, bool is_signed)
{
    if (!c->least.is_nan && (now->is_nan || is_less(c, now, &c->least, is_signed)))
        c->least = *now;
}

static void take_greatest(check *c, const check_extreme *now, bool is_signed)
{
    if (!c->greatest.is_nan && (now->is_nan || is_less(c, &c->greatest, now, is_signed)))
        c->greatest = *now;
}

static void take(check *c, const check_extreme *now, bool is_signed)
{
    if (c->count == 0) {
        c->least = c->greatest = *now;
        return;
    }
    take_least(c, now, is_signed);
    take_greatest(c, now, is_signed);
}

void check_order_fold(check *c, const check_number *x, const check_number *y)
{
    check_extreme now = {x->real, x->integer, c->seen, isnan(x->real)};

    (void)y;
    take(c, &now, value_kind_of(c->type) == VALUE_SIGNED);
}

void check_magnitude_fold(check *c, const check_number *x, const check_number *y)
{
    bool negative;
    check_extreme now = {fabs(x->real), value_magnitude(c->type, x->integer, &negative), c->seen,
                         isnan(x->real)};

    (void)y;
    take(c, &now, false);
}

void check_order_join(check *c, const check *next)
{
    bool is_signed = value_kind_of(c->type) == VALUE_SIGNED;

    take_least(c, &next->least, is_signed);
    take_greatest(c, &next->greatest, is_signed);
}

void check_magnitude_join(check *c, const check *next)
{
    take_least(c, &next->least, false);
    take_greatest(c, &next->greatest, false);
}

static check_value value_of(const check_extreme *extreme)
{
    return (check_value){extreme->integer, extreme->real};
}

static void find(const check *c, const check_extreme *extreme, check_finding *found)
{
    found->status = c->count == 0 ? CLR_ERROR_EMPTY : CLR_OK;
    found->form = check_is_real(c) ? CHECK_SAME : CHECK_INTEGER;
    found->value = value_of(extreme);
    found->index = extreme->index;
}

void check_least_find(const check *c, const check_claim *claim, check_finding *found)
{
    (void)claim;
    find(c, &c->least, found);
}

void check_greatest_find(const check *c, const check_claim *claim, check_finding *found)
{
    (void)claim;
    find(c, &c->greatest, found);
}

void check_both_find(const check *c, const check_claim *claim, check_finding *found)
{
    check_least_find(c, claim, found);
    found->second = value_of(&c->greatest);
}
