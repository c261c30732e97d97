/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of --check: right results pass, results that are wrong by little more than the bound do
 * not, and nothing is refused where no bound is promised. Needs no device.
 */
#include "check.h"
#include "unit.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

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

TEST(integers_are_exact)
{
    const int32_t x[] = {3, -7, INT32_MAX, INT32_MIN, 5};

    assert_int_equal(judge_i32(CLR_OPERATOR_SUM, x, 5, 0), CHECK_AGREES);
    assert_int_equal(judge_i32(CLR_OPERATOR_SUM, x, 5, 1), CHECK_DIFFERS);
    assert_int_equal(judge_i32(CLR_OPERATOR_PROD, x, 2, -21), CHECK_AGREES);
    assert_int_equal(judge_i32(CLR_OPERATOR_PROD, x, 2, 21), CHECK_DIFFERS);
    assert_int_equal(judge_i32(CLR_OPERATOR_MIN, x, 5, INT32_MIN), CHECK_AGREES);
    assert_int_equal(judge_i32(CLR_OPERATOR_MIN, x, 5, -7), CHECK_DIFFERS);
    assert_int_equal(judge_i32(CLR_OPERATOR_MAX, x, 5, INT32_MAX), CHECK_AGREES);
    assert_int_equal(judge_i32(CLR_OPERATOR_MAX, x, 5, 5), CHECK_DIFFERS);
}

TEST(wide_integers_wrap)
{
    const uint64_t x[] = {UINT64_MAX, 2};
    const uint64_t sum = 1, product = UINT64_MAX - 1, most = UINT64_MAX, wrong = 2;

    assert_int_equal(judge(CLR_OPERATOR_SUM, CLR_TYPE_U64, x, 2, CLR_TYPE_U64, &sum, 1),
                     CHECK_AGREES);
    assert_int_equal(judge(CLR_OPERATOR_PROD, CLR_TYPE_U64, x, 2, CLR_TYPE_U64, &product, 1),
                     CHECK_AGREES);
    assert_int_equal(judge(CLR_OPERATOR_MAX, CLR_TYPE_U64, x, 2, CLR_TYPE_U64, &most, 1),
                     CHECK_AGREES);
    assert_int_equal(judge(CLR_OPERATOR_MAX, CLR_TYPE_U64, x, 2, CLR_TYPE_U64, &wrong, 1),
                     CHECK_DIFFERS);
}

TEST(a_sum_may_miss_by_the_bound_and_no_more)
{
    const double x[] = {1e10, 1.0, -1e10, 0.5};
    const double bound = 4 * 0x1p-53 * 20000000001.5;

    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, x, 4, 1.5), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, x, 4, 1.5 + 0.99 * bound), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, x, 4, 1.5 - 0.99 * bound), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, x, 4, 1.5 + 1.01 * bound), CHECK_DIFFERS);
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, x, 4, (double)NAN), CHECK_DIFFERS);
}

TEST(a_result_may_be_rounded_to_its_type)
{
    const float x[] = {1.0F, 0x1p-24F, 0x1p-40F};
    const float up = 1.0F + 0x1p-23F, one = 1.0F, above = 1.0F + 0x1p-22F;

    assert_int_equal(judge(CLR_OPERATOR_SUM, CLR_TYPE_F32, x, 3, CLR_TYPE_F32, &up, 2),
                     CHECK_AGREES);
    assert_int_equal(judge(CLR_OPERATOR_SUM, CLR_TYPE_F32, x, 3, CLR_TYPE_F32, &one, 2),
                     CHECK_DIFFERS);
    assert_int_equal(judge(CLR_OPERATOR_SUM, CLR_TYPE_F32, x, 3, CLR_TYPE_F32, &above, 2),
                     CHECK_DIFFERS);
}

