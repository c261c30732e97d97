/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check_powers - the logarithm of a sum of exponentials on the host. See check.h. Exponentials are
 * of distances to an anchor, an element; it moves only if a later element is so large that the sum
 * might exceed a long double.
 */
#include "check_part.h"
#include <float.h>
#include <math.h>

/* e^REACH is at most the fourth root of the largest long double */
#define REACH ((long double)LDBL_MAX_EXP / 6)

/* ---- Folding --------------------------------------------------------------------------------- */

/* e^(a - b); the difference's rounding error is compensated. */
static long double power(long double a, long double b)
{
    long double apart = a - b;
    long double from_b = apart - a;
    long double lost = (a - (apart - from_b)) - (b + from_b);

    return isinf(apart) ? 0 : expl(apart) * (1 + lost);
}

/* Adds with compensation: rounding errors are gathered in `rest` (Neumaier 1974). */
static void add(check_powers *p, long double term)
{
    long double sum = p->sum + term;

    p->rest += p->sum >= term ? (p->sum - sum) + term : (term - sum) + p->sum;
    p->sum = sum;
}

static void move_anchor(check_powers *p, long double to)
{
    long double scale = power(p->anchor, to);

    p->anchor = to;
    p->sum *= scale;
    p->rest *= scale;
}

void check_powers_fold(check *c, const check_number x[])
{
    check_powers *p = &c->powers;
    long double number = x->real;

    if (!check_is_real(c))
        number = value_kind_of(c->type) == VALUE_SIGNED ? (long double)(int64_t)x->integer
                                                        : (long double)x->integer;
    else if (!check_note(c, x->real))
        return;
    if (p->sum == 0)
        p->anchor = number;
    else if (number > p->anchor + REACH)
        move_anchor(p, number);
    add(p, power(number, p->anchor));
}

void check_powers_join(check *c, const check *next)
{
    check_powers *p = &c->powers;
    check_powers other = next->powers;

    if (other.sum == 0)
        return;
    if (p->sum == 0 || other.anchor > p->anchor) {
        check_powers behind = *p;
        *p = other;
        other = behind;
    }
    if (other.sum == 0)
        return;
    move_anchor(&other, p->anchor);
    add(p, other.sum);
    p->rest += other.rest;
}

/* ---- Finding --------------------------------------------------------------------------------- */

static void set_long_double(mpq_t number, long double value)
{
    int exponent;
    long double fraction = frexpl(value, &exponent);
    uint64_t bits = (uint64_t)ldexpl(fabsl(fraction), 64);

    check_set_count(number, bits);
    if (exponent >= 64)
        mpq_mul_2exp(number, number, (mp_bitcnt_t)(exponent - 64));
    else
        mpq_div_2exp(number, number, (mp_bitcnt_t)(64 - exponent));
    if (value < 0)
        mpq_neg(number, number);
}

/*
 * The host's own error: a few roundings for each term and for the sum, which are absolute errors of
 * the logarithm, and the roundings of the logarithm.
 */
static long double host_error(const check *c, long double logarithm)
{
    long double steps = (long double)c->count * LDBL_EPSILON;

    return 8 * LDBL_EPSILON * (1 + fabsl(logarithm)) + steps * steps;
}

static void find_finite(const check *c, const check_claim *claim, check_finding *found)
{
    check_range *range = &found->range;
    long double logarithm = logl(c->powers.sum + c->powers.rest);
    mpq_t part;

    mpq_init(part);
    set_long_double(range->right, c->powers.anchor);
    set_long_double(part, logarithm);
    mpq_add(range->right, range->right, part);
    found->form = CHECK_NEAR;
    check_doubt(found, "the host's own roundings are in the way", "");
    check_bound_logarithm(found, c, claim);
    set_long_double(part, host_error(c, logarithm));
    mpq_add(range->possible, range->possible, part);
    if (mpq_cmp(range->promised, part) > 0)
        mpq_sub(range->promised, range->promised, part);
    mpq_clear(part);
}

void check_powers_find(const check *c, const check_claim *claim, check_finding *found)
{
    found->form = CHECK_SAME;
    if (c->has_nan)
        found->value.real = (double)NAN;
    else if (c->has_infinity)
        found->value.real = (double)INFINITY;
    else if (c->powers.sum == 0)
        found->value.real = -(double)INFINITY;
    else
        find_finite(c, claim, found);
}
