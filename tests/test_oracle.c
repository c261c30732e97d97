/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the tests' own oracle on cases worked out by hand: an oracle that accepts too much would
 * make every other test worthless. Here are sums, products, minima and maxima, the formats and the
 * test data; test_oracle_operators.c has the other operators and policies.
 */
#include "oracle.h"
#include "unit.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Whether `result` is accepted as the reduction of `data`. */
static bool accepts(clr_operator op, clr_type type, const void *data, size_t count,
                    clr_type result_type, const void *result, uint64_t depth,
                    const char *accumulator)
{
    const oracle_question question = {.op = op, .type = type};
    const oracle_answer answer = {
        .type = result_type, .value = result, .depth = depth, .accumulator = accumulator};
    oracle_value value;
    char why[160] = "";

    oracle_reduce(&question, data, NULL, count, &value);
    bool accepted = oracle_accepts(&value, &answer, why, sizeof why);
    if (!accepted)
        assert_int_not_equal(strlen(why), 0);
    oracle_clear(&value);
    return accepted;
}

static bool accepts_f64(clr_operator op, const double *data, size_t count, double result,
                        uint64_t depth)
{
    return accepts(op, CLR_TYPE_F64, data, count, CLR_TYPE_F64, &result, depth, "f64");
}

static bool accepts_f32(clr_operator op, const float *data, size_t count, float result,
                        const char *accumulator)
{
    return accepts(op, CLR_TYPE_F32, data, count, CLR_TYPE_F32, &result, 2, accumulator);
}

static uint64_t integer(clr_operator op, clr_type type, const void *data, size_t count)
{
    const oracle_question question = {.op = op, .type = type};
    oracle_value value;

    oracle_reduce(&question, data, NULL, count, &value);
    uint64_t bits = value.bits;
    oracle_clear(&value);
    return bits;
}

TEST(integers_are_exact_and_wrap)
{
    static const int8_t bytes[] = {-128, 127, -3};
    static const uint8_t octets[] = {255, 255, 2};
    static const int64_t longs[] = {INT64_MAX, 2, INT64_MIN};
    static const uint64_t words[] = {UINT64_MAX, 3};
    static const uint32_t factors[] = {0xffffffffu, 0xffffffffu, 0xffffffffu};

    assert_true(integer(CLR_OPERATOR_SUM, CLR_TYPE_I8, bytes, 3) == (uint64_t)-4);
    assert_true(integer(CLR_OPERATOR_PROD, CLR_TYPE_I8, bytes, 3) == 48768);
    assert_true(integer(CLR_OPERATOR_MIN, CLR_TYPE_I8, bytes, 3) == (uint64_t)-128);
    assert_true(integer(CLR_OPERATOR_MAX, CLR_TYPE_I8, bytes, 3) == 127);
    assert_true(integer(CLR_OPERATOR_SUM, CLR_TYPE_U8, octets, 3) == 512);
    assert_true(integer(CLR_OPERATOR_MIN, CLR_TYPE_U8, octets, 3) == 2);
    assert_true(integer(CLR_OPERATOR_SUM, CLR_TYPE_I64, longs, 2) == (uint64_t)INT64_MIN + 1);
    assert_true(integer(CLR_OPERATOR_MIN, CLR_TYPE_I64, longs, 3) == (uint64_t)INT64_MIN);
    assert_true(integer(CLR_OPERATOR_SUM, CLR_TYPE_U64, words, 2) == 2);
    assert_true(integer(CLR_OPERATOR_PROD, CLR_TYPE_U64, words, 2) == (uint64_t)-3);
    assert_true(integer(CLR_OPERATOR_MAX, CLR_TYPE_U64, words, 2) == UINT64_MAX);
    /* (2^32 - 1)^3 = 2^96 - 3 * 2^64 + 3 * 2^32 - 1 */
    assert_true(integer(CLR_OPERATOR_PROD, CLR_TYPE_U32, factors, 3) == 3 * (1ull << 32) - 1);
}

