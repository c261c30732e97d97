/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rounding of integers of any length, their quotients and roots (cl/exact/rounding.cl, compiled for
 * the host). A rounded number is judged by exact fractions of GMP: it is the nearest one if what
 * was rounded lies between the midpoints to its neighbours, and the even one if it is a midpoint.
 * What is no root MPFR rounds too.
 */
#include "drawn.h"
#include "unit.h"

#include <mpfr.h>

enum { RUNS = 20000 };

/* ---- formats ---- */

static const clr_format formats[] = {{11, 5}, {8, 8}, {24, 8}, {53, 11}};

static uint64_t infinity_of(clr_format format)
{
    return ((UINT64_C(1) << format.exponent) - 1) << (format.precision - 1);
}

static int smallest_of(clr_format format) /* the exponent of the smallest number */
{
    return 3 - (1 << (format.exponent - 1)) - format.precision;
}

/* x 2^exponent */
static void scale(mpq_t x, int exponent)
{
    if (exponent >= 0)
        mpq_mul_2exp(x, x, (mp_bitcnt_t)exponent);
    else
        mpq_div_2exp(x, x, (mp_bitcnt_t)-exponent);
}

/* A format's number as a fraction; infinity as what would be the next number. */
static void decode(mpq_t x, clr_format format, uint64_t bits)
{
    const uint64_t hidden = UINT64_C(1) << (format.precision - 1);
    const int exponent = (int)(bits / hidden);

    mpq_set_ui(x, 0, 1);
    set_word(mpq_numref(x), bits % hidden + (exponent ? hidden : 0));
    scale(x, smallest_of(format) + (exponent ? exponent - 1 : 0));
}

static void midpoint(mpq_t x, clr_format format, uint64_t bits)
{
    mpq_t next;

    mpq_init(next);
    decode(x, format, bits);
    decode(next, format, bits + 1);
    mpq_add(x, x, next);
    mpq_div_2exp(x, x, 1);
    mpq_clear(next);
}

/* Whether `value`, or its root, is on the wrong side of the midpoint of `bits` and `bits + 1`. */
static bool is_beyond(const mpq_t value, bool root, clr_format format, uint64_t bits, bool above)
{
    mpq_t middle;
    int order;

    mpq_init(middle);
    midpoint(middle, format, bits);
    if (root)
        mpq_mul(middle, middle, middle);
    order = mpq_cmp(value, middle);
    mpq_clear(middle);
    if (order == 0)
        return (bits & 1) == (above ? 1 : 0);
    return above ? order > 0 : order < 0;
}

static bool is_nearest(const mpq_t value, bool root, clr_format format, uint64_t bits)
{
    if (bits > infinity_of(format))
        return false;
    if (bits < infinity_of(format) && is_beyond(value, root, format, bits, true))
        return false;
    return bits == 0 || !is_beyond(value, root, format, bits - 1, false);
}

/* What MPFR makes of a fraction. */
static uint64_t rounded_by_mpfr(const mpq_t value, clr_format format)
{
    const mpfr_exp_t least = mpfr_get_emin(), most = mpfr_get_emax();
    const int highest = 1 << (format.exponent - 1);
    uint64_t bits;
    mpfr_t x;
    int ternary;

    mpfr_set_emin(smallest_of(format) + 1);
    mpfr_set_emax(highest);
    mpfr_init2(x, format.precision);
    ternary = mpfr_set_q(x, value, MPFR_RNDN);
    mpfr_subnormalize(x, ternary, MPFR_RNDN);
    if (mpfr_inf_p(x)) {
        bits = infinity_of(format);
    } else {
        const mpfr_exp_t exponent = mpfr_zero_p(x) ? 0 : mpfr_get_exp(x) + highest - 3;
        const mpfr_exp_t above =
            exponent > 0 ? exponent : 0; /* the smallest normal number's is 0 */

        mpfr_set_emax(most);
        mpfr_mul_2si(x, x, -above - smallest_of(format), MPFR_RNDN);
        bits = ((uint64_t)above << (format.precision - 1)) + mpfr_get_uj(x, MPFR_RNDN);
    }
    mpfr_clear(x);
    mpfr_set_emin(least);
    mpfr_set_emax(most);
    return bits;
}

/* ---- rounding ---- */

static clr_u128 divisor_of(const mpz_t x)
{
    uint64_t words[2] = {0};

    mpz_export(words, NULL, -1, sizeof *words, 0, 0, x);
    return (clr_u128){words[1], words[0]};
}

