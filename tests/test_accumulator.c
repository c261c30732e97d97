/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Accumulators: what they round to, against the oracle; that merging in any grouping and order
 * gives the same bytes; that they hold as many elements as they say. What is written and read is
 * test_accumulator_bytes.c's.
 */
#include "accumulated.h"
#include "operators.h"
#include "oracle.h"
#include "unit.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ELEMENTS = 300, BYTES_MOST = 4096, PARTS = 7 };

static const clr_operator operators[] = {
    CLR_OPERATOR_SUM,   CLR_OPERATOR_MEAN, CLR_OPERATOR_ASUM, CLR_OPERATOR_SUMSQ,
    CLR_OPERATOR_DOT,   CLR_OPERATOR_NRM2, CLR_OPERATOR_VAR,  CLR_OPERATOR_STD,
    CLR_OPERATOR_WMEAN, CLR_OPERATOR_COV,  CLR_OPERATOR_CORR,
};

static uint64_t seed = 1;

/* ---- merging ---- */

static void assert_merged(clr_accumulator *into, const clr_accumulator *from)
{
    char reason[200];

    if (clr_accumulator_merge(into, from, reason, sizeof reason) != CLR_OK)
        fail_msg("%s", reason);
    assert_string_equal(reason, "");
}

static void assert_same_bytes(const clr_accumulator *a, const clr_accumulator *b)
{
    unsigned char a_bytes[BYTES_MOST], b_bytes[BYTES_MOST];
    size_t a_size, b_size;

    assert_int_equal(clr_accumulator_store(a, a_bytes, sizeof a_bytes, &a_size), CLR_OK);
    assert_int_equal(clr_accumulator_store(b, b_bytes, sizeof b_bytes, &b_size), CLR_OK);
    assert_int_equal(a_size, b_size);
    assert_memory_equal(a_bytes, b_bytes, a_size);
}

/* ---- values ---- */

static void assert_rounds(const clr_accumulator *accumulator, const clr_reduction *reduction,
                          const void *x, const void *y, size_t count)
{
    const oracle_question question = {.op = reduction->op,
                                      .type = reduction->type,
                                      .nan = reduction->nan,
                                      .ddof = reduction->ddof};
    const bool has_pairs = oracle_takes_pairs(reduction->op);
    const clr_type type = accumulator->result;
    uint64_t got = 0;
    oracle_value value;
    char reason[200];
    clr_status status;

    oracle_reduce(&question, x, has_pairs ? y : NULL, count, &value);
    status = clr_accumulator_round(accumulator, &got, clr_type_size(type), reason, sizeof reason);
    if (value.empty) {
        assert_int_equal(status, CLR_ERROR_EMPTY);
        assert_non_null(strstr(reason, "has no value"));
    } else {
        const uint64_t expected = oracle_round(&value, type);

        assert_int_equal(status, CLR_OK);
        if (got != expected)
            fail_msg("%s of %zu %s: %016llx expected, got %016llx",
                     clr_operator_name(reduction->op), count, clr_type_name(reduction->type),
                     (unsigned long long)expected, (unsigned long long)got);
    }
    oracle_clear(&value);
}

/* ---- the product of cases ---- */

/* Merges parts of random lengths, whichever two at a time, until there is one. */
static clr_accumulator *merge_parts(const clr_reduction *reduction, const void *x, const void *y,
                                    size_t count)
{
    clr_accumulator *parts[PARTS];
    size_t first = 0;

    for (size_t left = PARTS; left > 0; left--) {
        const size_t most = count - first;
        const size_t length = left == 1 ? most : oracle_random(&seed) % (most + 1);

        parts[left - 1] = accumulate(reduction, x, y, first, length);
        first += length;
    }
    for (size_t left = PARTS; left > 1; left--) {
        const size_t from = oracle_random(&seed) % left;
        const size_t into = (from + 1 + oracle_random(&seed) % (left - 1)) % left;

        assert_merged(parts[into], parts[from]);
        clr_accumulator_destroy(parts[from]);
        parts[from] = parts[left - 1];
    }
    return parts[0];
}