TEST(integers_are_judged_by_bits)
{
    static const int8_t bytes[] = {-5, -7};
    int64_t sum = -12;
    int8_t least = -7;

    assert_true(accepts(CLR_OPERATOR_SUM, CLR_TYPE_I8, bytes, 2, CLR_TYPE_I64, &sum, 9, "f64"));
    assert_true(accepts(CLR_OPERATOR_MIN, CLR_TYPE_I8, bytes, 2, CLR_TYPE_I8, &least, 9, "f64"));
    sum++;
    least++;
    assert_false(accepts(CLR_OPERATOR_SUM, CLR_TYPE_I8, bytes, 2, CLR_TYPE_I64, &sum, 9, "f64"));
    assert_false(accepts(CLR_OPERATOR_MIN, CLR_TYPE_I8, bytes, 2, CLR_TYPE_I8, &least, 9, "f64"));
}

TEST(empty_input_has_the_identity_or_nothing)
{
    int64_t zero = 0, one = 1;

    assert_true(accepts(CLR_OPERATOR_SUM, CLR_TYPE_I16, NULL, 0, CLR_TYPE_I64, &zero, 0, "f64"));
    assert_true(accepts(CLR_OPERATOR_PROD, CLR_TYPE_I16, NULL, 0, CLR_TYPE_I64, &one, 0, "f64"));
    assert_false(accepts(CLR_OPERATOR_MIN, CLR_TYPE_I64, NULL, 0, CLR_TYPE_I64, &zero, 0, "f64"));
    assert_true(accepts_f64(CLR_OPERATOR_SUM, NULL, 0, 0.0, 0));
    assert_true(accepts_f64(CLR_OPERATOR_PROD, NULL, 0, 1.0, 0));
    assert_false(accepts_f64(CLR_OPERATOR_PROD, NULL, 0, 1.0 + DBL_EPSILON, 9));
    assert_false(accepts_f64(CLR_OPERATOR_MAX, NULL, 0, -INFINITY, 0));
}

TEST(sums_keep_every_bit)
{
    static const double cancel[] = {0x1p1022, 0x1p-1074, -0x1p1022};
    static const double ones[] = {1, 0x1p-53, 0x1p-53};

    assert_true(accepts_f64(CLR_OPERATOR_SUM, cancel, 3, 0x1p-1074, 0));
    assert_false(accepts_f64(CLR_OPERATOR_SUM, cancel, 3, 0x1p-1073, 0));
    assert_true(accepts_f64(CLR_OPERATOR_SUM, ones, 3, 1 + 0x1p-52, 0));
    assert_false(accepts_f64(CLR_OPERATOR_SUM, ones, 3, 1, 0));
    assert_true(accepts_f64(CLR_OPERATOR_SUM, ones, 3, 1, 1));
}

TEST(sums_are_held_to_the_bound)
{
    static const double x[] = {3, -2}; /* exactly 1; depth * u * sum of |x| = 5 * depth * 2^-53 */
    static const float y[] = {3, -2};

    assert_true(accepts_f64(CLR_OPERATOR_SUM, x, 2, 1 + 5 * 0x1p-52, 2));
    assert_false(accepts_f64(CLR_OPERATOR_SUM, x, 2, 1 + 6 * 0x1p-52, 2));
    assert_true(accepts_f64(CLR_OPERATOR_SUM, x, 2, 1 - 10 * 0x1p-53, 2));
    assert_false(accepts_f64(CLR_OPERATOR_SUM, x, 2, 1 - 11 * 0x1p-53, 2));
    /* In f32 nothing near is within a bound of f64. */
    assert_true(accepts_f32(CLR_OPERATOR_SUM, y, 2, 1, "f64"));
    assert_false(accepts_f32(CLR_OPERATOR_SUM, y, 2, 1 + FLT_EPSILON, "f64"));
    assert_false(accepts_f32(CLR_OPERATOR_SUM, y, 2, NAN, "f64"));
}