static uint64_t round_by(clr_limbs n, int lowest, const mpz_t divisor, bool root, clr_format format)
{
    const clr_u128 m = divisor_of(divisor);

    if (mpz_cmp_ui(divisor, 1) == 0)
        return root ? clr_round_root(n, lowest, format) : clr_round(n, lowest, format);
    return root ? clr_round_root_of_ratio(n, lowest, m, format)
                : clr_round_ratio(n, lowest, m, format);
}

/* Rounds n 2^lowest / divisor, or its root, in every format. */
static void check_rounding(const mpz_t n, int lowest, const mpz_t divisor, bool root)
{
    uint32_t memory[LIMBS];
    const int first = draw_int(0, 9);
    clr_limbs limbs = limbs_of(n, memory, first);
    mpq_t value;

    mpq_init(value);
    mpq_set_num(value, n);
    mpq_set_den(value, divisor);
    mpq_canonicalize(value);
    scale(value, lowest);
    limbs.is_negative = !root && draw() % 2;
    for (size_t i = 0; i < COUNT(formats); i++) {
        const clr_format format = formats[i];
        const uint64_t sign =
            limbs.is_negative ? UINT64_C(1) << (format.precision + format.exponent - 1) : 0;
        const uint64_t bits = round_by(limbs, lowest - 32 * first, divisor, root, format);
        const bool is_zero = mpz_sgn(n) == 0;

        if (!is_nearest(value, root, format, is_zero ? bits : bits - sign))
            fail_msg("%d bits: %016llx of %s * 2^%d / %s%s", format.precision,
                     (unsigned long long)bits, mpz_get_str(NULL, 16, n), lowest,
                     mpz_get_str(NULL, 16, divisor), root ? ", root" : "");
        if (!root && !is_zero)
            assert_true(bits - sign == rounded_by_mpfr(value, format));
    }
    mpq_clear(value);
}

/* 1, any of 128 bits, and those near the ends. */
static void draw_divisor(mpz_t divisor)
{
    static const int lengths[] = {1, 2, 31, 32, 33, 63, 64, 65, 127, 128};
    const int length = draw() % 2 ? lengths[draw() % COUNT(lengths)] : draw_int(1, 128);

    mpz_set_ui(divisor, 1);
    mpz_mul_2exp(divisor, divisor, (mp_bitcnt_t)length);
    switch (draw() % 4) {
    case 0: /* 2^length - 1, 2, ... */
        mpz_sub_ui(divisor, divisor, (unsigned long)(1 + draw() % (length > 4 ? 3 : 1)));
        return;
    case 1: /* the power of two below */
        mpz_fdiv_q_2exp(divisor, divisor, 1);
        return;
    default:
        draw_number(divisor, length);
        mpz_setbit(divisor, (mp_bitcnt_t)(draw() % (uint64_t)length));
    }
}

TEST(rounds_anything)
{
    mpz_t n, divisor;

    mpz_inits(n, divisor, NULL);
    for (int run = 0; run < RUNS; run++) {
        const int length = draw_int(0, run % 4 ? 300 : 4000);

        draw_number(n, length);
        draw_divisor(divisor);
        check_rounding(n, draw_int(-2300, 200) - length / 2, divisor, run % 2);
        check_rounding(n, draw_int(-160, 160) - length, divisor, run % 2);
    }
    mpz_clears(n, divisor, NULL);
}

/*
 * n 2^lowest / divisor is the fraction (its square, for roots) or differs from it in a bit that is
 * `below` bits under its last one, up or down.
 */
static void check_around(const mpq_t fraction, bool root, int below)
{
    const int power = (int)mpz_sizeinbase(mpq_denref(fraction), 2) - 1; /* a power of two */
    mpz_t n, divisor;

    mpz_inits(n, divisor, NULL);
    draw_divisor(divisor);
    mpz_set(n, mpq_numref(fraction));
    if (root)
        mpz_mul(n, n, n);
    mpz_mul(n, n, divisor);
    mpz_mul_2exp(n, n, (mp_bitcnt_t)below);
    check_rounding(n, -below - power * (root ? 2 : 1), divisor, root);
    mpz_add_ui(n, n, 1);
    check_rounding(n, -below - power * (root ? 2 : 1), divisor, root);
    if (mpz_cmp_ui(n, 2) >= 0) {
        mpz_sub_ui(n, n, 2);
        check_rounding(n, -below - power * (root ? 2 : 1), divisor, root);
    }
    mpz_clears(n, divisor, NULL);
}

