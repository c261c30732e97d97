/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the tests' own oracle, operator by operator, on cases worked out by hand: that it
 * accepts the answer, and that it rejects those next to it. test_oracle.c has sums, products,
 * formats and test data.
 */
#include "oracle.h"
#include "unit.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define ASK(operator, elements) ((oracle_question){.op = (operator), .type = (elements)})
#define IGNORE(operator, elements)                                                                 \
    ((oracle_question){.op = (operator), .type = (elements), .nan = CLR_NAN_IGNORE})
#define DETECT(operator, elements)                                                                 \
    ((oracle_question){.op = (operator), .type = (elements), .overflow = CLR_OVERFLOW_DETECT})

static bool accepts(oracle_question question, const void *x, const void *y, size_t count,
                    oracle_answer answer)
{
    oracle_value value;
    char why[160] = "";

    oracle_reduce(&question, x, y, count, &value);
    bool accepted = oracle_accepts(&value, &answer, why, sizeof why);
    if (!accepted)
        assert_int_not_equal(strlen(why), 0);
    oracle_clear(&value);
    return accepted;
}

/* Of an answer without a value. */
static bool accepts_status(oracle_question question, const void *x, const void *y, size_t count,
                           clr_status status)
{
    return accepts(question, x, y, count, (oracle_answer){.status = status});
}

static bool accepts_value(oracle_question question, const void *x, size_t count, clr_type type,
                          const void *value)
{
    return accepts(question, x, NULL, count,
                   (oracle_answer){.type = type, .value = value, .accumulator = "f64"});
}

static bool accepts_index(oracle_question question, const void *x, size_t count, clr_type type,
                          const void *value, uint64_t index)
{
    return accepts(question, x, NULL, count,
                   (oracle_answer){.type = type, .value = value, .index = index});
}

/* Of a result in f64 with this depth and accumulator. */
static bool accepts_f64(oracle_question question, const void *x, size_t count, double value,
                        uint64_t depth, const char *accumulator)
{
    return accepts(
        question, x, NULL, count,
        (oracle_answer){
            .type = CLR_TYPE_F64, .value = &value, .depth = depth, .accumulator = accumulator});
}

static bool accepts_f32(oracle_question question, const void *x, size_t count, float value,
                        uint64_t depth, const char *accumulator)
{
    return accepts(
        question, x, NULL, count,
        (oracle_answer){
            .type = CLR_TYPE_F32, .value = &value, .depth = depth, .accumulator = accumulator});
}

static bool accepts_i64(oracle_question question, const void *x, const void *y, size_t count,
                        int64_t value)
{
    return accepts(question, x, y, count,
                   (oracle_answer){.type = CLR_TYPE_I64, .value = &value, .accumulator = "i64"});
}

static bool accepts_u64(oracle_question question, const void *x, const void *y, size_t count,
                        uint64_t value)
{
    return accepts(question, x, y, count,
                   (oracle_answer){.type = CLR_TYPE_U64, .value = &value, .accumulator = "u64"});
}

/* ---- Types and empty input ----------------------------------------------------------------- */

TEST(results_have_the_types_of_the_header)
{
    static const struct {
        clr_operator op;
        clr_type of_i8, of_u32, of_f16, of_f64;
    } rows[] = {
        {CLR_OPERATOR_SUMSQ, CLR_TYPE_I64, CLR_TYPE_U64, CLR_TYPE_F32, CLR_TYPE_F64},
        {CLR_OPERATOR_DOT, CLR_TYPE_I64, CLR_TYPE_U64, CLR_TYPE_F32, CLR_TYPE_F64},
        {CLR_OPERATOR_STD, CLR_TYPE_F64, CLR_TYPE_F64, CLR_TYPE_F32, CLR_TYPE_F64},
        {CLR_OPERATOR_ARGMIN, CLR_TYPE_I8, CLR_TYPE_U32, CLR_TYPE_F16, CLR_TYPE_F64},
        {CLR_OPERATOR_IAMAX, CLR_TYPE_U8, CLR_TYPE_U32, CLR_TYPE_F16, CLR_TYPE_F64},
        {CLR_OPERATOR_FIRST, CLR_TYPE_I8, CLR_TYPE_U32, CLR_TYPE_F16, CLR_TYPE_F64},
        {CLR_OPERATOR_XOR, CLR_TYPE_I8, CLR_TYPE_U32, CLR_TYPE_DEFAULT, CLR_TYPE_DEFAULT},
        {CLR_OPERATOR_ALL, CLR_TYPE_U8, CLR_TYPE_U8, CLR_TYPE_U8, CLR_TYPE_U8},
        {CLR_OPERATOR_COUNT, CLR_TYPE_U64, CLR_TYPE_U64, CLR_TYPE_U64, CLR_TYPE_U64},
        {CLR_OPERATOR_SIZE, CLR_TYPE_U64, CLR_TYPE_U64, CLR_TYPE_U64, CLR_TYPE_U64},
    };
    static const float x[] = {2};
    static const double wide = 2;

    for (size_t i = 0; i < COUNT(rows); i++) {
        assert_int_equal(oracle_result(rows[i].op, CLR_TYPE_I8), rows[i].of_i8);
        assert_int_equal(oracle_result(rows[i].op, CLR_TYPE_U32), rows[i].of_u32);
        assert_int_equal(oracle_result(rows[i].op, CLR_TYPE_F16), rows[i].of_f16);
        assert_int_equal(oracle_result(rows[i].op, CLR_TYPE_F64), rows[i].of_f64);
    }
    /* f64 may be asked for where it is computed, not where it is compared. */
    assert_true(accepts_value(ASK(CLR_OPERATOR_ASUM, CLR_TYPE_F32), x, 1, CLR_TYPE_F64, &wide));
    assert_false(accepts_value(ASK(CLR_OPERATOR_MAX, CLR_TYPE_F32), x, 1, CLR_TYPE_F64, &wide));
}