/* An exact result of 16 bits: what decides the tie has to be beyond the digits of a double. */
TEST(a_short_result_is_rounded_once)
{
    static const struct {
        clr_type type;
        double half; /* of a last place */
        uint16_t up, one;
    } rows[] = {{CLR_TYPE_F16, 0x1p-11, 0x3c01, 0x3c00}, {CLR_TYPE_BF16, 0x1p-8, 0x3f81, 0x3f80}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const double x[] = {1.0, rows[i].half, 0x1p-60};
        const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64);
        check_claim claim = {.type = rows[i].type,
                             .value = &rows[i].up,
                             .accumulator = "2176 bits",
                             .accuracy = CLR_ACCURACY_EXACT};
        const void *inputs[] = {x};
        char sentence[CHECK_SENTENCE_SIZE];
        check c;

        check_start(&c, &sum);
        check_add(&c, inputs, 3);
        assert_int_equal(check_judge(&c, &claim, sentence), CHECK_AGREES);
        claim.value = &rows[i].one;
        assert_int_equal(check_judge(&c, &claim, sentence), CHECK_DIFFERS);
    }
}

TEST(special_values_of_sums)
{
    const double inf = (double)INFINITY;
    const double one_sided[] = {1.0, inf, 2.0}, two_sided[] = {inf, 1.0, -inf};

    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, one_sided, 3, inf), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, one_sided, 3, 3.0), CHECK_DIFFERS);
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, two_sided, 3, (double)NAN), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, two_sided, 3, inf), CHECK_DIFFERS);
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, NULL, 0, 0.0), CHECK_AGREES);
}

TEST(what_overflows_on_the_way_is_not_decided)
{
    const double sum[] = {1.7e308, 1.7e308, -1.7e308};
    const double product[] = {1e300, 1e300, 1e-300};

    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, sum, 3, 1.7e308), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, sum, 3, (double)INFINITY), CHECK_UNDECIDED);
    assert_int_equal(judge_f64(CLR_OPERATOR_PROD, product, 3, 1e300), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_PROD, product, 3, (double)INFINITY), CHECK_UNDECIDED);
}

TEST(products_have_a_relative_bound)
{
    const double x[] = {1.5, -2.25, 1e-3, 7.0};
    const double product = -1.5 * 2.25 * 1e-3 * 7.0;

    assert_int_equal(judge_f64(CLR_OPERATOR_PROD, x, 4, product), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_PROD, x, 4, product * (1 + 0x1p-49)), CHECK_DIFFERS);
    assert_int_equal(judge_f64(CLR_OPERATOR_PROD, x, 4, -product), CHECK_DIFFERS);
    assert_int_equal(judge_f64(CLR_OPERATOR_PROD, NULL, 0, 1.0), CHECK_AGREES);
}

TEST(special_values_of_products)
{
    const double inf = (double)INFINITY;
    const double infinite[] = {-2.0, inf}, undefined[] = {0.0, inf}, zero[] = {3.0, -0.0};

    assert_int_equal(judge_f64(CLR_OPERATOR_PROD, infinite, 2, -inf), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_PROD, infinite, 2, inf), CHECK_DIFFERS);
    assert_int_equal(judge_f64(CLR_OPERATOR_PROD, undefined, 2, (double)NAN), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_PROD, undefined, 2, 0.0), CHECK_DIFFERS);
    assert_int_equal(judge_f64(CLR_OPERATOR_PROD, zero, 2, -0.0), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_PROD, zero, 2, 3.0), CHECK_DIFFERS);
}

TEST(extremes_follow_ieee_754_2019)
{
    const double zeros[] = {0.0, -0.0, 0.0}, with_nan[] = {1.0, (double)NAN, 2.0};

    assert_int_equal(judge_f64(CLR_OPERATOR_MIN, zeros, 3, -0.0), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_MIN, zeros, 3, 0.0), CHECK_DIFFERS);
    assert_int_equal(judge_f64(CLR_OPERATOR_MAX, zeros, 3, 0.0), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_MAX, zeros, 3, -0.0), CHECK_DIFFERS);
    assert_int_equal(judge_f64(CLR_OPERATOR_MIN, with_nan, 3, (double)NAN), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_MAX, with_nan, 3, 2.0), CHECK_DIFFERS);
}