static void check_near(clr_format format, uint64_t bits)
{
    static const int distances[] = {0, 1, 70, 130, 2000};
    mpq_t x;

    mpq_init(x);
    for (size_t i = 0; i < COUNT(distances); i++)
        for (int root = 0; root < 2; root++) {
            decode(x, format, bits);
            check_around(x, root, distances[i]);
            midpoint(x, format, bits);
            check_around(x, root, distances[i]);
        }
    mpq_clear(x);
}

/* Numbers of the format, the midpoints above them, and what is next to either. */
TEST(rounds_ties_to_even)
{
    for (size_t i = 0; i < COUNT(formats); i++) {
        const clr_format format = formats[i];
        const uint64_t normal = UINT64_C(1) << (format.precision - 1);
        const uint64_t infinity = infinity_of(format);
        const uint64_t edges[] = {1, 2, normal - 1, normal, infinity / 2, infinity - 1, infinity};

        for (size_t j = 0; j < COUNT(edges); j++)
            for (uint64_t near = 0; near < 4; near++)
                if (edges[j] + near >= 2 && edges[j] + near - 2 < infinity)
                    check_near(format, edges[j] + near - 2);
        for (int run = 0; run < 150; run++)
            check_near(format, draw() % infinity);
    }
}

/* Overflow by IEEE 754's rule: infinity from half a step above the largest number on. */
TEST(overflows_where_it_must)
{
    for (size_t i = 0; i < COUNT(formats); i++) {
        const clr_format format = formats[i];
        const uint64_t infinity = infinity_of(format);
        uint32_t memory[LIMBS];
        mpz_t n;

        mpz_init_set_ui(n, 1); /* the midpoint is 2^precision - 1/2 last places */
        mpz_mul_2exp(n, n, (mp_bitcnt_t)(format.precision + 1));
        mpz_sub_ui(n, n, 1);
        mpz_mul_2exp(n, n, 1900);
        for (int below = 0; below < 2; below++) {
            const int highest = 1 << (format.exponent - 1);
            const int lowest = highest - format.precision - 1901;

            mpz_sub_ui(n, n, (unsigned long)below);
            assert_true(clr_round(limbs_of(n, memory, 0), lowest, format) ==
                        infinity - (uint64_t)below);
            assert_true(clr_round(limbs_of(n, memory, 0), lowest + 100000, format) == infinity);
            assert_true(clr_round(limbs_of(n, memory, 0), lowest - 100000, format) == 0);
        }
        mpz_clear(n);
    }
}

/* Roots of squares and their neighbours, over divisors that are squares and those that are not. */
TEST(takes_roots)
{
    mpz_t n, divisor, root;

    mpz_inits(n, divisor, root, NULL);
    for (int run = 0; run < RUNS / 4; run++) {
        draw_number(root, draw_int(1, 600));
        mpz_mul(n, root, root);
        draw_number(divisor, draw_int(1, 64));
        mpz_setbit(divisor, 0);
        if (run % 2)
            mpz_mul(divisor, divisor, divisor);
        for (int apart = 0; apart < 3; apart++) {
            check_rounding(n, draw_int(-300, 60), divisor, true);
            if (apart < 2)
                mpz_add_ui(n, n, 1);
        }
    }
    mpz_clears(n, divisor, root, NULL);
}

/* One bit at each end, and nothing between. */
TEST(rounds_numbers_with_two_ends)
{
    mpz_t n, divisor;

    mpz_inits(n, divisor, NULL);
    for (int length = 1; length < 4200; length += draw_int(1, 40)) {
        mpz_set_ui(n, 1);
        mpz_setbit(n, (mp_bitcnt_t)length);
        draw_divisor(divisor);
        check_rounding(n, -length, divisor, false);
        check_rounding(n, -length, divisor, true);
        mpz_setbit(n, (mp_bitcnt_t)(length > 53 ? length - 53 : 0));
        mpz_set_ui(divisor, 1);
        check_rounding(n, -length, divisor, false);
        check_rounding(n, -length, divisor, true);
    }
    mpz_clears(n, divisor, NULL);
}

TEST(zero_is_zero)
{
    uint32_t memory[LIMBS] = {0};
    const clr_limbs zero = clr_limbs_of(memory, 3, 40);
    const clr_u128 one = {0, 1};

    for (size_t i = 0; i < COUNT(formats); i++) {
        assert_true(clr_round(zero, -149, formats[i]) == 0);
        assert_true(clr_round_ratio(zero, -149, one, formats[i]) == 0);
        assert_true(clr_round_root(zero, -149, formats[i]) == 0);
        assert_true(clr_round_root_of_ratio(zero, -149, one, formats[i]) == 0);
    }
}
