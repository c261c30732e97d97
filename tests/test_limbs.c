/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Integers of any length (cl/exact/limbs.cl and variance.cl, compiled for the host), against GMP.
 */
#include "drawn.h"
#include "unit.h"

#include <limits.h>
#include <string.h>

enum { RUNS = 20000 };

/* ---- numbers ---- */

static void number_of(mpz_t x, clr_limbs limbs)
{
    mpz_import(x, (size_t)(limbs.end - limbs.begin), -1, sizeof *limbs.at, 0, 0,
               limbs.at + limbs.begin);
    mpz_mul_2exp(x, x, 32 * (mp_bitcnt_t)limbs.begin);
    if (limbs.is_negative)
        mpz_neg(x, x);
}

/* These limbs are the number, without zeros at either end. */
static void assert_number(clr_limbs limbs, const mpz_t expected)
{
    mpz_t got;

    mpz_init(got);
    number_of(got, limbs);
    if (mpz_cmp(got, expected) != 0)
        fail_msg("%s", mpz_get_str(NULL, 16, got));
    if (mpz_sgn(expected) == 0)
        assert_true(clr_limbs_is_zero(limbs));
    else
        assert_true(limbs.at[limbs.begin] && limbs.at[limbs.end - 1]);
    mpz_clear(got);
}

/* ---- arithmetic ---- */

static uint64_t draw_word(void)
{
    static const uint64_t extremes[] = {0, 1, UINT32_MAX, UINT64_C(1) << 32, UINT64_MAX};

    return draw() % 4 ? draw() : extremes[draw() % COUNT(extremes)];
}

/* The upper word, which the host computes by halves, and the lower one are the product. */
TEST(upper_words_of_products)
{
    mpz_t right, factor;

    mpz_inits(right, factor, NULL);
    for (int run = 0; run < RUNS; run++) {
        const uint64_t a = draw_word(), b = draw_word();
        const uint64_t words[] = {a * b, clri_product_high(a, b)};
        mpz_t got;

        mpz_init(got);
        set_word(right, a);
        set_word(factor, b);
        mpz_mul(right, right, factor);
        mpz_import(got, 2, -1, sizeof *words, 0, 0, words);
        assert_int_equal(mpz_cmp(got, right), 0);
        mpz_clear(got);
    }
    mpz_clears(right, factor, NULL);
}

static int32_t draw_high(void)
{
    static const int32_t extremes[] = {0, 0, 1, -1, INT_MAX - 1, INT_MIN + 2};

    return draw() % 4 ? extremes[draw() % COUNT(extremes)] : (int32_t)(draw() >> 33);
}

static uint32_t draw_low(void)
{
    static const uint32_t extremes[] = {0, 0, 1, UINT32_MAX, UINT32_MAX - 1, 0x80000000};

    return draw() % 4 ? extremes[draw() % COUNT(extremes)] : (uint32_t)draw();
}

/* Whether the digits' sum fits `count` limbs; if so, it is what they are carried to. */
static bool carry_digits(uint32_t *low, const int32_t *high, int begin, int end, int count)
{
    mpz_t sum, digit;
    bool fits;

    mpz_inits(sum, digit, NULL);
    for (int i = begin; i < end; i++) {
        mpz_set_si(digit, high[i]);
        mpz_mul_2exp(digit, digit, 32);
        mpz_add_ui(digit, digit, low[i]);
        mpz_mul_2exp(digit, digit, 32 * (mp_bitcnt_t)i);
        mpz_add(sum, sum, digit);
    }
    fits = end < count || mpz_sizeinbase(sum, 2) <= 32 * (size_t)count;
    if (fits)
        assert_number(clr_limbs_carry(low, high, begin, end, count), sum);
    mpz_clears(sum, digit, NULL);
    return fits;
}

TEST(carries)
{
    uint32_t low[LIMBS];
    int32_t high[LIMBS];
    int fitting = 0;

    for (int run = 0; run < RUNS; run++) {
        const int count = draw_int(1, 40);
        const int begin = draw_int(0, count);
        const int end = draw_int(begin, count);

        for (int i = 0; i < LIMBS; i++) {
            low[i] = draw_low();
            high[i] = draw_high();
        }
        if (end == count && end > begin)
            high[end - 1] = (int32_t)(draw() % 2) - 1;
        fitting += carry_digits(low, high, begin, end, count);
    }
    assert_true(fitting > RUNS / 2);
}

/* One 1 or -1 that runs through all limbs above any of them. */
TEST(carries_run_through)
{
    enum { ALL = 68 };
    uint32_t low[LIMBS];

    for (int i = 0; i < ALL; i++) {
        int32_t high[LIMBS] = {0};

        high[i] = -1;
        memset(low, 0, sizeof low);
        assert_int_equal(carry_digits(low, high, 0, ALL, ALL), i < ALL - 1);
        memset(low, 0, sizeof low);
        assert_true(carry_digits(low, high, 0, ALL, ALL + 1));
        memset(low, 0xff, sizeof low);
        assert_true(carry_digits(low, high, 0, ALL, ALL));
        high[i] = 1;
        memset(low, 0xff, sizeof low);
        assert_false(carry_digits(low, high, 0, ALL, ALL));
        assert_true(carry_digits(low, high, 0, ALL, ALL + 1));
    }
}

