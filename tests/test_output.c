/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of results as text: every text reads back to the same bits, none can be shorter, and the
 * special values are written as promised. Needs no device.
 */
#include "output.h"
#include "quantity.h"
#include "unit.h"
#include "value.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Any numbers, the same in every run (xorshift64, Marsaglia 2003). */
static uint64_t next_random(void)
{
    static uint64_t state = 88172645463325252u;

    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static void expect_f64(double number, const char *expected)
{
    char text[OUTPUT_TEXT_SIZE];

    output_text(CLR_TYPE_F64, &number, text);
    assert_string_equal(text, expected);
}

static void expect_f32(float number, const char *expected)
{
    char text[OUTPUT_TEXT_SIZE];

    output_text(CLR_TYPE_F32, &number, text);
    assert_string_equal(text, expected);
}

TEST(doubles_are_written_as_people_write_them)
{
    expect_f64(0.0, "0");
    expect_f64(-0.0, "-0");
    expect_f64(100.0, "100");
    expect_f64(-15.5, "-15.5");
    expect_f64(0.1, "0.1");
    expect_f64(0.1 + 0.2, "0.30000000000000004");
    expect_f64(0.0001, "0.0001");
    expect_f64(0.00001, "1e-05");
    expect_f64(9007199254740993.0, "9007199254740992");
    expect_f64(1e15, "1000000000000000");
    expect_f64(1e16, "1e+16");
    expect_f64(1.5e300, "1.5e+300");
    expect_f64(5e-324, "5e-324");
    expect_f64(1.7976931348623157e308, "1.7976931348623157e+308");
    expect_f64((double)INFINITY, "inf");
    expect_f64(-(double)INFINITY, "-inf");
    expect_f64((double)NAN, "nan");
    expect_f64(-(double)NAN, "nan");
}

TEST(powers_of_two_take_the_longer_way_round)
{
    /* The nearest decimal of 16 digits is ...801 and reads back to the number below. */
    expect_f64(0x1p-44, "5.684341886080802e-14");
    expect_f64(0x1p-1022, "2.2250738585072014e-308");
    expect_f32(0x1p-126F, "1.1754944e-38");
    expect_f32(0x1p90F, "1.2379401e+27");
}

TEST(narrow_types_need_fewer_digits)
{
    const uint16_t third = value_to_f16(1.0 / 3), tenth = value_to_bf16(0.1);
    char text[OUTPUT_TEXT_SIZE];

    expect_f32(0.1F, "0.1");
    expect_f32(16777216.0F, "16777216");
    output_text(CLR_TYPE_F16, &third, text);
    assert_string_equal(text, "0.3333");
    output_text(CLR_TYPE_BF16, &tenth, text);
    assert_string_equal(text, "0.1");
    output_hex(CLR_TYPE_F16, &third, text);
    assert_string_equal(text, "0x1.554p-2");
}

TEST(every_half_reads_back)
{
    char text[OUTPUT_TEXT_SIZE];

    for (uint32_t bits = 0; bits <= UINT16_MAX; bits++) {
        const uint16_t half = (uint16_t)bits;

        if (isnan(value_real(CLR_TYPE_F16, &half)) || isnan(value_real(CLR_TYPE_BF16, &half)))
            continue;
        output_text(CLR_TYPE_F16, &half, text);
        assert_int_equal(value_to_f16(strtod(text, NULL)), half);
        output_text(CLR_TYPE_BF16, &half, text);
        assert_int_equal(value_to_bf16(strtod(text, NULL)), half);
    }
}

TEST(random_bits_read_back)
{
    char text[OUTPUT_TEXT_SIZE], hex[OUTPUT_TEXT_SIZE];

    for (int i = 0; i < 20000; i++) {
        const uint64_t bits = next_random();
        float single;
        double number;

        memcpy(&number, &bits, sizeof number);
        memcpy(&single, &bits, sizeof single);
        if (isnan(number) || isnan(single))
            continue;
        output_text(CLR_TYPE_F64, &number, text);
        output_hex(CLR_TYPE_F64, &number, hex);
        assert_true(strtod(text, NULL) == number && strtod(hex, NULL) == number);
        output_text(CLR_TYPE_F32, &single, text);
        assert_true(strtof(text, NULL) == single);
    }
}

/* printf's %.*g with one digit less must not read back, or the text was not the shortest. */
static void expect_rounded(unsigned digits, double number, const char *expected)
{
    char text[OUTPUT_TEXT_SIZE];

    output_round(digits);
    output_result(CLR_TYPE_F64, &number, text);
    output_round(0);
    assert_string_equal(text, expected);
}

/* To the nearest of the value itself, not of its shortest text: 2.675 is a little less. */
TEST(results_are_rounded_as_asked)
{
    const int64_t whole = -123456;
    char text[OUTPUT_TEXT_SIZE];

    expect_rounded(3, 2.675, "2.67");
    expect_rounded(3, 2.685, "2.69");
    expect_rounded(2, 0.099999, "0.1");
    expect_rounded(3, 999999.5, "1000000");
    expect_rounded(3, -1234.5, "-1230");
    expect_rounded(2, 123456789e20, "1.2e+28");
    expect_rounded(1, 9.4e-5, "9e-05");
    expect_rounded(17, 0.1, "0.1");
    expect_rounded(0, 2.0 / 3, "0.6666666666666666");
    expect_rounded(4, -0.0, "-0");
    expect_rounded(4, -INFINITY, "-inf");
    output_round(2);
    output_result(CLR_TYPE_I64, &whole, text);
    assert_string_equal(text, "-123456");
    output_text(CLR_TYPE_F64, &(double){2.675}, text);
    assert_string_equal(text, "2.675");
    output_round(0);
}

TEST(no_text_is_longer_than_printf_needs)
{
    char text[OUTPUT_TEXT_SIZE], shorter[OUTPUT_TEXT_SIZE];

    for (int i = 0; i < 20000; i++) {
        const double number =
            ldexp((double)(next_random() >> 11), (int)(next_random() % 200) - 150);
        int digits = 1;

        do
            snprintf(shorter, sizeof shorter, "%.*e", digits - 1, number);
        while (strtod(shorter, NULL) != number && digits++ < 17);
        output_text(CLR_TYPE_F64, &number, text);
        const size_t leading = strspn(text, "0.");
        size_t used = 0;
        for (const char *at = text + leading; *at != '\0' && *at != 'e'; at++)
            used += *at != '.';
        if (strpbrk(text, ".e") != NULL) /* whole numbers end in zeros that are no digits */
            assert_true(used <= (size_t)digits);
    }
}

/* Of all types around powers of two, where neighbours on the two sides lie differently far. */
TEST(ends_of_powers_read_back)
{
    char text[OUTPUT_TEXT_SIZE];

    for (int exponent = -1074; exponent < 1024; exponent++) {
        const double power = ldexp(1, exponent);
        const double near[] = {nextafter(power, 0), power, nextafter(power, (double)INFINITY)};
        for (size_t i = 0; i < 3; i++) {
            const float single = (float)near[i];
            output_text(CLR_TYPE_F64, &near[i], text);
            assert_true(strtod(text, NULL) == near[i]);
            output_text(CLR_TYPE_F32, &single, text);
            assert_true(strtof(text, NULL) == single);
        }
    }
}

/* A result for each of a million rows is printed in less than it takes to read them. */
TEST(numbers_take_little_time)
{
    char text[OUTPUT_TEXT_SIZE];
    const clock_t start = clock();

    for (int i = 0; i < 200000; i++) {
        const double number = (double)(next_random() >> 11) * 0x1p-53;
        output_text(CLR_TYPE_F64, &number, text);
    }
    assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 1);
}

