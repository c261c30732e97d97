/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check_product - products and sums of exponentials on the host. See check.h.
 */
#include "check_part.h"
#include <float.h>
#include <math.h>

/* ---- Products -------------------------------------------------------------------------------- */

static void multiply(check_scaled *product, long double magnitude)
{
    int exponent;

    product->fraction = frexpl(product->fraction * magnitude, &exponent);
    product->exponent += exponent;
}

static void multiply_real(check *c, long double number)
{
    bool finite = check_note(c, number);

    c->negative ^= signbit(number) != 0;
    if (finite && number != 0)
        multiply(fabsl(number) > 1 ? &c->growth : &c->shrink, fabsl(number));
}

static void multiply_integer(check *c, uint64_t integer)
{
    bool negative = value_kind_of(c->type) == VALUE_SIGNED && (int64_t)integer < 0;
    uint64_t magnitude = negative ? 0 - integer : integer;

    c->integer *= integer;
    c->negative ^= negative;
    c->has_zero = c->has_zero || integer == 0;
    if (integer != 0 && !c->too_wide)
        c->too_wide = __builtin_mul_overflow(c->wide, (check_wide)magnitude, &c->wide);
}

void check_product_fold(check *c, const check_number *x, const check_number *y)
{
    (void)y;
    if (check_is_real(c))
        multiply_real(c, x->real);
    else
        multiply_integer(c, x->integer);
}

static void multiply_scaled(check_scaled *product, const check_scaled *factor)
{
    multiply(product, factor->fraction);
    product->exponent += factor->exponent;
}

void check_product_join(check *c, const check *next)
{
    multiply_scaled(&c->growth, &next->growth);
    multiply_scaled(&c->shrink, &next->shrink);
    c->integer *= next->integer;
    c->too_wide = c->too_wide || next->too_wide;
    if (!c->too_wide)
        c->too_wide = __builtin_mul_overflow(c->wide, next->wide, &c->wide);
}

static check_finding integer_product(const check *c)
{
    bool is_signed = value_kind_of(c->type) == VALUE_SIGNED;
    check_wide most = is_signed ? (check_wide)INT64_MAX + c->negative : (check_wide)UINT64_MAX;
    bool fits = c->has_zero || (!c->too_wide && c->wide <= most);

    return (check_finding){
        .status = c->overflow == CLR_OVERFLOW_DETECT && !fits ? CLR_ERROR_OVERFLOW : CLR_OK,
        .value.integer = c->integer};
}

/* depth * u * |product|, and a rounding each time that the host has multiplied. */
static check_range finite_product(const check *c, const check_claim *claim,
                                  const check_accumulator *a)
{
    int64_t exponent = c->growth.exponent + c->shrink.exponent;
    int power = exponent > INT16_MAX * 2    ? INT16_MAX * 2
                : exponent < -INT16_MAX * 2 ? -INT16_MAX * 2
                                            : (int)exponent;
    long double value = ldexpl(c->growth.fraction * c->shrink.fraction, power);
    long double relative = powl((long double)claim->depth * a->unit, a->power);

    relative += relative * relative + (long double)(c->count + 2) * LDBL_EPSILON;
    if (isinf(value))
        return (check_range){value, value, 0};
    return (check_range){value - value * relative, value + value * relative, 0};
}

check_finding check_product_find(const check *c, const check_claim *claim)
{
    bool known;
    check_accumulator a = check_accumulator_of(claim, &known);
    bool infinite = c->has_infinity || c->has_minus_infinity;
    check_finding found = {.is_bounded = true};

    if (!check_is_real(c))
        return integer_product(c);
    found.is_doubtful = c->growth.exponent > a.largest || c->shrink.exponent <= a.smallest;
    if (c->has_nan || (infinite && c->has_zero)) {
        found.value = (check_range){(long double)NAN, (long double)NAN, 0};
        found.is_doubtful = false;
        return found;
    }
    if (infinite)
        found.value = (check_range){(long double)INFINITY, (long double)INFINITY, 0};
    else if (!c->has_zero)
        found.value = finite_product(c, claim, &a);
    if (c->negative)
        found.value = (check_range){-found.value.high, -found.value.low, 0};
    return found;
}

/* ---- Sums of exponentials -------------------------------------------------------------------- */

void check_exp_fold(check *c, const check_number *x, const check_number *y)
{
    (void)y;
    check_note(c, x->real);
    if (isnan(x->real) || isinf(x->real))
        return;
    if (c->scaled == 0) {
        c->scaled = 1;
        c->peak = x->real;
    } else if (x->real > c->peak) {
        c->scaled = c->scaled * expl(c->peak - x->real) + 1;
        c->peak = x->real;
    } else {
        c->scaled += expl(x->real - c->peak);
    }
}

void check_exp_join(check *c, const check *next)
{
    long double peak = c->scaled == 0 || next->peak > c->peak ? next->peak : c->peak;

    if (next->scaled == 0)
        return;
    c->scaled = c->scaled * expl(c->peak - peak) + next->scaled * expl(next->peak - peak);
    c->peak = peak;
}

/*
 * The library states no bound. Each rounding of the sum, each exponential and each change of the
 * peak is some units of the sum, and so of its logarithm; 16 for each step of the depth are plenty.
 */
check_finding check_exp_find(const check *c, const check_claim *claim)
{
    bool known;
    check_accumulator a = check_accumulator_of(claim, &known);
    check_finding found = {.is_bounded = true};

    if (c->has_nan)
        found.value = (check_range){(long double)NAN, (long double)NAN, 0};
    else if (c->has_infinity)
        found.value = (check_range){(long double)INFINITY, (long double)INFINITY, 0};
    else if (c->scaled == 0)
        found.value = (check_range){-(long double)INFINITY, -(long double)INFINITY, 0};
    if (c->has_nan || c->has_infinity || c->scaled == 0)
        return found;

    long double value = c->peak + logl(c->scaled);
    long double steps = 16 * (long double)(claim->depth + 4);
    long double error = steps * a.variance * (1 + fabsl(value));
    error += (long double)(c->count + 4) * LDBL_EPSILON * (1 + fabsl(value));
    found.value = (check_range){value - error, value + error, 0};
    return found;
}
