/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check_order - extremes and ends on the host, which are exact. See check.h.
 */
#include "check_part.h"
#include <math.h>

/* ---- Extremes: IEEE 754-2019 minimum and maximum --------------------------------------------- */

/* Whether a comes before b, -0 being smaller than +0. */
static bool is_less_real(double a, double b)
{
    return a < b || (a == b && signbit(a) && !signbit(b));
}

static bool is_less(const check *c, const check_extreme *a, const check_extreme *b)
{
    if (check_is_real(c))
        return is_less_real(a->real, b->real);
    return value_kind_of(c->type) == VALUE_SIGNED && !c->of_magnitudes
               ? (int64_t)a->integer < (int64_t)b->integer
               : a->integer < b->integer;
}

/* The first NaN stays, and the first of equal elements. */
static void take(check *c, const check_extreme *least, const check_extreme *greatest)
{
    if (!c->least.is_nan && (least->is_nan || is_less(c, least, &c->least)))
        c->least = *least;
    if (!c->greatest.is_nan && (greatest->is_nan || is_less(c, &c->greatest, greatest)))
        c->greatest = *greatest;
}

static check_extreme number_of(const check *c, const check_number x[])
{
    return (check_extreme){x->real, x->integer, c->numbers ? c->numbers[c->seen] : c->seen,
                           isnan(x->real)};
}

static void order_fold(check *c, const check_number x[])
{
    const check_extreme now = number_of(c, x);

    if (c->count == 0)
        c->least = c->greatest = now;
    else
        take(c, &now, &now);
}

static void magnitude_fold(check *c, const check_number x[])
{
    bool negative;
    const check_number magnitude = {.real = fabs(x->real),
                                    .integer = value_magnitude(c->type, x->integer, &negative)};

    c->of_magnitudes = true;
    order_fold(c, &magnitude);
}

static void order_join(check *c, const check *next)
{
    take(c, &next->least, &next->greatest);
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
    found->second = value_of(&c->greatest);
    found->index = extreme->index;
}

static void least_find(const check *c, const check_claim *claim, check_finding *found)
{
    (void)claim;
    find(c, &c->least, found);
}

static void greatest_find(const check *c, const check_claim *claim, check_finding *found)
{
    (void)claim;
    find(c, &c->greatest, found);
}

/* ---- The first and the last element -----------------------------------------------------------
 */

/* `least` and `greatest` are the elements of the lowest and the highest index. */
static void ends_fold(check *c, const check_number x[])
{
    const check_extreme now = number_of(c, x);

    if (c->count == 0)
        c->least = now;
    c->greatest = now;
}

static void ends_join(check *c, const check *next)
{
    c->greatest = next->greatest;
}

/* ---- Operators ------------------------------------------------------------------------------- */

const check_method check_extremes[] = {
    {CLR_OPERATOR_MIN, order_fold, order_join, least_find, false},
    {CLR_OPERATOR_MAX, order_fold, order_join, greatest_find, false},
    {CLR_OPERATOR_MINMAX, order_fold, order_join, least_find, false},
    {CLR_OPERATOR_ARGMIN, order_fold, order_join, least_find, false},
    {CLR_OPERATOR_ARGMAX, order_fold, order_join, greatest_find, false},
    {CLR_OPERATOR_AMAX, magnitude_fold, order_join, greatest_find, false},
    {CLR_OPERATOR_IAMAX, magnitude_fold, order_join, greatest_find, false},
    {CLR_OPERATOR_FIRST, ends_fold, ends_join, least_find, false},
    {CLR_OPERATOR_LAST, ends_fold, ends_join, greatest_find, false},
    {.fold = NULL},
};
