/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Integers of 256 bits and how they are rounded (cl/exact/wide.cl and wide_near.cl, compiled for
 * the host): the arithmetic against GMP's, the rounding against that of integers of any length,
 * which test_rounding judges. Quotients and roots are drawn around the midpoints of results, where
 * two doubles cannot tell.
 */
#include "drawn.h"

#include <math.h>
#include <string.h>

/* ---- OpenCL C's names, for cl/exact/wide_near.cl ---- */

#include "kernel_doubles.h"
#pragma GCC diagnostic ignored "-Wconversion"
#include "../cl/exact/wide_near.cl"
#include "unit.h"
#undef uint
#undef ulong

enum { RUNS = 100000 };

static const clr_format doubles = {53, 11}, floats = {24, 8};
static const clr_format formats[] = {{53, 11}, {24, 8}, {11, 5}, {8, 8}};

/* ---- numbers ---- */

static clr_wide wide_of(const mpz_t x)
{
    uint64_t words[4] = {0};

    assert_true(mpz_sizeinbase(x, 2) <= 256);
    mpz_export(words, NULL, -1, sizeof *words, 0, 0, x);
    return (clr_wide){{words[3], words[2]}, {words[1], words[0]}};
}

static void mpz_of(mpz_t x, clr_wide wide)
{
    const uint64_t words[] = {wide.low.low, wide.low.high, wide.high.low, wide.high.high};

    mpz_import(x, 4, -1, sizeof *words, 0, 0, words);
}

static void assert_is(clr_wide wide, const mpz_t expected)
{
    mpz_t x;

    mpz_init(x);
    mpz_of(x, wide);
    if (mpz_cmp(x, expected) != 0)
        fail_msg("%s, not %s", mpz_get_str(NULL, 16, x), mpz_get_str(NULL, 16, expected));
    mpz_clear(x);
}

TEST(magnitudes_have_no_sign)
{
    mpz_t x, two;

    mpz_inits(x, two, NULL);
    mpz_set_ui(two, 1);
    mpz_mul_2exp(two, two, 192);
    for (int run = 0; run < RUNS; run++) {
        clr_wide wide;

        draw_number(x, draw_int(0, 191));
        wide = wide_of(x);
        assert_is(clr_wide_magnitude(wide.high.low, wide.low.high, wide.low.low), x);
        if (mpz_sgn(x) == 0)
            continue;
        mpz_sub(x, two, x); /* -x in two's complement */
        wide = wide_of(x);
        mpz_sub(x, two, x);
        assert_is(clr_wide_magnitude(wide.high.low, wide.low.high, wide.low.low), x);
    }
    mpz_clears(x, two, NULL);
}

/* n S2 - S1^2 of sums as large as can be, and of those that cancel. */
TEST(spreads_are_exact)
{
    mpz_t s1, s2, n, spread;

    mpz_inits(s1, s2, n, spread, NULL);
    for (int run = 0; run < RUNS; run++) {
        clr_wide got;

        draw_number(n, draw_int(1, 63));
        mpz_setbit(n, 0);
        draw_number(s1, draw_int(0, 127));
        mpz_mul(s2, s1, s1);
        mpz_cdiv_q(s2, s2, n);
        draw_number(spread, run % 2 ? draw_int(0, 3) : draw_int(0, 190));
        mpz_add(s2, s2, spread);
        if (mpz_sizeinbase(s2, 2) > 191)
            continue;
        got = clr_wide_subtract(clr_wide_times(wide_of(s2), lowest_word(n)),
                                clr_wide_square(wide_of(s1)));
        mpz_mul(spread, n, s2);
        mpz_submul(spread, s1, s1);
        assert_is(got, spread);
    }
    mpz_clears(s1, s2, n, spread, NULL);
}

/* ---- rounding ---- */

static uint64_t expected_of(const mpz_t x, clr_u128 divisor, bool is_root, clr_format format)
{
    uint32_t memory[LIMBS];
    const clr_limbs n = limbs_of(x, memory, 0);

    return is_root ? clr_round_root_of_ratio(n, 0, divisor, format)
                   : clr_round_ratio(n, 0, divisor, format);
}

/* How often two doubles could not tell. */
static struct {
    long all, doubles, floats;
} asked;

static bool is_unsure_double(const clr_near_terms near)
{
    return near.sum + near.left * (1.0 + 0x1p-26) != near.sum;
}

static bool is_unsure_float(const clr_near_terms near)
{
    return (clr_near_bits(near) & 0x1fffffff) == 0x10000000 && fabs(near.left) < 0x1p-90 * near.sum;
}

