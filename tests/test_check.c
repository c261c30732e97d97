/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of --check: right results pass, results that are wrong by little more than the bound do
 * not, and nothing is refused where no bound is promised. Needs no device.
 */
#include "check.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* The verdict on `result` for the reduction of `count` elements. */
static check_verdict judge(clr_operator op, clr_type type, const void *elements, uint64_t count,
                           clr_type result_type, const void *result, uint64_t depth)
{
    const check_claim claim = {.type = result_type,
                               .value = result,
                               .depth = depth,
                               .accumulator = "f64",
                               .accuracy = CLR_ACCURACY_FAST};
    const clr_reduction reduction = CLR_REDUCTION(op, type);
    const void *halves[] = {elements, (const char *)elements + count / 2 * clr_type_size(type)};
    char sentence[CHECK_SENTENCE_SIZE];
    check c;

    check_start(&c, &reduction);
    check_add(&c, &halves[0], count / 2);
    check_add(&c, &halves[1], count - count / 2);
    return check_judge(&c, &claim, sentence);
}

static check_verdict judge_f64(clr_operator op, const double *elements, uint64_t count,
                               double result)
{
    return judge(op, CLR_TYPE_F64, elements, count, CLR_TYPE_F64, &result, 4);
}

static check_verdict judge_i32(clr_operator op, const int32_t *elements, uint64_t count,
                               int64_t result)
{
    const int32_t extreme = (int32_t)result;

    if (op == CLR_OPERATOR_MIN || op == CLR_OPERATOR_MAX)
        return judge(op, CLR_TYPE_I32, elements, count, CLR_TYPE_I32, &extreme, 4);
    return judge(op, CLR_TYPE_I32, elements, count, CLR_TYPE_I64, &result, 4);
}

static void integers_are_exact(void **state)
{
    const int32_t x[] = {3, -7, INT32_MAX, INT32_MIN, 5};

    (void)state;
    assert_int_equal(judge_i32(CLR_OPERATOR_SUM, x, 5, 0), CHECK_AGREES);
    assert_int_equal(judge_i32(CLR_OPERATOR_SUM, x, 5, 1), CHECK_DIFFERS);
    assert_int_equal(judge_i32(CLR_OPERATOR_PROD, x, 2, -21), CHECK_AGREES);
    assert_int_equal(judge_i32(CLR_OPERATOR_PROD, x, 2, 21), CHECK_DIFFERS);
    assert_int_equal(judge_i32(CLR_OPERATOR_MIN, x, 5, INT32_MIN), CHECK_AGREES);
    assert_int_equal(judge_i32(CLR_OPERATOR_MIN, x, 5, -7), CHECK_DIFFERS);
    assert_int_equal(judge_i32(CLR_OPERATOR_MAX, x, 5, INT32_MAX), CHECK_AGREES);
    assert_int_equal(judge_i32(CLR_OPERATOR_MAX, x, 5, 5), CHECK_DIFFERS);
}

static void wide_integers_wrap(void **state)
{
    const uint64_t x[] = {UINT64_MAX, 2};
    const uint64_t sum = 1, product = UINT64_MAX - 1, most = UINT64_MAX, wrong = 2;

    (void)state;
    assert_int_equal(judge(CLR_OPERATOR_SUM, CLR_TYPE_U64, x, 2, CLR_TYPE_U64, &sum, 1),
                     CHECK_AGREES);
    assert_int_equal(judge(CLR_OPERATOR_PROD, CLR_TYPE_U64, x, 2, CLR_TYPE_U64, &product, 1),
                     CHECK_AGREES);
    assert_int_equal(judge(CLR_OPERATOR_MAX, CLR_TYPE_U64, x, 2, CLR_TYPE_U64, &most, 1),
                     CHECK_AGREES);
    assert_int_equal(judge(CLR_OPERATOR_MAX, CLR_TYPE_U64, x, 2, CLR_TYPE_U64, &wrong, 1),
                     CHECK_DIFFERS);
}

static void a_sum_may_miss_by_the_bound_and_no_more(void **state)
{
    const double x[] = {1e10, 1.0, -1e10, 0.5};
    const double bound = 4 * 0x1p-53 * 20000000001.5;

    (void)state;
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, x, 4, 1.5), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, x, 4, 1.5 + 0.99 * bound), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, x, 4, 1.5 - 0.99 * bound), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, x, 4, 1.5 + 1.01 * bound), CHECK_DIFFERS);
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, x, 4, (double)NAN), CHECK_DIFFERS);
}

static void a_result_may_be_rounded_to_its_type(void **state)
{
    const float x[] = {1.0F, 0x1p-24F, 0x1p-40F};
    const float up = 1.0F + 0x1p-23F, one = 1.0F, above = 1.0F + 0x1p-22F;

    (void)state;
    assert_int_equal(judge(CLR_OPERATOR_SUM, CLR_TYPE_F32, x, 3, CLR_TYPE_F32, &up, 2),
                     CHECK_AGREES);
    assert_int_equal(judge(CLR_OPERATOR_SUM, CLR_TYPE_F32, x, 3, CLR_TYPE_F32, &one, 2),
                     CHECK_DIFFERS);
    assert_int_equal(judge(CLR_OPERATOR_SUM, CLR_TYPE_F32, x, 3, CLR_TYPE_F32, &above, 2),
                     CHECK_DIFFERS);
}