TEST(empty_input_has_what_the_header_says)
{
    static const clr_operator none[] = {
        CLR_OPERATOR_MIN,    CLR_OPERATOR_MAX,  CLR_OPERATOR_MINMAX, CLR_OPERATOR_ARGMIN,
        CLR_OPERATOR_ARGMAX, CLR_OPERATOR_AMAX, CLR_OPERATOR_IAMAX,  CLR_OPERATOR_MEAN,
        CLR_OPERATOR_VAR,    CLR_OPERATOR_STD,  CLR_OPERATOR_FIRST,  CLR_OPERATOR_LAST};
    static const clr_operator zero[] = {CLR_OPERATOR_SUM, CLR_OPERATOR_DOT, CLR_OPERATOR_ASUM,
                                        CLR_OPERATOR_SUMSQ, CLR_OPERATOR_NRM2};
    static const float nans[] = {NAN, -NAN};
    const uint8_t no = 0, yes = 1;
    const int16_t ones = -1;

    for (size_t i = 0; i < COUNT(none); i++) {
        oracle_question ask = IGNORE(none[i], CLR_TYPE_F32);
        assert_true(accepts_status(ask, nans, NULL, 0, CLR_ERROR_EMPTY));
        assert_true(accepts_status(ask, nans, NULL, 2, CLR_ERROR_EMPTY));
        assert_false(accepts_f32(ask, nans, 2, NAN, 1, "f64"));
        assert_false(accepts_status(ASK(none[i], CLR_TYPE_F32), nans, NULL, 2, CLR_ERROR_EMPTY));
    }
    for (size_t i = 0; i < COUNT(zero); i++) {
        oracle_question ask = IGNORE(zero[i], CLR_TYPE_F32);
        const float *y = zero[i] == CLR_OPERATOR_DOT ? nans : NULL;
        const oracle_answer answer = {.type = CLR_TYPE_F32, .value = &(float){0}};
        assert_true(accepts(ask, nans, y, 0, answer));
        assert_true(accepts(ask, nans, y, 2, answer));
        assert_false(accepts_status(ask, nans, y, 2, CLR_ERROR_EMPTY));
        assert_false(accepts(ASK(zero[i], CLR_TYPE_F32), nans, y, 2, answer));
    }
    assert_true(accepts_f32(IGNORE(CLR_OPERATOR_PROD, CLR_TYPE_F32), nans, 2, 1, 1, "f64"));
    assert_true(
        accepts_f32(IGNORE(CLR_OPERATOR_LOGSUMEXP, CLR_TYPE_F32), nans, 2, -INFINITY, 1, "f64"));
    assert_true(accepts_value(IGNORE(CLR_OPERATOR_ANY, CLR_TYPE_F32), nans, 2, CLR_TYPE_U8, &no));
    assert_true(accepts_value(IGNORE(CLR_OPERATOR_ALL, CLR_TYPE_F32), nans, 2, CLR_TYPE_U8, &yes));
    assert_true(accepts_u64(IGNORE(CLR_OPERATOR_COUNT, CLR_TYPE_F32), nans, NULL, 2, 0));
    assert_true(accepts_u64(IGNORE(CLR_OPERATOR_SIZE, CLR_TYPE_F32), nans, NULL, 2, 0));
    assert_true(accepts_u64(ASK(CLR_OPERATOR_SIZE, CLR_TYPE_F32), nans, NULL, 2, 2));
    assert_true(accepts_value(ASK(CLR_OPERATOR_AND, CLR_TYPE_I16), NULL, 0, CLR_TYPE_I16, &ones));
}

/* ---- Integers ------------------------------------------------------------------------------ */

