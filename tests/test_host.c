/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Folding states on the host, in every form that states come in, against plain C on values.
 */
#include "../src/host.h"
#include "made_up.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static clri_form form_of(clr_operator op, clr_type type, clr_type result, bool has_fp64)
{
    clri_form form;
    const char *reason = clri_form_find(op, type, result, has_fp64, &form);

    if (reason)
        fail_msg("%s", reason);
    return form;
}

/* Folds, rounds to the operator's own result type, and gives its bits. */
static uint64_t fold(clr_operator op, clr_type type, clr_type result, bool has_fp64,
                     const void *states, size_t count)
{
    const clri_form form = form_of(op, type, result, has_fp64);
    uint64_t bits = 0;

    clri_host_round(&form, op, clri_host_fold(&form, op, states, count), count, result, &bits);
    return bits;
}

static double real_of(uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static float float_of(uint64_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- sums and products ---- */

static void folds_doubles(void **state)
{
    static const double states[] = {0x1p53, 1, 1, -0.0, -0x1p53, 0.5};

    (void)state;
    /* In the order in which they lie: each 1 is lost against 2^53. */
    assert_true(real_of(fold(CLR_OPERATOR_SUM, CLR_TYPE_F64, CLR_TYPE_F64, true, states, 6)) ==
                0.5);
    assert_true(real_of(fold(CLR_OPERATOR_PROD, CLR_TYPE_F64, CLR_TYPE_F64, true, states, 3)) ==
                0x1p53);
    assert_true(float_of(fold(CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_TYPE_F32, true,
                              (const double[]){1, 0x1p-24, 0x1p-40}, 3)) == 0x1.000002p0f);
    assert_true(real_of(fold(CLR_OPERATOR_SUM, CLR_TYPE_F16, CLR_TYPE_F64, true,
                             (const double[]){1, 0x1p-50}, 2)) == 1 + 0x1p-50);
    assert_true(isnan(real_of(fold(CLR_OPERATOR_SUM, CLR_TYPE_F64, CLR_TYPE_F64, true,
                                   (const double[]){INFINITY, -INFINITY}, 2))));
    assert_true(isinf(float_of(fold(CLR_OPERATOR_SUM, CLR_TYPE_BF16, CLR_TYPE_F32, true,
                                    (const double[]){0x1p127, 0x1p127}, 2))));
}

static void folds_pairs_of_floats(void **state)
{
    static const float states[][2] = {{1, 0x1p-30f}, {0x1p20f, -0x1p-10f}, {-1, 0x1p-40f}};
    static const float infinite[][2] = {{INFINITY, 0}, {1, 0x1p-30f}};

    (void)state;
    assert_true(real_of(fold(CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_TYPE_F64, false, states, 3)) ==
                0x1p20 - 0x1p-10 + 0x1p-30 + 0x1p-40);
    assert_true(float_of(fold(CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_TYPE_F32, false, states, 1)) ==
                1);
    assert_true(float_of(fold(CLR_OPERATOR_PROD, CLR_TYPE_F16, CLR_TYPE_F32, false, states, 3)) ==
                (float)-((1 + 0x1p-30) * (0x1p20 - 0x1p-10) * (1 - 0x1p-40)));
    assert_true(float_of(fold(CLR_OPERATOR_SUM, CLR_TYPE_BF16, CLR_TYPE_F32, false, infinite, 2)) ==
                INFINITY);
}

static void folds_whole_numbers_around_their_end(void **state)
{
    static const uint64_t states[] = {UINT64_MAX, 3, UINT64_C(1) << 63, UINT64_C(1) << 63};

    (void)state;
    for (clr_type type = CLR_TYPE_I8; type <= CLR_TYPE_U64; type++) {
        const clr_type result = clr_operator_result(CLR_OPERATOR_SUM, type);

        assert_int_equal(fold(CLR_OPERATOR_SUM, type, result, true, states, 4), 2);
        assert_int_equal(fold(CLR_OPERATOR_PROD, type, result, true, states, 2), (uint64_t)0 - 3);
    }
}

/* The sum of nothing is +0, although -0 is what a sum starts from; a product's is 1. */
static void empty_input_has_its_own_value(void **state)
{
    const double from[] = {-0.0, 1.0};
    const float pairs[][2] = {{-0.0f, 0}, {1, 0}};
    uint64_t bits;

    (void)state;
    for (int has_fp64 = 0; has_fp64 < 2; has_fp64++)
        for (int op = CLR_OPERATOR_SUM; op <= CLR_OPERATOR_PROD; op++) {
            const clri_form form = form_of((clr_operator)op, CLR_TYPE_F32, CLR_TYPE_F32, has_fp64);
            const void *states = has_fp64 ? (const void *)&from[op - 1] : pairs[op - 1];
            const clri_host_state folded = clri_host_fold(&form, (clr_operator)op, states, 1);
            float value;

            bits = 0;
            clri_host_round(&form, (clr_operator)op, folded, 0, CLR_TYPE_F32, &bits);
            value = float_of(bits);
            assert_memory_equal(&value, &(float){op == CLR_OPERATOR_SUM ? 0.0f : 1.0f},
                                sizeof value);
            bits = 0;
            clri_host_round(&form, (clr_operator)op, folded, 1, CLR_TYPE_F32, &bits);
            value = float_of(bits); /* of one element -0 it is that */
            assert_memory_equal(&value, &(float){op == CLR_OPERATOR_SUM ? -0.0f : 1.0f},
                                sizeof value);
        }
}

/* ---- minima and maxima ---- */

static void keeps_integers(void **state)
{
    (void)state;
#define CHECK(type, c_type, a, b, c, least, most)                                                  \
    do {                                                                                           \
        const c_type states[] = {a, b, c};                                                         \
                                                                                                   \
        assert_true((c_type)fold(CLR_OPERATOR_MIN, type, type, true, states, 3) == (least));       \
        assert_true((c_type)fold(CLR_OPERATOR_MAX, type, type, true, states, 3) == (most));        \
    } while (0)
    CHECK(CLR_TYPE_I8, int8_t, -1, INT8_MIN, INT8_MAX, INT8_MIN, INT8_MAX);
    CHECK(CLR_TYPE_I16, int16_t, INT16_MAX, -1, INT16_MIN, INT16_MIN, INT16_MAX);
    CHECK(CLR_TYPE_I32, int32_t, INT32_MIN, 0, INT32_MAX, INT32_MIN, INT32_MAX);
    CHECK(CLR_TYPE_I64, int64_t, 7, INT64_MAX, INT64_MIN, INT64_MIN, INT64_MAX);
    CHECK(CLR_TYPE_U8, uint8_t, 128, 3, 127, 3, 128);
    CHECK(CLR_TYPE_U16, uint16_t, UINT16_MAX, 1, 2, 1, UINT16_MAX);
    CHECK(CLR_TYPE_U32, uint32_t, 1, UINT32_MAX, 0, 0, UINT32_MAX);
    CHECK(CLR_TYPE_U64, uint64_t, 5, 6, UINT64_C(1) << 63, 5, UINT64_C(1) << 63);
#undef CHECK
}

/* A float format: how its bits are split. */
struct format {
    clr_type type;
    unsigned bits, mantissa;
};

static const struct format formats[] = {
    {CLR_TYPE_F16, 16, 10}, {CLR_TYPE_BF16, 16, 7}, {CLR_TYPE_F32, 32, 23}, {CLR_TYPE_F64, 64, 52}};

static uint64_t mask_of(const struct format *format)
{
    return format->bits == 64 ? UINT64_MAX : (UINT64_C(1) << format->bits) - 1;
}

/*
 * The key of a float by its definition: its place when all bit patterns are sorted with the NaNs on
 * the side that wins, those whose sign is on the other side next to it.
 */
static uint64_t key_of(const struct format *format, clr_operator op, uint64_t bits)
{
    const uint64_t sign = UINT64_C(1) << (format->bits - 1);
    const uint64_t nans = (UINT64_C(1) << format->mantissa) - 1; /* of either sign */
    const uint64_t place = bits & sign ? mask_of(format) - bits : bits + sign;

    if (op == CLR_OPERATOR_MAX) /* negative NaNs, the lowest places, go to the top */
        return (place - nans) & mask_of(format);
    return (place + nans) & mask_of(format); /* positive NaNs go to the bottom */
}

/* All kinds of numbers in ascending order, as bits. */
static size_t ladder_of(const struct format *format, uint64_t *bits)
{
    const uint64_t sign = UINT64_C(1) << (format->bits - 1);
    const uint64_t infinity = sign - (UINT64_C(1) << format->mantissa);
    const uint64_t one = (infinity >> 1) & ~((UINT64_C(1) << format->mantissa) - 1);
    const uint64_t positive[] = {0, 1, one - 1, one, infinity - 1, infinity};
    size_t n = 0;

    for (size_t i = COUNT(positive); i-- > 0;)
        bits[n++] = positive[i] | sign;
    for (size_t i = 0; i < COUNT(positive); i++)
        bits[n++] = positive[i];
    return n;
}

static uint64_t fold_keys(const struct format *format, clr_operator op, const uint64_t *bits,
                          size_t count)
{
    unsigned char states[8 * 16];

    assert_true(count <= 16);
    for (size_t i = 0; i < count; i++) {
        const uint64_t key = key_of(format, op, bits[i]);

        memcpy(states + i * (format->bits / 8), &key, format->bits / 8); /* little-endian */
    }
    return fold(op, format->type, format->type, true, states, count);
}

static void keeps_floats_by_their_keys(void **state)
{
    (void)state;
    for (size_t f = 0; f < COUNT(formats); f++) {
        uint64_t ladder[16];
        const size_t n = ladder_of(&formats[f], ladder);

        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                const uint64_t pair[] = {ladder[i], ladder[j]};
                const size_t low = i < j ? i : j, high = i < j ? j : i;

                assert_int_equal(fold_keys(&formats[f], CLR_OPERATOR_MIN, pair, 2), ladder[low]);
                assert_int_equal(fold_keys(&formats[f], CLR_OPERATOR_MAX, pair, 2), ladder[high]);
            }
        assert_int_equal(fold_keys(&formats[f], CLR_OPERATOR_MIN, ladder, n), ladder[0]);
        assert_int_equal(fold_keys(&formats[f], CLR_OPERATOR_MAX, ladder, n), ladder[n - 1]);
    }
}

/* Any NaN, of either sign, among anything makes the result a quiet NaN. */
static void nans_win(void **state)
{
    (void)state;
    for (size_t f = 0; f < COUNT(formats); f++) {
        const struct format *format = &formats[f];
        const uint64_t sign = UINT64_C(1) << (format->bits - 1);
        const uint64_t infinity = sign - (UINT64_C(1) << format->mantissa);
        const uint64_t quiet = infinity | UINT64_C(1) << (format->mantissa - 1);
        const uint64_t nans[] = {quiet,        infinity + 1,        sign - 1,
                                 quiet | sign, sign + infinity + 1, mask_of(format)};

        for (size_t i = 0; i < COUNT(nans); i++)
            for (int op = CLR_OPERATOR_MIN; op <= CLR_OPERATOR_MAX; op++) {
                const uint64_t among[] = {infinity, nans[i], infinity | sign, 0};

                assert_int_equal(fold_keys(format, (clr_operator)op, among, 4), quiet);
                assert_int_equal(fold_keys(format, (clr_operator)op, nans + i, 1), quiet);
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folds_doubles),
        cmocka_unit_test(folds_pairs_of_floats),
        cmocka_unit_test(folds_whole_numbers_around_their_end),
        cmocka_unit_test(empty_input_has_its_own_value),
        cmocka_unit_test(keeps_integers),
        cmocka_unit_test(keeps_floats_by_their_keys),
        cmocka_unit_test(nans_win),
    };

    return cmocka_run_group_tests_name("host", tests, NULL, NULL);
}
