/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check_order - extremes on the host, which are exact. See check.h.
 */
#include "check_part.h"
#include <math.h>

/* ---- Extremes: IEEE 754-2019 minimum and maximum --------------------------------------------- */

/* Whether a comes before b, -0 being smaller than +0. */
static bool is_less_real(double a, double b)
{
    return a < b || (a == b && signbit(a) && !signbit(b));
}

/* Whether the operator compares magnitudes. */
static bool takes_magnitudes(const check *c)
{
    return c->op == CLR_OPERATOR_AMAX || c->op == CLR_OPERATOR_IAMAX;
}

static bool is_less(const check *c, const check_extreme *a, const check_extreme *b)
{
    if (check_is_real(c))
        return is_less_real(a->real, b->real);
    return value_kind_of(c->type) == VALUE_SIGNED && !takes_magnitudes(c)
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

void check_order_fold(check *c, const check_number x[])
{
    check_extreme now = {x->real, x->integer, c->numbers ? c->numbers[c->seen] : c->seen,
                         isnan(x->real)};
    bool negative;

    if (takes_magnitudes(c)) {
        now.real = fabs(x->real);
        now.integer = value_magnitude(c->type, x->integer, &negative);
    }
    if (c->count == 0)
        c->least = c->greatest = now;
    else
        take(c, &now, &now);
}

void check_order_join(check *c, const check *next)
{
    take(c, &next->least, &next->greatest);
}

static check_value value_of(const check_extreme *extreme)
{
    return (check_value){extreme->integer, extreme->real};
}

void check_order_find(const check *c, const check_claim *claim, check_finding *found)
{
    const bool is_least =
        c->op == CLR_OPERATOR_MIN || c->op == CLR_OPERATOR_ARGMIN || c->op == CLR_OPERATOR_MINMAX;
    const check_extreme *extreme = is_least ? &c->least : &c->greatest;

    (void)claim;
    found->status = c->count == 0 ? CLR_ERROR_EMPTY : CLR_OK;
    found->form = check_is_real(c) ? CHECK_SAME : CHECK_INTEGER;
    found->value = value_of(extreme);
    found->second = value_of(&c->greatest);
    found->index = extreme->index;
}