TEST(integers_wrap_or_are_detected)
{
    static const int64_t x[] = {INT64_MAX, 1, -1};
    static const uint64_t words[] = {UINT64_MAX, 1};
    const oracle_question wrap = ASK(CLR_OPERATOR_SUM, CLR_TYPE_I64);
    const oracle_question detect = DETECT(CLR_OPERATOR_SUM, CLR_TYPE_I64);

    assert_true(accepts_i64(wrap, x, NULL, 2, INT64_MIN));
    assert_false(accepts_status(wrap, x, NULL, 2, CLR_ERROR_OVERFLOW));
    assert_true(accepts_status(detect, x, NULL, 2, CLR_ERROR_OVERFLOW));
    assert_false(accepts_i64(detect, x, NULL, 2, INT64_MIN));
    /* What leaves the range and comes back is no overflow. */
    assert_true(accepts_i64(detect, x, NULL, 3, INT64_MAX));
    assert_false(accepts_status(detect, x, NULL, 3, CLR_ERROR_OVERFLOW));
    assert_true(
        accepts_status(DETECT(CLR_OPERATOR_SUM, CLR_TYPE_U64), words, NULL, 2, CLR_ERROR_OVERFLOW));
    assert_true(accepts_u64(DETECT(CLR_OPERATOR_SUM, CLR_TYPE_U64), words, NULL, 1, UINT64_MAX));
}

TEST(products_of_integers_are_detected)
{
    static const int64_t least[] = {INT64_C(1) << 62, 2, -1, 2, 0};
    static const uint64_t words[] = {1ull << 32, 1ull << 32, 1ull << 32, 0};
    const oracle_question detect = DETECT(CLR_OPERATOR_PROD, CLR_TYPE_I64);

    assert_true(accepts_status(detect, least, NULL, 2, CLR_ERROR_OVERFLOW)); /* 2^63 */
    assert_true(accepts_i64(detect, least, NULL, 3, INT64_MIN));             /* -2^63 */
    assert_true(accepts_status(detect, least, NULL, 4, CLR_ERROR_OVERFLOW));
    assert_false(accepts_i64(detect, least, NULL, 4, 0)); /* what wrapping makes of it */
    assert_true(accepts_i64(ASK(CLR_OPERATOR_PROD, CLR_TYPE_I64), least, NULL, 4, 0));
    assert_true(accepts_i64(detect, least, NULL, 5, 0));
    assert_true(accepts_status(DETECT(CLR_OPERATOR_PROD, CLR_TYPE_U64), words, NULL, 2,
                               CLR_ERROR_OVERFLOW));
    assert_true(accepts_u64(DETECT(CLR_OPERATOR_PROD, CLR_TYPE_U64), words, NULL, 4, 0));
}

TEST(integer_terms_are_exact)
{
    static const int8_t x[] = {-128, 127, 3}, y[] = {-128, -1, 2};
    static const int64_t wide[] = {INT64_MIN, 1};
    static const uint64_t words[] = {1ull << 32, 3};

    assert_true(accepts_i64(ASK(CLR_OPERATOR_DOT, CLR_TYPE_I8), x, y, 3, 16384 - 127 + 6));
    assert_false(accepts_i64(ASK(CLR_OPERATOR_DOT, CLR_TYPE_I8), x, y, 3, 16384 + 127 + 6));
    assert_true(accepts_i64(ASK(CLR_OPERATOR_ASUM, CLR_TYPE_I8), x, NULL, 3, 258));
    assert_false(accepts_i64(ASK(CLR_OPERATOR_ASUM, CLR_TYPE_I8), x, NULL, 3, 2)); /* |-128| < 0 */
    assert_true(accepts_i64(ASK(CLR_OPERATOR_SUMSQ, CLR_TYPE_I8), x, NULL, 3, 32522));
    assert_true(accepts_i64(ASK(CLR_OPERATOR_ASUM, CLR_TYPE_I64), wide, NULL, 2, INT64_MIN + 1));
    assert_true(
        accepts_status(DETECT(CLR_OPERATOR_ASUM, CLR_TYPE_I64), wide, NULL, 1, CLR_ERROR_OVERFLOW));
    assert_true(accepts_status(DETECT(CLR_OPERATOR_DOT, CLR_TYPE_U64), words, words, 2,
                               CLR_ERROR_OVERFLOW));
    assert_true(accepts_u64(ASK(CLR_OPERATOR_SUMSQ, CLR_TYPE_U64), words, NULL, 2, 9));
}

TEST(bits_are_folded)
{
    static const uint16_t x[] = {0xff0f, 0x0ff3, 0x0f01};
    const uint16_t both = 0x0f01, either = 0xffff, odd = 0xfffd;

    assert_true(accepts_value(ASK(CLR_OPERATOR_AND, CLR_TYPE_U16), x, 3, CLR_TYPE_U16, &both));
    assert_true(accepts_value(ASK(CLR_OPERATOR_OR, CLR_TYPE_U16), x, 3, CLR_TYPE_U16, &either));
    assert_true(accepts_value(ASK(CLR_OPERATOR_XOR, CLR_TYPE_U16), x, 3, CLR_TYPE_U16, &odd));
    assert_false(accepts_value(ASK(CLR_OPERATOR_XOR, CLR_TYPE_U16), x, 3, CLR_TYPE_U16, &either));
    assert_false(accepts_value(ASK(CLR_OPERATOR_AND, CLR_TYPE_U16), x, 2, CLR_TYPE_U16, &both));
}

/* ---- Comparisons --------------------------------------------------------------------------- */

