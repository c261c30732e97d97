/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Conditions as --check evaluates them: C's own where C and docs/map.md agree, and the places where
 * they do not; what is not known is not guessed.
 */
#include "condition.h"
#include "unit.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static const int32_t narrow[] = {INT32_MIN, -9, -3, -1, 0, 1, 2, 3, 7, 10, INT32_MAX};

/* Of two inputs; C computes in 64 bits here, too. */
#define TRUTHS(NAME, expression)                                                                   \
    static bool NAME(int64_t x, int64_t y)                                                         \
    {                                                                                              \
        (void)y;                                                                                   \
        return (expression) != 0;                                                                  \
    }                                                                                              \
    static const char NAME##_text[] = #expression;

TRUTHS(less, x < y)
TRUTHS(chain, x < 3 && y >= -1 || x == y)
TRUTHS(nots, !x || !(y - 1) && !!y)
TRUTHS(sums, x - y - 1 + 2 * x > -(y + 3) * -2)
TRUTHS(rests, x / 3 * 3 + x % 3 == x && y % -4 <= +1)
TRUTHS(plain, x - 3)
TRUTHS(equals, (x < y) == (y > 2) != 1)

static const struct {
    const char *text;
    bool (*truth)(int64_t x, int64_t y);
} rows[] = {
    {less_text, less},   {chain_text, chain}, {nots_text, nots},     {sums_text, sums},
    {rests_text, rests}, {plain_text, plain}, {equals_text, equals},
};

/* a to d and p to u */
static const double scalars[CLR_SCALARS_MOST] = {0.1, 0, 0, 3, 0, 0, 0, 0, -0.1, 0};

TEST(c_agrees)
{
    for (size_t k = 0; k < COUNT(rows); k++) {
        condition c;

        assert_true(condition_read(&c, rows[k].text, CLR_TYPE_I32, scalars));
        assert_true(c.inputs <= 2);
        for (size_t i = 0; i < COUNT(narrow); i++)
            for (size_t j = 0; j < COUNT(narrow); j++) {
                const void *const inputs[] = {narrow, &narrow[j] - i};
                if (condition_is_true(&c, inputs, i) != rows[k].truth(narrow[i], narrow[j]))
                    fail_msg("%s is wrong of %d and %d", rows[k].text, narrow[i], narrow[j]);
            }
    }
}

static bool holds(const char *text, clr_type type, const void *element)
{
    const void *const inputs[] = {element};
    condition c;

    assert_true(condition_read(&c, text, type, scalars));
    return condition_is_true(&c, inputs, 0);
}

TEST(integers_have_edges)
{
    const uint64_t most = UINT64_MAX;
    const int64_t least = INT64_MIN;
    const uint8_t byte = 200;

    assert_true(holds("x > -1", CLR_TYPE_U64, &most));
    assert_true(holds("-1 < x", CLR_TYPE_U64, &most));
    assert_true(holds("x == 18446744073709551615", CLR_TYPE_U64, &most));
    assert_false(holds("x < 0xffffffffffffffff", CLR_TYPE_U64, &most));
    assert_true(holds("x + 2 == 1", CLR_TYPE_U64, &most));
    assert_true(holds("x / 0 == 0 && x % 0 == 0", CLR_TYPE_I64, &least));
    assert_true(holds("x / -1 == x && x % -1 == 0", CLR_TYPE_I64, &least));
    assert_true(holds("-x == x && x < 18446744073709551615", CLR_TYPE_I64, &least));
    assert_true(holds("-x < 0 && x * 2 == 400", CLR_TYPE_U8, &byte));
    assert_true(holds("x >= 199.5", CLR_TYPE_U8, &byte));
}

TEST(floats_are_of_their_type)
{
    const float tenth = 0.1f, none = NAN, zero = -0.0f;
    const double long_tenth = 0.1;
    const int32_t odd = 16777217; /* which no f32 is */

    assert_true(holds("x == 0.1", CLR_TYPE_F32, &tenth));
    assert_true(holds("x == 0.1", CLR_TYPE_F64, &long_tenth));
    assert_false(holds("x == 0.1f", CLR_TYPE_F64, &long_tenth));
    assert_true(holds("x == a", CLR_TYPE_F64, &long_tenth));
    assert_true(holds("x == a && -x == t && x < d", CLR_TYPE_F32, &tenth));
    assert_true(holds("x == 16777216.0f", CLR_TYPE_I32, &odd));
    assert_false(holds("x == 16777216.0", CLR_TYPE_I32, &odd));
    assert_true(holds("x", CLR_TYPE_F32, &none));
    assert_true(holds("x != x && !(x == x)", CLR_TYPE_F32, &none));
    assert_false(holds("x < inf || x >= -inf", CLR_TYPE_F32, &none));
    assert_false(holds("x || x < 0", CLR_TYPE_F32, &zero));
    assert_true(holds(".05e0 < x && x < 1.", CLR_TYPE_F32, &tenth));
}

TEST(what_is_not_known_is_not_guessed)
{
    static const char *const texts[] = {"x + 0.5 > 1", "x * 2 > y",  "sqrt(x) > 1",
                                        "i < 3",       "n > 3",      "x > pi",
                                        "x < nan",     "f64(x) > 1", "x ? 1 : 0"};
    static const char *const whole[] = {"x & 1",  "x | 1",      "x ^ 1",     "~x",
                                        "x << 1", "x >> 1 > 0", "x & 1 == 0"};
    char deep[CONDITION_DEPTH_MOST * 16] = "", wide[CONDITION_STEPS_MOST * 8] = "x > 0";
    condition c;

    for (size_t i = 0; i < COUNT(texts); i++)
        assert_false(condition_read(&c, texts[i], CLR_TYPE_F32, scalars));
    for (size_t i = 0; i < COUNT(whole); i++)
        assert_false(condition_read(&c, whole[i], CLR_TYPE_I32, scalars));
    assert_false(condition_read(&c, "x > 0", CLR_TYPE_DEFAULT, scalars));
    for (size_t i = 0; i < CONDITION_STEPS_MOST / 3; i++)
        strcat(wide, "||x>0");
    assert_false(condition_read(&c, wide, CLR_TYPE_I32, scalars));
    for (size_t i = 0; i < CONDITION_DEPTH_MOST + 1; i++)
        strcat(deep, "1<(");
    strcat(deep, "x");
    for (size_t i = 0; i < CONDITION_DEPTH_MOST + 1; i++)
        strcat(deep, ")");
    assert_false(condition_read(&c, deep, CLR_TYPE_I32, scalars));
    memset(deep, '(', sizeof deep - 1);
    assert_false(condition_read(&c, deep, CLR_TYPE_I32, scalars));
}