static void check_elements(const clr_reduction *reduction, const void *x, const void *y,
                           size_t count)
{
    clr_accumulator *whole = accumulate(reduction, x, y, 0, count);
    clr_accumulator *merged = merge_parts(reduction, x, y, count);

    assert_rounds(whole, reduction, x, y, count);
    assert_same_bytes(whole, merged);
    clr_accumulator_destroy(whole);
    clr_accumulator_destroy(merged);
}

static void check_case(const clr_reduction *reduction, oracle_data data, size_t count)
{
    static double x[ELEMENTS], y[ELEMENTS]; /* large enough for any type */

    oracle_fill(data, count + 1, reduction->type, x, count);
    oracle_fill(data, count + 2, reduction->type, y, count);
    check_elements(reduction, x, y, count);
}

/* Every operator, type, NaN policy, result type and kind of data. */
TEST(rounds_as_the_oracle)
{
    static const size_t counts[] = {0, 1, 2, 3, 17, ELEMENTS};

    for (size_t i = 0; i < COUNT(operators); i++)
        for (int type = CLR_TYPE_F16; type <= CLR_TYPE_F64; type++)
            for (int data = 0; data < ORACLE_DATA_COUNT; data++)
                for (size_t j = 0; j < COUNT(counts); j++) {
                    clr_reduction reduction = CLR_REDUCTION(operators[i], (clr_type)type);

                    reduction.nan = (clr_nan)((data + (int)j) % 2);
                    reduction.ddof = i < 6 ? 0 : (uint64_t)data % 3;
                    reduction.result =
                        j % 3 ? CLR_TYPE_DEFAULT : (clr_type)(CLR_TYPE_F32 + data / 2 % 2);
                    check_case(&reduction, (oracle_data)data, counts[j]);
                }
}

/* Quotients as near the middle of two doubles as 2^-500 of them, on either side, at it, and behind
 * an even and an odd one: their leading bits alone do not tell. The weights' sum has far more than
 * 128 bits. */
TEST(quotients_are_settled_by_all_bits)
{
    static const double ends[][2] = {{1, 1 + 0x1p-52}, {1 + 0x1p-52, 1 + 0x1p-51}};
    static const double rests[] = {0, 0x1p-400, -0x1p-400};

    for (size_t e = 0; e < COUNT(ends); e++)
        for (size_t r = 0; r < COUNT(rests); r++)
            for (int sign = -1; sign <= 1; sign += 2) {
                const clr_reduction wmean = CLR_REDUCTION(CLR_OPERATOR_WMEAN, CLR_TYPE_F64);
                const double x[] = {ends[e][0], ends[e][1], ends[e][0], ends[e][1], 0};
                const double w[] = {sign * 0x1p100, sign * 0x1p100, sign * 0x1p-100,
                                    sign * 0x1p-100, rests[r]};

                check_elements(&wmean, x, w, COUNT(x));
            }
}

/* Numbers on a line, and near it: correlations of 1, and what rounds to it. */
TEST(correlations_do_not_leave_their_range)
{
    const clr_reduction corr = CLR_REDUCTION(CLR_OPERATOR_CORR, CLR_TYPE_F64);
    const double x[] = {1, -0x1p300, 0x1p-500, 3, 0x1.8p299};
    double y[COUNT(x)];

    for (int turn = 0; turn < 4; turn++) {
        for (size_t i = 0; i < COUNT(x); i++)
            y[i] = (turn % 2 ? -1 : 1) * 0x1p200 * x[i];
        y[2] += turn > 1 ? 0x1p-300 : 0;
        check_elements(&corr, x, y, COUNT(x));
    }
}