TEST(truths_are_counted)
{
    static const float x[] = {0.0f, -0.0f, NAN, 1e-45f};
    const uint8_t no = 0, yes = 1;

    assert_true(accepts_u64(ASK(CLR_OPERATOR_COUNT, CLR_TYPE_F32), x, NULL, 4, 2));
    assert_false(accepts_u64(ASK(CLR_OPERATOR_COUNT, CLR_TYPE_F32), x, NULL, 4, 3));
    assert_true(accepts_u64(IGNORE(CLR_OPERATOR_COUNT, CLR_TYPE_F32), x, NULL, 4, 1));
    assert_true(accepts_value(ASK(CLR_OPERATOR_ANY, CLR_TYPE_F32), x, 2, CLR_TYPE_U8, &no));
    assert_true(accepts_value(ASK(CLR_OPERATOR_ANY, CLR_TYPE_F32), x, 3, CLR_TYPE_U8, &yes));
    assert_true(accepts_value(IGNORE(CLR_OPERATOR_ANY, CLR_TYPE_F32), x, 3, CLR_TYPE_U8, &no));
    assert_true(accepts_value(ASK(CLR_OPERATOR_ALL, CLR_TYPE_F32), x, 4, CLR_TYPE_U8, &no));
    assert_true(accepts_value(ASK(CLR_OPERATOR_ALL, CLR_TYPE_F32), x + 2, 2, CLR_TYPE_U8, &yes));
    assert_false(accepts_value(ASK(CLR_OPERATOR_ALL, CLR_TYPE_F32), x + 2, 2, CLR_TYPE_U8, &no));
}

TEST(the_first_of_equals_is_found)
{
    static const int32_t x[] = {3, -7, 9, -7, 9, 9};
    static const double zeros[] = {0.0, -0.0, 0.0, -0.0};
    const oracle_question least = ASK(CLR_OPERATOR_ARGMIN, CLR_TYPE_I32);
    const oracle_question greatest = ASK(CLR_OPERATOR_ARGMAX, CLR_TYPE_I32);

    assert_true(accepts_index(least, x, 6, CLR_TYPE_I32, &x[1], 1));
    assert_false(accepts_index(least, x, 6, CLR_TYPE_I32, &x[1], 3)); /* the last of equals */
    assert_false(accepts_index(least, x, 6, CLR_TYPE_I32, &x[1], 2)); /* off by one */
    assert_false(accepts_index(least, x, 6, CLR_TYPE_I32, &x[0], 1)); /* another's value */
    assert_true(accepts_index(greatest, x, 6, CLR_TYPE_I32, &x[2], 2));
    assert_false(accepts_index(greatest, x, 6, CLR_TYPE_I32, &x[2], 5));
    /* -0 is below +0; of magnitudes there is only one 0. */
    assert_true(accepts_index(ASK(CLR_OPERATOR_ARGMIN, CLR_TYPE_F64), zeros, 4, CLR_TYPE_F64,
                              &zeros[1], 1));
    assert_false(accepts_index(ASK(CLR_OPERATOR_ARGMIN, CLR_TYPE_F64), zeros, 4, CLR_TYPE_F64,
                               &zeros[0], 0));
    assert_true(accepts_index(ASK(CLR_OPERATOR_ARGMAX, CLR_TYPE_F64), zeros + 1, 3, CLR_TYPE_F64,
                              &zeros[0], 1));
    assert_true(accepts_index(ASK(CLR_OPERATOR_IAMAX, CLR_TYPE_F64), zeros + 1, 3, CLR_TYPE_F64,
                              &zeros[0], 0));
    assert_false(accepts_index(ASK(CLR_OPERATOR_IAMAX, CLR_TYPE_F64), zeros + 1, 3, CLR_TYPE_F64,
                               &zeros[1], 0));
}

TEST(nans_have_an_index_or_are_passed_over)
{
    static const float x[] = {NAN, 5, NAN, -9, 5};

    assert_true(
        accepts_index(ASK(CLR_OPERATOR_ARGMAX, CLR_TYPE_F32), x + 1, 4, CLR_TYPE_F32, x, 1));
    assert_false(
        accepts_index(ASK(CLR_OPERATOR_ARGMAX, CLR_TYPE_F32), x + 1, 4, CLR_TYPE_F32, x + 1, 0));
    assert_false(accepts_index(ASK(CLR_OPERATOR_ARGMAX, CLR_TYPE_F32), x, 4, CLR_TYPE_F32, x, 2));
    assert_true(
        accepts_index(IGNORE(CLR_OPERATOR_ARGMAX, CLR_TYPE_F32), x, 5, CLR_TYPE_F32, x + 1, 1));
    assert_false(/* counted without the NaN */
                 accepts_index(IGNORE(CLR_OPERATOR_ARGMAX, CLR_TYPE_F32), x, 5, CLR_TYPE_F32, x + 1,
                               0));
    assert_true(accepts_index(IGNORE(CLR_OPERATOR_IAMAX, CLR_TYPE_F32), x, 5, CLR_TYPE_F32,
                              &(float){9}, 3));
    assert_true(accepts_value(IGNORE(CLR_OPERATOR_MIN, CLR_TYPE_F32), x, 5, CLR_TYPE_F32, &x[3]));
}

