/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the command's own exact sums against MPFR's, on every kind of data that bench has; of
 * joined checks against those that saw all; and of the data itself. Needs no device.
 */
#include "check.h"
#include "distribution.h"
#include "value.h"

#include <math.h>
#include <mpfr.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define COUNT 3001
#define BITS  6000 /* of MPFR's numbers: no sum here needs more */

static const clr_type floats[] = {CLR_TYPE_F16, CLR_TYPE_BF16, CLR_TYPE_F32, CLR_TYPE_F64};
#define FLOATS (sizeof floats / sizeof floats[0])

/* Two sets of elements, of any type. */
static double room[2][COUNT];

static const void *element(clr_type type, size_t set, size_t index)
{
    return (const char *)room[set] + index * clr_type_size(type);
}

static void fill(const distribution *d, clr_type type)
{
    for (size_t set = 0; set < 2; set++)
        distribution_fill(d, type, set, room[set], COUNT);
}

/* ---- Sums ------------------------------------------------------------------------------------ */

/* What MPFR adds up, exactly. */
static void add_with_mpfr(mpfr_t sum, clr_type type, exact_term term, uint64_t count)
{
    mpfr_t product;

    mpfr_init2(product, 128);
    mpfr_set_zero(sum, 1);
    for (uint64_t i = 0; i < count; i++) {
        double x = value_real(type, element(type, 0, i));
        double y = value_real(type, element(type, 1, i));
        mpfr_set_d(product, term == EXACT_MAGNITUDE ? fabs(x) : x, MPFR_RNDN);
        if (term >= EXACT_SQUARE)
            mpfr_mul_d(product, product, term == EXACT_SQUARE ? x : y, MPFR_RNDN);
        assert_int_equal(mpfr_add(sum, sum, product, MPFR_RNDN), 0);
    }
    mpfr_clear(product);
}

/* The number in the range and with the digits of the type, rounded once. */
static double round_with_mpfr(const mpfr_t number, clr_type type)
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
    int ternary = mpfr_set(rounded, number, MPFR_RNDN);
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

static void check_sums(clr_type type, exact_term term, uint64_t count, mpfr_t truth)
{
    exact_sum sum;

    add_with_mpfr(truth, type, term, count);
    assert_true(exact_sum_make(&sum, type, term, room[0], room[1], count));
    for (size_t i = 0; i < FLOATS; i++)
        assert_true(exact_round(&sum.total, floats[i], 1) == round_with_mpfr(truth, floats[i]));

    mpfr_t mean;
    mpfr_init2(mean, BITS);
    mpfr_div_ui(mean, truth, 7, MPFR_RNDN);
    for (size_t i = 0; i < FLOATS; i++)
        assert_true(exact_round(&sum.total, floats[i], 7) == round_with_mpfr(mean, floats[i]));
    mpfr_clear(mean);

    /* The pair is within 2^-127 of the sum, which MPFR tells without rounding. */
    long double high, low;
    mpfr_t rest;
    exact_pair(&sum.total, &high, &low);
    mpfr_init2(rest, BITS);
    mpfr_set_ld(rest, high, MPFR_RNDN);
    mpfr_t behind;
    mpfr_init2(behind, 128);
    mpfr_set_ld(behind, low, MPFR_RNDN);
    mpfr_add(rest, rest, behind, MPFR_RNDN);
    mpfr_sub(rest, rest, truth, MPFR_RNDN);
    assert_true(mpfr_zero_p(rest) || mpfr_get_exp(rest) <= mpfr_get_exp(truth) - 127);
    mpfr_clears(rest, behind, (mpfr_ptr)NULL);
}