/* Every choice of these elements, with NaNs propagated and ignored. */
TEST(special_values_decide)
{
    static const double specials[] = {1, (double)NAN, (double)INFINITY, -(double)INFINITY, -0.0, 0};

    for (unsigned choice = 0; choice < 1 << COUNT(specials); choice++)
        for (size_t i = 0; i < 2 * COUNT(operators); i++) {
            clr_reduction reduction = CLR_REDUCTION(operators[i / 2], CLR_TYPE_F64);
            double x[COUNT(specials)], y[COUNT(specials)];
            size_t count = 0;

            reduction.nan = (clr_nan)(i % 2);
            for (size_t j = 0; j < COUNT(specials); j++)
                if (choice >> j & 1) {
                    y[count] = specials[(j + choice) % COUNT(specials)];
                    x[count++] = specials[j];
                }
            check_elements(&reduction, x, y, count);
        }
}

/* 1e308 + 1e308 - 1e308 is 1e308: what is in between does not overflow. */
TEST(nothing_overflows_on_the_way)
{
    static const double x[] = {1e308, 1e308, -1e308}, y[] = {1, 1, 1};
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    clr_accumulator *accumulator = accumulate(&sum, x, y, 0, COUNT(x));
    double value = 0;

    assert_int_equal(clr_accumulator_round(accumulator, &value, sizeof value, NULL, 0), CLR_OK);
    assert_true(value == 1e308);
    clr_accumulator_destroy(accumulator);
}

/* Results of 16 bits are rounded to once: 65519 is f16's largest number, 65520 infinite. */
TEST(rounds_to_short_results)
{
    static const struct {
        clr_type result;
        float x;
        uint16_t bits;
    } cases[] = {
        {CLR_TYPE_F16, 65519, 0x7bff},      {CLR_TYPE_F16, 65520, 0x7c00},
        {CLR_TYPE_F16, -1.5F, 0xbe00},      {CLR_TYPE_F16, 0x1p-25F, 0},
        {CLR_TYPE_F16, 0x1.8p-25F, 1},      {CLR_TYPE_BF16, 0x1.01p0F, 0x3f80},
        {CLR_TYPE_BF16, 0x1.03p0F, 0x3f82}, {CLR_TYPE_BF16, 0x1p-133F, 1},
        {CLR_TYPE_BF16, FLT_MAX, 0x7f80},   {CLR_TYPE_F16, NAN, 0x7e00},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
        clr_accumulator *accumulator;
        uint16_t bits = 0;

        sum.result = cases[i].result;
        accumulator = accumulate(&sum, &cases[i].x, &cases[i].x, 0, 1);
        assert_int_equal(clr_accumulator_round(accumulator, &bits, sizeof bits, NULL, 0), CLR_OK);
        assert_int_equal(bits, cases[i].bits);
        clr_accumulator_destroy(accumulator);
    }
}

/* ---- room ---- */

TEST(every_sum_has_room)
{
    for (size_t i = 0; i < COUNT(operators); i++)
        for (int type = CLR_TYPE_F16; type <= CLR_TYPE_F64; type++) {
            clri_exact_sums forms;

            assert_true(clri_exact_sums_of(operators[i], (clr_type)type, &forms));
            assert_true(forms.values.digits || forms.products.digits);
            assert_true(!forms.values.digits ||
                        32 * forms.values.digits >= forms.values.term_bits + 63 + 1);
            assert_true(!forms.products.digits ||
                        32 * forms.products.digits >= forms.products.term_bits + 63 + 1);
            if (forms.values.digits && forms.products.digits) {
                assert_int_equal(forms.products.lowest, 2 * forms.values.lowest);
                assert_true(64 * forms.values.digits >= forms.products.term_bits + 63 + 63);
            }
        }
    assert_false(clri_exact_sums_of(CLR_OPERATOR_PROD, CLR_TYPE_F32, &(clri_exact_sums){0}));
    assert_false(clri_exact_sums_of(CLR_OPERATOR_COUNT, CLR_TYPE_F32, &(clri_exact_sums){0}));
    assert_false(clri_exact_sums_of(CLR_OPERATOR_SUM, CLR_TYPE_I32, &(clri_exact_sums){0}));
    assert_false(clri_exact_sums_of(CLR_OPERATOR_CUSTOM, CLR_TYPE_F32, &(clri_exact_sums){0}));
}