/* Bits, but for NaNs of f16, of which any quiet one will do. */
TEST(the_first_and_the_last_are_found)
{
    static const uint32_t x[] = {0x7fc00001, 0x7f800002, 0x40000000, 0x80000000, 0x7fc00000};
    static const uint16_t y[] = {0x7c01, 0x7e00, 0xfe01};
    const oracle_question first = ASK(CLR_OPERATOR_FIRST, CLR_TYPE_F32);
    const oracle_question last = IGNORE(CLR_OPERATOR_LAST, CLR_TYPE_F32);

    assert_true(accepts_index(first, x, 5, CLR_TYPE_F32, &x[0], 0));
    assert_false(accepts_index(first, x, 5, CLR_TYPE_F32, &x[4], 0)); /* another NaN */
    assert_false(accepts_index(first, x, 5, CLR_TYPE_F32, &x[0], 1));
    assert_true(accepts_index(last, x, 5, CLR_TYPE_F32, &x[3], 3));
    assert_false(accepts_index(last, x, 5, CLR_TYPE_F32, &x[3], 1)); /* counted without the NaNs */
    assert_false(accepts_index(last, x, 5, CLR_TYPE_F32, &x[2], 2));
    assert_false(accepts_index(last, x, 5, CLR_TYPE_F32, &(float){0}, 3));
    assert_true(accepts_index(ASK(CLR_OPERATOR_FIRST, CLR_TYPE_F16), y, 3, CLR_TYPE_F16, &y[1], 0));
    assert_false(
        accepts_index(ASK(CLR_OPERATOR_FIRST, CLR_TYPE_F16), y, 3, CLR_TYPE_F16, &y[0], 0));
}

TEST(two_values_are_judged)
{
    static const float x[] = {2, -0.0f, 0.0f, -0.0f, NAN};
    oracle_answer answer = {.type = CLR_TYPE_F32, .value = &x[1], .second = &x[0]};

    assert_true(accepts(ASK(CLR_OPERATOR_MINMAX, CLR_TYPE_F32), x, NULL, 4, answer));
    assert_true(accepts(IGNORE(CLR_OPERATOR_MINMAX, CLR_TYPE_F32), x, NULL, 5, answer));
    assert_false(accepts(ASK(CLR_OPERATOR_MINMAX, CLR_TYPE_F32), x, NULL, 5, answer));
    answer.second = &x[2];
    assert_false(accepts(ASK(CLR_OPERATOR_MINMAX, CLR_TYPE_F32), x, NULL, 4, answer));
    assert_true(accepts(ASK(CLR_OPERATOR_MINMAX, CLR_TYPE_F32), x + 1, NULL, 3, answer));
    answer.value = answer.second = &x[4];
    assert_true(accepts(ASK(CLR_OPERATOR_MINMAX, CLR_TYPE_F32), x, NULL, 5, answer));
}

TEST(magnitudes_of_integers_are_unsigned)
{
    static const int8_t x[] = {127, -128, -128};
    const uint8_t greatest = 128;
    const int8_t wrapped = -128;

    assert_true(accepts_value(ASK(CLR_OPERATOR_AMAX, CLR_TYPE_I8), x, 3, CLR_TYPE_U8, &greatest));
    assert_false(accepts_value(ASK(CLR_OPERATOR_AMAX, CLR_TYPE_I8), x, 3, CLR_TYPE_I8, &wrapped));
    assert_true(
        accepts_index(ASK(CLR_OPERATOR_IAMAX, CLR_TYPE_I8), x, 3, CLR_TYPE_U8, &greatest, 1));
    assert_false(
        accepts_index(ASK(CLR_OPERATOR_IAMAX, CLR_TYPE_I8), x, 3, CLR_TYPE_U8, &greatest, 2));
}

/* ---- Sums of terms ------------------------------------------------------------------------- */

TEST(dots_are_held_to_the_bound)
{
    static const double x[] = {3, 1e300, -1e300}, y[] = {0.25, 1, 1};
    static const float f[] = {2 - FLT_EPSILON}, endless[] = {INFINITY, NAN, 1}, none[] = {0, 2, 3};
    const oracle_question dot = ASK(CLR_OPERATOR_DOT, CLR_TYPE_F64);
    const oracle_question singles = ASK(CLR_OPERATOR_DOT, CLR_TYPE_F32);
    double square = (2 - 0x1p-23) * (2 - 0x1p-23), value = 0.75;
    oracle_answer answer = {.type = CLR_TYPE_F64, .value = &value, .depth = 2};

    answer.accumulator = "double-double";
    assert_true(accepts(dot, x, y, 1, answer));
    value = 0.75 + DBL_EPSILON / 2;
    assert_false(accepts(dot, x, y, 1, answer));
    answer.accumulator = "f64";
    assert_true(accepts(dot, x, y, 1, answer)); /* two additions, a product: 2.25 * 2^-53 */
    value = 0.75 + 2 * DBL_EPSILON;
    assert_false(accepts(dot, x, y, 1, answer));
    answer.depth = 0;
    value = 0.75 + DBL_EPSILON / 2;
    assert_true(accepts(dot, x, y, 1, answer)); /* the product's alone */
    value = square;                             /* exact in f64: binary32 has half the digits */
    assert_true(accepts(singles, f, f, 1, answer));
    value = square + 2 * DBL_EPSILON;
    assert_false(accepts(singles, f, f, 1, answer));
    value = NAN;
    assert_true(accepts(singles, endless, none, 3, answer));
    assert_true(accepts(IGNORE(CLR_OPERATOR_DOT, CLR_TYPE_F32), endless, none, 3, answer));
    value = 3;
    assert_true(accepts(IGNORE(CLR_OPERATOR_DOT, CLR_TYPE_F32), endless + 1, none + 1, 2, answer));
}

