/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rounding - rational numbers and roots as floats. See rounding.h.
 */
#include "rounding.h"
#include "value.h"
#include <math.h>

/* The least bits of a quotient: so many that its root, of half as many, has a rounding bit behind
 * the 53 digits of a double, and more than the 2^-100 of rounding_root_above() wants. */
#define QUOTIENT_BITS 256

/* A number above 0 as integer * 2^exponent, and whether the integer was truncated. */
typedef struct scaled {
    mpz_t integer;
    long exponent;
    bool is_inexact;
} scaled;

static long length_of(const mpz_t integer)
{
    return (long)mpz_sizeinbase(integer, 2);
}

/* Divides a fraction's numerator by its denominator, with an even exponent, which a root halves. */
static void divide(scaled *s, const mpq_t number)
{
    long shift = QUOTIENT_BITS - length_of(mpq_numref(number)) + length_of(mpq_denref(number));
    mpz_t over, under, rest;

    shift += shift & 1;
    mpz_init_set(over, mpq_numref(number));
    mpz_init_set(under, mpq_denref(number));
    mpz_init(rest);
    if (shift >= 0)
        mpz_mul_2exp(over, over, (mp_bitcnt_t)shift);
    else
        mpz_mul_2exp(under, under, (mp_bitcnt_t)-shift);
    mpz_tdiv_qr(s->integer, rest, over, under);
    s->exponent = -shift;
    s->is_inexact = mpz_sgn(rest) != 0;
    mpz_clears(over, under, rest, NULL);
}

static void take_root(scaled *s)
{
    mpz_t rest;

    mpz_init(rest);
    mpz_sqrtrem(s->integer, rest, s->integer);
    s->exponent /= 2;
    s->is_inexact = s->is_inexact || mpz_sgn(rest) != 0;
    mpz_clear(rest);
}

/* Rounds to the format: to nearest, ties to even. `drop` bits go: all but the format's digits, or
 * more of a subnormal number, whose last bit is 2^smallest. At least one goes, as the integer has
 * more bits than any format. */
static double round_scaled(scaled *s, const value_format *f)
{
    long fewer = length_of(s->integer) - f->digits;
    long lower = f->smallest - s->exponent;
    mp_bitcnt_t drop = (mp_bitcnt_t)(fewer > lower ? fewer : lower);
    bool half = mpz_tstbit(s->integer, drop - 1) != 0;
    bool rest = s->is_inexact || mpz_scan1(s->integer, 0) < drop - 1;

    mpz_tdiv_q_2exp(s->integer, s->integer, drop);
    if (half && (rest || mpz_odd_p(s->integer)))
        mpz_add_ui(s->integer, s->integer, 1);
    double value = ldexp(mpz_get_d(s->integer), (int)((long)drop + s->exponent));
    return value >= 2 * ldexp(1, f->largest) ? (double)INFINITY : value;
}

double rounding_of(const mpq_t number, bool root, clr_type type)
{
    int sign = mpq_sgn(number);
    scaled s;

    if (sign == 0 || (root && sign < 0))
        return 0;
    mpz_init(s.integer);
    mpq_t magnitude;
    mpq_init(magnitude);
    mpq_abs(magnitude, number);
    divide(&s, magnitude);
    if (root)
        take_root(&s);
    double value = round_scaled(&s, value_format_of(type));
    mpq_clear(magnitude);
    mpz_clear(s.integer);
    return sign < 0 ? -value : value;
}

void rounding_root_above(mpq_t root, const mpq_t number)
{
    scaled s;

    if (mpq_sgn(number) <= 0) {
        mpq_set_ui(root, 0, 1);
        return;
    }
    mpz_init(s.integer);
    divide(&s, number);
    take_root(&s);
    mpz_add_ui(s.integer, s.integer, s.is_inexact);
    mpq_set_z(root, s.integer);
    if (s.exponent >= 0)
        mpq_mul_2exp(root, root, (mp_bitcnt_t)s.exponent);
    else
        mpq_div_2exp(root, root, (mp_bitcnt_t)-s.exponent);
    mpz_clear(s.integer);
}
