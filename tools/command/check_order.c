/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check_order - what is found by comparing, counting and bitwise, on the host. See check.h. All of
 * it is exact.
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
    check_extreme now = {(double)x->real, x->integer, c->seen, isnan(x->real)};

    (void)y;
    take(c, &now, value_kind_of(c->type) == VALUE_SIGNED);
}

void check_magnitude_fold(check *c, const check_number *x, const check_number *y)
{
    bool negative = !check_is_real(c) && x->real < 0;
    check_extreme now = {(double)fabsl(x->real), negative ? 0 - x->integer : x->integer, c->seen,
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

static check_range range_of(const check_extreme *extreme)
{
    return (check_range){extreme->real, extreme->real, extreme->integer};
}

static check_finding finding_of(const check *c, const check_extreme *extreme)
{
    if (c->count == 0)
        return (check_finding){.status = CLR_ERROR_EMPTY};
    return (check_finding){.value = range_of(extreme), .index = extreme->index};
}

check_finding check_least_find(const check *c, const check_claim *claim)
{
    (void)claim;
    return finding_of(c, &c->least);
}

check_finding check_greatest_find(const check *c, const check_claim *claim)
{
    (void)claim;
    return finding_of(c, &c->greatest);
}

check_finding check_both_find(const check *c, const check_claim *claim)
{
    check_finding found = check_least_find(c, claim);

    found.second = range_of(&c->greatest);
    return found;
}

/* ---- Counts ---------------------------------------------------------------------------------- */

void check_count_fold(check *c, const check_number *x, const check_number *y)
{
    (void)y;
    c->integer += x->real != 0; /* which a NaN is not */
}

void check_count_join(check *c, const check *next)
{
    c->integer += next->integer;
}

check_finding check_count_find(const check *c, const check_claim *claim)
{
    (void)claim;
    return (check_finding){.value.integer = c->integer};
}

check_finding check_any_find(const check *c, const check_claim *claim)
{
    (void)claim;
    return (check_finding){.value.integer = c->integer != 0};
}

check_finding check_all_find(const check *c, const check_claim *claim)
{
    (void)claim;
    return (check_finding){.value.integer = c->integer == c->count};
}

/* ---- Bits ------------------------------------------------------------------------------------ */

void check_and_fold(check *c, const check_number *x, const check_number *y)
{
    (void)y;
    c->integer = c->count == 0 ? x->integer : c->integer & x->integer;
}

void check_or_fold(check *c, const check_number *x, const check_number *y)
{
    (void)y;
    c->integer |= x->integer;
}

void check_xor_fold(check *c, const check_number *x, const check_number *y)
{
    (void)y;
    c->integer ^= x->integer;
}

void check_and_join(check *c, const check *next)
{
    c->integer &= next->integer;
}

void check_or_join(check *c, const check *next)
{
    c->integer |= next->integer;
}

void check_xor_join(check *c, const check *next)
{
    c->integer ^= next->integer;
}

/* And of nothing is all ones, in as many bits as the type has. */
check_finding check_bits_find(const check *c, const check_claim *claim)
{
    uint64_t ones = UINT64_MAX;
    bool is_nothing = c->op == CLR_OPERATOR_AND && c->count == 0;

    (void)claim;
    return (check_finding){.value.integer =
                               is_nothing ? value_integer(c->type, &ones) : c->integer};
}