TEST(double_double_has_its_own_bound)
{
    static const double x[] = {1, 0x1p-60, -1};
    const oracle_question sum = ASK(CLR_OPERATOR_SUM, CLR_TYPE_F64);

    assert_true(accepts_f64(sum, x, 3, 0x1p-60, 3, "double-double"));
    assert_false(accepts_f64(sum, x, 3, 0, 3, "double-double"));
    assert_true(accepts_f64(sum, x, 3, 0, 3, "f64"));
    /* (3 * 2^-52)^2 * 2 = 18 * 2^-104 */
    assert_true(accepts_f64(sum, x, 3, 0x1p-60 + 17 * 0x1p-104, 3, "double-double"));
    assert_false(accepts_f64(sum, x, 3, 0x1p-60 + 19 * 0x1p-104, 3, "double-double"));
    assert_false(accepts_f64(sum, x, 3, 0x1p-60 + 0x1p-104, 3, "u128")); /* makes no error */
}

TEST(magnitudes_and_squares_are_summed)
{
    static const float x[] = {-3, 4, -INFINITY};
    static const float large[] = {0x1p100f, 0x1p100f};
    const oracle_question asum = ASK(CLR_OPERATOR_ASUM, CLR_TYPE_F32);
    const oracle_question sumsq = ASK(CLR_OPERATOR_SUMSQ, CLR_TYPE_F32);

    assert_true(accepts_f32(asum, x, 2, 7, 2, "f64"));
    assert_false(accepts_f32(asum, x, 2, 1, 2, "f64"));
    assert_true(accepts_f32(asum, x, 3, INFINITY, 2, "f64"));
    assert_true(accepts_f32(sumsq, x, 2, 25, 2, "f64"));
    assert_false(accepts_f32(sumsq, x, 2, 25 * (1 + FLT_EPSILON), 2, "f64"));
    assert_true(accepts_f32(sumsq, x, 3, INFINITY, 2, "f64"));
    assert_true(accepts_f64(sumsq, large, 2, 0x1p201, 2, "f64"));
    assert_true(accepts_f32(sumsq, large, 2, INFINITY, 2, "double-float"));
    assert_false(accepts_f32(sumsq, large, 2, FLT_MAX, 2, "f64"));
}

TEST(what_underflows_costs_a_step)
{
    /* 55^2 + 3025^2 = 3025 * 3026: the norm is just below 3025.5 steps, and in a float just that.
     */
    static const float x[] = {55 * 0x1p-149f, 3025 * 0x1p-149f};
    static const double tiny[] = {0x1p-600, 0x1p-600, 0x1p-600},
                        more[] = {0x1.2p-475, 0x1.2p-475, 0x1.2p-475};
    static const double near_zero[] = {0, 0x1.ep-537};
    const oracle_question dot = ASK(CLR_OPERATOR_DOT, CLR_TYPE_F64);
    const oracle_question norm = ASK(CLR_OPERATOR_NRM2, CLR_TYPE_F32);
    const oracle_question var = ASK(CLR_OPERATOR_VAR, CLR_TYPE_F64);
    double value = 3 * 0x1p-1074; /* of 1.6875 */
    oracle_answer answer = {
        .type = CLR_TYPE_F64, .value = &value, .depth = 3, .accumulator = "double-double"};

    assert_true(accepts(dot, tiny, more, 3, answer));
    value = 6 * 0x1p-1074;
    assert_false(accepts(dot, tiny, more, 3, answer));
    assert_true(accepts_f32(norm, x, 2, 3026 * 0x1p-149f, 2, "double-float"));
    assert_false(accepts_f32(norm, x, 2, 3026 * 0x1p-149f, 2, "f64"));
    assert_true(accepts_f64(var, near_zero, 2, 0, 2, "f64"));
    assert_false(accepts_f64(var, near_zero, 2, 7 * 0x1p-1074, 2, "f64"));
}