TEST(multiplies)
{
    uint32_t memory[LIMBS];
    mpz_t x, y;

    mpz_inits(x, y, NULL);
    for (int run = 0; run < RUNS; run++) {
        const uint64_t factor = draw() % 8 ? draw() >> draw() % 64 : UINT64_MAX;
        const int first = draw_int(0, 5);
        clr_limbs limbs;

        draw_number(x, draw_int(0, 3000));
        limbs = limbs_of(x, memory, first);
        set_word(y, factor);
        mpz_mul(y, x, y);
        mpz_mul_2exp(y, y, 32 * (mp_bitcnt_t)first);
        assert_number(clr_limbs_multiply(limbs, factor), y);
    }
    mpz_clears(x, y, NULL);
}

/* Product and difference of two numbers that lie anywhere, sometimes equal but for little. */
TEST(combines_two)
{
    uint32_t a_memory[LIMBS], b_memory[LIMBS], to[LIMBS];
    mpz_t a, b, expected;

    mpz_inits(a, b, expected, NULL);
    for (int run = 0; run < RUNS; run++) {
        clr_limbs a_limbs, b_limbs;

        draw_number(a, draw_int(0, 2000));
        draw_number(b, draw_int(0, 2000));
        if (run % 4 == 0)
            mpz_set(b, a);
        if (run % 8 == 0)
            mpz_combit(b, (mp_bitcnt_t)(draw() % 2000));
        a_limbs = limbs_of(a, a_memory, draw_int(0, 9));
        b_limbs = limbs_of(b, b_memory, draw_int(0, 9));
        number_of(a, a_limbs);
        number_of(b, b_limbs);
        mpz_mul(expected, a, b);
        assert_number(clr_limbs_product(a_limbs, b_limbs, to), expected);
        assert_int_equal(clr_limbs_less(a_limbs, b_limbs), mpz_cmp(a, b) < 0);
        mpz_sub(expected, a, b);
        assert_number(clr_limbs_subtract(a_limbs, b_limbs), expected);
    }
    mpz_clears(a, b, expected, NULL);
}

/* The sum of squared distances, times n, of few numbers and many. */
TEST(spreads)
{
    uint32_t squares[LIMBS], sum[LIMBS], product[LIMBS];
    mpz_t x, s1, s2, factor;

    mpz_inits(x, s1, s2, factor, NULL);
    for (int run = 0; run < RUNS / 10; run++) {
        const uint64_t n = draw() >> draw() % 64 | 1;

        draw_number(s1, draw_int(0, 700));
        draw_number(s2, 700);
        mpz_mul(x, s1, s1);
        mpz_add(s2, s2, x); /* so that n S2 >= S1^2 */
        set_word(factor, n);
        mpz_mul(x, s2, factor);
        mpz_submul(x, s1, s1);
        assert_number(clr_spread(limbs_of(s2, squares, 0), limbs_of(s1, sum, 0), product, n), x);
        set_word(x, n - n / 3);
        mpz_mul(x, x, factor);
        mpz_fdiv_q_2exp(s1, x, 64);
        assert_true(clr_spread_divisor(n, n / 3).high == lowest_word(s1));
        assert_true(clr_spread_divisor(n, n / 3).low == lowest_word(x));
    }
    mpz_clears(x, s1, s2, factor, NULL);
}

/* Where bits are: the length, any 64 of them, and whether there are any below a place. */
TEST(finds_bits)
{
    uint32_t memory[LIMBS];
    mpz_t x, window;

    mpz_inits(x, window, NULL);
    for (int run = 0; run < RUNS; run++) {
        const int at = draw_int(-100, 2200);
        clr_limbs limbs;
        int lowest;

        draw_number(x, draw_int(1, 2000));
        mpz_setbit(x, (mp_bitcnt_t)(draw() % 2000));
        limbs = limbs_of(x, memory, 0);
        lowest = (int)mpz_scan1(x, 0);
        assert_int_equal(clr_limbs_length(limbs), mpz_sizeinbase(x, 2));
        assert_false(clr_limbs_any_below(limbs, lowest));
        assert_true(clr_limbs_any_below(limbs, lowest + 1));
        assert_int_equal(clr_limbs_any_below(limbs, at), lowest < at);
        mpz_mul_2exp(window, x, 100);
        mpz_fdiv_q_2exp(window, window, (mp_bitcnt_t)(100 + at));
        mpz_fdiv_r_2exp(window, window, 64);
        assert_true(clr_limbs_window(limbs, at) == lowest_word(window));
    }
    mpz_clears(x, window, NULL);
}