/* An accumulator of 2^63 elements, half of them x[0] and half x[1]. */
static clr_accumulator *fill_up(const clr_reduction *reduction, const void *x)
{
    clr_accumulator *accumulator = accumulate(reduction, x, x, 0, 2);
    clri_error error = {0};

    for (int i = 1; i < 63; i++)
        assert_merged(accumulator, accumulator);
    assert_int_equal(accumulator->met[0].count, UINT64_C(1) << 63);
    assert_int_equal(clri_accumulator_check(accumulator, &error), CLR_OK);
    return accumulator;
}

static void assert_full(clr_accumulator *accumulator, const clr_reduction *reduction, const void *x)
{
    clr_accumulator *one = accumulate(reduction, x, x, 0, 1);
    const clr_accumulator before = *accumulator;
    char reason[200];

    assert_int_equal(clr_accumulator_merge(accumulator, one, reason, sizeof reason),
                     CLR_ERROR_OVERFLOW);
    assert_non_null(strstr(reason, "2^63"));
    assert_memory_equal(accumulator, &before, sizeof before);
    clr_accumulator_destroy(one);
}

/* 2^63 of the largest numbers and of the smallest, where the value is known. */
TEST(holds_as_many_as_it_says)
{
    static const struct {
        clr_operator op;
        clr_type type;
        double x[2], value;
    } cases[] = {
        {CLR_OPERATOR_MEAN, CLR_TYPE_F64, {DBL_MAX, DBL_MAX}, DBL_MAX},
        {CLR_OPERATOR_MEAN, CLR_TYPE_F64, {-DBL_MAX, -DBL_MAX}, -DBL_MAX},
        {CLR_OPERATOR_STD, CLR_TYPE_F64, {-DBL_MAX, DBL_MAX}, DBL_MAX},
        {CLR_OPERATOR_STD, CLR_TYPE_F64, {DBL_MAX, DBL_MAX}, 0},
        {CLR_OPERATOR_STD, CLR_TYPE_F64, {-0x1p-1074, 0x1p-1074}, 0x1p-1074},
        {CLR_OPERATOR_SUM, CLR_TYPE_F64, {0x1p-1074, 0x1p-1074}, 0x1p-1011},
        {CLR_OPERATOR_ASUM, CLR_TYPE_F64, {DBL_MAX, -DBL_MAX}, (double)INFINITY},
        {CLR_OPERATOR_SUMSQ, CLR_TYPE_F64, {DBL_MAX, DBL_MAX}, (double)INFINITY},
        {CLR_OPERATOR_SUMSQ, CLR_TYPE_F64, {0x1p-500, -0x1p-500}, 0x1p-937},
        {CLR_OPERATOR_NRM2, CLR_TYPE_F64, {0x1p-1074, 0x1p-1074}, 0x1.6a09e667f3bcdp-1043},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, {FLT_MAX, FLT_MAX}, (double)FLT_MAX * 0x1p63},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, {-FLT_MAX, -FLT_MAX}, (double)FLT_MAX * -0x1p63},
        {CLR_OPERATOR_VAR, CLR_TYPE_F32, {-FLT_MAX, FLT_MAX}, (double)FLT_MAX * FLT_MAX},
        {CLR_OPERATOR_DOT, CLR_TYPE_F32, {FLT_MAX, FLT_MAX}, (double)FLT_MAX * FLT_MAX * 0x1p63},
        {CLR_OPERATOR_SUM, CLR_TYPE_F16, {65504, 65504}, 65504 * 0x1p63},
        {CLR_OPERATOR_SUM, CLR_TYPE_BF16, {0x1p-133, 0x1p-133}, 0x1p-70},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        clr_reduction reduction = CLR_REDUCTION(cases[i].op, cases[i].type);
        clr_accumulator *accumulator;
        double x[2], value = 0;

        reduction.result = CLR_TYPE_F64;
        oracle_store(cases[i].type, x, 0, cases[i].x[0]);
        oracle_store(cases[i].type, x, 1, cases[i].x[1]);
        accumulator = fill_up(&reduction, x);
        assert_int_equal(clr_accumulator_round(accumulator, &value, sizeof value, NULL, 0), CLR_OK);
        if (value != cases[i].value)
            fail_msg("case %zu: %a expected, got %a", i, cases[i].value, value);
        assert_full(accumulator, &reduction, x);
        clr_accumulator_destroy(accumulator);
    }
}