static void sums_are_exact(void **state)
{
    static const uint64_t counts[] = {1, 2, 17, COUNT};
    mpfr_t truth;

    (void)state;
    mpfr_init2(truth, BITS);
    for (size_t d = 0; distribution_at(d) != NULL; d++) {
        for (size_t t = 0; t < FLOATS; t++) {
            fill(distribution_at(d), floats[t]);
            for (exact_term term = EXACT_VALUE; term <= EXACT_PRODUCT; term++) {
                for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++)
                    check_sums(floats[t], term, counts[c], truth);
            }
        }
    }
    mpfr_clear(truth);
}

static void what_is_not_finite_is_refused(void **state)
{
    const double special[] = {1, (double)INFINITY, (double)NAN};
    exact_sum sum;

    (void)state;
    assert_true(exact_sum_make(&sum, CLR_TYPE_F64, EXACT_VALUE, special, NULL, 1));
    assert_false(exact_sum_make(&sum, CLR_TYPE_F64, EXACT_VALUE, special, NULL, 2));
    assert_false(exact_sum_make(&sum, CLR_TYPE_F64, EXACT_SQUARE, special, NULL, 2));
    assert_false(exact_sum_make(&sum, CLR_TYPE_F64, EXACT_MAGNITUDE, special + 2, NULL, 1));
}

/* Neighbours of a result of level exact are found out, which a bound would let pass. */
static void exact_results_are_compared_to_the_bit(void **state)
{
    const clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    const void *inputs[] = {room[0]};
    char sentence[CHECK_SENTENCE_SIZE];
    check c;

    (void)state;
    fill(distribution_find("cancelling"), CLR_TYPE_F64);
    check_start(&c, &reduction);
    check_array(&c, inputs, COUNT);
    double right = exact_round(&c.total, CLR_TYPE_F64, 1);
    double values[] = {right, nextafter(right, INFINITY), nextafter(right, -INFINITY)};
    for (size_t i = 0; i < 3; i++) {
        const check_claim claim = {.type = CLR_TYPE_F64,
                                   .value = &values[i],
                                   .depth = 1,
                                   .accumulator = "2176 bits",
                                   .accuracy = CLR_ACCURACY_EXACT};
        assert_int_equal(check_judge(&c, &claim, sentence), i == 0 ? CHECK_AGREES : CHECK_DIFFERS);
    }
}

/* ---- Joined checks --------------------------------------------------------------------------- */

/* Whatever is compared, counted or wraps is the same; sums are those of other tests. */
static void assert_same_check(const check *a, const check *b)
{
    assert_true(a->seen == b->seen && a->count == b->count);
    assert_true(a->integer == b->integer && a->too_wide == b->too_wide);
    assert_true(a->too_wide || a->wide == b->wide);
    assert_true(a->has_zero == b->has_zero && a->negative == b->negative);
    assert_true(a->least.index == b->least.index && a->greatest.index == b->greatest.index);
    assert_true(a->least.real == b->least.real && a->greatest.real == b->greatest.real);
    assert_true(a->growth.exponent == b->growth.exponent);
    assert_true(a->shrink.exponent == b->shrink.exponent);
    assert_true(a->peak == b->peak);
    assert_true(fabsl(a->scaled - b->scaled) <= 1e-15L * b->scaled);
}

static void check_operator(clr_operator op, clr_type type)
{
    const clr_reduction reduction = CLR_REDUCTION(op, type);
    const void *inputs[] = {room[0], room[1]};
    check whole, joined;

    if (clr_operator_result(op, type) == CLR_TYPE_DEFAULT)
        return;
    check_start(&whole, &reduction);
    check_add(&whole, inputs, COUNT);
    check_start(&joined, &reduction);
    check_array(&joined, inputs, COUNT);
    if (joined.is_exact) {
        assert_true(fabsl(joined.sum.high - whole.sum.high) <= 1e-15L * joined.magnitude);
        assert_true(fabsl(joined.squares.high - whole.squares.high) <= 1e-15L * whole.squares.high);
        assert_true(joined.count == whole.count && joined.seen == whole.seen);
    } else {
        assert_same_check(&joined, &whole);
    }
}