TEST(sums_round_and_overflow_as_the_result_does)
{
    static const float large[] = {FLT_MAX, FLT_MAX};
    static const float mixed[] = {FLT_MAX, FLT_MAX, -FLT_MAX};
    static const double large_wide[] = {DBL_MAX, DBL_MAX};
    static const float half_ulp[] = {1, 0x1p-24f};
    double twice = 2 * (double)FLT_MAX;

    assert_true(accepts_f32(CLR_OPERATOR_SUM, large, 2, INFINITY, "f64"));
    assert_false(accepts_f32(CLR_OPERATOR_SUM, large, 2, FLT_MAX, "f64"));
    assert_true(accepts(CLR_OPERATOR_SUM, CLR_TYPE_F32, large, 2, CLR_TYPE_F64, &twice, 2, "f64"));
    assert_true(accepts_f32(CLR_OPERATOR_SUM, mixed, 3, FLT_MAX, "f64"));
    assert_false(accepts_f32(CLR_OPERATOR_SUM, mixed, 3, INFINITY, "f64"));
    /* A pair of f32 may have overflowed on the way. */
    assert_true(accepts_f32(CLR_OPERATOR_SUM, mixed, 3, INFINITY, "double-float"));
    assert_true(accepts_f64(CLR_OPERATOR_SUM, large_wide, 2, INFINITY, 1));
    assert_false(accepts_f64(CLR_OPERATOR_SUM, large_wide, 2, -INFINITY, 1));
    /* A tie: with a bound of some bits either neighbour is right. */
    assert_true(accepts_f32(CLR_OPERATOR_SUM, half_ulp, 2, 1, "f64"));
    assert_true(accepts_f32(CLR_OPERATOR_SUM, half_ulp, 2, 1 + FLT_EPSILON, "f64"));
}

/* Known by thought: ties, a tie that 2^-1074 decides, and each way to be 0. */
TEST(sums_are_rounded_once)
{
    static const struct {
        double x[3];
        clr_type result;
        uint64_t bits;
    } rows[] = {
        {{1, 0x1p-11, 0}, CLR_TYPE_F16, 0x3c00},
        {{1, 0x1p-11, 0x1p-1074}, CLR_TYPE_F16, 0x3c01},
        {{1, 0x1p-8, 0x1p-1074}, CLR_TYPE_BF16, 0x3f81},
        {{1, 0x1p-24, -0x1p-1074}, CLR_TYPE_F32, 0x3f800000},
        {{1, 0x1p-53, 0x1p-1074}, CLR_TYPE_F64, UINT64_C(0x3ff0000000000001)},
        {{65504, 16, 0}, CLR_TYPE_F16, 0x7c00},
        {{1, -1, -0.0}, CLR_TYPE_F32, 0},
        {{-0.0, -0.0, -0.0}, CLR_TYPE_F32, 0x80000000},
        {{-0x1p-1074, 0, 0}, CLR_TYPE_BF16, 0x8000},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        const oracle_question sum = {.op = CLR_OPERATOR_SUM, .type = CLR_TYPE_F64};
        oracle_value value;

        oracle_reduce(&sum, rows[i].x, NULL, COUNT(rows[i].x), &value);
        assert_true(oracle_round(&value, rows[i].result) == rows[i].bits);
        oracle_clear(&value);
    }
}

TEST(products_are_held_to_the_bound)
{
    static const double x[] = {3, -1.0 / 3, 7};
    static const float tiny[] = {0x1p-100f, 0x1p-100f};
    static const float subnormal[] = {0x1.8p-75f, 0x1p-75f};
    static const float signs[] = {-1, 0, 5};
    static const double far[] = {0x1p1000, 0x1p1000, 0x1p-1000, 0x1p-1000};

    /* The bound is 3 * 7 * 2^-53, more than two ulps of 7 and less than three. */
    assert_true(accepts_f64(CLR_OPERATOR_PROD, x, 3, -7 + 0x1p-49, 1));
    assert_false(accepts_f64(CLR_OPERATOR_PROD, x, 3, -7 + 0x1p-48, 1));
    assert_false(accepts_f64(CLR_OPERATOR_PROD, x, 3, 7, 1));
    assert_true(accepts_f32(CLR_OPERATOR_PROD, tiny, 2, 0, "f64"));
    assert_false(accepts_f32(CLR_OPERATOR_PROD, tiny, 2, 0x1p-149f, "f64"));
    assert_true(accepts_f32(CLR_OPERATOR_PROD, subnormal, 2, 0x1p-149f, "f64"));
    assert_false(accepts_f32(CLR_OPERATOR_PROD, subnormal, 2, 0, "f64"));
    assert_true(accepts_f32(CLR_OPERATOR_PROD, signs, 3, -0.0f, "f64"));
    assert_false(accepts_f32(CLR_OPERATOR_PROD, signs, 3, 0.0f, "f64"));
    /* Overflow in some orders: nothing is promised. */
    assert_true(accepts_f64(CLR_OPERATOR_PROD, far, 4, INFINITY, 1));
    assert_true(accepts_f64(CLR_OPERATOR_PROD, far, 4, 1, 1));
}

