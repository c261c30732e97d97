/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the command's own exact sums, products and roundings against MPFR's, on every kind of
 * finite data that bench has; of joined checks against those that saw all; and of the data itself.
 * Needs no device.
 */
#include "check.h"
#include "distribution.h"
#include "rounding.h"
#include "sample.h"
#include "split_mix.h"
#include "unit.h"
#include "value.h"

#include <math.h>
#include <mpfr.h>
#include <stdint.h>
#include <string.h>

enum { ELEMENTS = 3001 };
#define BITS 6400 /* of MPFR's numbers: no sum here needs more */

static const clr_type floats[] = {CLR_TYPE_F16, CLR_TYPE_BF16, CLR_TYPE_F32, CLR_TYPE_F64};
#define FLOATS (sizeof floats / sizeof floats[0])

/* Two sets of elements, of any type. */
static double room[2][ELEMENTS];

static const void *element(clr_type type, size_t set, size_t index)
{
    return (const char *)room[set] + index * clr_type_size(type);
}

static void fill(const distribution *d, clr_type type)
{
    for (size_t set = 0; set < 2; set++)
        distribution_fill(d, type, set, room[set], ELEMENTS);
}

/* ---- Sums ------------------------------------------------------------------------------------ */

/* What is added up. */
typedef enum term { VALUE, MAGNITUDE, SQUARE, PRODUCT, TRIPLE, TERM_COUNT } term;

static void add_term(exact_sum *sum, term what, double x, double y)
{
    if (what == VALUE || what == MAGNITUDE)
        exact_sum_add(sum, exact_term_of(what == VALUE ? x : fabs(x)));
    else if (what == TRIPLE)
        exact_sum_add_triple(sum, exact_term_of(x), exact_term_of(y), exact_term_of(x));
    else
        exact_sum_add_product(sum, exact_term_of(x), exact_term_of(what == SQUARE ? x : y));
}

/* The same in MPFR, exactly. */
static void add_with_mpfr(mpfr_t sum, mpfr_t magnitude, term what, double x, double y)
{
    mpfr_t product;

    mpfr_init2(product, 192);
    mpfr_set_d(product, what == MAGNITUDE ? fabs(x) : x, MPFR_RNDN);
    if (what >= SQUARE)
        mpfr_mul_d(product, product, what == SQUARE ? x : y, MPFR_RNDN);
    if (what == TRIPLE)
        mpfr_mul_d(product, product, x, MPFR_RNDN);
    assert_int_equal(mpfr_add(sum, sum, product, MPFR_RNDN), 0);
    mpfr_abs(product, product, MPFR_RNDN);
    assert_int_equal(mpfr_add(magnitude, magnitude, product, MPFR_RNDN), 0);
    mpfr_clear(product);
}

static void check_sums(clr_type type, term what, uint64_t count)
{
    mpq_t total, magnitude, truth;
    mpfr_t sum, all;
    exact_sum own;

    memset(&own, 0, sizeof own);
    mpfr_inits2(BITS, sum, all, (mpfr_ptr)NULL);
    mpfr_set_zero(sum, 1);
    mpfr_set_zero(all, 1);
    for (uint64_t i = 0; i < count; i++) {
        double x = value_real(type, element(type, 0, i)), y = value_real(type, element(type, 1, i));
        add_term(&own, what, x, y);
        add_with_mpfr(sum, all, what, x, y);
    }
    mpq_inits(total, magnitude, truth, NULL);
    exact_sum_get(&own, total, magnitude);
    mpfr_get_q(truth, sum);
    assert_true(mpq_equal(total, truth));
    mpfr_get_q(truth, all);
    assert_true(mpq_equal(magnitude, truth));
    mpq_clears(total, magnitude, truth, NULL);
    mpfr_clears(sum, all, (mpfr_ptr)NULL);
}

TEST(sums_are_exact)
{
    static const uint64_t counts[] = {1, ELEMENTS};

    for (size_t d = 0; distribution_at(d) != NULL; d++)
        for (size_t t = 0; t < FLOATS; t++) {
            if (distribution_at(d)->is_special || is_left_out(d + t))
                continue;
            fill(distribution_at(d), floats[t]);
            for (term what = VALUE; what < TERM_COUNT; what++)
                for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++)
                    check_sums(floats[t], what, counts[c]);
        }
}

