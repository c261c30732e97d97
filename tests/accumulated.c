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

struct sums {
    clri_met met;
    mpz_t values, products;
};

/* The operator's term is x times the second number. */
static void add_element(struct sums *sums, const clr_reduction *reduction,
                        const clri_exact_sums *forms, double x, double y)
{
    const clr_operator op = reduction->op;
    const bool is_square = op == CLR_OPERATOR_SUMSQ || op == CLR_OPERATOR_NRM2;
    const bool is_spread = op == CLR_OPERATOR_VAR || op == CLR_OPERATOR_STD;
    const double a = op == CLR_OPERATOR_ASUM ? fabs(x) : x;
    const double b = op == CLR_OPERATOR_DOT ? y : is_square ? x : 1;
    const bool is_ignored = reduction->nan == CLR_NAN_IGNORE && (isnan(a) || isnan(b));
    const uint32_t flags = is_ignored ? CLRI_SEEN_OTHER : accumulated_flags(a, b);

    sums->met.count++;
    sums->met.values += !is_ignored;
    sums->met.flags |= flags;
    if (is_ignored || flags & (CLRI_SEEN_VALUES - CLRI_SEEN_OTHER))
        return;
    if (forms->values.digits)
        add_product(sums->values, a, 1, forms->values.lowest);
    if (forms->products.digits)
        add_product(sums->products, a, is_spread ? a : b, forms->products.lowest);
}

static clr_accumulator *accumulator_of_sums(const clr_reduction *reduction, const struct sums *sums)
{
    clr_accumulator *accumulator = NULL;
    clri_exact_sums forms;
    clri_error error = {0};

    assert_true(clri_exact_sums_of(reduction->op, reduction->type, &forms));
    assert_int_equal(clri_accumulator_make(reduction, 1, &accumulator, &error), CLR_OK);
    accumulator->met[0] = sums->met;
    put_digits(sums->values, &forms.values, clri_state_of(accumulator, 0));
    put_digits(sums->products, &forms.products,
               clri_state_of(accumulator, 0) + forms.values.digits);
    assert_int_equal(clri_accumulator_check(accumulator, &error), CLR_OK);
    return accumulator;
}

clr_accumulator *accumulate(const clr_reduction *reduction, const void *x, const void *y,
                            size_t first, size_t count)
{
    struct sums sums = {{0, 0, 0}, {{0}}, {{0}}};
    clr_accumulator *accumulator;
    clri_exact_sums forms;

    assert_true(clri_exact_sums_of(reduction->op, reduction->type, &forms));
    mpz_inits(sums.values, sums.products, NULL);
    for (size_t i = first; i < first + count; i++)
        add_element(&sums, reduction, &forms, oracle_load(reduction->type, x, i),
                    oracle_load(reduction->type, y, i));
    accumulator = accumulator_of_sums(reduction, &sums);
    mpz_clears(sums.values, sums.products, NULL);
    return accumulator;
}
