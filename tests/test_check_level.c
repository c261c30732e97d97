/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of what --check makes of the levels: exact is to the bit, others have their bounds, and
 * what nothing is promised of is undecided. All of it was judged wrongly once. Needs no device.
 */
#include "check.h"
#include "unit.h"

#include <math.h>
#include <stdint.h>

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

/* The verdict on an f64 of level exact, or of another. */
static check_verdict judge_level(clr_operator op, clr_accuracy level, const double *x,
                                 uint64_t count, double value)
{
    const clr_reduction reduction = CLR_REDUCTION(op, CLR_TYPE_F64);
    check_claim claim = claim_f64(&value);

    claim.accuracy = level;
    claim.accumulator = level == CLR_ACCURACY_EXACT ? "2176 bits" : "f64";
    return judge_claim(&reduction, x, NULL, count, &claim);
}

static void assert_exact(clr_operator op, const double *x, uint64_t count, double right,
                         double wrong)
{
    assert_int_equal(judge_level(op, CLR_ACCURACY_EXACT, x, count, right), CHECK_AGREES);
    assert_int_equal(judge_level(op, CLR_ACCURACY_EXACT, x, count, wrong), CHECK_DIFFERS);
}

TEST(infinities_of_means_and_norms)
{
    const double inf = (double)INFINITY;
    const double above[] = {inf, 1, 2}, below[] = {1, -inf, 2}, both[] = {inf, 1, -inf};
    const clr_operator sums[] = {CLR_OPERATOR_SUM, CLR_OPERATOR_MEAN};

    for (clr_accuracy level = CLR_ACCURACY_EXACT; level <= CLR_ACCURACY_RELAXED; level++) {
        for (size_t i = 0; i < 2; i++) {
            assert_int_equal(judge_level(sums[i], level, above, 3, inf), CHECK_AGREES);
            assert_int_equal(judge_level(sums[i], level, below, 3, -inf), CHECK_AGREES);
            assert_int_equal(judge_level(sums[i], level, below, 3, inf), CHECK_DIFFERS);
            assert_int_equal(judge_level(sums[i], level, both, 3, (double)NAN), CHECK_AGREES);
        }
        assert_int_equal(judge_level(CLR_OPERATOR_NRM2, level, both, 3, inf), CHECK_AGREES);
        assert_int_equal(judge_level(CLR_OPERATOR_NRM2, level, both, 3, 1), CHECK_DIFFERS);
        assert_int_equal(judge_level(CLR_OPERATOR_VAR, level, above, 3, (double)NAN), CHECK_AGREES);
        assert_int_equal(judge_level(CLR_OPERATOR_STD, level, above, 3, inf), CHECK_DIFFERS);
    }
}

TEST(exact_is_to_the_bit)
{
    const double above_tie[] = {1, 0x1p-53, 0x1p-64}, tie[] = {1, 0x1p-53};
    const double cancelling[] = {0x1p100, 3, 0x1.8p-40, -0x1p100, 0x1p-70, -3};
    const double left = 0x1.8p-40 + 0x1p-70;
    const double far[] = {1e8, 1e8 + 0x1p-20, 1e8 - 0x1p-20, 1e8};
    const double spread = 0x1p-41, zeros[] = {-0.0, -0.0};
    const clr_operator minus[] = {CLR_OPERATOR_SUM, CLR_OPERATOR_MEAN};

    assert_exact(CLR_OPERATOR_SUM, above_tie, 3, 1 + 0x1p-52, 1);
    assert_exact(CLR_OPERATOR_SUM, tie, 2, 1, 1 + 0x1p-52);
    assert_exact(CLR_OPERATOR_SUM, cancelling, 6, left, left * (1 + 0x1p-12));
    assert_exact(CLR_OPERATOR_SUM, cancelling, 6, left, nextafter(left, 1));
    assert_exact(CLR_OPERATOR_VAR, far, 4, spread, spread * (1 + 0x1p-12));
    assert_exact(CLR_OPERATOR_VAR, far, 4, spread, nextafter(spread, 0));
    for (size_t i = 0; i < 2; i++)
        assert_exact(minus[i], zeros, 2, -0.0, 0.0);
    assert_exact(CLR_OPERATOR_NRM2, zeros, 2, 0.0, -0.0);
    assert_exact(CLR_OPERATOR_VAR, zeros, 2, 0.0, -0.0);
}

/* A sum of -0 from which NaNs are left out is +0. */
TEST(what_is_left_out_makes_a_plus)
{
    const double x[] = {-0.0, (double)NAN, -0.0}, plus = 0, minus = -0.0;
    clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    check_claim claim = claim_f64(&plus);

    sum.nan = CLR_NAN_IGNORE;
    claim.accuracy = CLR_ACCURACY_EXACT;
    assert_int_equal(judge_claim(&sum, x, NULL, 3, &claim), CHECK_AGREES);
    claim.value = &minus;
    assert_int_equal(judge_claim(&sum, x, NULL, 3, &claim), CHECK_DIFFERS);
}