/* ---- refusals ---- */

/* Each of these differs from the first in one thing; both are named. */
TEST(different_reductions_do_not_merge)
{
    static const struct {
        clr_operator op;
        clr_type type, result;
        clr_nan nan;
        uint64_t ddof;
        const char *words;
    } rows[] = {
        {CLR_OPERATOR_VAR, CLR_TYPE_F32, CLR_TYPE_DEFAULT, CLR_NAN_PROPAGATE, 0,
         "var of f32 as f32"},
        {CLR_OPERATOR_STD, CLR_TYPE_F32, CLR_TYPE_DEFAULT, CLR_NAN_PROPAGATE, 0,
         "std of f32 as f32"},
        {CLR_OPERATOR_VAR, CLR_TYPE_BF16, CLR_TYPE_F32, CLR_NAN_PROPAGATE, 0, "var of bf16 as f32"},
        {CLR_OPERATOR_VAR, CLR_TYPE_F32, CLR_TYPE_F64, CLR_NAN_PROPAGATE, 0, "var of f32 as f64"},
        {CLR_OPERATOR_VAR, CLR_TYPE_F32, CLR_TYPE_DEFAULT, CLR_NAN_IGNORE, 0,
         "var of f32 as f32, NaNs ignored"},
        {CLR_OPERATOR_VAR, CLR_TYPE_F32, CLR_TYPE_DEFAULT, CLR_NAN_PROPAGATE, 2,
         "var of f32 as f32, ddof 2"},
    };
    clr_accumulator *made[COUNT(rows)];
    char reason[300];

    for (size_t i = 0; i < COUNT(rows); i++) {
        const clr_reduction reduction = {.size = sizeof reduction,
                                         .op = rows[i].op,
                                         .type = rows[i].type,
                                         .result = rows[i].result,
                                         .accuracy = CLR_ACCURACY_EXACT,
                                         .nan = rows[i].nan,
                                         .ddof = rows[i].ddof};

        made[i] = accumulate(&reduction, NULL, NULL, 0, 0);
    }
    for (size_t i = 0; i < COUNT(rows); i++)
        for (size_t j = 0; j < COUNT(rows); j++) {
            const clr_status status =
                clr_accumulator_merge(made[i], made[j], reason, sizeof reason);

            assert_int_equal(status, i == j ? CLR_OK : CLR_ERROR_ARGUMENT);
            if (i != j && (!strstr(reason, rows[i].words) || !strstr(reason, rows[j].words)))
                fail_msg("%s", reason);
        }
    for (size_t i = 0; i < COUNT(rows); i++)
        clr_accumulator_destroy(made[i]);
}

/* ---- deriving ---- */