TEST(specials_decide)
{
    static const double nan_among[] = {1, NAN, INFINITY};
    static const double infinite[] = {1, INFINITY, -5};
    static const double both[] = {INFINITY, -INFINITY};
    static const double nothing[] = {0, -INFINITY, 2};

    assert_true(accepts_f64(CLR_OPERATOR_SUM, nan_among, 3, NAN, 1));
    assert_false(accepts_f64(CLR_OPERATOR_SUM, nan_among, 3, INFINITY, 1));
    assert_true(accepts_f64(CLR_OPERATOR_SUM, infinite, 3, INFINITY, 1));
    assert_false(accepts_f64(CLR_OPERATOR_SUM, infinite, 3, -INFINITY, 1));
    assert_false(accepts_f64(CLR_OPERATOR_SUM, infinite, 3, DBL_MAX, 1));
    assert_true(accepts_f64(CLR_OPERATOR_PROD, infinite, 3, -INFINITY, 1));
    assert_true(accepts_f64(CLR_OPERATOR_SUM, both, 2, NAN, 1));
    assert_true(accepts_f64(CLR_OPERATOR_PROD, both, 2, -INFINITY, 1));
    assert_true(accepts_f64(CLR_OPERATOR_PROD, nothing, 3, NAN, 1));
    assert_false(accepts_f64(CLR_OPERATOR_PROD, nothing, 3, 0, 1));
}

TEST(extremes_know_zeros_and_nans)
{
    static const float zeros[] = {0.0f, -0.0f, 0.0f};
    static const float nans[] = {1, NAN, -INFINITY};
    static const uint32_t signalling = 0x7f800001u;

    assert_true(accepts_f32(CLR_OPERATOR_MIN, zeros, 3, -0.0f, "f64"));
    assert_false(accepts_f32(CLR_OPERATOR_MIN, zeros, 3, 0.0f, "f64"));
    assert_true(accepts_f32(CLR_OPERATOR_MAX, zeros, 3, 0.0f, "f64"));
    assert_false(accepts_f32(CLR_OPERATOR_MAX, zeros, 3, -0.0f, "f64"));
    assert_true(accepts_f32(CLR_OPERATOR_MIN, nans, 3, NAN, "f64"));
    assert_true(accepts_f32(CLR_OPERATOR_MIN, nans, 3, -NAN, "f64"));
    assert_false(accepts_f32(CLR_OPERATOR_MIN, nans, 3, -INFINITY, "f64"));
    assert_false(
        accepts(CLR_OPERATOR_MAX, CLR_TYPE_F32, nans, 3, CLR_TYPE_F32, &signalling, 2, "f64"));
    assert_true(accepts_f32(CLR_OPERATOR_MIN, nans + 2, 1, -INFINITY, "f64"));
}