static void special_values_of_sums(void **state)
{
    const double inf = (double)INFINITY;
    const double one_sided[] = {1.0, inf, 2.0}, two_sided[] = {inf, 1.0, -inf};

    (void)state;
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, one_sided, 3, inf), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, one_sided, 3, 3.0), CHECK_DIFFERS);
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, two_sided, 3, (double)NAN), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, two_sided, 3, inf), CHECK_DIFFERS);
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, NULL, 0, 0.0), CHECK_AGREES);
}

static void what_overflows_on_the_way_is_not_decided(void **state)
{
    const double sum[] = {1.7e308, 1.7e308, -1.7e308};
    const double product[] = {1e300, 1e300, 1e-300};

    (void)state;
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, sum, 3, 1.7e308), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, sum, 3, (double)INFINITY), CHECK_UNDECIDED);
    assert_int_equal(judge_f64(CLR_OPERATOR_PROD, product, 3, 1e300), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_PROD, product, 3, (double)INFINITY), CHECK_UNDECIDED);
}

static void products_have_a_relative_bound(void **state)
{
    const double x[] = {1.5, -2.25, 1e-3, 7.0};
    const double product = -1.5 * 2.25 * 1e-3 * 7.0;

    (void)state;
    assert_int_equal(judge_f64(CLR_OPERATOR_PROD, x, 4, product), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_PROD, x, 4, product * (1 + 0x1p-49)), CHECK_DIFFERS);
    assert_int_equal(judge_f64(CLR_OPERATOR_PROD, x, 4, -product), CHECK_DIFFERS);
    assert_int_equal(judge_f64(CLR_OPERATOR_PROD, NULL, 0, 1.0), CHECK_AGREES);
}

static void special_values_of_products(void **state)
{
    const double inf = (double)INFINITY;
    const double infinite[] = {-2.0, inf}, undefined[] = {0.0, inf}, zero[] = {3.0, -0.0};

    (void)state;
    assert_int_equal(judge_f64(CLR_OPERATOR_PROD, infinite, 2, -inf), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_PROD, infinite, 2, inf), CHECK_DIFFERS);
    assert_int_equal(judge_f64(CLR_OPERATOR_PROD, undefined, 2, (double)NAN), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_PROD, undefined, 2, 0.0), CHECK_DIFFERS);
    assert_int_equal(judge_f64(CLR_OPERATOR_PROD, zero, 2, -0.0), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_PROD, zero, 2, 3.0), CHECK_DIFFERS);
}

static void extremes_follow_ieee_754_2019(void **state)
{
    const double zeros[] = {0.0, -0.0, 0.0}, with_nan[] = {1.0, (double)NAN, 2.0};

    (void)state;
    assert_int_equal(judge_f64(CLR_OPERATOR_MIN, zeros, 3, -0.0), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_MIN, zeros, 3, 0.0), CHECK_DIFFERS);
    assert_int_equal(judge_f64(CLR_OPERATOR_MAX, zeros, 3, 0.0), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_MAX, zeros, 3, -0.0), CHECK_DIFFERS);
    assert_int_equal(judge_f64(CLR_OPERATOR_MIN, with_nan, 3, (double)NAN), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_MAX, with_nan, 3, 2.0), CHECK_DIFFERS);
}

static void sixteen_bit_floats_are_read(void **state)
{
    const uint16_t f16[] = {0x3c00, 0xc000, 0x0001}; /* 1, -2, 2^-24 */
    const uint16_t bf16[] = {0x3f80, 0xc000};        /* 1, -2 */
    const double sum = -1.0 + 0x1p-24;
    const float product = -2.0F;

    (void)state;
    assert_int_equal(judge(CLR_OPERATOR_SUM, CLR_TYPE_F16, f16, 3, CLR_TYPE_F64, &sum, 1),
                     CHECK_AGREES);
    assert_int_equal(judge(CLR_OPERATOR_MIN, CLR_TYPE_F16, f16, 3, CLR_TYPE_F16, &f16[1], 1),
                     CHECK_AGREES);
    assert_int_equal(judge(CLR_OPERATOR_PROD, CLR_TYPE_BF16, bf16, 2, CLR_TYPE_F32, &product, 1),
                     CHECK_AGREES);
}

static void an_unknown_accumulator_is_not_decided(void **state)
{
    const double x = 1.0;
    const check_claim claim = {.type = CLR_TYPE_F64,
                               .value = &x,
                               .depth = 1,
                               .accumulator = "abacus",
                               .accuracy = CLR_ACCURACY_FAST};
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    const void *const inputs[] = {&x};
    char sentence[CHECK_SENTENCE_SIZE];
    check c;

    (void)state;
    check_start(&c, &sum);
    check_add(&c, inputs, 1);
    assert_int_equal(check_judge(&c, &claim, sentence), CHECK_UNDECIDED);
    assert_non_null(strstr(sentence, "abacus"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_are_exact),
        cmocka_unit_test(wide_integers_wrap),
        cmocka_unit_test(a_sum_may_miss_by_the_bound_and_no_more),
        cmocka_unit_test(a_result_may_be_rounded_to_its_type),
        cmocka_unit_test(special_values_of_sums),
        cmocka_unit_test(what_overflows_on_the_way_is_not_decided),
        cmocka_unit_test(products_have_a_relative_bound),
        cmocka_unit_test(special_values_of_products),
        cmocka_unit_test(extremes_follow_ieee_754_2019),
        cmocka_unit_test(sixteen_bit_floats_are_read),
        cmocka_unit_test(an_unknown_accumulator_is_not_decided),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