/* Of what accumulators of an operator know enough: words, each between blanks. */
static const char *const knows[OPERATORS + 1] = {
    [CLR_OPERATOR_SUM] = " sum mean ",
    [CLR_OPERATOR_MEAN] = " sum mean ",
    [CLR_OPERATOR_ASUM] = " asum ",
    [CLR_OPERATOR_SUMSQ] = " sumsq nrm2 ",
    [CLR_OPERATOR_DOT] = " dot ",
    [CLR_OPERATOR_NRM2] = " sumsq nrm2 ",
    [CLR_OPERATOR_VAR] = " sum mean sumsq nrm2 var std ",
    [CLR_OPERATOR_STD] = " sum mean sumsq nrm2 var std ",
    [CLR_OPERATOR_WMEAN] = " wmean ",
    [CLR_OPERATOR_COV] = " cov ",
    [CLR_OPERATOR_CORR] = " cov corr ",
};

static bool is_known(clr_operator op, clr_operator by)
{
    char word[32];

    snprintf(word, sizeof word, " %s ", clr_operator_name(op));
    return strstr(knows[by], word) != NULL;
}

/* What is derived has the bytes of what has met the elements itself; or is refused. */
static void check_derived(const clr_reduction *from, const clr_reduction *to, const double *x)
{
    clr_accumulator *source = accumulate(from, x, x, 0, ELEMENTS);
    clr_accumulator *derived = source; /* anything but NULL */
    char reason[200];
    const clr_status status = clr_accumulator_derive(source, to->op, to->result, to->ddof, &derived,
                                                     reason, sizeof reason);

    if (is_known(to->op, from->op)) {
        clr_accumulator *direct = accumulate(to, x, x, 0, ELEMENTS);

        assert_int_equal(status, CLR_OK);
        assert_same_bytes(derived, direct);
        clr_accumulator_destroy(direct);
    } else {
        assert_int_equal(status, CLR_ERROR_UNSUPPORTED);
        assert_null(derived);
        assert_non_null(strstr(reason, "does not know enough"));
    }
    clr_accumulator_destroy(derived);
    clr_accumulator_destroy(source);
}

TEST(derived_ones_are_as_those_made_of_elements)
{
    static double x[ELEMENTS];
    int turn = 0;

    for (size_t i = 0; i < COUNT(operators); i++)
        for (size_t j = 0; j < COUNT(operators); j++)
            for (int data = 0; data < ORACLE_DATA_COUNT; data++, turn++) {
                clr_reduction from =
                    CLR_REDUCTION(operators[i], (clr_type)(CLR_TYPE_F16 + turn % 4));
                clr_reduction to = CLR_REDUCTION(operators[j], from.type);

                from.nan = to.nan = (clr_nan)(turn / 4 % 2);
                from.ddof = 1;
                to.ddof = (uint64_t)turn % 3;
                to.result = (clr_type)(CLR_TYPE_F16 + turn / 3 % 4);
                oracle_fill((oracle_data)data, 5 + (uint64_t)turn, from.type, x, ELEMENTS);
                check_derived(&from, &to, x);
            }
}

TEST(what_cannot_be_derived_is_told)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    clr_accumulator *made = accumulate(&sum, NULL, NULL, 0, 0);
    clr_accumulator *derived = made; /* anything but NULL */
    char reason[200];

    assert_int_equal(
        clr_accumulator_derive(made, CLR_OPERATOR_MAX, 0, 0, &derived, reason, sizeof reason),
        CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(reason, "no accumulator of max is made of one of sum"));
    assert_null(derived);
    assert_int_equal(clr_accumulator_derive(made, CLR_OPERATOR_SUM, CLR_TYPE_I64, 0, &derived,
                                            reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(reason, "i64 is none"));
    assert_int_equal(
        clr_accumulator_derive(NULL, CLR_OPERATOR_SUM, 0, 0, &derived, reason, sizeof reason),
        CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(reason, "derive from is NULL"));
    assert_int_equal(clr_accumulator_derive(made, CLR_OPERATOR_SUM, 0, 0, NULL, NULL, 0),
                     CLR_ERROR_ARGUMENT);
    clr_accumulator_destroy(made);
}

/* ---- at places ---- */

