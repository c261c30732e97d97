/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exact_sum - sums without rounding. See exact_sum.h.
 */
#include "exact_sum.h"
#include <string.h>

/* The format of a double. */
#define FRACTION_BITS 52
#define ONE_PLACE     1075 /* place of a term that is an integer */

#define DIGIT_BITS 32
#define LOWEST     (-3 * ONE_PLACE) /* exponent of the first digit's lowest bit */

/* A term adds less than 2^33 to a digit. */
#define MOST_PENDING (UINT32_C(1) << 30)

/* ---- Terms ----------------------------------------------------------------------------------- */

exact_term exact_term_of(double number)
{
    uint64_t bits;

    memcpy(&bits, &number, sizeof bits);
    uint64_t fraction = bits & ((UINT64_C(1) << FRACTION_BITS) - 1);
    unsigned exponent = (unsigned)(bits >> FRACTION_BITS) & 0x7ff;
    bool is_normal = exponent != 0;
    return (exact_term){fraction | (uint64_t)is_normal << FRACTION_BITS, exponent + !is_normal,
                        bits >> 63 != 0};
}

exact_term exact_term_of_integer(uint64_t magnitude, bool negative)
{
    return (exact_term){magnitude, ONE_PLACE, negative};
}

/* ---- Digits ---------------------------------------------------------------------------------- */

/* Carries, so that each digit has 32 bits. */
static void carry(uint64_t digits[])
{
    uint64_t over = 0;

    for (unsigned i = 0; i < EXACT_DIGITS; i++) {
        over += digits[i];
        digits[i] = over & UINT32_MAX;
        over >>= DIGIT_BITS;
    }
}

/* Adds word * 2^place: each of three digits grows by less than 2^32. */
static void add_word(uint64_t digits[], uint64_t word, unsigned place)
{
    uint64_t *at = digits + place / DIGIT_BITS;
    const unsigned shift = place % DIGIT_BITS;
    const uint64_t low = word << shift;

    at[0] += (uint32_t)low;
    at[1] += low >> DIGIT_BITS;
    at[2] += word >> (63 - shift) >> 1; /* no bits if the shift is 0 */
}

/* The upper word of a product, from 32-bit halves. */
static uint64_t upper_word(uint64_t a, uint64_t b)
{
    const uint64_t a_low = a & UINT32_MAX, a_high = a >> DIGIT_BITS;
    const uint64_t b_low = b & UINT32_MAX, b_high = b >> DIGIT_BITS;
    const uint64_t first = a_high * b_low + (a_low * b_low >> DIGIT_BITS);
    const uint64_t second = a_low * b_high + (first & UINT32_MAX);

    return a_high * b_high + (first >> DIGIT_BITS) + (second >> DIGIT_BITS);
}

static void add_product(uint64_t digits[], uint64_t a, uint64_t b, unsigned place)
{
    add_word(digits, a * b, place);
    add_word(digits, upper_word(a, b), place + 64);
}

static void count_terms(exact_sum *sum, uint32_t terms)
{
    sum->pending += terms;
    if (sum->pending < MOST_PENDING)
        return;
    carry(sum->above);
    carry(sum->below);
    sum->pending = 0;
}

/* ---- Sums ------------------------------------------------------------------------------------ */

void exact_sum_add(exact_sum *sum, exact_term term)
{
    add_word(term.negative ? sum->below : sum->above, term.integer, term.place + 2 * ONE_PLACE);
    count_terms(sum, 1);
}

void exact_sum_add_product(exact_sum *sum, exact_term a, exact_term b)
{
    uint64_t *digits = a.negative != b.negative ? sum->below : sum->above;

    add_product(digits, a.integer, b.integer, a.place + b.place + ONE_PLACE);
    count_terms(sum, 1);
}

void exact_sum_add_triple(exact_sum *sum, exact_term a, exact_term b, exact_term c)
{
    const bool negative = (a.negative != b.negative) != c.negative;
    uint64_t *digits = negative ? sum->below : sum->above;
    unsigned place = a.place + b.place + c.place;

    add_product(digits, a.integer * b.integer, c.integer, place);
    add_product(digits, upper_word(a.integer, b.integer), c.integer, place + 64);
    count_terms(sum, 2);
}

void exact_sum_join(exact_sum *sum, const exact_sum *other)
{
    count_terms(sum, MOST_PENDING - sum->pending); /* make room first */
    for (unsigned i = 0; i < EXACT_DIGITS; i++) {
        sum->above[i] += other->above[i];
        sum->below[i] += other->below[i];
    }
    count_terms(sum, other->pending + 1);
}

/* ---- Totals ---------------------------------------------------------------------------------- */

static void import(mpz_t integer, const uint64_t digits[])
{
    uint64_t settled[EXACT_DIGITS];

    memcpy(settled, digits, sizeof settled);
    carry(settled);
    mpz_import(integer, EXACT_DIGITS, -1, sizeof *settled, 0, 64 - DIGIT_BITS, settled);
}

void exact_sum_get(const exact_sum *sum, mpq_t total, mpq_t magnitude)
{
    mpz_t above, below, both;

    mpz_inits(above, below, both, NULL);
    import(above, sum->above);
    import(below, sum->below);
    mpz_add(both, above, below);
    mpq_set_z(magnitude, both);
    mpq_div_2exp(magnitude, magnitude, -LOWEST);
    mpz_sub(both, above, below);
    mpq_set_z(total, both);
    mpq_div_2exp(total, total, -LOWEST);
    mpz_clears(above, below, both, NULL);
}