TEST(small_formats_hold_known_values)
{
    assert_true(oracle_from_f16(0x3c00) == 1 && oracle_from_f16(0xc000) == -2);
    assert_true(oracle_from_f16(0x7bff) == 65504 && oracle_from_f16(0x0001) == 0x1p-24);
    assert_true(oracle_from_f16(0x0400) == 0x1p-14 && oracle_from_f16(0x7c00) == INFINITY);
    assert_true(oracle_from_bf16(0x3f80) == 1 && oracle_from_bf16(0x4049) == 3.140625);
    assert_true(oracle_from_bf16(0x0001) == 0x1p-133 && oracle_from_bf16(0xff80) == -INFINITY);
    assert_int_equal(oracle_to_f16(65519.99), 0x7bff);
    assert_int_equal(oracle_to_f16(65520), 0x7c00);
    assert_int_equal(oracle_to_f16(1 + 0x1p-11), 0x3c00); /* ties to even, both ways */
    assert_int_equal(oracle_to_f16(1 + 3 * 0x1p-11), 0x3c02);
    assert_int_equal(oracle_to_f16(-0x1p-25), 0x8000);
    assert_int_equal(oracle_to_f16(0x1.8p-25), 0x0001);
    assert_int_equal(oracle_to_f16(0x1.ffep-15), 0x0400); /* a subnormal that carries */
    assert_int_equal(oracle_to_bf16(1e39), 0x7f80);
}

TEST(small_formats_go_there_and_back)
{
    for (unsigned bits = 0; bits < 0x10000; bits++) {
        double half = oracle_from_f16((uint16_t)bits);
        double brain = oracle_from_bf16((uint16_t)bits);
        if (!isnan(half))
            assert_int_equal(oracle_to_f16(half), bits);
        if (!isnan(brain))
            assert_int_equal(oracle_to_bf16(brain), bits);
        /* bf16 is the upper half of a binary32, by definition. */
        uint32_t upper = (uint32_t)bits << 16;
        float single;
        memcpy(&single, &upper, sizeof single);
        assert_true(isnan(brain) ? isnan(single) : (double)single == brain);
    }
}

TEST(small_elements_are_summed)
{
    static const uint16_t halves[] = {0x3c00, 0x7bff, 0x0001};
    static const uint16_t brains[] = {0x3f80, 0x4049};
    float half_sum = 65505, brain_sum = 4.140625f;

    assert_true(
        accepts(CLR_OPERATOR_SUM, CLR_TYPE_F16, halves, 3, CLR_TYPE_F32, &half_sum, 3, "f64"));
    assert_true(
        accepts(CLR_OPERATOR_SUM, CLR_TYPE_BF16, brains, 2, CLR_TYPE_F32, &brain_sum, 3, "f64"));
    assert_true(
        accepts(CLR_OPERATOR_MAX, CLR_TYPE_F16, halves, 3, CLR_TYPE_F16, halves + 1, 3, "f64"));
}

/* Whether another seed gives other elements. */
static bool kind_varies(oracle_data kind, clr_type type)
{
    static const oracle_data constant[] = {ORACLE_INFINITE, ORACLE_MINUS_INFINITE, ORACLE_NANS};

    if (kind == ORACLE_ONES || (kind == ORACLE_ZEROS && !oracle_is_float(type)))
        return false;
    for (size_t i = 0; i < COUNT(constant); i++)
        if (kind == constant[i])
            return !oracle_is_float(type);
    return true;
}

TEST(test_data_repeats_and_varies)
{
    static unsigned char first[4096], again[4096], other[4096];

    for (int type = CLR_TYPE_I8; type <= CLR_TYPE_F64; type++)
        for (int kind = 0; kind < ORACLE_DATA_COUNT; kind++) {
            size_t count = sizeof first / oracle_size((clr_type)type);
            oracle_fill((oracle_data)kind, 1, (clr_type)type, first, count);
            oracle_fill((oracle_data)kind, 1, (clr_type)type, again, count);
            oracle_fill((oracle_data)kind, 2, (clr_type)type, other, count);
            assert_memory_equal(first, again, sizeof first);
            assert_int_equal(memcmp(first, other, sizeof first) != 0,
                             kind_varies((oracle_data)kind, (clr_type)type));
        }
}

TEST(test_data_keeps_its_promises)
{
    float x[4096];
    int least = 9, greatest = -9;

    oracle_fill(ORACLE_SMALL, 7, CLR_TYPE_F32, x, COUNT(x));
    for (size_t i = 0; i < COUNT(x); i++) {
        int whole = (int)x[i];
        assert_true((float)whole == x[i]);
        least = whole < least ? whole : least;
        greatest = whole > greatest ? whole : greatest;
    }
    assert_int_equal(least, -8);
    assert_int_equal(greatest, 8);
    oracle_fill(ORACLE_WIDE, 7, CLR_TYPE_F32, x, COUNT(x));
    for (size_t i = 0; i < COUNT(x); i++)
        assert_true(isfinite(x[i]));
}