/* Digits have room for 2^30 terms: joining sums as good as full must not lose a carry. */
TEST(joined_sums_carry)
{
    exact_sum one, all;
    mpq_t total, magnitude, expected;

    memset(&one, 0, sizeof one);
    exact_sum_add(&one, exact_term_of(0x1.fffffffffffffp1023));
    exact_sum_add(&one, exact_term_of(-0x1p-1074));
    exact_sum_add(&one, exact_term_of_integer(UINT64_MAX, true));
    all = one;
    for (int i = 0; i < 60; i++) {
        exact_sum copy = all;
        exact_sum_join(&all, &copy);
    }
    mpq_inits(total, magnitude, expected, NULL);
    exact_sum_get(&one, expected, magnitude);
    mpq_mul_2exp(expected, expected, 60);
    exact_sum_get(&all, total, magnitude);
    assert_true(mpq_equal(total, expected));
    mpq_clears(total, magnitude, expected, NULL);
}

/* ---- Products -------------------------------------------------------------------------------- */

/* MPFR has 256 bits and a wide exponent, too; the factors cost each a rounding of 2^-192 at most.
 */
TEST(products_are_as_good_as_exact)
{
    uint64_t seed = 7;
    mpfr_t truth, own, factor;
    mpq_t number;

    mpfr_inits2(400, truth, own, factor, (mpfr_ptr)NULL);
    mpq_init(number);
    for (int round = 0; round < 200; round++) {
        exact_product halves[2] = {exact_product_none(), exact_product_none()};
        mpfr_set_ui(truth, 1, MPFR_RNDN);
        for (int i = 0; i < 200; i++) {
            uint64_t bits = next_random(&seed);
            double x = ldexp((double)(bits | 1), (int)(bits >> 58) - 96);
            exact_product_multiply(&halves[i & 1], exact_term_of(x));
            mpfr_mul_d(truth, truth, x, MPFR_RNDN);
        }
        exact_product_join(&halves[0], &halves[1]);
        assert_int_equal(exact_product_exponent(&halves[0]), mpfr_get_exp(truth) - 1);
        exact_product_get(&halves[0], number);
        mpfr_set_q(own, number, MPFR_RNDN);
        mpfr_div(own, own, truth, MPFR_RNDN);
        mpfr_sub_ui(own, own, 1, MPFR_RNDN);
        assert_true(mpfr_zero_p(own) || mpfr_get_exp(own) < -180);
    }
    mpq_clear(number);
    mpfr_clears(truth, own, factor, (mpfr_ptr)NULL);
}

/* ---- Roundings ------------------------------------------------------------------------------- */

typedef int (*mpfr_way)(mpfr_t to, mpq_srcptr number);

static int set_number(mpfr_t to, mpq_srcptr number)
{
    return mpfr_set_q(to, number, MPFR_RNDN);
}

/* To odd, with so many digits that the second rounding cannot tell it from the root itself. */
static int set_root(mpfr_t to, mpq_srcptr number)
{
    mpfr_t wide, odd;

    mpfr_init2(wide, BITS);
    mpfr_init2(odd, 400);
    bool inexact = mpfr_set_q(wide, number, MPFR_RNDZ) != 0;
    inexact = mpfr_sqrt(odd, wide, MPFR_RNDZ) != 0 || inexact;
    if (inexact && mpfr_min_prec(odd) < 400)
        mpfr_nextabove(odd);
    int ternary = mpfr_set(to, odd, MPFR_RNDN);
    mpfr_clears(wide, odd, (mpfr_ptr)NULL);
    return ternary;
}

/* The number in the range and with the digits of the type, rounded once. */
static double round_with_mpfr(mpfr_way set, mpq_srcptr number, clr_type type)
{
    static const struct {
        int digits, smallest, largest;
    } formats[] = {[CLR_TYPE_F16] = {11, -24, 15},
                   [CLR_TYPE_BF16] = {8, -133, 127},
                   [CLR_TYPE_F32] = {24, -149, 127},
                   [CLR_TYPE_F64] = {53, -1074, 1023}};
    const mpfr_exp_t least = mpfr_get_emin(), most = mpfr_get_emax();
    mpfr_t rounded;

    mpfr_init2(rounded, formats[type].digits);
    int ternary = set(rounded, number);
    mpfr_set_emin(formats[type].smallest + 1);
    mpfr_set_emax(formats[type].largest + 1);
    ternary = mpfr_check_range(rounded, ternary, MPFR_RNDN);
    mpfr_subnormalize(rounded, ternary, MPFR_RNDN);
    double value = mpfr_get_d(rounded, MPFR_RNDN);
    mpfr_set_emin(least);
    mpfr_set_emax(most);
    mpfr_clear(rounded);
    return value;
}