TEST(sixteen_bit_floats_are_read)
{
    const uint16_t f16[] = {0x3c00, 0xc000, 0x0001}; /* 1, -2, 2^-24 */
    const uint16_t bf16[] = {0x3f80, 0xc000};        /* 1, -2 */
    const double sum = -1.0 + 0x1p-24;
    const float product = -2.0F;

    assert_int_equal(judge(CLR_OPERATOR_SUM, CLR_TYPE_F16, f16, 3, CLR_TYPE_F64, &sum, 1),
                     CHECK_AGREES);
    assert_int_equal(judge(CLR_OPERATOR_MIN, CLR_TYPE_F16, f16, 3, CLR_TYPE_F16, &f16[1], 1),
                     CHECK_AGREES);
    assert_int_equal(judge(CLR_OPERATOR_PROD, CLR_TYPE_BF16, bf16, 2, CLR_TYPE_F32, &product, 1),
                     CHECK_AGREES);
}

/* The correctly rounded value is right by any bound. */
TEST(an_unknown_accumulator_is_not_decided)
{
    const double x[] = {1.0, 0x1p-54}, next = 1 + 0x1p-52;
    check_claim claim = {.type = CLR_TYPE_F64,
                         .value = &x[0],
                         .depth = 1,
                         .accumulator = "abacus",
                         .accuracy = CLR_ACCURACY_FAST};
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    const void *const inputs[] = {x};
    char sentence[CHECK_SENTENCE_SIZE];
    check c;

    check_start(&c, &sum);
    check_add(&c, inputs, 2);
    assert_int_equal(check_judge(&c, &claim, sentence), CHECK_AGREES);
    claim.value = &next;
    assert_int_equal(check_judge(&c, &claim, sentence), CHECK_UNDECIDED);
    assert_non_null(strstr(sentence, "abacus"));
}

/* ---- The other operators --------------------------------------------------------------------- */

/* The verdict on a claim about the reduction of `count` elements of x and y. */
static check_verdict judge_claim(const clr_reduction *reduction, const void *x, const void *y,
                                 uint64_t count, const check_claim *claim)
{
    const void *const inputs[] = {x, y};
    char sentence[CHECK_SENTENCE_SIZE];
    check c;

    check_start(&c, reduction);
    check_add(&c, inputs, count);
    return check_judge(&c, claim, sentence);
}

static check_claim claim_f64(const double *value)
{
    return (check_claim){.type = CLR_TYPE_F64,
                         .value = value,
                         .depth = 4,
                         .accumulator = "f64",
                         .accuracy = CLR_ACCURACY_FAST};
}

/* Right is right, and off by a part in 2^40 is wrong. */
static void assert_judged(const clr_reduction *reduction, const double *x, const double *y,
                          uint64_t count, double right)
{
    const double wrong[] = {right * (1 + 0x1p-40), right * (1 - 0x1p-40)};
    check_claim claim = claim_f64(&right);

    assert_int_equal(judge_claim(reduction, x, y, count, &claim), CHECK_AGREES);
    for (size_t i = 0; i < 2; i++) {
        claim.value = &wrong[i];
        assert_int_equal(judge_claim(reduction, x, y, count, &claim), CHECK_DIFFERS);
    }
}