/* An accumulator of one result for each element, by the host. */
static clr_accumulator *singles(const clr_reduction *reduction, const double *x, size_t count)
{
    static const uint32_t labels[] = {0, 1, 2};
    const clr_host_run run = {.size = sizeof run,
                              .inputs = {x},
                              .count = count,
                              .shape = CLR_SHAPE_LABELS,
                              .by = labels,
                              .by_type = CLR_TYPE_U32,
                              .results = count};
    const clr_context_options options = {.size = sizeof options, .device = "host"};
    clr_context *context = NULL;
    clr_accumulator *all = NULL;

    assert_int_equal(clr_context_create(&options, &context), CLR_OK);
    assert_int_equal(clr_reduce_accumulator(context, reduction, 1, &run, &all), CLR_OK);
    clr_context_destroy(context);
    return all;
}

/* The value of result k. */
static double value_at(const clr_accumulator *table, uint64_t k)
{
    clr_accumulator *one = NULL;
    double value = (double)NAN;
    unsigned char truth = 2;

    assert_int_equal(clr_accumulator_slice(table, k, 1, &one, NULL, 0), CLR_OK);
    if (table->op == CLR_OPERATOR_ANY)
        assert_int_equal(clr_accumulator_round(one, &truth, sizeof truth, NULL, 0), CLR_OK);
    else
        assert_int_equal(clr_accumulator_round(one, &value, sizeof value, NULL, 0), CLR_OK);
    clr_accumulator_destroy(one);
    return table->op == CLR_OPERATOR_ANY ? truth : value;
}

/* Results go to their places, two of them to one place, and a table grows. */
TEST(results_merge_at_places)
{
    static const struct {
        clr_operator op;
        double at_0, at_2;
    } cases[] = {{CLR_OPERATOR_SUM, 3, 60.75},
                 {CLR_OPERATOR_SUMSQ, 9, 2050.3125},
                 {CLR_OPERATOR_VAR, 0, 102.515625},
                 {CLR_OPERATOR_MAX, 3, 40.5},
                 {CLR_OPERATOR_ANY, 1, 1}};
    static const double x[] = {20.25, 3, 40.5};
    static const uint64_t places[] = {2, 0, 2};

    for (size_t i = 0; i < COUNT(cases); i++) {
        const clr_reduction reduction = CLR_REDUCTION(cases[i].op, CLR_TYPE_F64);
        clr_accumulator *table = NULL, *larger = NULL, *piece = singles(&reduction, x, 3);
        clr_accumulator_info info = {.size = sizeof info};

        assert_int_equal(clr_accumulator_create(&reduction, 3, &table, NULL, 0), CLR_OK);
        assert_int_equal(clr_accumulator_merge_at(table, piece, places, NULL, 0), CLR_OK);
        assert_int_equal(clr_accumulator_create(&reduction, 5, &larger, NULL, 0), CLR_OK);
        assert_int_equal(clr_accumulator_merge_at(larger, table, NULL, NULL, 0), CLR_OK);
        assert_true(value_at(larger, 0) == cases[i].at_0);
        assert_true(value_at(larger, 2) == cases[i].at_2);
        assert_int_equal(clr_accumulator_describe(larger, &info), CLR_OK);
        assert_int_equal(info.count, 3);
        clr_accumulator_destroy(larger);
        clr_accumulator_destroy(table);
        clr_accumulator_destroy(piece);
    }
}