static void assert_rounded(mpq_srcptr number)
{
    for (size_t i = 0; i < FLOATS; i++) {
        assert_true(rounding_of(number, false, floats[i]) ==
                    round_with_mpfr(set_number, number, floats[i]));
        if (mpq_sgn(number) > 0)
            assert_true(rounding_of(number, true, floats[i]) ==
                        round_with_mpfr(set_root, number, floats[i]));
    }
}

/* Numbers of few and of many digits at all exponents, ties among them, and a hair beside each. */
TEST(roundings_are_to_nearest_even)
{
    uint64_t seed = 3;
    mpq_t number, hair;

    mpq_inits(number, hair, NULL);
    for (int exponent = -1200; exponent < 1100; exponent++)
        for (unsigned digits = 1; digits <= 64; digits += 9) {
            uint64_t bits = next_random(&seed) >> (64 - digits) | 1;
            mpq_set_d(number, ldexp((double)(bits >> 32), 32));
            mpq_set_ui(hair, bits & UINT32_MAX, 1);
            mpq_add(number, number, hair);
            mpq_set_ui(hair, 1, 3);
            mpq_div_2exp(hair, hair, 900);
            if (exponent >= 0)
                mpq_mul_2exp(number, number, (mp_bitcnt_t)exponent);
            else
                mpq_div_2exp(number, number, (mp_bitcnt_t)-exponent);
            assert_rounded(number);
            mpq_add(number, number, hair);
            assert_rounded(number);
            mpq_neg(number, number);
            assert_rounded(number);
        }
    mpq_clears(number, hair, NULL);
}

/* A root just above a number, squares of ties, and ties of squares. */
TEST(roots_are_rounded_once)
{
    uint64_t seed = 5;
    mpq_t root, square, hair;

    mpq_inits(root, square, hair, NULL);
    mpq_set_ui(hair, 1, 1);
    mpq_div_2exp(hair, hair, 700);
    for (int i = 0; i < 400; i++)
        for (size_t t = 0; t < FLOATS; t++) {
            static const int digits[] = {11, 8, 24, 53};
            uint64_t odd = (next_random(&seed) >> (63 - digits[t])) | 1; /* a tie of the format */
            mpq_set_d(root, (double)odd);
            mpq_mul(square, root, root);
            assert_rounded(square);
            mpq_add(square, square, hair);
            assert_rounded(square);
            rounding_root_above(root, square);
            mpq_mul(root, root, root);
            assert_true(mpq_cmp(root, square) >= 0);
        }
    mpq_clears(root, square, hair, NULL);
}

/* ---- Joined checks --------------------------------------------------------------------------- */

static void assert_same_sum(const exact_sum *a, const exact_sum *b)
{
    mpq_t numbers[4];

    for (size_t i = 0; i < 4; i++)
        mpq_init(numbers[i]);
    exact_sum_get(a, numbers[0], numbers[1]);
    exact_sum_get(b, numbers[2], numbers[3]);
    assert_true(mpq_equal(numbers[0], numbers[2]) && mpq_equal(numbers[1], numbers[3]));
    for (size_t i = 0; i < 4; i++)
        mpq_clear(numbers[i]);
}

static long double logarithm(const check_powers *p)
{
    return p->anchor + logl(p->sum + p->rest);
}

static bool is_same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static void assert_same_check(const check *a, const check *b)
{
    assert_true(a->seen == b->seen && a->count == b->count);
    assert_true(a->integer == b->integer && a->too_wide == b->too_wide);
    assert_true(a->too_wide || a->product == b->product);
    assert_true(a->has_zero == b->has_zero && a->negative == b->negative);
    assert_true(a->has_other == b->has_other && a->has_absent == b->has_absent);
    assert_true(a->least.index == b->least.index && a->greatest.index == b->greatest.index);
    assert_true(is_same(a->least.real, b->least.real));
    assert_true(is_same(a->greatest.real, b->greatest.real));
    assert_true(a->has_nan == b->has_nan && a->has_infinity == b->has_infinity);
    assert_true(exact_product_exponent(&a->growth) == exact_product_exponent(&b->growth));
    assert_true(exact_product_exponent(&a->shrink) == exact_product_exponent(&b->shrink));
    assert_true((a->powers.sum == 0) == (b->powers.sum == 0));
    if (a->powers.sum != 0)
        assert_true(fabsl(logarithm(&a->powers) - logarithm(&b->powers)) <=
                    1e-17L * fabsl(logarithm(&b->powers)));
    assert_same_sum(&a->sum, &b->sum);
    assert_same_sum(&a->squares, &b->squares);
}