TEST(norms_neither_overflow_nor_vanish)
{
    static const double x[] = {3e300, -4e300}, tiny[] = {3 * 0x1p-1074, 4 * 0x1p-1074};
    static const float large[] = {0x1.8p126f, 0x1p127f}; /* 3 and 4 * 2^125 */
    static const float endless[] = {1, -INFINITY, NAN};
    static const int16_t whole[] = {-3, 4};
    const oracle_question ask = ASK(CLR_OPERATOR_NRM2, CLR_TYPE_F64);
    const oracle_question singles = ASK(CLR_OPERATOR_NRM2, CLR_TYPE_F32);

    assert_true(accepts_f64(ask, x, 2, 5e300, 2, "f64"));
    assert_false(accepts_f64(ask, x, 2, INFINITY, 2, "f64"));
    assert_true(accepts_f64(ask, x, 2, 5e300 * (1 + 6 * 0x1p-53), 2, "f64"));
    assert_false(accepts_f64(ask, x, 2, 5e300 * (1 + 16 * 0x1p-53), 2, "f64"));
    assert_true(accepts_f64(ask, tiny, 2, 5 * 0x1p-1074, 2, "f64"));
    assert_false(accepts_f64(ask, tiny, 2, 0, 2, "f64"));
    assert_true(accepts_f32(singles, large, 2, 5 * 0x1p125f, 2, "double-float"));
    assert_false(accepts_f32(singles, large, 2, INFINITY, 2, "double-float"));
    assert_true(accepts_f32(singles, endless, 2, INFINITY, 2, "f64"));
    assert_false(accepts_f32(singles, endless, 2, -INFINITY, 2, "f64"));
    assert_true(accepts_f32(singles, endless, 3, NAN, 2, "f64"));
    assert_true(
        accepts_f32(IGNORE(CLR_OPERATOR_NRM2, CLR_TYPE_F32), endless, 3, INFINITY, 2, "f64"));
    assert_true(accepts_f64(ASK(CLR_OPERATOR_NRM2, CLR_TYPE_I16), whole, 2, 5, 2, "f64"));
    assert_false(accepts_f64(ASK(CLR_OPERATOR_NRM2, CLR_TYPE_I16), whole, 2, 25, 2, "f64"));
}

/* ---- Moments and logarithms ---------------------------------------------------------------- */

TEST(means_divide_the_true_sum)
{
    static const uint64_t words[] = {UINT64_MAX, UINT64_MAX, 0};
    static const int64_t cancel[] = {INT64_MAX, -INT64_MAX, 3};
    static const float x[] = {1, NAN, 2}, endless[] = {1, INFINITY};
    const oracle_question ask = ASK(CLR_OPERATOR_MEAN, CLR_TYPE_U64);

    assert_true(accepts_f64(ask, words, 2, 0x1p64, 9, "u128"));
    assert_false(accepts_f64(ask, words, 2, 0x1p63, 9, "u128")); /* the sum has wrapped */
    assert_true(accepts_f64(ask, words, 2, 0x1p64 * (1 + 3 * DBL_EPSILON), 9, "u128"));
    assert_false(accepts_f64(ask, words, 2, 0x1p64 * (1 + 6 * DBL_EPSILON), 9, "u128"));
    assert_true(accepts_f64(ASK(CLR_OPERATOR_MEAN, CLR_TYPE_I64), cancel, 3, 1, 9, "i128"));
    assert_false(accepts_f64(ASK(CLR_OPERATOR_MEAN, CLR_TYPE_I64), cancel, 3, 0, 9, "i128"));
    assert_true(accepts_f32(IGNORE(CLR_OPERATOR_MEAN, CLR_TYPE_F32), x, 3, 1.5f, 2, "f64"));
    assert_false(accepts_f32(IGNORE(CLR_OPERATOR_MEAN, CLR_TYPE_F32), x, 3, 1, 2, "f64"));
    assert_true(accepts_f32(ASK(CLR_OPERATOR_MEAN, CLR_TYPE_F32), x, 3, NAN, 2, "f64"));
    assert_true(accepts_f32(ASK(CLR_OPERATOR_MEAN, CLR_TYPE_F32), endless, 2, INFINITY, 2, "f64"));
}

TEST(variances_are_held_to_the_bound)
{
    static const double x[] = {1e8 + 1, 1e8 + 2, 1e8 + 3, 1e8 + 4}; /* 5 / n, or 5 / (n - 1) */
    static const double endless[] = {1, INFINITY};
    oracle_question var = ASK(CLR_OPERATOR_VAR, CLR_TYPE_F64);

    assert_true(accepts_f64(var, x, 4, 1.25, 2, "f64"));
    /* 16 * 2^-53 * 1e8 / sqrt(1.25) = 1.6e-7, of 1.25. */
    assert_true(accepts_f64(var, x, 4, 1.25 + 1.9e-7, 2, "f64"));
    assert_false(accepts_f64(var, x, 4, 1.25 + 2.1e-7, 2, "f64"));
    assert_false(accepts_f64(var, x, 4, 2, 2, "f64")); /* as of the difference of sums */
    var.ddof = 1;
    assert_true(accepts_f64(var, x, 4, 5.0 / 3, 2, "f64"));
    assert_false(accepts_f64(var, x, 4, 1.25, 2, "f64"));
    assert_true(accepts_status(var, x, NULL, 1, CLR_ERROR_EMPTY));
    assert_false(accepts_f64(var, x, 1, 0, 2, "f64"));
    assert_false(accepts_status(var, x, NULL, 2, CLR_ERROR_EMPTY));
    var.ddof = 9;
    assert_true(accepts_status(var, x, NULL, 4, CLR_ERROR_EMPTY));
    assert_true(accepts_f64(ASK(CLR_OPERATOR_VAR, CLR_TYPE_F64), endless, 2, NAN, 2, "f64"));
    assert_false(accepts_f64(ASK(CLR_OPERATOR_VAR, CLR_TYPE_F64), endless, 2, INFINITY, 2, "f64"));
}