TEST(other_levels_have_bounds)
{
    const double constant[] = {1e-3, 1e-3, 1e-3, 1e-3, 1e-3};
    const double far[] = {1e8, 1e8 + 0x1p-24, 1e8 - 0x1p-24, 1e8};
    const double x[] = {1, 2, 3}, right = 3.40760596444438;
    const double off = right * (1 + 300 * 0x1p-52);

    for (clr_accuracy level = CLR_ACCURACY_REPRODUCIBLE; level <= CLR_ACCURACY_RELAXED; level++) {
        assert_int_equal(judge_level(CLR_OPERATOR_VAR, level, constant, 5, 0), CHECK_AGREES);
        assert_int_equal(judge_level(CLR_OPERATOR_VAR, level, constant, 5, 7e-11), CHECK_DIFFERS);
        assert_int_equal(judge_level(CLR_OPERATOR_STD, level, constant, 5, 1e-30), CHECK_DIFFERS);
        /* The bound is that of numbers about 1e8, whatever they differ by: 2^-49 here. */
        assert_int_equal(judge_level(CLR_OPERATOR_VAR, level, far, 4, 0x1p-49), CHECK_AGREES);
        assert_int_equal(judge_level(CLR_OPERATOR_VAR, level, far, 4, 0x1p-48), CHECK_VAGUE);
        assert_int_equal(judge_level(CLR_OPERATOR_VAR, level, far, 4, 0), CHECK_VAGUE);
        assert_int_equal(judge_level(CLR_OPERATOR_VAR, level, far, 4, -0x1p-50), CHECK_DIFFERS);
        assert_int_equal(judge_level(CLR_OPERATOR_LOGSUMEXP, level, x, 3, right), CHECK_AGREES);
        assert_int_equal(judge_level(CLR_OPERATOR_LOGSUMEXP, level, x, 3, off), CHECK_DIFFERS);
    }
}

/* Of many factors each is a rounding, however short the chains. */
TEST(products_of_many)
{
    static double x[4096];
    const double off = 1.5 * (1 + 1000 * 0x1p-53);

    for (size_t i = 0; i < 4096; i++)
        x[i] = 1;
    x[4095] = 1.5;
    assert_int_equal(judge_level(CLR_OPERATOR_PROD, CLR_ACCURACY_FAST, x, 4096, off), CHECK_AGREES);
    assert_int_equal(judge_level(CLR_OPERATOR_PROD, CLR_ACCURACY_FAST, x, 4096, 2 * off),
                     CHECK_DIFFERS);
}

/* Of level relaxed no order is stated, but any has no more roundings than there are elements. */
TEST(relaxed_is_undecided_in_between)
{
    static const struct {
        double off;
        check_verdict verdict;
    } rows[] = {{3.9, CHECK_AGREES}, {50, CHECK_UNDECIDED}, {101, CHECK_DIFFERS}};
    double x[100];

    for (size_t i = 0; i < 100; i++)
        x[i] = i < 50 ? 1 : -1;
    x[0] = 2;
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(judge_level(CLR_OPERATOR_SUM, CLR_ACCURACY_RELAXED, x, 100,
                                     1 + rows[i].off * 0x1p-53 * 101),
                         rows[i].verdict);
}

/* The sum fits, though partial sums need more than 128 bits. */
TEST(long_products_come_back)
{
    const int64_t x[] = {INT64_MIN, INT64_MIN, INT64_MIN, INT64_MIN, 2};
    const int64_t y[] = {INT64_MIN, INT64_MIN, INT64_MAX, INT64_MAX, INT64_MIN};
    const int64_t sum = 0, wrong = 1; /* 2^127 - (2^127 - 2^64) - 2^64 */
    clr_reduction dot = CLR_REDUCTION(CLR_OPERATOR_DOT, CLR_TYPE_I64);
    check_claim claim = {.type = CLR_TYPE_I64, .value = &sum, .accumulator = "i192"};

    dot.overflow = CLR_OVERFLOW_DETECT;
    assert_int_equal(judge_claim(&dot, x, y, 5, &claim), CHECK_AGREES);
    claim.value = &wrong;
    assert_int_equal(judge_claim(&dot, x, y, 5, &claim), CHECK_DIFFERS);
    claim.status = CLR_ERROR_OVERFLOW;
    assert_int_equal(judge_claim(&dot, x, y, 5, &claim), CHECK_DIFFERS);
}