static void check_operator(clr_operator op, clr_type type)
{
    const clr_reduction reduction = CLR_REDUCTION(op, type);
    const void *inputs[] = {room[0], room[1]};
    check whole, joined;

    if (clr_operator_result(op, type) == CLR_TYPE_DEFAULT)
        return;
    check_start(&whole, &reduction);
    check_add(&whole, inputs, ELEMENTS);
    check_start(&joined, &reduction);
    check_array(&joined, inputs, ELEMENTS);
    assert_same_check(&joined, &whole);
}

TEST(parts_come_to_the_whole)
{
    for (clr_type type = CLR_TYPE_I8; type <= CLR_TYPE_F64; type++)
        for (size_t d = 0; distribution_at(d) != NULL; d++) {
            if (!distribution_suits(distribution_at(d), type) || is_left_out(d + (size_t)type))
                continue;
            fill(distribution_at(d), type);
            for (clr_operator op = 1; clr_operator_name(op); op++)
                check_operator(op, type);
        }
}

/* ---- Data ------------------------------------------------------------------------------------ */

static double number(clr_type type, size_t index)
{
    return value_real(type, element(type, 0, index));
}

static double smallest_normal(clr_type type)
{
    return type == CLR_TYPE_F16 ? 0x1p-14 : type == CLR_TYPE_F64 ? 0x1p-1022 : 0x1p-126;
}

/* Elements that are no finite numbers. */
static size_t count_specials(clr_type type)
{
    size_t found = 0;

    for (size_t i = 0; i < ELEMENTS; i++)
        found += isfinite(number(type, i)) ? 0 : 1;
    return found;
}

TEST(special_data_is_not_finite)
{
    for (size_t t = 0; t < FLOATS; t++) {
        for (size_t d = 0; distribution_at(d) != NULL; d++) {
            fill(distribution_at(d), floats[t]);
            assert_true((count_specials(floats[t]) != 0) == distribution_at(d)->is_special);
        }
        fill(distribution_find("infinities"), floats[t]);
        assert_in_range(count_specials(floats[t]), ELEMENTS / 64 / 2, ELEMENTS / 64 * 2);
        fill(distribution_find("nans"), floats[t]);
        assert_in_range(count_specials(floats[t]), 1, 10);
    }
}

/* Each 8 elements add up to 0, and few neighbours do. */
TEST(wide_pairs_cancel)
{
    for (size_t t = 0; t < FLOATS; t++) {
        size_t neighbours = 0;
        fill(distribution_find("wide-pairs"), floats[t]);
        for (size_t i = 0; i + 8 <= ELEMENTS; i += 8)
            for (size_t k = i; k < i + 8; k++) {
                size_t equals = 0, opposites = 0;
                for (size_t other = i; other < i + 8; other++) {
                    equals += number(floats[t], other) == number(floats[t], k);
                    opposites += number(floats[t], other) == -number(floats[t], k);
                }
                assert_true(equals == opposites);
                neighbours += k % 2 == 0 && number(floats[t], k + 1) == -number(floats[t], k);
            }
        assert_true(neighbours < ELEMENTS / 4);
    }
}

/* The exponents are those of the name, or the widest that the type has on both sides. */
TEST(exponents_are_within)
{
    static const struct {
        const char *kind;
        int most;
    } rows[] = {{"within-16", 16}, {"within-40", 40}, {"in-turn-60", 60}};

    for (size_t t = 0; t < FLOATS; t++)
        for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
            const int widest = floats[t] == CLR_TYPE_F16 ? 14 : 126;
            const int most = rows[k].most < widest ? rows[k].most : widest;
            int highest = -2000, lowest = 2000;
            fill(distribution_find(rows[k].kind), floats[t]);
            for (size_t i = 0; i < ELEMENTS; i++) {
                const int exponent = ilogb(number(floats[t], i));
                highest = exponent > highest ? exponent : highest;
                lowest = exponent < lowest ? exponent : lowest;
            }
            assert_int_equal(highest, most);
            assert_int_equal(lowest, -most);
        }
}