TEST(sums_of_other_terms)
{
    static const struct {
        clr_operator op;
        double right;
    } rows[] = {
        {CLR_OPERATOR_DOT, 1.5 * 2 + 2 * 0.25 + 4 * 3},
        {CLR_OPERATOR_ASUM, 7.5},
        {CLR_OPERATOR_SUMSQ, 1.5 * 1.5 + 4 + 16},
        {CLR_OPERATOR_NRM2, 4.716990566028302},
        {CLR_OPERATOR_MEAN, 3.5 / 3},
        {CLR_OPERATOR_VAR, 6.055555555555556},
        {CLR_OPERATOR_STD, 2.4608038433722337},
        {CLR_OPERATOR_LOGSUMEXP, 4.081177833144532},
    };
    const double x[] = {1.5, -2, 4}, y[] = {2, -0.25, 3};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const clr_reduction reduction = CLR_REDUCTION(rows[i].op, CLR_TYPE_F64);
        assert_judged(&reduction, x, y, 3, rows[i].right);
    }
}

TEST(exponentials_do_not_overflow)
{
    const double low[] = {-1e200, -2e200}, high[] = {1e6, 1e6};
    const clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_LOGSUMEXP, CLR_TYPE_F64);

    assert_judged(&reduction, low, NULL, 2, -1e200);
    assert_judged(&reduction, high, NULL, 2, 1e6 + 0.6931471805599453);
}

TEST(what_is_left_out_does_not_count)
{
    const double x[] = {(double)NAN, 1, (double)NAN, 3};
    clr_reduction mean = CLR_REDUCTION(CLR_OPERATOR_MEAN, CLR_TYPE_F64);
    clr_reduction variance = CLR_REDUCTION(CLR_OPERATOR_VAR, CLR_TYPE_F64);

    mean.nan = CLR_NAN_IGNORE;
    variance.nan = CLR_NAN_IGNORE;
    variance.ddof = 1;
    assert_judged(&mean, x, NULL, 4, 2);
    assert_judged(&variance, x, NULL, 4, 2);
}

/* Far from 0 the sum of squares has lost all in doubles; the bound is that of the library. */
TEST(variances_far_from_zero)
{
    const double x[] = {1e8, 1e8 + 1, 1e8 + 2};
    const clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_VAR, CLR_TYPE_F64);
    const double values[] = {2.0 / 3, 2.0 / 3 * (1 + 1e-8), 2.0 / 3 * (1 + 1e-6), 0};
    static const check_verdict verdicts[] = {CHECK_AGREES, CHECK_AGREES, CHECK_DIFFERS,
                                             CHECK_DIFFERS};

    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        /* 8 * 4 * 2^-53 * 1e8 / sqrt(2 / 3) is 4.4e-7 */
        const check_claim claim = claim_f64(&values[i]);
        assert_int_equal(judge_claim(&reduction, x, NULL, 3, &claim), verdicts[i]);
    }
}

TEST(exact_results_are_correctly_rounded)
{
    const double x[] = {1, 0x1p-53, 0x1p-60};
    const double values[] = {1, 1 + 0x1p-52};
    const clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    check_claim claim = claim_f64(&values[0]);

    claim.accuracy = CLR_ACCURACY_EXACT;
    claim.accumulator = "superaccumulator";
    assert_int_equal(judge_claim(&reduction, x, NULL, 3, &claim), CHECK_DIFFERS);
    claim.value = &values[1];
    assert_int_equal(judge_claim(&reduction, x, NULL, 3, &claim), CHECK_AGREES);
}

