/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shortest - the shortest decimal of a number, by Schubfach: Raffaello Giulietti, "The Schubfach
 * way to render doubles" (2020), with its variable names. See shortest.h.
 */
#include "shortest.h"
#include "value.h"
#include <gmp.h>
#include <math.h>
#include <stdbool.h>

/* ---- Powers of ten --------------------------------------------------------------------------- */

/* The powers that doubles need. */
#define POWER_LEAST (-292)
#define POWER_MOST  324

/* The highest 128 bits of 10^k, rounded up, once computed; the highest bit is then set. */
typedef struct power {
    uint64_t high, low;
} power;

static power powers[POWER_MOST - POWER_LEAST + 1];

static void find_power(int k, power *found)
{
    uint64_t words[2] = {0, 0};
    mpz_t ten, top;

    mpz_inits(ten, top, NULL);
    mpz_ui_pow_ui(ten, 10, (unsigned long)(k < 0 ? -k : k));
    const mp_bitcnt_t length = mpz_sizeinbase(ten, 2);
    if (k < 0) {
        mpz_setbit(top, 127 + length);
        mpz_cdiv_q(top, top, ten);
    } else {
        mpz_mul_2exp(top, ten, 128);
        mpz_cdiv_q_2exp(top, top, length);
    }
    mpz_export(words, NULL, -1, sizeof words[0], 0, 0, top);
    *found = (power){words[1], words[0]};
    mpz_clears(ten, top, NULL);
}

static power power_of_ten(int k)
{
    power *found = &powers[k - POWER_LEAST];

    if (found->high == 0)
        find_power(k, found);
    return *found;
}

/* floor(number / 2^bits) */
static int shifted_down(int number, int bits)
{
    const int step = 1 << bits;

    return (number - (number < 0 ? step - 1 : 0)) / step;
}

/* floor(log2(10^k)), for k of no more than 1233 either way. */
static int log2_of_ten(int k)
{
    return shifted_down(k * 1741647, 19);
}

/* ---- Products -------------------------------------------------------------------------------- */

/* The 128 bits of a product, from 32-bit halves. */
static power multiply(uint64_t a, uint64_t b)
{
    const uint64_t a_high = a >> 32, a_low = (uint32_t)a, b_high = b >> 32, b_low = (uint32_t)b;
    const uint64_t low = a_low * b_low;
    const uint64_t middle = a_high * b_low + (low >> 32);
    const uint64_t other = a_low * b_high + (uint32_t)middle;

    return (power){a_high * b_high + (middle >> 32) + (other >> 32), other << 32 | (uint32_t)low};
}

/* The highest 64 bits of factor * g, rounded to odd: the last bit is set if any lower bit is. */
static uint64_t round_to_odd(power g, uint64_t factor)
{
    const power below = multiply(g.low, factor);
    power product = multiply(g.high, factor);

    product.low += below.high;
    product.high += product.low < below.high;
    /* g is rounded up, so the lower bits may be 1 too large */
    return product.high | (product.low > 1);
}

/* ---- The decimal ----------------------------------------------------------------------------- */

/* A number and the ends of its rounding interval, each as 4 * (value / 10^k), rounded to odd. */
typedef struct scaled {
    uint64_t lower, value, upper;
    int k; /* largest k with a multiple of 10^k sure to be within the interval */
} scaled;

/* The number is c * 2^q. Below a power of two, neighbours are half as far as above. */
static scaled scale(uint64_t c, int q, bool is_power)
{
    const int k = shifted_down(q * 1262611 - (is_power ? 524031 : 0), 22);
    const int h = q + log2_of_ten(-k) + 1;
    const power g = power_of_ten(-k);
    const uint64_t is_odd = c & 1; /* the interval includes its ends if the significand is even */

    return (scaled){round_to_odd(g, (4 * c - 2 + is_power) << h) + is_odd,
                    round_to_odd(g, (4 * c) << h), round_to_odd(g, (4 * c + 2) << h) - is_odd, k};
}

/*
 * Of the multiples of `step` next to the value, `below` being the lower: finds the one within the
 * interval, if exactly one is. Numbers are four times their values.
 */
static bool find_only(const scaled *s, uint64_t below, uint64_t step, uint64_t *found)
{
    const bool has_below = s->lower <= 4 * below;
    const bool has_above = 4 * (below + step) <= s->upper;

    *found = below + (has_above ? step : 0);
    return has_below != has_above;
}

/* The value / 10^k as a whole number, a multiple of 10 if possible. */
static uint64_t choose(const scaled *s)
{
    const uint64_t below = s->value / 4;
    const uint64_t middle = 4 * below + 2;
    uint64_t found;

    if (below >= 10 && find_only(s, below - below % 10, 10, &found))
        return found;
    if (find_only(s, below, 1, &found))
        return found;
    return below + (s->value > middle || (s->value == middle && below % 2 != 0));
}

decimal shortest_decimal(clr_type type, double number)
{
    const value_format *f = value_format_of(type);
    int exponent;

    frexp(number, &exponent);
    const int q = exponent - f->digits > f->smallest ? exponent - f->digits : f->smallest;
    const uint64_t c = (uint64_t)ldexp(number, -q);
    const bool is_power = c == UINT64_C(1) << (f->digits - 1) && q > f->smallest;
    const scaled s = scale(c, q, is_power);
    decimal found = {choose(&s), s.k};
    for (; found.digits % 10 == 0; found.digits /= 10)
        found.exponent++;
    return found;
}