static double at(const char *kind, clr_type type, size_t index)
{
    fill(distribution_find(kind), type);
    return number(type, index);
}

TEST(data_in_turn_is_of_two_numbers)
{
    static const double least[] = {0x1p-24, 0x1p-133, 0x1p-149, 0x1p-1074};
    static const double most[] = {65504, 0x1.fep127, 0x1.fffffep127, 0x1.fffffffffffffp1023};

    for (size_t t = 0; t < FLOATS; t++) {
        assert_true(at("ends", floats[t], 0) == most[t]);
        assert_true(at("ends", floats[t], 1) == least[t]);
        assert_true(at("largest", floats[t], 1) == most[t]);
        assert_true(at("zero-one", floats[t], 0) == 0 && signbit(at("zero-one", floats[t], 0)));
        assert_true(at("zero-one", floats[t], 1) == 1);
        assert_true(at("minus-zero", floats[t], 1) == 0 && signbit(at("minus-zero", floats[t], 1)));
        assert_true(at("one-tiny", floats[t], 0) == 1);
        assert_true(at("one-tiny", floats[t], 1) ==
                    (floats[t] == CLR_TYPE_F16 ? 0x1p-14 : 0x1p-100));
        assert_true(isinf(at("infinite", floats[t], 1)) && isnan(at("nan", floats[t], 1)));
    }
}

TEST(subnormals_are_subnormal)
{
    for (size_t t = 0; t < FLOATS; t++) {
        fill(distribution_find("subnormal"), floats[t]);
        for (size_t i = 0; i < ELEMENTS; i++) {
            assert_true(number(floats[t], i) != 0);
            assert_true(fabs(number(floats[t], i)) < smallest_normal(floats[t]));
        }
    }
}

/* Random bits have all exponents: small ones, large ones and either sign. */
TEST(bits_are_wide)
{
    for (size_t t = 0; t < FLOATS; t++) {
        double least = HUGE_VAL, most = 0;
        size_t negative = 0;
        fill(distribution_find("bits"), floats[t]);
        for (size_t i = 0; i < ELEMENTS; i++) {
            least = fmin(least, fabs(number(floats[t], i)));
            most = fmax(most, fabs(number(floats[t], i)));
            negative += number(floats[t], i) < 0;
        }
        assert_true(least < smallest_normal(floats[t]) * 8);
        assert_true(
            most > (floats[t] == CLR_TYPE_F16 ? 0x1p14 : 1 / smallest_normal(floats[t]) * 0x1p-50));
        assert_true(negative > ELEMENTS * 2 / 5 && negative < ELEMENTS * 3 / 5);
    }
}

TEST(data_is_what_its_name_says)
{
    size_t zeros = 0;

    for (size_t t = 0; t < FLOATS; t++) {
        fill(distribution_find("sorted"), floats[t]);
        for (size_t i = 1; i < ELEMENTS; i++)
            assert_true(number(floats[t], i) >= number(floats[t], i - 1));
        fill(distribution_find("constant"), floats[t]);
        for (size_t i = 1; i < ELEMENTS; i++)
            assert_true(number(floats[t], i) == number(floats[t], 0));
        fill(distribution_find("alternating"), floats[t]);
        for (size_t i = 0; i < ELEMENTS; i++)
            assert_true((fabs(number(floats[t], i)) > 1) == (i % 2 == 0));
        fill(distribution_find("cancelling"), floats[t]);
        for (size_t i = 0; i + 1 < ELEMENTS; i += 2) {
            double rest = number(floats[t], i) + number(floats[t], i + 1);
            assert_true(rest != 0 && fabs(rest) < 0.01 * fabs(number(floats[t], i)));
        }
    }
    fill(distribution_find("half-zero"), CLR_TYPE_F32);
    for (size_t i = 0; i < ELEMENTS; i++)
        zeros += number(CLR_TYPE_F32, i) == 0;
    assert_true(zeros > ELEMENTS * 2 / 5 && zeros < ELEMENTS * 3 / 5);
}