TEST(places_are_those_of_the_first)
{
    static const struct {
        clr_operator op;
        double value;
        uint64_t index;
        check_verdict verdict;
    } rows[] = {
        {CLR_OPERATOR_ARGMIN, -3, 1, CHECK_AGREES},   {CLR_OPERATOR_ARGMIN, -3, 3, CHECK_DIFFERS},
        {CLR_OPERATOR_ARGMAX, 3, 2, CHECK_AGREES},    {CLR_OPERATOR_ARGMAX, 3, 4, CHECK_DIFFERS},
        {CLR_OPERATOR_ARGMAX, 2.5, 2, CHECK_DIFFERS}, {CLR_OPERATOR_IAMAX, 3, 1, CHECK_AGREES},
        {CLR_OPERATOR_IAMAX, -3, 1, CHECK_DIFFERS},   {CLR_OPERATOR_FIRST, 1, 0, CHECK_AGREES},
        {CLR_OPERATOR_LAST, 3, 4, CHECK_AGREES},      {CLR_OPERATOR_LAST, 3, 2, CHECK_DIFFERS},
    };
    const double x[] = {1, -3, 3, -3, 3};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const clr_reduction reduction = CLR_REDUCTION(rows[i].op, CLR_TYPE_F64);
        check_claim claim = claim_f64(&rows[i].value);
        claim.index = &rows[i].index;
        assert_int_equal(judge_claim(&reduction, x, NULL, 5, &claim), rows[i].verdict);
    }
}

TEST(the_first_nan_is_the_extreme)
{
    const double nan = (double)NAN, least = -1;
    const double x[] = {2, nan, -1, nan};
    const uint64_t places[] = {1, 2};
    clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_ARGMIN, CLR_TYPE_F64);
    check_claim claim = claim_f64(&nan);

    claim.index = &places[0];
    assert_int_equal(judge_claim(&reduction, x, NULL, 4, &claim), CHECK_AGREES);
    reduction.nan = CLR_NAN_IGNORE;
    assert_int_equal(judge_claim(&reduction, x, NULL, 4, &claim), CHECK_DIFFERS);
    claim.value = &least;
    claim.index = &places[1];
    assert_int_equal(judge_claim(&reduction, x, NULL, 4, &claim), CHECK_AGREES);
}

TEST(both_extremes_have_to_be_right)
{
    const int32_t x[] = {4, INT32_MIN, 9}, right[] = {INT32_MIN, 9}, wrong = 4;
    const clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_MINMAX, CLR_TYPE_I32);
    check_claim claim = {.type = CLR_TYPE_I32,
                         .value = &right[0],
                         .second = &right[1],
                         .accumulator = "i32",
                         .accuracy = CLR_ACCURACY_EXACT};

    assert_int_equal(judge_claim(&reduction, x, NULL, 3, &claim), CHECK_AGREES);
    claim.second = &wrong;
    assert_int_equal(judge_claim(&reduction, x, NULL, 3, &claim), CHECK_DIFFERS);
}

TEST(counts_and_bits_are_exact)
{
    static const struct {
        clr_operator op;
        clr_type type; /* of the result */
        uint64_t right;
    } rows[] = {
        {CLR_OPERATOR_COUNT, CLR_TYPE_U64, 3},   {CLR_OPERATOR_ANY, CLR_TYPE_U8, 1},
        {CLR_OPERATOR_ALL, CLR_TYPE_U8, 0},      {CLR_OPERATOR_AND, CLR_TYPE_I32, 0},
        {CLR_OPERATOR_OR, CLR_TYPE_I32, 15},     {CLR_OPERATOR_XOR, CLR_TYPE_I32, 10},
        {CLR_OPERATOR_AMAX, CLR_TYPE_U32, 12},   {CLR_OPERATOR_ASUM, CLR_TYPE_I64, 21},
        {CLR_OPERATOR_SUMSQ, CLR_TYPE_I64, 189}, {CLR_OPERATOR_SIZE, CLR_TYPE_U64, 4},
    };
    const int32_t x[] = {12, 0, 3, 6};
    const int32_t bits[] = {12, 5, 3, 0};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const clr_reduction reduction = CLR_REDUCTION(rows[i].op, CLR_TYPE_I32);
        const void *const inputs = rows[i].op == CLR_OPERATOR_XOR ? bits : x;
        uint64_t value = rows[i].right;
        check_claim claim = {
            .type = rows[i].type, .value = &value, .accumulator = "i64", .depth = 1};
        assert_int_equal(judge_claim(&reduction, inputs, NULL, 4, &claim), CHECK_AGREES);
        value ^= 1;
        assert_int_equal(judge_claim(&reduction, inputs, NULL, 4, &claim), CHECK_DIFFERS);
    }
}