/* How many of the elements are zeros, subnormal, infinite and NaN. */
struct tally {
    size_t zeros, subnormal, infinite, nans;
};

static struct tally tally_of(oracle_data kind, clr_type type)
{
    static const double normal[] = {[CLR_TYPE_F16] = 0x1p-14,
                                    [CLR_TYPE_BF16] = 0x1p-126,
                                    [CLR_TYPE_F32] = 0x1p-126,
                                    [CLR_TYPE_F64] = DBL_MIN};
    static unsigned char data[512 * sizeof(double)];
    struct tally tally = {0};

    oracle_fill(kind, 777, type, data, 512);
    for (size_t i = 0; i < 512; i++) {
        double x = oracle_load(type, data, i);
        tally.zeros += x == 0;
        tally.subnormal += x != 0 && fabs(x) < normal[type];
        tally.infinite += isinf(x) != 0;
        tally.nans += isnan(x) != 0;
    }
    if (kind == ORACLE_ONE_NAN)
        assert_true(isnan(oracle_load(type, data, 777 % 512)));
    return tally;
}

TEST(special_kinds_are_what_they_say)
{
    for (clr_type type = CLR_TYPE_F16; type <= CLR_TYPE_F64; type++) {
        assert_int_equal(tally_of(ORACLE_ZEROS, type).zeros, 512);
        assert_int_equal(tally_of(ORACLE_SUBNORMAL, type).subnormal, 512);
        assert_int_equal(tally_of(ORACLE_INFINITE, type).infinite, 512);
        assert_int_equal(tally_of(ORACLE_MINUS_INFINITE, type).infinite, 512);
        assert_int_equal(tally_of(ORACLE_NANS, type).nans, 512);
        assert_int_equal(tally_of(ORACLE_ONE_NAN, type).nans, 1);
        assert_in_range(tally_of(ORACLE_FLAGS, type).zeros, 500, 511);
        assert_int_equal(tally_of(ORACLE_GREATEST, type).infinite, 0);
    }
}

/* A reduction of `kind`, filled anew for each seed: how often it has no value but an overflow. */
static unsigned overflows(clr_operator op, clr_type type, oracle_data kind, size_t count)
{
    const oracle_question question = {.op = op, .type = type, .overflow = CLR_OVERFLOW_DETECT};
    static uint64_t data[1024];
    unsigned found = 0;

    for (uint64_t seed = 1; seed <= 40; seed++) {
        oracle_value value;
        oracle_fill(kind, seed, type, data, count);
        oracle_reduce(&question, data, NULL, count, &value);
        found += value.overflow;
        oracle_clear(&value);
    }
    return found;
}

/* Whether the data have the number, of either sign. */
static bool has_number(const void *data, clr_type type, double number)
{
    for (size_t i = 0; i < 512; i++)
        if (fabs(oracle_load(type, data, i)) == number)
            return true;
    return false;
}

/* Over some seeds, as how an array is drawn differs from one to the next. */
static bool kind_has(oracle_data kind, clr_type type, double number)
{
    static unsigned char data[512 * sizeof(double)];

    for (uint64_t seed = 1; seed <= 40; seed++) {
        oracle_fill(kind, seed, type, data, 512);
        if (has_number(data, type, number))
            return true;
    }
    return false;
}