/* Places beyond the table, too small a table, an accumulator to itself: all as it was. */
TEST(wrong_places_are_told)
{
    static const double x[] = {1, 2, 3};
    static const uint64_t beyond[] = {0, 1, 2}, fine[] = {0, 1, 1};
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    clr_accumulator *piece = singles(&sum, x, 3), *table = singles(&sum, x, 2);
    char reason[100];

    assert_int_equal(clr_accumulator_merge_at(table, piece, beyond, reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    assert_string_equal(reason, "the place of result 2 is 2, and the accumulator to merge into has "
                                "2 results");
    assert_int_equal(clr_accumulator_merge_at(table, piece, NULL, reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(reason, "has no places for"));
    assert_int_equal(clr_accumulator_merge_at(piece, piece, fine, reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    assert_int_equal(clr_accumulator_merge_at(table, NULL, fine, reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    assert_true(value_at(table, 0) == 1 && value_at(table, 1) == 2);
    piece->met[2].count = UINT64_C(1) << 63;
    assert_int_equal(clr_accumulator_merge_at(table, piece, fine, reason, sizeof reason),
                     CLR_ERROR_OVERFLOW);
    assert_true(table->met[0].count == 1 && table->met[1].count == 1);
    assert_true(value_at(table, 0) == 1 && value_at(table, 1) == 2);
    clr_accumulator_destroy(table);
    clr_accumulator_destroy(piece);
}

TEST(wrong_arguments_are_told)
{
    const clr_reduction mean = CLR_REDUCTION(CLR_OPERATOR_MEAN, CLR_TYPE_F64);
    clr_accumulator *accumulator = accumulate(&mean, NULL, NULL, 0, 0);
    clr_accumulator_info info = {.size = sizeof info};
    double value = 7;
    char reason[100];

    assert_int_equal(clr_accumulator_merge(NULL, accumulator, reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(reason, "into is NULL"));
    assert_int_equal(clr_accumulator_merge(accumulator, NULL, reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(reason, "from is NULL"));
    assert_int_equal(clr_accumulator_round(NULL, &value, 8, reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    assert_int_equal(clr_accumulator_round(accumulator, NULL, 8, reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    assert_int_equal(clr_accumulator_round(accumulator, &value, 4, reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    assert_string_equal(reason, "the value is f64, of 8 bytes, and there is room for 4");
    assert_int_equal(clr_accumulator_round(accumulator, &value, 8, NULL, 0), CLR_ERROR_EMPTY);
    assert_true(value == 7);
    assert_int_equal(clr_accumulator_describe(NULL, &info), CLR_ERROR_ARGUMENT);
    assert_int_equal(clr_accumulator_describe(accumulator, NULL), CLR_ERROR_ARGUMENT);
    info.size = sizeof info.size / 2;
    assert_int_equal(clr_accumulator_describe(accumulator, &info), CLR_ERROR_ARGUMENT);
    clr_accumulator_destroy(accumulator);
    clr_accumulator_destroy(NULL);
}

TEST(what_was_met_is_told)
{
    static const double x[] = {1, (double)NAN, (double)INFINITY, -(double)INFINITY, 2};
    static const double zero[] = {-0.0};
    clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_VAR, CLR_TYPE_F64);
    clr_accumulator_info info = {.size = sizeof info};
    clr_accumulator *accumulator;

    reduction.nan = CLR_NAN_IGNORE;
    reduction.ddof = 3;
    accumulator = accumulate(&reduction, x, x, 0, COUNT(x));
    assert_int_equal(clr_accumulator_describe(accumulator, &info), CLR_OK);
    assert_int_equal(info.op, CLR_OPERATOR_VAR);
    assert_int_equal(info.type, CLR_TYPE_F64);
    assert_int_equal(info.result, CLR_TYPE_F64);
    assert_int_equal(info.nan, CLR_NAN_IGNORE);
    assert_int_equal(info.ddof, 3);
    assert_int_equal(info.count, 5);
    assert_int_equal(info.values, 4);
    assert_int_equal(info.store_size, 72 + 4 * (68 + 134) + 4);
    assert_true(!info.has_nan && info.has_infinity && info.has_minus_infinity);
    assert_false(info.is_minus_zero);
    clr_accumulator_destroy(accumulator);

    reduction = (clr_reduction)CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    accumulator = accumulate(&reduction, zero, zero, 0, 1);
    assert_int_equal(clr_accumulator_describe(accumulator, &info), CLR_OK);
    assert_true(info.is_minus_zero && !info.has_nan && !info.has_infinity);
    clr_accumulator_destroy(accumulator);
}