TEST(sums_that_do_not_fit_are_found)
{
    const int64_t x[] = {INT64_MAX, 1, -1}, value = INT64_MIN;
    const int64_t factors[] = {INT64_MAX, 2, 0};
    clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I64);
    clr_reduction product = CLR_REDUCTION(CLR_OPERATOR_PROD, CLR_TYPE_I64);
    check_claim wraps = {.type = CLR_TYPE_I64, .value = &value, .accumulator = "i64"};
    check_claim overflows = {.status = CLR_ERROR_OVERFLOW, .accumulator = "i64"};

    assert_int_equal(judge_claim(&sum, x, NULL, 2, &wraps), CHECK_AGREES);
    sum.overflow = CLR_OVERFLOW_DETECT;
    product.overflow = CLR_OVERFLOW_DETECT;
    assert_int_equal(judge_claim(&sum, x, NULL, 2, &wraps), CHECK_DIFFERS);
    assert_int_equal(judge_claim(&sum, x, NULL, 2, &overflows), CHECK_AGREES);
    assert_int_equal(judge_claim(&sum, x, NULL, 3, &overflows), CHECK_DIFFERS);
    assert_int_equal(judge_claim(&product, factors, NULL, 2, &overflows), CHECK_AGREES);
    assert_int_equal(judge_claim(&product, factors, NULL, 3, &overflows), CHECK_DIFFERS);
}

TEST(what_has_no_value_says_so)
{
    const double x[] = {(double)NAN, 1}, one = 1;
    clr_reduction mean = CLR_REDUCTION(CLR_OPERATOR_MEAN, CLR_TYPE_F64);
    clr_reduction variance = CLR_REDUCTION(CLR_OPERATOR_VAR, CLR_TYPE_F64);
    const check_claim none = {.status = CLR_ERROR_EMPTY, .accumulator = "f64"};
    const check_claim claim = claim_f64(&one);

    mean.nan = CLR_NAN_IGNORE;
    variance.nan = CLR_NAN_IGNORE;
    variance.ddof = 1;
    assert_int_equal(judge_claim(&mean, x, NULL, 1, &none), CHECK_AGREES);
    assert_int_equal(judge_claim(&mean, x, NULL, 1, &claim), CHECK_DIFFERS);
    assert_int_equal(judge_claim(&mean, x, NULL, 2, &none), CHECK_DIFFERS);
    assert_int_equal(judge_claim(&mean, x, NULL, 2, &claim), CHECK_AGREES);
    assert_int_equal(judge_claim(&variance, x, NULL, 2, &none), CHECK_AGREES);
}

TEST(maps_are_not_checked)
{
    const double x = 1;
    clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    const check_claim claim = claim_f64(&x);

    sum.map = "x * x";
    assert_int_equal(judge_claim(&sum, &x, NULL, 1, &claim), CHECK_UNAVAILABLE);
}

/* A bound that exceeds the value says nothing of it: not even that it is other than 0. */
TEST(bounds_beyond_the_value_decide_nothing)
{
    const double cancel[] = {1e16, 1, -1e16, 1}, none[] = {1e16, -1e16, 0};

    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, cancel, 4, 2), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, cancel, 4, 1), CHECK_VAGUE);
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, cancel, 4, 0), CHECK_VAGUE);
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, cancel, 4, 1e3), CHECK_DIFFERS);
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, none, 3, 0), CHECK_AGREES);
    assert_int_equal(judge_f64(CLR_OPERATOR_SUM, none, 3, 1), CHECK_VAGUE);
    assert_int_equal(judge_f64(CLR_OPERATOR_NRM2, none, 2, 1e16 * sqrt(2)), CHECK_AGREES);
}
