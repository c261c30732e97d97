/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Folding states on the host, in every form that states come in, against plain C on values.
 */
#include "made_up.h"
#include "state/form_find.h"
#include "state/host_fold.h"

#include <math.h>
#include <string.h>

static clri_state_form form_of(clr_operator op, clr_type type, clr_type result, bool has_fp64)
{
    const clri_question question = {
        .op = op, .type = type, .result = result, .wants_number = true, .has_fp64 = has_fp64};
    clri_form form;
    const char *reason = clri_form_find(&question, &form);

    if (reason)
        fail_msg("%s", reason);
    assert_true(form.lower.is_plain);
    return form.state;
}

/* Folds, rounds to the result's type, and gives its bits. */
static uint64_t fold(clr_operator op, clr_type type, clr_type result, bool has_fp64,
                     const void *states, size_t count)
{
    const clri_state_form form = form_of(op, type, result, has_fp64);
    uint64_t bits = 0;

    clri_host_fold_round(&form, clri_host_fold(&form, states, count), count, result, &bits);
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

/* Of sums that are asked for in f32 each addition is rounded to it. */
TEST(folds_floats_with_their_drift)
{
    const clri_question question = {.op = CLR_OPERATOR_SUM,
                                    .type = CLR_TYPE_F32,
                                    .result = CLR_TYPE_F32,
                                    .has_fp64 = true,
                                    .in_f32 = true};
    const float states[] = {0x1p24F, 1, 1};
    uint64_t bits = 0;
    clri_form form;

    assert_null(clri_form_find(&question, &form));
    assert_int_equal(form.state.size, sizeof(float));
    clri_host_fold_round(&form.state, clri_host_fold(&form.state, states, 3), 3, CLR_TYPE_F32,
                         &bits);
    assert_true(float_of(bits) == 0x1p24F);
}

TEST(folds_doubles)
{
    static const double states[] = {0x1p53, 1, 1, -0.0, -0x1p53, 0.5};

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

TEST(folds_pairs_of_floats)
{
    static const float states[][2] = {{1, 0x1p-30f}, {0x1p20f, -0x1p-10f}, {-1, 0x1p-40f}};
    static const float infinite[][2] = {{INFINITY, 0}, {1, 0x1p-30f}};

    assert_true(real_of(fold(CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_TYPE_F64, false, states, 3)) ==
                0x1p20 - 0x1p-10 + 0x1p-30 + 0x1p-40);
    assert_true(float_of(fold(CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_TYPE_F32, false, states, 1)) ==
                1);
    assert_true(float_of(fold(CLR_OPERATOR_PROD, CLR_TYPE_F16, CLR_TYPE_F32, false, states, 3)) ==
                (float)-((1 + 0x1p-30) * (0x1p20 - 0x1p-10) * (1 - 0x1p-40)));
    assert_true(float_of(fold(CLR_OPERATOR_SUM, CLR_TYPE_BF16, CLR_TYPE_F32, false, infinite, 2)) ==
                INFINITY);
}

TEST(folds_whole_numbers_around_their_end)
{
    static const uint64_t states[] = {UINT64_MAX, 3, UINT64_C(1) << 63, UINT64_C(1) << 63};

    for (clr_type type = CLR_TYPE_I8; type <= CLR_TYPE_U64; type++) {
        const clr_type result = clr_operator_result(CLR_OPERATOR_SUM, type);

        assert_int_equal(fold(CLR_OPERATOR_SUM, type, result, true, states, 4), 2);
        assert_int_equal(fold(CLR_OPERATOR_PROD, type, result, true, states, 2), (uint64_t)0 - 3);
    }
}

/* The sum of nothing is +0, although -0 is what a sum starts from; a product's is 1. */
TEST(empty_input_has_its_own_value)
{
    const double from[] = {-0.0, 1.0};
    const float pairs[][2] = {{-0.0f, 0}, {1, 0}};
    uint64_t bits;

    for (int has_fp64 = 0; has_fp64 < 2; has_fp64++)
        for (int op = CLR_OPERATOR_SUM; op <= CLR_OPERATOR_PROD; op++) {
            const clri_state_form form =
                form_of((clr_operator)op, CLR_TYPE_F32, CLR_TYPE_F32, has_fp64);
            const void *states = has_fp64 ? (const void *)&from[op - 1] : pairs[op - 1];
            const clri_host_fold_state folded = clri_host_fold(&form, states, 1);
            float value;

            bits = 0;
            clri_host_fold_round(&form, folded, 0, CLR_TYPE_F32, &bits);
            value = float_of(bits);
            assert_memory_equal(&value, &(float){op == CLR_OPERATOR_SUM ? 0.0f : 1.0f},
                                sizeof value);
            bits = 0;
            clri_host_fold_round(&form, folded, 1, CLR_TYPE_F32, &bits);
            value = float_of(bits); /* of one element -0 it is that */
            assert_memory_equal(&value, &(float){op == CLR_OPERATOR_SUM ? -0.0f : 1.0f},
                                sizeof value);
        }
}

/* A run in parts hands one state on to the next. */
TEST(combines_as_it_folds)
{
    const clri_state_form sum = form_of(CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_TYPE_F32, true);
    const clri_state_form least = form_of(CLR_OPERATOR_MIN, CLR_TYPE_I16, CLR_TYPE_I16, true);

    assert_true(clri_host_fold_combine(&sum, (clri_host_fold_state){.real = 0.5},
                                       (clri_host_fold_state){.real = -2})
                    .real == -1.5);
    assert_int_equal(clri_host_fold_combine(&least, (clri_host_fold_state){.integer = 3},
                                            (clri_host_fold_state){.integer = -4})
                         .integer,
                     -4);
}

/* ---- bits ---- */

TEST(folds_bits)
{
    static const uint8_t bytes[] = {0xf3, 0x71, 0xd1};
    static const int16_t shorts[] = {-1, 0x0f0f, 0x00ff};
    static const uint64_t longs[] = {UINT64_C(1) << 63 | 5, UINT64_C(1) << 63 | 6};
    static const int32_t truths[] = {1, 0, 1};

#define CHECK(op, type, states, expected)                                                          \
    assert_int_equal(fold(op, type, clr_operator_result(op, type), true, states, COUNT(states)),   \
                     expected)
    CHECK(CLR_OPERATOR_AND, CLR_TYPE_U8, bytes, 0x51);
    CHECK(CLR_OPERATOR_OR, CLR_TYPE_U8, bytes, 0xf3);
    CHECK(CLR_OPERATOR_XOR, CLR_TYPE_U8, bytes, 0x53);
    CHECK(CLR_OPERATOR_AND, CLR_TYPE_I16, shorts, 0x000f);
    CHECK(CLR_OPERATOR_OR, CLR_TYPE_I16, shorts, 0xffff);
    CHECK(CLR_OPERATOR_XOR, CLR_TYPE_I16, shorts, 0xf00f);
    CHECK(CLR_OPERATOR_AND, CLR_TYPE_U64, longs, UINT64_C(1) << 63 | 4);
    CHECK(CLR_OPERATOR_OR, CLR_TYPE_I64, longs, UINT64_C(1) << 63 | 7);
    CHECK(CLR_OPERATOR_XOR, CLR_TYPE_I64, longs, 3);
    CHECK(CLR_OPERATOR_ANY, CLR_TYPE_F16, truths, 1);
    CHECK(CLR_OPERATOR_ALL, CLR_TYPE_F64, truths, 0);
    CHECK(CLR_OPERATOR_COUNT, CLR_TYPE_F32, longs, 11);
    CHECK(CLR_OPERATOR_SIZE, CLR_TYPE_F32, longs, 11);
#undef CHECK
}

/* ---- minima and maxima ---- */

TEST(keeps_integers)
{
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

/* That in which a format's numbers are compared: one of the last two. */
static const struct format *compared_as(const struct format *format)
{
    return &formats[format->bits == 64 ? 3 : 2];
}

static uint64_t mask_of(const struct format *format)
{
    return format->bits == 64 ? UINT64_MAX : (UINT64_C(1) << format->bits) - 1;
}

/* The bits of the same number, or a NaN of the same sign, in the format that it is compared in. */
static uint64_t widen(const struct format *format, uint64_t bits)
{
    const uint64_t sign = bits >> (format->bits - 1);
    const uint64_t magnitude = bits & (mask_of(format) >> 1);
    float value;
    uint32_t wide;

    if (format->type == CLR_TYPE_BF16)
        return bits << 16;
    if (format->type != CLR_TYPE_F16)
        return bits;
    if (magnitude > 0x7c00) /* keeps what else the NaN says */
        return sign << 31 | 0x7f800000 | (magnitude & 0x3ff) << 13;
    value = magnitude == 0x7c00 ? INFINITY
            : magnitude < 0x0400
                ? ldexpf((float)magnitude, -24)
                : ldexpf((float)(magnitude % 1024 + 1024), (int)(magnitude / 1024) - 25);
    memcpy(&wide, &value, sizeof wide);
    return sign << 31 | wide;
}

/*
 * The key of a float by its definition: its place when all bit patterns are sorted with all NaNs at
 * one end. NaNs that are to win are at the end that wins: below all for min, above all for max;
 * those that are ignored at the other.
 */
static uint64_t key_of(const struct format *format, bool nans_low, uint64_t bits)
{
    const uint64_t sign = UINT64_C(1) << (format->bits - 1);
    const uint64_t nans = (UINT64_C(1) << format->mantissa) - 1; /* of either sign */
    const uint64_t place = bits & sign ? mask_of(format) - bits : bits + sign;

    return (nans_low ? place + nans : place - nans) & mask_of(format);
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

static uint64_t fold_keys(const struct format *format, clr_operator op, bool ignores_nan,
                          const uint64_t *bits, size_t count)
{
    const clri_question question = {.op = op,
                                    .type = format->type,
                                    .result = format->type,
                                    .ignores_nan = ignores_nan,
                                    .has_fp64 = true};
    const struct format *wide = compared_as(format);
    const size_t size = wide->bits / 8;
    unsigned char states[8 * 16];
    uint64_t result = 0;
    clri_form form;

    assert_true(count <= 16);
    for (size_t i = 0; i < count; i++) {
        const uint64_t key =
            key_of(wide, (op == CLR_OPERATOR_MIN) != ignores_nan, widen(format, bits[i]));

        memcpy(states + i * size, &key, size); /* little-endian */
    }
    assert_null(clri_form_find(&question, &form));
    assert_int_equal(form.state.size, size);
    clri_host_fold_round(&form.state, clri_host_fold(&form.state, states, count), count,
                         format->type, &result);
    return result;
}

static void check_ladder(const struct format *format, bool ignores_nan)
{
    uint64_t ladder[16];
    const size_t n = ladder_of(format, ladder);

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            const uint64_t pair[] = {ladder[i], ladder[j]};
            const uint64_t low = ladder[i < j ? i : j], high = ladder[i < j ? j : i];

            assert_int_equal(fold_keys(format, CLR_OPERATOR_MIN, ignores_nan, pair, 2), low);
            assert_int_equal(fold_keys(format, CLR_OPERATOR_MAX, ignores_nan, pair, 2), high);
        }
    assert_int_equal(fold_keys(format, CLR_OPERATOR_MIN, ignores_nan, ladder, n), ladder[0]);
    assert_int_equal(fold_keys(format, CLR_OPERATOR_MAX, ignores_nan, ladder, n), ladder[n - 1]);
}

TEST(keeps_floats_by_their_keys)
{
    for (size_t f = 0; f < COUNT(formats); f++)
        for (int ignores_nan = 0; ignores_nan < 2; ignores_nan++)
            check_ladder(&formats[f], ignores_nan);
}

/* Every binary16 that is a number comes back from the binary32 in which it is compared. */
TEST(narrows_every_half)
{
    for (uint64_t bits = 0; bits <= UINT16_MAX; bits++)
        if ((bits & 0x7fff) <= 0x7c00)
            assert_int_equal(fold_keys(&formats[0], CLR_OPERATOR_MIN, false, &bits, 1), bits);
}

/* Quiet and signalling ones, of either sign. */
enum { NANS = 6 };

static void nans_of(const struct format *format, uint64_t nans[NANS])
{
    const uint64_t sign = UINT64_C(1) << (format->bits - 1);
    const uint64_t infinity = sign - (UINT64_C(1) << format->mantissa);
    const uint64_t quiet = infinity | UINT64_C(1) << (format->mantissa - 1);
    const uint64_t all[NANS] = {quiet,        infinity + 1,        sign - 1,
                                quiet | sign, sign + infinity + 1, mask_of(format)};

    memcpy(nans, all, sizeof all);
}

/* Any NaN among anything makes the result a quiet NaN; or none does, unless there is nothing else.
 */
TEST(nans_win_or_lose)
{
    for (size_t f = 0; f < COUNT(formats); f++) {
        const struct format *format = &formats[f];
        const uint64_t sign = UINT64_C(1) << (format->bits - 1);
        const uint64_t infinity = sign - (UINT64_C(1) << format->mantissa);
        uint64_t nans[NANS];

        nans_of(format, nans);
        for (size_t i = 0; i < NANS; i++)
            for (int op = CLR_OPERATOR_MIN; op <= CLR_OPERATOR_MAX; op++) {
                const clr_operator which = (clr_operator)op;
                const uint64_t among[] = {infinity, nans[i], infinity | sign, 0};
                const uint64_t other = op == CLR_OPERATOR_MIN ? infinity | sign : infinity;

                assert_int_equal(fold_keys(format, which, false, among, 4), nans[0]);
                assert_int_equal(fold_keys(format, which, false, nans + i, 1), nans[0]);
                assert_int_equal(fold_keys(format, which, true, among, 4), other);
                assert_int_equal(fold_keys(format, which, true, nans + i, 1), nans[0]);
            }
    }
}