static void parts_come_to_the_whole(void **state)
{
    (void)state;
    for (clr_type type = CLR_TYPE_I8; type <= CLR_TYPE_F64; type++) {
        for (size_t d = 0; distribution_at(d) != NULL; d++) {
            if (!distribution_suits(distribution_at(d), type))
                continue;
            fill(distribution_at(d), type);
            for (clr_operator op = CLR_OPERATOR_SUM; op <= CLR_OPERATOR_LOGSUMEXP; op++)
                check_operator(op, type);
        }
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

static void data_is_finite(void **state)
{
    (void)state;
    for (size_t t = 0; t < FLOATS; t++) {
        for (size_t d = 0; distribution_at(d) != NULL; d++) {
            fill(distribution_at(d), floats[t]);
            for (size_t i = 0; i < COUNT; i++)
                assert_true(isfinite(number(floats[t], i)));
        }
    }
}

static void subnormals_are_subnormal(void **state)
{
    (void)state;
    for (size_t t = 0; t < FLOATS; t++) {
        fill(distribution_find("subnormal"), floats[t]);
        for (size_t i = 0; i < COUNT; i++) {
            assert_true(number(floats[t], i) != 0);
            assert_true(fabs(number(floats[t], i)) < smallest_normal(floats[t]));
        }
    }
}

/* Random bits have all exponents: small ones, large ones and either sign. */
static void bits_are_wide(void **state)
{
    (void)state;
    for (size_t t = 0; t < FLOATS; t++) {
        double least = HUGE_VAL, most = 0;
        size_t negative = 0;
        fill(distribution_find("bits"), floats[t]);
        for (size_t i = 0; i < COUNT; i++) {
            least = fmin(least, fabs(number(floats[t], i)));
            most = fmax(most, fabs(number(floats[t], i)));
            negative += number(floats[t], i) < 0;
        }
        assert_true(least < smallest_normal(floats[t]) * 8);
        assert_true(
            most > (floats[t] == CLR_TYPE_F16 ? 0x1p14 : 1 / smallest_normal(floats[t]) * 0x1p-50));
        assert_true(negative > COUNT * 2 / 5 && negative < COUNT * 3 / 5);
    }
}

static void data_is_what_its_name_says(void **state)
{
    size_t zeros = 0;

    (void)state;
    for (size_t t = 0; t < FLOATS; t++) {
        fill(distribution_find("sorted"), floats[t]);
        for (size_t i = 1; i < COUNT; i++)
            assert_true(number(floats[t], i) >= number(floats[t], i - 1));
        fill(distribution_find("constant"), floats[t]);
        for (size_t i = 1; i < COUNT; i++)
            assert_true(number(floats[t], i) == number(floats[t], 0));
        fill(distribution_find("alternating"), floats[t]);
        for (size_t i = 0; i < COUNT; i++)
            assert_true((fabs(number(floats[t], i)) > 1) == (i % 2 == 0));
        fill(distribution_find("cancelling"), floats[t]);
        for (size_t i = 0; i + 1 < COUNT; i += 2) {
            double rest = number(floats[t], i) + number(floats[t], i + 1);
            assert_true(rest != 0 && fabs(rest) < 0.01 * fabs(number(floats[t], i)));
        }
    }
    fill(distribution_find("half-zero"), CLR_TYPE_F32);
    for (size_t i = 0; i < COUNT; i++)
        zeros += number(CLR_TYPE_F32, i) == 0;
    assert_true(zeros > COUNT * 2 / 5 && zeros < COUNT * 3 / 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_exact),
        cmocka_unit_test(what_is_not_finite_is_refused),
        cmocka_unit_test(exact_results_are_compared_to_the_bit),
        cmocka_unit_test(parts_come_to_the_whole),
        cmocka_unit_test(data_is_finite),
        cmocka_unit_test(subnormals_are_subnormal),
        cmocka_unit_test(bits_are_wide),
        cmocka_unit_test(data_is_what_its_name_says),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