TEST(equal_elements_do_not_vary)
{
    static const float x[] = {0.1f, 0.1f, 0.1f, NAN};
    const oracle_question var = IGNORE(CLR_OPERATOR_VAR, CLR_TYPE_F32);
    const oracle_question std = IGNORE(CLR_OPERATOR_STD, CLR_TYPE_F32);

    assert_true(accepts_f32(var, x, 4, 0, 9, "f64"));
    assert_false(accepts_f32(var, x, 4, 1e-45f, 9, "f64"));
    assert_true(accepts_f32(std, x, 4, 0, 9, "double-float"));
    assert_false(accepts_f32(std, x, 4, 1e-45f, 9, "double-float"));
    assert_false(accepts_f32(ASK(CLR_OPERATOR_VAR, CLR_TYPE_F32), x, 4, 0, 9, "f64"));
}

TEST(deviations_are_roots_of_variances)
{
    static const int8_t x[] = {-3, 3, -3, 3};
    static const double wide[] = {1e200, -1e200};
    const oracle_question ask = ASK(CLR_OPERATOR_STD, CLR_TYPE_I8);

    assert_true(accepts_f64(ask, x, 4, 3, 2, "f64"));
    assert_true(accepts_f64(ask, x, 4, 3 * (1 + 8 * 0x1p-53), 2, "f64"));
    assert_false(accepts_f64(ask, x, 4, 3 * (1 + 14 * 0x1p-53), 2, "f64"));
    assert_false(accepts_f64(ask, x, 4, 9, 2, "f64"));
    /* The squares leave the range: nothing is promised. */
    assert_true(accepts_f64(ASK(CLR_OPERATOR_STD, CLR_TYPE_F64), wide, 2, INFINITY, 2, "f64"));
}

TEST(logarithms_of_sums_are_held_to_the_bound)
{
    static const double x[] = {1000, 1000}, far[] = {-DBL_MAX, 0, -745};
    static const double log_2 = 0x1.62e42fefa39efp-1;
    const double halves[] = {-log_2, -log_2};
    static const float endless[] = {-INFINITY, -INFINITY, INFINITY, NAN};
    static const float one[] = {1, 1};
    const oracle_question ask = ASK(CLR_OPERATOR_LOGSUMEXP, CLR_TYPE_F64);
    const oracle_question singles = ASK(CLR_OPERATOR_LOGSUMEXP, CLR_TYPE_F32);

    assert_true(accepts_f64(ask, x, 2, 1000 + log_2, 1, "f64"));
    assert_true(accepts_f64(ask, x, 2, 1000 + log_2 + 3 * 0x1p-43, 1, "f64"));
    assert_false(accepts_f64(ask, x, 2, 1000 + log_2 + 6 * 0x1p-43, 1, "f64"));
    assert_false(accepts_f64(ask, x, 2, INFINITY, 1, "f64"));
    assert_false(accepts_f64(ask, x, 2, 1000, 1, "f64"));
    assert_true(accepts_f64(ask, far, 3, 0, 1, "f64"));
    /* 4 * (1 + 4) * 2^-53 = 2.2e-15 where the result vanishes */
    assert_true(accepts_f64(ask, halves, 2, 2e-15, 1, "f64"));
    assert_false(accepts_f64(ask, halves, 2, 2.4e-15, 1, "f64"));
    assert_true(accepts_f64(ask, x, 0, -INFINITY, 0, "f64"));
    assert_true(accepts_f32(singles, endless, 2, -INFINITY, 1, "f64"));
    assert_false(accepts_f32(singles, endless, 2, NAN, 1, "f64"));
    assert_true(accepts_f32(singles, endless, 3, INFINITY, 1, "f64"));
    assert_true(accepts_f32(singles, endless, 4, NAN, 1, "f64"));
    assert_true(
        accepts_f32(IGNORE(CLR_OPERATOR_LOGSUMEXP, CLR_TYPE_F32), endless, 4, INFINITY, 1, "f64"));
    assert_true(accepts_f32(singles, one, 2, (float)(1 + log_2), 1, "f64"));
    assert_false(accepts_f32(singles, one, 2, (float)(1 + log_2) + 0x1p-20f, 1, "f64"));
    /* (20 + 4 * 1.69) * 2^-22 = 6.7 * 2^-20 */
    assert_true(accepts_f32(singles, one, 2, (float)(1 + log_2) + 6 * 0x1p-20f, 1, "f32"));
    assert_false(accepts_f32(singles, one, 2, (float)(1 + log_2) + 8 * 0x1p-20f, 1, "f32"));
}
