/* SPDX-License-Identifier: Apache-2.0 */
#include "accumulated.h"
#include "oracle.h"
#include "unit.h"

#include <gmp.h>
#include <math.h>

/* sum += a b, in units of 2^lowest. */
static void add_product(mpz_t sum, double a, double b, int lowest)
{
    int a_exponent, b_exponent;
    mpz_t x, y;

    mpz_init_set_d(x, ldexp(frexp(a, &a_exponent), 53));
    mpz_init_set_d(y, ldexp(frexp(b, &b_exponent), 53));
    mpz_mul(x, x, y);
    a_exponent += b_exponent - 106 - lowest;
    if (a_exponent >= 0) {
        mpz_mul_2exp(x, x, (mp_bitcnt_t)a_exponent);
    } else {
        assert_true(mpz_divisible_2exp_p(x, (mp_bitcnt_t)-a_exponent));
        mpz_fdiv_q_2exp(x, x, (mp_bitcnt_t)-a_exponent);
    }
    mpz_add(sum, sum, x);
    mpz_clears(x, y, NULL);
}

/* A sum as digits in two's complement. */
static void put_digits(const mpz_t sum, const clri_exact_sum *form, uint32_t *digits)
{
    mpz_t rest, digit;

    mpz_init_set(rest, sum);
    mpz_init(digit);
    for (int i = 0; i < form->digits; i++) {
        mpz_fdiv_r_2exp(digit, rest, 32);
        digits[i] = (uint32_t)mpz_get_ui(digit);
        mpz_fdiv_q_2exp(rest, rest, 32);
    }
    assert_true(mpz_cmp_si(rest, mpz_sgn(sum) < 0 ? -1 : 0) == 0);
    mpz_clears(rest, digit, NULL);
}

uint32_t accumulated_flags(double a, double b)
{
    if (isnan(a) || isnan(b) || (isinf(a) && b == 0) || (isinf(b) && a == 0))
        return CLRI_SEEN_NAN | CLRI_SEEN_OTHER;
    if (isinf(a) || isinf(b))
        return (a > 0) == (b > 0) ? CLRI_SEEN_PLUS | CLRI_SEEN_OTHER
                                  : CLRI_SEEN_MINUS | CLRI_SEEN_OTHER;
    return (a == 0 || b == 0) && signbit(a) != signbit(b) ? 0 : CLRI_SEEN_OTHER;
}

enum { SUMS_MOST = 5 };

/* The sums of a state, those of values first, each of terms that are products of two numbers. */
struct sums {
    clri_met met;
    mpz_t of[SUMS_MOST];
    int count;
};

/* A term of each of the operator's sums, as two factors; returns how many there are. */
static int terms_of(clr_operator op, double x, double y, double terms[SUMS_MOST][2])
{
    const double pairs[SUMS_MOST][2] = {{x, 1}, {y, 1}, {x, y}, {x, x}, {y, y}};
    const double weighted[2][2] = {{y, 1}, {x, y}}, spread[2][2] = {{x, 1}, {x, x}};

    switch (op) {
    case CLR_OPERATOR_WMEAN:
        memcpy(terms, weighted, sizeof weighted);
        return 2;
    case CLR_OPERATOR_COV:
    case CLR_OPERATOR_CORR:
        memcpy(terms, pairs, sizeof pairs);
        return op == CLR_OPERATOR_COV ? 3 : 5;
    case CLR_OPERATOR_VAR:
    case CLR_OPERATOR_STD:
        memcpy(terms, spread, sizeof spread);
        return 2;
    default:
        terms[0][0] = op == CLR_OPERATOR_ASUM ? fabs(x) : x;
        terms[0][1] = op == CLR_OPERATOR_DOT                                ? y
                      : op == CLR_OPERATOR_SUMSQ || op == CLR_OPERATOR_NRM2 ? x
                                                                            : 1;
        return 1;
    }
}

/* What a state says of a pair: of a weighted mean what the product is, and NaN of a weight that is
 * not finite; of moments what both numbers are. */
static uint32_t flags_of(clr_operator op, double x, double y, const double *first)
{
    if (op == CLR_OPERATOR_WMEAN)
        return accumulated_flags(x, y) | (isfinite(y) ? 0 : CLRI_SEEN_NAN);
    if (op == CLR_OPERATOR_COV || op == CLR_OPERATOR_CORR)
        return accumulated_flags(x, 1) | accumulated_flags(y, 1);
    return accumulated_flags(first[0], first[1]);
}

static void add_element(struct sums *sums, const clr_reduction *reduction,
                        const clri_exact_sums *forms, double x, double y)
{
    const bool is_ignored = reduction->nan == CLR_NAN_IGNORE &&
                            (isnan(x) || (isnan(y) && oracle_takes_pairs(reduction->op)));
    double terms[SUMS_MOST][2];
    uint32_t flags;

    sums->count = terms_of(reduction->op, x, y, terms);
    flags = is_ignored ? CLRI_SEEN_OTHER : flags_of(reduction->op, x, y, terms[0]);
    sums->met.count++;
    sums->met.values += !is_ignored;
    sums->met.flags |= flags;
    for (int i = 0; i < sums->count && !is_ignored; i++)
        if (isfinite(terms[i][0]) && isfinite(terms[i][1]))
            add_product(sums->of[i], terms[i][0], terms[i][1], clri_exact_sum_at(forms, i)->lowest);
}

static clr_accumulator *accumulator_of_sums(const clr_reduction *reduction, const struct sums *sums)
{
    clr_accumulator *accumulator = NULL;
    clri_exact_sums forms;
    clri_error error = {0};

    assert_true(clri_exact_sums_of(reduction->op, reduction->type, &forms));
    assert_int_equal(clri_accumulator_make(reduction, 1, &accumulator, &error), CLR_OK);
    accumulator->met[0] = sums->met;
    for (int i = 0; i < clri_exact_sum_count(&forms); i++)
        put_digits(sums->of[i], clri_exact_sum_at(&forms, i),
                   clri_state_of(accumulator, 0) + clri_exact_first_digit(&forms, i));
    assert_int_equal(clri_accumulator_check(accumulator, &error), CLR_OK);
    return accumulator;
}

clr_accumulator *accumulate(const clr_reduction *reduction, const void *x, const void *y,
                            size_t first, size_t count)
{
    struct sums sums = {.count = 0};
    clr_accumulator *accumulator;
    clri_exact_sums forms;

    assert_true(clri_exact_sums_of(reduction->op, reduction->type, &forms));
    for (int i = 0; i < SUMS_MOST; i++)
        mpz_init(sums.of[i]);
    for (size_t i = first; i < first + count; i++)
        add_element(&sums, reduction, &forms, oracle_load(reduction->type, x, i),
                    oracle_load(reduction->type, y, i));
    accumulator = accumulator_of_sums(reduction, &sums);
    for (int i = 0; i < SUMS_MOST; i++)
        mpz_clear(sums.of[i]);
    return accumulator;
}