TEST(integers_are_plain)
{
    const int64_t least = INT64_MIN;
    const uint64_t most = UINT64_MAX;
    const int8_t small = -128;
    char text[OUTPUT_TEXT_SIZE];

    output_text(CLR_TYPE_I64, &least, text);
    assert_string_equal(text, "-9223372036854775808");
    output_text(CLR_TYPE_U64, &most, text);
    assert_string_equal(text, "18446744073709551615");
    output_text(CLR_TYPE_I8, &small, text);
    assert_string_equal(text, "-128");
    output_hex(CLR_TYPE_I8, &small, text);
    assert_string_equal(text, "0x80");
    output_hex(CLR_TYPE_I64, &least, text);
    assert_string_equal(text, "0x8000000000000000");
}

TEST(quantities_are_read)
{
    static const struct {
        const char *text;
        uint64_t number;
    } good[] = {{"0", 0},
                {"1000", 1000},
                {"64K", 65536},
                {"16m", 16777216},
                {"2G", UINT64_C(2) << 30},
                {"1e6", 1000000},
                {"18446744073709551615", UINT64_MAX}};
    static const char *const bad[] = {"",    "-1",       "+1",   " 1",
                                      "1.5", "1e",       "1e20", "K",
                                      "1KB", "0x10",     "1 ",   "18446744073709551616",
                                      "16E", "16777217T"};
    uint64_t number;

    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(quantity_parse(good[i].text, &number));
        assert_true(number == good[i].number);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(quantity_parse(bad[i], &number));
}

TEST(times_have_three_digits_and_a_unit)
{
    static const struct {
        double seconds;
        const char *text;
    } times[] = {{0, "0 us"},         {1.5e-6, "1.5 us"},  {999.4e-6, "999 us"},
                 {999.6e-6, "1 ms"},  {0.0123, "12.3 ms"}, {0.99949, "999 ms"},
                 {0.99951, "1.00 s"}, {12.3451, "12.35 s"}};
    char text[QUANTITY_TEXT_SIZE];

    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        quantity_time(times[i].seconds, text);
        assert_string_equal(text, times[i].text);
    }
}