static void check(const mpz_t x, const mpz_t divisor, bool is_root)
{
    const clr_wide wide = wide_of(x);
    const clr_u128 m = wide_of(divisor).low;
    uint64_t near_double, near_float;

    for (size_t i = 0; i < COUNT(formats); i++)
        if (clr_round_wide(wide, m, is_root, formats[i]) != expected_of(x, m, is_root, formats[i]))
            fail_msg("%s / %s%s in %d bits", mpz_get_str(NULL, 16, x),
                     mpz_get_str(NULL, 16, divisor), is_root ? ", root" : "", formats[i].precision);
    if (mpz_sgn(x) != 0) {
        const clr_near_terms near = clr_near_wide(wide, m, is_root);

        asked.all++;
        asked.doubles += is_unsure_double(near);
        asked.floats += is_unsure_float(near);
    }
    near_double = clr_near_double(wide, m, is_root, doubles);
    near_float = clr_near_float(wide, m, is_root, floats);
    if (near_double != expected_of(x, m, is_root, doubles))
        fail_msg("%s / %s%s: %016llx as a double", mpz_get_str(NULL, 16, x),
                 mpz_get_str(NULL, 16, divisor), is_root ? ", root" : "",
                 (unsigned long long)near_double);
    if (near_float != expected_of(x, m, is_root, floats))
        fail_msg("%s / %s%s: %08llx as a float", mpz_get_str(NULL, 16, x),
                 mpz_get_str(NULL, 16, divisor), is_root ? ", root" : "",
                 (unsigned long long)near_float);
}

static void draw_divisor(mpz_t divisor)
{
    draw_number(divisor, draw_int(1, 126));
    if (mpz_sgn(divisor) == 0)
        mpz_set_ui(divisor, 1);
}

TEST(rounds_anything)
{
    mpz_t x, divisor;

    mpz_inits(x, divisor, NULL);
    asked.all = asked.doubles = asked.floats = 0;
    for (int run = 0; run < RUNS; run++) {
        draw_number(x, draw_int(0, run % 4 < 2 ? 55 : 254));
        draw_divisor(divisor);
        if (run % 8 < 4)
            mpz_tdiv_r_2exp(divisor, divisor, (mp_bitcnt_t)draw_int(1, 55));
        if (mpz_sgn(divisor) == 0)
            mpz_set_ui(divisor, 1);
        check(x, divisor, run % 2);
    }
    mpz_clears(x, divisor, NULL);
}

/* Most results of random numbers are rounded from doubles; else these would be for nothing. */
TEST(doubles_are_near_most)
{
    mpz_t x, divisor;

    mpz_inits(x, divisor, NULL);
    asked.all = asked.doubles = asked.floats = 0;
    for (int run = 0; run < RUNS / 10; run++) {
        set_word(x, draw());
        set_word(divisor, draw());
        mpz_mul(x, x, divisor);
        set_word(divisor, draw() >> draw_int(0, 60));
        mpz_setbit(divisor, 0);
        check(x, divisor, run % 2);
    }
    assert_in_range(asked.doubles, 0, asked.all / 1000);
    assert_in_range(asked.floats, 0, asked.all / 1000);
    mpz_clears(x, divisor, NULL);
}

/*
 * Quotients and roots that are a number of `digits` binary digits, or that and a half of its last
 * place, or a little off either: x = (q^2 or q) m 2^k +- 1.
 */
TEST(rounds_near_midpoints)
{
    mpz_t x, divisor, q;

    mpz_inits(x, divisor, q, NULL);
    asked.all = asked.doubles = asked.floats = 0;
    for (int run = 0; run < RUNS; run++) {
        static const int lengths[] = {24, 25, 26, 53, 54, 55};
        const int length = lengths[draw() % COUNT(lengths)];
        const bool is_root = run % 2;

        set_word(q, draw() >> (64 - length));
        mpz_setbit(q, (mp_bitcnt_t)length - 1);
        if (run % 3)
            mpz_setbit(q, 0);
        draw_divisor(divisor);
        mpz_set(x, q);
        if (is_root)
            mpz_mul(x, x, x);
        mpz_mul(x, x, divisor);
        if (mpz_sizeinbase(x, 2) > 252)
            continue;
        mpz_mul_2exp(x, x, 2 * (draw() % ((254 - mpz_sizeinbase(x, 2)) / 2 + 1)));
        check(x, divisor, is_root);
        mpz_add_ui(x, x, 1);
        check(x, divisor, is_root);
        mpz_sub_ui(x, x, 2);
        check(x, divisor, is_root);
    }
    assert_in_range(asked.doubles, 1, asked.all); /* some go by long division */
    assert_in_range(asked.floats, 1, asked.all);
    mpz_clears(x, divisor, q, NULL);
}