TEST(data_reach_the_ends_of_their_format)
{
    static const struct {
        clr_type type;
        double greatest, half_ulp, normal, smallest;
    } formats[] = {{CLR_TYPE_F16, 0x1.ffcp15, 0x1p4, 0x1p-14, 0x1p-24},
                   {CLR_TYPE_BF16, 0x1.fep127, 0x1p119, 0x1p-126, 0x1p-133},
                   {CLR_TYPE_F32, (double)FLT_MAX, 0x1p103, 0x1p-126, 0x1p-149},
                   {CLR_TYPE_F64, DBL_MAX, 0x1p970, DBL_MIN, 0x1p-1074}};

    for (size_t i = 0; i < COUNT(formats); i++) {
        const clr_type type = formats[i].type;

        assert_true(kind_has(ORACLE_BRIM, type, formats[i].greatest));
        assert_true(kind_has(ORACLE_BRIM, type, formats[i].greatest - 2 * formats[i].half_ulp));
        assert_true(kind_has(ORACLE_BRIM, type, formats[i].half_ulp));
        assert_true(kind_has(ORACLE_BALANCE, type, formats[i].greatest));
        assert_true(kind_has(ORACLE_BALANCE, type, 3 * formats[i].half_ulp));
        assert_true(kind_has(ORACLE_BALANCE, type, formats[i].half_ulp / 2));
        assert_true(kind_has(ORACLE_DUST, type, formats[i].normal));
        assert_true(kind_has(ORACLE_DUST, type, formats[i].normal - formats[i].smallest));
        assert_true(kind_has(ORACLE_DUST, type, formats[i].smallest));
        for (int kind = ORACLE_BRIM; kind <= ORACLE_ROOTS; kind++)
            assert_int_equal(tally_of((oracle_data)kind, type).infinite +
                                 tally_of((oracle_data)kind, type).nans,
                             0);
    }
}

/* TwoSum's error of the first two is not finite; no sum of any of them is infinite. */
TEST(sums_that_cannot_overflow_are_judged)
{
    static const double tie[] = {-0x1.8p971, DBL_MAX, 0, -0x1p970};
    static const double beyond[] = {DBL_MAX, DBL_MAX, -DBL_MAX};
    const double nan = (double)NAN, infinity = (double)INFINITY;
    const clr_type type = CLR_TYPE_F64;

    assert_true(accepts_f64(CLR_OPERATOR_SUM, tie, 4, DBL_MAX - 0x1p972, 3));
    assert_false(accepts_f64(CLR_OPERATOR_SUM, tie, 4, nan, 3));
    assert_false(accepts(CLR_OPERATOR_SUM, type, tie, 4, type, &infinity, 3, "double-double"));
    assert_false(accepts(CLR_OPERATOR_MEAN, type, tie, 4, type, &nan, 3, "double-double"));
    assert_true(accepts_f64(CLR_OPERATOR_SUM, beyond, 3, nan, 3));
    assert_true(accepts_f64(CLR_OPERATOR_SUM, beyond, 3, DBL_MAX, 3));
}

TEST(some_data_overflow_and_some_do_not)
{
    assert_in_range(overflows(CLR_OPERATOR_SUM, CLR_TYPE_I64, ORACLE_BRINK, 500), 5, 35);
    assert_in_range(overflows(CLR_OPERATOR_SUM, CLR_TYPE_U64, ORACLE_BRINK, 1000), 5, 35);
    assert_in_range(overflows(CLR_OPERATOR_PROD, CLR_TYPE_I8, ORACLE_FACTORS, 1024), 1, 39);
    assert_int_equal(overflows(CLR_OPERATOR_SUM, CLR_TYPE_I8, ORACLE_BRINK, 1024), 0);
}

TEST(sums_of_the_greatest_leave_their_type)
{
    static const clr_type types[] = {CLR_TYPE_I8, CLR_TYPE_U8, CLR_TYPE_I64, CLR_TYPE_U64};
    uint16_t halves[16];
    unsigned char data[128];

    for (size_t i = 0; i < COUNT(types); i++) {
        oracle_fill(ORACLE_GREATEST, 3, types[i], data, 16);
        uint64_t first = integer(CLR_OPERATOR_SUM, types[i], data, 1);
        assert_true(first >= (UINT64_C(1) << (8 * oracle_size(types[i]) - 1)) / 16 * 15);
    }
    oracle_fill(ORACLE_GREATEST, 3, CLR_TYPE_F16, halves, 16);
    for (size_t i = 0; i < 16; i++)
        assert_true(oracle_from_f16(halves[i]) >= 57000);
    assert_true(integer(CLR_OPERATOR_SUM, CLR_TYPE_I8, memset(data, 0x7f, 128), 128) == 16256);
}
